/* SPDX-License-Identifier: MIT */
/* Demands of cards and Doomsayers on a seat in the open turn, and the results of answers
 * [cards-that-ask]. */
#ifndef PBEM_CORE_CARDS_RESOLVE_CHOICE_H
#define PBEM_CORE_CARDS_RESOLVE_CHOICE_H

#include "core/cards/state/card_state.h"

/* Returns the card that asks: that of an action, the Doomsayer that has heard, or Under Elf Hill.
 * Returns NULL if nobody is asked. */
const struct card *choice_card(const struct card_state *table);

/* Finds the index-th answer to try: the first legal one, which is NO if there is none
 * [cards-that-ask], then all others. Returns false after the last. */
bool choice_nth_answer(const struct card_state *table, unsigned index, struct answer *answer_out);

/*
 * Gives that answer for the seat that is asked in the open turn, and judges the turn with it.
 * Returns REFUSED with the reason, and leaves the table unusable, if the card doesn't accept it or
 * the king would be exposed.
 */
enum verdict choice_apply_answer(struct card_state *table, const struct answer *answer,
				 struct event_list *record, struct reason *why);

/* Reports whether the seat that is asked in the turn has an answer that is accepted. Seats asked
 * after it must have one, too. Returns true if nobody is asked. */
bool choice_has_answer(const struct card_state *table);

/*
 * Returns REFUSED, with a sentence for the seat, if the turn leaves the mover's king capturable
 * while a seat is asked, and every answer leaves it so. The seat would then have no legal answer
 * [lasting-card-own-king] [cure-must-cure]. To be called after the script has been evaluated.
 */
enum verdict choice_check(const struct card_state *table, uint8_t seat, struct reason *why);

#endif
