/* SPDX-License-Identifier: MIT */
/* Whether a letter's orders can be carried out, by what the game knows and by what its seat does.
 */
#ifndef PBEM_REQUEST_REQUESTS_JUDGE_H
#define PBEM_REQUEST_REQUESTS_JUDGE_H

#include "core/order/order.h"
#include "core/position/event.h"
#include "pbem/answer/matter.h"

/* turn_decide on the game as the seat may know it. */
enum verdict requests_judge_seen(const struct matter *matter, const struct order_list *orders,
				 struct event_list *events, struct reason *why);

/*
 * turn_decide by the clock; a dry run is judged on what its seat may know alone, and what would be
 * refused on that is refused: nobody finds the next card or a trap by orders that are good only if
 * he guesses right.
 */
enum verdict requests_judge(const struct matter *matter, const struct order_list *orders,
			    struct event_list *events, struct reason *why);

#endif
