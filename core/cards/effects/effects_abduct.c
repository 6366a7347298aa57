/* SPDX-License-Identifier: MIT */
/* Abduction: a piece is taken away, and its owner must tell from memory which and from where. */
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/targets.h"

static enum moment_result play_abduction(struct moment *moment)
{
	unsigned piece = moment_piece(moment, 0);
	square at = moment_square(moment, 0);
	struct effect effect = moment_effect(moment, EFFECT_ABDUCTED);

	if (field_is_kingly(moment->book, moment->field, piece))
		return moment_refuse(moment, at, "a king can't be abducted.");
	if (!field_may_be_taken(moment->book, moment->field, piece))
		return moment_refuse(moment, at, "the piece can't be captured now, nor abducted.");
	effect.piece = (uint8_t)piece;
	effect.seat = field_owner(moment->field, piece);
	effect.type = (uint8_t)field_kind(moment->field, piece);
	effect.copy = NO_COPY;
	effect.squares[0] = at;
	field_send_away(moment->book, moment->field, piece, moment->record);
	field_add_effect(moment->book, moment->field, effect, moment->record);
	return MOMENT_DONE;
}

static uint8_t abduction_asks(const struct moment *moment, uint16_t answered)
{
	const struct effect *abducted = field_effect(moment->field, EFFECT_ABDUCTED);

	(void)answered;
	return abducted == NULL ? NO_SIDE : abducted->seat;
}

/* The kind may be any that the piece answered to before it was taken: either part of a composite.
 */
static bool is_right(const struct moment *moment, const struct effect *abducted,
		     const struct target *targets)
{
	const struct field *found = moment->found ? moment->found : moment->field;

	return targets[1].squares[0] == abducted->squares[0] &&
	       (targets[0].value == abducted->type ||
		field_is(moment->book, found, abducted->piece, 1u << targets[0].value));
}

static enum moment_result abduction_answer(struct moment *moment, const struct answer *answer)
{
	const struct effect *pending = field_effect(moment->field, EFFECT_ABDUCTED);
	struct effect abducted;

	if (pending == NULL || answer->no || answer->target_count != 2 ||
	    answer->targets[0].form != TARGET_KIND || answer->targets[1].form != TARGET_SQUARE)
		return moment_deny(moment, "Expected: ANSWER, the kind of the piece that was taken "
					   "and the square it stood on, such as N g8.");
	abducted = *pending;
	field_end_effect(moment->book, moment->field, abducted.serial, moment->record);
	field_return(moment->book, moment->field, abducted.piece, abducted.squares[0], RETURN_WHOLE,
		     moment->record);
	if (!is_right(moment, &abducted, answer->targets))
		field_capture(moment->book, moment->field, abducted.piece, NO_PIECE, false,
			      moment->record);
	return MOMENT_DONE;
}

/* Who is late has lost the piece: a king is never the right answer. */
static bool abduction_first(const struct moment *moment, uint8_t seat, struct play *words)
{
	const struct effect *pending = field_effect(moment->field, EFFECT_ABDUCTED);

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
