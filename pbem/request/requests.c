/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/order/order.h"
#include "core/words/words.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/people.h"
#include "pbem/request/requests.h"
#include "pbem/request/requests_inner.h"
#include "pbem/answer/sender.h"

/* With `asked_for` only those that the seat must be asked for. */
static size_t count_orders(const struct order_list *orders, bool asked_for)
{
	size_t count = 0;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (!order_is_query(order) &&
		    !(asked_for &&
		      (order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO ||
		       order->kind == ORDER_AUTOPASS || order_part(order->kind) == PART_AHEAD)))
			count++;
	}
	return count;
}

/* Whether something to be said holds the key of a letter of ours: it would let others play. */
static bool says_token(const struct matter *matter, const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++) {
		if (token_within(matter->desk->site->keys, orders->orders[i].text))
			return true;
	}
	return false;
}

/* True when there is a reason, which is freed, and the letter has been refused with it. */
static bool refuse_for(struct matter *matter, const char *template, char *why, int *result_out,
		       struct reason *reason)
{
	if (why == NULL)
		return false;
	*result_out = matter_refuse(matter, template, why, reason);
	free(why);
	return true;
}

/* True when the letter has been refused for the sake of what only such games have. */
static bool refuse_by_kind(struct matter *matter, struct order_list *orders, int *result_out,
			   struct reason *reason)
{
	const struct mail_kind *kind = desk_mail_kind(matter_game(matter)->variant);
	bool dead = false;
	char *why = kind->why_not != NULL ? kind->why_not(matter, orders, &dead) : NULL;

	return refuse_for(matter, dead ? "dead-token" : "refused", why, result_out, reason);
}

/* [resign-any-time]: an overtaken key is good for leaving the game, where the letter asks for
 * nothing else that acts. */
static bool only_resigns(const struct order_list *orders)
{
	bool resigns = false;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		/* A word of farewell acts on nothing. */
		if (order->kind != ORDER_RESIGN && order->kind != ORDER_SAY &&
		    order->kind != ORDER_SAY_TO && !order_is_query(order))
			return false;
		resigns |= order->kind == ORDER_RESIGN;
	}
	return resigns && !orders->dry_run;
}

/* Whether what is asked may be asked with the key of this letter: it isn't overtaken, nor good for
 * asking alone and from before the seat's turn began, or of a turn that was lost. */
static bool has_key_for(const struct matter *matter, const struct order_list *orders)
{
	bool asked = matter_game(matter)->questions[matter->seat].entry != 0 || matter->lost;

	if (only_resigns(orders) && !matter->lost && !matter->voided)
		return true;
	return matter->live &&
	       !(count_orders(orders, true) > 0 && asked && matter->token.purpose != TOKEN_TURN);
}

static int refuse_dead(struct matter *matter, struct reason *reason)
{
	struct reason why;

	sender_why_dead(matter, &why);
	return matter_refuse(matter, "dead-token", why.text, reason);
}

/* A letter whose orders came to nothing changes nothing at all. */
static bool grants(const struct matter *matter, const struct order_list *orders)
{
	return !orders->dry_run && (matter->accepted || count_orders(orders, false) == 0);
}

/* The letter's orders, as they were read; none of them can be wrong in itself. */
static int answer_orders(struct matter *matter, struct order_list *orders, struct reason *reason)
{
	struct reason why;
	int result;

	if (!has_key_for(matter, orders))
		return refuse_dead(matter, reason);
	if (requests_why_not(matter, orders) != NULL)
		return matter_refuse(matter, "refused", requests_why_not(matter, orders), reason);
	if (says_token(matter, orders))
		return matter_refuse(matter, "refused",
				     "What you want to SAY holds the key of one of your letters; "
				     "whoever reads it could play for you. Please leave it out.",
				     reason);
	if (refuse_for(matter, "refused", requests_why_unknown(matter, orders), &result, reason) ||
	    refuse_for(matter, "refused", requests_why_unsaid(matter, orders), &result, reason) ||
	    refuse_for(matter, "refused", requests_why_not_away(matter, orders), &result, reason) ||
	    refuse_by_kind(matter, orders, &result, reason))
		return result;
	/* Before the work is done. */
	if (orders->dry_run && matter_is_rationed(matter))
		return matter_pass_over(matter, reason);
	if (requests_settle(matter, orders, &why) == REFUSED)
		return matter_refuse(matter, "refused", why.text, reason);
	requests_note(matter, "answered", orders);
	result = count_orders(orders, false) > 0 || orders->dry_run
			 ? requests_decide(matter, orders, reason)
			 : 0;
	if (result == 0)
		result = requests_ask(matter, orders, grants(matter, orders), reason);
	return result;
}

/* With the order that the line may have been meant for. */
static int refuse_unread(struct matter *matter, const struct order_list *orders,
			 const struct reason *why, struct reason *reason)
{
	if (orders->missed != NULL)
		requests_nearest(matter, orders->missed, true);
	return matter_refuse(matter, "refused", why->text, reason);
}

/* Who answers what the game has asked has the letter that asked. What was only sent says less: a
 * newer letter may have taken its place. */
static void note_letter(struct matter *matter)
{
	const struct mail_kind *kind = desk_mail_kind(matter_game(matter)->variant);
	struct seat *seat = &matter->game->seats.seats[matter->seat];

	if (seat->letters < LETTERS_COUNTED) {
		seat->letters++;
		matter->game->habits = true;
	}
	if (matter->live && matter->token.purpose == TOKEN_TURN && kind->note_seen != NULL)
		kind->note_seen(matter);
}

/* In the words that the seat's player writes orders with. */
static int answer_spoken(struct matter *matter, struct reason *reason)
{
	const struct game *game = matter_game(matter);
	const struct mail_kind *kind = desk_mail_kind(game->variant);
	struct order_list orders;
	struct reason why;
	int result;

	note_letter(matter);
	order_list_init(&orders);
	if ((kind->check_text != NULL && kind->check_text(matter, &why) == REFUSED) ||
	    order_read_letter(game->variant, matter->letter->text, &orders, &why) == REFUSED)
		result = matter->live ? refuse_unread(matter, &orders, &why, reason)
				      : refuse_dead(matter, reason);
	else
		result = answer_orders(matter, &orders, reason);
	order_list_done(&orders);
	return result;
}

int requests_answer(struct matter *matter, struct reason *reason)
{
	const char *spoken = words_spoken();
	struct person person;
	int result;

	people_of(matter->desk, &matter->game->seats.seats[matter->seat], &person);
	result = words_speak(person.language, reason);
	if (result == 0)
		result = answer_spoken(matter, reason);
	return words_speak(spoken, result == 0 ? reason : NULL) < 0 ? -1 : result;
}
