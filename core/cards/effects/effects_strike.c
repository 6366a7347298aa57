/* SPDX-License-Identifier: MIT */
/* Cards that capture in their own way, merge pieces, or bring captured ones back. */
#include "core/phrase/phrase.h"
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"
#include "core/variant/variant_data.h"

/* ---- Assassin ---- */

/* Refuses a victim that is a king: where a row spares kings a Prince counts as one
 * [royal-is-exempt] [prince-like-king]. */
static bool is_no_king(const struct moment *moment, square at)
{
	if (!field_is_kingly(moment->book, moment->field, field_at(moment->field, at)))
		return true;
	return moment_refuse(moment, at, "a king or Prince can't be the victim.");
}

static enum moment_result play_assassin(struct moment *moment)
{
	square from = moment_square(moment, 0), to = moment->play->targets[0].squares[1];
	unsigned piece = field_at(moment->field, from), victim = field_at(moment->field, to);
	struct stride stride = moment_stride(moment, piece, true);

	if (victim == NO_PIECE || !moment_is_ours(moment, victim))
		return moment_refuse(moment, to, "the victim must be another own piece.");
	if (!is_no_king(moment, to) || !moment_is_loose(moment, piece) ||
	    !moment_may_take(moment, piece, to, true))
		return MOMENT_REFUSED;
	if (!moment_leads(moment, piece, &stride, to))
		return moment_refuse(moment, to, "the piece can't capture there.");
	moment_strike(moment, piece, to);
	return MOMENT_DONE;
}

/* ---- Evil Eye ---- */

static enum moment_result play_eye(struct moment *moment)
{
	unsigned eye = moment_piece(moment, 0);
	square at = moment_square(moment, 1);
	struct stride stride = moment_stride(moment, eye, true);

	if (!moment_is_loose(moment, eye) || !moment_may_take(moment, eye, at, false) ||
	    !is_no_king(moment, at))
		return MOMENT_REFUSED;
	if (!moment_leads(moment, eye, &stride, at))
		return moment_refuse(moment, at,
				     "the piece whose eye it is couldn't capture there.");
	moment_take_all(moment, at, eye);
	return MOMENT_DONE;
}

/* ---- Split Knight ---- */

static bool is_victim(const struct moment *moment, unsigned knight, square at)
{
	struct stride stride = moment_stride(moment, knight, true);

	if (!moment_may_take(moment, knight, at, false) || !is_no_king(moment, at))
		return false;
	if (moment_leads(moment, knight, &stride, at))
		return true;
	return moment_refuse(moment, at, "the knight can't capture there.");
}

static bool may_fall(const struct moment *moment, unsigned knight)
{
	square at = moment->field->position.pieces[knight].at;

	if (!moment_is_loose(moment, knight))
		return false;
	if (field_may_be_taken(moment->book, moment->field, knight))
		return true;
	return moment_refuse(moment, at, "the knight would be captured too, and can't be.");
}

static enum moment_result play_split(struct moment *moment)
{
	unsigned knight = moment_piece(moment, 0);

	if (!may_fall(moment, knight))
		return MOMENT_REFUSED;
	for (unsigned i = 1; i < moment->play->target_count; i++) {
		if (targets_repeat(moment->play->targets + 1, i - 1, i - 1))
			return moment_refuse(moment, moment_square(moment, i), "named twice.");
		if (!is_victim(moment, knight, moment_square(moment, i)))
			return MOMENT_REFUSED;
	}
	for (unsigned i = 1; i < moment->play->target_count; i++)
		moment_take_all(moment, moment_square(moment, i), knight);
	field_capture(moment->book, moment->field, knight, NO_PIECE, false, moment->record);
	return MOMENT_DONE;
}

/* Adds every set of two or more of the victims. */
static void list_victims(const struct moment *moment, square knight, const square *victims,
			 unsigned count, struct play_list *out)
{
	for (unsigned set = 0; set < 1u << count; set++) {
		struct play play;

		if ((set & (set - 1)) == 0)
			continue;
		targets_none(moment, &play);
		targets_add_square(&play, knight);
		for (unsigned i = 0; i < count; i++)
			if (set >> i & 1)
				targets_add_square(&play, victims[i]);
		targets_sort(moment, &play, 1);
		play_add(moment, &play, out);
	}
}

static void list_split(const struct moment *moment, struct play_list *out)
{
	unsigned squares = moment->book->variant->board.squares;

	for (square at = 0; at < squares; at++) {
		unsigned piece = field_at(moment->field, at), count = 0;
		square victims[MAX_PLAY_WORDS];

		if (piece == NO_PIECE || !field_is_own(moment->field, piece, moment->player) ||
		    !field_is(moment->book, moment->field, piece, 1 << CARD_KNIGHT) ||
		    !may_fall(moment, piece))
			continue;
		for (square to = 0; to < squares && count < LEAPS; to++)
			if (to != at && is_victim(moment, piece, to))
				victims[count++] = to;
		list_victims(moment, at, victims, count, out);
	}
}

/* ---- Winged Victory, Resurrection ---- */

static enum moment_result bring_back(struct moment *moment, unsigned type, square at)
{
	bool fresh;
	unsigned piece = moment_captured(moment, moment->player, type, &fresh);

	if (piece == NO_PIECE)
		return moment_deny(moment, "No %s of yours has been captured that could return.",
				   phrase(variant_type_name(moment->book->variant, type)));
	if (!moment_is_free(moment, at))
		return MOMENT_REFUSED;
	field_return(moment->book, moment->field, piece, at, fresh ? RETURN_ALONE : RETURN_ANEW,
		     moment->record);
	return MOMENT_DONE;
}

static enum moment_result play_centre(struct moment *moment)
{
	square at = moment_square(moment, 0);

	if (!(moment->book->centre >> at & 1))
		return moment_refuse(moment, at,
				     "it must be a square of the centre: d4, d5, e4 or e5.");
	return bring_back(moment, CARD_PAWN, at);
}

static enum moment_result play_resurrect(struct moment *moment)
{
	unsigned kind = moment->play->targets[0].value;
	square at = moment_square(moment, 1);

	if (kind != CARD_ROOK && kind != CARD_BISHOP && kind != CARD_KNIGHT && kind != CARD_PAWN)
		return moment_deny(moment, "R, B, N or P can return, not %s.",
				   phrase(book_kind_name(moment->book, kind)));
	if (!field_starts(moment->book, moment->field, moment->player, kind, at))
		return moment_refuse(moment, at, "your %s doesn't start the game there.",
				     phrase(variant_type_name(moment->book->variant, kind)));
	return bring_back(moment, kind, at);
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
