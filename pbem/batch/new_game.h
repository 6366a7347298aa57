/* SPDX-License-Identifier: MIT */
/* Creates a new game. If the game has random draws, its secret determines decks, shuffles and first
 * hands. */
#ifndef PBEM_BATCH_NEW_GAME_H
#define PBEM_BATCH_NEW_GAME_H

#include "core/gamefile/gamefile.h"
#include "pbem/site/workspace.h"

/* Checks that a game of the variant can be played by mail. Returns -1 with the reason if it
 * can't. */
int new_game_check(const struct variant *variant, struct reason *reason);

/* A game to be created. If seats are drawn, new_game_create reorders seats and names in it. */
struct new_game {
	struct game_header *header; /* id, number, variant, options and time of creation */
	const struct variant *variant;
	struct seats *seats; /* in the order of the seats, or with `lot` in the order of joining */
	bool lot;
	const char *from; /* starting position in FEN or FEN4; "" or NULL: the variant's own */
	const char *const *words; /* words for the shuffles, in that order; "" or NULL: none */
	const char *cause;	  /* with words: digest of the message that completed the game */
};

/* Draws the random value that the header's public draws follow from. Returns -1 if the system has
 * no randomness. */
int new_game_lot(struct game_header *header, struct reason *reason);

/* Draws an option that the variant leaves to chance. Prepares the draw of seats, too, if `lot` is
 * set and no secret of the game proves it. The header gets the random value, so that everybody can
 * verify the draws. Returns the variant with that option, or NULL if there is none or the system
 * has no randomness. */
const struct variant *new_game_draw(struct variant_library *library, const struct variant *variant,
				    bool lot, struct game_header *header, struct reason *reason);

/* Puts a new game into the batch: record, seats, index and mail. Returns -1 if the system has no
 * randomness, or mail can't be made. */
int new_game_create(struct workspace *workspace, const struct new_game *deal,
		    struct reason *reason);

#endif
