/* SPDX-License-Identifier: MIT */
/* Two pieces in one place: merged into one (Confabulation), or side by side on one square. */
#include "core/cards/board/card_board_format.h"
#include "core/cards/board/continuous_table.h"

/* ---- Confabulation ---- */

/* Reports whether the parts can be joined: one is alone on the board or away, and the other is off
 * the board. */
static bool can_join(const struct card_board *field, const struct effect *effect)
{
	const struct piece *pieces = field->position.pieces;

	return effect->piece != effect->other && field->partner[effect->piece] == NO_PIECE &&
	       field->partner[effect->other] == NO_PIECE &&
	       (pieces[effect->piece].fate == ON_BOARD || pieces[effect->piece].fate == AWAY) &&
	       pieces[effect->other].fate != ON_BOARD && pieces[effect->other].fate != SHARING;
}

/* Joins the parts: the one on the board carries the other. */
static void composite_join(struct card_board *field, const struct effect *effect)
{
	struct piece *pieces = field->position.pieces;

	field->partner[effect->piece] = effect->other;
	field->partner[effect->other] = effect->piece;
	pieces[effect->other].fate = MERGED;
	pieces[effect->other].at = pieces[effect->piece].at;
}

/* Separates the parts. A composite that ends on the board leaves both on one square. */
static void composite_part(struct card_board *field, const struct effect *effect)
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

/* A composite moves like either part. */
static void add_reach_of_other_part(const struct card_ruleset *book, const struct card_board *field,
				    const struct effect *effect, unsigned piece,
				    struct reach *reach)
{
	unsigned other = field->partner[piece];
	const struct reach *more = &book->reach[field->quarter][field->position.pieces[other].side]
					       [card_board_kind(field, other)];

	(void)effect;
	reach->step_move |= more->step_move;
	reach->step_capture |= more->step_capture;
	reach->slide_move |= more->slide_move;
	reach->slide_capture |= more->slide_capture;
	reach->leap_move |= more->leap_move;
	reach->leap_capture |= more->leap_capture;
}

/* Ends effects on the composite, which end with it. Its parts are left on one square, the greater
 * in front, and their owner must separate them. */
static void composite_ended(const struct card_ruleset *book, struct card_board *field,
			    const struct effect *composite, struct event_list *record)
{
	const struct piece *pieces = field->position.pieces;
	unsigned front = composite->piece, behind = composite->other;
	struct effect both = card_board_no_effect();

	if (pieces[behind].fate != SHARING)
		return;
	for (unsigned i = 0; i < field->effect_count;) {
		const struct effect *effect = &field->effects[i];

		if (continuous_sits(book, effect) && effect->serial > composite->serial &&
		    (effect->piece == front || effect->piece == behind))
			card_board_end_effect(book, field, effect->serial, record);
		else
			i++;
	}
	if (pieces[behind].type < pieces[front].type)
		card_board_bring_to_front(book, field, behind, record);
	both.what = EFFECT_SPLIT;
	both.by = composite->by;
	both.seat = card_board_owner(field, front);
	both.piece = (uint8_t)front;
	both.other = (uint8_t)behind;
	card_board_add_effect(book, field, both, record);
}

const struct continuous continuous_composite = {
	.word = "composite",
	.place = CONTINUOUS_ON_PIECE,
	.needs = CONTINUOUS_OTHER,
	.ends = CONTINUOUS_LOST | CONTINUOUS_REPLACED,
	.pair = true,
	.joins = true,
	.mark = MARK_COMPOSITE,
	.other_mark = MARK_COMPOSITE,
	.change = add_reach_of_other_part,
	.can_begin = can_join,
	.join = composite_join,
	.part = composite_part,
	.ended = composite_ended,
	.sign = {11, '+', "two merged into one", true},
};

/* ---- two on one square ---- */

static bool are_sharing_square(const struct card_board *field, const struct effect *effect)
{
	return field->partner[effect->piece] == effect->other;
}

/* Captures the lesser of two pieces that still share a square (C-Peace Talks), but never a royal
 * one. */
static void capture_lesser_of_split(const struct card_ruleset *book, struct card_board *field,
				    const struct effect *split, struct event_list *record)
{
	const struct piece *pieces = field->position.pieces;
	bool other_less = field->marks[split->piece] & MARK_ROYAL ||
			  (pieces[split->other].type > pieces[split->piece].type &&
			   !(field->marks[split->other] & MARK_ROYAL));

	card_board_capture(book, field, other_less ? split->other : split->piece, NO_PIECE, false,
			   record);
}

const struct continuous continuous_split = {
	.word = "split",
	.due = true,
	.place = CONTINUOUS_ON_PIECE,
	.needs = CONTINUOUS_OTHER,
	.ends = CONTINUOUS_LOST | CONTINUOUS_PARTED | CONTINUOUS_MET,
	.begins = CONTINUOUS_SEATS_TURN,
	.pair = true,
	.cardless = true,
	.mark = MARK_SPLIT,
	.other_mark = MARK_SPLIT,
	.can_begin = are_sharing_square,
	.after = capture_lesser_of_split,
	.sign = {12, '&', "two on one square", true},
	.owed = "[seat] has to move one of the two on [at], in [turn] turn",
};
