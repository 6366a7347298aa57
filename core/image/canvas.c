/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/image/canvas.h"
#include "core/image/stroke_font.h"
#include "core/variant/variant_data.h"

/* The colours also differ in lightness, for people who don't see red, green or any colours. */
static const struct {
	const char *side;
	struct tint tint;
} tints[] = {
	{"white", {0xffffff, 0x111111, 0x111111}},  {"black", {0x35353b, 0x050505, 0xf2efe8}},
	{"red", {0xe2512c, 0x2a0700, 0xfff3e6}},    {"blue", {0x1f5fbf, 0x020f26, 0xeaf2ff}},
	{"yellow", {0xffd94a, 0x2b2000, 0x2b2000}}, {"green", {0x2f9e6e, 0x00180d, 0xeafff4}},
	{"brown", {0x7a4a24, 0x1a0b00, 0xfbeedd}},
};

/* Colours of sides with other names, in the order of sides. */
static const struct tint others[MAX_SIDES] = {
	{0xffffff, 0x111111, 0x111111},
	{0x35353b, 0x050505, 0xf2efe8},
	{0xe2512c, 0x2a0700, 0xfff3e6},
	{0x1f5fbf, 0x020f26, 0xeaf2ff},
};

static const uint32_t ink = 0x4a4338;

static const struct tint *tint_of(const struct scene *scene, uint8_t side)
{
	for (size_t i = 0; i < ARRAY_LEN(tints); i++)
		if (strcmp(tints[i].side, variant_side_name(scene->variant, side)) == 0)
			return &tints[i].tint;
	return &others[side % MAX_SIDES];
}

/* Draws a small mark at the lower right, with a different form for each side. */
static void draw_owner(const struct canvas *canvas, uint8_t side, struct box box)
{
	static const char *const marks[MAX_SIDES] = {"side-1", "side-2", "side-3", "side-4"};
	static const struct tint tint = {0xffffff, 0x111111, 0x111111};
	int size = box.width * 38 / 100;
	struct box corner = {box.x + box.width - size, box.y + box.height - size, size, size};

	canvas->shape(canvas->context, marks[side % MAX_SIDES], corner, &tint, false);
}

/* Draws the letter of a kind that has no shape. */
static void draw_letter(const struct canvas *canvas, const struct scene *scene,
			const struct scene_piece *man, struct box box)
{
	const struct tint *tint = tint_of(scene, man->side);
	const char letter[2] = {scene_letter(scene, man), '\0'};
	int height = box.height / 2, width = canvas_text_width(letter, height);

	canvas->shape(canvas->context, "other", box, tint, man->faded);
	canvas->text(canvas->context, letter,
		     (struct box){box.x + (box.width - width) / 2,
				  box.y + (box.height - height) / 2, 0, height},
		     tint->detail);
}

/*
 * Draws a piece in the colours of its side. With more than two sides it also gets its side's mark,
 * so that nobody needs to distinguish colours.
 */
static void canvas_piece(const struct canvas *canvas, const struct scene *scene,
			 const struct scene_piece *man, struct box box)
{
	const struct tint *tint = tint_of(scene, man->side);

	if (!canvas->shape(canvas->context, man->shape, box, tint, man->faded))
		draw_letter(canvas, scene, man, box);
	if (scene->variant->side_count > 2)
		draw_owner(canvas, man->side, box);
}

static void write_text(const struct canvas *canvas, const char *text, int *x, struct box box)
{
	int height = box.height / 2;

	canvas->text(canvas->context, text,
		     (struct box){*x, box.y + (box.height - height) / 2, 0, height}, ink);
	*x += canvas_text_width(text, height) + height / 2;
}

static const char *title_of(const struct scene *scene, uint8_t seat)
{
	return seat < variant_seats(scene->variant) ? variant_seat_title(scene->variant, seat)
						    : "-";
}

/* Draws the line above a board in a ring: its number, the players, and who is to move. */
static void canvas_caption(const struct canvas *canvas, const struct scene *scene,
			   const struct scene_board *board, struct box box)
{
	int x = box.x;
	char number[12];

	if (board->number == 0)
		return;
	snprintf(number, sizeof number, "%u", board->number);
	write_text(canvas, number, &x, box);
	x += box.height;
	for (uint8_t side = 0; side < scene->variant->side_count; side++) {
		struct scene_piece king = {
			.side = side,
			.type = scene->variant->royal,
			.shape = variant_type_name(scene->variant, scene->variant->royal),
		};
		int from = x;

		canvas_piece(canvas, scene, &king, (struct box){x, box.y, box.height, box.height});
		x += box.height;
		write_text(canvas, title_of(scene, board->seats[side]), &x, box);
		if (board->to_move == side)
			canvas->fill(canvas->context,
				     (struct box){from, box.y + box.height, x - from,
						  (box.height + 9) / 10},
				     ink, 255);
		x += box.height;
	}
}

static void draw_stock(const struct canvas *canvas, const struct scene *scene, uint8_t seat,
		       struct box line)
{
	char count[12];
	int x = line.x;

	write_text(canvas, title_of(scene, seat), &x, line);
	for (unsigned i = 0; i < scene->pile_count; i++) {
		const struct scene_pile *pile = &scene->pile[i];

		if (pile->seat != seat)
			continue;
		canvas_piece(canvas, scene, &pile->man,
			     (struct box){x, line.y, line.height, line.height});
		x += line.height;
		snprintf(count, sizeof count, "%u", pile->count);
		if (pile->count > 1)
			write_text(canvas, count, &x, line);
	}
}

static bool has_stock(const struct scene *scene, uint8_t seat)
{
	for (unsigned i = 0; i < scene->pile_count; i++)
		if (scene->pile[i].seat == seat)
			return true;
	return false;
}

/*
 * Draws stockpiles, one line for each seat that has one, or with `steady` for each seat. `box` is
 * that of the first line.
 */
static void canvas_stock(const struct canvas *canvas, const struct scene *scene, bool steady,
			 struct box box)
{
	const bool several = scene->boards > 0 && scene->board[0].number > 0;

	for (uint8_t seat = 0; several && seat < variant_seats(scene->variant); seat++) {
		if (!steady && !has_stock(scene, seat))
			continue;
		draw_stock(canvas, scene, seat, box);
		box.y += box.height;
	}
}

enum {
	LEAST_CELL = 16,
	LEAST_MARGIN = 12,
	MARGIN_PARTS = 7, /* a margin is 2 of these parts of a cell */
};

static const uint32_t paper = 0xf6f2e9, frame = 0x4a4338;
static const uint32_t light = 0xece8dc, dark = 0xbcb4a2, moved = 0xf2d43d, wall = 0x7a1f12;

int canvas_text_width(const char *text, int height)
{
	return (int)strlen(text) * height * STROKE_FONT_WIDE / STROKE_FONT_HIGH;
}

/* ---- layout ---- */

static int boards_across(unsigned boards)
{
	int across = 1;

	while ((unsigned)(across * across) < boards)
		across++;
	return across;
}

/* Returns the number of lines for stockpiles in a ring. */
static int stock_lines(const struct scene *scene, bool steady)
{
	int lines = 0;

	if (steady && scene->board[0].number > 0)
		return (int)variant_seats(scene->variant);
	for (unsigned i = 0; i < scene->pile_count; i++)
		lines += i == 0 || scene->pile[i].seat != scene->pile[i - 1].seat;
	return lines;
}

static void measure_layout(const struct scene *scene, struct layout *layout)
{
	bool several = scene->boards > 0 && scene->board[0].number > 0;
	int cell = layout->cell;

	layout->margin = cell * 2 / MARGIN_PARTS;
	if (layout->margin < LEAST_MARGIN)
		layout->margin = LEAST_MARGIN;
	layout->caption = several ? cell * 3 / 4 : 0;
	layout->stock = stock_lines(scene, layout->steady) * cell;
	layout->width = layout->across * (layout->columns * cell + 2 * layout->margin);
	layout->height =
		layout->down * (layout->rows * cell + 2 * layout->margin + layout->caption) +
		layout->stock;
}

struct layout canvas_lay_out(const struct scene *scene, const struct image_style *style)
{
	struct layout layout = {
		.cell = IMAGE_CELL,
		.steady = style != NULL && style->steady,
	};
	int pixels = IMAGE_PIXELS;

	if (style != NULL && style->cell != 0)
		layout.cell = (int)style->cell;
	if (style != NULL && style->pixels != 0)
		pixels = (int)style->pixels;
	if (scene->boards == 0)
		return (struct layout){0};
	layout.across = boards_across(scene->boards);
	layout.down = ((int)scene->boards + layout.across - 1) / layout.across;
	for (unsigned i = 0; i < scene->boards; i++) {
		if (layout.columns < (int)scene->board[i].columns)
			layout.columns = (int)scene->board[i].columns;
		if (layout.rows < (int)scene->board[i].rows)
			layout.rows = (int)scene->board[i].rows;
	}
	measure_layout(scene, &layout);
	while (layout.width * layout.height > pixels && layout.cell > LEAST_CELL) {
		layout.cell--;
		measure_layout(scene, &layout);
	}
	return layout;
}

void image_size(const struct scene *scene, const struct image_style *style, unsigned *width_out,
		unsigned *height_out)
{
	struct layout layout = canvas_lay_out(scene, style);

	*width_out = (unsigned)layout.width;
	*height_out = (unsigned)layout.height;
}

/* ---- a board ---- */

/* The board being drawn, and the place of its first square. */
struct drawing {
	const struct canvas *canvas;
	const struct scene *scene;
	const struct scene_board *board;
	const struct layout *layout;
	int x, y;
};

static struct box box_of(const struct drawing *drawing, unsigned column, unsigned row)
{
	int cell = drawing->layout->cell;

	return (struct box){drawing->x + (int)column * cell, drawing->y + (int)row * cell, cell,
			    cell};
}

static void fill_rectangle(const struct drawing *drawing, int x, int y, int width, int height,
			   uint32_t colour, unsigned alpha)
{
	drawing->canvas->fill(drawing->canvas->context, (struct box){x, y, width, height}, colour,
			      alpha);
}

static void draw_shape(const struct drawing *drawing, const char *name, struct box box,
		       uint32_t colour)
{
	struct tint tint = {colour, colour, colour};

	drawing->canvas->shape(drawing->canvas->context, name, box, &tint, false);
}

static void write_centred(const struct drawing *drawing, const char *text, int x, int y, int height)
{
	struct box box = {x - canvas_text_width(text, height) / 2, y - height / 2, 0, height};

	drawing->canvas->text(drawing->canvas->context, text, box, ink);
}

static void draw_labels(const struct drawing *drawing)
{
	const struct layout *layout = drawing->layout;
	const struct scene_board *board = drawing->board;
	int cell = layout->cell, half = layout->margin / 2, height = layout->margin * 3 / 4;
	char name[SQUARE_NAME_MAX];

	for (unsigned i = 0; i < board->columns; i++) {
		int x = drawing->x + (int)i * cell + cell / 2;

		scene_column(drawing->scene, board, i, name);
		write_centred(drawing, name, x, drawing->y - half, height);
		write_centred(drawing, name, x, drawing->y + (int)board->rows * cell + half,
			      height);
	}
	for (unsigned i = 0; i < board->rows; i++) {
		int y = drawing->y + (int)i * cell + cell / 2;

		scene_row(drawing->scene, board, i, name);
		write_centred(drawing, name, drawing->x - half, y, height);
		write_centred(drawing, name, drawing->x + (int)board->columns * cell + half, y,
			      height);
	}
}

static void draw_square(const struct drawing *drawing, const struct scene_cell *cell,
			struct box box)
{
	fill_rectangle(drawing, box.x, box.y, box.width, box.height,
		       cell->marks & SCENE_DARK ? dark : light, 255);
	if (cell->marks & (SCENE_FROM | SCENE_TO))
		fill_rectangle(drawing, box.x, box.y, box.width, box.height, moved,
			       cell->marks & SCENE_TO ? 150 : 100);
	if (cell->marks & SCENE_TAKEN)
		draw_shape(drawing, "taken", box, 0xb3261e);
	if (cell->marks & SCENE_CHECK)
		draw_shape(drawing, "check", box, 0xd7261e);
	if (cell->marks & SCENE_CLOSED)
		draw_shape(drawing, "city", box, 0x3a3a3a);
}

/* Draws a line along a side of the square, solid or dashed. */
static void draw_edge(const struct drawing *drawing, struct box box, bool below, bool dotted)
{
	int thick = dotted ? (box.width + 20) / 21 : (box.width + 5) / 8;
	int dash = dotted ? (box.width + 3) / 6 : box.width;
	int x = below ? box.x : box.x + box.width - thick / 2;
	int y = below ? box.y + box.height - thick / 2 : box.y;

	for (int at = dotted ? dash / 2 : 0; at < box.width; at += 2 * dash)
		fill_rectangle(drawing, below ? x + at : x, below ? y : y + at,
			       below ? dash : thick, below ? thick : dash, dotted ? ink : wall,
			       255);
}

static void draw_lines(const struct drawing *drawing, const struct scene_cell *cell, struct box box)
{
	int size = box.width * 2 / 5;

	if (cell->dotted >> E & 1)
		draw_edge(drawing, box, false, true);
	if (cell->dotted >> S & 1)
		draw_edge(drawing, box, true, true);
	if (cell->walls >> E & 1)
		draw_edge(drawing, box, false, false);
	if (cell->walls >> S & 1)
		draw_edge(drawing, box, true, false);
	for (unsigned direction = SE; direction <= SW; direction += SW - SE) {
		int x = direction == SE ? box.x + box.width : box.x;

		/* A corner between two walls needs no mark. */
		if (cell->walls >> direction & 1 &&
		    !(cell->walls & (1u << S | 1u << (direction == SE ? E : W))))
			draw_shape(drawing, "corner",
				   (struct box){x - size / 2, box.y + box.height - size / 2, size,
						size},
				   wall);
	}
}

/* ---- pieces ---- */

static struct box sub_box(struct box box, int from, int size)
{
	return (struct box){box.x + box.width * from / 100, box.y + box.height * from / 100,
			    box.width * size / 100, box.height * size / 100};
}

static void draw_signs(const struct drawing *drawing, const struct scene_cell *cell, struct box box)
{
	char signs[SCENE_SIGNS + 1];
	int height = box.width / 3 < 8 ? 8 : box.width / 3, width;

	strcpy(signs, cell->signs);
	if (signs[0] == '\0')
		return;
	width = canvas_text_width(signs, height) + 2;
	fill_rectangle(drawing, box.x, box.y, width, height + 2, 0x1f1f1f, 255);
	drawing->canvas->text(drawing->canvas->context, signs,
			      (struct box){box.x + 1, box.y + 1, 0, height}, 0xffffff);
}

static void draw_pieces(const struct drawing *drawing, const struct scene_cell *cell,
			struct box box)
{
	if (cell->man.side != NO_SIDE && cell->other.side == NO_SIDE) {
		canvas_piece(drawing->canvas, drawing->scene, &cell->man, box);
	} else if (cell->man.side != NO_SIDE) {
		canvas_piece(drawing->canvas, drawing->scene, &cell->man, sub_box(box, 0, 72));
		canvas_piece(drawing->canvas, drawing->scene, &cell->other, sub_box(box, 38, 62));
	}
	draw_signs(drawing, cell, box);
}

static void draw_board(const struct drawing *drawing)
{
	const struct scene_board *board = drawing->board;
	void (*const draw[])(const struct drawing *drawing, const struct scene_cell *cell,
			     struct box box) = {draw_square, draw_lines, draw_pieces};

	for (unsigned row = 0; row < board->rows; row++)
		for (unsigned column = 0; column < board->columns; column++) {
			struct box box = box_of(drawing, column, row);

			if (!(board->cell[column + row * board->columns].marks & SCENE_HOLE))
				fill_rectangle(drawing, box.x - 1, box.y - 1, box.width + 2,
					       box.height + 2, frame, 255);
		}
	for (size_t pass = 0; pass < sizeof draw / sizeof draw[0]; pass++)
		for (unsigned row = 0; row < board->rows; row++)
			for (unsigned column = 0; column < board->columns; column++) {
				const struct scene_cell *cell =
					&board->cell[column + row * board->columns];

				if (!(cell->marks & SCENE_HOLE))
					draw[pass](drawing, cell, box_of(drawing, column, row));
			}
	draw_labels(drawing);
	if (board->over)
		fill_rectangle(drawing, drawing->x, drawing->y,
			       (int)board->columns * drawing->layout->cell,
			       (int)board->rows * drawing->layout->cell, paper, 150);
}

void canvas_draw(const struct canvas *canvas, const struct scene *scene,
		 const struct layout *layout)
{
	int width = layout->columns * layout->cell + 2 * layout->margin;
	int height = layout->rows * layout->cell + 2 * layout->margin + layout->caption;

	canvas->fill(canvas->context, (struct box){0, 0, layout->width, layout->height}, paper,
		     255);
	for (unsigned i = 0; i < scene->boards; i++) {
		int x = (int)i % layout->across * width, y = (int)i / layout->across * height;
		struct drawing drawing = {
			.canvas = canvas,
			.scene = scene,
			.board = &scene->board[i],
			.layout = layout,
			.x = x + layout->margin,
			.y = y + layout->margin + layout->caption,
		};

		canvas_caption(canvas, scene, &scene->board[i],
			       (struct box){x + layout->margin, y, width - 2 * layout->margin,
					    layout->caption});
		draw_board(&drawing);
	}
	canvas_stock(
		canvas, scene, layout->steady,
		(struct box){layout->margin, layout->down * height, layout->width, layout->cell});
}
