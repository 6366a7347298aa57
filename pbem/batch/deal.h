/* SPDX-License-Identifier: MIT */
/* How a new game begins; with lots by its secret: decks built and shuffled, first hands. */
#ifndef PBEM_BATCH_DEAL_H
#define PBEM_BATCH_DEAL_H

#include "core/record/gamefile.h"
#include "pbem/desk/desk.h"

/* Whether a game of the variant can be played by mail; -1 with the reason when it can't. */
int deal_check(const struct variant *variant, struct reason *reason);

/* A game to be made. Seats and names change places in it when they are drawn. */
struct deal {
	struct game_header *header; /* id, number, variant, options and when it is made */
	const struct variant *variant;
	struct seats *seats; /* in the order of the seats, or with `lot` as they joined */
	bool lot;
	const char *from; /* the position it begins from, in FEN or FEN4; "" or NULL: the array */
	const char *const *words; /* for the shuffles, in that order; "" or NULL: none were sent */
	const char *cause;	  /* digest of the letter that completed it, where words were */
};

/* Draws what the header's public lot follows from. -1 when there is no chance to be had. */
int deal_lot(struct game_header *header, struct reason *reason);

/* Draws in public what the variant's options leave to the lot, and what seats are drawn by where
 * they are (`lot`) and no secret proves it: the header gets that. The variant with that option;
 * NULL when there is none such, or no chance to be had. */
const struct variant *deal_draw(struct variant_library *library, const struct variant *variant,
				bool lot, struct game_header *header, struct reason *reason);

/* Everything of a new game goes into the batch: record, seats, index, letters. -1 when there is no
 * chance to be had, or a letter can't be written. */
int deal_game(struct desk *desk, const struct deal *deal, struct reason *reason);

#endif
