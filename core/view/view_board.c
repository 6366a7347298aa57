/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/table/table.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/view/view.h"
#include "core/kind/cards/cards_marks.h"
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

static uint8_t forward_of(const struct variant *variant, uint8_t side)
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

/* Whether there is anything on the board that is not a square: then it is ruled, to show it. */
static bool has_lines(const struct variant *variant)
{
	const struct board *board = &variant->board;

	if (variant->equator || variant->midline)
		return true;
	for (square at = 0; at < board->squares; at++)
		for (unsigned direction = 0; direction < DIRECTIONS; direction++)
			if (sheet_is_closed(board, at, direction))
				return true;
	return false;
}

static struct sheet lay_out(const struct variant *variant, const struct position *position,
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
	if (legend->column > 0 && legend->column + 2 + strlen(item) + 1 > legend->columns) {
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
	legend->column += strlen(item);
}

/* What has become of a beaten seat's army [beaten-armies], for the legend. */
static void add_fate(const struct sheet *sheet, unsigned side, struct text *out)
{
	const struct position *position = sheet->position;
	const struct variant *variant = sheet->variant;
	uint8_t player = position->controller[side];

	if (player < variant->side_count && player != side)
		text_addf(out, " (now %s's)", variant->sides[player].title);
	else if (player == side && position->frozen >> side & 1)
		text_add(out, " (frozen)");
	else if (player == side)
		return;
	else if (position->dead >> side & 1)
		text_add(out, " (dead)");
	else if (position->obstacles >> side & 1)
		text_add(out, " (obstacles)");
	else
		text_add(out, " (inert)");
}

/* "r Red", "r Red (now White's)". */
static void add_side(const struct sheet *sheet, struct legend *legend, unsigned side)
{
	struct text item;

	text_init(&item, 0);
	text_addf(&item, "%c %s", sheet->owners[side], sheet->variant->sides[side].title);
	if (sheet->seats != NULL)
		text_addf(&item, " (%s)", variant_seat_title(sheet->variant, sheet->seats[side]));
	else
		add_fate(sheet, side, &item);
	add_item(legend, item.bytes);
	text_done(&item);
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

static void draw_legend(const struct sheet *sheet, const char *items, struct text *out)
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
static void draw_narrow_legend(const struct sheet *sheet, const char *items, struct text *out)
{
	struct legend legend = {.out = out, .columns = COLUMNS_COMPACT};

	if (sheet->marks != NULL && sheet->marks->walled)
		add_item(&legend, "# wall");
	add_items(&legend, items);
	text_add(out, legend.column > 0 ? "\n" : "");
}

static void draw(const struct sheet *sheet, enum board_style style, const char *items,
		 struct text *out)
{
	sheet_draw(sheet, out);
	if (!sheet->brackets)
		sheet_name_last(sheet, out);
	if (style == BOARD_FULL)
		draw_legend(sheet, items, out);
	else
		draw_narrow_legend(sheet, items, out);
}

/* ---- with cards ---- */

/* The move of the turn that stands open, or of the last one. */
static struct turn_record latest(const struct game *game)
{
	const struct turn_record *last = game_recent(game, 0);
	struct turn_record open = {.step_count = game->step_count};

	if (game->table->state != TURN_IN)
		return last != NULL ? *last : (struct turn_record){.step_count = 0};
	memcpy(open.steps, game->steps, sizeof open.steps);
	return open;
}

/* Where the pawns of who looks go now: up the page, however the board was turned. */
static uint8_t forward_now(const struct game *game, uint8_t from)
{
	const struct table *table = game->table;

	if (from == NO_SIDE && !game_is_crowded(game))
		from = 0;
	return from < game->variant->side_count ? field_forward(table->book, &table->field, from)
						: forward_of(game->variant, from);
}

static void draw_with_cards(const struct game *game, uint8_t from, uint8_t seat,
			    enum board_style style, struct text *out)
{
	struct turn_record last = latest(game);
	struct sheet sheet = lay_out(game->variant, &game->table->field.position, &last,
				     forward_now(game, from), style);
	struct sheet_marks marks;
	struct text items;

	text_init(&items, 0);
	cards_marks(game, &sheet, seat, &marks, &items);
	sheet.marks = &marks;
	if (marks.widest > 0 || (marks.walled && !sheet.ruled))
		sheet_space_marked(&sheet, style == BOARD_COMPACT);
	draw(&sheet, style, items.bytes, out);
	text_done(&items);
}

void view_board_for(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		    struct text *out)
{
	struct sheet sheet;

	if (cards_marks_blind(game, seat)) {
		text_add(out, "     There is no board in this letter: you are to tell from memory\n"
			      "     which piece was taken, and where it stood (Abduction).\n");
		return;
	}
	if (game->table != NULL) {
		draw_with_cards(game, from, seat, style, out);
		return;
	}
	sheet = lay_out(game->variant, &game->position, game_recent(game, 0),
			forward_of(game->variant, from), style);
	draw(&sheet, style, "", out);
}

void view_board(const struct game *game, uint8_t from, enum board_style style, struct text *out)
{
	view_board_for(game, from, NO_SIDE, style, out);
}

void circle_sheet(const struct game *game, unsigned number, uint8_t seat, enum board_style style,
		  struct text *out)
{
	const struct ring_board *board = &game->ring->board[number];
	struct turn_record last = {
		.step_count = board->to != NO_SQUARE,
		.steps = {{board->from, board->to}},
	};
	struct sheet sheet =
		lay_out(game->variant, &board->position, &last,
			forward_of(game->variant, ring_side(game->ring, number, seat)), style);

	sheet.seats = board->seat;
	draw(&sheet, style, "", out);
}
