/* SPDX-License-Identifier: MIT */
/* Cards that only add a lasting effect to a piece, a square, a seat or the whole board. Everything
 * particular to an effect is in its row (core/cards/board/continuous_effect.h). */
#include <string.h>

#include "core/cards/board/continuous_table.h"
#include "core/cards/effects/effect_tables.h"
#include "core/cards/effects/effects.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/targets.h"
#include "core/util/deffile.h"

int effects_lay_named(const char *word, enum effect_kind *kind_out, struct reason *reason)
{
	const char *known[EFFECT_KINDS + 1] = {NULL}, *nearest;

	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		known[what] = continuous_rows[what]->word;
		if (strcmp(known[what], word) != 0)
			continue;
		*kind_out = (enum effect_kind)what;
		return 0;
	}
	nearest = deffile_nearest(word, known);
	return reason_fail(reason, "nothing that lasts is called '%s'%s%s%s", word,
			   nearest ? "; did you mean '" : "", nearest ? nearest : "",
			   nearest ? "'?" : "");
}

/* Makes the effect from the play: its place and the seat it binds. */
static struct effect effect_from_play(const struct effect_context *context)
{
	struct effect effect = effect_context_effect(context, context->card->effect->laid);
	unsigned edges = 0;

	for (unsigned i = 0; i < context->play->target_count; i++) {
		const struct target *target = &context->play->targets[i];

		if (target->form == TARGET_KIND)
			effect.type = target->value;
		else if (target->form == TARGET_SEAT)
			effect.seat = target->value;
		else if (target->form == TARGET_EDGE)
			memcpy(&effect.squares[2 * edges++], target->squares, 2 * sizeof(square));
		else if (continuous_of(context->book, &effect)->place == CONTINUOUS_ON_SQUARE)
			effect.squares[0] = target->squares[0];
		else
			effect.piece = (uint8_t)effect_context_piece(context, i);
	}
	return effect;
}

static enum effect_context_result play_lay(struct effect_context *context)
{
	struct effect effect = effect_from_play(context);
	const struct continuous *row = continuous_of(context->book, &effect);

	if (row->prepare != NULL &&
	    !row->prepare(context->book, context->field, &effect, context->why))
		return EFFECT_CONTEXT_REFUSED;
	card_board_add_effect(context->book, context->field, effect, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* ---- all plays ---- */

/* Lists the edges of the board, each with its lower square first: those to the north and east of
 * every square. Returns their number. */
static unsigned find_edges(const struct effect_context *context,
			   square edges_out[2 * CARD_SQUARES][2])
{
	const struct board *board = &context->book->variant->board;
	unsigned count = 0;

	for (unsigned i = 0; i < board->squares; i++) {
		square at = effect_context_nth_square(context->book, i);
		const square others[2] = {board_offset(board, at, 0, 1),
					  board_offset(board, at, 1, 0)};

		for (unsigned k = 0; k < 2 && !board->hole[at]; k++)
			if (others[k] != NO_SQUARE) {
				edges_out[count][0] = at;
				edges_out[count++][1] = others[k];
			}
	}
	return count;
}

/* Reports whether the squares are at most one apart; edges of other squares don't meet. */
static bool is_near(const struct board *board, square a, square b)
{
	int right = (int)board_file(board, a) - (int)board_file(board, b);
	int up = (int)board_rank(board, a) - (int)board_rank(board, b);

	return right * right <= 1 && up * up <= 1;
}

/* Lists every two edges that meet as a set: the first by name comes first. */
static void list_edges(const struct effect_context *context, struct play_list *out)
{
	const struct board *board = &context->book->variant->board;
	square edges[2 * CARD_SQUARES][2];
	unsigned count = find_edges(context, edges);
	struct play play;

	for (unsigned i = 0; i < count; i++)
		for (unsigned k = i + 1; k < count; k++) {
			const square at[4] = {edges[i][0], edges[i][1], edges[k][0], edges[k][1]};

			if (!is_near(board, at[0], at[2]) ||
			    continuous_place_shared(board, at) == 0)
				continue;
			targets_none(context, &play);
			targets_add_move(&play, at[0], at[1])->form = TARGET_EDGE;
			targets_add_move(&play, at[2], at[3])->form = TARGET_EDGE;
			play_list_add(out, &play);
		}
}

static int read_lay(const struct card *card, struct effect_rules *rules, struct reason *reason)
{
	const struct continuous *row;

	if (effects_lay_named(card->arguments[0], &rules->laid, reason) < 0)
		return -1;
	row = continuous_rows[rules->laid];
	if (row->targets == NULL)
		return reason_fail(reason, "'%s' is not laid by a card alone", row->word);
	rules->targets = row->targets;
	rules->attack_impact = row->attack_impact;
	rules->secret = row->secret;
	if (row->place == CONTINUOUS_ON_EDGES)
		rules->list = list_edges;
	return 0;
}

const struct effect_rules effects_lay_rules[] = {
	{.name = "lay", .arguments = "NAME", .read = read_lay, .play = play_lay},
	{0},
};
