/* SPDX-License-Identifier: MIT */
/* The letter to a moderator about a command that came by mail. */
#ifndef PBEM_RECEPTION_COMMANDER_H
#define PBEM_RECEPTION_COMMANDER_H

#include <stdint.h>

#include "pbem/answer/matter.h"
#include "pbem/moderate/moderate.h"

/* What it tells. NULL is "". */
struct commander_telling {
	const char *template_why, *command, *done, *dropped, *commands;
	const struct act *act;
	const struct desk_game *game;
	const char *token;
	int64_t until;
};

/* Writes it to who wrote the letter in hand, in the language of that address. -1 when pbem itself
 * failed. */
int commander_tell(struct matter *matter, const struct commander_telling *telling,
		   struct reason *reason);

#endif
