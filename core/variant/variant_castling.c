/* SPDX-License-Identifier: MIT */
/* Reads lines `castle`: castlings, and the squares that each of them crosses [castling-rule]. */
#include <stdio.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_load.h"

/* Returns the direction that leads from `from` to `to` by steps, or DIRECTIONS. */
static enum direction direction_to(const struct board *board, square from, square to)
{
	for (enum direction d = N; d < DIRECTIONS; d++)
		for (square at = board->step[from][d]; at != NO_SQUARE; at = board->step[at][d])
			if (at == to)
				return d;
	return DIRECTIONS;
}

/* Adds a square that must be empty, once, unless the king or rook begins there. */
static void add_clear_square(struct castle *castle, square at)
{
	if (at == castle->king_from || at == castle->rook_from)
		return;
	for (unsigned i = 0; i < castle->clear_count; i++)
		if (castle->clear[i] == at)
			return;
	if (castle->clear_count < CASTLE_SQUARES)
		castle->clear[castle->clear_count++] = at;
}

static int find_crossed_squares(const struct variant *variant, struct castle *castle,
				struct reason *reason)
{
	const struct board *board = &variant->board;
	enum direction rook = direction_to(board, castle->king_from, castle->rook_from);
	enum direction back = direction_to(board, castle->rook_from, castle->rook_to);
	enum direction king = direction_to(board, castle->king_from, castle->king_to);
	bool stays = castle->king_to == castle->king_from;
	square at;

	if (rook == DIRECTIONS || (king == DIRECTIONS && !stays))
		return reason_fail(reason,
				   "no straight way from the king to the rook, or to its square");
	for (at = castle->king_from; at != castle->rook_from; at = board->step[at][rook])
		add_clear_square(castle, at);
	for (at = castle->king_from; at != castle->king_to; at = board->step[at][king])
		if (castle->safe_count < CASTLE_SQUARES)
			castle->safe[castle->safe_count++] = board->step[at][king];
	for (unsigned i = 0; i < castle->safe_count; i++)
		add_clear_square(castle, castle->safe[i]);
	add_clear_square(castle, castle->rook_to);
	for (at = castle->rook_from; back != DIRECTIONS && at != castle->rook_to;
	     at = board->step[at][back])
		add_clear_square(castle, at);
	castle->uncovers = board->step[castle->rook_from][rook] != NO_SQUARE;
	return 0;
}

static int add_castle(struct variant *variant, struct castle castle, struct reason *reason)
{
	if (variant->castle_count == MAX_CASTLES)
		return reason_fail(reason, "more than %d ways to castle", MAX_CASTLES);
	if (find_crossed_squares(variant, &castle, reason) < 0)
		return -1;
	variant->castles[variant->castle_count++] = castle;
	return 0;
}

/*
 * Returns the square of the side's piece of that kind with that number ("@2": the second placed).
 * Returns NO_SQUARE if there are fewer.
 */
static square numbered_start(const struct variant *variant, uint8_t side, uint8_t type,
			     const char *word)
{
	long left = strbuf_number(word + 1, MAX_PIECES);

	for (unsigned i = 0; i < variant->start_count && left > 0; i++) {
		const struct start *start = &variant->starts[i];

		if (start->side == side && start->type == type && --left == 0)
			return start->at;
	}
	return NO_SQUARE;
}

/* Finds a piece in the side's array, given as "K" and "e1" or "@1". */
static int find_start(const struct variant *variant, const struct castle *castle,
		      char *const *words, square *at_out, struct reason *reason)
{
	uint8_t type;

	if (variant_find_type(variant, words[0], &type, reason) < 0)
		return -1;
	if (words[1][0] == '@') {
		*at_out = numbered_start(variant, castle->side, type, words[1]);
		return *at_out != NO_SQUARE
			       ? 0
			       : reason_fail(reason,
					     "the array has no %s that is %s, counted as "
					     "they are placed",
					     words[0], words[1]);
	}
	if (variant_find_square(variant, words[1], at_out, reason) < 0)
		return -1;
	if (variant->sides[castle->side].starts[*at_out] == type)
		return 0;
	return reason_fail(reason, "in the array %s isn't on %s", words[0], words[1]);
}

/* Reads the number of the king's steps: "3", "2-5", "castling.1". */
static int read_steps(struct variant *variant, const char *word, unsigned steps_out[2],
		      struct reason *reason)
{
	int used = 0, got = sscanf(word, "%2u%n-%2u%n", &steps_out[0], &used, &steps_out[1], &used);

	if (got == 1)
		steps_out[1] = steps_out[0];
	if (got >= 1 && word[used] != '\0')
		got = 0;
	if (got == 2)
		variant->castles_anywhere = true;
	if (got < 1) {
		if (variant_option_number(variant, word, &steps_out[0], reason) < 0)
			return -1;
		steps_out[1] = steps_out[0];
	}
	if (steps_out[0] >= 2 && steps_out[0] <= steps_out[1])
		return 0;
	return reason_fail(reason, "the king goes at least 2 steps");
}

/*
 * Adds castlings in which the king goes some steps toward the rook, and the rook goes to the square
 * next to it on the other side.
 */
static int add_toward(struct variant *variant, struct castle castle, unsigned steps,
		      struct reason *reason)
{
	const struct board *board = &variant->board;
	enum direction d = direction_to(board, castle.king_from, castle.rook_from);

	if (d == DIRECTIONS)
		return reason_fail(reason,
				   "no straight way from the king to the rook, or to its square");
	castle.king_to = castle.king_from;
	for (unsigned i = 0; i < steps; i++) {
		castle.rook_to = castle.king_to;
		castle.king_to = board->step[castle.king_to][d];
		if (castle.king_to == NO_SQUARE)
			return reason_fail(reason, "no %u steps from the king to the board's edge",
					   steps);
	}
	return add_castle(variant, castle, reason);
}

/* Reads "castle K j1 R d1 e1 steps 3". */
static int read_toward(struct variant *variant, struct castle castle,
		       const struct deffile_line *line, struct reason *reason)
{
	size_t end = line->count - 2;
	unsigned steps[2];

	if (strcmp(line->words[end], "steps") != 0)
		return reason_fail(reason,
				   "expected: castle LETTER FROM LETTER FROM... steps NUMBER");
	if (read_steps(variant, line->words[end + 1], steps, reason) < 0)
		return -1;
	for (size_t i = 4; i < end; i++) {
		char *rook[2] = {line->words[3], line->words[i]};

		if (find_start(variant, &castle, rook, &castle.rook_from, reason) < 0)
			return -1;
		for (unsigned n = steps[0]; n <= steps[1]; n++)
			if (add_toward(variant, castle, n, reason) < 0)
				return -1;
	}
	return 0;
}

/* Reads the word after both pieces, the name of the castling. */
static int read_wing(const struct deffile_line *line, uint8_t *wing_out, struct reason *reason)
{
	const char *word = line->count == 8 ? line->words[7] : NULL;

	*wing_out = WING_BY_DISTANCE;
	if (line->count == 7)
		return 0;
	if (word == NULL || (strcmp(word, "short") != 0 && strcmp(word, "long") != 0))
		return reason_fail(reason,
				   "expected: castle LETTER FROM TO LETTER FROM TO [short|long]");
	*wing_out = strcmp(word, "short") == 0 ? WING_SHORT : WING_LONG;
	return 0;
}

int variant_read_castle(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	struct side *side = variant_side_of(variant, line);
	struct castle castle = {0};

	if (side == NULL)
		return 0;
	castle.side = (uint8_t)(side - variant->sides);
	if (find_start(variant, &castle, line->words + 1, &castle.king_from, reason) < 0)
		return -1;
	if (line->words[3][0] >= 'A' && line->words[3][0] <= 'Z')
		return read_toward(variant, castle, line, reason);
	if (read_wing(line, &castle.wing, reason) < 0 ||
	    find_start(variant, &castle, line->words + 4, &castle.rook_from, reason) < 0 ||
	    variant_find_square(variant, line->words[3], &castle.king_to, reason) < 0 ||
	    variant_find_square(variant, line->words[6], &castle.rook_to, reason) < 0)
		return -1;
	return add_castle(variant, castle, reason);
}
