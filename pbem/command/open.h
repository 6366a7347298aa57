/* SPDX-License-Identifier: MIT */
/* What commands have to do with open games. */
#ifndef PBEM_COMMAND_OPEN_H
#define PBEM_COMMAND_OPEN_H

#include "core/base/json.h"
#include "pbem/desk/desk.h"
#include "pbem/given/wish.h"

/* `new --open`, `from` being the FEN of the position it begins from, or "": puts the open game of
 * that id and number into the batch, and prints the notice for players. */
int command_open_game(struct desk *desk, const struct wish *wish, const struct variant *variant,
		      const struct game_header *header, const char *from, struct reason *reason);

/* Prints the site's open games, a line each; an exit code. */
int command_open_list(struct site *site);

/* The same as a member "open" of the object in hand, as the ledger knows them. */
void command_open_json(struct site *site, struct json *json);

#endif
