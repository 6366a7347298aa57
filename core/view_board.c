/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "core/variant_data.h"
#include "core/view.h"

enum { LINE_BYTES = 160, MARGIN = 5 };

/* How a board is laid on the page. */
struct sheet {
	const struct game *game;
	const struct board *board;
	unsigned turned;        /* quarter turns: which direction is up: 0 N, 1 E, 2 S, 3 W */
	unsigned columns, rows;
	unsigned cell, gap;     /* characters of a square, and between two */
	char owners[MAX_SIDES]; /* the letter of each side's pieces, '\0': told by case */
	square from, to;        /* of the last move */
};

/* A seat looks the way its pieces go. */
static unsigned
quarter_turns(const struct variant *variant, uint8_t seat)
{
	uint8_t forward = seat < variant->side_count ? variant->sides[seat].forward : 1u << N;

	if (forward >> N & 1)
		return 0;
	if (forward >> S & 1)
		return 2;
	return forward >> E & 1 ? 1 : forward >> W & 1 ? 3 : 0;
}

/* The first letter of the side's name that no side before it has. */
static void
choose_letters(struct sheet *sheet)
{
	const struct variant *variant = sheet->game->variant;

	for (unsigned side = 0; side < variant->side_count; side++) {
		const char *letter = variant->sides[side].name;

		while (letter[1] != '\0' && memchr(sheet->owners, *letter, side) != NULL)
			letter++;
		sheet->owners[side] = *letter;
	}
}

static struct sheet
lay_out(const struct game *game, uint8_t seat, enum board_style style)
{
	const struct board *board = &game->variant->board;
	const struct turn_record *last = game_recent(game, 0);
	struct sheet sheet = {
		.game = game, .board = board, .turned = quarter_turns(game->variant, seat),
		.from = last ? last->from : NO_SQUARE, .to = last ? last->to : NO_SQUARE,
	};

	sheet.columns = sheet.turned % 2 ? board->height : board->width;
	sheet.rows = sheet.turned % 2 ? board->width : board->height;
	if (style == BOARD_FULL || game->variant->side_count > 2)
		choose_letters(&sheet);
	sheet.cell = sheet.owners[0] ? 2 : 1;
	sheet.gap = style == BOARD_FULL && sheet.columns <= 14 ? 2 : 1;
	return sheet;
}

/* The square at a column and a row of the page, both from 0, the top row 0. */
static square
square_at(const struct sheet *sheet, unsigned column, unsigned row)
{
	unsigned across = column, up = sheet->rows - 1 - row;
	unsigned width = sheet->board->width, height = sheet->board->height;

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

/* "e" or "4": what a column or a row has in common. */
static void
label(const struct sheet *sheet, square at, bool of_column, char out[SQUARE_NAME_MAX])
{
	char name[SQUARE_NAME_MAX];
	bool file = of_column != (sheet->turned % 2 == 1);

	board_square_name(sheet->board, at, name);
	if (file)
		snprintf(out, SQUARE_NAME_MAX, "%c", name[0]);
	else
		snprintf(out, SQUARE_NAME_MAX, "%s", name + 1);
}

static unsigned
place(const struct sheet *sheet, unsigned column)
{
	return MARGIN + column * (sheet->cell + sheet->gap);
}

static void
draw_labels(const struct sheet *sheet, struct text *out)
{
	char line[LINE_BYTES], name[SQUARE_NAME_MAX];
	unsigned end = 0;

	memset(line, ' ', sizeof line);
	for (unsigned column = 0; column < sheet->columns; column++) {
		label(sheet, square_at(sheet, column, 0), true, name);
		end = place(sheet, column) + sheet->cell;
		memcpy(line + end - strlen(name), name, strlen(name));
	}
	text_add_bytes(out, line, end);
	text_add_char(out, '\n');
}

static void
draw_square(const struct sheet *sheet, square at, char *cell)
{
	const struct piece *piece = position_piece(&sheet->game->position, at);
	char *kind = cell + sheet->cell - 1;

	if (sheet->board->hole[at])
		return;
	*kind = '.';
	if (piece != NULL) {
		*kind = variant_type_letter(sheet->game->variant, piece->type);
		if (sheet->owners[0])
			*cell = sheet->owners[piece->side];
		else if (piece->side > 0)
			*kind = (char)tolower((unsigned char)*kind);
	}
	if (at == sheet->from || at == sheet->to) {
		cell[-1] = cell[-1] == ']' ? '|' : '[';
		cell[sheet->cell] = ']';
	}
}

static void
draw_row(const struct sheet *sheet, unsigned row, struct text *out)
{
	char line[LINE_BYTES], name[SQUARE_NAME_MAX];
	unsigned end = place(sheet, sheet->columns);

	memset(line, ' ', sizeof line);
	for (unsigned column = 0; column < sheet->columns; column++)
		draw_square(sheet, square_at(sheet, column, row), line + place(sheet, column));
	label(sheet, square_at(sheet, 0, row), false, name);
	memcpy(line + 3 - strlen(name), name, strlen(name));
	text_add_bytes(out, line, end);
	text_addf(out, " %s\n", name);
}

static void
draw_legend(const struct sheet *sheet, struct text *out)
{
	const struct variant *variant = sheet->game->variant;

	text_add(out, "\n    ");
	for (unsigned side = 0; side < variant->side_count; side++)
		text_addf(out, " %c %s,", sheet->owners[side], variant_seat_title(variant, side));
	text_add(out, sheet->from == NO_SQUARE ? " . empty\n" : " . empty, [ ] the last move\n");
}

void
view_board(const struct game *game, uint8_t seat, enum board_style style, struct text *out)
{
	struct sheet sheet = lay_out(game, seat, style);

	draw_labels(&sheet, out);
	for (unsigned row = 0; row < sheet.rows; row++)
		draw_row(&sheet, row, out);
	draw_labels(&sheet, out);
	if (style == BOARD_FULL)
		draw_legend(&sheet, out);
}
