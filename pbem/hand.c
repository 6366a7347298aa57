/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pbem/hand.h"

enum { SECONDS_A_DAY = 86400, ANSWERS_A_DAY = 60 };

const struct game *
hand_game(const struct hand *hand)
{
	return &hand->game->file->game;
}

void
hand_set_what(struct hand *hand, const char *what)
{
	snprintf(hand->deed.what, sizeof hand->deed.what, "%s", what);
}

/* Answers that don't move the game are rationed, so that no loop and no flood can use us. */
static bool
may_answer(struct hand *hand)
{
	char *name = base_printf("answers %s %u %lld", hand->game->id, hand->seat,
	                         (long long)(hand->waiting->received / SECONDS_A_DAY));
	bool may = intake_count(hand->intake, name) < ANSWERS_A_DAY;

	intake_add_count(hand->intake, name, 1);
	free(name);
	return may;
}

int
hand_send(struct hand *hand, const struct mail *extra, struct reason *reason)
{
	struct mail mail = *extra;
	char *numbered = NULL, *why = mail.why != NULL ? base_strdup(mail.why) : NULL;
	int result = 0;

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
	if (hand->accepted || may_answer(hand))
		result = mailing_send(&hand->intake->mailing, &mail, reason);
	free(numbered);
	free(why);
	return result;
}

int
hand_refuse(struct hand *hand, const char *template, const char *why, struct reason *reason)
{
	const struct mail mail = {.template = template, .why = why, .nearest = hand->nearest};

	bool with_cards = hand->game != NULL && hand->game->file != NULL &&
	                  hand->game->file->game.table != NULL;

	/* The reason may name a card of the hand, or a square meant for a trap. */
	snprintf(hand->deed.what, sizeof hand->deed.what, "%s%s%.120s",
	         strcmp(template, "dead-token") == 0 ? "overtaken" : "refused",
	         with_cards ? "" : ": ", with_cards ? "" : why);
	hand->deed.what[strcspn(hand->deed.what, "\n")] = '\0';
	return hand_send(hand, &mail, reason);
}
