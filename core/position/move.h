/* SPDX-License-Identifier: MIT */
/* One regular move: a plain value, and its canonical text. */
#ifndef PBEM_CORE_POSITION_MOVE_H
#define PBEM_CORE_POSITION_MOVE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/variant/board.h"
#include "core/position/event.h"
#include "core/position/position.h"

enum { MAX_MOVES = 4096, MOVE_TEXT_MAX = 24 };

enum move_kind { MOVE_PLAIN, MOVE_DOUBLE_STEP, MOVE_EN_PASSANT, MOVE_CASTLE };

struct move {
	square from, to;   /* castling: where the king goes from and to */
	square other;	   /* castling: the rook's square; en passant: the pawn taken */
	square rook_to;	   /* castling: where the rook goes; double step: the square passed */
	uint8_t kind;	   /* enum move_kind */
	uint8_t promotion; /* the kind it becomes, NO_TYPE for none */
	/* Of two pieces that cards left on one square: 1 + the kind of the lesser if it goes, 0 if
	 * the one does that the position names there. Its letter stands in front of the text
	 * ("N:e4f6") if both may go there. */
	uint8_t behind;
	bool marked;
};

struct castle;

/* A plain move; and that way to castle. */
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

/* e2e4, e7e8=Q, e1h1 (castling: king's and rook's square), j1d1:g1 (and where the king goes, in
 * variants where that is his choice). */
void move_text(const struct variant *variant, const struct move *move,
	       char text_out[MOVE_TEXT_MAX]);

/* Of a move read from a file: whether every square and kind in it is one, as position_is_sound asks
 * it. */
bool move_is_sound(const struct variant *variant, const struct move *move);

/* Sorts bytewise by canonical text. */
void move_list_sort(const struct variant *variant, struct move_list *list);

/* The move of a list whose canonical text is exactly `text`, or NULL. */
const struct move *move_list_find(const struct variant *variant, const struct move_list *list,
				  const char *text);

/* Makes a move of movegen_generate's: every fact on the board (captures, en passant rights, quiet
 * rounds), but not whose turn is next. */
void move_make(const struct variant *variant, struct position *position, const struct move *move,
	       struct event_list *record);

/* The two halves of that, for turns of several moves: the move's facts alone, and whether it begins
 * the count of quiet rounds anew; then, once, what the turn means for the count [quiet-rounds]. */
bool move_go(const struct variant *variant, struct position *position, const struct move *move,
	     struct event_list *record);
void move_end(struct position *position, bool restarts, struct event_list *record);

#endif
