/* SPDX-License-Identifier: MIT */
/* The analysis board: a game without players, set up and played by a script. */
#ifndef PBEM_ANALYSE_TRY_H
#define PBEM_ANALYSE_TRY_H

#include <stdbool.h>

#include "core/turn/game.h"

struct text;
struct try_cards;

struct trial {
	const struct variant *variant;
	struct game game;
	struct try_cards *cards; /* of a game with cards; NULL in all others */
	unsigned line;		 /* of the script, from 1 */
	bool pieces_given; /* a `pieces` line: the array is gone, seats without one aren't in play
			    */
	bool turn_given;
	bool begun; /* an order was given or something shown: the set-up is over */
};

/* What a `show` line asks for, on standard output. -1 with the reason when there is no such thing.
 */
int try_show(struct trial *trial, char *what, struct reason *reason);

/* The same in a ring, where several things have another form; false when it isn't one of them. */
bool try_ring_show(const struct trial *trial, const char *what);

/* ---- games with cards ---- */

/* An empty table for the variant, with its set of cards. -1 when a card's file is faulty. */
int try_cards_open(const struct variant *variant, struct try_cards **cards_out,
		   struct reason *reason);
void try_cards_close(struct try_cards *cards);

/* "hand", "deck" or "discards" of a seat: names between commas; `list` is cut up. */
int try_cards_give(struct try_cards *cards, const char *word, unsigned seat, char *list,
		   struct reason *reason);

/* Gives the game's table its position and piles, before the first turn. */
void try_cards_begin(struct try_cards *cards, struct game *game);

/* Around each message: whose held turn was given back by it is told. */
void try_cards_listen(struct try_cards *cards);
void try_cards_tell(const struct try_cards *cards);

/* What has another form where there are cards; false when it isn't one of those. */
bool try_cards_show(const struct try_cards *cards, const char *what);
int try_cards_plays(const struct try_cards *cards, uint8_t seat, const char *after,
		    struct reason *reason);

#endif
