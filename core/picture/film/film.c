/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/picture/film/film.h"
#include "core/picture/film/film_gif.h"
#include "core/picture/raster.h"
#include "core/picture/sketch.h"

enum { SHADES = 6, MOVE_SHOWN = 90, END_SHOWN = 350 };

struct film {
	const struct piece_set *set;
	struct picture_style style;
	unsigned turns, apart; /* of the game; between two frames */
	unsigned last;	       /* turn that was shown */
	struct layout layout;
	struct raster *raster;
	struct sketch *sketch;	/* of the frame before; NULL: there is none */
	struct box dirty;	/* outside of it `now` is as the frame before */
	struct indexed palette; /* `pixels`: the frame before */
	uint8_t *now;
	struct frame *frames;
	size_t count;
};

struct film *film_new(const struct piece_set *set, const struct picture_style *style,
		      unsigned turns)
{
	struct film *film = base_alloc(sizeof *film);

	memset(film, 0, sizeof *film);
	film->set = set;
	film->turns = turns;
	film->apart = turns / PICTURE_FRAMES + 1;
	if (style != NULL)
		film->style = *style;
	film->style.steady = true;
	return film;
}

void film_free(struct film *film)
{
	if (film == NULL)
		return;
	for (size_t i = 0; i < film->count; i++)
		free(film->frames[i].pixels);
	free(film->frames);
	free(film->palette.pixels);
	free(film->now);
	sketch_free(film->sketch);
	raster_free(film->raster);
	free(film);
}

static size_t area(const struct film *film)
{
	return (size_t)film->layout.width * (size_t)film->layout.height;
}

static void begin(struct film *film, const struct scene *scene)
{
	film->layout = canvas_lay_out(scene, &film->style);
	film->palette.width = film->layout.width;
	film->palette.height = film->layout.height;
	film->raster = raster_new(film->set, film->layout.width, film->layout.height);
	film->palette.pixels = base_alloc(area(film));
	film->now = base_alloc(area(film));
	memset(film->palette.pixels, UNCHANGED, area(film));
}

/* The least box that holds both; one without width holds nothing. */
static struct box around(struct box a, struct box b)
{
	const int right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
	const int below = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
	const int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;

	return a.width == 0 ? b : (struct box){x, y, right - x, below - y};
}

/* Draws that part of the sketch anew. */
static void redraw(void *context, struct box box)
{
	struct film *film = context;
	const int right = box.x + box.width, below = box.y + box.height;

	box.x = box.x < 0 ? 0 : box.x;
	box.y = box.y < 0 ? 0 : box.y;
	box.width = (right < film->layout.width ? right : film->layout.width) - box.x;
	box.height = (below < film->layout.height ? below : film->layout.height) - box.y;
	if (box.width <= 0 || box.height <= 0)
		return;
	film->dirty = around(film->dirty, box);
	raster_draw_part(film->raster, film->sketch, box, SHADES);
	for (int y = box.y; y < box.y + box.height; y++)
		(void)raster_index(
			raster_row(film->raster, box.x, y), (size_t)box.width, UNCHANGED,
			&film->palette,
			&film->now[(size_t)y * (size_t)film->layout.width + (size_t)box.x]);
}

/* Draws what is another than in the frame before. */
static void draw(struct film *film, const struct scene *scene)
{
	struct sketch *before = film->sketch;

	film->dirty = (struct box){0};
	film->sketch = sketch_new(film->set, scene, &film->layout);
	if (before == NULL)
		redraw(film, (struct box){0, 0, film->layout.width, film->layout.height});
	else
		sketch_compare(before, film->sketch, redraw, film);
	sketch_free(before);
}

/* The least box that holds all pixels that have changed; of no height where none has. */
static struct box changed(const struct film *film)
{
	const struct box *dirty = &film->dirty;
	int width = film->layout.width, left = width, right = 0, top = -1, bottom = -1;

	for (int y = dirty->y; y < dirty->y + dirty->height; y++) {
		const uint8_t *now = film->now + (size_t)y * (size_t)width;
		const uint8_t *before = film->palette.pixels + (size_t)y * (size_t)width;
		int x = dirty->x, end = dirty->x + dirty->width;

		/* Most rows are. */
		if (memcmp(now + x, before + x, (size_t)dirty->width) == 0)
			continue;
		top = top < 0 ? y : top;
		bottom = y;
		while (x < left && now[x] == before[x])
			x++;
		left = x < left ? x : left;
		while (end - 1 > right && now[end - 1] == before[end - 1])
			end--;
		right = end - 1 > right ? end - 1 : right;
	}
	return top < 0 ? (struct box){0}
		       : (struct box){left, top, right - left + 1, bottom - top + 1};
}

/* What changes in the box; what doesn't is left to be seen through. */
static uint8_t *cut_out(const struct film *film, struct box box)
{
	uint8_t *pixels = base_alloc((size_t)box.width * (size_t)box.height);

	for (int y = 0; y < box.height; y++) {
		const size_t at = (size_t)(box.y + y) * (size_t)film->layout.width + (size_t)box.x;
		const uint8_t *now = film->now + at, *before = film->palette.pixels + at;
		uint8_t *out = pixels + (size_t)y * (size_t)box.width;

		if (memcmp(now, before, (size_t)box.width) == 0)
			memset(out, UNCHANGED, (size_t)box.width);
		else
			for (int x = 0; x < box.width; x++)
				out[x] = now[x] == before[x] ? UNCHANGED : now[x];
	}
	return pixels;
}

/* The frame after it is compared with this one. */
static void keep(struct film *film, struct box box)
{
	for (int y = box.y; y < box.y + box.height; y++) {
		const size_t at = (size_t)y * (size_t)film->layout.width + (size_t)box.x;

		memcpy(film->palette.pixels + at, film->now + at, (size_t)box.width);
	}
}

void film_add(struct film *film, const struct scene *scene, unsigned turn)
{
	bool first = film->raster == NULL;
	struct frame *frame;
	struct box box;

	if (scene->boards == 0 ||
	    (!first && turn < film->turns && turn / film->apart == film->last / film->apart &&
	     film->apart > 1))
		return;
	if (first)
		begin(film, scene);
	draw(film, scene);
	film->last = turn;
	box = changed(film);
	if (box.height == 0)
		return;
	film->frames = base_realloc(film->frames, (film->count + 1) * sizeof *film->frames);
	frame = &film->frames[film->count++];
	*frame = (struct frame){.box = box, .hundredths = MOVE_SHOWN};
	frame->pixels = cut_out(film, box);
	keep(film, box);
}

bool film_take(const struct film *film, size_t most, struct text *out)
{
	const struct frame **frames;
	struct frame last, first;
	struct text bytes;
	bool taken;

	if (film->count == 0)
		return false;
	/* The last position whole, and again, for longer, behind all others. */
	last = (struct frame){
		{0, 0, film->layout.width, film->layout.height}, film->palette.pixels, END_SHOWN};
	first = film->frames[0];
	frames = base_alloc((film->count + 1) * sizeof(const struct frame *));
	frames[0] = &last;
	frames[1] = &first;
	for (size_t i = 1; i < film->count; i++)
		frames[i + 1] = &film->frames[i];
	text_init(&bytes, most + 1);
	film_gif_encode(&film->palette, frames, film->count + 1, &bytes);
	taken = bytes.len > 0 && !bytes.overflow && bytes.len <= most;
	if (taken)
		text_add_bytes(out, bytes.bytes, bytes.len);
	text_done(&bytes);
	free(frames);
	return taken;
}
