/* SPDX-License-Identifier: MIT */
/* Effects on squares and edges: Forbidden City, Man-Trap, Fortification. */
#include <string.h>

#include "core/cards/board/continuous_table.h"
#include "core/variant/variant_data.h"

/* ---- Forbidden City ---- */

static void close_square(const struct card_ruleset *book, struct card_board *field,
			 const struct effect *effect)
{
	(void)book;
	field->closed |= (square_set)1 << effect->squares[0];
}

const struct continuous continuous_city = {
	.word = "city",
	.targets = "s",
	.attack_impact = ATTACK_IMPACT_LINES,
	.place = CONTINUOUS_ON_SQUARE,
	.apply = close_square,
	.because_rank = 9,
	.because = "a Forbidden City lies there or in the way",
};

/* ---- Man-Trap ---- */

static bool trap_springs(const struct card_ruleset *book, const struct card_board *field,
			 const struct effect *effect, unsigned piece, square at)
{
	return effect->squares[0] == at && !field->truce &&
	       !card_board_is_kingly(book, field, piece) &&
	       !(field->marks[piece] & MARK_PACIFIST) &&
	       card_board_is_enemy(book, field, piece, effect->by);
}

const struct continuous continuous_trap = {
	.word = "trap",
	.targets = "s",
	.attack_impact = ATTACK_IMPACT_NONE,
	.place = CONTINUOUS_ON_SQUARE,
	.secret = true,
	.springs = trap_springs,
	.sign = {10, '*', "your trap", false},
};

/* ---- Fortification ---- */

/* Closes a step in both directions. */
static void close_step(const struct board *board, struct card_board *field, square from, int right,
		       int up)
{
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		square to = board_offset(board, from, right, up);

		if (to == NO_SQUARE || board->step[from][d] != to)
			continue;
		field->walls[from] |= (uint8_t)(1u << d);
		field->walls[to] |= (uint8_t)(1u << (d + 4) % DIRECTIONS);
	}
}

/* Finds the vertices at the ends of an edge between neighbours. Each vertex is given as file and
 * rank of the square at its upper right. */
static void edge_ends(const struct board *board, square a, square b, int ends_out[2][2])
{
	int file = (int)board_file(board, b), rank = (int)board_rank(board, b);
	bool level = board_rank(board, a) == board_rank(board, b);

	if (board_file(board, a) > board_file(board, b))
		file = (int)board_file(board, a);
	if (board_rank(board, a) > board_rank(board, b))
		rank = (int)board_rank(board, a);
	ends_out[0][0] = file;
	ends_out[0][1] = rank;
	ends_out[1][0] = level ? file : file + 1;
	ends_out[1][1] = level ? rank + 1 : rank;
}

/* Closes both edges of a Fortification and, for diagonal steps, the vertex where they meet. */
static void build_wall(const struct card_ruleset *book, struct card_board *field,
		       const struct effect *wall)
{
	const struct board *board = &book->variant->board;
	const square *at = wall->squares;
	int ends[2][2][2];

	for (unsigned i = 0; i < 2; i++) {
		int right =
			(int)board_file(board, at[2 * i + 1]) - (int)board_file(board, at[2 * i]);
		int up = (int)board_rank(board, at[2 * i + 1]) - (int)board_rank(board, at[2 * i]);

		close_step(board, field, at[2 * i], right, up);
		edge_ends(board, at[2 * i], at[2 * i + 1], ends[i]);
	}
	for (unsigned i = 0; i < 4; i++) {
		const int *end = ends[0][i / 2];

		if (end[0] != ends[1][i % 2][0] || end[1] != ends[1][i % 2][1])
			continue;
		for (int side = 0; side < 2; side++) {
			int file = end[0] - 1 + side, rank = end[1] - 1;

			if (file >= 0 && file < board->width && rank >= 0 && rank < board->height)
				close_step(board, field, (square)(file + rank * board->width),
					   1 - 2 * side, 1);
		}
	}
}

static bool is_edge(const struct board *board, square a, square b)
{
	int right = (int)board_file(board, b) - (int)board_file(board, a);
	int up = (int)board_rank(board, b) - (int)board_rank(board, a);

	return !board->hole[a] && !board->hole[b] && right * right + up * up == 1;
}

unsigned continuous_place_shared(const struct board *board, const square at[4])
{
	int ends[2][2][2];
	unsigned shared = 0;

	edge_ends(board, at[0], at[1], ends[0]);
	edge_ends(board, at[2], at[3], ends[1]);
	for (unsigned i = 0; i < 4; i++)
		shared += memcmp(ends[0][i / 2], ends[1][i % 2], sizeof ends[0][0]) == 0;
	return shared;
}

static bool wall_prepare(const struct card_ruleset *book, const struct card_board *field,
			 struct effect *effect, struct reason *why)
{
	const struct board *board = &book->variant->board;
	const square *at = effect->squares;

	(void)field;
	if (!is_edge(board, at[0], at[1]) || !is_edge(board, at[2], at[3]))
		reason_set(why, "An edge is where two squares meet side by side, such as d4|d5.");
	else if (continuous_place_shared(board, at) != 1)
		reason_set(why, "The two edges must be different and meet in one corner, as d4|d5 "
				"and e4|e5 do.");
	else
		return true;
	return false;
}

const struct continuous continuous_wall = {
	.word = "wall",
	.targets = "e e",
	.attack_impact = ATTACK_IMPACT_LINES,
	.prepare = wall_prepare,
	.place = CONTINUOUS_ON_EDGES,
	.apply = build_wall,
	.because_rank = 10,
	.because = "a Fortification stands in the way",
};
