/* SPDX-License-Identifier: MIT */
/* What the files of ways share: who moves and who is feared, as one seat sees the field. Private to
 * ways_*.c. */
#ifndef PBEM_CORE_CARDS_FIELD_WAYS_INNER_H
#define PBEM_CORE_CARDS_FIELD_WAYS_INNER_H

#include "core/cards/field/ways.h"

struct sight {
	const struct book *book;
	const struct field *field;
	const uint8_t *at;    /* which piece stands where: the field's, or a try's own */
	uint8_t seat, player; /* whose turn it would be, and who moves in it */
	bool played; /* a beaten seat's turn in a conqueror's hands ([beaten-armies] role) */
	uint8_t own, allies; /* sides of the player, and of his partner */
	uint8_t movers;	     /* sides whose pieces may go in this turn */
	uint8_t foes;	     /* sides that give check to the player */
	uint8_t guards;	     /* sides that must not attack his royal piece after the turn */
	uint16_t rivals;     /* seats of foes: any of them may move a neutral piece */
	unsigned royal;	     /* the player's royal piece, NO_PIECE when he has none */
	bool checked;	     /* it is attacked by the guards now */
	bool bound;	     /* some Challenge or Dungeon has to be minded */
};

/* How the seat sees the field. */
void ways_look(struct sight *sight, const struct book *book, const struct field *field,
	       uint8_t seat);

/* Finds out whether the royal piece is attacked: before ways_safe_after is asked. */
void ways_look_out(struct sight *sight);

/* Whether the player's royal piece is safe once the move is made. */
bool ways_safe_after(const struct sight *sight, const struct move *move);

/* Adds the piece's moves by geometry and bans: ways_of_piece. */
void ways_go(const struct sight *sight, unsigned piece, struct move_list *list);

/* The part of the piece that is a pawn and no Crab, or NO_PIECE. */
unsigned ways_pawn_part(const struct sight *sight, unsigned piece);

/* Whether nothing forbids the piece to capture the other, wherever they stand; kings aren't
 * captured. */
bool ways_may_take(const struct sight *sight, unsigned piece, unsigned victim);

/* Adds the royal piece's castlings, which may lead out of and through check, and into it. */
void ways_castle(const struct sight *sight, struct move_list *list);

/* The piece that makes the move. */
static inline unsigned ways_mover(const struct field *field, const struct move *move)
{
	unsigned piece = field_at(field, move->from);

	return move->behind != 0 ? field->partner[piece] : piece;
}

#endif
