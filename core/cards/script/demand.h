/* SPDX-License-Identifier: MIT */
/* What a card, or a Doomsayer, asks of a seat in the open turn, and what its answer comes to
 * [cards-that-ask].
 */
#ifndef PBEM_CORE_CARDS_SCRIPT_DEMAND_H
#define PBEM_CORE_CARDS_SCRIPT_DEMAND_H

#include "core/cards/table/table.h"

/* The card that asks: an action's, the Doomsayer that has heard, or Under Elf Hill; NULL when
 * nobody is asked. */
const struct card *demand_card(const struct table *table);

/* The answers to be tried one after the other: the first legal one, which is NO where there is none
 * [cards-that-ask], and all others. False behind the last. */
bool demand_nth_answer(const struct table *table, unsigned index, struct answer *answer_out);

/*
 * The seat that is asked in the open turn gives that answer: the turn is judged with it. REFUSED
 * with the reason, and the table spoilt, when the card doesn't take it, or for the king's sake.
 */
enum verdict demand_give(struct table *table, const struct answer *answer,
			 struct event_list *record, struct reason *why);

/* Whether the seat that is asked in the turn has an answer: the first there is is taken, and so for
 * who is asked after it. True when nobody is asked. */
bool demand_has_answer(const struct table *table);

/*
 * REFUSED, told to the seat, when the turn leaves the mover's king capturable while a seat is
 * asked, and stays so after its answer: it would have none that is legal [lasting-card-own-king]
 * [cure-must-cure].
 * To be called when the script has been evaluated.
 */
enum verdict demand_check(const struct table *table, uint8_t seat, struct reason *why);

#endif
