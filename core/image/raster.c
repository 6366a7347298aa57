/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/picture/glyphs.h"
#include "core/picture/pieces.h"
#include "core/picture/raster.h"
#include "core/picture/sketch.h"

enum { SAMPLES = 4 }; /* of a stroke, in each direction of a pixel */

/* How much of a pixel a shape's three colours cover: 0 to 255, together at most 255. */
struct cover {
	uint8_t body, line, detail;
};

/* A shape in one size, or a letter: then `art` is NULL, and `size` its height. */
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
	struct box part; /* nothing is drawn outside */
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

static unsigned part(uint32_t colour, unsigned shift)
{
	return colour >> shift & 0xff;
}

/* A colour laid over another, `alpha` of 255. */
static uint32_t mix(uint32_t below, uint32_t above, unsigned alpha)
{
	uint32_t mixed = 0;

	for (unsigned shift = 0; shift < 24; shift += 8)
		mixed |= ((part(below, shift) * (255 - alpha) + part(above, shift) * alpha + 127) /
			  255)
			 << shift;
	return mixed;
}

/* A share of a whole, in one of `shades` steps. */
static unsigned in_shades(unsigned share, unsigned whole, unsigned shades)
{
	return whole == 0 ? 0 : (share * (shades - 1) + whole / 2) / whole;
}

static uint32_t lay(const struct raster *raster, uint32_t below, const struct cover *cover,
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
		above |= ((part(tint->body, shift) * body + part(tint->detail, shift) * detail +
			   part(tint->line, shift) * (steps - body - detail) + steps / 2) /
			  steps)
			 << shift;
	return mix(below, above, faded ? alpha / 2 : alpha);
}

/* ---- the canvas ---- */

/* What of a box is to be drawn. */
static struct box clip(const struct raster *raster, struct box box)
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

static void fill(void *context, struct box box, uint32_t colour, unsigned alpha)
{
	struct raster *raster = context;

	box = clip(raster, box);
	for (int y = box.y; box.width > 0 && y < box.y + box.height; y++) {
		uint32_t *pixels = pixel_at(raster, box.x, y);

		for (int x = 0; x < box.width; x++)
			pixels[x] = alpha == 255 ? colour : mix(pixels[x], colour, alpha);
	}
}

/* How much of the pixel's width the source's pixel `from` takes, in parts of which a pixel of the
 * source has `size`, and one of the stamp `side`. */
static unsigned overlap(unsigned at, unsigned from, unsigned size, unsigned side)
{
	unsigned left = at * side > from * size ? at * side : from * size;
	unsigned right = (at + 1) * side < (from + 1) * size ? (at + 1) * side : (from + 1) * size;

	return right > left ? right - left : 0;
}

/* The mean of the source over one pixel of the stamp. */
static struct cover mean(const uint8_t *source, unsigned side, unsigned size, unsigned x,
			 unsigned y)
{
	uint64_t body = 0, line = 0, detail = 0, all = (uint64_t)side * side * 255;

	for (unsigned v = y * side / size; v < side && v * size < (y + 1) * side; v++)
		for (unsigned u = x * side / size; u < side && u * size < (x + 1) * side; u++) {
			const uint8_t *from = &source[4 * ((size_t)v * side + u)];
			uint64_t area = (uint64_t)overlap(x, u, size, side) *
					overlap(y, v, size, side) * from[3];
			unsigned red = from[0], green = from[1] < red ? from[1] : red;

			body += area * green;
			detail += area * (red - green);
			line += area * (255 - red);
		}
	return (struct cover){(uint8_t)(body / all), (uint8_t)(line / all),
			      (uint8_t)(detail / all)};
}

/* One that is there already, or NULL. */
static const struct stamp *find_stamp(const struct raster *raster, const struct piece_art *art,
				      char letter, int size)
{
	const struct stamp *stamp = raster->stamps;

	while (stamp != NULL &&
	       (stamp->art != art || stamp->letter != letter || stamp->size != size))
		stamp = stamp->next;
	return stamp;
}

/* A new one, of so many pixels, none of them covered. */
static struct stamp *add_stamp(struct raster *raster, const struct piece_art *art, char letter,
			       int size, int pixels)
{
	struct stamp *stamp = base_alloc(sizeof *stamp);

	*stamp = (struct stamp){art, letter, size, NULL, raster->stamps};
	stamp->covers = base_zalloc((size_t)pixels, sizeof *stamp->covers);
	raster->stamps = stamp;
	return stamp;
}

/* The shape in that size; without pixels when its PNG can't be read, which is told where a set is
 * made. */
static const struct stamp *stamp_of(struct raster *raster, const struct piece_art *art, int size)
{
	const struct stamp *known = find_stamp(raster, art, '\0', size);
	struct stamp *stamp;
	unsigned side = 0;
	uint8_t *source;

	if (known != NULL)
		return known;
	stamp = add_stamp(raster, art, '\0', size, size * size);
	source = picture_png_decode(art->png, art->png_len, PIECE_SIDE_MAX, &side, NULL);
	for (int i = 0; source != NULL && i < size * size; i++)
		stamp->covers[i] = mean(source, side, (unsigned)size, (unsigned)(i % size),
					(unsigned)(i / size));
	free(source);
	return stamp;
}

/* ---- strokes ---- */

/* Whether a point is within half a stroke of a line; all in parts of the field of a glyph. */
static bool is_near(const struct glyph_line *line, int64_t x, int64_t y, int64_t scale)
{
	int64_t dx = (line->x2 - line->x1) * scale, dy = (line->y2 - line->y1) * scale;
	int64_t px = x - line->x1 * scale, py = y - line->y1 * scale;
	int64_t len = dx * dx + dy * dy, along = px * dx + py * dy;
	int64_t reach = GLYPHS_STROKE * scale / 2;

	along = along < 0 ? 0 : along > len ? len : along;
	if (len > 0) {
		px -= dx * along / len;
		py -= dy * along / len;
	}
	return px * px + py * py <= reach * reach;
}

/* How much of a pixel the strokes cover, of 255. The glyph's field is `height` pixels high. */
static unsigned stroke_cover(const struct glyph_line *lines, unsigned count, int height, int x,
			     int y)
{
	enum { SCALE = 16 };
	unsigned inside = 0;

	for (int sample = 0; sample < SAMPLES * SAMPLES; sample++) {
		int64_t u = 2 * (x * SAMPLES + sample % SAMPLES) + 1;
		int64_t v = 2 * (y * SAMPLES + sample / SAMPLES) + 1;
		bool near = false;

		u = u * SCALE * GLYPHS_HIGH / (2 * SAMPLES * height);
		v = v * SCALE * GLYPHS_HIGH / (2 * SAMPLES * height);
		for (unsigned i = 0; i < count && !near; i++)
			near = is_near(&lines[i], u, v, SCALE);
		inside += near;
	}
	return inside * 255 / (SAMPLES * SAMPLES);
}

/* The letter in the size of that box. */
static const struct stamp *letter_of(struct raster *raster, char letter, struct box box)
{
	const struct stamp *known = find_stamp(raster, NULL, letter, box.height);
	struct glyph_line lines[GLYPHS_LINES];
	const unsigned count = glyphs_lines(letter, lines);
	struct stamp *stamp;

	if (known != NULL)
		return known;
	stamp = add_stamp(raster, NULL, letter, box.height, box.width * box.height);
	for (int i = 0; i < box.width * box.height; i++)
		stamp->covers[i].line = (uint8_t)stroke_cover(lines, count, box.height,
							      i % box.width, i / box.width);
	return stamp;
}

/* Lays what the stamp covers of the box over what is there. */
static void put_stamp(struct raster *raster, const struct stamp *stamp, struct box box,
		      const struct tint *tint, bool faded)
{
	const struct box seen = clip(raster, box);

	for (int y = seen.y; y < seen.y + seen.height; y++)
		for (int x = seen.x; x < seen.x + seen.width; x++)
			*pixel_at(raster, x, y) = lay(
				raster, *pixel_at(raster, x, y),
				&stamp->covers[(y - box.y) * box.width + x - box.x], tint, faded);
}

static bool shape(void *context, const char *name, struct box box, const struct tint *tint,
		  bool faded)
{
	struct raster *raster = context;
	const struct piece_art *art = pieces_find(raster->set, name);

	if (art == NULL)
		return false;
	put_stamp(raster, stamp_of(raster, art, box.width), box, tint, faded);
	return true;
}

static void write(void *context, const char *string, struct box box, uint32_t colour)
{
	const struct tint tint = {colour, colour, colour};

	for (int i = 0; string[i] != '\0'; i++) {
		struct box one = {box.x + i * box.height * GLYPHS_WIDE / GLYPHS_HIGH, box.y,
				  box.height * GLYPHS_WIDE / GLYPHS_HIGH + 1, box.height};

		put_stamp(context, letter_of(context, string[i], one), one, &tint, false);
	}
}

const uint32_t *raster_draw(struct raster *raster, const struct scene *scene,
			    const struct layout *layout, unsigned shades)
{
	const struct canvas canvas = {raster, fill, shape, write};

	raster->shades = shades;
	raster->part = (struct box){0, 0, raster->width, raster->height};
	canvas_draw(&canvas, scene, layout);
	return raster->pixels;
}

void raster_draw_part(struct raster *raster, const struct sketch *sketch, struct box box,
		      unsigned shades)
{
	const struct canvas canvas = {raster, fill, shape, write};

	raster->shades = shades;
	raster->part = box;
	sketch_draw(sketch, box, &canvas);
}

const uint32_t *raster_row(const struct raster *raster, int x, int y)
{
	return pixel_at(raster, x, y);
}

/* ---- palettes ---- */

/* How far apart two colours are. */
static unsigned distance(uint32_t a, uint32_t b)
{
	unsigned sum = 0;

	for (unsigned shift = 0; shift < 24; shift += 8) {
		int apart = (int)part(a, shift) - (int)part(b, shift);

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
		if (distance(palette->colours[i], colour) <
		    distance(palette->colours[nearest], colour))
			nearest = i;
	return nearest;
}

/* The number of a colour, which is added where there is room. */
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
		memset(palette->lately, 0, sizeof palette->lately);
	for (size_t i = 0; i < count; i++) {
		const size_t slot = pixels[i] * 2654435761u >> 22;

		if (palette->lately[slot] != (pixels[i] | PALETTE_IS_SET)) {
			palette->lately[slot] = pixels[i] | PALETTE_IS_SET;
			palette->lately_number[slot] = (uint8_t)index_of(pixels[i], most, palette);
		}
		pixels_out[i] = palette->lately_number[slot];
		all &= palette->colours[pixels_out[i]] == pixels[i];
	}
	return all;
}
