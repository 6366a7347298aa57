/* SPDX-License-Identifier: MIT */
/* A move by the regular rules, as a value, and its canonical text. */
#ifndef PBEM_CORE_POSITION_MOVE_H
#define PBEM_CORE_POSITION_MOVE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/position/position.h"
#include "core/variant/board.h"

struct castle;

enum { MAX_MOVES = 4096, MOVE_TEXT_MAX = 24 };

enum move_kind { MOVE_PLAIN, MOVE_DOUBLE_STEP, MOVE_EN_PASSANT, MOVE_CASTLE };

struct move {
	square from, to;   /* castling: the king's squares */
	square other;	   /* castling: the rook's square; en passant: the captured pawn's */
	square rook_to;	   /* castling: the rook's target; double step: the square passed */
	uint8_t kind;	   /* enum move_kind */
	uint8_t promotion; /* the kind the pawn becomes, or NO_TYPE */
	/*
	 * If cards have put two pieces on one square: 1 + the kind of the lesser piece if that one
	 * moves, 0 if the piece in the position's tables moves. If both may go to the target,
	 * `marked` is set, and the lesser piece's letter comes before the text ("N:e4f6").
	 */
	uint8_t behind;
	bool marked;
};

/* Return a plain move, or the move of a castling. */
static inline struct move move_of(square from, square to)
{
	return (struct move){
		.from = from,
		.to = to,
		.other = NO_SQUARE,
		.rook_to = NO_SQUARE,
		.promotion = NO_TYPE,
	};
}
struct move move_of_castle(const struct castle *castle);

struct move_list {
	unsigned count;
	struct move moves[MAX_MOVES];
};

/*
 * Writes e2e4, e7e8=Q, e1h1 (castling: the king's and the rook's square), or j1d1:g1 (with the
 * king's target, in variants where the player chooses it).
 */
void move_text(const struct variant *variant, const struct move *move,
	       char text_out[MOVE_TEXT_MAX]);

/*
 * Reports whether every square and kind in a move read from a file is valid, as position_is_sound
 * does.
 */
bool move_is_sound(const struct variant *variant, const struct move *move);

/* Sorts the list bytewise by canonical text. */
void move_list_sort(const struct variant *variant, struct move_list *list);

/* Returns the move of a list whose canonical text is exactly `text`, or NULL. */
const struct move *move_list_find(const struct variant *variant, const struct move_list *list,
				  const char *text);

/*
 * Makes a move from movegen_generate with all events on the board (captures, en passant rights,
 * quiet rounds), but doesn't begin the next turn.
 */
void move_make(const struct variant *variant, struct position *position, const struct move *move,
	       struct event_list *record);

/*
 * The two halves of move_make, for turns of several moves. The function move_go makes only the
 * events of the move and reports whether it restarts the count of quiet rounds. The function
 * move_end, called once, applies the turn to that count [quiet-rounds].
 */
bool move_go(const struct variant *variant, struct position *position, const struct move *move,
	     struct event_list *record);
void move_end(struct position *position, bool restarts, struct event_list *record);

#endif
