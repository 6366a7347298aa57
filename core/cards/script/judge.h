/* SPDX-License-Identifier: MIT */
/* The Checkmate Rule, and whether a turn may end as it stands (cards 3, K1-K10). */
#ifndef PBEM_CORE_CARDS_SCRIPT_JUDGE_H
#define PBEM_CORE_CARDS_SCRIPT_JUDGE_H

#include "core/cards/table/table.h"

/* Whether the change from the one field to the other mates another seat than the player (K4, K5).
 */
bool judge_mates(const struct book *book, const struct field *before, const struct field *after,
		 uint8_t player);

/* Whether the seat must capture: Vendetta is in play and it can (C: Vendetta). */
bool judge_must_capture(const struct book *book, const struct field *field, uint8_t seat);

/*
 * Whether what was made between the two fields instead of a regular move is such as Vendetta and a
 * Challenge let the seat make. False with the reason.
 */
bool judge_obeys(const struct book *book, const struct field *before, const struct field *after,
		 uint8_t seat, struct reason *why);

/* Whether the turn may not end with this field: it was undone with that board (W19). */
bool judge_is_undone(const struct table *table, const struct field *field);

/* The regular moves of the seat in turn, whose turn is open: those that lead to a board that was
 * undone in this turn aren't among them (W19). */
void judge_moves(const struct table *table, struct move_list *list_out);

/* For goals: whether the king of the seat in turn is safe on the field. `context`: the table. */
bool judge_is_safe(void *context, const struct field *field);

/* Whether a Challenge binds the seat now. */
const struct effect *judge_challenge(const struct field *field, uint8_t seat);

#endif
