/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"

enum { MAX_ANSWERS_TRIED = 64 };

enum moment_result play_do(struct moment *moment, const struct play *play, struct reason *why)
{
	struct play fitted = *play;
	struct moment doing = *moment;
	/* Another's secret, on a table that was concealed: it has been judged. */
	bool concealed = moment->card->effect->secret && play->target_count > 0 &&
			 play->targets[0].squares[0] == NO_SQUARE;

	if (!concealed && !targets_fit(moment, &fitted, why))
		return MOMENT_REFUSED;
	doing.play = &fitted;
	doing.why = why;
	doing.mated = NULL;
	return moment->card->effect->play(&doing);
}

bool play_would(const struct moment *moment, const struct play *play)
{
	struct field field;
	struct moment trial = moment_try(moment, &field);

	return play_do(&trial, play, NULL) != MOMENT_REFUSED;
}

void play_add(const struct moment *moment, const struct play *play, struct play_list *out)
{
	if (play_would(moment, play))
		play_list_add(out, play);
}

bool play_nth_answer(const struct moment *moment, uint8_t seat, unsigned index,
		     struct answer *answer_out)
{
	const struct demand_rules *rules = moment->card->effect->demand;
	struct play words = {.target_count = 0};
	bool any;

	if (index == 0)
		any = rules->first(moment, seat, &words);
	else
		any = rules->nth != NULL && index <= MAX_ANSWERS_TRIED &&
		      rules->nth(moment, seat, index - 1, &words);
	*answer_out = (struct answer){.seat = seat, .no = !any, .target_count = words.target_count};
	memcpy(answer_out->targets, words.targets, sizeof words.targets);
	return any || index == 0;
}

/* What is left when those have answered. */
static bool let_rest_answer(struct moment *moment, uint16_t answered, const struct goal *goal)
{
	const struct demand_rules *rules = moment->card->effect->demand;
	const struct field before = *moment->field;
	uint8_t seat = rules->asks(moment, answered);
	struct moment_mated mated = {0, 0};
	struct answer answer;
	unsigned index = 0;

	if (seat == NO_SIDE) {
		if ((rules->finish == NULL || rules->finish(moment) == MOMENT_DONE) &&
		    goal->reached(goal->context, moment->field))
			return true;
		*moment->field = before;
		return false;
	}
	moment->mated = &mated;
	while (play_nth_answer(moment, seat, index++, &answer)) {
		const bool done = rules->answer(moment, &answer) == MOMENT_DONE;

		moment->mated = NULL; /* the field is another for who answers next */
		if (done && let_rest_answer(moment, answered | (uint16_t)(1u << seat), goal))
			return true;
		*moment->field = before;
		moment->mated = &mated;
	}
	moment->mated = NULL;
	return false;
}

bool play_let_answer(struct moment *moment, const struct play *play, const struct goal *goal)
{
	moment->play = play;
	moment->why = NULL;
	return let_rest_answer(moment, 0, goal);
}
