/* SPDX-License-Identifier: MIT */
/* Derives data after a definition is read. */
#include <string.h>

#include "core/util/deffile.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_internal.h"

static bool needs_forward(const struct variant *variant)
{
	for (unsigned i = 0; i < variant->type_count; i++)
		for (unsigned j = 0; j < variant->types[i].gait_count; j++)
			if (variant->types[i].gaits[j].forward_only)
				return true;
	return false;
}

static void compile_side(struct variant *variant, unsigned number, const char *path,
			 struct deffile_faults *faults)
{
	struct side *side = &variant->sides[number];
	unsigned kings = 0;

	for (unsigned i = 0; i < variant->start_count; i++)
		if (variant->starts[i].side == number && variant->starts[i].type == variant->royal)
			kings++;
	if (kings != 1)
		deffile_faults_add(faults, path, 1, "%s has %u of the royal piece %c, not one",
				   side->title, kings, variant->types[variant->royal].letter);
	if (side->forward == 0 && needs_forward(variant))
		deffile_faults_add(faults, path, 1, "%s has no line 'forward'", side->title);
	for (unsigned i = 0; i < variant->type_count; i++)
		side->reach[i] = piece_reach(&variant->types[i], side->forward);
}

/* Allows double steps from the first rank too, if pawns have them (Cards 4). */
static void widen_steps(struct variant *variant, struct side *side)
{
	const struct board *board = &variant->board;
	bool north = side->forward & 1u << N, twice = false;

	for (square at = 0; at < board->squares; at++)
		twice |= side->steps_twice[at];
	for (square at = 0; twice && at < board->squares; at++) {
		unsigned rank = board_rank(board, at);

		if ((north ? rank : board->height - 1u - rank) < 2 && !board->hole[at])
			side->steps_twice[at] = true;
	}
}

static void sort_castles(struct variant *variant)
{
	struct castle sorted[MAX_CASTLES];
	unsigned count = 0;

	for (unsigned number = 0; number < variant->side_count; number++) {
		struct side *side = &variant->sides[number];

		side->first_castle = count;
		for (unsigned i = 0; i < variant->castle_count; i++)
			if (variant->castles[i].side == number)
				sorted[count++] = variant->castles[i];
		side->end_castle = count;
	}
	memcpy(variant->castles, sorted, count * sizeof *sorted);
}

static void compile_options(struct variant *variant)
{
	static const char *const fates[] = {
		[BEATEN_INERT] = "inert",	  [BEATEN_ROLE] = "role",
		[BEATEN_KINGDOM] = "kingdom",	  [BEATEN_DEAD] = "dead",
		[BEATEN_OBSTACLES] = "obstacles", [BEATEN_REMOVED] = "removed",
	};
	const char *beaten = variant_option(variant, "beaten");

	for (unsigned i = 0; beaten != NULL && i < ARRAY_LEN(fates); i++)
		if (strcmp(fates[i], beaten) == 0)
			variant->beaten = (enum beaten)i;
	variant->social = variant_option_is(variant, "sets", "social");
	variant->cards = variant_option_is(variant, "cards", "on");
	for (unsigned i = 0; variant->cards && i < variant->side_count; i++)
		widen_steps(variant, &variant->sides[i]);
	variant->stalemate_draws = variant_option_is(variant, "stalemate", "draw");
}

/*
 * Reports whether a piece can be traded for another whose slides are a part of its own, such as a
 * queen for a rook or bishop [paid-by-queen].
 */
static bool can_trade(const struct reach *from, const struct reach *to)
{
	unsigned other = to->step_move | to->step_capture | to->slide_move;

	return to->slide_capture != 0 && (to->slide_capture & ~from->slide_capture) == 0 &&
	       to->slide_capture != from->slide_capture && (other & ~from->slide_move) == 0 &&
	       (!to->leap_move || from->leap_move) && (!to->leap_capture || from->leap_capture);
}

/*
 * Switches on Peterson's additions, which exist neither for two sides nor for teams
 * [peterson-where].
 */
static void compile_peterson(struct variant *variant, const char *path,
			     struct deffile_faults *faults)
{
	static const char *const keys[] = {"peterson.defense", "peterson.exchange",
					   "peterson.capture"};
	struct peterson *peterson = &variant->peterson;

	for (size_t i = 0; i < ARRAY_LEN(keys); i++)
		if (variant->side_count <= 2 || variant_has_teams(variant) ||
		    variant_option_is(variant, "cards", "on"))
			variant_drop_option(variant, keys[i]);
	peterson->defense = variant_option_is(variant, keys[0], "on");
	peterson->exchange = variant_option_is(variant, keys[1], "on");
	peterson->capture = variant_option_is(variant, keys[2], "on");
	for (unsigned i = 0; i < variant->type_count; i++) {
		if (peterson->exchange && i != variant->royal && variant->worth[i] == 0)
			deffile_faults_add(faults, path, 1, "no line 'worth' says what %c is worth",
					   variant->types[i].letter);
		for (unsigned j = 0; j < variant->type_count; j++)
			if (i != variant->royal && j != variant->royal &&
			    can_trade(&variant->sides[0].reach[i], &variant->sides[0].reach[j]))
				variant->trades[i] |= (uint16_t)(1u << j);
	}
}

void variant_compile(struct variant *variant, const char *path, struct deffile_faults *faults)
{
	if (!board_index(&variant->board))
		deffile_faults_add(faults, path, 1,
				   "holes and blocks cut the board into more than %d lines",
				   MAX_LINES);
	for (unsigned i = 0; i < variant->promotion_count; i++)
		if (variant->promotions[i] == variant->royal ||
		    variant->promotions[i] == variant->pawn)
			deffile_faults_add(faults, path, 1, "a pawn can't become %c",
					   variant->types[variant->promotions[i]].letter);
	for (unsigned i = 0; i < variant->side_count; i++)
		compile_side(variant, i, path, faults);
	if (variant->ring_seat_count && variant->side_count != 2)
		deffile_faults_add(faults, path, 1, "the boards of a ring have two sides, not %u",
				   variant->side_count);
	if (variant->row_option != NULL && variant->row[0] == '\0')
		deffile_faults_add(faults, path, 1,
				   "option '%s' can be %s, and lines 'arrays' have only %u "
				   "arrangements, numbered from 0",
				   variant->row_option->key, variant->row_option->value,
				   variant->row_count);
	sort_castles(variant);
	compile_options(variant);
	if (variant->row_option != NULL && (variant->cards || variant->ring_seat_count > 0))
		deffile_faults_add(faults, path, 1,
				   "lines 'arrays' are for games on one board without cards");
	compile_peterson(variant, path, faults);
	variant_check_options(variant, path, faults);
}
