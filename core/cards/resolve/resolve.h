/* SPDX-License-Identifier: MIT */
/* Evaluates a turn's script: finds out by trials how the mover's king is safe, then applies the
 * script. */
#ifndef PBEM_CORE_CARDS_RESOLVE_RESOLVE_H
#define PBEM_CORE_CARDS_RESOLVE_RESOLVE_H

#include "core/cards/state/card_state.h"

/*
 * Evaluates the script with as many of the mover's cards ineffective as the king's safety needs
 * ([card-before-void], Checkmate Rule). Sets state, played and demand of the table, and records it
 * all. `answered`: the action whose demand was just answered, or NO_ACTION.
 *
 * Returns REFUSED, and leaves the table unusable, if one of the mover's actions from number `first`
 * on can't be done, or the king stays capturable. A reaction from `first` on that can't be done,
 * and an impossible answer, are REFUSED, too. A reaction that exposes the mover's king has no
 * effect.
 */
enum verdict resolve_script(struct card_state *table, uint8_t first, uint8_t answered,
			    struct event_list *record, struct reason *why);

/* Returns the index-th set to try of cards in the new reaction that may have no effect, for the
 * safety of the mover's king. Smaller sets come first, and a later card before an earlier one.
 * Returns 0 after the last. */
uint32_t resolve_nth_spent(const struct card_state *table, uint8_t first, unsigned index);

/* Returns the set of the mover's cards that have no effect in this turn, to save the king: for
 * evaluating the turn again. */
uint32_t resolve_waived(const struct card_state *table);

/* Returns the key of the board to which the mover's own actions lead if nothing answers them: the
 * board that Chaos undoes [undone-differs]. */
struct position_key resolve_undone(const struct card_state *table);

/* Writes to `why`, for the seat, that the mover's king could be captured. */
void resolve_explain_exposed(const struct card_state *table, uint8_t seat, struct reason *why);

#endif
