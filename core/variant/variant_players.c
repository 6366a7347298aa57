/* SPDX-License-Identifier: MIT */
/* Reads the lines indented below `side`. Each keyword has its function. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "core/variant/variant_internal.h"

/* Reads lines `castle`: castlings, and the squares that each of them crosses [castling-rule]. */

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

static struct side *variant_side_of(struct variant *variant, const struct deffile_line *line);

/* Reads a line `castle`. */
static int variant_read_castle(void *target, const struct deffile_line *line, struct reason *reason)
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

int variant_side_titled(const struct variant *variant, const char *title)
{
	for (unsigned i = 0; i < variant->side_count; i++)
		if (strcmp(variant->sides[i].title, title) == 0)
			return (int)i;
	return -1;
}

/*
 * Returns the side whose block has the line. Returns NULL if that side is absent, or its block has
 * a fault that has been reported.
 */
static struct side *variant_side_of(struct variant *variant, const struct deffile_line *line)
{
	int side = line->head->count > 1 ? variant_side_titled(variant, line->head->words[1]) : -1;

	return side < 0 ? NULL : &variant->sides[side];
}

static int read_forward(void *target, const struct deffile_line *line, struct reason *reason)
{
	static const char *const names[] = {"N", "E", "S", "W"};
	struct side *side = variant_side_of(target, line);

	for (size_t i = 1; side != NULL && i < line->count; i++) {
		size_t j = 0;

		while (j < ARRAY_LEN(names) && strcmp(line->words[i], names[j]) != 0)
			j++;
		if (j == ARRAY_LEN(names))
			return reason_fail(reason, "'%s' is no direction: N E S W", line->words[i]);
		side->forward |= (uint8_t)(1 << 2 * j);
	}
	return 0;
}

static int place_piece(struct variant *variant, square at, void *context, struct reason *reason)
{
	const struct start *start = context;

	for (unsigned i = 0; i < variant->side_count; i++)
		if (variant->sides[i].starts[at] != NO_KIND)
			return reason_fail(reason, "two pieces on %s",
					   board_name(&variant->board, at).text);
	if (variant->start_count == MAX_PIECES)
		return reason_fail(reason, "more than %d pieces", MAX_PIECES);
	variant->starts[variant->start_count] = *start;
	variant->starts[variant->start_count++].at = at;
	variant->sides[start->side].starts[at] = start->type;
	return 0;
}

/* A side whose squares are filled from an arrangement: the letters not placed yet. */
struct row_place {
	uint8_t side;
	const char *rest;
};

static int place_next(struct variant *variant, square at, void *context, struct reason *reason)
{
	struct row_place *place = context;
	const char letter[2] = {*place->rest, '\0'};
	struct start start = {.side = place->side};

	if (*letter == '\0')
		return reason_fail(reason, "arrangement %s has fewer pieces than there are squares",
				   variant->row);
	place->rest++;
	return variant_find_type(variant, letter, &start.type, reason) < 0
		       ? -1
		       : place_piece(variant, at, &start, reason);
}

/* Places the chosen arrangement: "array a1-h1". */
static int place_row(struct variant *variant, uint8_t side, const char *squares,
		     struct reason *reason)
{
	struct row_place place = {side, variant->row};

	if (squares == NULL || variant->row_option == NULL)
		return reason_fail(reason, "expected: place array SQUARES, and lines 'arrays' that "
					   "say what may stand there");
	/* A missing arrangement is reported once. */
	if (variant->row[0] == '\0')
		return 0;
	if (variant_each_square(variant, squares, place_next, &place, reason) < 0)
		return -1;
	return *place.rest == '\0' ? 0
				   : reason_fail(reason,
						 "arrangement %s has more pieces than %s "
						 "has squares",
						 variant->row, squares);
}

static int read_place(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct variant *variant = target;
	struct side *side = variant_side_of(variant, line);
	struct start start = {.type = NO_KIND};

	if (side == NULL)
		return 0;
	start.side = (uint8_t)(side - variant->sides);
	for (size_t i = 1; i < line->count; i++) {
		const char *word = line->words[i];

		if (strcmp(word, "array") == 0) {
			const char *squares = i + 1 < line->count ? line->words[++i] : NULL;

			if (place_row(variant, start.side, squares, reason) < 0)
				return -1;
		} else if (isupper((unsigned char)word[0])) {
			if (variant_find_type(variant, word, &start.type, reason) < 0)
				return -1;
		} else if (start.type == NO_KIND) {
			return reason_fail(reason,
					   "expected: place LETTER SQUARE... LETTER SQUARE...");
		} else if (variant_each_square(variant, word, place_piece, &start, reason) < 0) {
			return -1;
		}
	}
	return 0;
}

static int mark_square(struct variant *variant, square at, void *context, struct reason *reason)
{
	bool *marks = context;

	(void)variant;
	(void)reason;
	marks[at] = true;
	return 0;
}

/* Reads the lines that mark squares: "double", "promote", "territory". */
static int read_squares(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct side *side = variant_side_of(target, line);
	bool *marks;

	if (side == NULL)
		return 0;
	marks = strcmp(line->words[0], "double") == 0	 ? side->steps_twice
		: strcmp(line->words[0], "promote") == 0 ? side->promotes
							 : side->territory;
	for (size_t i = 1; i < line->count; i++)
		if (variant_each_square(target, line->words[i], mark_square, marks, reason) < 0)
			return -1;
	return 0;
}

const struct deffile_keyword variant_side_keywords[] = {
	{"forward", "forward N|E|S|W...", 1, 4, .read = read_forward},
	{"place", "place LETTER SQUARE... LETTER SQUARE..., or place array SQUARES", 2, DEF_MANY,
	 .required = true, .read = read_place},
	{"double", "double SQUARE...", 1, DEF_MANY, .read = read_squares},
	{"promote", "promote SQUARE...", 1, DEF_MANY, .read = read_squares},
	{"castle",
	 "castle LETTER FROM TO LETTER FROM TO [short|long], or castle LETTER FROM LETTER FROM... "
	 "steps NUMBER",
	 6, DEF_MANY, .read = variant_read_castle},
	{"territory", "territory SQUARE...", 1, DEF_MANY, .read = read_squares},
	{0},
};
