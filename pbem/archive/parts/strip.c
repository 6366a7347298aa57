/* SPDX-License-Identifier: MIT */
/*
 * A drawing (core/picture/canvas.h) is a list of fills, shapes and texts whose order counts. Those
 * that follow each other in one row of squares are a run, some runs a block; both are looked up by
 * their text, and new ones defined. Where a block ends depends on the run it ends with alone, so
 * that a run more or less changes no blocks but its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/base/text.h"
#include "core/picture/canvas.h"
#include "core/picture/glyphs.h"
#include "core/picture/pieces.h"
#include "pbem/archive/parts/forms.h"
#include "pbem/archive/parts/strip.h"

enum {
	CELL = 40, /* the page scales it */
	ALL_PIXELS = 1 << 30,
	SIGNS = 160,
	FILLS = 6,	/* colours of a run that are gathered at once */
	BOXES = 64,	/* and rectangles */
	TEXT_ROW = -1,	/* of a run of texts alone */
	BLOCK_END = 6,	/* a run of a number that it divides ends a block */
	BLOCK_RUNS = 24 /* ... and so many do */
};

/* Rectangles of one colour. */
struct fills {
	uint32_t colour;
	unsigned alpha;
	struct text path;
};

/* A shape or a letter, in its colours and its size. */
struct sign {
	const struct piece_art *art; /* NULL: a letter */
	char letter;
	int size;
	bool faded;
	struct tint tint;
	unsigned number;
};

struct strip {
	const struct piece_set *set;
	struct text defs;
	GHashTable *known; /* numbers, from 1, of runs and blocks by their texts */
	unsigned count;	   /* of definitions */
	struct sign signs[SIGNS];
	unsigned sign_count;
	/* The run in hand. */
	struct text run;
	int row, cell;
	bool has_shape; /* more than texts */
	struct fills fills[FILLS];
	unsigned fill_count;
	struct box boxes[BOXES];
	unsigned box_fills[BOXES], box_count;
	/* The block in hand, and the board's blocks. */
	struct text block, board;
	unsigned block_runs;
};

struct strip *strip_new(const struct piece_set *set)
{
	struct strip *strip = base_zalloc(1, sizeof *strip);

	strip->set = set;
	text_init(&strip->defs, SIZE_MAX);
	text_init(&strip->run, 0);
	text_init(&strip->block, 0);
	text_init(&strip->board, 0);
	for (unsigned i = 0; i < FILLS; i++)
		text_init(&strip->fills[i].path, 0);
	strip->known = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
	return strip;
}

void strip_free(struct strip *strip)
{
	if (strip == NULL)
		return;
	text_done(&strip->defs);
	text_done(&strip->run);
	text_done(&strip->block);
	text_done(&strip->board);
	for (unsigned i = 0; i < FILLS; i++)
		text_done(&strip->fills[i].path);
	g_hash_table_destroy(strip->known);
	free(strip);
}

/* A definition more; its number. */
static unsigned define(struct strip *strip, const char *text)
{
	const unsigned number = ++strip->count;

	text_addf(&strip->defs, "<g id=\"d%u\">", number);
	text_add(&strip->defs, text);
	text_add(&strip->defs, "</g>\n");
	return number;
}

/* The number of what has that text, which is defined if it is new. */
static unsigned number_of(struct strip *strip, const char *text)
{
	unsigned number = GPOINTER_TO_UINT(g_hash_table_lookup(strip->known, text));

	if (number == 0) {
		number = define(strip, text);
		g_hash_table_insert(strip->known, base_strdup(text), GUINT_TO_POINTER(number));
	}
	return number;
}

/* ---- runs and blocks ---- */

static void end_block(struct strip *strip)
{
	if (strip->block_runs > 0)
		text_addf(&strip->board, "<use href=\"#d%u\"/>",
			  number_of(strip, strip->block.bytes));
	text_clear(&strip->block);
	strip->block_runs = 0;
}

/* What was drawn so far is a run. */
static void close_run(struct strip *strip)
{
	unsigned number;

	if (strip->run.len == 0)
		return;
	number = number_of(strip, strip->run.bytes);
	text_addf(&strip->block, "<use href=\"#d%u\"/>", number);
	if (++strip->block_runs == BLOCK_RUNS || number % BLOCK_END == 0)
		end_block(strip);
	text_clear(&strip->run);
}

/* The rectangles gathered, before anything is drawn on them. Those that show what is below are a
 * run of their own, for they mark what the last turn did. */
static void put_fills(struct strip *strip)
{
	for (unsigned i = 0; i < strip->fill_count; i++) {
		struct fills *fills = &strip->fills[i];

		if (fills->alpha < 255)
			close_run(strip);
		text_addf(&strip->run, "<path fill=\"#%06x\"", (unsigned)fills->colour);
		if (fills->alpha < 255)
			text_addf(&strip->run, " opacity=\".%02u\"", fills->alpha * 100 / 255);
		text_addf(&strip->run, " d=\"%s\"/>", fills->path.bytes);
		if (fills->alpha < 255)
			close_run(strip);
		text_clear(&fills->path);
	}
	strip->fill_count = strip->box_count = 0;
}

static void end_run(struct strip *strip)
{
	put_fills(strip);
	close_run(strip);
	strip->has_shape = false;
}

/* Something is drawn in that row. */
static void enter(struct strip *strip, struct box box)
{
	const int row = (box.y + box.height / 2) / strip->cell;

	if (row != strip->row)
		end_run(strip);
	strip->row = row;
	strip->has_shape = true;
}

/* ---- what is drawn ---- */

static bool overlap(struct box a, struct box b)
{
	return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
	       b.y < a.y + a.height;
}

/* Where the box can be added without covering what it should be covered by: the place of its
 * colour, or FILLS. */
static unsigned find_fills(const struct strip *strip, struct box box, uint32_t colour,
			   unsigned alpha)
{
	unsigned at = 0;

	while (at < strip->fill_count &&
	       (strip->fills[at].colour != colour || strip->fills[at].alpha != alpha))
		at++;
	for (unsigned i = 0; i < strip->box_count; i++)
		if ((strip->box_fills[i] > at || (strip->box_fills[i] == at && alpha < 255)) &&
		    overlap(strip->boxes[i], box))
			return FILLS;
	return strip->box_count < BOXES ? at : FILLS;
}

static void fill(void *context, struct box box, uint32_t colour, unsigned alpha)
{
	struct strip *strip = context;
	unsigned at;

	enter(strip, box);
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
	text_addf(&strip->fills[at].path, "M%d %dh%dv%dh-%dz", box.x, box.y, box.width, box.height,
		  box.width);
}

/* So many ten thousandths. */
static void add_scale(int size, int of, struct text *out)
{
	const int parts = (size * 10000 + of / 2) / of;

	if (parts != 10000)
		text_addf(out, " transform=\"scale(%d.%04d)\"", parts / 10000, parts % 10000);
}

/* Whether two are drawn alike. */
static bool is_same(const struct sign *a, const struct sign *b)
{
	return a->art == b->art && a->letter == b->letter && a->size == b->size &&
	       a->faded == b->faded && memcmp(&a->tint, &b->tint, sizeof a->tint) == 0;
}

static void print_shape(const struct sign *sign, struct text *out)
{
	text_add(out, "<g");
	add_scale(sign->size, PIECES_FIELD, out);
	text_add(out, sign->faded ? " opacity=\".5\">" : ">");
	pieces_add_svg(sign->art, &sign->tint, out);
	text_add(out, "</g>");
}

/* A letter is lines in its field. */
static void print_letter(const struct sign *sign, struct text *out)
{
	struct glyph_line lines[GLYPHS_LINES];
	const unsigned count = glyphs_lines(sign->letter, lines);

	text_addf(
		out,
		"<path fill=\"none\" stroke=\"#%06x\" stroke-width=\"%d\" stroke-linecap=\"round\"",
		(unsigned)sign->tint.line, GLYPHS_STROKE);
	add_scale(sign->size, GLYPHS_HIGH, out);
	text_add(out, " d=\"");
	for (unsigned i = 0; i < count; i++)
		text_addf(out, "M%d %dL%d %d", lines[i].x1, lines[i].y1, lines[i].x2, lines[i].y2);
	text_add(out, "\"/>");
}

/* Draws it at that point of the run, defined where it is new. */
static void put_sign(struct strip *strip, struct sign sign, int x, int y)
{
	struct sign *known = strip->signs;
	struct text text;

	while (known < strip->signs + strip->sign_count && !is_same(known, &sign))
		known++;
	if (known == strip->signs + SIGNS)
		known = strip->signs; /* it is defined once more */
	if (known == strip->signs + strip->sign_count || !is_same(known, &sign)) {
		text_init(&text, 0);
		(sign.art != NULL ? print_shape : print_letter)(&sign, &text);
		sign.number = define(strip, text.bytes);
		strip->sign_count += known == strip->signs + strip->sign_count;
		*known = sign;
		text_done(&text);
	}
	text_addf(&strip->run, "<use href=\"#d%u\" x=\"%d\" y=\"%d\"/>", known->number, x, y);
}

static bool shape(void *context, const char *name, struct box box, const struct tint *tint,
		  bool faded)
{
	struct strip *strip = context;
	const struct piece_art *art = pieces_find(strip->set, name);

	if (art == NULL)
		return false;
	enter(strip, box);
	put_fills(strip);
	put_sign(strip, (struct sign){art, '\0', box.width, faded, *tint, 0}, box.x, box.y);
	return true;
}

static void letters(void *context, const char *string, struct box box, uint32_t colour)
{
	struct strip *strip = context;
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
				 box.x + i * box.height * GLYPHS_WIDE / GLYPHS_HIGH, box.y);
}

/* ---- the whole ---- */

void strip_add(struct strip *strip, const struct scene *scene, const char *title, struct text *out)
{
	const struct picture_style style = {.cell = CELL, .pixels = ALL_PIXELS, .steady = true};
	const struct layout layout = canvas_lay_out(scene, &style);
	const struct canvas canvas = {strip, fill, shape, letters};

	strip->cell = layout.cell;
	strip->row = TEXT_ROW - 1;
	text_clear(&strip->board);
	canvas_draw(&canvas, scene, &layout);
	end_run(strip);
	end_block(strip);
	text_addf(out, "<svg class=\"board\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
		  layout.width, layout.height);
	forms_add(title, out);
	text_addf(out, "\">%s</svg>\n", strip->board.bytes);
}

void strip_print(const struct strip *strip, struct text *out)
{
	text_add(out, "<svg class=\"hidden\" aria-hidden=\"true\"><defs>\n");
	text_add_bytes(out, strip->defs.bytes, strip->defs.len);
	text_add(out, "</defs></svg>\n");
}
