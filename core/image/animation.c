/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/image/animation.h"
#include "core/image/display_list.h"
#include "core/image/gif.h"
#include "core/image/raster.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

enum { SHADES = 6, MOVE_SHOWN = 90, END_SHOWN = 350 };

struct animation {
	const struct piece_set *set;
	struct image_style style;
	unsigned turns, apart; /* of the game; between two frames */
	unsigned last;	       /* the last turn shown */
	struct layout layout;
	struct raster *raster;
	struct display_list *sketch; /* of the previous frame; NULL: there is none */
	struct box dirty;	     /* outside of it `now` is the same as the previous frame */
	struct indexed palette;	     /* `pixels` is the previous frame */
	uint8_t *now;
	struct frame *frames;
	size_t count;
};

struct animation *animation_new(const struct piece_set *set, const struct image_style *style,
				unsigned turns)
{
	struct animation *animation = base_alloc(sizeof *animation);

	memset(animation, 0, sizeof *animation);
	animation->set = set;
	animation->turns = turns;
	animation->apart = turns / IMAGE_FRAMES + 1;
	if (style != NULL)
		animation->style = *style;
	animation->style.steady = true;
	return animation;
}

void animation_free(struct animation *animation)
{
	if (animation == NULL)
		return;
	for (size_t i = 0; i < animation->count; i++)
		free(animation->frames[i].pixels);
	free(animation->frames);
	free(animation->palette.pixels);
	free(animation->now);
	display_list_free(animation->sketch);
	raster_free(animation->raster);
	free(animation);
}

static size_t frame_area(const struct animation *animation)
{
	return (size_t)animation->layout.width * (size_t)animation->layout.height;
}

static void begin_animation(struct animation *animation, const struct scene *scene)
{
	animation->layout = canvas_lay_out(scene, &animation->style);
	animation->palette.width = animation->layout.width;
	animation->palette.height = animation->layout.height;
	animation->raster =
		raster_new(animation->set, animation->layout.width, animation->layout.height);
	animation->palette.pixels = base_alloc(frame_area(animation));
	animation->now = base_alloc(frame_area(animation));
	memset(animation->palette.pixels, UNCHANGED, frame_area(animation));
}

/* Returns the smallest box that contains both. A box without width is empty. */
static struct box union_box(struct box a, struct box b)
{
	const int right = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
	const int below = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
	const int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;

	return a.width == 0 ? b : (struct box){x, y, right - x, below - y};
}

/* Draws a part of the picture again. */
static void redraw_box(void *context, struct box box)
{
	struct animation *animation = context;
	const int right = box.x + box.width, below = box.y + box.height;

	box.x = box.x < 0 ? 0 : box.x;
	box.y = box.y < 0 ? 0 : box.y;
	box.width = (right < animation->layout.width ? right : animation->layout.width) - box.x;
	box.height = (below < animation->layout.height ? below : animation->layout.height) - box.y;
	if (box.width <= 0 || box.height <= 0)
		return;
	animation->dirty = union_box(animation->dirty, box);
	raster_draw_part(animation->raster, animation->sketch, box, SHADES);
	for (int y = box.y; y < box.y + box.height; y++)
		(void)raster_index(raster_row(animation->raster, box.x, y), (size_t)box.width,
				   UNCHANGED, &animation->palette,
				   &animation->now[(size_t)y * (size_t)animation->layout.width +
						   (size_t)box.x]);
}

static void draw_changes(struct animation *animation, const struct scene *scene)
{
	struct display_list *before = animation->sketch;

	animation->dirty = (struct box){0};
	animation->sketch = display_list_new(animation->set, scene, &animation->layout);
	if (before == NULL)
		redraw_box(animation,
			   (struct box){0, 0, animation->layout.width, animation->layout.height});
	else
		display_list_compare(before, animation->sketch, redraw_box, animation);
	display_list_free(before);
}

/* Returns the smallest box that contains all changed pixels; its height is 0 if there are none. */
static struct box changed_box(const struct animation *animation)
{
	const struct box *dirty = &animation->dirty;
	int width = animation->layout.width, left = width, right = 0, top = -1, bottom = -1;

	for (int y = dirty->y; y < dirty->y + dirty->height; y++) {
		const uint8_t *now = animation->now + (size_t)y * (size_t)width;
		const uint8_t *before = animation->palette.pixels + (size_t)y * (size_t)width;
		int x = dirty->x, end = dirty->x + dirty->width;

		/* Most rows are unchanged. */
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

/* Returns the changed pixels of the box. All others are transparent. */
static uint8_t *cut_out(const struct animation *animation, struct box box)
{
	uint8_t *pixels = base_alloc((size_t)box.width * (size_t)box.height);

	for (int y = 0; y < box.height; y++) {
		const size_t at =
			(size_t)(box.y + y) * (size_t)animation->layout.width + (size_t)box.x;
		const uint8_t *now = animation->now + at, *before = animation->palette.pixels + at;
		uint8_t *out = pixels + (size_t)y * (size_t)box.width;

		if (memcmp(now, before, (size_t)box.width) == 0)
			memset(out, UNCHANGED, (size_t)box.width);
		else
			for (int x = 0; x < box.width; x++)
				out[x] = now[x] == before[x] ? UNCHANGED : now[x];
	}
	return pixels;
}

/* Stores the frame for comparison with the next one. */
static void store_frame(struct animation *animation, struct box box)
{
	for (int y = box.y; y < box.y + box.height; y++) {
		const size_t at = (size_t)y * (size_t)animation->layout.width + (size_t)box.x;

		memcpy(animation->palette.pixels + at, animation->now + at, (size_t)box.width);
	}
}

void animation_add(struct animation *animation, const struct scene *scene, unsigned turn)
{
	bool first = animation->raster == NULL;
	struct frame *frame;
	struct box box;

	if (scene->boards == 0 ||
	    (!first && turn < animation->turns &&
	     turn / animation->apart == animation->last / animation->apart && animation->apart > 1))
		return;
	if (first)
		begin_animation(animation, scene);
	draw_changes(animation, scene);
	animation->last = turn;
	box = changed_box(animation);
	if (box.height == 0)
		return;
	animation->frames =
		base_realloc(animation->frames, (animation->count + 1) * sizeof *animation->frames);
	frame = &animation->frames[animation->count++];
	*frame = (struct frame){.box = box, .hundredths = MOVE_SHOWN};
	frame->pixels = cut_out(animation, box);
	store_frame(animation, box);
}

bool animation_take(const struct animation *animation, size_t most, struct strbuf *out)
{
	const struct frame **frames;
	struct frame last, first;
	struct strbuf bytes;
	bool taken;

	if (animation->count == 0)
		return false;
	/* The last position comes first, and again at the end, where it is shown longer. */
	last = (struct frame){{0, 0, animation->layout.width, animation->layout.height},
			      animation->palette.pixels,
			      END_SHOWN};
	first = animation->frames[0];
	frames = base_alloc((animation->count + 1) * sizeof(const struct frame *));
	frames[0] = &last;
	frames[1] = &first;
	for (size_t i = 1; i < animation->count; i++)
		frames[i + 1] = &animation->frames[i];
	strbuf_init(&bytes, most + 1);
	gif_encode(&animation->palette, frames, animation->count + 1, &bytes);
	taken = bytes.len > 0 && !bytes.overflow && bytes.len <= most;
	if (taken)
		strbuf_add_bytes(out, bytes.bytes, bytes.len);
	strbuf_done(&bytes);
	free(frames);
	return taken;
}
