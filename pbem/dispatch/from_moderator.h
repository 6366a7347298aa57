/* SPDX-License-Identifier: MIT */
/* The message to a moderator about a command that came by mail. */
#ifndef PBEM_DISPATCH_FROM_MODERATOR_H
#define PBEM_DISPATCH_FROM_MODERATOR_H

#include <stdint.h>

#include "pbem/moderator/moderator.h"
#include "pbem/request/incoming.h"

/* The values of that message. NULL counts as "". */
struct from_moderator_reply {
	const char *template_why, *command, *done, *dropped, *commands;
	const struct moderator_action *act;
	const struct workspace_game *game;
	const char *token;
	int64_t until;
};

/* Writes the message to the sender of the message in hand, in the language of that address. Returns
 * -1 when pbem itself failed. */
int from_moderator_send(struct incoming *incoming, const struct from_moderator_reply *telling,
			struct reason *reason);

#endif
