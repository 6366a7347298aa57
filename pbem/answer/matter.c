/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "pbem/answer/matter.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/batch/tally.h"

enum {
	ANSWERS_A_DAY = 60,   /* to one seat, in one game */
	FAILURES_A_DAY = 300, /* letters that came to nothing: then nothing more is decided */
	LETTERS_A_DAY = 1000, /* of any kind: the same */
};

#define ANSWERS "answers"

const struct game *matter_game(const struct matter *matter)
{
	return &matter->game->file->game;
}

void matter_set_what(struct matter *matter, const char *what)
{
	snprintf(matter->deed.what, sizeof matter->deed.what, "%s", what);
}

/* ---- the day's ration ---- */

int64_t matter_count(struct matter *matter, const char *what, int64_t add)
{
	return desk_raise(matter->desk, add, "%s %s %u" LEDGER_OF_DAY, what, matter->game->id,
			  matter->seat, (long long)(matter->waiting->received / SECONDS_A_DAY));
}

bool matter_is_rationed(struct matter *matter)
{
	return matter_count(matter, ANSWERS, 0) >= ANSWERS_A_DAY;
}

bool matter_is_exhausted(struct matter *matter)
{
	return matter_count(matter, "letters", 1) >= LETTERS_A_DAY ||
	       matter_count(matter, ANSWERS, 0) >= FAILURES_A_DAY;
}

/* The first letter beyond the ration is answered with that, the others not at all. */
static int say_rationed(struct matter *matter, int64_t count, struct reason *reason)
{
	const struct mail mail = {
		.template = "refused",
		.game = matter->game,
		.seat = matter->seat,
		.answers = matter->letter,
		.cause = matter->deed.digest,
		.when = matter->waiting->received,
		.why = "You have had 60 answers in this game today, and there are no more in a "
		       "day. Until midnight UTC letters that only ask something, or that can't be "
		       "carried out, aren't answered; orders that can be carried out still are.",
	};

	tally_add(matter->desk, TALLY_RATION, 1);
	return count == ANSWERS_A_DAY ? mailing_send(matter->desk, &mail, reason) : 0;
}

int matter_pass_over(struct matter *matter, struct reason *reason)
{
	matter_set_what(matter, "not answered: over the day's ration");
	return say_rationed(matter, matter_count(matter, ANSWERS, 1), reason);
}

/* ---- answers ---- */

int matter_send(struct matter *matter, const struct mail *extra, struct reason *reason)
{
	struct mail mail = *extra;
	char *numbered = NULL, *why = mail.why != NULL ? base_strdup(mail.why) : NULL;
	int64_t count;
	int result;

	if (why != NULL)
		token_hide(why);
	mail.why = why;
	mail.game = matter->game;
	mail.seat = matter->seat;
	mail.answers = matter->letter;
	/* Two boards asked for in one letter are two letters. */
	if (mail.cause == NULL && matter->answers > 0)
		mail.cause = numbered = base_printf("%u%s", matter->answers, matter->deed.digest);
	else if (mail.cause == NULL)
		mail.cause = matter->deed.digest;
	if (mail.when == 0)
		mail.when = matter->waiting->received;
	/* Answers that don't move the game are rationed, so that no loop and no flood can use us.
	 */
	count = matter->accepted && !matter->asking ? 0 : matter_count(matter, ANSWERS, 1);
	if (count < ANSWERS_A_DAY)
		result = mailing_send(matter->desk, &mail, reason);
	else
		result = say_rationed(matter, count, reason);
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

int matter_refuse(struct matter *matter, const char *template, const char *why,
		  struct reason *reason)
{
	const struct mail mail = {.template = template, .why = why, .nearest = matter->nearest};

	bool secret = matter->game != NULL && matter->game->file != NULL &&
		      desk_mail_kind(matter_game(matter)->variant)->hides != NULL;
	/* The reason may name a card of the hand, or a square meant for a trap. */
	char *told = secret ? base_strdup("") : without_quotes(why);

	snprintf(matter->deed.what, sizeof matter->deed.what, "%s%s%.120s",
		 strcmp(template, "dead-token") == 0 ? "overtaken" : "refused", secret ? "" : ": ",
		 told);
	matter->deed.what[strcspn(matter->deed.what, "\n")] = '\0';
	free(told);
	return matter_send(matter, &mail, reason);
}
