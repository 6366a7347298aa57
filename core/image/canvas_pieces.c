/* SPDX-License-Identifier: MIT */
/* Pieces in their colours, the line above a board, stockpiles. */
#include <stdio.h>
#include <string.h>

#include "core/image/canvas_internal.h"
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

void canvas_piece(const struct canvas *canvas, const struct scene *scene,
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

void canvas_caption(const struct canvas *canvas, const struct scene *scene,
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

void canvas_stock(const struct canvas *canvas, const struct scene *scene, bool steady,
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
