/* SPDX-License-Identifier: MIT */
/* Reads and writes moves as people write them. move.h has the canonical text of moves. */
#ifndef PBEM_CORE_NOTATION_NOTATION_H
#define PBEM_CORE_NOTATION_NOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "core/position/move.h"
#include "core/position/position.h"
#include "core/util/base.h"
#include "core/variant/variant.h"

struct ring;
struct ring_move;
struct strbuf;

enum { NOTATION_MAX = 40 }; /* bytes of a written move, with its NUL */

/*
 * Beginnings of the list of legal moves at the end of some refusals. NOTATION_ALL_LEGAL begins the
 * list of all legal moves, which code that shows these moves anyway cuts off. Other code finds
 * these parts of a reason by their translation.
 */
#define NOTATION_LEGAL " Legal"
#define NOTATION_ALL_LEGAL NOTATION_LEGAL ":"

/* A part of every refusal of an illegal move. */
#define NOTATION_ILLEGAL " isn't legal"

/*
 * The beginning of a sentence about what would happen to the king. Such a sentence doesn't take
 * cards into account.
 */
#define NOTATION_KING "your king would "

/* A written move, with what it specifies. */
struct written_move {
	int type;		  /* the kind of the piece, or -1 */
	int from_file, from_rank; /* counted from 0, or -1 */
	square to;		  /* NO_SQUARE for castling by O-O */
	int promotion;		  /* the kind the pawn becomes, or -1 */
	bool captures;		  /* the text contains an x */
	bool castles_short, castles_long;
};

/*
 * Removes what may surround a move: its number ("12...", "1."), spaces beside - x =, marks of check
 * and praise, "e.p.". Returns false if nothing is left or the rest is too long.
 */
bool notation_clean(const char *written, char move_out[NOTATION_MAX]);

/*
 * Reads a move of international correspondence chess, which has digits for files: "5254" is e2e4. A
 * fifth digit says that the pawn becomes a queen, rook, bishop or knight, as in "57581". Returns
 * false if the text isn't such a move or the board doesn't have eight files and ranks.
 */
bool notation_numeric(const struct variant *variant, const char *text, char move_out[NOTATION_MAX]);

/*
 * Reads a move by its form, whether it is legal or not. Returns false if the text doesn't have the
 * form of a move.
 */
bool notation_parse(const struct variant *variant, const char *text,
		    struct written_move *parsed_out);

/*
 * A move in a ring ("2:Nf3") or a placement ("N@b1", "2:N/3@b1"), as far as the text specifies it.
 */
struct ring_written_move {
	int board; /* counted from 0, or -1 */
	bool places;
	int type, set;		 /* of a placement: the kind, and the set counted from 0 or -1 */
	square to;		 /* of a placement */
	char move[NOTATION_MAX]; /* the rest of the text */
};

/*
 * Reads a move or placement in a ring by its form. Returns false if the text has no such form or
 * names no board of the ring.
 */
bool notation_parse_ring(const struct variant *variant, const char *text,
			 struct ring_written_move *parsed_out);

/*
 * Reports whether the text has the form of a move, legal or not. A line with nothing else is an
 * order.
 */
bool notation_is_move(const struct variant *variant, const char *text);

/* Flags: what is known about how a move was written. */
enum notation_hand {
	NOTATION_TYPED = 1,   /* MOVE, a number or a figurine precedes its capital */
	NOTATION_ENGLISH = 2, /* the player has chosen English */
};

/*
 * Writes all meanings that a move in a message may have, each in its strict form. They are the text
 * itself, the word whose first letter a phone may have made a capital ("bxc3" for "Bxc3"), and
 * letters of other languages ("Nf3" for "Sf3"). A piece's letter before its own file and a rank,
 * without a capture, is never a pawn [letter-before-its-file]. `hand` has flags of enum
 * notation_hand. Returns the number of readings, 0 if the text doesn't have the form of a move. The
 * position decides between the readings.
 */
enum { NOTATION_READINGS = 6 };
unsigned notation_readings_by(const struct variant *variant, const char *text, unsigned hand,
			      char out[NOTATION_READINGS][NOTATION_MAX]);

/* Does the same as notation_readings_by without any flags. */
unsigned notation_readings(const struct variant *variant, const char *text,
			   char out[NOTATION_READINGS][NOTATION_MAX]);

/*
 * Finds the legal move that a player's text means: canonical, long algebraic (e2-e4, Ng1xf3), SAN
 * (Nf3, exd5, e8=Q, e8Q), castling as O-O, 0-0-0 or the king's two squares. A canonical text means
 * exactly that move (d8c8 is not castling). Returns REFUSED with the candidates if the text is
 * ambiguous, or with why the move isn't legal and which moves are. `legal` has the legal moves of
 * the seat whose turn it is in `position`.
 */
enum verdict notation_read(const struct variant *variant, const struct position *position,
			   const struct move_list *legal, const char *text, struct move *move_out,
			   struct reason *why);

/*
 * Finds the move or placement in a ring that a seat's text means. If the text names no board,
 * exactly one of the boards where the seat is to move must have such a move. REFUSED names the
 * candidates or the boards where the seat is to move, or says why the move isn't legal.
 */
enum verdict notation_read_ring(const struct variant *variant, const struct ring *ring,
				uint8_t seat, const char *text, struct ring_move *move_out,
				struct reason *why);

/* Adds the SAN of a legal move in a ring, without its board: "Nf3+", "N@b1". */
void notation_ring(const struct variant *variant, const struct ring *ring,
		   const struct ring_move *move, struct strbuf *out);

/*
 * Adds the SAN of a move, with + and # ("Nbd2", "exd6", "O-O", "e8=Q+"). `position` is the position
 * before the move.
 */
void notation_san(const struct variant *variant, const struct position *position,
		  const struct move_list *legal, const struct move *move, struct strbuf *out);

/*
 * Adds + or # if what was played between the two positions gives check or wins the game. It makes
 * no difference whether the turn has been ended in `after` (move_end).
 */
void notation_mark(const struct variant *variant, const struct position *before,
		   const struct position *after, struct strbuf *out);

/*
 * Adds the SAN of a move without + and #, which is enough to distinguish the moves of a position.
 */
void notation_short(const struct variant *variant, const struct position *position,
		    const struct move_list *legal, const struct move *move, struct strbuf *out);

/*
 * Reports whether the move matches what was written. Text without a kind of promotion matches every
 * promotion.
 */
bool notation_fits(const struct variant *variant, const struct position *position,
		   const struct move *move, const struct written_move *parsed);

#endif
