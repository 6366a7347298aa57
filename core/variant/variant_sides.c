/* SPDX-License-Identifier: MIT */
/* The lines indented under `side`: one function for each keyword. */
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
		if (j == ARRAY_LEN(names)) {
			reason_set(reason, "'%s' is no direction: N E S W", line->words[i]);
			return -1;
		}
		side->forward |= (uint8_t)(1 << 2 * j);
	}
	return 0;
}

static int place_piece(struct variant *variant, square at, void *context, struct reason *reason)
{
	const struct start *start = context;
	char name[SQUARE_NAME_MAX];

	board_square_name(&variant->board, at, name);
	for (unsigned i = 0; i < variant->side_count; i++) {
		if (variant->sides[i].starts[at] != NO_KIND) {
			reason_set(reason, "two pieces on %s", name);
			return -1;
		}
	}
	if (variant->start_count == MAX_PIECES) {
		reason_set(reason, "more than %d pieces", MAX_PIECES);
		return -1;
	}
	variant->starts[variant->start_count] = *start;
	variant->starts[variant->start_count++].at = at;
	variant->sides[start->side].starts[at] = start->type;
	return 0;
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

		if (isupper((unsigned char)word[0])) {
			if (variant_find_type(variant, word, &start.type, reason) < 0)
				return -1;
		} else if (start.type == NO_KIND) {
			reason_set(reason, "expected: place LETTER SQUARE... LETTER SQUARE...");
			return -1;
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

static int read_double(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct side *side = variant_side_of(target, line);

	for (size_t i = 1; side != NULL && i < line->count; i++)
		if (variant_each_square(target, line->words[i], mark_square, side->steps_twice,
					reason) < 0)
			return -1;
	return 0;
}

static int read_promote(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct side *side = variant_side_of(target, line);

	for (size_t i = 1; side != NULL && i < line->count; i++)
		if (variant_each_square(target, line->words[i], mark_square, side->promotes,
					reason) < 0)
			return -1;
	return 0;
}

static int read_territory(void *target, const struct deffile_line *line, struct reason *reason)
{
	struct side *side = variant_side_of(target, line);

	for (size_t i = 1; side != NULL && i < line->count; i++)
		if (variant_each_square(target, line->words[i], mark_square, side->territory,
					reason) < 0)
			return -1;
	return 0;
}

const struct deffile_keyword variant_side_keywords[] = {
	{"forward", "forward N|E|S|W...", 1, 4, .read = read_forward},
	{"place", "place LETTER SQUARE... LETTER SQUARE...", 2, DEF_MANY, .required = true,
	 .read = read_place},
	{"double", "double SQUARE...", 1, DEF_MANY, .read = read_double},
	{"promote", "promote SQUARE...", 1, DEF_MANY, .read = read_promote},
	{"castle",
	 "castle LETTER FROM TO LETTER FROM TO, or "
	 "castle LETTER FROM LETTER FROM... steps NUMBER",
	 6, DEF_MANY, .read = variant_read_castle},
	{"territory", "territory SQUARE...", 1, DEF_MANY, .read = read_territory},
	{0},
};
