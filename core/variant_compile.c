/* SPDX-License-Identifier: MIT */
/* What follows from a definition once all of it is read. */
#include <string.h>

#include "core/deffile.h"
#include "core/variant_data.h"

/* The direction in which `to` lies from `from` along steps, or DIRECTIONS. */
static enum direction
direction_to(const struct board *board, square from, square to)
{
	for (enum direction d = N; d < DIRECTIONS; d++)
		for (square at = board->step[from][d]; at != NO_SQUARE; at = board->step[at][d])
			if (at == to)
				return d;
	return DIRECTIONS;
}

/* Notes a square that castling crosses, once, unless king or rook stands there anyway. */
static void
must_be_clear(struct castle *castle, square at)
{
	if (at == castle->king_from || at == castle->rook_from)
		return;
	for (unsigned i = 0; i < castle->clear_count; i++)
		if (castle->clear[i] == at)
			return;
	if (castle->clear_count < CASTLE_SQUARES)
		castle->clear[castle->clear_count++] = at;
}

int
variant_castle(const struct variant *variant, struct castle *castle, struct reason *reason)
{
	const struct board *board = &variant->board;
	enum direction rook = direction_to(board, castle->king_from, castle->rook_from);
	enum direction king = direction_to(board, castle->king_from, castle->king_to);
	square at;

	if (rook == DIRECTIONS || king == DIRECTIONS) {
		reason_set(reason, "no straight way from the king to the rook, or to its square");
		return -1;
	}
	for (at = castle->king_from; at != castle->rook_from; at = board->step[at][rook])
		must_be_clear(castle, at);
	for (at = castle->king_from; at != castle->king_to; at = board->step[at][king])
		if (castle->safe_count < CASTLE_SQUARES)
			castle->safe[castle->safe_count++] = board->step[at][king];
	for (unsigned i = 0; i < castle->safe_count; i++)
		must_be_clear(castle, castle->safe[i]);
	must_be_clear(castle, castle->rook_to);
	castle->uncovers = board->step[castle->rook_from][rook] != NO_SQUARE;
	return 0;
}

static bool
needs_forward(const struct variant *variant)
{
	for (unsigned i = 0; i < variant->type_count; i++)
		for (unsigned j = 0; j < variant->types[i].gait_count; j++)
			if (variant->types[i].gaits[j].forward_only)
				return true;
	return false;
}

static void
compile_side(struct variant *variant, unsigned number, const char *path, struct def_faults *faults)
{
	struct side *side = &variant->sides[number];
	unsigned kings = 0;

	for (unsigned i = 0; i < variant->start_count; i++)
		if (variant->starts[i].side == number && variant->starts[i].type == variant->royal)
			kings++;
	if (kings != 1)
		def_faults_add(faults, path, 1, "%s has %u of the royal piece %c, not one",
		               side->title, kings, variant->types[variant->royal].letter);
	if (side->forward == 0 && needs_forward(variant))
		def_faults_add(faults, path, 1, "%s has no line 'forward'", side->title);
	for (unsigned i = 0; i < variant->type_count; i++)
		side->reach[i] = piece_reach(&variant->types[i], side->forward);
}

void
variant_compile(struct variant *variant, const char *path, struct def_faults *faults)
{
	if (!board_index(&variant->board))
		def_faults_add(faults, path, 1, "holes and blocks cut the board into more than %d "
		               "lines", MAX_LINES);
	for (unsigned i = 0; i < variant->promotion_count; i++)
		if (variant->promotions[i] == variant->royal ||
		    variant->promotions[i] == variant->pawn)
			def_faults_add(faults, path, 1, "a pawn can't become %c",
			               variant->types[variant->promotions[i]].letter);
	for (unsigned i = 0; i < variant->side_count; i++)
		compile_side(variant, i, path, faults);
}
