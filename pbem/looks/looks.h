/* SPDX-License-Identifier: MIT */
/*
 * What a letter to look at has that its text can't: the board as a picture, moves and plays and all
 * else that can be answered as links (taps.h), cards as cards. Each stands where the template has
 * the value of that name, and says the same. All of it is made from what the letter's seat may
 * know.
 */
#ifndef PBEM_LOOKS_LOOKS_H
#define PBEM_LOOKS_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/turn/game.h"
#include "pbem/desk/desk.h"
#include "pbem/writing/template.h"

enum { LOOKS_VALUES = 13 };

/* The letter. Borrowed. */
struct piece_set;
struct looks_letter {
	const struct game *game; /* as its seat may know it */
	uint8_t seat, from;	 /* from whose side boards are drawn; NO_SIDE: the first one's */
	const char *address;	 /* where answers go */
	const char *token;	 /* that it bears */
	unsigned board;		 /* of several the one that is shown, from 1; 0: as it comes */
	const char *picture_id;	 /* Content-ID of its picture; NULL: it has none */
	const struct piece_set *pieces; /* it is drawn with; NULL: ours */
	const struct value *values;	/* of its text */
	size_t count;
	/* Lists what the seat can play of its hand, at most so many plays a card (mail_kind.h). */
	void (*plays)(const struct game *game, uint8_t seat, bool next, unsigned most,
		      struct text *out);
};

struct looks {
	struct value values[LOOKS_VALUES]; /* HTML */
	char *owned[LOOKS_VALUES];
	size_t count;
	struct text picture;	  /* its bytes; none: there is none */
	const char *picture_type; /* "image/png" */
	const char *picture_name; /* "board.png" */
};

/* The caller calls looks_done. The second makes the board alone, for who has no seat: `seat` is
 * NO_SIDE then. */
void looks_make(const struct looks_letter *letter, struct looks *looks_out);
void looks_make_board(const struct looks_letter *letter, struct looks *looks_out);
void looks_done(struct looks *looks);

/* The same links as lines of a text, for who wants to tap there (TEXTLINKS ON): what acts, for what
 * can only be looked at is sooner written. Fewer of them, and nothing is added when there is none.
 */
void looks_links(const struct looks_letter *letter, struct text *out);

/* What pictures in letters are drawn with: the site's own pieces, or NULL, ours, where there are
 * none, or they can't stand in a picture; of that the moderator is told once. Read once a run. */
const struct piece_set *looks_pieces(struct desk *desk);

/* Has its picture show the whole game, as everybody may see it when it is over; where that would be
 * too large, or can't be had, it stays what it is. */
void looks_film(const struct desk_game *game, uint8_t from, const struct piece_set *pieces,
		struct looks *looks);

#endif
