/* SPDX-License-Identifier: MIT */
/* Values that are examples of what can be written, for draft.c's table: never of what can't be
 * done. */
#ifndef PBEM_MAILING_DRAFT_EXAMPLES_H
#define PBEM_MAILING_DRAFT_EXAMPLES_H

#include "pbem/mailing/draft.h"

struct text;

/* By moves the seat can make now (core/view/view.h); nothing when it can't. */
void draft_example_moves(const struct draft *draft, struct text *out);
void draft_example_move(const struct draft *draft, struct text *out);
void draft_example_placement(const struct draft *draft, struct text *out);

/* From the array, for how a move is written at all: a pawn's move and another man's, long and
 * short. */
void draft_example_pawn(const struct draft *draft, struct text *out);
void draft_example_pawn_short(const struct draft *draft, struct text *out);
void draft_example_piece(const struct draft *draft, struct text *out);
void draft_example_piece_short(const struct draft *draft, struct text *out);

/* How its army castles and promotes; nothing where it never does. */
void draft_example_castling(const struct draft *draft, struct text *out);
void draft_example_promotion(const struct draft *draft, struct text *out);

/* The name of an opponent's seat, as in SAY TO. */
void draft_example_other(const struct draft *draft, struct text *out);

#endif
