/* SPDX-License-Identifier: MIT */
/* What the files requests*.c share: the steps of answering one letter. */
#ifndef PBEM_REQUEST_REQUESTS_INNER_H
#define PBEM_REQUEST_REQUESTS_INNER_H

#include <stdbool.h>

#include "core/intent/intent.h"
#include "core/order/order.h"
#include "core/position/event.h"
#include "core/words/words.h"
#include "pbem/answer/matter.h"

/* ---- requests_readings.c ---- */

/* Settles by the board what moves mean that a phone may have changed, or that have the letters of
 * another language ("Bxc3", "Sf3"): the order becomes the reading that can be played. REFUSED when
 * several can, with all of them. */
enum verdict requests_settle(const struct matter *matter, struct order_list *orders,
			     struct reason *why);

/* The order that would do and comes nearest to a line; kept in the hand, for the refusal.
 * `misread`: it is none as it stands, and may have slips of the finger; else it is a move that
 * isn't legal, and another writing of it is looked for. Judged by what the seat may know. */
void requests_nearest(struct matter *matter, const char *line, bool misread);

/* ---- requests_judge.c ---- */

/* turn_decide on the game as the seat may know it. */
enum verdict requests_judge_seen(const struct matter *matter, const struct order_list *orders,
				 struct event_list *events, struct reason *why);

/* What such orders, which are accepted, give in advance: intent_judge on the game as the seat may
 * know it. */
enum verdict requests_judge_ahead(const struct matter *matter, const struct order_list *orders,
				  struct intent_list *given_out, struct reason *why);

/*
 * turn_decide by the clock; a dry run is judged on what its seat may know alone, and what would be
 * refused on that is refused: nobody finds the next card or a trap by orders that are good only if
 * he guesses right.
 */
enum verdict requests_judge(const struct matter *matter, const struct order_list *orders,
			    struct event_list *events, struct reason *why);

/* ---- requests_orders.c ---- */

/* Decides the letter's orders and does what follows: an entry and its receipt, a refusal, the
 * answer to a dry run. -1 when pbem itself failed. */
int requests_decide(struct matter *matter, const struct order_list *orders, struct reason *reason);

/* The orders that were asked, each on a line of its own. */
void requests_list(const struct matter *matter, const struct order_list *orders, struct text *out);

/* What the letter did ("accepted: MOVE e2-e4"), for log and ledger: what was said is nobody's
 * business there, nor what a hand holds. */
void requests_note(struct matter *matter, const char *verdict, const struct order_list *orders);

/* ---- requests_say.c ---- */

/* Why what the letter wants to say isn't passed on; NULL: it is. The caller frees it. */
char *requests_why_unsaid(struct matter *matter, const struct order_list *orders);

/* Keeps what one order says for all other seats, or for the one it names; nothing if it says
 * nothing. */
void requests_say(struct matter *matter, const struct order *order);

/* ---- requests_queries.c ---- */

/* Answers each question of the letter, and with `grants` meets its wishes. -1 when pbem itself
 * failed. */
int requests_ask(struct matter *matter, const struct order_list *orders, bool grants,
		 struct reason *reason);

/* Why a wish of the letter can't be met, or NULL: LEAVE and WATCH are for those whom the game
 * doesn't ask any more, VIEW for games of one board. */
const char *requests_why_not(const struct matter *matter, const struct order_list *orders);

/* ---- requests_name.c ---- */

/* The player is called otherwise from now on: an entry of the game says so, and a note to the
 * others.
 */
int requests_name(struct matter *matter, const struct order *order, struct reason *reason);

/* Why he can't be called so; NULL: he can. The caller frees it. */
char *requests_why_unnamed(struct matter *matter, const struct order *order);

/* ---- requests_address.c ---- */

/* Asks both addresses whether letters are to go to the one that ADDRESS names. */
int requests_move(struct matter *matter, const struct order *order, struct reason *reason);

/* Why that can't be asked: no address, the site's own, the one they go to; or it was asked too
 * often today. NULL: it can. The caller frees it. */
char *requests_why_stays(struct matter *matter, const struct order *order);

/* ---- requests_games.c ---- */

/* Answers GAMES: those of the address that the seat's letters go to, which wait for it first. So
 * many are looked into, of more is told what the ledger knows. */
int requests_games(struct matter *matter, const struct order *order, struct reason *reason);

/* ---- requests_vacation.c ---- */

/* The player is away, or back: an entry of the game says so, and all players are told. */
int requests_vacation(struct matter *matter, const struct order *order, struct reason *reason);

/* Why what the letter says of that can't be, its lines one behind the other; NULL: it can. The
 * caller frees it. */
char *requests_why_not_away(struct matter *matter, const struct order_list *orders);

/* ---- requests_wishes.c ---- */

/* Why something that an order wishes by name isn't there: a time zone, a language. NULL: all is.
 * The caller frees it. */
char *requests_why_unknown(struct matter *matter, const struct order_list *orders);

#endif
