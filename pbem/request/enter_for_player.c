/* SPDX-License-Identifier: MIT */
/*
 * Orders that a moderator enters for a player who can't mail. They are read and decided like a
 * message from that player: by what the seat may know, with all checks except the key's. The entry
 * names the moderator as its author. In games with secret hands, a refusal shows the moderator no
 * more than anybody could know.
 */
#include <stdlib.h>
#include <string.h>

#include "core/game/takeback.h"
#include "core/game/turn.h"
#include "core/variant/gametype.h"
#include "core/variant/variant_data.h"
#include "pbem/mail/announcement.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/request/enter_for_player.h"
#include "pbem/request/request_internal.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/preferences.h"

static int mark_as_user_error(struct reason *reason)
{
	return reason_set_kind(reason, REASON_USAGE);
}

/* Refuses anything but orders: queries and settings need a message. */
static int check_orders(const struct incoming *incoming, const struct order_list *orders,
			struct reason *reason)
{
	bool acts = false;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		acts |= order_is_recorded(order);
		if (order_is_query(order))
			return reason_fail(reason,
					   "line %u asks or wishes something, and nobody would get "
					   "the answer; leave it out",
					   order->line);
		if (token_within(incoming->workspace->site->keys, order->text))
			return reason_fail(
				reason,
				"line %u contains a player's reply key; remove the reply key",
				order->line);
	}
	if (orders->dry_run || !acts)
		return reason_fail(reason, orders->dry_run
						   ? "TRY is for players; leave it out"
						   : "there is no order in it that does anything");
	return 0;
}

/* ---- reasons of a refusal ---- */

static bool has_hidden_orders(const struct incoming *incoming)
{
	return gametype_mail_of(incoming_game(incoming)->variant)->hides != NULL;
}

/* Reports whether public knowledge is enough to refuse the orders, with that reason. */
static bool is_refused_by_all(const struct incoming *incoming, const struct order_list *orders,
			      struct reason *why)
{
	const struct gametype *kind = incoming_game(incoming)->variant->kind;
	struct event_list events;
	struct game seen;
	bool refused;

	for (size_t i = 0; i < orders->count; i++)
		if (order_part(orders->orders[i].kind) != PART_TURN)
			return false;
	if (kind->conceal == NULL)
		return false;
	event_list_init(&events);
	game_copy(&seen, incoming_game(incoming));
	kind->conceal(&seen, NO_SIDE);
	refused = turn_decide(&seen, incoming->seat, orders, &events, why) == REFUSED;
	game_done(&seen);
	event_list_done(&events);
	return refused;
}

/* Refuses the orders. `why` becomes the part of the reason that the moderator may read. */
static int refuse_orders(const struct incoming *incoming, const struct order_list *orders,
			 struct reason *why, struct reason *reason)
{
	const char *title = variant_seat_title(incoming_game(incoming)->variant, incoming->seat);

	if (!has_hidden_orders(incoming) || is_refused_by_all(incoming, orders, why))
		*reason = *why;
	else
		reason_set(reason,
			   "these orders of %s can't be carried out. Why isn't told here, since "
			   "it may tell of what only %s may see",
			   title, title);
	return mark_as_user_error(reason);
}

/* Checks for everything that a message from the player would be refused for before it is
 * decided. */
static int check_as_message(struct incoming *incoming, struct order_list *orders,
			    struct reason *reason)
{
	const struct gametype_mail *kind = gametype_mail_of(incoming_game(incoming)->variant);
	struct reason why;
	bool dead = false;
	char *fault = request_relay_error(incoming, orders);

	if (fault == NULL && kind->why_not != NULL)
		fault = kind->why_not(incoming, orders, &dead);
	if (fault != NULL) {
		reason_set(&why, "%s", fault);
		free(fault);
		return refuse_orders(incoming, orders, &why, reason);
	}
	if (request_resolve_moves(incoming, orders, &why) == REFUSED)
		return refuse_orders(incoming, orders, &why, reason);
	return 0;
}

/* ---- the reply ---- */

static int enter_orders(struct incoming *incoming, const struct moderator_request *request,
			const struct order_list *orders, struct event_list *events,
			struct reason *reason)
{
	const struct game *game = incoming_game(incoming);
	const unsigned before = game->turns;
	struct mail receipt = {.template = "accepted", .wish = "entered", .before = &before};
	struct event_list all;
	struct strbuf asked;
	unsigned to;
	char *told = announcement_words("The moderator has entered orders for %s (%s)",
					incoming->game->file->header.names[incoming->seat],
					variant_seat_title(game->variant, incoming->seat), NULL);
	int result;

	event_list_init(&all);
	strbuf_init(&asked, 0);
	event_add(&all, event_about(EVENT_AS, (uint8_t)incoming->seat, 0, NULL));
	event_append(&all, events);
	result = moderator_enter(incoming->workspace, request, &all, told, reason);
	if (result == 0 && takeback_is_agreed(incoming_game(incoming), &to)) {
		result = workspace_undo(incoming->workspace, incoming->game, to,
					incoming->workspace->now, "consent", NULL, reason);
		if (result == 0)
			announcement_undone(incoming->workspace, incoming->game,
					    "All players have agreed to take the game back", "");
	}
	incoming->accepted = true;
	/* The receipt answers no message from the player, even if one was entered. */
	incoming->letter = NULL;
	request_list(incoming, orders, &asked);
	receipt.orders = asked.bytes;
	if (result == 0)
		result = incoming_send(incoming, &receipt, reason);
	for (size_t i = 0; result == 0 && i < orders->count; i++)
		request_relay(incoming, &orders->orders[i]);
	strbuf_done(&asked);
	event_list_done(&all);
	free(told);
	return result;
}

static int decide_orders(struct incoming *incoming, const struct moderator_request *request,
			 struct order_list *orders, struct reason *reason)
{
	struct event_list events;
	struct reason why;
	int result;

	event_list_init(&events);
	if (check_as_message(incoming, orders, reason) != 0)
		result = -1;
	else if (request_judge(incoming, orders, &events, &why) == REFUSED)
		result = refuse_orders(incoming, orders, &why, reason);
	else
		result = enter_orders(incoming, request, orders, &events, reason);
	event_list_done(&events);
	return result;
}

/* ---- reading ---- */

static int process_orders(struct incoming *incoming, const struct moderator_request *request,
			  bool english, struct reason *reason)
{
	const struct gametype_mail *kind = gametype_mail_of(incoming_game(incoming)->variant);
	struct order_list orders;
	struct reason why;
	int result;

	order_list_init(&orders);
	orders.english = english;
	orders.writer = incoming->seat;
	orders.joins = incoming->letter->joins;
	orders.join_count = incoming->letter->join_count;
	turn_allow_bare_plays(incoming_game(incoming), &orders);
	if (incoming->letter->unreadable[0] != '\0') {
		reason_set(reason, "%s", incoming->letter->unreadable);
		result = mark_as_user_error(reason);
	} else if (kind->check_text != NULL && kind->check_text(incoming, &why) == REFUSED) {
		result = refuse_orders(incoming, &orders, &why, reason);
	} else if (order_read_message(incoming_game(incoming)->variant, incoming->letter->text,
				      &orders, reason) == REFUSED ||
		   check_orders(incoming, &orders, reason) != 0) {
		result = mark_as_user_error(reason);
	} else {
		result = decide_orders(incoming, request, &orders, reason);
	}
	order_list_done(&orders);
	return result;
}

/* Reads and carries out the orders in the words that the seat's player writes orders with. */
static int process_in_player_language(struct incoming *incoming,
				      const struct moderator_request *request,
				      struct reason *reason)
{
	const struct vocabulary *spoken;
	struct person person;
	int result;

	preferences_of(incoming->workspace, &incoming->game->seats.seats[incoming->seat], &person);
	result = vocabulary_push(person.language, &spoken, reason);
	if (result == 0)
		result = process_orders(incoming, request, person.english, reason);
	vocabulary_pop(spoken);
	return result;
}

/* Computes the digest of the cause. The same orders after another entry have another one. */
static void name_cause(struct incoming *incoming, const char *bytes)
{
	char *whole = base_printf("%s %u %u %s", incoming->game->id, incoming->seat,
				  incoming->game->file->head, bytes);
	struct sha256 digest;

	sha256_bytes(whole, strlen(whole), &digest);
	memcpy(incoming->processed.digest, digest.hex, sizeof digest.hex);
	free(whole);
}

static int enter_as(struct workspace *workspace, const struct moderator_request *request,
		    struct reason *reason)
{
	const char *bytes = request->given->words[2];
	const struct waiting waiting = {.received = workspace->now};
	struct message *letter = NULL;
	struct incoming incoming = {
		.workspace = workspace,
		.waiting = &waiting,
		.game = request->game,
		.seat = request->seat,
		.live = true,
		.token = {.purpose = TOKEN_TURN,
			  .seat = (uint8_t)request->seat,
			  .question = (uint16_t)request->game->file->head},
	};
	int result;

	if (site_need_words(workspace->site, reason) != 0)
		return -1;
	switch (sandbox_read(bytes, strlen(bytes), &letter, reason)) {
	case SANDBOX_READ:
		break;
	case SANDBOX_LATER:
		return -1;
	case SANDBOX_REFUSED:
	case SANDBOX_FAILED:
		return mark_as_user_error(reason);
	}
	incoming.letter = letter;
	name_cause(&incoming, bytes);
	result = process_in_player_language(&incoming, request, reason);
	message_free(letter);
	return result;
}

const struct moderator_action request_as = {
	.command = {.name = "deliver", .words = "GAME SEAT LETTER"},
	.act = enter_as,
};
