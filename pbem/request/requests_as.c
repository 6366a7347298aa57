/* SPDX-License-Identifier: MIT */
/*
 * What a moderator enters for a player who can't mail. It is read and decided like that player's
 * letter, by what his seat may know and with all its checks but the key's; the entry says who made
 * it. Where hands are secret a refusal tells the moderator no more than anybody could know.
 */
#include <stdlib.h>
#include <string.h>

#include "core/turn/turn.h"
#include "core/turn/undo.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/people.h"
#include "pbem/mailing/remark.h"
#include "pbem/mailing/remark_words.h"
#include "pbem/request/requests_as.h"
#include "pbem/request/requests_inner.h"

static int asked_wrongly(struct reason *reason)
{
	return reason_is(reason, REASON_ASKED);
}

/* Only orders are entered: who asks or wishes something gets a letter. */
static int check_orders(const struct matter *matter, const struct order_list *orders,
			struct reason *reason)
{
	bool acts = false;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		acts |= order_is_deed(order);
		if (order_is_query(order))
			return reason_fail(reason,
					   "line %u asks or wishes something, and nobody would get "
					   "the answer; leave it out",
					   order->line);
		if (token_within(matter->desk->site->keys, order->text))
			return reason_fail(reason,
					   "line %u holds the key of a player's letter; leave it "
					   "out",
					   order->line);
	}
	if (orders->dry_run || !acts)
		return reason_fail(reason, orders->dry_run
						   ? "TRY is for players; leave it out"
						   : "there is no order in it that does anything");
	return 0;
}

/* ---- why not ---- */

static bool has_secrets(const struct matter *matter)
{
	return desk_mail_kind(matter_game(matter)->variant)->hides != NULL;
}

/* Whether what everybody knows is enough to refuse the orders, with that reason. */
static bool is_refused_by_all(const struct matter *matter, const struct order_list *orders,
			      struct reason *why)
{
	const struct mail_kind *kind = desk_mail_kind(matter_game(matter)->variant);
	struct event_list events;
	struct game seen;
	bool refused;

	for (size_t i = 0; i < orders->count; i++)
		if (order_part(orders->orders[i].kind) != PART_TURN)
			return false;
	if (kind->conceal == NULL)
		return false;
	event_list_init(&events);
	game_copy(&seen, matter_game(matter));
	kind->conceal(&seen, NO_SIDE);
	refused = turn_decide(&seen, matter->seat, orders, &events, why) == REFUSED;
	game_done(&seen);
	event_list_done(&events);
	return refused;
}

/* `why` becomes what the moderator may read of it. */
static int refuse(const struct matter *matter, const struct order_list *orders, struct reason *why,
		  struct reason *reason)
{
	const char *title = variant_seat_title(matter_game(matter)->variant, matter->seat);

	if (!has_secrets(matter) || is_refused_by_all(matter, orders, why))
		*reason = *why;
	else
		reason_set(reason,
			   "these orders of %s can't be carried out. Why isn't told here, since "
			   "it may tell of what only %s may see",
			   title, title);
	return asked_wrongly(reason);
}

/* What a letter of the player's would be refused for before it is decided. */
static int check_letter(struct matter *matter, struct order_list *orders, struct reason *reason)
{
	const struct mail_kind *kind = desk_mail_kind(matter_game(matter)->variant);
	struct reason why;
	bool dead = false;
	char *fault = requests_why_unsaid(matter, orders);

	if (fault == NULL && kind->why_not != NULL)
		fault = kind->why_not(matter, orders, &dead);
	if (fault != NULL) {
		reason_set(&why, "%s", fault);
		free(fault);
		return refuse(matter, orders, &why, reason);
	}
	if (requests_settle(matter, orders, &why) == REFUSED)
		return refuse(matter, orders, &why, reason);
	return 0;
}

/* ---- what follows ---- */

static int enter(struct matter *matter, const struct act_request *request,
		 const struct order_list *orders, struct event_list *events, struct reason *reason)
{
	const struct game *game = matter_game(matter);
	const unsigned before = game->turns;
	struct mail receipt = {.template = "accepted", .wish = "entered", .before = &before};
	struct event_list all;
	struct text asked;
	unsigned to;
	char *told = remark_words("The moderator has entered orders for %s",
				  variant_seat_title(game->variant, matter->seat), NULL, NULL);
	int result;

	event_list_init(&all);
	text_init(&asked, 0);
	event_add(&all, event_about(EVENT_AS, (uint8_t)matter->seat, 0, NULL));
	event_append(&all, events);
	result = moderate_enter(matter->desk, request, &all, told, reason);
	if (result == 0 && undo_is_agreed(matter_game(matter), &to)) {
		result = desk_undo(matter->desk, matter->game, to, matter->desk->now, "consent",
				   NULL, reason);
		if (result == 0)
			remark_undone(matter->desk, matter->game,
				      "All have agreed, and the game is taken back", "");
	}
	matter->accepted = true;
	/* It answers no letter of the player's, whatever was entered. */
	matter->letter = NULL;
	requests_list(matter, orders, &asked);
	receipt.orders = asked.bytes;
	if (result == 0)
		result = matter_send(matter, &receipt, reason);
	for (size_t i = 0; result == 0 && i < orders->count; i++)
		requests_say(matter, &orders->orders[i]);
	text_done(&asked);
	event_list_done(&all);
	free(told);
	return result;
}

static int decide(struct matter *matter, const struct act_request *request,
		  struct order_list *orders, struct reason *reason)
{
	struct event_list events;
	struct reason why;
	int result;

	event_list_init(&events);
	if (check_letter(matter, orders, reason) != 0)
		result = -1;
	else if (requests_judge(matter, orders, &events, &why) == REFUSED)
		result = refuse(matter, orders, &why, reason);
	else
		result = enter(matter, request, orders, &events, reason);
	event_list_done(&events);
	return result;
}

/* ---- reading ---- */

static int answer(struct matter *matter, const struct act_request *request, struct reason *reason)
{
	const struct mail_kind *kind = desk_mail_kind(matter_game(matter)->variant);
	struct order_list orders;
	struct reason why;
	int result;

	order_list_init(&orders);
	if (matter->letter->unreadable[0] != '\0') {
		reason_set(reason, "%s", matter->letter->unreadable);
		result = asked_wrongly(reason);
	} else if (kind->check_text != NULL && kind->check_text(matter, &why) == REFUSED) {
		result = refuse(matter, &orders, &why, reason);
	} else if (order_read_letter(matter_game(matter)->variant, matter->letter->text, &orders,
				     reason) == REFUSED ||
		   check_orders(matter, &orders, reason) != 0) {
		result = asked_wrongly(reason);
	} else {
		result = decide(matter, request, &orders, reason);
	}
	order_list_done(&orders);
	return result;
}

/* In the words that the seat's player writes orders with. */
static int answer_spoken(struct matter *matter, const struct act_request *request,
			 struct reason *reason)
{
	const char *spoken = words_spoken();
	struct person person;
	int result;

	people_of(matter->desk, &matter->game->seats.seats[matter->seat], &person);
	result = words_speak(person.language, reason);
	if (result == 0)
		result = answer(matter, request, reason);
	return words_speak(spoken, result == 0 ? reason : NULL) < 0 ? -1 : result;
}

/* The same orders after another entry are others. */
static void name_cause(struct matter *matter, const char *bytes)
{
	char *whole = base_printf("%s %u %u %s", matter->game->id, matter->seat,
				  matter->game->file->head, bytes);
	struct digest digest;

	digest_bytes(whole, strlen(whole), &digest);
	memcpy(matter->deed.digest, digest.hex, sizeof digest.hex);
	free(whole);
}

static int enter_as(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const char *bytes = request->given->words[2];
	const struct waiting waiting = {.received = desk->now};
	struct letter *letter = NULL;
	struct matter matter = {
		.desk = desk,
		.waiting = &waiting,
		.game = request->game,
		.seat = request->seat,
		.live = true,
		.token = {.purpose = TOKEN_TURN,
			  .seat = (uint8_t)request->seat,
			  .question = (uint16_t)request->game->file->head},
	};
	int result;

	if (site_need_words(desk->site, reason) != 0)
		return -1;
	switch (apart_read(bytes, strlen(bytes), &letter, reason)) {
	case APART_READ:
		break;
	case APART_LATER:
		return -1;
	case APART_REFUSED:
	case APART_FAILED:
		return asked_wrongly(reason);
	}
	matter.letter = letter;
	name_cause(&matter, bytes);
	result = answer_spoken(&matter, request, reason);
	letter_free(letter);
	return result;
}

const struct act requests_as = {
	.command = {.name = "deliver", .words = "GAME SEAT LETTER"},
	.act = enter_as,
};
