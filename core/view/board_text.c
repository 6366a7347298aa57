/* SPDX-License-Identifier: MIT */

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

enum { LINE_BYTES = 160, MARGIN = 5, MARGIN_TIGHT = 4 };

bool board_text_is_closed(const struct board *board, square at, unsigned direction)
{
	static const int right[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
	static const int up[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
	square beside;

	if (at >= board->squares || board->hole[at])
		return false;
	beside = board_offset(board, at, right[direction], up[direction]);
	return beside != NO_SQUARE && board->step[at][direction] != beside;
}

/* Reports whether the board's rectangle has holes. */
static bool board_text_has_holes(const struct board *board)
{
	return memchr(board->hole, true, board->squares) != NULL;
}

bool board_text_has_side(const struct board_text *sheet, unsigned side)
{
	const struct position *position = sheet->position;

	for (unsigned i = 0; i < position->piece_count; i++)
		if (position->pieces[i].side == side && position->pieces[i].fate == ON_BOARD)
			return true;
	return false;
}

square board_text_square(const struct board_text *sheet, unsigned column, unsigned row)
{
	unsigned across = column, up = sheet->rows - 1 - row;
	unsigned width = sheet->board->width, height = sheet->board->height;

	if (column >= sheet->columns || row >= sheet->rows)
		return NO_SQUARE;
	switch (sheet->turned) {
	case 1:
		return (square)(up + (height - 1 - across) * width);
	case 2:
		return (square)(width - 1 - across + (height - 1 - up) * width);
	case 3:
		return (square)(width - 1 - up + across * width);
	default:
		return (square)(across + up * width);
	}
}

unsigned board_text_direction(const struct board_text *sheet, unsigned direction)
{
	return (direction + 2 * sheet->turned) % DIRECTIONS;
}

void board_text_label(const struct board_text *sheet, square at, bool of_column,
		      char out[SQUARE_NAME_MAX])
{
	char name[SQUARE_NAME_MAX];
	bool file = of_column != (sheet->turned % 2 == 1);

	board_square_name(sheet->board, at, name);
	if (file)
		name[1] = '\0';
	strcpy(out, file ? name : name + 1);
}

void board_text_space(struct board_text *sheet, unsigned gap)
{
	sheet->gap = gap;
	sheet->brackets = gap > 0;
	sheet->lead = (gap + 1) / 2 + (sheet->ruled && gap == 4);
	sheet->margin = sheet->ruled && gap > 1 ? MARGIN + gap / 2
			: gap == 0		? MARGIN_TIGHT
						: MARGIN;
}

/* After a piece come its signs, ']', the border, and '[' of the next one. */
void board_text_space_marked(struct board_text *sheet, bool narrow)
{
	bool lines = sheet->ruled || sheet->marks->walled;

	sheet->brackets = !narrow;
	sheet->gap = sheet->marks->widest + (narrow ? 1 : lines ? 3 : 2);
	sheet->lead = narrow ? 1 : 2;
	sheet->margin = MARGIN + sheet->ruled;
}

/* Returns the place of a column's piece in its line. */
static unsigned piece_column(const struct board_text *sheet, unsigned column)
{
	return sheet->margin + column * (sheet->cell + sheet->gap);
}

/* Returns the place of the border to the left of a column. */
static unsigned border_column(const struct board_text *sheet, unsigned column)
{
	return piece_column(sheet, column) - sheet->lead;
}

static unsigned sheet_width(const struct board_text *sheet)
{
	return sheet->ruled ? border_column(sheet, sheet->columns) + 1
			    : piece_column(sheet, sheet->columns);
}

/* Adds the line up to its last character other than a space. */
static void add_line(const char *line, unsigned end, struct strbuf *out)
{
	while (end > 0 && line[end - 1] == ' ')
		end--;
	strbuf_add_bytes(out, line, end);
	strbuf_add_char(out, '\n');
}

static void draw_labels(const struct board_text *sheet, struct strbuf *out)
{
	char line[LINE_BYTES], name[SQUARE_NAME_MAX];
	unsigned end = 0;

	memset(line, ' ', sizeof line);
	for (unsigned column = 0; column < sheet->columns; column++) {
		board_text_label(sheet, board_text_square(sheet, column, 0), true, name);
		end = piece_column(sheet, column) + sheet->cell;
		/* Every other number is left out if they would touch each other. */
		if (strlen(name) < 2 || line[end - strlen(name) - 1] == ' ')
			memcpy(line + end - strlen(name), name, strlen(name));
	}
	add_line(line, end, out);
}

bool board_text_is_dotted(const struct board_text *sheet, square a, square b)
{
	const struct variant *variant = sheet->variant;
	const struct board *board = sheet->board;

	if (a == NO_SQUARE || b == NO_SQUARE)
		return false;
	return (board_rank(board, a) >= variant->equator) !=
		       (board_rank(board, b) >= variant->equator) ||
	       (board_file(board, a) >= variant->midline) !=
		       (board_file(board, b) >= variant->midline);
}

/* Reports whether lines are only drawn around the whole board. */
static bool is_open(const struct board_text *sheet)
{
	const struct variant *variant = sheet->variant;

	return !sheet->board->barriers && variant->equator == 0 && variant->midline == 0 &&
	       (sheet->marks == NULL || !sheet->marks->walled);
}

/*
 * Reports whether there is a wall between the square and its neighbour in that direction on the
 * page.
 */
static bool is_walled(const struct board_text *sheet, square at, enum direction direction)
{
	return sheet->marks != NULL && at != NO_SQUARE &&
	       sheet->marks->walls[at] >> board_text_direction(sheet, direction) & 1;
}

/*
 * Returns the sign between a square and its neighbour to the right or below; '\0' if there is none.
 */
static char sign_between(const struct board_text *sheet, square at, square beside,
			 enum direction direction)
{
	if (board_text_is_closed(sheet->board, at, board_text_direction(sheet, direction)) ||
	    is_walled(sheet, at, direction))
		return '#';
	if (board_text_is_dotted(sheet, at, beside))
		return direction == E ? ':' : '.';
	return '\0';
}

/* Reports whether a piece of the last turn came from the square or went to it. */
static bool is_in_last_turn(const struct board_text *sheet, square at)
{
	for (unsigned i = 0; sheet->last != NULL && i < sheet->last->step_count; i++)
		if (sheet->last->steps[i].from == at || sheet->last->steps[i].to == at)
			return true;
	return false;
}

void board_text_draw_piece(const struct board_text *sheet, const struct piece *piece, char *cell)
{
	char *kind = cell + sheet->cell - 1;

	*kind = variant_type_letter(sheet->variant, piece->type);
	if (sheet->owners[0])
		*cell = sheet->owners[piece->side];
	else if (piece->side > 0)
		*kind = (char)tolower((unsigned char)*kind);
}

/* Returns the piece on a square; of two pieces the first. */
static const struct piece *piece_on(const struct board_text *sheet, square at)
{
	if (sheet->marks != NULL && sheet->marks->piece[at] != NO_PIECE)
		return &sheet->position->pieces[sheet->marks->piece[at]];
	return position_piece(sheet->position, at);
}

static void draw_square(const struct board_text *sheet, square at, char *cell)
{
	const struct piece *piece = piece_on(sheet, at);
	const char *beside = sheet->marks != NULL ? sheet->marks->beside[at] : "";
	char *behind = cell + sheet->cell;

	if (sheet->board->hole[at])
		return;
	if (!sheet->ruled)
		behind[-1] = '.';
	if (piece != NULL)
		board_text_draw_piece(sheet, piece, cell);
	else if (sheet->marks != NULL && sheet->marks->closed[at])
		memset(cell, '#', sheet->cell);
	memcpy(behind, beside, strlen(beside));
	if (sheet->brackets && is_in_last_turn(sheet, at)) {
		cell[-1] = cell[-1] == ']' ? '|' : '[';
		behind[strlen(beside)] = ']';
	}
}

/* Draws the left border of a column in this row, before the squares are drawn over it. */
static void draw_border(const struct board_text *sheet, unsigned column, unsigned row, char *line)
{
	square left = board_text_square(sheet, column - 1, row),
	       here = board_text_square(sheet, column, row);
	char mark =
		column > 0 && column < sheet->columns ? sign_between(sheet, left, here, E) : '\0';
	char *at = &line[border_column(sheet, column)];

	if (sheet->ruled)
		*at = mark ? mark : '|';
	else if (mark && sheet->gap > 0)
		*at = mark;
}

static void fill_hole(const struct board_text *sheet, unsigned column, char *line)
{
	unsigned from = border_column(sheet, column) + 1, to = border_column(sheet, column + 1);

	memset(line + from, 'X', to - from);
}

static void draw_row(const struct board_text *sheet, unsigned row, struct strbuf *out)
{
	char line[LINE_BYTES], name[SQUARE_NAME_MAX];
	unsigned end = sheet_width(sheet);
	bool bare = !sheet->ruled && is_open(sheet);

	memset(line, ' ', sizeof line);
	for (unsigned column = 0; column <= sheet->columns && !bare; column++)
		draw_border(sheet, column, row, line);
	for (unsigned column = 0; column < sheet->columns; column++) {
		square at = board_text_square(sheet, column, row);

		if (sheet->ruled && sheet->board->hole[at])
			fill_hole(sheet, column, line);
		draw_square(sheet, at, line + piece_column(sheet, column));
	}
	board_text_label(sheet, board_text_square(sheet, 0, row), false, name);
	memcpy(line + 3 - strlen(name), name, strlen(name));
	strbuf_add_bytes(out, line, end);
	strbuf_add_char(out, ' ');
	strbuf_add(out, name);
	strbuf_add_char(out, '\n');
}

/*
 * Returns the sign of the corner to the left of a column, between rows `row - 1` and `row` of the
 * page.
 */
static char corner_sign(const struct board_text *sheet, unsigned column, unsigned row)
{
	square left = board_text_square(sheet, column - 1, row - 1);
	square right = board_text_square(sheet, column, row - 1);

	if (column > 0 && row > 0 &&
	    (board_text_is_closed(sheet->board, left, board_text_direction(sheet, SE)) ||
	     board_text_is_closed(sheet->board, right, board_text_direction(sheet, SW))))
		return 'X';
	if (column > 0 && row > 0 && (is_walled(sheet, left, SE) || is_walled(sheet, right, SW)))
		return '#';
	return sheet->ruled ? '+' : '\0';
}

/*
 * Draws the line between two rows of the page, above the first or below the last. Without `ruled`
 * it is drawn only if there is something to show.
 */
static void draw_rule(const struct board_text *sheet, unsigned row, struct strbuf *out)
{
	char line[LINE_BYTES];
	bool any = sheet->ruled;

	if (!sheet->ruled && is_open(sheet))
		return;
	memset(line, ' ', sizeof line);
	for (unsigned column = 0; column <= sheet->columns; column++) {
		unsigned from = border_column(sheet, column);
		square above = board_text_square(sheet, column, row - 1);
		char mark = corner_sign(sheet, column, row), edge = '\0';

		if (row > 0 && row < sheet->rows && column < sheet->columns)
			edge = sign_between(sheet, above, board_text_square(sheet, column, row), S);
		if (edge == '\0' && sheet->ruled)
			edge = '-';
		any |= mark || edge;
		if (column < sheet->columns && edge)
			memset(line + from + 1, edge, border_column(sheet, column + 1) - from - 1);
		if (mark)
			line[from] = mark;
		/* The diagonal way past the end of a wall is open. */
		else if (edge && sheet->gap > 0 && column > 0 && !is_walled(sheet, above, S))
			line[from] = edge;
	}
	if (any)
		add_line(line, sheet_width(sheet), out);
}

void board_text_draw(const struct board_text *sheet, struct strbuf *out)
{
	draw_labels(sheet, out);
	for (unsigned row = 0; row < sheet->rows; row++) {
		draw_rule(sheet, row, out);
		draw_row(sheet, row, out);
	}
	draw_rule(sheet, sheet->rows, out);
	draw_labels(sheet, out);
}

/* Adds "The last move: from e2 to e4." if there is no space to mark it. */
static void board_text_name_last(const struct board_text *sheet, struct strbuf *out)
{
	const struct turn_record *last = sheet->last;
	char from[SQUARE_NAME_MAX], to[SQUARE_NAME_MAX];

	for (unsigned i = 0; last != NULL && i < last->step_count; i++) {
		board_square_name(sheet->board, last->steps[i].from, from);
		board_square_name(sheet->board, last->steps[i].to, to);
		strbuf_addf(out, translate("%s from %s to %s"),
			    i ? "," : translate("    The last move:"), from, to);
	}
	if (last != NULL && last->step_count > 0)
		strbuf_add(out, ".\n");
}

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
