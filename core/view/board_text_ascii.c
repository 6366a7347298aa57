/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

enum { COLUMNS = 72, COLUMNS_COMPACT = 40, LEGEND_INDENT = 5 };

/*
 * Returns the quarter turns for a seat that looks in the direction of its pieces. A seat in a
 * corner has its corner at the lower left.
 */
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

uint8_t board_text_forward(const struct variant *variant, uint8_t side)
{
	return side < variant->side_count ? variant->sides[side].forward : 1u << N;
}

/*
 * Chooses for each side the first consonant of its name that no side before it has, because
 * consonants are easier to distinguish.
 */
static void choose_letters(struct board_text *sheet)
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

/* Reports whether any step is closed: straight ones are walls, diagonal ones corners. */
static bool has_closed(const struct board *board, bool straight)
{
	for (square at = 0; at < board->squares; at++)
		for (unsigned direction = straight ? N : NE; direction < DIRECTIONS; direction += 2)
			if (board_text_is_closed(board, at, direction))
				return true;
	return false;
}

/* Reports whether the board has anything other than squares, so that lines must be drawn. */
static bool has_lines(const struct variant *variant)
{
	return variant->equator || variant->midline || has_closed(&variant->board, true) ||
	       has_closed(&variant->board, false);
}

struct board_text board_text_lay_out(const struct variant *variant, const struct position *position,
				     const struct turn_record *last, uint8_t forward,
				     enum board_style style)
{
	struct board_text sheet = {
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
		board_text_space(&sheet, sheet.columns <= 10 ? 4 : sheet.columns <= 14 ? 2 : 1);
	else if (style == BOARD_FULL)
		board_text_space(&sheet, sheet.columns <= 14 ? 2 : 1);
	else /* at most 40 columns wide if possible */
		board_text_space(&sheet,
				 sheet.columns * (sheet.cell + 1) <= BOARD_TEXT_NARROW ? 1 : 0);
	return sheet;
}

/* Items of a legend, wrapped. */
struct legend {
	struct strbuf *out;
	size_t column, columns;
};

static void add_item(struct legend *legend, const char *item)
{
	item = translate(item);
	if (legend->column > 0 && legend->column + 2 + strbuf_columns(item) + 1 > legend->columns) {
		strbuf_add(legend->out, ",\n");
		legend->column = 0;
	}
	if (legend->column == 0) {
		strbuf_addf(legend->out, "%*s", LEGEND_INDENT, "");
		legend->column = LEGEND_INDENT;
	} else {
		strbuf_add(legend->out, ", ");
		legend->column += 2;
	}
	strbuf_add(legend->out, item);
	legend->column += strbuf_columns(item);
}

/* Adds to the legend what has become of a beaten seat's army [beaten-armies]. */
static void add_fate(const struct board_text *sheet, unsigned side, struct strbuf *out)
{
	const struct position *position = sheet->position;
	const struct variant *variant = sheet->variant;
	uint8_t player = position->controller[side];

	if (player < variant->side_count && player != side)
		strbuf_addf(out, translate(" (now %s's)"), translate(variant->sides[player].title));
	else if (player == side && position->frozen >> side & 1)
		strbuf_add(out, translate(" (frozen)"));
	else if (player == side)
		return;
	else if (position->dead >> side & 1)
		strbuf_add(out, translate(" (dead)"));
	else if (position->obstacles >> side & 1)
		strbuf_add(out, translate(" (obstacles)"));
	else
		strbuf_add(out, translate(" (inert)"));
}

/* Adds a side: "r Red", "r Red (now White's)". */
static void add_side(const struct board_text *sheet, struct legend *legend, unsigned side)
{
	struct strbuf item;

	strbuf_init(&item, 0);
	strbuf_addf(&item, "%c %s", sheet->owners[side],
		    translate(sheet->variant->sides[side].title));
	if (sheet->seats != NULL)
		strbuf_addf(&item, " (%s)",
			    translate(variant_seat_title(sheet->variant, sheet->seats[side])));
	else
		add_fate(sheet, side, &item);
	add_item(legend, item.bytes);
	strbuf_done(&item);
}

static void add_lines(const struct board_text *sheet, struct legend *legend)
{
	const struct variant *variant = sheet->variant;

	if (sheet->ruled && board_text_has_holes(sheet->board))
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

static void add_items(struct legend *legend, const char *items)
{
	const char *end = items + strlen(items), *line;
	size_t len;

	while (strbuf_next_line(&items, end, &line, &len)) {
		char *item = base_strndup(line, len);

		add_item(legend, item);
		free(item);
	}
}

static void add_legend(const struct board_text *sheet, const char *items, struct strbuf *out)
{
	struct legend legend = {.out = out, .columns = COLUMNS};

	strbuf_add_char(out, '\n');
	for (unsigned side = 0; side < sheet->variant->side_count; side++)
		if (board_text_has_side(sheet, side))
			add_side(sheet, &legend, side);
	if (!sheet->ruled)
		add_item(&legend, ". empty");
	add_lines(sheet, &legend);
	add_items(&legend, items);
	strbuf_add_char(out, '\n');
}

/* Adds what cards make necessary, which is all the legend of a narrow board. */
static void add_narrow_legend(const struct board_text *sheet, const char *items, struct strbuf *out)
{
	struct legend legend = {.out = out, .columns = COLUMNS_COMPACT};

	if (sheet->marks != NULL && sheet->marks->walled)
		add_item(&legend, "# wall");
	add_items(&legend, items);
	strbuf_add(out, legend.column > 0 ? "\n" : "");
}

void board_text_print(const struct board_text *sheet, enum board_style style, const char *items,
		      struct strbuf *out)
{
	board_text_draw(sheet, out);
	if (!sheet->brackets)
		board_text_name_last(sheet, out);
	if (style == BOARD_FULL)
		add_legend(sheet, items, out);
	else
		add_narrow_legend(sheet, items, out);
}
