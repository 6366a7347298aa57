/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/view/sheet.h"

enum { LINE_BYTES = 160, MARGIN = 5, MARGIN_TIGHT = 4 };

bool sheet_is_closed(const struct board *board, square at, unsigned direction)
{
	static const int right[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
	static const int up[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
	square beside;

	if (at >= board->squares || board->hole[at])
		return false;
	beside = board_offset(board, at, right[direction], up[direction]);
	return beside != NO_SQUARE && board->step[at][direction] != beside;
}

bool sheet_has_holes(const struct board *board)
{
	return memchr(board->hole, true, board->squares) != NULL;
}

bool sheet_has_side(const struct sheet *sheet, unsigned side)
{
	const struct position *position = sheet->position;

	for (unsigned i = 0; i < position->piece_count; i++)
		if (position->pieces[i].side == side && position->pieces[i].fate == ON_BOARD)
			return true;
	return false;
}

square sheet_square(const struct sheet *sheet, unsigned column, unsigned row)
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

unsigned sheet_direction(const struct sheet *sheet, unsigned direction)
{
	return (direction + 2 * sheet->turned) % DIRECTIONS;
}

void sheet_label(const struct sheet *sheet, square at, bool of_column, char out[SQUARE_NAME_MAX])
{
	char name[SQUARE_NAME_MAX];
	bool file = of_column != (sheet->turned % 2 == 1);

	board_square_name(sheet->board, at, name);
	if (file)
		name[1] = '\0';
	strcpy(out, file ? name : name + 1);
}

void sheet_space(struct sheet *sheet, unsigned gap)
{
	sheet->gap = gap;
	sheet->brackets = gap > 0;
	sheet->lead = (gap + 1) / 2 + (sheet->ruled && gap == 4);
	sheet->margin = sheet->ruled && gap > 1 ? MARGIN + gap / 2
			: gap == 0		? MARGIN_TIGHT
						: MARGIN;
}

/* Behind a piece its signs, ']', the line, and '[' of the next one. */
void sheet_space_marked(struct sheet *sheet, bool narrow)
{
	bool lines = sheet->ruled || sheet->marks->walled;

	sheet->brackets = !narrow;
	sheet->gap = sheet->marks->widest + (narrow ? 1 : lines ? 3 : 2);
	sheet->lead = narrow ? 1 : 2;
	sheet->margin = MARGIN + sheet->ruled;
}

/* Where the piece of a column stands in its line. */
static unsigned place(const struct sheet *sheet, unsigned column)
{
	return sheet->margin + column * (sheet->cell + sheet->gap);
}

/* Where the line to the left of a column runs. */
static unsigned border(const struct sheet *sheet, unsigned column)
{
	return place(sheet, column) - sheet->lead;
}

static unsigned width(const struct sheet *sheet)
{
	return sheet->ruled ? border(sheet, sheet->columns) + 1 : place(sheet, sheet->columns);
}

/* Adds the line up to its last character that isn't a blank. */
static void add_line(const char *line, unsigned end, struct text *out)
{
	while (end > 0 && line[end - 1] == ' ')
		end--;
	text_add_bytes(out, line, end);
	text_add_char(out, '\n');
}

static void draw_labels(const struct sheet *sheet, struct text *out)
{
	char line[LINE_BYTES], name[SQUARE_NAME_MAX];
	unsigned end = 0;

	memset(line, ' ', sizeof line);
	for (unsigned column = 0; column < sheet->columns; column++) {
		sheet_label(sheet, sheet_square(sheet, column, 0), true, name);
		end = place(sheet, column) + sheet->cell;
		/* Where numbers would run together every other one is left out. */
		if (strlen(name) < 2 || line[end - strlen(name) - 1] == ' ')
			memcpy(line + end - strlen(name), name, strlen(name));
	}
	add_line(line, end, out);
}

bool sheet_is_dotted(const struct sheet *sheet, square a, square b)
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

/* Whether nothing is drawn between any two squares but the lines around all of them. */
static bool is_open(const struct sheet *sheet)
{
	const struct variant *variant = sheet->variant;

	return !sheet->board->barriers && variant->equator == 0 && variant->midline == 0 &&
	       (sheet->marks == NULL || !sheet->marks->walled);
}

/* Whether a wall stands before the neighbour in that direction of the page. */
static bool is_walled(const struct sheet *sheet, square at, enum direction direction)
{
	return sheet->marks != NULL && at != NO_SQUARE &&
	       sheet->marks->walls[at] >> sheet_direction(sheet, direction) & 1;
}

/* What stands between a square and the one to its right, or the one below it; '\0': nothing. */
static char between(const struct sheet *sheet, square at, square beside, enum direction direction)
{
	if (sheet_is_closed(sheet->board, at, sheet_direction(sheet, direction)) ||
	    is_walled(sheet, at, direction))
		return '#';
	if (sheet_is_dotted(sheet, at, beside))
		return direction == E ? ':' : '.';
	return '\0';
}

/* Whether a piece of the last turn came from the square or went to it. */
static bool is_of_last(const struct sheet *sheet, square at)
{
	for (unsigned i = 0; sheet->last != NULL && i < sheet->last->step_count; i++)
		if (sheet->last->steps[i].from == at || sheet->last->steps[i].to == at)
			return true;
	return false;
}

void sheet_draw_piece(const struct sheet *sheet, const struct piece *piece, char *cell)
{
	char *kind = cell + sheet->cell - 1;

	*kind = variant_type_letter(sheet->variant, piece->type);
	if (sheet->owners[0])
		*cell = sheet->owners[piece->side];
	else if (piece->side > 0)
		*kind = (char)tolower((unsigned char)*kind);
}

/* The piece that stands on a square; of two the first. */
static const struct piece *piece_on(const struct sheet *sheet, square at)
{
	if (sheet->marks != NULL && sheet->marks->piece[at] != NO_PIECE)
		return &sheet->position->pieces[sheet->marks->piece[at]];
	return position_piece(sheet->position, at);
}

static void draw_square(const struct sheet *sheet, square at, char *cell)
{
	const struct piece *piece = piece_on(sheet, at);
	const char *beside = sheet->marks != NULL ? sheet->marks->beside[at] : "";
	char *behind = cell + sheet->cell;

	if (sheet->board->hole[at])
		return;
	if (!sheet->ruled)
		behind[-1] = '.';
	if (piece != NULL)
		sheet_draw_piece(sheet, piece, cell);
	else if (sheet->marks != NULL && sheet->marks->closed[at])
		memset(cell, '#', sheet->cell);
	memcpy(behind, beside, strlen(beside));
	if (sheet->brackets && is_of_last(sheet, at)) {
		cell[-1] = cell[-1] == ']' ? '|' : '[';
		behind[strlen(beside)] = ']';
	}
}

/* What a column has at its left border in this row, before the squares are drawn over it. */
static void draw_border(const struct sheet *sheet, unsigned column, unsigned row, char *line)
{
	square left = sheet_square(sheet, column - 1, row), here = sheet_square(sheet, column, row);
	char mark = column > 0 && column < sheet->columns ? between(sheet, left, here, E) : '\0';
	char *at = &line[border(sheet, column)];

	if (sheet->ruled)
		*at = mark ? mark : '|';
	else if (mark && sheet->gap > 0)
		*at = mark;
}

static void fill_hole(const struct sheet *sheet, unsigned column, char *line)
{
	unsigned from = border(sheet, column) + 1, to = border(sheet, column + 1);

	memset(line + from, 'X', to - from);
}

static void draw_row(const struct sheet *sheet, unsigned row, struct text *out)
{
	char line[LINE_BYTES], name[SQUARE_NAME_MAX];
	unsigned end = width(sheet);
	bool bare = !sheet->ruled && is_open(sheet);

	memset(line, ' ', sizeof line);
	for (unsigned column = 0; column <= sheet->columns && !bare; column++)
		draw_border(sheet, column, row, line);
	for (unsigned column = 0; column < sheet->columns; column++) {
		square at = sheet_square(sheet, column, row);

		if (sheet->ruled && sheet->board->hole[at])
			fill_hole(sheet, column, line);
		draw_square(sheet, at, line + place(sheet, column));
	}
	sheet_label(sheet, sheet_square(sheet, 0, row), false, name);
	memcpy(line + 3 - strlen(name), name, strlen(name));
	text_add_bytes(out, line, end);
	text_add_char(out, ' ');
	text_add(out, name);
	text_add_char(out, '\n');
}

/* Between the rows `row - 1` and `row` of the page: the corner left of a column. */
static char corner(const struct sheet *sheet, unsigned column, unsigned row)
{
	square left = sheet_square(sheet, column - 1, row - 1);
	square right = sheet_square(sheet, column, row - 1);

	if (column > 0 && row > 0 &&
	    (sheet_is_closed(sheet->board, left, sheet_direction(sheet, SE)) ||
	     sheet_is_closed(sheet->board, right, sheet_direction(sheet, SW))))
		return 'X';
	if (column > 0 && row > 0 && (is_walled(sheet, left, SE) || is_walled(sheet, right, SW)))
		return '#';
	return sheet->ruled ? '+' : '\0';
}

/* The line between two rows of the page, or above the first, or below the last. Without rules only
 * where something has to be shown. */
static void draw_rule(const struct sheet *sheet, unsigned row, struct text *out)
{
	char line[LINE_BYTES];
	bool any = sheet->ruled;

	if (!sheet->ruled && is_open(sheet))
		return;
	memset(line, ' ', sizeof line);
	for (unsigned column = 0; column <= sheet->columns; column++) {
		unsigned from = border(sheet, column);
		square above = sheet_square(sheet, column, row - 1);
		char mark = corner(sheet, column, row), edge = '\0';

		if (row > 0 && row < sheet->rows && column < sheet->columns)
			edge = between(sheet, above, sheet_square(sheet, column, row), S);
		if (edge == '\0' && sheet->ruled)
			edge = '-';
		any |= mark || edge;
		if (column < sheet->columns && edge)
			memset(line + from + 1, edge, border(sheet, column + 1) - from - 1);
		if (mark)
			line[from] = mark;
		/* Past a wall's end the way aslant is free. */
		else if (edge && sheet->gap > 0 && column > 0 && !is_walled(sheet, above, S))
			line[from] = edge;
	}
	if (any)
		add_line(line, width(sheet), out);
}

void sheet_draw(const struct sheet *sheet, struct text *out)
{
	draw_labels(sheet, out);
	for (unsigned row = 0; row < sheet->rows; row++) {
		draw_rule(sheet, row, out);
		draw_row(sheet, row, out);
	}
	draw_rule(sheet, sheet->rows, out);
	draw_labels(sheet, out);
}

void sheet_name_last(const struct sheet *sheet, struct text *out)
{
	const struct turn_record *last = sheet->last;
	char from[SQUARE_NAME_MAX], to[SQUARE_NAME_MAX];

	for (unsigned i = 0; last != NULL && i < last->step_count; i++) {
		board_square_name(sheet->board, last->steps[i].from, from);
		board_square_name(sheet->board, last->steps[i].to, to);
		text_addf(out, phrase("%s from %s to %s"), i ? "," : phrase("    The last move:"),
			  from, to);
	}
	if (last != NULL && last->step_count > 0)
		text_add(out, ".\n");
}
