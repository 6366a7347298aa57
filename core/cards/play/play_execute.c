/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/play/front_piece.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"

enum { MAX_ANSWERS_TRIED = 64 };

/* Plays the card on the pieces that are in front now. */
static enum effect_context_result play_with_current_fronts(struct effect_context *context,
							   const struct play *play,
							   struct reason *why)
{
	struct play fitted = *play;
	struct effect_context doing = *context;
	/* A secret target of another player on a concealed table: it was checked when it was
	 * played. */
	bool concealed = context->card->effect->secret && play->target_count > 0 &&
			 play->targets[0].squares[0] == NO_SQUARE;

	if (!concealed && !targets_fit(context, &fitted, why))
		return EFFECT_CONTEXT_REFUSED;
	doing.play = &fitted;
	doing.why = why;
	doing.mated = NULL;
	return context->card->effect->play(&doing);
}

static enum effect_context_result do_answer(struct effect_context *context,
					    const struct answer *answer)
{
	return context->card->effect->demand->answer(context, answer);
}

/* A play or an answer; the other is NULL. */
struct play_or_answer {
	const struct play *play;
	const struct answer *answer;
	struct reason *why;
};

static enum effect_context_result do_play_or_answer(struct effect_context *context,
						    const struct play_or_answer *deed,
						    struct reason *why)
{
	context->why = why;
	return deed->play != NULL ? play_with_current_fronts(context, deed->play, why)
				  : do_answer(context, deed->answer);
}

/* Tries which pieces may be meant, and carries out the first possibility that fits
 * [two-on-a-square]. If none fits, `why` says why the first doesn't. */
static enum effect_context_result do_first_fitting(struct effect_context *context,
						   const struct play_or_answer *deed,
						   const struct target *targets, unsigned count)
{
	enum effect_context_result result = EFFECT_CONTEXT_REFUSED;
	enum front_piece_set set;
	struct reason *why = deed->why;
	bool tried = false;
	unsigned nth = 0;

	while (result == EFFECT_CONTEXT_REFUSED) {
		struct card_board field;
		struct effect_context trial = effect_context_try(context, &field);

		set = front_piece_set(&trial, targets, count, nth++);
		if (set == FRONT_PIECE_NONE)
			break;
		if (set == FRONT_PIECE_OTHERS)
			continue;
		result = do_play_or_answer(&trial, deed, tried ? NULL : why);
		tried = true;
	}
	if (!tried)
		reason_set(why, "No such piece stands there as is named.");
	if (result == EFFECT_CONTEXT_REFUSED)
		return result;
	front_piece_set(context, targets, count, nth - 1);
	result = do_play_or_answer(context, deed, why);
	front_piece_reset(context);
	return result;
}

enum effect_context_result play_do(struct effect_context *context, const struct play *play,
				   struct reason *why)
{
	struct reason *asked = context->why;
	enum effect_context_result result;

	if (!front_piece_is_ambiguous(context, play->targets, play->target_count))
		return play_with_current_fronts(context, play, why);
	result = do_first_fitting(context, &(struct play_or_answer){play, NULL, why}, play->targets,
				  play->target_count);
	context->why = asked;
	return result;
}

enum effect_context_result play_answer(struct effect_context *context, const struct answer *answer)
{
	struct reason *asked = context->why;
	enum effect_context_result result;

	if (answer->no || !front_piece_is_ambiguous(context, answer->targets, answer->target_count))
		return do_answer(context, answer);
	result = do_first_fitting(context, &(struct play_or_answer){NULL, answer, asked},
				  answer->targets, answer->target_count);
	context->why = asked;
	return result;
}

bool play_would(const struct effect_context *context, const struct play *play)
{
	struct card_board field;
	struct effect_context trial = effect_context_try(context, &field);

	return play_do(&trial, play, NULL) != EFFECT_CONTEXT_REFUSED;
}

void play_add(const struct effect_context *context, const struct play *play, struct play_list *out)
{
	if (play_would(context, play))
		play_list_add(out, play);
}

bool play_nth_answer(const struct effect_context *context, uint8_t seat, unsigned index,
		     struct answer *answer_out)
{
	const struct demand_rules *rules = context->card->effect->demand;
	struct play words = {.target_count = 0};
	bool any;

	if (index == 0)
		any = rules->first(context, seat, &words);
	else
		any = rules->nth != NULL && index <= MAX_ANSWERS_TRIED &&
		      rules->nth(context, seat, index - 1, &words);
	*answer_out = (struct answer){.seat = seat, .no = !any, .target_count = words.target_count};
	memcpy(answer_out->targets, words.targets, sizeof words.targets);
	return any || index == 0;
}

/* Finds answers for the seats that are still asked after those in `answered`. */
static bool answer_remaining_seats(struct effect_context *context, uint16_t answered,
				   const struct goal *goal)
{
	const struct demand_rules *rules = context->card->effect->demand;
	const struct card_board before = *context->field;
	uint8_t seat = rules->asks(context, answered);
	struct effect_context_mated mated = {0, 0};
	struct answer answer;
	unsigned index = 0;

	if (seat == NO_SIDE) {
		if ((rules->finish == NULL || rules->finish(context) == EFFECT_CONTEXT_DONE) &&
		    goal->reached(goal->context, context->field))
			return true;
		*context->field = before;
		return false;
	}
	context->mated = &mated;
	while (play_nth_answer(context, seat, index++, &answer)) {
		const bool done = play_answer(context, &answer) == EFFECT_CONTEXT_DONE;

		context->mated = NULL; /* the next seat answers on another board */
		if (done &&
		    answer_remaining_seats(context, answered | (uint16_t)(1u << seat), goal))
			return true;
		*context->field = before;
		context->mated = &mated;
	}
	context->mated = NULL;
	return false;
}

bool play_let_answer(struct effect_context *context, const struct play *play,
		     const struct goal *goal)
{
	context->play = play;
	context->why = NULL;
	return answer_remaining_seats(context, 0, goal);
}
