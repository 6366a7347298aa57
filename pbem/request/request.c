/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/game/turn.h"
#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"
#include "pbem/request/request.h"
#include "pbem/request/request_internal.h"
#include "pbem/request/sender.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/preferences.h"

/* Counts the orders; with `asked_for` only those for which the game must have asked the seat. */
static size_t count_orders(const struct order_list *orders, bool asked_for)
{
	size_t count = 0;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (!order_is_query(order) &&
		    !(asked_for && (order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO ||
				    order->kind == ORDER_AUTOPASS ||
				    order_part(order->kind) == PART_CONDITIONAL)))
			count++;
	}
	return count;
}

/* Reports whether a text for others contains the key of a message of ours, which would let others
 * play. */
static bool contains_token(const struct incoming *incoming, const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++) {
		if (token_within(incoming->workspace->site->keys, orders->orders[i].text))
			return true;
	}
	return false;
}

/* Refuses the message if there is a reason, and frees the reason. Returns true when the message has
 * been refused. */
static bool refuse_for(struct incoming *incoming, const char *template, char *why, int *result_out,
		       struct reason *reason)
{
	if (why == NULL)
		return false;
	*result_out = incoming_refuse(incoming, template, why, reason);
	free(why);
	return true;
}

/* Refuses orders that this kind of game doesn't have. Returns true when the message has been
 * refused. */
static bool refuse_by_kind(struct incoming *incoming, struct order_list *orders, int *result_out,
			   struct reason *reason)
{
	const struct gametype_mail *kind = gametype_mail_of(incoming_game(incoming)->variant);
	bool dead = false;
	char *why = kind->why_not != NULL ? kind->why_not(incoming, orders, &dead) : NULL;

	return refuse_for(incoming, dead ? "dead-token" : "refused", why, result_out, reason);
}

/* Reports whether the message resigns and asks for nothing else that acts. An overtaken key is
 * valid for that alone [resign-any-time]. */
static bool only_resigns(const struct order_list *orders)
{
	bool resigns = false;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		/* A farewell changes nothing. */
		if (order->kind != ORDER_RESIGN && order->kind != ORDER_SAY &&
		    order->kind != ORDER_SAY_TO && !order_is_query(order))
			return false;
		resigns |= order->kind == ORDER_RESIGN;
	}
	return resigns && !orders->dry_run;
}

/* Reports whether the key of this message permits its orders. It doesn't when it is overtaken or
 * belongs to a turn that was lost, nor when it permits queries only and is from before the seat's
 * turn began. */
static bool has_key_for(const struct incoming *incoming, const struct order_list *orders)
{
	bool asked =
		incoming_game(incoming)->questions[incoming->seat].entry != 0 || incoming->lost;

	if (only_resigns(orders) && !incoming->lost && !incoming->voided)
		return true;
	return incoming->live &&
	       !(count_orders(orders, true) > 0 && asked && incoming->token.purpose != TOKEN_TURN);
}

static int refuse_dead_key(struct incoming *incoming, struct reason *reason)
{
	struct reason why;

	sender_why_dead(incoming, &why);
	return incoming_refuse(incoming, "dead-token", why.text, reason);
}

/* Reports whether the message may change settings. A message whose orders were refused changes
 * nothing at all. */
static bool may_change_settings(const struct incoming *incoming, const struct order_list *orders)
{
	return !orders->dry_run && (incoming->accepted || count_orders(orders, false) == 0);
}

/* Carries out the message's orders as they were read. None of them can be wrong in itself. */
static int answer_orders(struct incoming *incoming, struct order_list *orders,
			 struct reason *reason)
{
	struct reason why;
	int result;

	if (!has_key_for(incoming, orders))
		return refuse_dead_key(incoming, reason);
	if (request_setting_error(incoming, orders) != NULL)
		return incoming_refuse(incoming, "refused", request_setting_error(incoming, orders),
				       reason);
	if (contains_token(incoming, orders))
		return incoming_refuse(incoming, "refused",
				       "What you want to SAY holds the key of one of your letters; "
				       "whoever reads it could play for you. Please leave it out.",
				       reason);
	if (refuse_for(incoming, "refused", request_unknown_setting_error(incoming, orders),
		       &result, reason) ||
	    refuse_for(incoming, "refused", request_relay_error(incoming, orders), &result,
		       reason) ||
	    refuse_for(incoming, "refused", request_vacation_error(incoming, orders), &result,
		       reason) ||
	    refuse_by_kind(incoming, orders, &result, reason))
		return result;
	/* Checked before the work is done. */
	if (orders->dry_run && incoming_is_rationed(incoming) &&
	    incoming_is_over(incoming, INCOMING_ANSWERS, &result, reason))
		return result;
	if (request_resolve_moves(incoming, orders, &why) == REFUSED)
		return incoming_refuse(incoming, "refused", why.text, reason);
	request_note(incoming, "answered", orders);
	result = count_orders(orders, false) > 0 || orders->dry_run
			 ? request_decide(incoming, orders, reason)
			 : 0;
	if (result == 0)
		result = request_answer_queries(incoming, orders,
						may_change_settings(incoming, orders), reason);
	return result;
}

/* Finds, in a message from which no order could be read, the first line that begins like a card
 * order, for the reason. */
static void find_card(const struct incoming *incoming, struct reason *why)
{
	const struct game *game = incoming_game(incoming);
	const struct gametype_mail *kind = gametype_mail_of(game->variant);
	const char *cursor = incoming->letter->text, *end = cursor + strlen(cursor), *start;
	bool found = false;
	struct strbuf order;
	size_t len;

	strbuf_init(&order, 0);
	while (!found && strbuf_next_line(&cursor, end, &start, &len)) {
		char *line = base_strndup(start, len);
		struct utf8 plain;

		utf8_line(line, &plain);
		found = kind->begins_as != NULL && kind->begins_as(game, line, &order);
		if (found)
			reason_set(why,
				   "\"%.60s\" begins with a card, and isn't read as an order; if "
				   "it is to be played write %s, and nothing else on that line",
				   plain.text, order.bytes);
		free(line);
	}
	strbuf_done(&order);
}

/* Refuses a message without any order, and suggests the order that a line was probably meant
 * for. */
static int refuse_unread(struct incoming *incoming, const struct order_list *orders,
			 struct reason *why, struct reason *reason)
{
	if (orders->hinted)
		request_hint(incoming, orders);
	else if (orders->missed != NULL)
		request_nearest(incoming, orders->missed, true);
	else if (orders->count == 0)
		find_card(incoming, why);
	return incoming_refuse(incoming, "refused", why->text, reason);
}

/* Records that the seat has received the message which it answers. A message that was only sent
 * proves less: a newer one may have replaced it. */
static void note_received(struct incoming *incoming)
{
	const struct gametype_mail *kind = gametype_mail_of(incoming_game(incoming)->variant);
	struct seat *seat = &incoming->game->seats.seats[incoming->seat];

	if (seat->letters < LETTERS_COUNTED) {
		seat->letters++;
		incoming->game->seats_changed = true;
	}
	if (incoming->live && incoming->token.purpose == TOKEN_TURN && kind->note_seen != NULL)
		kind->note_seen(incoming);
}

/* Reads and carries out the orders in the words that the seat's player writes orders with. */
static int answer_in_player_language(struct incoming *incoming, bool english, struct reason *reason)
{
	const struct game *game = incoming_game(incoming);
	const struct gametype_mail *kind = gametype_mail_of(game->variant);
	struct order_list orders;
	struct reason why;
	int result;

	note_received(incoming);
	order_list_init(&orders);
	orders.english = english;
	orders.writer = incoming->seat;
	orders.joins = incoming->letter->joins;
	orders.join_count = incoming->letter->join_count;
	turn_allow_bare_plays(game, &orders);
	if ((kind->check_text != NULL && kind->check_text(incoming, &why) == REFUSED) ||
	    order_read_message(game->variant, incoming->letter->text, &orders, &why) == REFUSED)
		result = incoming->live ? refuse_unread(incoming, &orders, &why, reason)
					: refuse_dead_key(incoming, reason);
	else
		result = answer_orders(incoming, &orders, reason);
	order_list_done(&orders);
	return result;
}

int request_answer(struct incoming *incoming, struct reason *reason)
{
	const struct vocabulary *spoken;
	struct person person;
	int result;

	preferences_of(incoming->workspace, &incoming->game->seats.seats[incoming->seat], &person);
	result = vocabulary_push(person.language, &spoken, reason);
	if (result == 0)
		result = answer_in_player_language(incoming, person.english, reason);
	vocabulary_pop(spoken);
	return result;
}
