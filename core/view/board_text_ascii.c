/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/view/sheet.h"

enum { COLUMNS = 72, COLUMNS_COMPACT = 40, LEGEND_INDENT = 5 };

/* A seat looks the way its pieces go; from a corner, so that the corner lies at the lower left. */
static unsigned quarter_turns(uint8_t forward)
{
	for (unsigned turns = 0; turns < 4; turns++)
		if ((forward >> (2 * turns) & 1) && (forward >> (2 * turns + 2) % DIRECTIONS & 1))
			return turns;
	for (unsigned turns = 0; turns < 4; turns++)
		if (forward >> (2 * turns) & 1)
			return turns;
	return 0;
}

uint8_t sheet_forward(const struct variant *variant, uint8_t side)
{
	return side < variant->side_count ? variant->sides[side].forward : 1u << N;
}

/* The first consonant of the side's name that no side before it has: the letters are told apart
 * better so. */
static void choose_letters(struct sheet *sheet)
{
	const struct variant *variant = sheet->variant;

	for (unsigned side = 0; side < variant->side_count; side++) {
		const char *letter = variant->sides[side].name;

		while (letter[1] != '\0' &&
		       (memchr(sheet->owners, *letter, side) != NULL ||
			(letter != variant->sides[side].name && strchr("aeiou", *letter) != NULL)))
			letter++;
		sheet->owners[side] = *letter;
	}
}

/* Whether a step is closed somewhere: straight ones are walls, others corners. */
static bool has_closed(const struct board *board, bool straight)
{
	for (square at = 0; at < board->squares; at++)
		for (unsigned direction = straight ? N : NE; direction < DIRECTIONS; direction += 2)
			if (sheet_is_closed(board, at, direction))
				return true;
	return false;
}

/* Whether there is anything on the board that is not a square: then it is ruled, to show it. */
static bool has_lines(const struct variant *variant)
{
	return variant->equator || variant->midline || has_closed(&variant->board, true) ||
	       has_closed(&variant->board, false);
}

struct sheet sheet_lay_out(const struct variant *variant, const struct position *position,
			   const struct turn_record *last, uint8_t forward, enum board_style style)
{
	struct sheet sheet = {
		.variant = variant,
		.position = position,
		.board = &variant->board,
		.turned = quarter_turns(forward),
		.last = last,
	};

	sheet.columns = sheet.turned % 2 ? sheet.board->height : sheet.board->width;
	sheet.rows = sheet.turned % 2 ? sheet.board->width : sheet.board->height;
	if (style == BOARD_FULL || variant->side_count > 2)
		choose_letters(&sheet);
	sheet.cell = sheet.owners[0] ? 2 : 1;
	sheet.ruled = style == BOARD_FULL && has_lines(variant);
	if (sheet.ruled)
		sheet_space(&sheet, sheet.columns <= 10 ? 4 : sheet.columns <= 14 ? 2 : 1);
	else if (style == BOARD_FULL)
		sheet_space(&sheet, sheet.columns <= 14 ? 2 : 1);
	else /* at most 40 columns wide, as far as that can be */
		sheet_space(&sheet, sheet.columns * (sheet.cell + 1) <= SHEET_NARROW ? 1 : 0);
	return sheet;
}

/* Items of a legend, wrapped. */
struct legend {
	struct text *out;
	size_t column, columns;
};

static void add_item(struct legend *legend, const char *item)
{
	item = phrase(item);
	if (legend->column > 0 && legend->column + 2 + text_columns(item) + 1 > legend->columns) {
		text_add(legend->out, ",\n");
		legend->column = 0;
	}
	if (legend->column == 0) {
		text_addf(legend->out, "%*s", LEGEND_INDENT, "");
		legend->column = LEGEND_INDENT;
	} else {
		text_add(legend->out, ", ");
		legend->column += 2;
	}
	text_add(legend->out, item);
	legend->column += text_columns(item);
}

/* What has become of a beaten seat's army [beaten-armies], for the legend. */
static void add_fate(const struct sheet *sheet, unsigned side, struct text *out)
{
	const struct position *position = sheet->position;
	const struct variant *variant = sheet->variant;
	uint8_t player = position->controller[side];

	if (player < variant->side_count && player != side)
		text_addf(out, phrase(" (now %s's)"), phrase(variant->sides[player].title));
	else if (player == side && position->frozen >> side & 1)
		text_add(out, phrase(" (frozen)"));
	else if (player == side)
		return;
	else if (position->dead >> side & 1)
		text_add(out, phrase(" (dead)"));
	else if (position->obstacles >> side & 1)
		text_add(out, phrase(" (obstacles)"));
	else
		text_add(out, phrase(" (inert)"));
}

/* "r Red", "r Red (now White's)". */
static void add_side(const struct sheet *sheet, struct legend *legend, unsigned side)
{
	struct text item;

	text_init(&item, 0);
	text_addf(&item, "%c %s", sheet->owners[side], phrase(sheet->variant->sides[side].title));
	if (sheet->seats != NULL)
		text_addf(&item, " (%s)",
			  phrase(variant_seat_title(sheet->variant, sheet->seats[side])));
	else
		add_fate(sheet, side, &item);
	add_item(legend, item.bytes);
	text_done(&item);
}

static void add_lines(const struct sheet *sheet, struct legend *legend)
{
	const struct variant *variant = sheet->variant;

	if (sheet->ruled && sheet_has_holes(sheet->board))
		add_item(legend, "XXX no square");
	if (has_closed(sheet->board, true))
		add_item(legend, "# no step across");
	else if (sheet->marks != NULL && sheet->marks->walled)
		add_item(legend, "# wall");
	if (has_closed(sheet->board, false))
		add_item(legend, "X no slanting step through this corner");
	if (variant->equator && variant->midline)
		add_item(legend, "dotted the equator and the midline");
	else if (variant->equator || variant->midline)
		add_item(legend, variant->equator ? "dotted the equator" : "dotted the midline");
	if (sheet->last != NULL && sheet->last->step_count > 0)
		add_item(legend, "[ ] the last move");
}

/* Items that stand a line each. */
static void add_items(struct legend *legend, const char *items)
{
	const char *end = items + strlen(items), *line;
	size_t len;

	while (text_next_line(&items, end, &line, &len)) {
		char *item = base_strndup(line, len);

		add_item(legend, item);
		free(item);
	}
}

static void add_legend(const struct sheet *sheet, const char *items, struct text *out)
{
	struct legend legend = {.out = out, .columns = COLUMNS};

	text_add_char(out, '\n');
	for (unsigned side = 0; side < sheet->variant->side_count; side++)
		if (sheet_has_side(sheet, side))
			add_side(sheet, &legend, side);
	if (!sheet->ruled)
		add_item(&legend, ". empty");
	add_lines(sheet, &legend);
	add_items(&legend, items);
	text_add_char(out, '\n');
}

/* Below a narrow board stands only what cards make necessary. */
static void add_narrow_legend(const struct sheet *sheet, const char *items, struct text *out)
{
	struct legend legend = {.out = out, .columns = COLUMNS_COMPACT};

	if (sheet->marks != NULL && sheet->marks->walled)
		add_item(&legend, "# wall");
	add_items(&legend, items);
	text_add(out, legend.column > 0 ? "\n" : "");
}

void sheet_print(const struct sheet *sheet, enum board_style style, const char *items,
		 struct text *out)
{
	sheet_draw(sheet, out);
	if (!sheet->brackets)
		sheet_name_last(sheet, out);
	if (style == BOARD_FULL)
		add_legend(sheet, items, out);
	else
		add_narrow_legend(sheet, items, out);
}
