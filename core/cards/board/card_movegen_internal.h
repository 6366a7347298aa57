/* SPDX-License-Identifier: MIT */
/* The board as one seat sees it: which pieces move, and which give check. Private to
 * card_movegen_*.c. */
#ifndef PBEM_CORE_CARDS_BOARD_CARD_MOVEGEN_INTERNAL_H
#define PBEM_CORE_CARDS_BOARD_CARD_MOVEGEN_INTERNAL_H

#include "core/cards/board/card_movegen.h"

struct sight {
	const struct card_ruleset *book;
	const struct card_board *field;
	const uint8_t *at; /* the piece on each square: the board's own table, or that of a trial */
	uint8_t seat, player; /* the seat whose turn it would be, and the player who moves in it */
	bool played; /* a beaten seat's turn, which its conqueror plays ([beaten-armies] role) */
	uint8_t own, allies; /* sides of the player, and of partners */
	uint8_t movers;	     /* sides whose pieces may move in this turn */
	uint8_t foes;	     /* sides that give check to the player */
	uint8_t guards;	     /* sides that must not attack the player's royal piece after the
				turn */
	uint16_t rivals;     /* seats of these foes: any of them may move a neutral piece */
	unsigned royal;	     /* the player's royal piece, NO_PIECE without one */
	bool checked;	     /* the guards attack it now */
	bool bound; /* some effect is due, such as a Challenge or Dungeon, and must be considered */
};

/* Sets up how the seat sees the board. */
void card_movegen_init_sight(struct sight *sight, const struct card_ruleset *book,
			     const struct card_board *field, uint8_t seat);

/* Adds the piece's moves by geometry and bans, as card_movegen_of_piece does. */
void card_movegen_add_moves(const struct sight *sight, unsigned piece, struct move_list *list);

/* Returns the part of the piece that is a pawn and no Crab, or NO_PIECE. */
unsigned card_movegen_pawn_part(const struct sight *sight, unsigned piece);

/* Reports whether nothing forbids the piece to capture the other, wherever they are; kings are
 * never captured. */
bool card_movegen_may_take(const struct sight *sight, unsigned piece, unsigned victim);

/* Adds the royal piece's castlings, also those out of, through and into check. */
void card_movegen_castle(const struct sight *sight, struct move_list *list);

/* Returns the piece that makes the move. */
static inline unsigned card_movegen_mover(const struct card_board *field, const struct move *move)
{
	unsigned piece = card_board_at(field, move->from);

	return move->behind != 0 ? field->partner[piece] : piece;
}

#endif
