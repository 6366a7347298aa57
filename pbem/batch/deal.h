/* SPDX-License-Identifier: MIT */
/* How a new game with cards begins: its secret, decks built and shuffled by it, first hands. */
#ifndef PBEM_BATCH_DEAL_H
#define PBEM_BATCH_DEAL_H

#include "core/position/event.h"
#include "core/record/gamefile.h"
#include "pbem/desk/desk.h"

/* Whether a game of the variant with cards can be played by mail; -1 with the reason when its decks
 * are such as players build, order or share. */
int deal_check(const struct variant *variant, struct reason *reason);

/* Draws the secret to `secret_out`, and what the header says of it. -1 when there is no chance to
 * be had. */
int deal_secret(struct game_header *header, char secret_out[DIGEST_HEX + 1], struct reason *reason);

/* Draws the seats by lot: the players in `seats` and the header, as they joined, change places. */
void deal_seats(const struct variant *variant, const char *secret, struct game_header *header,
		struct seats *seats);

/* Begins the sealed file, builds the decks, and adds the facts with which the game begins. */
void deal_start(struct desk_game *game, const char *secret, struct event_list *events);

#endif
