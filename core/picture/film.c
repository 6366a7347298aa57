/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "core/picture/film_gif.h"
#include "core/picture/picture.h"
#include "core/picture/raster.h"

enum { SHADES = 6, MOVE_SHOWN = 90, END_SHOWN = 350 };

struct film {
	const struct piece_set *set;
	struct picture_style style;
	unsigned turns, apart; /* of the game; between two frames */
	unsigned last;	       /* turn that was shown */
	struct layout layout;
	struct raster *raster;
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

/* The least box that holds all pixels that have changed. */
static struct box changed(const struct film *film)
{
	int width = film->layout.width, left = width, right = 0, top = -1, bottom = 0;

	for (int y = 0; y < film->layout.height; y++)
		for (int x = 0; x < width; x++) {
			size_t i = (size_t)y * (size_t)width + (size_t)x;

			if (film->now[i] == film->palette.pixels[i])
				continue;
			top = top < 0 ? y : top;
			bottom = y;
			left = x < left ? x : left;
			right = x > right ? x : right;
		}
	return (struct box){left, top, right - left + 1, bottom - top + 1};
}

/* What changes in the box; what doesn't is left to be seen through. */
static uint8_t *cut_out(const struct film *film, struct box box)
{
	uint8_t *pixels = base_alloc((size_t)box.width * (size_t)box.height);

	for (int y = 0; y < box.height; y++)
		for (int x = 0; x < box.width; x++) {
			size_t i = (size_t)(box.y + y) * (size_t)film->layout.width +
				   (size_t)(box.x + x);

			pixels[y * box.width + x] =
				film->now[i] == film->palette.pixels[i] ? UNCHANGED : film->now[i];
		}
	return pixels;
}

void film_add(struct film *film, const struct scene *scene, unsigned turn)
{
	bool first = film->raster == NULL;
	struct frame *frame;

	if (scene->boards == 0 ||
	    (!first && turn < film->turns && turn / film->apart == film->last / film->apart &&
	     film->apart > 1))
		return;
	if (first)
		begin(film, scene);
	(void)raster_index(raster_draw(film->raster, scene, &film->layout, SHADES), area(film),
			   UNCHANGED, &film->palette, film->now);
	film->last = turn;
	if (!first && memcmp(film->now, film->palette.pixels, area(film)) == 0)
		return;
	film->frames = base_realloc(film->frames, (film->count + 1) * sizeof *film->frames);
	frame = &film->frames[film->count++];
	*frame = (struct frame){.box = changed(film), .hundredths = MOVE_SHOWN};
	frame->pixels = cut_out(film, frame->box);
	memcpy(film->palette.pixels, film->now, area(film));
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
