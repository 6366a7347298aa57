/* SPDX-License-Identifier: MIT */
/*
 * ADDRESS: letters of a seat are to go elsewhere. Both addresses are asked, each by a key of its
 * own; when both have said yes it is done, and all earlier keys are void. Where the new one alone
 * says it the moderator hears of it: the old one may be lost.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/words/words_talk.h"
#include "pbem/desk/people.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/request/requests.h"
#include "pbem/request/requests_inner.h"
#include "pbem/writing/compose.h"

enum {
	ASKED_A_DAY = 3,      /* by one seat; and of one address, by all */
	ASKED_OF_SITE = 100,  /* in a day */
	GOOD_FOR_DAYS = 14,   /* a key that agrees */
	FIRST_LINE_MAX = 200, /* of the answer */
};

/* ---- asking ---- */

static int64_t count_asked(struct matter *matter, const char *address, int64_t add)
{
	char *small = g_ascii_strdown(address, -1);
	int64_t before = desk_raise(matter->desk, add, "moves %s" LEDGER_OF_DAY, small,
				    (long long)(matter->waiting->received / SECONDS_A_DAY));

	g_free(small);
	return before;
}

char *requests_why_stays(struct matter *matter, const struct order *order)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];

	if (!compose_is_address(order->text))
		return base_printf("\"%.60s\" is no mail address. Write ADDRESS and the new one, "
				   "as ADDRESS anna@example.org.",
				   order->text);
	if (text_same(order->text, matter->desk->site->config->address) ||
	    text_same(order->text, seat->addresses[0]))
		return base_strdup(
			"That is the address your letters go to already, or this site's own. "
			"Write ADDRESS and your new one.");
	if (matter_count(matter, "moves", 0) < ASKED_A_DAY &&
	    count_asked(matter, order->text, 0) < ASKED_A_DAY &&
	    count_asked(matter, "all", 0) < ASKED_OF_SITE)
		return NULL;
	return base_strdup("So often an address is changed at most in a day. Please try it again "
			   "tomorrow, or write to the moderator.");
}

/* The letter that asks one of them. */
static int ask(struct matter *matter, enum seat_moves which, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	const struct token token = {
		.game = matter->game->file->header.number,
		.seat = (uint8_t)matter->seat,
		.generation = seat->generation,
		.purpose = TOKEN_ADDRESS,
		.question = seats_moving_mark(seat, which),
		.expires = (uint16_t)(matter->waiting->received / SECONDS_A_DAY + GOOD_FOR_DAYS),
	};
	const struct mail mail = {
		.template = "address",
		.slot = which == SEAT_MOVES_NEW ? "address-new" : "address-old",
		.game = matter->game,
		.seat = matter->seat,
		.to = which == SEAT_MOVES_NEW ? seat->moving : NULL,
		.token = &token,
		.cause = matter->deed.digest,
		.when = matter->waiting->received,
		.wish = which == SEAT_MOVES_NEW ? "ask-new" : "ask-old",
	};

	return mailing_send(matter->desk, &mail, reason);
}

int requests_move(struct matter *matter, const struct order *order, struct reason *reason)
{
	struct seat *seat = &matter->game->seats.seats[matter->seat];

	(void)matter_count(matter, "moves", 1);
	(void)count_asked(matter, order->text, 1);
	(void)count_asked(matter, "all", 1);
	seats_stay(seat);
	memcpy(seat->moving, order->text, strlen(order->text) + 1);
	matter->game->habits = true;
	return ask(matter, SEAT_MOVES_OLD, reason) < 0 ? -1 : ask(matter, SEAT_MOVES_NEW, reason);
}

/* ---- what they say ---- */

/* Whether the first line says no, and nothing more. */
static bool says_no(const struct matter *matter)
{
	const char *text = matter->letter->text;
	size_t len;
	char *line;
	bool no;

	text += strspn(text, " \t\r\n");
	len = strcspn(text, "\r\n");
	line = base_strndup(text, len < FIRST_LINE_MAX ? len : FIRST_LINE_MAX);
	no = words_talk_is_refusal(matter_game(matter)->variant, line);
	free(line);
	return no;
}

static int stay(struct matter *matter, struct reason *reason)
{
	seats_stay(&matter->game->seats.seats[matter->seat]);
	matter_set_what(matter, "answered: the address stays");
	return matter_send(matter, &(struct mail){.template = "wish", .wish = "stays"}, reason);
}

/* Both have agreed. What was on its way to the old address asks nothing any more. */
static int move(struct matter *matter, struct reason *reason)
{
	struct seat *seat = &matter->game->seats.seats[matter->seat];
	char *cause = base_printf("sha256:%s", matter->deed.digest);
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	event_add(&events, event_about(EVENT_SEAT_CHANGED, (uint8_t)matter->seat, 0, "address"));
	if (matter_game(matter)->outcome.status == STATUS_PLAYING)
		result =
			desk_enter(matter->game, matter->waiting->received, cause, &events, reason);
	if (result == 0) {
		people_move(matter->desk, seat->addresses[0], seat->moving);
		seats_move(seat);
		mailing_take_back(matter->desk, matter->game, matter->seat);
		matter->accepted = true;
		matter_set_what(matter, "accepted: ADDRESS");
		result = matter_send(matter, &(struct mail){.template = "moved"}, reason);
	}
	event_list_done(&events);
	free(cause);
	return result;
}

/* One has; the other one is waited for. */
static int wait_for_other(struct matter *matter, bool is_new, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	const struct mail mail = {
		.template = "address",
		.slot = is_new ? "address-new" : "address-old",
		.to = is_new ? seat->moving : NULL,
		.token = &matter->token,
		.wish = "half",
	};

	matter_set_what(matter, "answered: one of two addresses agrees");
	if (is_new)
		desk_notice(
			matter->desk, matter->waiting->received,
			"%s (%s) in game %s asks that letters go to another address, %s. That "
			"one has said yes; the old one, %s, has not yet. If it is lost, make "
			"sure who asks, then change it: pbem address",
			seat->name,
			desk_phrase(matter->desk,
				    variant_seat_title(matter_game(matter)->variant, matter->seat)),
			matter->game->id, seat->moving, seat->addresses[0]);
	return matter_send(matter, &mail, reason);
}

int requests_agree(struct matter *matter, struct reason *reason)
{
	struct seat *seat = &matter->game->seats.seats[matter->seat];
	const bool is_new = matter->token.question == seats_moving_mark(seat, SEAT_MOVES_NEW);
	const uint8_t before = seat->moving_agreed;
	const unsigned all = 1u << SEAT_MOVES_OLD | 1u << SEAT_MOVES_NEW;

	if (!matter->live || matter->letter->unreadable[0] != '\0') {
		matter_set_what(matter, "ignored: no change of address is asked by it now");
		return 0;
	}
	matter->game->habits = true;
	if (says_no(matter))
		return stay(matter, reason);
	seat->moving_agreed |= (uint8_t)(1u << (is_new ? SEAT_MOVES_NEW : SEAT_MOVES_OLD));
	if (seat->moving_agreed == all)
		return move(matter, reason);
	if (seat->moving_agreed == before)
		return 0;
	return wait_for_other(matter, is_new, reason);
}
