/* SPDX-License-Identifier: MIT */
/* How a new game begins; with lots by its secret: decks built and shuffled, first hands. */
#ifndef PBEM_BATCH_DEAL_H
#define PBEM_BATCH_DEAL_H

#include "core/position/event.h"
#include "core/record/gamefile.h"
#include "pbem/desk/desk.h"

/* Whether games of the variant have lots, which a secret proves: then each needs one. */
bool deal_has_lots(const struct variant *variant);

/* Whether a game of the variant can be played by mail; -1 with the reason when it can't. */
int deal_check(const struct variant *variant, struct reason *reason);

/* Draws the secret to `secret_out`, and what the header says of it. -1 when there is no chance to
 * be had. */
int deal_secret(struct game_header *header, char secret_out[DIGEST_HEX + 1], struct reason *reason);

/* Draws the seats of a game with lots by lot: the players in `seats` and the header, as they
 * joined, change places. */
void deal_seats(const struct variant *variant, const char *secret, struct game_header *header,
		struct seats *seats);

/* Adds the facts with which the game begins; with lots it begins its sealed file, too. */
void deal_start(struct desk_game *game, const char *secret, struct event_list *events);

#endif
