/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/table/table.h"
#include "core/order/order.h"
#include "core/view/view_cards.h"
#include "pbem/mailing/press.h"
#include "pbem/request/requests.h"
#include "pbem/request/requests_cards.h"
#include "pbem/request/requests_orders.h"
#include "pbem/request/requests_queries.h"
#include "pbem/request/requests_readings.h"
#include "pbem/request/requests_ring.h"
#include "pbem/answer/sender.h"

/* With `asked_for` only those that the seat must be asked for. */
static size_t count_orders(const struct order_list *orders, bool asked_for)
{
	size_t count = 0;

	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		if (!order_is_query(order) &&
		    !(asked_for && (order->kind == ORDER_SAY || order->kind == ORDER_SAY_TO ||
				    order->kind == ORDER_AUTOPASS)))
			count++;
	}
	return count;
}

/* Whether something to be said holds the key of a letter of ours: it would let others play. */
static bool says_token(const struct hand *hand, const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++) {
		if (token_within(hand->intake->site->keys, orders->orders[i].text))
			return true;
	}
	return false;
}

/* True when the letter has been refused for what it wants to say. */
static bool refuse_said(struct hand *hand, const struct order_list *orders, int *result_out,
			struct reason *reason)
{
	char *why = press_why_not(hand, orders);

	if (why == NULL)
		return false;
	*result_out = hand_refuse(hand, "refused", why, reason);
	free(why);
	return true;
}

/* In a ring: true when the letter has been refused for a board's sake. */
static bool refuse_boards(struct hand *hand, struct order_list *orders, int *result_out,
			  struct reason *reason)
{
	bool dead = false;
	char *why = hand_game(hand)->ring != NULL ? requests_ring(hand, orders, &dead) : NULL;

	if (why == NULL)
		return false;
	*result_out = hand_refuse(hand, dead ? "dead-token" : "refused", why, reason);
	free(why);
	return true;
}

/* S11: an overtaken key is good for leaving the game, where the letter asks for nothing else that
 * acts. */
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
static bool has_key_for(const struct hand *hand, const struct order_list *orders)
{
	bool asked = hand_game(hand)->questions[hand->seat].entry != 0 || hand->lost;

	if (only_resigns(orders) && !hand->lost && !hand->voided)
		return true;
	return hand->live &&
	       !(count_orders(orders, true) > 0 && asked && hand->token.purpose != TOKEN_TURN);
}

static int refuse_dead(struct hand *hand, struct reason *reason)
{
	struct reason why;

	sender_why_dead(hand, &why);
	return hand_refuse(hand, "dead-token", why.text, reason);
}

/* A letter whose orders came to nothing changes nothing at all. */
static bool grants(const struct hand *hand, const struct order_list *orders)
{
	return !orders->dry_run && (hand->accepted || count_orders(orders, false) == 0);
}

/* A deck whose next line names a card is cut in half: the mail program has broken it, or its
 * writer. */
static bool refuse_cut_deck(struct hand *hand, const struct order_list *orders, int *result_out,
			    struct reason *reason)
{
	const struct game *game = hand_game(hand);
	const char *line = orders->below_deck;
	struct reason why;
	size_t used = 0;
	char *first;

	if (line == NULL || game->table == NULL)
		return false;
	line += strspn(line, " \t");
	first = base_strndup(line, strcspn(line, ",;\r"));
	if (card_named(game->table->book->set, first, &used) == NO_CARD ||
	    first[used + strspn(first + used, " \t.!")] != '\0') {
		free(first);
		return false;
	}
	reason_set(&why,
		   "the line below the deck, \"%.40s\", names a card too, and the line above it "
		   "has no comma at its "
		   "end. Write all cards of the deck behind DECK, a comma between them",
		   line);
	*result_out = hand_refuse(hand, "refused", why.text, reason);
	free(first);
	return true;
}

/* The letter's orders, as they were read; none of them can be wrong in itself. */
static int answer_orders(struct hand *hand, struct order_list *orders, struct reason *reason)
{
	struct reason why;
	int result;

	if (!has_key_for(hand, orders))
		return refuse_dead(hand, reason);
	if (requests_why_not(hand, orders) != NULL)
		return hand_refuse(hand, "refused", requests_why_not(hand, orders), reason);
	if (says_token(hand, orders))
		return hand_refuse(hand, "refused",
				   "What you want to SAY holds the key of one of your letters; "
				   "whoever reads it could play for you. Please leave it out.",
				   reason);
	if (refuse_said(hand, orders, &result, reason) ||
	    refuse_boards(hand, orders, &result, reason) ||
	    refuse_cut_deck(hand, orders, &result, reason))
		return result;
	/* Before the work is done. */
	if (orders->dry_run && hand_is_rationed(hand))
		return hand_pass_over(hand, reason);
	if (requests_settle(hand, orders, &why) == REFUSED)
		return hand_refuse(hand, "refused", why.text, reason);
	requests_note(hand, "answered", orders);
	result = count_orders(orders, false) > 0 || orders->dry_run
			 ? requests_decide(hand, orders, reason)
			 : 0;
	if (result == 0)
		result = requests_ask(hand, orders, grants(hand, orders), reason);
	return result;
}

/* With the order that the line may have been meant for. */
static int refuse_unread(struct hand *hand, const struct order_list *orders,
			 const struct reason *why, struct reason *reason)
{
	if (orders->missed != NULL)
		requests_nearest(hand, orders->missed, true);
	return hand_refuse(hand, "refused", why->text, reason);
}

static void note_seen(void *context, const char *card)
{
	struct hand *hand = context;

	hand->game->habits |= seats_note_seen(&hand->game->seats.seats[hand->seat], card);
}

/* Who answers what the game has asked has the letter that asked, and with it every card of the
 * hand. What was only sent says less: a newer letter may have taken its place. */
static void note_letter(struct hand *hand)
{
	const struct game *game = hand_game(hand);
	struct seat *seat = &hand->game->seats.seats[hand->seat];

	if (seat->letters < LETTERS_COUNTED) {
		seat->letters++;
		hand->game->habits = true;
	}
	if (hand->live && hand->token.purpose == TOKEN_TURN && game->table != NULL && game->started)
		view_cards_names(game, (uint8_t)hand->seat, note_seen, hand);
}

int requests_answer(struct hand *hand, struct reason *reason)
{
	const struct game *game = hand_game(hand);
	struct order_list orders;
	struct reason why;
	int result;

	note_letter(hand);
	order_list_init(&orders);
	if (requests_check_cards(hand, &why) == REFUSED ||
	    order_read_letter(game->variant, hand->letter->text, &orders, &why) == REFUSED)
		result = hand->live ? refuse_unread(hand, &orders, &why, reason)
				    : refuse_dead(hand, reason);
	else
		result = answer_orders(hand, &orders, reason);
	order_list_done(&orders);
	return result;
}
