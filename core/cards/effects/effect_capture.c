/* SPDX-License-Identifier: MIT */
/* Cards that capture in their own way, or bring captured pieces back. */
#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* ---- Assassin ---- */

/* Refuses a king as the victim. If a card's row spares kings, a Prince counts as one
 * [royal-is-exempt] [prince-like-king]. */
static bool is_no_king(const struct effect_context *context, square at)
{
	if (!card_board_is_kingly(context->book, context->field, card_board_at(context->field, at)))
		return true;
	return effect_context_refuse(context, at, "a king or Prince can't be the victim.");
}

static enum effect_context_result play_assassin(struct effect_context *context)
{
	square from = effect_context_square(context, 0), to = context->play->targets[0].squares[1];
	unsigned piece = card_board_at(context->field, from),
		 victim = card_board_at(context->field, to);
	struct stride stride = effect_context_stride(context, piece, true);

	if (victim == NO_PIECE || !effect_context_is_ours(context, victim))
		return effect_context_refuse(context, to, "the victim must be another own piece.");
	if (!is_no_king(context, to) || !effect_context_is_loose(context, piece) ||
	    !effect_context_may_take(context, piece, to, true))
		return EFFECT_CONTEXT_REFUSED;
	if (!effect_context_leads(context, piece, &stride, to))
		return effect_context_refuse(context, to, "the piece can't capture there.");
	effect_context_strike(context, piece, to);
	return EFFECT_CONTEXT_DONE;
}

/* ---- Evil Eye ---- */

static enum effect_context_result play_eye(struct effect_context *context)
{
	unsigned eye = effect_context_piece(context, 0);
	square at = effect_context_square(context, 1);
	struct stride stride = effect_context_stride(context, eye, true);

	if (!effect_context_is_loose(context, eye) ||
	    !effect_context_may_take(context, eye, at, false) || !is_no_king(context, at))
		return EFFECT_CONTEXT_REFUSED;
	if (!effect_context_leads(context, eye, &stride, at))
		return effect_context_refuse(context, at,
					     "the piece whose eye it is couldn't capture there.");
	effect_context_take_all(context, at, eye);
	return EFFECT_CONTEXT_DONE;
}

/* ---- Split Knight ---- */

static bool is_victim(const struct effect_context *context, unsigned knight, square at)
{
	struct stride stride = effect_context_stride(context, knight, true);

	if (!effect_context_may_take(context, knight, at, false) || !is_no_king(context, at))
		return false;
	if (effect_context_leads(context, knight, &stride, at))
		return true;
	return effect_context_refuse(context, at, "the knight can't capture there.");
}

static bool may_fall(const struct effect_context *context, unsigned knight)
{
	square at = context->field->position.pieces[knight].at;

	if (!effect_context_is_loose(context, knight))
		return false;
	if (card_board_may_be_taken(context->book, context->field, knight))
		return true;
	return effect_context_refuse(context, at,
				     "the knight would be captured too, and can't be.");
}

static enum effect_context_result play_split(struct effect_context *context)
{
	unsigned knight = effect_context_piece(context, 0);

	if (!may_fall(context, knight))
		return EFFECT_CONTEXT_REFUSED;
	for (unsigned i = 1; i < context->play->target_count; i++) {
		if (targets_repeat(context->play->targets + 1, i - 1, i - 1))
			return effect_context_refuse(context, effect_context_square(context, i),
						     "named twice.");
		if (!is_victim(context, knight, effect_context_square(context, i)))
			return EFFECT_CONTEXT_REFUSED;
	}
	for (unsigned i = 1; i < context->play->target_count; i++)
		effect_context_take_all(context, effect_context_square(context, i), knight);
	card_board_capture(context->book, context->field, knight, NO_PIECE, false, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* Adds every set of two or more of the victims. */
static void list_victims(const struct effect_context *context, square knight, const square *victims,
			 unsigned count, struct play_list *out)
{
	for (unsigned set = 0; set < 1u << count; set++) {
		struct play play;

		if ((set & (set - 1)) == 0)
			continue;
		targets_none(context, &play);
		targets_add_square(&play, knight);
		for (unsigned i = 0; i < count; i++)
			if (set >> i & 1)
				targets_add_square(&play, victims[i]);
		targets_sort(context, &play, 1);
		play_add(context, &play, out);
	}
}

static void list_split(const struct effect_context *context, struct play_list *out)
{
	unsigned squares = context->book->variant->board.squares;

	for (square at = 0; at < squares; at++) {
		unsigned piece = card_board_at(context->field, at), count = 0;
		square victims[MAX_PLAY_WORDS];

		if (piece == NO_PIECE ||
		    !card_board_is_own(context->field, piece, context->player) ||
		    !card_board_is(context->book, context->field, piece, 1 << CARD_KNIGHT) ||
		    !may_fall(context, piece))
			continue;
		for (square to = 0; to < squares && count < LEAPS; to++)
			if (to != at && is_victim(context, piece, to))
				victims[count++] = to;
		list_victims(context, at, victims, count, out);
	}
}

/* ---- Winged Victory, Resurrection ---- */

static enum effect_context_result bring_back(struct effect_context *context, unsigned type,
					     square at)
{
	bool fresh;
	unsigned piece = effect_context_captured(context, context->player, type, &fresh);

	if (piece == NO_PIECE)
		return effect_context_deny(
			context, "No %s of yours has been captured that could return.",
			translate(variant_type_name(context->book->variant, type)));
	if (!effect_context_is_free(context, at))
		return EFFECT_CONTEXT_REFUSED;
	card_board_return(context->book, context->field, piece, at,
			  fresh ? RETURN_ALONE : RETURN_ANEW, context->record);
	return EFFECT_CONTEXT_DONE;
}

static enum effect_context_result play_centre(struct effect_context *context)
{
	square at = effect_context_square(context, 0);

	if (!(context->book->centre >> at & 1))
		return effect_context_refuse(
			context, at, "it must be a square of the centre: d4, d5, e4 or e5.");
	return bring_back(context, CARD_PAWN, at);
}

static enum effect_context_result play_resurrect(struct effect_context *context)
{
	unsigned kind = context->play->targets[0].value;
	square at = effect_context_square(context, 1);

	if (kind != CARD_ROOK && kind != CARD_BISHOP && kind != CARD_KNIGHT && kind != CARD_PAWN)
		return effect_context_deny(context, "R, B, N or P can return, not %s.",
					   translate(card_ruleset_kind_name(context->book, kind)));
	if (!card_board_starts(context->book, context->field, context->player, kind, at))
		return effect_context_refuse(
			context, at, "your %s doesn't start the game there.",
			translate(variant_type_name(context->book->variant, kind)));
	return bring_back(context, kind, at);
}

static const struct effect_rules return_words[] = {
	{.targets = "s", .play = play_centre},
	{.targets = "k s", .play = play_resurrect},
};

const struct effect_rules effects_strike_rules[] = {
	{.name = "assassin", .targets = "m", .play = play_assassin, .displaces = true},
	{.name = "evil-eye", .targets = "s s", .play = play_eye},
	{.name = "split-knight", .targets = "s s s s*", .play = play_split, .list = list_split},
	{.name = "return", .arguments = "centre|start", .words = return_words},
	{0},
};
