/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/mailing/mailing_history.h"
#include "pbem/writing/letters_table.h"
#include "pbem/mailing/pages.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/desk/people.h"
#include "pbem/request/requests_inner.h"
#include "pbem/signup/signup.h"
#include "pbem/site/zones.h"

/* The letter that has a page on rules in it. */
#define RULES "help-rules"

static int answer_board(struct matter *matter, const struct order *order, struct reason *reason)
{
	long number = text_number(order->text, MAX_SEATS);
	const struct mail mail = {
		.template = "board",
		.compact = text_same(order->text, "compact"),
		.board = number > 0 ? (unsigned)number : 0,
	};

	return matter_send(matter, &mail, reason);
}

static int answer_history(struct matter *matter, const struct order *order, struct reason *reason)
{
	struct mail mail = {.template = "history"};
	struct text list;
	int result;

	(void)order;
	text_init(&list, 0);
	result = mailing_history(matter->game, &list, reason);
	mail.history = list.len > 0 ? list.bytes : "No move has been made yet.";
	if (result == 0)
		result = matter_send(matter, &mail, reason);
	text_done(&list);
	return result;
}

/* HELP RULES is about the variant played here; any other can be asked for by its name. */
static int answer_help(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct variant *variant = matter_game(matter)->variant;
	const char *letter = letters_table_help(order->text);
	bool own = pages_are_own(order->text), asks_page = letter == NULL || own;
	char *page = NULL, *why = NULL;
	struct mail mail = {.template = asks_page ? "help" : letter};
	int result = asks_page ? pages_of_topic(variant_folder(matter->desk->site->library),
						variant, order->text, &page, reason)
			       : 0;

	if (page != NULL)
		mail.template = RULES;
	else if (asks_page)
		why = base_printf(phrase("There is no help on '%.40s'."), order->text);
	mail.rules = page;
	mail.own_rules = own;
	mail.why = why;
	if (result == 0)
		result = matter_send(matter, &mail, reason);
	free(why);
	free(page);
	return result;
}

/* ---- wishes ---- */

/* What is on or off in all games of an address. */
static const struct {
	enum order_kind kind;
	const char *key, *on, *off; /* as people.h has it; what the answer's template asks for */
} switches[] = {
	{WISH_SHORT, PEOPLE_SHORT, "short", "long"},
	{WISH_CALENDAR, PEOPLE_CALENDAR, "calendar", "no-calendar"},
	{WISH_HTML, PEOPLE_HTML, "html", "no-html"},
	{WISH_LINKS, PEOPLE_LINKS, "linked", "no-linked"},
};

static int answer_switch(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	struct mail mail = {.template = "wish"};

	for (size_t i = 0; i < ARRAY_LEN(switches); i++) {
		if (switches[i].kind != order->kind)
			continue;
		mail.wish = text_same(order->text, "on") ? switches[i].on : switches[i].off;
		people_set(matter->desk, seat->addresses[0], switches[i].key, order->text);
	}
	return matter_send(matter, &mail, reason);
}

static int answer_wish(struct matter *matter, const struct order *order, struct reason *reason)
{
	struct seat *seat = &matter->game->seats.seats[matter->seat];
	struct mail mail = {.template = "wish"};

	if (order->kind == WISH_VIEW) {
		mail.wish = text_same(order->text, "own") ? "own" : "first";
		seat->view_own = text_same(order->text, "own");
	} else {
		mail.wish = order->kind == WISH_LEAVE ? "leave" : "watch";
		seat->left = order->kind == WISH_LEAVE;
	}
	matter->game->habits = true;
	return matter_send(matter, &mail, reason);
}

static int answer_zone(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	char zone[ZONES_NAME_MAX + 1] = "";

	if (zones_find(order->text, zone, NULL) == ACCEPTED)
		people_set(matter->desk, seat->addresses[0], PEOPLE_ZONE, zone);
	return matter_send(matter, &(struct mail){.template = "wish", .wish = "zone-set"}, reason);
}

/* The answer is in that language already, and what stands below it is still read as it was written.
 */
static int answer_language(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	char language[WORDS_LANGUAGE_MAX + 1];

	if (people_find_language(matter->desk, order->text, language, NULL) == ACCEPTED)
		people_set(matter->desk, seat->addresses[0], PEOPLE_LANGUAGE, language);
	return matter_send(matter, &(struct mail){.template = "wish", .wish = "language-set"},
			   reason);
}

static int answer_rematch(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct signup_cause cause = {matter->letter, matter->deed.digest,
					   matter->waiting->received};
	struct reason why;
	int result;

	if (signup_rematch(matter->desk, matter->game, matter->seat, order->text[0] != '\0', &cause,
			   &result, &why) == REFUSED)
		return matter_refuse(matter, "refused", why.text, reason);
	if (result != 0)
		*reason = why;
	else
		(void)matter_count(matter, "answers", 1);
	return result;
}

/* One row a query: adding one is a row, a function and a template. */
static const struct mail_query queries[] = {
	{QUERY_BOARD, .answer = answer_board},	   {QUERY_STATUS, .template = "status"},
	{QUERY_HISTORY, .answer = answer_history}, {QUERY_GAMES, .answer = requests_games},
	{QUERY_HELP, .answer = answer_help},	   {WISH_VIEW, .answer = answer_wish},
	{WISH_SHORT, .answer = answer_switch},	   {WISH_ZONE, .answer = answer_zone},
	{WISH_CALENDAR, .answer = answer_switch},  {WISH_HTML, .answer = answer_switch},
	{WISH_LINKS, .answer = answer_switch},	   {WISH_LANGUAGE, .answer = answer_language},
	{WISH_ADDRESS, .answer = requests_move},   {WISH_NAME, .answer = requests_name},
	{WISH_LEAVE, .answer = answer_wish},	   {WISH_WATCH, .answer = answer_wish},
	{WISH_REMATCH, .answer = answer_rematch},  {WISH_VACATION, .answer = requests_vacation},
	{QUERY_QUIT, .template = "quit"},	   {0},
};

static const struct mail_query *find(const struct mail_query *rows, enum order_kind kind)
{
	for (; rows != NULL && (rows->answer != NULL || rows->template != NULL); rows++)
		if (rows->kind == kind)
			return rows;
	return NULL;
}

int requests_ask(struct matter *matter, const struct order_list *orders, bool grants,
		 struct reason *reason)
{
	const struct mail_query *own = desk_mail_kind(matter_game(matter)->variant)->queries;
	int result = 0;

	matter->asking = true;
	for (size_t i = 0; result == 0 && i < orders->count; i++) {
		const struct order *order = &orders->orders[i];
		const struct mail_query *query = find(own, order->kind);

		if (query == NULL)
			query = find(queries, order->kind);
		if (query == NULL || (!grants && order->kind >= WISH_VIEW))
			continue;
		/* Before the work is done. */
		if (order->kind < WISH_VIEW && matter_is_rationed(matter))
			return matter->accepted ? 0 : matter_pass_over(matter, reason);
		result = query->answer != NULL
				 ? query->answer(matter, order, reason)
				 : matter_send(matter, &(struct mail){.template = query->template},
					       reason);
		matter->answers++;
	}
	return result;
}

const char *requests_why_not(const struct matter *matter, const struct order_list *orders)
{
	const struct game *game = matter_game(matter);

	for (size_t i = 0; i < orders->count; i++) {
		enum order_kind kind = orders->orders[i].kind;

		if (kind == WISH_VIEW && desk_mail_kind(game->variant)->no_view != NULL)
			return phrase(desk_mail_kind(game->variant)->no_view);
		if (kind == WISH_REMATCH && game->outcome.status == STATUS_PLAYING)
			return phrase("REMATCH is for games that are over; this one goes on.");
		if (game->outcome.status != STATUS_PLAYING || !game_in_play(game, matter->seat))
			continue;
		if (kind == WISH_LEAVE)
			return "LEAVE is for players who are out of the game. You are in it; to "
			       "give it up write RESIGN.";
		if (kind == WISH_WATCH)
			return "WATCH is for players who are out of the game. You are in it, so "
			       "you see it all.";
	}
	return NULL;
}
