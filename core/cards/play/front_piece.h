/* SPDX-License-Identifier: MIT */
/*
 * Decides which of two pieces on one square an order means [two-on-a-square]: the one that it
 * names, P:e4, else the one that it fits, first the greater. Actions on a square apply to the piece
 * in front, so the piece that is meant is brought to the front for the action.
 */
#ifndef PBEM_CORE_CARDS_PLAY_FRONT_PIECE_H
#define PBEM_CORE_CARDS_PLAY_FRONT_PIECE_H

#include "core/cards/play/effect_context.h"

/* Reports whether it is open which piece is meant: a target names one, or begins with a square that
 * has two pieces. */
bool front_piece_is_ambiguous(const struct effect_context *context, const struct target *targets,
			      unsigned count);

enum front_piece_set {
	FRONT_PIECE_SET,
	FRONT_PIECE_OTHERS, /* the words name other pieces */
	FRONT_PIECE_NONE,   /* there is no nth way */
};

/* Brings pieces to the front on context->field, in the nth way in which the targets can be meant,
 * from 0. In the first way all are the greater of the two. */
enum front_piece_set front_piece_set(struct effect_context *context, const struct target *targets,
				     unsigned count, unsigned nth);

/* Brings the greater of each two pieces to the front again. */
void front_piece_reset(struct effect_context *context);

/* front_piece_turn brings the other piece on the square to the front, on a board that belongs to
 * the caller. For front_piece_squares: lists the squares with two pieces, at most `max`, and
 * returns their number. */
void front_piece_turn(const struct card_ruleset *book, struct card_board *field, square at);
unsigned front_piece_squares(const struct card_board *field, square *squares_out, unsigned max);

#endif
