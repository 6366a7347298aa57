/* SPDX-License-Identifier: MIT */
/* Reads the lines indented below `side`. Each keyword has its function. */
#include <ctype.h>
#include <string.h>

#include "core/variant/variant_data.h"
#include "core/variant/variant_load.h"

int variant_side_titled(const struct variant *variant, const char *title)
{
	for (unsigned i = 0; i < variant->side_count; i++)
		if (strcmp(variant->sides[i].title, title) == 0)
			return (int)i;
	return -1;
}

struct side *variant_side_of(struct variant *variant, const struct deffile_line *line)
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
