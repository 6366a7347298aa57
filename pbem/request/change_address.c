/* SPDX-License-Identifier: MIT */
/*
 * ADDRESS: a seat's messages are to go to another address. Both addresses are asked, each with a
 * key of its own. When both have agreed the address is changed and all earlier keys are void. When
 * only the new address agrees, the moderator is informed: the old one may be lost.
 */
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary_prose.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/request/request.h"
#include "pbem/request/request_internal.h"
#include "pbem/site/preferences.h"
#include "pbem/sys/address.h"

enum {
	ASKED_A_DAY = 3,      /* by one seat, and for one address by all seats */
	ASKED_OF_SITE = 100,  /* in a day */
	GOOD_FOR_DAYS = 14,   /* lifetime of a key that agrees */
	FIRST_LINE_MAX = 200, /* bytes of the first line of the answer */
};

/* ---- asking ---- */

static int64_t count_requests(struct incoming *incoming, const char *address, int64_t add)
{
	char *small = g_ascii_strdown(address, -1);
	int64_t before = workspace_raise(
		incoming->workspace, add,
		COUNT(COUNT_ADDRESS_CHANGES, .subject = small, .day = incoming_day(incoming)));

	g_free(small);
	return before;
}

char *request_address_error(struct incoming *incoming, const struct order *order)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	char address[ADDRESS_MAX + 1];

	if (!address_read(order->text, address))
		return base_printf(translate("\"%.60s\" is no mail address. Write ADDRESS and the "
					     "new one, as in ADDRESS anna@example.org."),
				   order->text);
	if (strbuf_same(address, incoming->workspace->site->config->address) ||
	    strbuf_same(address, seat->addresses[0]))
		return base_strdup(
			"That is the address your letters go to already, or this site's own. "
			"Write ADDRESS and your new one.");
	if (incoming_count(incoming, COUNT_ADDRESS_CHANGES, 0) < ASKED_A_DAY &&
	    count_requests(incoming, address, 0) < ASKED_A_DAY &&
	    count_requests(incoming, "all", 0) < ASKED_OF_SITE)
		return NULL;
	return base_strdup("You can't change your address again today. Please try again tomorrow, "
			   "or write to the moderator.");
}

/* Sends the message that asks one of the addresses. */
static int send_confirmation(struct incoming *incoming, enum seat_moves which,
			     struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	const struct token token = {
		.game = incoming->game->file->header.number,
		.seat = (uint8_t)incoming->seat,
		.generation = seat->generation,
		.purpose = TOKEN_ADDRESS,
		.question = seats_moving_mark(seat, which),
		.expires = (uint16_t)(incoming_day(incoming) + GOOD_FOR_DAYS),
	};
	const struct mail mail = {
		.template = "address",
		.slot = which == SEAT_MOVES_NEW ? "address-new" : "address-old",
		.game = incoming->game,
		.seat = incoming->seat,
		.to = which == SEAT_MOVES_NEW ? seat->moving : NULL,
		.token = &token,
		.cause = incoming->processed.digest,
		.when = incoming->waiting->received,
		.wish = which == SEAT_MOVES_NEW ? "ask-new" : "ask-old",
	};

	return mail_send(incoming->workspace, &mail, reason);
}

int request_change_address(struct incoming *incoming, const struct order *order,
			   struct reason *reason)
{
	struct seat *seat = &incoming->game->seats.seats[incoming->seat];

	seats_stay(seat);
	(void)address_read(order->text, seat->moving);
	(void)incoming_count(incoming, COUNT_ADDRESS_CHANGES, 1);
	(void)count_requests(incoming, seat->moving, 1);
	(void)count_requests(incoming, "all", 1);
	incoming->game->seats_changed = true;
	return send_confirmation(incoming, SEAT_MOVES_OLD, reason) < 0
		       ? -1
		       : send_confirmation(incoming, SEAT_MOVES_NEW, reason);
}

/* ---- the answers ---- */

/* Reports whether the first line says no, and nothing more. */
static bool says_no(const struct incoming *incoming)
{
	const char *text = incoming->letter->text;
	size_t len;
	char *line;
	bool no;

	text += strspn(text, " \t\r\n");
	len = strcspn(text, "\r\n");
	line = base_strndup(text, len < FIRST_LINE_MAX ? len : FIRST_LINE_MAX);
	no = vocabulary_talk_is_refusal(incoming_game(incoming)->variant, line);
	free(line);
	return no;
}

static int cancel_address_change(struct incoming *incoming, struct reason *reason)
{
	seats_stay(&incoming->game->seats.seats[incoming->seat]);
	incoming_set_what(incoming, "answered: the address stays");
	return incoming_send(incoming, &(struct mail){.template = "wish", .wish = "stays"}, reason);
}

/* Changes the address, after both have agreed. Withdraws unsent messages to the old address that
 * ask something. */
static int complete_address_change(struct incoming *incoming, struct reason *reason)
{
	struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	char *cause = base_printf("sha256:%s", incoming->processed.digest);
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	event_add(&events, event_about(EVENT_SEAT_CHANGED, (uint8_t)incoming->seat, 0, "address"));
	if (incoming_game(incoming)->outcome.status == STATUS_PLAYING)
		result = workspace_enter(incoming->game, incoming->waiting->received, cause,
					 &events, reason);
	if (result == 0) {
		preferences_move(incoming->workspace, seat->addresses[0], seat->moving);
		seats_move(seat);
		mail_withdraw(incoming->workspace, incoming->game, incoming->seat);
		incoming->accepted = true;
		incoming_set_what(incoming, "accepted: ADDRESS");
		result = incoming_send(incoming, &(struct mail){.template = "moved"}, reason);
	}
	event_list_done(&events);
	free(cause);
	return result;
}

/* Records that one address has agreed; the other one is waited for. */
static int wait_for_other(struct incoming *incoming, bool is_new, struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	const struct mail mail = {
		.template = "address",
		.slot = is_new ? "address-new" : "address-old",
		.to = is_new ? seat->moving : NULL,
		.token = &incoming->token,
		.wish = "half",
	};

	incoming_set_what(incoming, "answered: one of two addresses agrees");
	if (is_new)
		workspace_notice(
			incoming->workspace, incoming->waiting->received,
			"%s (%s) in game %s asks that letters go to another address, %s. That "
			"one has said yes; the old one, %s, has not yet. If it is lost, make "
			"sure who asks, then change it: pbem address",
			seat->name,
			workspace_phrase(incoming->workspace,
					 variant_seat_title(incoming_game(incoming)->variant,
							    incoming->seat)),
			incoming->game->id, seat->moving, seat->addresses[0]);
	return incoming_send(incoming, &mail, reason);
}

int request_agree(struct incoming *incoming, struct reason *reason)
{
	struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	const bool is_new = incoming->token.question == seats_moving_mark(seat, SEAT_MOVES_NEW);
	const uint8_t before = seat->moving_agreed;
	const unsigned all = 1u << SEAT_MOVES_OLD | 1u << SEAT_MOVES_NEW;

	if (!incoming->live || incoming->letter->unreadable[0] != '\0') {
		incoming_set_what(incoming, "ignored: no change of address is asked by it now");
		return 0;
	}
	incoming->game->seats_changed = true;
	if (says_no(incoming))
		return cancel_address_change(incoming, reason);
	seat->moving_agreed |= (uint8_t)(1u << (is_new ? SEAT_MOVES_NEW : SEAT_MOVES_OLD));
	if (seat->moving_agreed == all)
		return complete_address_change(incoming, reason);
	if (seat->moving_agreed == before)
		return 0;
	return wait_for_other(incoming, is_new, reason);
}
