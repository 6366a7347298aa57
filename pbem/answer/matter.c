/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pbem/answer/matter.h"
#include "pbem/batch/tally.h"

enum {
	SECONDS_A_DAY = 86400,
	ANSWERS_A_DAY = 60,   /* to one seat, in one game */
	FAILURES_A_DAY = 300, /* letters that came to nothing: then nothing more is decided */
	LETTERS_A_DAY = 1000, /* of any kind: the same */
};

const struct game *hand_game(const struct hand *hand)
{
	return &hand->game->file->game;
}

void hand_set_what(struct hand *hand, const char *what)
{
	snprintf(hand->deed.what, sizeof hand->deed.what, "%s", what);
}

/* ---- the day's ration ---- */

static char *count_name(const struct hand *hand)
{
	return base_printf("answers %s %u %lld", hand->game->id, hand->seat,
			   (long long)(hand->waiting->received / SECONDS_A_DAY));
}

static int64_t count_answers(struct hand *hand, int64_t add)
{
	char *name = count_name(hand);
	int64_t count = intake_count(hand->intake, name);

	if (add != 0)
		intake_add_count(hand->intake, name, add);
	free(name);
	return count;
}

bool hand_is_rationed(struct hand *hand)
{
	return count_answers(hand, 0) >= ANSWERS_A_DAY;
}

bool hand_is_exhausted(struct hand *hand)
{
	char *name = base_printf("letters %s %u %lld", hand->game->id, hand->seat,
				 (long long)(hand->waiting->received / SECONDS_A_DAY));
	int64_t letters = intake_count(hand->intake, name);

	intake_add_count(hand->intake, name, 1);
	free(name);
	return letters >= LETTERS_A_DAY || count_answers(hand, 0) >= FAILURES_A_DAY;
}

/* The first letter beyond the ration is answered with that, the others not at all. */
static int say_rationed(struct hand *hand, int64_t count, struct reason *reason)
{
	const struct mail mail = {
		.template = "refused",
		.game = hand->game,
		.seat = hand->seat,
		.answers = hand->letter,
		.cause = hand->deed.digest,
		.when = hand->waiting->received,
		.why = "You have had 60 answers in this game today, and there are no more in a "
		       "day. Until "
		       "midnight UTC letters that only ask something, or that can't be carried "
		       "out, aren't "
		       "answered; orders that can be carried out still are.",
	};

	tally_add(hand->intake, TALLY_RATION, 1);
	return count == ANSWERS_A_DAY ? mailing_send(&hand->intake->mailing, &mail, reason) : 0;
}

int hand_pass_over(struct hand *hand, struct reason *reason)
{
	hand_set_what(hand, "not answered: over the day's ration");
	return say_rationed(hand, count_answers(hand, 1), reason);
}

/* ---- answers ---- */

int hand_send(struct hand *hand, const struct mail *extra, struct reason *reason)
{
	struct mail mail = *extra;
	char *numbered = NULL, *why = mail.why != NULL ? base_strdup(mail.why) : NULL;
	int64_t count;
	int result;

	if (why != NULL)
		token_hide(why);
	mail.why = why;
	mail.game = hand->game;
	mail.seat = hand->seat;
	mail.answers = hand->letter;
	/* Two boards asked for in one letter are two letters. */
	if (mail.cause == NULL && hand->answers > 0)
		mail.cause = numbered = base_printf("%u%s", hand->answers, hand->deed.digest);
	else if (mail.cause == NULL)
		mail.cause = hand->deed.digest;
	if (mail.when == 0)
		mail.when = hand->waiting->received;
	/* Answers that don't move the game are rationed, so that no loop and no flood can use us.
	 */
	count = hand->accepted && !hand->asking ? 0 : count_answers(hand, 1);
	if (count < ANSWERS_A_DAY)
		result = mailing_send(&hand->intake->mailing, &mail, reason);
	else
		result = say_rationed(hand, count, reason);
	free(numbered);
	free(why);
	return result;
}

/* The reason without what it quotes from the letter, between its first and its last quotation mark:
 * that may be what was to be said. The caller frees it. */
static char *without_quotes(const char *why)
{
	const char *first = strchr(why, '"'), *last = strrchr(why, '"');

	if (first == NULL)
		return base_strdup(why);
	return base_printf("%.*s\"...\"%s", (int)(first - why), why, last == first ? "" : last + 1);
}

int hand_refuse(struct hand *hand, const char *template, const char *why, struct reason *reason)
{
	const struct mail mail = {.template = template, .why = why, .nearest = hand->nearest};

	bool with_cards = hand->game != NULL && hand->game->file != NULL &&
			  hand->game->file->game.table != NULL;
	/* The reason may name a card of the hand, or a square meant for a trap. */
	char *told = with_cards ? base_strdup("") : without_quotes(why);

	snprintf(hand->deed.what, sizeof hand->deed.what, "%s%s%.120s",
		 strcmp(template, "dead-token") == 0 ? "overtaken" : "refused",
		 with_cards ? "" : ": ", told);
	hand->deed.what[strcspn(hand->deed.what, "\n")] = '\0';
	free(told);
	return hand_send(hand, &mail, reason);
}
