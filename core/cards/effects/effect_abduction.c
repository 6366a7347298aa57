/* SPDX-License-Identifier: MIT */
/* Abduction: a piece is taken away, and its owner must say from memory which it was and where it
 * was. */
#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/targets.h"

static enum effect_context_result play_abduction(struct effect_context *context)
{
	unsigned piece = effect_context_piece(context, 0);
	square at = effect_context_square(context, 0);
	struct effect effect = effect_context_effect(context, EFFECT_ABDUCTED);

	if (card_board_is_kingly(context->book, context->field, piece))
		return effect_context_refuse(context, at, "a king can't be abducted.");
	if (!card_board_may_be_taken(context->book, context->field, piece))
		return effect_context_refuse(context, at,
					     "the piece can't be captured now, nor abducted.");
	effect.piece = (uint8_t)piece;
	effect.seat = card_board_owner(context->field, piece);
	effect.type = (uint8_t)card_board_kind(context->field, piece);
	effect.copy = NO_COPY;
	effect.squares[0] = at;
	card_board_send_away(context->book, context->field, piece, context->record);
	card_board_add_effect(context->book, context->field, effect, context->record);
	return EFFECT_CONTEXT_DONE;
}

static uint8_t abduction_asks(const struct effect_context *context, uint16_t answered)
{
	const struct effect *abducted = card_board_effect(context->field, EFFECT_ABDUCTED);

	(void)answered;
	return abducted == NULL ? NO_SIDE : abducted->seat;
}

/* Reports whether the answer is right. The kind may be any that the piece counted as before it was
 * taken: for a composite, that of either part. */
static bool is_right_answer(const struct effect_context *context, const struct effect *abducted,
			    const struct target *targets)
{
	const struct card_board *found = context->found ? context->found : context->field;

	return targets[1].squares[0] == abducted->squares[0] &&
	       (targets[0].value == abducted->type ||
		card_board_is(context->book, found, abducted->piece, 1u << targets[0].value));
}

static enum effect_context_result abduction_answer(struct effect_context *context,
						   const struct answer *answer)
{
	const struct effect *pending = card_board_effect(context->field, EFFECT_ABDUCTED);
	struct effect abducted;

	if (pending == NULL || answer->no || answer->target_count != 2 ||
	    answer->targets[0].form != TARGET_KIND || answer->targets[1].form != TARGET_SQUARE)
		return effect_context_deny(context,
					   "Expected: ANSWER, the kind of the piece that was taken "
					   "and the square it stood on, such as N g8.");
	abducted = *pending;
	card_board_end_effect(context->book, context->field, abducted.serial, context->record);
	card_board_return(context->book, context->field, abducted.piece, abducted.squares[0],
			  RETURN_WHOLE, context->record);
	if (!is_right_answer(context, &abducted, answer->targets))
		card_board_capture(context->book, context->field, abducted.piece, NO_PIECE, false,
				   context->record);
	return EFFECT_CONTEXT_DONE;
}

/* A seat that is late loses the piece: a king is never the right answer. */
static bool abduction_first(const struct effect_context *context, uint8_t seat, struct play *words)
{
	const struct effect *pending = card_board_effect(context->field, EFFECT_ABDUCTED);

	(void)seat;
	if (pending == NULL)
		return false;
	targets_add(words, TARGET_KIND)->value = CARD_KING;
	targets_add_square(words, pending->squares[0]);
	return true;
}

static const struct demand_rules abduction_demand = {
	.asks = abduction_asks,
	.answer = abduction_answer,
	.first = abduction_first,
	.panicked = true,
};

const struct effect_rules effects_abduct_rules[] = {
	{.name = "abduction", .targets = "s", .play = play_abduction, .demand = &abduction_demand},
	{0},
};
