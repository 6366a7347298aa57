/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/image/canvas.h"
#include "core/image/canvas_internal.h"
#include "core/image/stroke_font.h"
#include "core/variant/variant_data.h"

enum {
	LEAST_CELL = 16,
	LEAST_MARGIN = 12,
	MARGIN_PARTS = 7, /* a margin is 2 of these parts of a cell */
};

static const uint32_t paper = 0xf6f2e9, ink = 0x4a4338, frame = 0x4a4338;
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
