/* SPDX-License-Identifier: MIT */
/* Two pieces change places. */
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"
#include "core/cards/field/ways.h"

/* Swaps what stands on the two squares, which is no move [swap-is-no-move]; held pieces stay where
 * they are. */
static enum moment_result swap(struct moment *moment, square a, square b)
{
	unsigned first = field_at(moment->field, a), second = field_at(moment->field, b);

	if (first == second || !moment_is_loose(moment, first) || !moment_is_loose(moment, second))
		return MOMENT_REFUSED;
	field_swap(moment->book, moment->field, first, second, moment->record);
	return MOMENT_DONE;
}

static enum moment_result play_squares(struct moment *moment)
{
	if (moment_square(moment, 0) == moment_square(moment, 1))
		return moment_refuse(moment, moment_square(moment, 0),
				     "a piece can't change places with itself.");
	return swap(moment, moment_square(moment, 0), moment_square(moment, 1));
}

/* Whether one of the two is an own and the other an enemy's; a neutral piece is both. */
static bool are_opponents(const struct moment *moment, square a, square b)
{
	unsigned first = field_at(moment->field, a), second = field_at(moment->field, b);
	const struct book *book = moment->book;
	const struct field *field = moment->field;

	return (field_is_own(field, first, moment->player) &&
		field_is_enemy(book, field, second, moment->player)) ||
	       (field_is_own(field, second, moment->player) &&
		field_is_enemy(book, field, first, moment->player));
}

/* Passing in the Night: pairs of an own and an enemy piece, each in either order (C). */
static enum moment_result play_pairs(struct moment *moment)
{
	if (moment->play->target_count % 2 != 0)
		return moment_deny(
			moment, "An own and an enemy's square go together: two squares, or four.");
	for (unsigned i = 0; i < moment->play->target_count; i++)
		if (targets_repeat(moment->play->targets, moment->play->target_count, i))
			return moment_refuse(moment, moment_square(moment, i),
					     "a piece changes places only once.");
	for (unsigned i = 0; i < moment->play->target_count; i += 2)
		if (!are_opponents(moment, moment_square(moment, i), moment_square(moment, i + 1)))
			return moment_refuse(
				moment, moment_square(moment, i),
				"one of each pair must be your own, the other an enemy's.");
	for (unsigned i = 0; i < moment->play->target_count; i += 2)
		if (swap(moment, moment_square(moment, i), moment_square(moment, i + 1)) !=
		    MOMENT_DONE)
			return MOMENT_REFUSED;
	return MOMENT_DONE;
}

/* Adds the pair of the two squares to the play, in square order. */
static void add_pair(const struct moment *moment, struct play *play, square a, square b)
{
	unsigned first = play->target_count;

	targets_add_square(play, a);
	targets_add_square(play, b);
	targets_sort(moment, play, first);
}

/* Every play of one pair, then every two of those with nothing in common, the first pair first. */
static void list_pairs(const struct moment *moment, struct play_list *out)
{
	unsigned squares = moment->book->variant->board.squares, first = out->count, singles;
	struct play play;

	for (square a = 0; a < squares; a++)
		for (square b = (square)(a + 1); b < squares; b++) {
			if (field_at(moment->field, a) == NO_PIECE ||
			    field_at(moment->field, b) == NO_PIECE)
				continue;
			targets_none(moment, &play);
			add_pair(moment, &play, a, b);
			play_add(moment, &play, out);
		}
	singles = out->count;
	for (unsigned i = first; i < singles; i++)
		for (unsigned k = first; k < singles; k++) {
			play = out->plays[i];
			play.targets[2] = out->plays[k].targets[0];
			play.targets[3] = out->plays[k].targets[1];
			play.target_count = 4;
			if (targets_precede(moment, &out->plays[i], &out->plays[k]))
				play_add(moment, &play, out);
		}
}

/* Man of Straw: only out of check, and not into another [refused-or-spent]. */
static enum moment_result play_king(struct moment *moment)
{
	const struct book *book = moment->book;
	unsigned king = field_royal(moment->field, moment->player), pawn = moment_piece(moment, 0);

	if (king == NO_PIECE || !ways_in_check(book, moment->field, moment->player))
		return moment_deny(moment, "%s is played only in check.", moment->card->name);
	if (pawn == king)
		return moment_refuse(moment, moment_square(moment, 0),
				     "the royal piece can't change places with itself.");
	if (!moment_is_loose(moment, pawn) || !moment_is_loose(moment, king))
		return MOMENT_REFUSED;
	field_swap(book, moment->field, king, pawn, moment->record);
	if (ways_in_check(book, moment->field, moment->player))
		return moment_refuse(moment, moment_square(moment, 0),
				     "your king would be in check there, too.");
	return MOMENT_DONE;
}

static const struct effect_rules swap_words[] = {
	{.targets = "s", .play = play_king, .moves_king_safely = true},
	{.targets = "s s s? s?", .play = play_pairs, .list = list_pairs},
};

const struct effect_rules effects_swap_rules[] = {
	{.name = "swap",
	 .arguments = "[king|pairs]",
	 .targets = "s s",
	 .words = swap_words,
	 .play = play_squares},
	{0},
};
