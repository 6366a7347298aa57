/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/calendar/timezone.h"
#include "pbem/compose/template_catalog.h"
#include "pbem/mail/mail_history.h"
#include "pbem/mail/rules_pages.h"
#include "pbem/request/request_internal.h"
#include "pbem/signup/signup.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/preferences.h"

/* The message that contains a page on rules. */
#define RULES "help-rules"

static int answer_board(struct incoming *incoming, const struct order *order, struct reason *reason)
{
	long number = strbuf_number(order->text, MAX_SEATS);
	const struct mail mail = {
		.template = "board",
		.compact = strbuf_same(order->text, "compact"),
		.board = number > 0 ? (unsigned)number : 0,
	};

	return incoming_send(incoming, &mail, reason);
}

static int answer_history(struct incoming *incoming, const struct order *order,
			  struct reason *reason)
{
	struct mail mail = {.template = "history"};
	struct strbuf list;
	int result;

	(void)order;
	strbuf_init(&list, 0);
	result = mail_history(incoming->game, &list, reason);
	mail.history = list.len > 0 ? list.bytes : translate("No move has been made yet.");
	if (result == 0)
		result = incoming_send(incoming, &mail, reason);
	strbuf_done(&list);
	return result;
}

/* Answers HELP. HELP RULES is about the variant played here; the rules of any other can be
 * requested by its name. */
static int answer_help(struct incoming *incoming, const struct order *order, struct reason *reason)
{
	const struct variant *variant = incoming_game(incoming)->variant;
	const char *letter = template_catalog_table_help(order->text);
	bool own = rules_pages_are_own(order->text), asks_page = letter == NULL || own;
	char *page = NULL, *why = NULL;
	struct mail mail = {.template = asks_page ? "help" : letter};
	int result =
		asks_page ? rules_pages_of_topic(variant_folder(incoming->workspace->site->library),
						 variant, order->text, &page, reason)
			  : 0;

	if (page != NULL)
		mail.template = RULES;
	else if (asks_page)
		why = base_printf(translate("There is no help on '%.40s'."), order->text);
	mail.rules = page;
	mail.own_rules = own;
	mail.why = why;
	if (result == 0)
		result = incoming_send(incoming, &mail, reason);
	free(why);
	free(page);
	return result;
}

/* ---- settings ---- */

/* Settings that are on or off in all games of an address. */
static const struct {
	enum order_kind kind;
	const char *key, *on, *off; /* `key` as in preferences.h; `on` and `off` are values of the
				       answer's template */
} switches[] = {
	{SETTING_SHORT, PREFERENCES_SHORT, "short", "long"},
	{SETTING_CALENDAR, PREFERENCES_CALENDAR, "calendar", "no-calendar"},
	{SETTING_HTML, PREFERENCES_HTML, "html", "no-html"},
	{SETTING_LINKS, PREFERENCES_LINKS, "linked", "no-linked"},
};

static int answer_switch(struct incoming *incoming, const struct order *order,
			 struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	struct mail mail = {.template = "wish"};

	for (size_t i = 0; i < ARRAY_LEN(switches); i++) {
		if (switches[i].kind != order->kind)
			continue;
		mail.wish = strbuf_same(order->text, "on") ? switches[i].on : switches[i].off;
		preferences_set(incoming->workspace, seat->addresses[0], switches[i].key,
				order->text);
	}
	return incoming_send(incoming, &mail, reason);
}

static int answer_setting(struct incoming *incoming, const struct order *order,
			  struct reason *reason)
{
	struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	struct mail mail = {.template = "wish"};

	if (order->kind == SETTING_VIEW) {
		mail.wish = strbuf_same(order->text, "own") ? "own" : "first";
		seat->view_own = strbuf_same(order->text, "own");
	} else {
		mail.wish = order->kind == SETTING_LEAVE ? "leave" : "watch";
		seat->left = order->kind == SETTING_LEAVE;
	}
	incoming->game->seats_changed = true;
	return incoming_send(incoming, &mail, reason);
}

static int answer_zone(struct incoming *incoming, const struct order *order, struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	char zone[TIMEZONE_NAME_MAX + 1] = "";

	if (timezone_find(order->text, zone, NULL) == ACCEPTED)
		preferences_set(incoming->workspace, seat->addresses[0], PREFERENCES_ZONE, zone);
	return incoming_send(incoming, &(struct mail){.template = "wish", .wish = "zone-set"},
			     reason);
}

/* Changes the language. The answer is already in that language, but the lines after this order are
 * still read in the earlier one. */
static int answer_language(struct incoming *incoming, const struct order *order,
			   struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	char language[VOCABULARY_LANGUAGE_MAX + 1] = "";
	struct mail mail = {.template = "wish", .wish = "language-set"};

	if (preferences_find_language(incoming->workspace, order->text, language, NULL) ==
		    REFUSED &&
	    preferences_find_pieces(order->text, language) == ACCEPTED)
		mail.wish = "pieces-set";
	if (language[0] != '\0')
		preferences_set(incoming->workspace, seat->addresses[0], PREFERENCES_LANGUAGE,
				language);
	return incoming_send(incoming, &mail, reason);
}

static int answer_rematch(struct incoming *incoming, const struct order *order,
			  struct reason *reason)
{
	const struct mail_cause cause = incoming_cause(incoming);
	struct reason why;
	int result;

	if (signup_rematch(incoming->workspace, incoming->game, incoming->seat,
			   order->text[0] != '\0', &cause, &result, &why) == REFUSED)
		return incoming_refuse(incoming, "refused", why.text, reason);
	if (result != 0)
		*reason = why;
	else
		(void)incoming_count(incoming, COUNT_ANSWERS, 1);
	return result;
}

/* One row per query. A new query needs a row, a function and a template. */
static const struct mail_query queries[] = {
	{QUERY_BOARD, .answer = answer_board},
	{QUERY_STATUS, .template = "status"},
	{QUERY_HISTORY, .answer = answer_history},
	{QUERY_GAMES, .answer = request_list_games},
	{QUERY_HELP, .answer = answer_help},
	{SETTING_VIEW, .answer = answer_setting},
	{SETTING_SHORT, .answer = answer_switch},
	{SETTING_ZONE, .answer = answer_zone},
	{SETTING_CALENDAR, .answer = answer_switch},
	{SETTING_HTML, .answer = answer_switch},
	{SETTING_LINKS, .answer = answer_switch},
	{SETTING_LANGUAGE, .answer = answer_language},
	{SETTING_ADDRESS, .answer = request_change_address},
	{SETTING_NAME, .answer = request_change_name},
	{SETTING_LEAVE, .answer = answer_setting},
	{SETTING_WATCH, .answer = answer_setting},
	{SETTING_REMATCH, .answer = answer_rematch},
	{SETTING_VACATION, .answer = request_vacation},
	{QUERY_QUIT, .template = "quit"},
	{0},
};

static const struct mail_query *find_query(const struct mail_query *rows, enum order_kind kind)
{
	for (; rows != NULL && (rows->answer != NULL || rows->template != NULL); rows++)
		if (rows->kind == kind)
			return rows;
	return NULL;
}

int request_answer_queries(struct incoming *incoming, const struct order_list *orders, bool grants,
			   struct reason *reason)
{
	const struct mail_query *own = gametype_mail_of(incoming_game(incoming)->variant)->queries;
	int result = 0;

	incoming->asking = true;
	for (size_t i = 0; result == 0 && i < orders->count; i++) {
		const struct order *order = &orders->orders[i];
		const struct mail_query *query = find_query(own, order->kind);

		if (query == NULL)
			query = find_query(queries, order->kind);
		if (query == NULL || (!grants && order->kind >= SETTING_VIEW))
			continue;
		/* Checked before the work is done. */
		if (order->kind < SETTING_VIEW && incoming_is_rationed(incoming)) {
			if (!incoming->accepted)
				(void)incoming_is_over(incoming, INCOMING_ANSWERS, &result, reason);
			return result;
		}
		result = query->answer != NULL
				 ? query->answer(incoming, order, reason)
				 : incoming_send(incoming,
						 &(struct mail){.template = query->template},
						 reason);
		incoming->answers++;
	}
	return result;
}

const char *request_setting_error(const struct incoming *incoming, const struct order_list *orders)
{
	const struct game *game = incoming_game(incoming);

	for (size_t i = 0; i < orders->count; i++) {
		enum order_kind kind = orders->orders[i].kind;

		if (kind == SETTING_VIEW && gametype_mail_of(game->variant)->no_view != NULL)
			return translate(gametype_mail_of(game->variant)->no_view);
		if (kind == SETTING_REMATCH && game->outcome.status == STATUS_PLAYING)
			return translate(
				"You can ask for a rematch when the game is over; this one "
				"goes on.");
		if (game->outcome.status != STATUS_PLAYING || !game_in_play(game, incoming->seat))
			continue;
		if (kind == SETTING_LEAVE)
			return "LEAVE is for players who are out of the game. You are in it; to "
			       "give it up write RESIGN.";
		if (kind == SETTING_WATCH)
			return "WATCH is for players who are out of the game. You are in it, so "
			       "you see it all.";
	}
	return NULL;
}
