/* SPDX-License-Identifier: MIT */
/* Two pieces change places. */
#include "core/cards/board/card_movegen.h"
#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"

/* Swaps the pieces on the two squares, which is no move [swap-is-no-move]. Held pieces can't be
 * swapped. */
static enum effect_context_result swap_pieces(struct effect_context *context, square a, square b)
{
	unsigned first = card_board_at(context->field, a),
		 second = card_board_at(context->field, b);

	if (first == second || !effect_context_is_loose(context, first) ||
	    !effect_context_is_loose(context, second))
		return EFFECT_CONTEXT_REFUSED;
	card_board_swap(context->book, context->field, first, second, context->record);
	return EFFECT_CONTEXT_DONE;
}

static enum effect_context_result play_squares(struct effect_context *context)
{
	if (effect_context_square(context, 0) == effect_context_square(context, 1))
		return effect_context_refuse(context, effect_context_square(context, 0),
					     "a piece can't change places with itself.");
	return swap_pieces(context, effect_context_square(context, 0),
			   effect_context_square(context, 1));
}

/* Reports whether one piece belongs to the player and the other to an enemy; a neutral piece counts
 * as both. */
static bool are_opponents(const struct effect_context *context, square a, square b)
{
	unsigned first = card_board_at(context->field, a),
		 second = card_board_at(context->field, b);
	const struct card_ruleset *book = context->book;
	const struct card_board *field = context->field;

	return (card_board_is_own(field, first, context->player) &&
		card_board_is_enemy(book, field, second, context->player)) ||
	       (card_board_is_own(field, second, context->player) &&
		card_board_is_enemy(book, field, first, context->player));
}

/* Passing in the Night: swaps pairs of an own and an enemy piece, each in either order (C). */
static enum effect_context_result play_pairs(struct effect_context *context)
{
	if (context->play->target_count % 2 != 0)
		return effect_context_deny(
			context, "An own and an enemy's square go together: two squares, or four.");
	for (unsigned i = 0; i < context->play->target_count; i++)
		if (targets_repeat(context->play->targets, context->play->target_count, i))
			return effect_context_refuse(context, effect_context_square(context, i),
						     "a piece changes places only once.");
	for (unsigned i = 0; i < context->play->target_count; i += 2)
		if (!are_opponents(context, effect_context_square(context, i),
				   effect_context_square(context, i + 1)))
			return effect_context_refuse(
				context, effect_context_square(context, i),
				"one of each pair must be your own, the other an enemy's.");
	for (unsigned i = 0; i < context->play->target_count; i += 2)
		if (swap_pieces(context, effect_context_square(context, i),
				effect_context_square(context, i + 1)) != EFFECT_CONTEXT_DONE)
			return EFFECT_CONTEXT_REFUSED;
	return EFFECT_CONTEXT_DONE;
}

/* Adds the two squares to the play as a pair, in square order. */
static void add_pair(const struct effect_context *context, struct play *play, square a, square b)
{
	unsigned first = play->target_count;

	targets_add_square(play, a);
	targets_add_square(play, b);
	targets_sort(context, play, first);
}

/* Lists every play of one pair, then every two pairs without a common square, the first pair
 * first. */
static void list_pairs(const struct effect_context *context, struct play_list *out)
{
	unsigned squares = context->book->variant->board.squares, first = out->count, singles;
	struct play play;

	for (square a = 0; a < squares; a++)
		for (square b = (square)(a + 1); b < squares; b++) {
			if (card_board_at(context->field, a) == NO_PIECE ||
			    card_board_at(context->field, b) == NO_PIECE)
				continue;
			targets_none(context, &play);
			add_pair(context, &play, a, b);
			play_add(context, &play, out);
		}
	singles = out->count;
	for (unsigned i = first; i < singles; i++)
		for (unsigned k = first; k < singles; k++) {
			play = out->plays[i];
			play.targets[2] = out->plays[k].targets[0];
			play.targets[3] = out->plays[k].targets[1];
			play.target_count = 4;
			if (targets_precede(context, &out->plays[i], &out->plays[k]))
				play_add(context, &play, out);
		}
}

/* Man of Straw: may be played only in check, and may not lead into another check
 * [refused-or-spent]. */
static enum effect_context_result play_king(struct effect_context *context)
{
	const struct card_ruleset *book = context->book;
	unsigned king = card_board_royal(context->field, context->player),
		 pawn = effect_context_piece(context, 0);

	if (king == NO_PIECE || !card_movegen_in_check(book, context->field, context->player))
		return effect_context_deny(context, "%s is played only in check.",
					   context->card->name);
	if (pawn == king)
		return effect_context_refuse(context, effect_context_square(context, 0),
					     "the royal piece can't change places with itself.");
	if (!effect_context_is_loose(context, pawn) || !effect_context_is_loose(context, king))
		return EFFECT_CONTEXT_REFUSED;
	card_board_swap(book, context->field, king, pawn, context->record);
	if (card_movegen_in_check(book, context->field, context->player))
		return effect_context_refuse(context, effect_context_square(context, 0),
					     "your king would be in check there, too.");
	return EFFECT_CONTEXT_DONE;
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
