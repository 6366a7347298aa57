/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/timestamp.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/request/incoming.h"
#include "pbem/site/gametype_mail.h"

enum {
	ANSWERS_A_DAY = 60,   /* to one seat, in one game */
	FAILURES_A_DAY = 300, /* messages without effect: after these nothing more is decided */
	LETTERS_A_DAY = 1000, /* messages of any kind: after these nothing more is decided */
};

#define ANSWERS "answers"

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

long long incoming_day(const struct incoming *incoming)
{
	return (long long)(incoming->waiting->received / SECONDS_A_DAY);
}

void incoming_set_what(struct incoming *incoming, const char *what)
{
	snprintf(incoming->processed.what, sizeof incoming->processed.what, "%s", what);
}

/* ---- the day's ration ---- */

int64_t incoming_count(struct incoming *incoming, const char *what, int64_t add)
{
	return workspace_raise(incoming->workspace, add, "%s %s %u" LEDGER_OF_DAY, what,
			       incoming->game->id, incoming->seat, incoming_day(incoming));
}

bool incoming_is_rationed(struct incoming *incoming)
{
	return incoming_count(incoming, ANSWERS, 0) >= ANSWERS_A_DAY;
}

bool incoming_is_exhausted(struct incoming *incoming)
{
	return incoming_count(incoming, "letters", 1) >= LETTERS_A_DAY ||
	       incoming_count(incoming, ANSWERS, 0) >= FAILURES_A_DAY;
}

/* Answers the first message beyond the limit with an explanation, and the others not at all. */
static int answer_over_ration(struct incoming *incoming, int64_t count, struct reason *reason)
{
	const struct mail mail = {
		.template = "refused",
		.game = incoming->game,
		.seat = incoming->seat,
		.answers = incoming->letter,
		.cause = incoming->processed.digest,
		.when = incoming->waiting->received,
		.why = "You have had 60 answers in this game today, and there are no more in a "
		       "day. Until midnight UTC letters that only ask something, or that can't be "
		       "carried out, aren't answered; orders that can be carried out still are.",
	};

	ignored_counts_add(incoming->workspace, IGNORED_COUNTS_RATION, 1);
	return count == ANSWERS_A_DAY ? mail_send(incoming->workspace, &mail, reason) : 0;
}

int incoming_pass_over(struct incoming *incoming, struct reason *reason)
{
	incoming_set_what(incoming, "not answered: over the day's ration");
	return answer_over_ration(incoming, incoming_count(incoming, ANSWERS, 1), reason);
}

/* ---- answers ---- */

int incoming_send(struct incoming *incoming, const struct mail *extra, struct reason *reason)
{
	struct mail mail = *extra;
	char *numbered = NULL, *why = mail.why != NULL ? base_strdup(mail.why) : NULL;
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
	count = incoming->accepted && !incoming->asking ? 0 : incoming_count(incoming, ANSWERS, 1);
	if (count < ANSWERS_A_DAY)
		result = mail_send(incoming->workspace, &mail, reason);
	else
		result = answer_over_ration(incoming, count, reason);
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
