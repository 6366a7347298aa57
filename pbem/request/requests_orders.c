/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/notation/notation.h"
#include "core/base/text.h"
#include "core/intent/intent.h"
#include "core/turn/undo.h"
#include "pbem/ahead/ahead.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/remark.h"
#include "pbem/request/requests_inner.h"

void requests_list(const struct matter *matter, const struct order_list *orders, struct text *out)
{
	for (size_t i = 0; i < orders->count; i++) {
		if (order_is_query(&orders->orders[i]))
			continue;
		order_print(matter_game(matter)->variant, &orders->orders[i], out);
		text_add_char(out, '\n');
	}
}

void requests_note(struct matter *matter, const char *verdict, const struct order_list *orders)
{
	const struct mail_kind *kind = desk_mail_kind(matter_game(matter)->variant);
	bool accepted = strcmp(verdict, "accepted") == 0;
	struct text what;

	text_init(&what, sizeof matter->deed.what - 1);
	text_addf(&what, "%s:", verdict);
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		text_add(&what, i > 0 ? "; " : " ");
		if (order->kind == ORDER_SAY)
			text_add(&what, "SAY");
		else if (order->kind == ORDER_SAY_TO)
			text_add(&what, "SAY TO");
		else if (order->kind == ORDER_AHEAD)
			text_add(&what, "IF");
		else if (order->kind == WISH_ADDRESS)
			text_add(&what, "ADDRESS");
		else if (kind->hides != NULL && kind->hides(matter, order, accepted))
			text_add(&what, "(secret)");
		else
			order_print(matter_game(matter)->variant, order, &what);
	}
	snprintf(matter->deed.what, sizeof matter->deed.what, "%s", what.bytes);
	text_done(&what);
}

/* A dry run: the facts happen to a copy, and the answer shows it. `why`: they would be refused. */
static int answer_try(struct matter *matter, const struct order_list *orders,
		      const struct event_list *events, const char *why, struct reason *reason)
{
	const struct entry_head head = {
		.number = matter->game->file->head + 1,
		.when = matter->waiting->received,
		.cause = "try",
	};
	const struct mail_kind *kind = desk_mail_kind(matter_game(matter)->variant);
	const bool blind = kind->is_blind != NULL &&
			   kind->is_blind(matter_game(matter), (uint8_t)matter->seat);
	struct game trial;
	struct text asked;
	const unsigned before = matter_game(matter)->turns;
	struct mail mail = {.template = "try", .show = &trial, .why = why, .before = &before};
	int result = 0;

	text_init(&asked, 0);
	requests_list(matter, orders, &asked);
	mail.orders = asked.bytes;
	game_copy(&trial, matter_game(matter));
	if (kind->conceal != NULL)
		kind->conceal(&trial, (uint8_t)matter->seat);
	for (size_t i = 0; result == 0 && !blind && i < events->count; i++)
		result = game_apply(&trial, &head, &events->events[i], reason);
	requests_note(matter, "tried", orders);
	if (result == 0)
		result = matter_send(matter, &mail, reason);
	game_done(&trial);
	text_done(&asked);
	return result;
}

/* What all have agreed to by this letter, in an entry of its own: its questions are new, and older
 * letters answer them no more. */
static int take_back(struct matter *matter, struct reason *reason)
{
	unsigned to;

	if (!undo_is_agreed(matter_game(matter), &to))
		return 0;
	if (desk_undo(matter->desk, matter->game, to, matter->waiting->received, "consent", NULL,
		      reason) != 0)
		return -1;
	remark_undone(matter->desk, matter->game, "All have agreed, and the game is taken back",
		      "");
	return 0;
}

/* `given`: what is given in advance, or NULL. */
static int enter(struct matter *matter, const struct order_list *orders, struct event_list *events,
		 struct intent_list *given, struct reason *reason)
{
	char *cause = base_printf("sha256:%s", matter->deed.digest);
	const unsigned before = matter_game(matter)->turns;
	struct text asked;
	struct mail mail = {.template = "accepted", .before = &before};
	int result = 0;

	text_init(&asked, 0);
	requests_list(matter, orders, &asked);
	mail.orders = asked.bytes;
	if (given != NULL)
		result = ahead_give(matter->game, matter->seat, given, events, reason);
	if (result == 0 && events->count > 0)
		result = desk_enter(matter->game, matter->waiting->received, cause, events, reason);
	if (result == 0)
		result = take_back(matter, reason);
	if (result == 0) {
		matter->accepted = true;
		requests_note(matter, "accepted", orders);
		result = matter_send(matter, &mail, reason);
	}
	for (size_t i = 0; result == 0 && i < orders->count; i++)
		requests_say(matter, &orders->orders[i]);
	if (result == 0 && events->count > 0)
		result = ahead_follow(matter->desk, matter->game, reason);
	text_done(&asked);
	free(cause);
	return result;
}

/* The letter lists all legal moves by itself; of one that isn't it names the nearest that is. */
static int refuse_orders(struct matter *matter, const struct order_list *orders, struct reason *why,
			 struct reason *reason)
{
	char *list = strstr(why->text, phrase(NOTATION_ALL_LEGAL));

	for (size_t i = 0; i < orders->count; i++)
		if (orders->orders[i].kind == ORDER_MOVE &&
		    strstr(why->text, phrase(NOTATION_ILLEGAL)) != NULL &&
		    strstr(why->text, orders->orders[i].text) != NULL)
			requests_nearest(matter, orders->orders[i].text, false);
	if (list != NULL)
		*list = '\0';
	return matter_refuse(matter, "refused", why->text, reason);
}

int requests_decide(struct matter *matter, const struct order_list *orders, struct reason *reason)
{
	const bool ahead = intent_is_asked(orders);
	struct event_list events;
	struct intent_list given;
	enum verdict verdict;
	struct reason why;
	int result;

	event_list_init(&events);
	verdict = requests_judge(matter, orders, &events, &why);
	if (ahead && verdict == ACCEPTED)
		verdict = requests_judge_ahead(matter, orders, &given, &why);
	if (orders->dry_run)
		result = answer_try(matter, orders, &events, verdict == REFUSED ? why.text : NULL,
				    reason);
	else if (verdict == REFUSED)
		result = refuse_orders(matter, orders, &why, reason);
	else
		result = enter(matter, orders, &events, ahead ? &given : NULL, reason);
	event_list_done(&events);
	return result;
}
