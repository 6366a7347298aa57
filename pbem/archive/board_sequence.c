/* SPDX-License-Identifier: MIT */
/*
 * A drawing (core/image/canvas.h) is a list of fills, shapes and texts whose order matters.
 * Consecutive items in one row of squares form a run, and several runs form a block. Runs and
 * blocks are looked up by their text, and defined if they are new. The end of a block depends only
 * on the run that ends it, so one more run or one fewer changes no other block.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/image/canvas.h"
#include "core/image/piece_set.h"
#include "core/image/stroke_font.h"
#include "core/util/strbuf.h"
#include "pbem/archive/board_sequence.h"
#include "pbem/archive/html_template.h"

enum {
	CELL = 40, /* the page scales it */
	ALL_PIXELS = 1 << 30,
	SIGNS = 160,
	FILLS = 6,	/* colours of a run that are gathered at once */
	BOXES = 64,	/* rectangles of a run that are gathered at once */
	TEXT_ROW = -1,	/* the row of a run that has texts alone */
	BLOCK_END = 6,	/* a run ends a block if this divides its number */
	BLOCK_RUNS = 24 /* greatest number of runs in a block */
};

/* Rectangles of one colour. */
struct fills {
	uint32_t colour;
	unsigned alpha;
	struct strbuf path;
};

/* A piece's shape or a letter, with its colours and its size. */
struct sign {
	const struct piece_art *art; /* NULL: a letter */
	char letter;
	int size;
	bool faded;
	struct tint tint;
	unsigned number;
};

struct board_sequence {
	const struct piece_set *set;
	struct strbuf defs;
	GHashTable *known; /* the numbers of runs and blocks, from 1, by their texts */
	unsigned count;	   /* number of definitions */
	struct sign signs[SIGNS];
	unsigned sign_count;
	/* The run that is being written. */
	struct strbuf run;
	int row, cell;
	bool has_shape; /* it contains more than texts */
	struct fills fills[FILLS];
	unsigned fill_count;
	struct box boxes[BOXES];
	unsigned box_fills[BOXES], box_count;
	/* The block that is being written, and the board's blocks so far. */
	struct strbuf block, board;
	unsigned block_runs;
};

struct board_sequence *board_sequence_new(const struct piece_set *set)
{
	struct board_sequence *strip = base_zalloc(1, sizeof *strip);

	strip->set = set;
	strbuf_init(&strip->defs, SIZE_MAX);
	strbuf_init(&strip->run, 0);
	strbuf_init(&strip->block, 0);
	strbuf_init(&strip->board, 0);
	for (unsigned i = 0; i < FILLS; i++)
		strbuf_init(&strip->fills[i].path, 0);
	strip->known = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	return strip;
}

void board_sequence_free(struct board_sequence *strip)
{
	if (strip == NULL)
		return;
	strbuf_done(&strip->defs);
	strbuf_done(&strip->run);
	strbuf_done(&strip->block);
	strbuf_done(&strip->board);
	for (unsigned i = 0; i < FILLS; i++)
		strbuf_done(&strip->fills[i].path);
	g_hash_table_destroy(strip->known);
	free(strip);
}

/* Adds a definition and returns its number. */
static unsigned add_definition(struct board_sequence *strip, const char *text)
{
	const unsigned number = ++strip->count;

	strbuf_addf(&strip->defs, "<g id=\"d%u\">", number);
	strbuf_add(&strip->defs, text);
	strbuf_add(&strip->defs, "</g>\n");
	return number;
}

/* Returns the number of the run or block with that text, which is defined if it is new. */
static unsigned define_once(struct board_sequence *strip, const char *text)
{
	unsigned number = GPOINTER_TO_UINT(g_hash_table_lookup(strip->known, text));

	if (number == 0) {
		number = add_definition(strip, text);
		g_hash_table_insert(strip->known, base_strdup(text), GUINT_TO_POINTER(number));
	}
	return number;
}

/* ---- runs and blocks ---- */

static void end_block(struct board_sequence *strip)
{
	if (strip->block_runs > 0)
		strbuf_addf(&strip->board, "<use href=\"#d%u\"/>",
			    define_once(strip, strip->block.bytes));
	strbuf_clear(&strip->block);
	strip->block_runs = 0;
}

/* Ends the present run and adds it to the block. */
static void close_run(struct board_sequence *strip)
{
	unsigned number;

	if (strip->run.len == 0)
		return;
	number = define_once(strip, strip->run.bytes);
	strbuf_addf(&strip->block, "<use href=\"#d%u\"/>", number);
	if (++strip->block_runs == BLOCK_RUNS || number % BLOCK_END == 0)
		end_block(strip);
	strbuf_clear(&strip->run);
}

/* Writes the gathered rectangles, before anything is drawn on them. Transparent rectangles are a
 * run of their own, because they mark what the last turn did. */
static void put_fills(struct board_sequence *strip)
{
	for (unsigned i = 0; i < strip->fill_count; i++) {
		struct fills *fills = &strip->fills[i];

		if (fills->alpha < 255)
			close_run(strip);
		strbuf_addf(&strip->run, "<path fill=\"#%06x\"", (unsigned)fills->colour);
		if (fills->alpha < 255)
			strbuf_addf(&strip->run, " opacity=\".%02u\"", fills->alpha * 100 / 255);
		strbuf_addf(&strip->run, " d=\"%s\"/>", fills->path.bytes);
		if (fills->alpha < 255)
			close_run(strip);
		strbuf_clear(&fills->path);
	}
	strip->fill_count = strip->box_count = 0;
}

static void end_run(struct board_sequence *strip)
{
	put_fills(strip);
	close_run(strip);
	strip->has_shape = false;
}

/* Notes that something is drawn in the row of the box. */
static void enter_row(struct board_sequence *strip, struct box box)
{
	const int row = (box.y + box.height / 2) / strip->cell;

	if (row != strip->row)
		end_run(strip);
	strip->row = row;
	strip->has_shape = true;
}

/* ---- the drawing ---- */

static bool boxes_overlap(struct box a, struct box b)
{
	return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
	       b.y < a.y + a.height;
}

/* Returns the index of the colour under which the box can be added without covering what should
 * cover it; FILLS if there is none. */
static unsigned find_fills(const struct board_sequence *strip, struct box box, uint32_t colour,
			   unsigned alpha)
{
	unsigned at = 0;

	while (at < strip->fill_count &&
	       (strip->fills[at].colour != colour || strip->fills[at].alpha != alpha))
		at++;
	for (unsigned i = 0; i < strip->box_count; i++)
		if ((strip->box_fills[i] > at || (strip->box_fills[i] == at && alpha < 255)) &&
		    boxes_overlap(strip->boxes[i], box))
			return FILLS;
	return strip->box_count < BOXES ? at : FILLS;
}

static void canvas_fill(void *context, struct box box, uint32_t colour, unsigned alpha)
{
	struct board_sequence *strip = context;
	unsigned at;

	enter_row(strip, box);
	at = find_fills(strip, box, colour, alpha);
	if (at == FILLS) {
		put_fills(strip);
		at = 0;
	}
	if (at == strip->fill_count) {
		strip->fills[at].colour = colour;
		strip->fills[at].alpha = alpha;
		strip->fill_count++;
	}
	strip->boxes[strip->box_count] = box;
	strip->box_fills[strip->box_count++] = at;
	strbuf_addf(&strip->fills[at].path, "M%d %dh%dv%dh-%dz", box.x, box.y, box.width,
		    box.height, box.width);
}

/* Adds a scale, in ten thousandths. */
static void add_scale(int size, int of, struct strbuf *out)
{
	const int parts = (size * 10000 + of / 2) / of;

	if (parts != 10000)
		strbuf_addf(out, " transform=\"scale(%d.%04d)\"", parts / 10000, parts % 10000);
}

/* Reports whether two signs are drawn the same way. */
static bool is_same_sign(const struct sign *a, const struct sign *b)
{
	return a->art == b->art && a->letter == b->letter && a->size == b->size &&
	       a->faded == b->faded && memcmp(&a->tint, &b->tint, sizeof a->tint) == 0;
}

static void print_shape(const struct sign *sign, struct strbuf *out)
{
	strbuf_add(out, "<g");
	add_scale(sign->size, PIECE_SET_FIELD, out);
	strbuf_add(out, sign->faded ? " opacity=\".5\">" : ">");
	piece_set_add_svg(sign->art, &sign->tint, out);
	strbuf_add(out, "</g>");
}

/* Prints a letter as lines in its square. */
static void print_letter(const struct sign *sign, struct strbuf *out)
{
	struct glyph_line lines[STROKE_FONT_LINES];
	const unsigned count = stroke_font_lines(sign->letter, lines);

	strbuf_addf(
		out,
		"<path fill=\"none\" stroke=\"#%06x\" stroke-width=\"%d\" stroke-linecap=\"round\"",
		(unsigned)sign->tint.line, STROKE_FONT_STROKE);
	add_scale(sign->size, STROKE_FONT_HIGH, out);
	strbuf_add(out, " d=\"");
	for (unsigned i = 0; i < count; i++)
		strbuf_addf(out, "M%d %dL%d %d", lines[i].x1, lines[i].y1, lines[i].x2,
			    lines[i].y2);
	strbuf_add(out, "\"/>");
}

/* Draws the sign at that point of the run, and defines it if it is new. */
static void put_sign(struct board_sequence *strip, struct sign sign, int x, int y)
{
	struct sign *known = strip->signs;
	struct strbuf text;

	while (known < strip->signs + strip->sign_count && !is_same_sign(known, &sign))
		known++;
	if (known == strip->signs + SIGNS)
		known = strip->signs; /* the table is full: its first sign is replaced */
	if (known == strip->signs + strip->sign_count || !is_same_sign(known, &sign)) {
		strbuf_init(&text, 0);
		(sign.art != NULL ? print_shape : print_letter)(&sign, &text);
		sign.number = add_definition(strip, text.bytes);
		strip->sign_count += known == strip->signs + strip->sign_count;
		*known = sign;
		strbuf_done(&text);
	}
	strbuf_addf(&strip->run, "<use href=\"#d%u\" x=\"%d\" y=\"%d\"/>", known->number, x, y);
}

static bool canvas_shape(void *context, const char *name, struct box box, const struct tint *tint,
			 bool faded)
{
	struct board_sequence *strip = context;
	const struct piece_art *art = piece_set_find(strip->set, name);

	if (art == NULL)
		return false;
	enter_row(strip, box);
	put_fills(strip);
	put_sign(strip, (struct sign){art, '\0', box.width, faded, *tint, 0}, box.x, box.y);
	return true;
}

static void canvas_text(void *context, const char *string, struct box box, uint32_t colour)
{
	struct board_sequence *strip = context;
	const int row = (box.y + box.height / 2) / strip->cell;

	if (row != strip->row && (strip->has_shape || strip->row != TEXT_ROW)) {
		end_run(strip);
		strip->row = TEXT_ROW;
	}
	put_fills(strip);
	for (int i = 0; string[i] != '\0'; i++)
		if (string[i] != ' ')
			put_sign(strip,
				 (struct sign){.letter = string[i],
					       .size = box.height,
					       .tint = {.line = colour}},
				 box.x + i * box.height * STROKE_FONT_WIDE / STROKE_FONT_HIGH,
				 box.y);
}

/* ---- the whole sequence ---- */

void board_sequence_add(struct board_sequence *strip, const struct scene *scene, const char *title,
			struct strbuf *out)
{
	const struct image_style style = {.cell = CELL, .pixels = ALL_PIXELS, .steady = true};
	const struct layout layout = canvas_lay_out(scene, &style);
	const struct canvas canvas = {strip, canvas_fill, canvas_shape, canvas_text};

	strip->cell = layout.cell;
	strip->row = TEXT_ROW - 1;
	strbuf_clear(&strip->board);
	canvas_draw(&canvas, scene, &layout);
	end_run(strip);
	end_block(strip);
	strbuf_addf(out, "<svg class=\"board\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
		    layout.width, layout.height);
	html_template_add(title, out);
	strbuf_addf(out, "\">%s</svg>\n", strip->board.bytes);
}

void board_sequence_print(const struct board_sequence *strip, struct strbuf *out)
{
	strbuf_add(out, "<svg class=\"hidden\" aria-hidden=\"true\"><defs>\n");
	strbuf_add_bytes(out, strip->defs.bytes, strip->defs.len);
	strbuf_add(out, "</defs></svg>\n");
}
