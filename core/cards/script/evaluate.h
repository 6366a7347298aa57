/* SPDX-License-Identifier: MIT */
/* What a turn's script comes to: tried out until the mover's king is safe, then run for good. */
#ifndef PBEM_CORE_CARDS_SCRIPT_EVALUATE_H
#define PBEM_CORE_CARDS_SCRIPT_EVALUATE_H

#include "core/cards/table/table.h"

/*
 * Runs the script with as many of the mover's cards spent as his king asks for ([card-before-void],
 * Checkmate Rule), sets state, played and demand of the table, and records it all. REFUSED, with
 * nothing changed but in the copy that is thrown away, when the script can't stand: one of the
 * mover's actions from number `first` on can't be done, or his king stays capturable. A reaction
 * from `first` on that can't be done is REFUSED too; one for which the mover's king would be
 * capturable is spent. `answered`: the action whose demand was just answered, or NO_ACTION; an
 * answer that can't be is REFUSED.
 */
enum verdict evaluate_script(struct table *table, uint8_t first, uint8_t answered,
			     struct event_list *record, struct reason *why);

/* Which cards of the new reaction may have no effect, for the mover's king's sake: the sets to be
 * tried, the smallest first, the later card before the other; 0 behind the last. */
uint32_t evaluate_nth_spent(const struct table *table, uint8_t first, unsigned index);

/* The mover's cards that are spent for his king's sake as the turn stands: for running it once
 * more. */
uint32_t evaluate_waived(const struct table *table);

/* The board to which the mover's own actions lead when nothing answers them: what Chaos undoes
 * [undone-differs]. */
struct position_key evaluate_undone(const struct table *table);

/* Why that is refused, told to the seat: the mover's king could be captured after it. */
void evaluate_tell_exposed(const struct table *table, uint8_t seat, struct reason *why);

#endif
