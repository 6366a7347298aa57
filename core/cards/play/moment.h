/* SPDX-License-Identifier: MIT */
/*
 * What effects have in common: how a card lets a piece go, what it may take, and how it says that
 * it can't. Whatever a function asks for, it tells `why` when it isn't so.
 */
#ifndef PBEM_CORE_CARDS_PLAY_MOMENT_H
#define PBEM_CORE_CARDS_PLAY_MOMENT_H

#include "core/cards/play/effects.h"

/* MOMENT_REFUSED, with a sentence about the square: "b1: ...". */
enum moment_result moment_refuse(const struct moment *moment, struct reason *why, square at,
				 const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The piece that is going is neither held by a magnet, a Dungeon nor otherwise (P2). */
bool moment_is_loose(const struct moment *moment, unsigned piece, struct reason *why);

/* A card may put a piece on the square: it is empty and no Forbidden City. */
bool moment_is_free(const struct moment *moment, square to, struct reason *why);

/* Whether the piece is the player's own, a partner's, or neutral (C12). */
bool moment_is_ours(const struct moment *moment, unsigned piece);

/* The piece may take what stands there: nobody's of the own party or, with `own`, anybody's; no ban
 * protects the one or keeps the other from it (P11). */
bool moment_may_take(const struct moment *moment, unsigned piece, square at, bool own,
		     struct reason *why);

/* All that stands on the square is captured, both of two (R12); `by`: the piece that does it, or
 * NO_PIECE. */
void moment_take_all(struct moment *moment, square at, unsigned by);

/* The piece captures what stands on the square and goes there. A pawn of V12's that so crosses the
 * midline is free. */
void moment_strike(struct moment *moment, unsigned piece, square to);

/* How a card lets a piece go. */
struct stride {
	struct reach reach;
	uint8_t twice; /* directions in which two steps are as good as one */
	bool over_own; /* own pieces on the way don't matter (Ghostwalk) */
	bool over_one; /* nor does one piece, wall or Forbidden City (Bombard) */
	bool capture;  /* as it captures, else as it goes to empty squares */
};

/* The stride of the piece as it goes now. */
struct stride moment_stride(const struct moment *moment, unsigned piece, bool capture);

/* The stride of a pawn that goes now from that square, for a side: two steps from its first or
 * second rank. */
uint8_t moment_double_steps(const struct moment *moment, uint8_t side, square from);

/* Whether the stride leads the piece to the square, whatever stands there: a curse and what is in
 * the way counted. */
bool moment_leads(const struct moment *moment, unsigned piece, const struct stride *stride,
		  square to);

/* How a kind of the player's goes as the board lies now. */
struct reach moment_reach_of(const struct moment *moment, uint8_t side, unsigned kind);

/* Whether one of that seat's captured pieces was born that kind; its index, the one taken last if
 * there are several, or NO_PIECE. *fresh_out: in this turn or the one before (P10). */
unsigned moment_captured(const struct moment *moment, uint8_t side, unsigned type, bool *fresh_out);

/* The piece on the (first) square of a target of the play. */
unsigned moment_piece(const struct moment *moment, const struct play *play, unsigned target);

/* The seat that commands a piece's army, neutral or not; NO_SIDE when nobody does. */
uint8_t moment_owner(const struct field *field, unsigned piece);

/* Whether the piece is of that present kind, or either part of a composite is (C-Challenge). */
bool moment_is_of_kind(const struct field *field, unsigned piece, unsigned kind);

/* What players call the kind of piece: "rook", "neutral rook", "royal knight", "Crab", "Prince",
 * "rook and knight in one". Added to `out`. */
void moment_name_kind(const struct book *book, const struct field *field, unsigned piece,
		      struct text *out);

/* An effect of moment->card that binds nobody and sits nowhere yet. */
struct effect moment_effect(const struct moment *moment, enum effect_kind what);

/* Whether the seat's king could be captured now, Truce or not (K6). */
bool moment_is_exposed(const struct book *book, const struct field *field, uint8_t seat);

/* Tells a seat whose king is, by which piece; any one if several could capture it. */
void moment_say_exposed(const struct book *book, const struct field *field, uint8_t seat,
			struct reason *why);

/* Ends all effects of a kind. */
void moment_end_all(const struct book *book, struct field *field, enum effect_kind what,
		    struct event_list *record);

/* The square that touches another in that direction, walls and barriers or not; NO_SQUARE at the
 * rim. */
square moment_beside(const struct book *book, square at, unsigned direction);

/* The index-th square of the board, holes counted, in square order (R6: a1 a2 ... b1 ...). */
square moment_nth_square(const struct book *book, unsigned index);

#endif
