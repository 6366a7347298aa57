/* SPDX-License-Identifier: MIT */
/* The steps of answering one message, shared by the files of this folder. */
#ifndef PBEM_REQUEST_REQUEST_INTERNAL_H
#define PBEM_REQUEST_REQUEST_INTERNAL_H

#include <stdbool.h>

#include "core/event/event.h"
#include "core/game/conditional.h"
#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "pbem/request/incoming.h"

/* ---- ambiguous_moves.c ---- */

/* Settles what moves mean that a phone may have changed, or that have the piece letters of another
 * language ("Bxc3", "Sf3"). The order becomes the reading that can be played on the board. Returns
 * REFUSED, with all readings in `why`, when several can be played. */
enum verdict request_resolve_moves(const struct incoming *incoming, struct order_list *orders,
				   struct reason *why);

/* Finds the order that would be accepted and comes nearest to a line, and keeps it in the incoming
 * message for the refusal. With `misread` the line is no order, and may have typing slips.
 * Otherwise the line is an illegal move, and another way to write it is looked for. Judges by what
 * the seat may know. */
void request_nearest(struct incoming *incoming, const char *line, bool misread);

/* Finds the order that the words of a message without orders suggest (order_hint), as it would be
 * carried out if it were alone. Keeps it in the same way, if it would be accepted. A yes is
 * suggested only when somebody else offers a draw and nothing else is asked. */
void request_hint(struct incoming *incoming, const struct order_list *orders);

/* ---- judge_orders.c ---- */

/* Judges the orders by turn_decide on the game as the seat may know it. */
enum verdict request_judge_seen(const struct incoming *incoming, const struct order_list *orders,
				struct event_list *events, struct reason *why);

/* Judges the conditional moves of accepted orders by conditional_judge, on the game as the seat may
 * know it. */
enum verdict request_judge_ahead(const struct incoming *incoming, const struct order_list *orders,
				 struct conditional_list *given_out, struct reason *why);

/*
 * Judges the orders by turn_decide with the clock. A dry run is judged first on what its seat may
 * know, and refused if it would be refused on that. So nobody finds the next card or a trap by
 * orders that are good only if the player guesses right.
 */
enum verdict request_judge(const struct incoming *incoming, const struct order_list *orders,
			   struct event_list *events, struct reason *why);

/* ---- handle_orders.c ---- */

/* Decides the message's orders and does what follows: an entry and its receipt, a refusal, or the
 * answer to a dry run. Returns -1 when pbem itself failed. */
int request_decide(struct incoming *incoming, const struct order_list *orders,
		   struct reason *reason);

/* Adds the orders of the message, each on a line of its own. */
void request_list(const struct incoming *incoming, const struct order_list *orders,
		  struct strbuf *out);

/* Records what the message did ("accepted: MOVE e2-e4"), for the log and the ledger. The words of
 * players to each other and the contents of hands are left out. */
void request_note(struct incoming *incoming, const char *verdict, const struct order_list *orders);

/* ---- relay_say.c ---- */

/* Returns why what the message wants to say isn't passed on; NULL if it is. The caller frees it. */
char *request_relay_error(struct incoming *incoming, const struct order_list *orders);

/* Stores what one order says for all other seats, or for the seat that it names. Does nothing if
 * the order says nothing. */
void request_relay(struct incoming *incoming, const struct order *order);

/* ---- handle_queries.c ---- */

/* Answers each query of the message and, with `grants`, changes the settings that it asks for.
 * Returns -1 when pbem itself failed. */
int request_answer_queries(struct incoming *incoming, const struct order_list *orders, bool grants,
			   struct reason *reason);

/* Returns why a setting can't be changed as the message asks, or NULL. LEAVE and WATCH are for
 * players whom the game no longer asks, VIEW is for games of one board. */
const char *request_setting_error(const struct incoming *incoming, const struct order_list *orders);

/* ---- change_name.c ---- */

/* Changes the player's name: with an entry of the game, and a note to the others. */
int request_change_name(struct incoming *incoming, const struct order *order,
			struct reason *reason);

/* Returns why the player can't have that name; NULL: it is free. The caller frees it. */
char *request_name_error(struct incoming *incoming, const struct order *order);

/* ---- change_address.c ---- */

/* Asks both addresses whether messages are to go to the one that ADDRESS names. */
int request_change_address(struct incoming *incoming, const struct order *order,
			   struct reason *reason);

/* Returns why that can't be asked: the text is no address, it is the site's own or the present one,
 * or it was asked too often today. Returns NULL if it can be asked. The caller frees it. */
char *request_address_error(struct incoming *incoming, const struct order *order);

/* ---- list_games.c ---- */

/* Answers GAMES: lists the games of the address that the seat's messages go to, those that wait for
 * it first. Opens only a limited number of games; for the others it reports what the ledger
 * knows. */
int request_list_games(struct incoming *incoming, const struct order *order, struct reason *reason);

/* ---- vacation.c ---- */

/* Records that the player is away, or back, in an entry of the game, and informs all players. */
int request_vacation(struct incoming *incoming, const struct order *order, struct reason *reason);

/* Returns why the message's vacations are impossible, judging its lines in order; NULL if they are
 * possible. The caller frees it. */
char *request_vacation_error(struct incoming *incoming, const struct order_list *orders);

/* ---- set_preferences.c ---- */

/* Returns why a named setting doesn't exist: a time zone, a language. Returns NULL if all exist.
 * The caller frees it. */
char *request_unknown_setting_error(struct incoming *incoming, const struct order_list *orders);

#endif
