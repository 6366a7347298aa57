/* SPDX-License-Identifier: MIT */
/* Two pieces in one place: merged into one (Confabulation), or side by side on one square. */
#include "core/cards/field/field_words.h"
#include "core/cards/lasting/lasting_rows.h"

/* ---- Confabulation ---- */

/* One part stands alone, or is away, and the other is off the board. */
static bool can_join(const struct field *field, const struct effect *effect)
{
	const struct piece *pieces = field->position.pieces;

	return effect->piece != effect->other && field->partner[effect->piece] == NO_PIECE &&
	       field->partner[effect->other] == NO_PIECE &&
	       (pieces[effect->piece].fate == ON_BOARD || pieces[effect->piece].fate == AWAY) &&
	       pieces[effect->other].fate != ON_BOARD && pieces[effect->other].fate != SHARING;
}

/* The parts are one from now on: the one that stands on the board carries the other. */
static void join(struct field *field, const struct effect *effect)
{
	struct piece *pieces = field->position.pieces;

	field->partner[effect->piece] = effect->other;
	field->partner[effect->other] = effect->piece;
	pieces[effect->other].fate = MERGED;
	pieces[effect->other].at = pieces[effect->piece].at;
}

/* One that ends on the board leaves both its parts on one square. */
static void part(struct field *field, const struct effect *effect)
{
	struct piece *pieces = field->position.pieces;

	if (pieces[effect->other].fate != MERGED)
		return;
	if (pieces[effect->piece].fate == ON_BOARD) {
		pieces[effect->other].fate = SHARING;
		return;
	}
	pieces[effect->other].fate = pieces[effect->piece].fate;
	field->partner[effect->piece] = field->partner[effect->other] = NO_PIECE;
}

/* It goes as either part does. */
static void add_other(const struct book *book, const struct field *field,
		      const struct effect *effect, unsigned piece, struct reach *reach)
{
	unsigned other = field->partner[piece];
	const struct reach *more = &book->reach[field->quarter][field->position.pieces[other].side]
					       [field_kind(field, other)];

	(void)effect;
	reach->step_move |= more->step_move;
	reach->step_capture |= more->step_capture;
	reach->slide_move |= more->slide_move;
	reach->slide_capture |= more->slide_capture;
	reach->leap_move |= more->leap_move;
	reach->leap_capture |= more->leap_capture;
}

/* What was put on a composite vanishes with it; its parts are left on one square, the greater in
 * front, and their owner must part them. */
static void split(const struct book *book, struct field *field, const struct effect *composite,
		  struct event_list *record)
{
	const struct piece *pieces = field->position.pieces;
	unsigned front = composite->piece, behind = composite->other;
	struct effect both = field_no_effect();

	if (pieces[behind].fate != SHARING)
		return;
	for (unsigned i = 0; i < field->effect_count;) {
		const struct effect *effect = &field->effects[i];

		if (lasting_sits(book, effect) && effect->serial > composite->serial &&
		    (effect->piece == front || effect->piece == behind))
			field_end_effect(book, field, effect->serial, record);
		else
			i++;
	}
	if (pieces[behind].type < pieces[front].type)
		field_bring_to_front(book, field, behind, record);
	both.what = EFFECT_SPLIT;
	both.by = composite->by;
	both.seat = field_owner(field, front);
	both.piece = (uint8_t)front;
	both.other = (uint8_t)behind;
	field_add_effect(book, field, both, record);
}

const struct lasting lasting_composite = {
	.word = "composite",
	.place = LASTING_ON_PIECE,
	.needs = LASTING_OTHER,
	.ends = LASTING_LOST | LASTING_REPLACED,
	.pair = true,
	.joins = true,
	.mark = MARK_COMPOSITE,
	.other_mark = MARK_COMPOSITE,
	.change = add_other,
	.can_begin = can_join,
	.join = join,
	.part = part,
	.ended = split,
	.sign = {11, '+', "two merged into one", true},
};

/* ---- two on one square ---- */

static bool do_share(const struct field *field, const struct effect *effect)
{
	return field->partner[effect->piece] == effect->other;
}

/* Of two pieces that still share a square the lesser is lost (C-Peace Talks): never one that is
 * royal. */
static void lose_lesser(const struct book *book, struct field *field, const struct effect *split,
			struct event_list *record)
{
	const struct piece *pieces = field->position.pieces;
	bool other_less = field->marks[split->piece] & MARK_ROYAL ||
			  (pieces[split->other].type > pieces[split->piece].type &&
			   !(field->marks[split->other] & MARK_ROYAL));

	field_capture(book, field, other_less ? split->other : split->piece, NO_PIECE, false,
		      record);
}

const struct lasting lasting_split = {
	.word = "split",
	.due = true,
	.place = LASTING_ON_PIECE,
	.needs = LASTING_OTHER,
	.ends = LASTING_LOST | LASTING_PARTED | LASTING_MET,
	.begins = LASTING_SEATS_TURN,
	.pair = true,
	.cardless = true,
	.mark = MARK_SPLIT,
	.other_mark = MARK_SPLIT,
	.can_begin = do_share,
	.after = lose_lesser,
	.sign = {12, '&', "two on one square", true},
	.owed = "[seat] has to move one of the two on [at], in [turn] turn",
};
