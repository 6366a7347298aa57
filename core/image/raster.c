/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/image/display_list.h"
#include "core/image/piece_set.h"
#include "core/image/raster.h"
#include "core/image/stroke_font.h"
#include "core/util/base.h"

enum { SAMPLES = 4 }; /* samples per pixel in each direction, for strokes */

/* The shares of a pixel that the three colours of a shape cover: 0 to 255, together at most 255. */
struct cover {
	uint8_t body, line, detail;
};

/* A shape in one size, or a letter: then `art` is NULL, and `size` is its height. */
struct stamp {
	const struct piece_art *art;
	char letter;
	int size;
	struct cover *covers;
	struct stamp *next;
};

struct raster {
	const struct piece_set *set;
	int width, height;
	struct box part; /* nothing is drawn outside of it */
	unsigned shades;
	uint32_t *pixels;
	struct stamp *stamps;
};

struct raster *raster_new(const struct piece_set *set, int width, int height)
{
	struct raster *raster = base_alloc(sizeof *raster);

	*raster = (struct raster){.set = set, .width = width, .height = height};
	raster->pixels = base_alloc((size_t)width * (size_t)height * sizeof *raster->pixels);
	return raster;
}

void raster_free(struct raster *raster)
{
	if (raster == NULL)
		return;
	while (raster->stamps != NULL) {
		struct stamp *next = raster->stamps->next;

		free(raster->stamps->covers);
		free(raster->stamps);
		raster->stamps = next;
	}
	free(raster->pixels);
	free(raster);
}

/* ---- colours ---- */

static unsigned colour_part(uint32_t colour, unsigned shift)
{
	return colour >> shift & 0xff;
}

/* Mixes two colours, the upper one with `alpha` of 255. */
static uint32_t mix_colours(uint32_t below, uint32_t above, unsigned alpha)
{
	uint32_t mixed = 0;

	for (unsigned shift = 0; shift < 24; shift += 8)
		mixed |= ((colour_part(below, shift) * (255 - alpha) +
			   colour_part(above, shift) * alpha + 127) /
			  255)
			 << shift;
	return mixed;
}

/* Rounds a share of a whole to one of `shades` steps. */
static unsigned in_shades(unsigned share, unsigned whole, unsigned shades)
{
	return whole == 0 ? 0 : (share * (shades - 1) + whole / 2) / whole;
}

static uint32_t blend_cover(const struct raster *raster, uint32_t below, const struct cover *cover,
			    const struct tint *tint, bool faded)
{
	unsigned steps = raster->shades - 1;
	unsigned all = (unsigned)cover->body + cover->line + cover->detail;
	unsigned alpha, body, detail;
	uint32_t above = 0;

	if (all == 0)
		return below;
	alpha = in_shades(all, 255, raster->shades) * 255 / steps;
	if (alpha == 0)
		return below;
	body = in_shades(cover->body, all, raster->shades);
	detail = in_shades(cover->detail, all, raster->shades);
	if (detail > steps - body)
		detail = steps - body;
	for (unsigned shift = 0; shift < 24; shift += 8)
		above |= ((colour_part(tint->body, shift) * body +
			   colour_part(tint->detail, shift) * detail +
			   colour_part(tint->line, shift) * (steps - body - detail) + steps / 2) /
			  steps)
			 << shift;
	return mix_colours(below, above, faded ? alpha / 2 : alpha);
}

/* ---- the canvas ---- */

/* Returns the part of a box that will be drawn. */
static struct box clip_box(const struct raster *raster, struct box box)
{
	const struct box *part = &raster->part;
	int right = box.x + box.width, below = box.y + box.height;
	const int part_right = part->x + part->width, part_below = part->y + part->height;

	box.x = box.x < part->x ? part->x : box.x;
	box.y = box.y < part->y ? part->y : box.y;
	box.width = (right > part_right ? part_right : right) - box.x;
	box.height = (below > part_below ? part_below : below) - box.y;
	return box;
}

static uint32_t *pixel_at(const struct raster *raster, int x, int y)
{
	return &raster->pixels[(size_t)y * (size_t)raster->width + (size_t)x];
}

static void raster_fill(void *context, struct box box, uint32_t colour, unsigned alpha)
{
	struct raster *raster = context;

	box = clip_box(raster, box);
	for (int y = box.y; box.width > 0 && y < box.y + box.height; y++) {
		uint32_t *pixels = pixel_at(raster, box.x, y);

		for (int x = 0; x < box.width; x++)
			pixels[x] = alpha == 255 ? colour : mix_colours(pixels[x], colour, alpha);
	}
}

/*
 * Returns how much of the width of a stamp's pixel the source's pixel `from` covers. The unit is 1
 * / (size * side) of the whole width.
 */
static unsigned pixel_overlap(unsigned at, unsigned from, unsigned size, unsigned side)
{
	unsigned left = at * side > from * size ? at * side : from * size;
	unsigned right = (at + 1) * side < (from + 1) * size ? (at + 1) * side : (from + 1) * size;

	return right > left ? right - left : 0;
}

/* Returns the mean of the source over one pixel of the stamp. */
static struct cover mean_cover(const uint8_t *source, unsigned side, unsigned size, unsigned x,
			       unsigned y)
{
	uint64_t body = 0, line = 0, detail = 0, all = (uint64_t)side * side * 255;

	for (unsigned v = y * side / size; v < side && v * size < (y + 1) * side; v++)
		for (unsigned u = x * side / size; u < side && u * size < (x + 1) * side; u++) {
			const uint8_t *from = &source[4 * ((size_t)v * side + u)];
			uint64_t area = (uint64_t)pixel_overlap(x, u, size, side) *
					pixel_overlap(y, v, size, side) * from[3];
			unsigned red = from[0], green = from[1] < red ? from[1] : red;

			body += area * green;
			detail += area * (red - green);
			line += area * (255 - red);
		}
	return (struct cover){(uint8_t)(body / all), (uint8_t)(line / all),
			      (uint8_t)(detail / all)};
}

static const struct stamp *find_stamp(const struct raster *raster, const struct piece_art *art,
				      char letter, int size)
{
	const struct stamp *stamp = raster->stamps;

	while (stamp != NULL &&
	       (stamp->art != art || stamp->letter != letter || stamp->size != size))
		stamp = stamp->next;
	return stamp;
}

static struct stamp *add_stamp(struct raster *raster, const struct piece_art *art, char letter,
			       int size, int pixels)
{
	struct stamp *stamp = base_alloc(sizeof *stamp);

	*stamp = (struct stamp){art, letter, size, NULL, raster->stamps};
	stamp->covers = base_zalloc((size_t)pixels, sizeof *stamp->covers);
	raster->stamps = stamp;
	return stamp;
}

/*
 * Returns the shape in that size. It has no pixels if its PNG can't be read; this was reported when
 * the set was made.
 */
static const struct stamp *get_shape_stamp(struct raster *raster, const struct piece_art *art,
					   int size)
{
	const struct stamp *known = find_stamp(raster, art, '\0', size);
	struct stamp *stamp;
	unsigned side = 0;
	uint8_t *source;

	if (known != NULL)
		return known;
	stamp = add_stamp(raster, art, '\0', size, size * size);
	source = image_png_decode(art->png, art->png_len, PIECE_SIDE_MAX, &side, NULL);
	for (int i = 0; source != NULL && i < size * size; i++)
		stamp->covers[i] = mean_cover(source, side, (unsigned)size, (unsigned)(i % size),
					      (unsigned)(i / size));
	free(source);
	return stamp;
}

/* ---- strokes ---- */

/* Reports whether a point is within half a stroke's width of a line. */
static bool is_within_stroke(const struct glyph_line *line, int64_t x, int64_t y, int64_t scale)
{
	int64_t dx = (line->x2 - line->x1) * scale, dy = (line->y2 - line->y1) * scale;
	int64_t px = x - line->x1 * scale, py = y - line->y1 * scale;
	int64_t len = dx * dx + dy * dy, along = px * dx + py * dy;
	int64_t reach = STROKE_FONT_STROKE * scale / 2;

	along = along < 0 ? 0 : along > len ? len : along;
	if (len > 0) {
		px -= dx * along / len;
		py -= dy * along / len;
	}
	return px * px + py * py <= reach * reach;
}

/*
 * Returns how much of a pixel the strokes cover, of 255. The character's field is `height` pixels
 * high.
 */
static unsigned stroke_cover(const struct glyph_line *lines, unsigned count, int height, int x,
			     int y)
{
	enum { SCALE = 16 };
	unsigned inside = 0;

	for (int sample = 0; sample < SAMPLES * SAMPLES; sample++) {
		int64_t u = 2 * (x * SAMPLES + sample % SAMPLES) + 1;
		int64_t v = 2 * (y * SAMPLES + sample / SAMPLES) + 1;
		bool near = false;

		u = u * SCALE * STROKE_FONT_HIGH / (2 * SAMPLES * height);
		v = v * SCALE * STROKE_FONT_HIGH / (2 * SAMPLES * height);
		for (unsigned i = 0; i < count && !near; i++)
			near = is_within_stroke(&lines[i], u, v, SCALE);
		inside += near;
	}
	return inside * 255 / (SAMPLES * SAMPLES);
}

/* Returns the letter in the height of the box. */
static const struct stamp *get_letter_stamp(struct raster *raster, char letter, struct box box)
{
	const struct stamp *known = find_stamp(raster, NULL, letter, box.height);
	struct glyph_line lines[STROKE_FONT_LINES];
	const unsigned count = stroke_font_lines(letter, lines);
	struct stamp *stamp;

	if (known != NULL)
		return known;
	stamp = add_stamp(raster, NULL, letter, box.height, box.width * box.height);
	for (int i = 0; i < box.width * box.height; i++)
		stamp->covers[i].line = (uint8_t)stroke_cover(lines, count, box.height,
							      i % box.width, i / box.width);
	return stamp;
}

/* Draws the visible part of a stamp over the pixels. */
static void put_stamp(struct raster *raster, const struct stamp *stamp, struct box box,
		      const struct tint *tint, bool faded)
{
	const struct box seen = clip_box(raster, box);

	for (int y = seen.y; y < seen.y + seen.height; y++)
		for (int x = seen.x; x < seen.x + seen.width; x++)
			*pixel_at(raster, x, y) = blend_cover(
				raster, *pixel_at(raster, x, y),
				&stamp->covers[(y - box.y) * box.width + x - box.x], tint, faded);
}

static bool raster_shape(void *context, const char *name, struct box box, const struct tint *tint,
			 bool faded)
{
	struct raster *raster = context;
	const struct piece_art *art = piece_set_find(raster->set, name);

	if (art == NULL)
		return false;
	put_stamp(raster, get_shape_stamp(raster, art, box.width), box, tint, faded);
	return true;
}

static void raster_text(void *context, const char *string, struct box box, uint32_t colour)
{
	const struct tint tint = {colour, colour, colour};

	for (int i = 0; string[i] != '\0'; i++) {
		struct box one = {box.x + i * box.height * STROKE_FONT_WIDE / STROKE_FONT_HIGH,
				  box.y, box.height * STROKE_FONT_WIDE / STROKE_FONT_HIGH + 1,
				  box.height};

		put_stamp(context, get_letter_stamp(context, string[i], one), one, &tint, false);
	}
}

const uint32_t *raster_draw(struct raster *raster, const struct scene *scene,
			    const struct layout *layout, unsigned shades)
{
	const struct canvas canvas = {raster, raster_fill, raster_shape, raster_text};

	raster->shades = shades;
	raster->part = (struct box){0, 0, raster->width, raster->height};
	canvas_draw(&canvas, scene, layout);
	return raster->pixels;
}

void raster_draw_part(struct raster *raster, const struct display_list *sketch, struct box box,
		      unsigned shades)
{
	const struct canvas canvas = {raster, raster_fill, raster_shape, raster_text};

	raster->shades = shades;
	raster->part = box;
	display_list_draw(sketch, box, &canvas);
}

const uint32_t *raster_row(const struct raster *raster, int x, int y)
{
	return pixel_at(raster, x, y);
}

/* ---- palettes ---- */

/* Returns the squared distance of two colours. */
static unsigned colour_distance(uint32_t a, uint32_t b)
{
	unsigned sum = 0;

	for (unsigned shift = 0; shift < 24; shift += 8) {
		int apart = (int)colour_part(a, shift) - (int)colour_part(b, shift);

		sum += (unsigned)(apart * apart);
	}
	return sum;
}

static unsigned find_nearest(const struct indexed *palette, uint32_t colour)
{
	unsigned nearest = 0;

	for (unsigned i = 0; i < palette->colour_count; i++)
		if (palette->colours[i] == colour)
			return i;
	for (unsigned i = 0; i < palette->colour_count; i++)
		if (colour_distance(palette->colours[i], colour) <
		    colour_distance(palette->colours[nearest], colour))
			nearest = i;
	return nearest;
}

/* Returns the index of a colour, which is added if possible, or of the nearest colour. */
static unsigned index_of(uint32_t colour, unsigned most, struct indexed *palette)
{
	const unsigned nearest = find_nearest(palette, colour);

	if (nearest < palette->colour_count && palette->colours[nearest] == colour)
		return nearest;
	if (palette->colour_count < most) {
		palette->colours[palette->colour_count] = colour;
		return palette->colour_count++;
	}
	return nearest;
}

bool raster_index(const uint32_t *pixels, size_t count, unsigned most, struct indexed *palette,
		  uint8_t *pixels_out)
{
	bool all = true;

	if (palette->colour_count == 0)
		memset(palette->cached_colours, 0, sizeof palette->cached_colours);
	for (size_t i = 0; i < count; i++) {
		const size_t slot = pixels[i] * 2654435761u >> 22;

		if (palette->cached_colours[slot] != (pixels[i] | PALETTE_IS_SET)) {
			palette->cached_colours[slot] = pixels[i] | PALETTE_IS_SET;
			palette->cached_numbers[slot] = (uint8_t)index_of(pixels[i], most, palette);
		}
		pixels_out[i] = palette->cached_numbers[slot];
		all &= palette->colours[pixels_out[i]] == pixels[i];
	}
	return all;
}
