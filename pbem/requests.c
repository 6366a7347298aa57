/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/table.h"
#include "core/notation.h"
#include "core/order.h"
#include "core/turn.h"
#include "core/view.h"
#include "pbem/history.h"
#include "pbem/pages.h"
#include "pbem/letters_table.h"
#include "pbem/requests.h"
#include "pbem/requests_cards.h"
#include "pbem/requests_ring.h"

static const struct game *
game_in_hand(const struct hand *hand)
{
	return &hand->game->file->game;
}

/* ---- orders ---- */

/* Every order on a line of its own. */
static void
list_orders(const struct hand *hand, const struct order_list *orders, struct text *out)
{
	for (size_t i = 0; i < orders->count; i++) {
		if (order_is_query(&orders->orders[i]))
			continue;
		order_print(game_in_hand(hand)->variant, &orders->orders[i], out);
		text_add_char(out, '\n');
	}
}

/* Whether log and ledger mustn't name an order: of a game with cards they know what its record tells,
 * and no more of a hand by what was only asked or tried, or waits. */
static bool
is_hidden(const struct hand *hand, const char *verdict, const struct order *order)
{
	const struct game *game = game_in_hand(hand);

	return game->table != NULL && (strcmp(verdict, "accepted") != 0 ||
	                               game->table->held[hand->seat].there ||
	                               order_is_query(order) || turn_order_is_secret(game, order));
}

/* What the letter did, for log and ledger: what was said is nobody's business there. */
static void
note_orders(struct hand *hand, const char *verdict, const struct order_list *orders)
{
	struct text what;

	text_init(&what, sizeof hand->deed.what - 1);
	text_addf(&what, "%s:", verdict);
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		text_add(&what, i > 0 ? "; " : " ");
		if (order->kind == ORDER_SAY)
			text_add(&what, "SAY");
		else if (order->kind == ORDER_SAY_TO)
			text_add(&what, "SAY TO");
		else if (is_hidden(hand, verdict, order))
			text_add(&what, "(secret)");
		else
			order_print(game_in_hand(hand)->variant, order, &what);
	}
	snprintf(hand->deed.what, sizeof hand->deed.what, "%s", what.bytes);
	text_done(&what);
}

/* With `asked_for` only those that the seat must be asked for. */
static size_t
count_orders(const struct order_list *orders, bool asked_for)
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

/* Hands on what was said: to all other seats, or to the one named. */
static int
pass_on(struct hand *hand, const struct order *order, size_t index, struct reason *reason)
{
	const struct game *game = game_in_hand(hand);
	char *cause = base_printf("%zu%s", index, hand->deed.digest);
	char *said = base_printf("%s%s", order->kind == ORDER_SAY_TO ? "(to you alone) " : "",
	                         order->text);
	int result = 0;

	for (unsigned seat = 0; result == 0 && seat < variant_seats(game->variant); seat++) {
		const struct mail mail = {
			.template = "said",
			.game = hand->game,
			.seat = seat,
			.cause = cause,
			.when = hand->waiting->received,
			.from = hand->game->file->header.names[hand->seat],
			.said = said,
		};

		if (seat == hand->seat || (order->kind == ORDER_SAY_TO && order->seat != seat))
			continue;
		result = mailing_send(&hand->intake->mailing, &mail, reason);
	}
	free(said);
	free(cause);
	return result;
}

/* A dry run: the facts happen to a copy, and the answer shows it. `why`: they would be refused. */
static int
answer_try(struct hand *hand, const struct order_list *orders, const struct event_list *events,
           const char *why, struct reason *reason)
{
	const struct entry_head head = {
		.number = hand->game->file->head + 1,
		.when = hand->waiting->received,
		.cause = "try",
	};
	struct game trial;
	struct text asked;
	const unsigned before = game_in_hand(hand)->turns;
	struct mail mail = {.template = "try", .show = &trial, .why = why, .before = &before};
	int result = 0;

	text_init(&asked, 0);
	list_orders(hand, orders, &asked);
	mail.orders = asked.bytes;
	game_copy(&trial, game_in_hand(hand));
	if (trial.table != NULL)
		table_conceal(trial.table, (uint8_t)hand->seat);
	for (size_t i = 0; result == 0 && i < events->count; i++)
		result = game_apply(&trial, &head, &events->events[i], reason);
	note_orders(hand, "tried", orders);
	if (result == 0)
		result = hand_send(hand, &mail, reason);
	game_done(&trial);
	text_done(&asked);
	return result;
}

static int
enter(struct hand *hand, const struct order_list *orders, const struct event_list *events,
      struct reason *reason)
{
	char *cause = base_printf("sha256:%s", hand->deed.digest);
	const unsigned before = game_in_hand(hand)->turns;
	struct text asked;
	struct mail mail = {.template = "accepted", .before = &before};
	int result = 0;

	text_init(&asked, 0);
	list_orders(hand, orders, &asked);
	mail.orders = asked.bytes;
	if (events->count > 0)
		result = desk_enter(hand->game, hand->waiting->received, cause, events, reason);
	if (result == 0) {
		hand->accepted = true;
		note_orders(hand, "accepted", orders);
		result = hand_send(hand, &mail, reason);
	}
	for (size_t i = 0; result == 0 && i < orders->count; i++)
		if (orders->orders[i].kind == ORDER_SAY || orders->orders[i].kind == ORDER_SAY_TO)
			result = pass_on(hand, &orders->orders[i], i, reason);
	text_done(&asked);
	free(cause);
	return result;
}

/* The letter lists all legal moves by itself. */
static int
refuse_orders(struct hand *hand, struct reason *why, struct reason *reason)
{
	char *list = strstr(why->text, NOTATION_ALL_LEGAL);

	if (list != NULL)
		*list = '\0';
	return hand_refuse(hand, "refused", why->text, reason);
}

static int
decide(struct hand *hand, const struct order_list *orders, struct reason *reason)
{
	struct event_list events;
	enum verdict verdict;
	struct reason why;
	int result;

	event_list_init(&events);
	verdict = game_in_hand(hand)->table != NULL
	                  ? requests_decide_cards(hand, orders, &events, &why)
	                  : turn_decide(game_in_hand(hand), hand->seat, orders, &events, &why);
	if (orders->dry_run)
		result = answer_try(hand, orders, &events, verdict == REFUSED ? why.text : NULL,
		                    reason);
	else if (verdict == REFUSED)
		result = refuse_orders(hand, &why, reason);
	else
		result = enter(hand, orders, &events, reason);
	event_list_done(&events);
	return result;
}

/* ---- queries ---- */

static int
answer_board(struct hand *hand, const struct order *order, struct reason *reason)
{
	long number = text_number(order->text, MAX_SEATS);
	const struct mail mail = {
		.template = "board",
		.compact = text_same(order->text, "compact"),
		.board = number > 0 ? (unsigned)number : 0,
	};

	return hand_send(hand, &mail, reason);
}

static int
answer_status(struct hand *hand, const struct order *order, struct reason *reason)
{
	const struct mail mail = {.template = "status"};

	(void)order;
	return hand_send(hand, &mail, reason);
}

static int
answer_history(struct hand *hand, const struct order *order, struct reason *reason)
{
	char *folder = site_game_folder(hand->intake->site, hand->game->id);
	struct mail mail = {.template = "history"};
	struct text list;
	int result;

	(void)order;
	text_init(&list, 0);
	result = history_list(folder, hand->intake->site->library, game_in_hand(hand), &list, reason);
	mail.history = list.len > 0 ? list.bytes : "No move has been made yet.";
	if (result == 0)
		result = hand_send(hand, &mail, reason);
	text_done(&list);
	free(folder);
	return result;
}

/* The page that tells a variant's rules; NULL when there is none of that name. The caller frees it. */
static char *
rules_page(const struct hand *hand, const char *variant)
{
	struct reason reason;
	struct text page;

	text_init(&page, 0);
	if (pages_read(variant_folder(hand->intake->site->library), variant, &page, &reason) == 0)
		return page.bytes;
	text_done(&page);
	return NULL;
}

/* The page on rules that a topic means, in small letters; the caller frees it. */
static char *
page_of(const struct hand *hand, const char *topic)
{
	char *page;

	if (text_same(topic, "rules"))
		topic = variant_name(game_in_hand(hand)->variant);
	else if (text_same(topic, "remove") || text_same(topic, "trade"))
		topic = PAGES_ADDITIONS;
	page = base_strdup(topic);
	for (char *c = page; *c != '\0'; c++)
		*c = (char)tolower((unsigned char)*c);
	return page;
}

/* HELP RULES is about the variant played here; any other can be asked for by its name. */
static int
answer_help(struct hand *hand, const struct order *order, struct reason *reason)
{
	const char *template = letters_table_help(order->text);
	char *topic = page_of(hand, order->text), *page, *why = NULL;
	struct mail mail = {.template = template != NULL ? template : "help"};
	int result;

	page = template == NULL ? rules_page(hand, topic) : NULL;
	if (page != NULL)
		mail.template = "help-rules";
	else if (template == NULL)
		why = base_printf("There is no help on '%.40s'.", order->text);
	mail.rules = page;
	mail.own_rules = text_same(order->text, "rules");
	mail.why = why;
	result = hand_send(hand, &mail, reason);
	free(why);
	free(page);
	free(topic);
	return result;
}

/* ---- wishes ---- */

/* Writes down what the seat wants to get from now on. */
static void
keep_wishes(struct hand *hand)
{
	char *path = base_printf("games/%s/seats", hand->game->id);
	struct text seats;

	text_init(&seats, 0);
	seats_print(&hand->game->seats, game_in_hand(hand)->variant, &seats);
	batch_write(&hand->intake->batch, path, seats.bytes, seats.len);
	text_done(&seats);
	free(path);
}

static int
answer_wish(struct hand *hand, const struct order *order, struct reason *reason)
{
	struct seat *seat = &hand->game->seats.seats[hand->seat];
	struct mail mail = {.template = "wish"};

	if (order->kind == WISH_VIEW) {
		mail.wish = text_same(order->text, "own") ? "own" : "first";
		seat->view_own = text_same(order->text, "own");
	} else {
		mail.wish = order->kind == WISH_LEAVE ? "leave" : "watch";
		seat->left = order->kind == WISH_LEAVE;
	}
	keep_wishes(hand);
	return hand_send(hand, &mail, reason);
}

/* LEAVE and WATCH are for those whom the game doesn't ask any more, VIEW for games of one board. NULL:
 * the wish can be met. */
static const char *
why_not_wish(const struct hand *hand, const struct order_list *orders)
{
	const struct game *game = game_in_hand(hand);

	for (size_t i = 0; i < orders->count; i++) {
		enum order_kind kind = orders->orders[i].kind;

		if (kind == WISH_VIEW && game->ring != NULL)
			return "VIEW isn't for this game: both your boards are always drawn from your "
			       "own side.";
		if (game->outcome.status != STATUS_PLAYING || !game_in_play(game, hand->seat))
			continue;
		if (kind == WISH_LEAVE)
			return "LEAVE is for players who are out of the game. You are in it; to "
			       "give it up write RESIGN.";
		if (kind == WISH_WATCH)
			return "WATCH is for players who are out of the game. You are in it, so you "
			       "see it all.";
	}
	return NULL;
}

/* One row a query: adding one is a row, a function and a template. */
static const struct {
	enum order_kind kind;
	int (*answer)(struct hand *hand, const struct order *order, struct reason *reason);
} queries[] = {
	{QUERY_BOARD, answer_board},
	{QUERY_STATUS, answer_status},
	{QUERY_HISTORY, answer_history},
	{QUERY_HELP, answer_help},
	{QUERY_HAND, requests_hand},
	{QUERY_CARD, requests_card},
	{QUERY_PLAYS, requests_plays},
	{WISH_VIEW, answer_wish},
	{WISH_LEAVE, answer_wish},
	{WISH_WATCH, answer_wish},
};

static int
answer_queries(struct hand *hand, const struct order_list *orders, struct reason *reason)
{
	/* A letter whose orders came to nothing changes nothing at all. */
	bool grants = !orders->dry_run && (hand->accepted || count_orders(orders, false) == 0);
	int result = 0;

	for (size_t i = 0; result == 0 && i < orders->count; i++)
		for (size_t j = 0; result == 0 && j < ARRAY_LEN(queries); j++)
			if (queries[j].kind == orders->orders[i].kind &&
			    (grants || queries[j].kind < WISH_VIEW)) {
				result = queries[j].answer(hand, &orders->orders[i], reason);
				hand->answers++;
			}
	return result;
}

/* ---- the whole letter ---- */

/* Whether something to be said holds the key of a letter of ours: it would let others play. */
static bool
says_token(const struct hand *hand, const struct order_list *orders)
{
	for (size_t i = 0; i < orders->count; i++) {
		const char *text = orders->orders[i].text;

		for (size_t at = 0; at < strlen(text);) {
			size_t len = strcspn(text + at, " .,;:<>@\"'()[]");
			char word[TOKEN_TEXT + 1];
			struct token token;

			if (len == TOKEN_TEXT) {
				memcpy(word, text + at, TOKEN_TEXT);
				word[TOKEN_TEXT] = '\0';
				if (token_read(hand->intake->site->keys, word, &token))
					return true;
			}
			at += len + 1;
		}
	}
	return false;
}

/* In a ring: true when the letter has been refused for a board's sake. */
static bool
refuse_boards(struct hand *hand, struct order_list *orders, int *result_out, struct reason *reason)
{
	bool dead = false;
	char *why = game_in_hand(hand)->ring != NULL ? requests_ring(hand, orders, &dead) : NULL;

	if (why == NULL)
		return false;
	*result_out = hand_refuse(hand, dead ? "dead-token" : "refused", why, reason);
	free(why);
	return true;
}

static int
refuse_dead(struct hand *hand, struct reason *reason)
{
	struct reason why;

	sender_why_dead(hand, &why);
	return hand_refuse(hand, "dead-token", why.text, reason);
}

int
requests_answer(struct hand *hand, struct reason *reason)
{
	const struct game *game = game_in_hand(hand);
	bool asked = game->questions[hand->seat].entry != 0;
	struct order_list orders;
	struct reason why;
	int result;

	if (!hand->live)
		return refuse_dead(hand, reason);
	order_list_init(&orders);
	if (requests_check_cards(hand, &why) == REFUSED ||
	    order_read_letter(game->variant, hand->letter->text, &orders, &why) == REFUSED) {
		result = hand_refuse(hand, "refused", why.text, reason);
	} else if (why_not_wish(hand, &orders) != NULL) {
		result = hand_refuse(hand, "refused", why_not_wish(hand, &orders), reason);
	} else if (says_token(hand, &orders)) {
		result = hand_refuse(hand, "refused",
		                     "What you want to SAY holds the key of one of your letters; "
		                     "whoever reads it could play for you. Please leave it out.",
		                     reason);
	} else if (count_orders(&orders, true) > 0 && asked && hand->token.purpose != TOKEN_TURN) {
		/* Written in answer to a letter from before his turn began. */
		result = refuse_dead(hand, reason);
	} else if (!refuse_boards(hand, &orders, &result, reason)) {
		note_orders(hand, "answered", &orders);
		result = count_orders(&orders, false) > 0 || orders.dry_run
		                 ? decide(hand, &orders, reason)
		                 : 0;
		if (result == 0)
			result = answer_queries(hand, &orders, reason);
	}
	order_list_done(&orders);
	return result;
}
