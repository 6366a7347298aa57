/* SPDX-License-Identifier: MIT */
/* Moves as people write them, in both directions. The canonical text is move.h's. */
#ifndef PBEM_CORE_NOTATION_NOTATION_H
#define PBEM_CORE_NOTATION_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/position/move.h"
#include "core/position/position.h"
#include "core/variant/variant.h"

struct ring;
struct ring_move;
struct text;

enum { NOTATION_MAX = 40 }; /* of a move as it is written, with its NUL */

/* These stand in reasons, and are looked for there, as phrase() has them. How the list of legal
 * moves begins that ends some refusals; that of all: who shows it anyway cuts it off. */
#define NOTATION_LEGAL " Legal"
#define NOTATION_ALL_LEGAL NOTATION_LEGAL ":"

/* What stands in every refusal of a move that isn't legal. */
#define NOTATION_ILLEGAL " isn't legal"

/* How a sentence begins that says what the king would suffer: it knows of no cards. */
#define NOTATION_KING "your king would "

/* What a written move says, as far as it says it. */
struct wish {
	int type;		  /* the kind named, or -1 */
	int from_file, from_rank; /* from 0, or -1 */
	square to;		  /* NO_SQUARE for castling by O-O */
	int promotion;		  /* the kind named, or -1 */
	bool captures;		  /* an x stands in it */
	bool castles_short, castles_long;
};

/*
 * Drops what stands around a move: its number ("12...", "1."), blanks beside - x =, marks of check
 * and praise, "e.p.". False when nothing or too much is left.
 */
bool notation_clean(const char *written, char move_out[NOTATION_MAX]);

/* Reads a move by its form alone; whether it's legal is another question. False if it has none. */
bool notation_parse(const struct variant *variant, const char *text, struct wish *wish_out);

/* A move in a ring, "2:Nf3", or a placement, "N@b1", "2:N/3@b1", as far as it says so. */
struct ring_wish {
	int board; /* from 0, or -1 */
	bool places;
	int type, set;		 /* of a placement: the kind; the set from 0, or -1 */
	square to;		 /* of a placement */
	char move[NOTATION_MAX]; /* the rest as it is written */
};

/* Reads that by its form alone. False if it has none, or names no board of the ring. */
bool notation_parse_ring(const struct variant *variant, const char *text,
			 struct ring_wish *wish_out);

/* Whether the text has the form of a move at all, legal or not; a bare line of it is an order. */
bool notation_is_move(const struct variant *variant, const char *text);

/*
 * All that a move written in a letter may mean, each as it is written strictly: itself, what a
 * phone may have made a capital of ("bxc3" of "Bxc3"), and the letters of other languages ("Nf3" of
 * "Sf3"). Returns how many, 0 when it has no form of a move. Which of them is meant is for the
 * position to tell.
 */
enum { NOTATION_READINGS = 6 };
unsigned notation_readings(const struct variant *variant, const char *text,
			   char out[NOTATION_READINGS][NOTATION_MAX]);

/*
 * The legal move a player's text means: canonical, long algebraic (e2-e4, Ng1xf3), SAN (Nf3,
 * exd5, e8=Q, e8Q), castling as O-O, 0-0-0 or the king's two squares. What is canonical means
 * exactly that move (d8c8 is no castling). REFUSED with the candidates when ambiguous, with why and
 * what is legal when not legal. `legal` are the moves of the seat whose turn it is in `position`.
 */
enum verdict notation_read(const struct variant *variant, const struct position *position,
			   const struct move_list *legal, const char *text, struct move *move_out,
			   struct reason *why);

/*
 * The move or placement of a ring that a seat's text means. The board is named, or clear: of those
 * where the seat is to move just one has such a move. REFUSED names the candidates, the boards
 * where it is to move, or why the move isn't legal.
 */
enum verdict notation_read_ring(const struct variant *variant, const struct ring *ring,
				uint8_t seat, const char *text, struct ring_move *move_out,
				struct reason *why);

/* SAN of a legal move in a ring, without its board: "Nf3+", "N@b1". */
void notation_ring(const struct variant *variant, const struct ring *ring,
		   const struct ring_move *move, struct text *out);

/* SAN, with + and # ("Nbd2", "exd6", "O-O", "e8=Q+"). `position` is the one before the move. */
void notation_san(const struct variant *variant, const struct position *position,
		  const struct move_list *legal, const struct move *move, struct text *out);

/* The + or # of what is played between two positions; whether `after` has it that the turn has
 * ended (move_end) makes no difference. */
void notation_mark(const struct variant *variant, const struct position *before,
		   const struct position *after, struct text *out);

/* The same without + and #: enough to tell the moves of one position apart. */
void notation_short(const struct variant *variant, const struct position *position,
		    const struct move_list *legal, const struct move *move, struct text *out);

/* Whether the move is what the wish says. A wish that names no kind of promotion fits them all. */
bool notation_fits(const struct variant *variant, const struct position *position,
		   const struct move *move, const struct wish *wish);

/* Why no legal move is what the wish says: a sentence for the player, and what is legal. */
void notation_why_not(const struct variant *variant, const struct position *position,
		      const struct move_list *legal, const struct wish *wish, struct reason *why);

#endif
