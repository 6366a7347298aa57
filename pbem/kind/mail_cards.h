/* SPDX-License-Identifier: MIT */
/* What is asked, and decided, in games with cards only. */
#ifndef PBEM_KIND_MAIL_CARDS_H
#define PBEM_KIND_MAIL_CARDS_H

#include "core/position/event.h"
#include "core/order/order.h"
#include "pbem/answer/matter.h"

/* Answers HAND, CARD and PLAYS. */
int requests_hand(struct matter *matter, const struct order *order, struct reason *reason);
int requests_card(struct matter *matter, const struct order *order, struct reason *reason);
int requests_plays(struct matter *matter, const struct order *order, struct reason *reason);

/* Whether a line names a card and what it is played on, or a card of the hand, and PLAY was
 * forgotten. */
enum verdict requests_check_cards(const struct matter *matter, struct reason *why);

/*
 * As turn_decide, but a dry run is judged on what its seat may know alone, and what would be
 * refused on that is refused: nobody finds the next card or a trap by orders that are good only if
 * he guesses right.
 */
enum verdict requests_decide_cards(struct matter *matter, const struct order_list *orders,
				   struct event_list *events, struct reason *why);

/* turn_decide on the game as the seat may know it. */
enum verdict requests_decide_seen(const struct matter *matter, const struct order_list *orders,
				  struct event_list *events, struct reason *why);

#endif
