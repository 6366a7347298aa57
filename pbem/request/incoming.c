/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/order/order_parse.h"
#include "core/util/timestamp.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/request/incoming.h"
#include "pbem/site/gametype_mail.h"

/*
 * The limits of a day, for one seat in one game. The message after the limit is answered with an
 * explanation, the others not at all. Messages with an old key have limits of their own, because
 * more people may have old keys. These people must not use up what the seat's player may send.
 */
static const struct limit {
	enum count_kind count;
	int64_t most;
	const char *why;
} live_limits[] =
	{
		[INCOMING_ANSWERS] =
			{COUNT_ANSWERS, 60,
			 "You have had 60 answers in this game today, and there are no more "
			 "in a day. Until midnight UTC letters that only ask something, or "
			 "that can't be carried out, aren't answered; orders that can be "
			 "carried out still are."},
		[INCOMING_LETTERS] =
			{COUNT_MESSAGES, 1000,
			 "We have had 1,000 letters from you in this game today. Until "
			 "midnight UTC we carry out and answer no more of them. Please send "
			 "this letter again tomorrow."},
		[INCOMING_ELSEWHERE] =
			{COUNT_ELSEWHERE, 20,
			 "You have written 20 letters about other games today, and there "
			 "are no more in a day. Please send this letter again tomorrow. "
			 "Orders for this game are still carried out."},
},
  old_limits[] = {
	  [INCOMING_ANSWERS] =
		  {COUNT_OLD_ANSWERS, 20,
		   "You have had 20 answers today to replies to earlier letters of this "
		   "game, and there are no more in a day. Please reply to the newest "
		   "letter: such orders are still carried out."},
	  [INCOMING_LETTERS] =
		  {COUNT_OLD_MESSAGES, 1000,
		   "We have had 1,000 replies to earlier letters of this game today. "
		   "Until midnight UTC we carry out and answer no more of them. Please "
		   "reply to the newest letter: such orders are still carried out."},
	  [INCOMING_ELSEWHERE] =
		  {COUNT_OLD_ELSEWHERE, 20,
		   "You have written 20 letters about other games today, and there "
		   "are no more in a day. Please send this letter again tomorrow, or "
		   "reply to the newest letter of this game."},
};

const struct game *incoming_game(const struct incoming *incoming)
{
	return &incoming->game->file->game;
}

const struct incoming_orders *incoming_orders_for(struct incoming *incoming, const char *address)
{
	struct incoming_orders *orders = &incoming->orders;
	const struct vocabulary *spoken;
	struct person person;

	preferences_of_address(incoming->workspace, address, &person);
	if (orders->read && strcmp(orders->language, person.language) == 0)
		return orders;
	(void)vocabulary_push(person.language, &spoken, NULL);
	order_signup_read(incoming->letter->text, &orders->signup);
	order_look_read(incoming->letter->text, &orders->look);
	orders->tries = order_asks_to_try(incoming->letter->text);
	vocabulary_pop(spoken);
	snprintf(orders->language, sizeof orders->language, "%s", person.language);
	orders->read = true;
	return orders;
}

struct mail_cause incoming_cause(const struct incoming *incoming)
{
	return (struct mail_cause){incoming->letter, incoming->processed.digest,
				   incoming->waiting->received};
}

int64_t incoming_day(const struct incoming *incoming)
{
	return incoming->waiting->received / SECONDS_A_DAY;
}

void incoming_set_what(struct incoming *incoming, const char *what)
{
	snprintf(incoming->processed.what, sizeof incoming->processed.what, "%s", what);
}

/* ---- the day's ration ---- */

int64_t incoming_count(struct incoming *incoming, enum count_kind what, int64_t add)
{
	return workspace_raise(incoming->workspace, add,
			       COUNT(what, .game = incoming->game->id, .number = incoming->seat,
				     .day = incoming_day(incoming)));
}

static const struct limit *limit_of(const struct incoming *incoming, enum incoming_limit which)
{
	return &(incoming->live ? live_limits : old_limits)[which];
}

/* Answers a message beyond a limit, if it is the first one. */
static int explain_limit(struct incoming *incoming, const struct limit *limit, int64_t count,
			 struct reason *reason)
{
	const struct mail mail = {
		.template = "refused",
		.game = incoming->game,
		.seat = incoming->seat,
		.answers = incoming->letter,
		.cause = incoming->processed.digest,
		.when = incoming->waiting->received,
		.why = limit->why,
	};

	ignored_counts_add(incoming->workspace, IGNORED_COUNTS_RATION, 1);
	return count == limit->most ? mail_send(incoming->workspace, &mail, reason) : 0;
}

bool incoming_is_rationed(struct incoming *incoming)
{
	const struct limit *limit = limit_of(incoming, INCOMING_ANSWERS);

	return incoming_count(incoming, limit->count, 0) >= limit->most;
}

bool incoming_is_over(struct incoming *incoming, enum incoming_limit which, int *result_out,
		      struct reason *reason)
{
	const struct limit *limit = limit_of(incoming, which);
	const int64_t count = incoming_count(incoming, limit->count, 1);

	if (count < limit->most)
		return false;
	incoming_set_what(incoming, "not answered: over the day's ration");
	*result_out = explain_limit(incoming, limit, count, reason);
	return true;
}

/* ---- answers ---- */

int incoming_send(struct incoming *incoming, const struct mail *extra, struct reason *reason)
{
	struct mail mail = *extra;
	char *numbered = NULL, *why = mail.why != NULL ? base_strdup(mail.why) : NULL;
	const struct limit *limit = limit_of(incoming, INCOMING_ANSWERS);
	int64_t count;
	int result;

	if (why != NULL)
		token_hide(why);
	mail.why = why;
	mail.game = incoming->game;
	mail.seat = incoming->seat;
	mail.answers = incoming->letter;
	/* Two boards that are asked for in one message are sent in two messages. */
	if (mail.cause == NULL && incoming->answers > 0)
		mail.cause = numbered =
			base_printf("%u%s", incoming->answers, incoming->processed.digest);
	else if (mail.cause == NULL)
		mail.cause = incoming->processed.digest;
	if (mail.when == 0)
		mail.when = incoming->waiting->received;
	/* Answers that don't move the game are limited, so that no loop and no flood can use us. */
	count = incoming->accepted && !incoming->asking ? 0
							: incoming_count(incoming, limit->count, 1);
	if (count < limit->most)
		result = mail_send(incoming->workspace, &mail, reason);
	else
		result = explain_limit(incoming, limit, count, reason);
	free(numbered);
	free(why);
	return result;
}

/* Returns the reason without what it quotes from the message, between its first and its last
 * quotation mark: that may be words for another player. The caller frees it. */
static char *without_quotes(const char *why)
{
	const char *first = strchr(why, '"'), *last = strrchr(why, '"');

	if (first == NULL)
		return base_strdup(why);
	return base_printf("%.*s\"...\"%s", (int)(first - why), why, last == first ? "" : last + 1);
}

int incoming_refuse(struct incoming *incoming, const char *template, const char *why,
		    struct reason *reason)
{
	const struct mail mail = {.template = template, .why = why, .nearest = incoming->nearest};

	bool secret = incoming->game != NULL && incoming->game->file != NULL &&
		      gametype_mail_of(incoming_game(incoming)->variant)->hides != NULL;
	/* The reason may name a card of the hand, or a square meant for a trap. */
	char *told = secret ? base_strdup("") : without_quotes(why);

	snprintf(incoming->processed.what, sizeof incoming->processed.what, "%s%s%.120s",
		 strcmp(template, "dead-token") == 0 ? "overtaken" : "refused", secret ? "" : ": ",
		 told);
	incoming->processed.what[strcspn(incoming->processed.what, "\n")] = '\0';
	free(told);
	return incoming_send(incoming, &mail, reason);
}
