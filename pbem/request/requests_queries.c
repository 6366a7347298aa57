/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/words/words.h"
#include "pbem/mailing/mailing_history.h"
#include "pbem/writing/letters_table.h"
#include "pbem/mailing/pages.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/request/requests_queries.h"

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

static int answer_status(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct mail mail = {.template = "status"};

	(void)order;
	return matter_send(matter, &mail, reason);
}

static int answer_history(struct matter *matter, const struct order *order, struct reason *reason)
{
	char *folder = site_game_folder(matter->desk->site, matter->game->id);
	struct mail mail = {.template = "history"};
	struct text list;
	int result;

	(void)order;
	text_init(&list, 0);
	result = mailing_history(folder, matter->desk->site->library, matter_game(matter), &list,
				 reason);
	mail.history = list.len > 0 ? list.bytes : "No move has been made yet.";
	if (result == 0)
		result = matter_send(matter, &mail, reason);
	text_done(&list);
	free(folder);
	return result;
}

/* The page that tells a variant's rules; NULL when there is none of that name. The caller frees it.
 * -1: nobody can tell now. */
static int rules_page(const struct matter *matter, const char *variant, char **page_out,
		      struct reason *reason)
{
	struct text page;

	*page_out = NULL;
	text_init(&page, 0);
	if (pages_read(variant_folder(matter->desk->site->library), variant, &page, reason) == 0) {
		*page_out = page.bytes;
		return 0;
	}
	text_done(&page);
	return reason_is_passing(reason) ? -1 : 0;
}

/* Whether the rules of the game's own variant are asked for. */
static bool is_own_rules(const char *letter)
{
	return letter != NULL && strcmp(letter, RULES) == 0;
}

/* The page on rules that a topic means, in small letters, and behind a blank the part of it that is
 * asked for, its name in brackets or not; the caller frees it. */
static char *page_of(const struct matter *matter, const char *topic)
{
	size_t len = strcspn(topic, " "), kept = 0;
	char *word = base_printf("%.*s", (int)len, topic), *page;
	const struct words_topic *known = words_topic(word);

	if (is_own_rules(letters_table_help(topic)))
		page = base_strdup(variant_name(matter_game(matter)->variant));
	else if (known != NULL && known->page != NULL)
		page = base_printf("%s%s", known->page, topic + len);
	else
		page = base_strdup(topic);
	for (const char *c = page; *c != '\0'; c++)
		if (*c != '[' && *c != ']')
			page[kept++] = (char)tolower((unsigned char)*c);
	page[kept] = '\0';
	free(word);
	return page;
}

/* HELP RULES is about the variant played here; any other can be asked for by its name. */
static int answer_help(struct matter *matter, const struct order *order, struct reason *reason)
{
	const char *letter = letters_table_help(order->text);
	bool own = is_own_rules(letter), asks_page = letter == NULL || own;
	char *topic = page_of(matter, order->text), *page = NULL, *why = NULL;
	struct mail mail = {.template = asks_page ? "help" : letter};
	int result = asks_page ? rules_page(matter, topic, &page, reason) : 0;

	if (page != NULL)
		mail.template = RULES;
	else if (asks_page)
		why = base_printf("There is no help on '%.40s'.", order->text);
	mail.rules = page;
	mail.own_rules = own;
	mail.why = why;
	if (result == 0)
		result = matter_send(matter, &mail, reason);
	free(why);
	free(page);
	free(topic);
	return result;
}

/* ---- wishes ---- */

static int answer_wish(struct matter *matter, const struct order *order, struct reason *reason)
{
	struct seat *seat = &matter->game->seats.seats[matter->seat];
	struct mail mail = {.template = "wish"};

	if (order->kind == WISH_VIEW) {
		mail.wish = text_same(order->text, "own") ? "own" : "first";
		seat->view_own = text_same(order->text, "own");
	} else if (order->kind == WISH_SHORT) {
		mail.wish = text_same(order->text, "on") ? "short" : "long";
		seat->brevity = text_same(order->text, "on") ? BREVITY_SHORT : BREVITY_LONG;
	} else {
		mail.wish = order->kind == WISH_LEAVE ? "leave" : "watch";
		seat->left = order->kind == WISH_LEAVE;
	}
	matter->game->habits = true;
	return matter_send(matter, &mail, reason);
}

/* One row a query: adding one is a row, a function and a template. */
static const struct mail_query queries[] = {
	{answer_board, QUERY_BOARD}, {answer_status, QUERY_STATUS}, {answer_history, QUERY_HISTORY},
	{answer_help, QUERY_HELP},   {answer_wish, WISH_VIEW},	    {answer_wish, WISH_SHORT},
	{answer_wish, WISH_LEAVE},   {answer_wish, WISH_WATCH},	    {0},
};

static const struct mail_query *find(const struct mail_query *rows, enum order_kind kind)
{
	for (; rows != NULL && rows->answer != NULL; rows++)
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
		result = query->answer(matter, order, reason);
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
			return desk_mail_kind(game->variant)->no_view;
		if (game->outcome.status != STATUS_PLAYING || !game_in_play(game, matter->seat))
			continue;
		if (kind == WISH_LEAVE)
			return "LEAVE is for players who are out of the game. You are in it; to "
			       "give it up write RESIGN.";
		if (kind == WISH_WATCH)
			return "WATCH is for players who are out of the game. You are in it, so "
			       "you "
			       "see it all.";
	}
	return NULL;
}
