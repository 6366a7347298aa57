/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game/conditional.h"
#include "core/game/takeback.h"
#include "core/notation/notation.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/gametype.h"
#include "core/variant/variant_data.h"
#include "pbem/batch/conditional_play.h"
#include "pbem/mail/announcement.h"
#include "pbem/request/request_internal.h"
#include "pbem/site/gametype_mail.h"

void request_list(const struct incoming *incoming, const struct order_list *orders,
		  struct strbuf *out)
{
	for (size_t i = 0; i < orders->count; i++) {
		if (order_is_query(&orders->orders[i]))
			continue;
		order_print(incoming_game(incoming)->variant, &orders->orders[i], out);
		strbuf_add_char(out, '\n');
	}
}

void request_note(struct incoming *incoming, const char *verdict, const struct order_list *orders)
{
	const struct gametype_mail *kind = gametype_mail_of(incoming_game(incoming)->variant);
	bool accepted = strcmp(verdict, "accepted") == 0;
	struct strbuf what;

	strbuf_init(&what, sizeof incoming->processed.what - 1);
	strbuf_addf(&what, "%s:", verdict);
	for (size_t i = 0; i < orders->count; i++) {
		const struct order *order = &orders->orders[i];

		strbuf_add(&what, i > 0 ? "; " : " ");
		if (order->kind == ORDER_SAY)
			strbuf_add(&what, "SAY");
		else if (order->kind == ORDER_SAY_TO)
			strbuf_add(&what, "SAY TO");
		else if (order->kind == ORDER_CONDITIONAL)
			strbuf_add(&what, "IF");
		else if (order->kind == SETTING_ADDRESS)
			strbuf_add(&what, "ADDRESS");
		else if (kind->hides != NULL && kind->hides(incoming, order, accepted))
			strbuf_add(&what, "(secret)");
		else
			order_print(incoming_game(incoming)->variant, order, &what);
	}
	snprintf(incoming->processed.what, sizeof incoming->processed.what, "%s", what.bytes);
	strbuf_done(&what);
}

/* Answers a dry run: the events happen to a copy of the game, and the answer shows the copy. `why`
 * is the reason if the orders would be refused. */
static int answer_try(struct incoming *incoming, const struct order_list *orders,
		      const struct event_list *events, const char *why, struct reason *reason)
{
	const struct entry_head head = {
		.number = incoming->game->file->head + 1,
		.when = incoming->waiting->received,
		.cause = "try",
	};
	const struct gametype_mail *kind = gametype_mail_of(incoming_game(incoming)->variant);
	const bool blind = kind->is_blind != NULL &&
			   kind->is_blind(incoming_game(incoming), (uint8_t)incoming->seat);
	struct game trial;
	struct strbuf asked;
	const unsigned before = incoming_game(incoming)->turns;
	struct mail mail = {.template = "try", .show = &trial, .why = why, .before = &before};
	int result = 0;

	strbuf_init(&asked, 0);
	request_list(incoming, orders, &asked);
	mail.orders = asked.bytes;
	game_copy(&trial, incoming_game(incoming));
	if (trial.variant->kind->conceal != NULL)
		trial.variant->kind->conceal(&trial, (uint8_t)incoming->seat);
	for (size_t i = 0; result == 0 && !blind && i < events->count; i++)
		result = game_apply(&trial, &head, &events->events[i], reason);
	request_note(incoming, "tried", orders);
	if (result == 0)
		result = incoming_send(incoming, &mail, reason);
	game_done(&trial);
	strbuf_done(&asked);
	return result;
}

/* Takes back what all have agreed to with this message, in an entry of its own. The questions of
 * that entry are new, and older messages don't answer them. */
static int apply_agreed_takeback(struct incoming *incoming, struct reason *reason)
{
	unsigned to;

	if (!takeback_is_agreed(incoming_game(incoming), &to))
		return 0;
	if (workspace_undo(incoming->workspace, incoming->game, to, incoming->waiting->received,
			   "consent", NULL, reason) != 0)
		return -1;
	announcement_undone(incoming->workspace, incoming->game,
			    "All players have agreed to take the game back", "");
	return 0;
}

/* Enters the events. `given`: the conditional moves of the message, or NULL. */
static int enter_orders(struct incoming *incoming, const struct order_list *orders,
			struct event_list *events, struct conditional_list *given,
			struct reason *reason)
{
	char *cause = base_printf("sha256:%s", incoming->processed.digest);
	const unsigned before = incoming_game(incoming)->turns;
	struct strbuf asked;
	struct mail mail = {.template = "accepted", .before = &before};
	int result = 0;

	strbuf_init(&asked, 0);
	request_list(incoming, orders, &asked);
	mail.orders = asked.bytes;
	if (given != NULL)
		result = conditional_play_give(incoming->game, incoming->seat, given, events,
					       reason);
	if (result == 0 && events->count > 0)
		result = workspace_enter(incoming->game, incoming->waiting->received, cause, events,
					 reason);
	if (result == 0)
		result = apply_agreed_takeback(incoming, reason);
	if (result == 0) {
		incoming->accepted = true;
		request_note(incoming, "accepted", orders);
		result = incoming_send(incoming, &mail, reason);
	}
	for (size_t i = 0; result == 0 && i < orders->count; i++)
		request_relay(incoming, &orders->orders[i]);
	if (result == 0 && events->count > 0)
		result = conditional_play_follow(incoming->workspace, incoming->game, reason);
	strbuf_done(&asked);
	free(cause);
	return result;
}

/* Refuses the orders. The reply lists all legal moves in any case. If a move isn't legal, the reply
 * names the nearest that is. */
static int refuse_orders(struct incoming *incoming, const struct order_list *orders,
			 struct reason *why, struct reason *reason)
{
	char *list = strstr(why->text, translate(NOTATION_ALL_LEGAL));

	for (size_t i = 0; i < orders->count; i++)
		if (orders->orders[i].kind == ORDER_MOVE &&
		    strstr(why->text, translate(NOTATION_ILLEGAL)) != NULL &&
		    strstr(why->text, orders->orders[i].text) != NULL)
			request_nearest(incoming, orders->orders[i].text, false);
	if (list != NULL)
		*list = '\0';
	return incoming_refuse(incoming, "refused", why->text, reason);
}

int request_decide(struct incoming *incoming, const struct order_list *orders,
		   struct reason *reason)
{
	const bool ahead = conditional_is_asked(orders);
	struct event_list events;
	struct conditional_list given;
	enum verdict verdict;
	struct reason why;
	int result;

	event_list_init(&events);
	verdict = request_judge(incoming, orders, &events, &why);
	if (ahead && verdict == ACCEPTED)
		verdict = request_judge_ahead(incoming, orders, &given, &why);
	if (orders->dry_run)
		result = answer_try(incoming, orders, &events, verdict == REFUSED ? why.text : NULL,
				    reason);
	else if (verdict == REFUSED)
		result = refuse_orders(incoming, orders, &why, reason);
	else
		result = enter_orders(incoming, orders, &events, ahead ? &given : NULL, reason);
	event_list_done(&events);
	return result;
}
