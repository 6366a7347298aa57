/* SPDX-License-Identifier: MIT */
/* Cards that lay what lasts on a piece, a square, a seat or the whole board, and do nothing else:
 * all that is particular to one of them is in its row (core/cards/field/lasting.h). */
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/effects/effects.h"
#include "core/cards/lasting/lasting_rows.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/lasting/lasting_rows.h"
#include "core/cards/play/targets.h"
#include "core/base/deffile.h"

int effects_lay_named(const char *word, enum effect_kind *kind_out, struct reason *reason)
{
	const char *known[EFFECT_KINDS + 1] = {NULL}, *nearest;

	for (unsigned what = 0; what < EFFECT_KINDS; what++) {
		known[what] = lasting_rows[what]->word;
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

/* What the play names: where the effect is to lie, whom it is to bind. */
static struct effect effect_of(const struct moment *moment)
{
	struct effect effect = moment_effect(moment, moment->card->effect->laid);
	unsigned edges = 0;

	for (unsigned i = 0; i < moment->play->target_count; i++) {
		const struct target *target = &moment->play->targets[i];

		if (target->form == TARGET_KIND)
			effect.type = target->value;
		else if (target->form == TARGET_SEAT)
			effect.seat = target->value;
		else if (target->form == TARGET_EDGE)
			memcpy(&effect.squares[2 * edges++], target->squares, 2 * sizeof(square));
		else if (lasting_of(moment->book, &effect)->place == LASTING_ON_SQUARE)
			effect.squares[0] = target->squares[0];
		else
			effect.piece = (uint8_t)moment_piece(moment, i);
	}
	return effect;
}

static enum moment_result play_lay(struct moment *moment)
{
	struct effect effect = effect_of(moment);
	const struct lasting *row = lasting_of(moment->book, &effect);

	if (row->lay != NULL && !row->lay(moment->book, moment->field, &effect, moment->why))
		return MOMENT_REFUSED;
	field_add_effect(moment->book, moment->field, effect, moment->record);
	return MOMENT_DONE;
}

/* ---- all plays ---- */

/* The edges of the board, each with its lower square first: north and east of every square. */
static unsigned find_edges(const struct moment *moment, square edges_out[2 * CARD_SQUARES][2])
{
	const struct board *board = &moment->book->variant->board;
	unsigned count = 0;

	for (unsigned i = 0; i < board->squares; i++) {
		square at = moment_nth_square(moment->book, i);
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

/* Whether one square is at most one away from the other: others' edges don't meet. */
static bool is_near(const struct board *board, square a, square b)
{
	int right = (int)board_file(board, a) - (int)board_file(board, b);
	int up = (int)board_rank(board, a) - (int)board_rank(board, b);

	return right * right <= 1 && up * up <= 1;
}

/* Two edges that meet are a set: the first by name comes first. */
static void list_edges(const struct moment *moment, struct play_list *out)
{
	const struct board *board = &moment->book->variant->board;
	square edges[2 * CARD_SQUARES][2];
	unsigned count = find_edges(moment, edges);
	struct play play;

	for (unsigned i = 0; i < count; i++)
		for (unsigned k = i + 1; k < count; k++) {
			const square at[4] = {edges[i][0], edges[i][1], edges[k][0], edges[k][1]};

			if (!is_near(board, at[0], at[2]) || lasting_place_shared(board, at) == 0)
				continue;
			targets_none(moment, &play);
			targets_add_move(&play, at[0], at[1])->form = TARGET_EDGE;
			targets_add_move(&play, at[2], at[3])->form = TARGET_EDGE;
			play_list_add(out, &play);
		}
}

static int read_lay(const struct card *card, struct effect_rules *rules, struct reason *reason)
{
	const struct lasting *row;

	if (effects_lay_named(card->arguments[0], &rules->laid, reason) < 0)
		return -1;
	row = lasting_rows[rules->laid];
	if (row->targets == NULL)
		return reason_fail(reason, "'%s' is not laid by a card alone", row->word);
	rules->targets = row->targets;
	rules->lays = row->lays;
	rules->secret = row->secret;
	if (row->place == LASTING_ON_EDGES)
		rules->list = list_edges;
	return 0;
}

const struct effect_rules effects_lay_rules[] = {
	{.name = "lay", .arguments = "NAME", .read = read_lay, .play = play_lay},
	{0},
};
