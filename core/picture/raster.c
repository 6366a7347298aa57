/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "core/picture/glyphs.h"
#include "core/picture/pieces.h"
#include "core/picture/raster.h"

enum { SAMPLES = 4 }; /* of a stroke, in each direction of a pixel */

/* How much of a pixel a shape's three colours cover: 0 to 255, together at most 255. */
struct cover {
	uint8_t body, line, detail;
};

/* A shape in one size. */
struct stamp {
	const struct piece_art *art;
	int size;
	struct cover *covers;
	struct stamp *next;
};

struct raster {
	const struct piece_set *set;
	int width, height;
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
	unsigned alpha = in_shades(all, 255, raster->shades) * 255 / steps;
	unsigned body = in_shades(cover->body, all, raster->shades);
	unsigned detail = in_shades(cover->detail, all, raster->shades);
	uint32_t above = 0;

	if (alpha == 0)
		return below;
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

/* What of a box lies on the field. */
static struct box clip(const struct raster *raster, struct box box)
{
	int right = box.x + box.width, below = box.y + box.height;

	box.x = box.x < 0 ? 0 : box.x;
	box.y = box.y < 0 ? 0 : box.y;
	box.width = (right > raster->width ? raster->width : right) - box.x;
	box.height = (below > raster->height ? raster->height : below) - box.y;
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
	for (int y = box.y; y < box.y + box.height; y++)
		for (int x = box.x; x < box.x + box.width; x++)
			*pixel_at(raster, x, y) =
				alpha == 255 ? colour : mix(*pixel_at(raster, x, y), colour, alpha);
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

/* The shape in that size; without pixels when its PNG can't be read, which is told where a set is
 * made. */
static const struct stamp *stamp_of(struct raster *raster, const struct piece_art *art, int size)
{
	struct stamp *stamp = raster->stamps;
	unsigned side = 0;
	uint8_t *source;

	while (stamp != NULL && (stamp->art != art || stamp->size != size))
		stamp = stamp->next;
	if (stamp != NULL)
		return stamp;
	stamp = base_alloc(sizeof *stamp);
	*stamp = (struct stamp){.art = art, .size = size, .next = raster->stamps};
	raster->stamps = stamp;
	stamp->covers = base_alloc((size_t)size * (size_t)size * sizeof *stamp->covers);
	memset(stamp->covers, 0, (size_t)size * (size_t)size * sizeof *stamp->covers);
	source = picture_png_decode(art->png, art->png_len, PIECE_SIDE_MAX, &side, NULL);
	for (int i = 0; source != NULL && i < size * size; i++)
		stamp->covers[i] = mean(source, side, (unsigned)size, (unsigned)(i % size),
					(unsigned)(i / size));
	free(source);
	return stamp;
}

static bool shape(void *context, const char *name, struct box box, const struct tint *tint,
		  bool faded)
{
	struct raster *raster = context;
	const struct piece_art *art = pieces_find(raster->set, name);
	struct box seen = clip(raster, box);
	const struct stamp *stamp;

	if (art == NULL)
		return false;
	stamp = stamp_of(raster, art, box.width);
	for (int y = seen.y; y < seen.y + seen.height; y++)
		for (int x = seen.x; x < seen.x + seen.width; x++)
			*pixel_at(raster, x, y) = lay(
				raster, *pixel_at(raster, x, y),
				&stamp->covers[(y - box.y) * box.width + x - box.x], tint, faded);
	return true;
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

static void write_one(struct raster *raster, char character, struct box box,
		      const struct tint *tint)
{
	struct glyph_line lines[GLYPHS_LINES];
	unsigned count = glyphs_lines(character, lines);
	struct box seen = clip(raster, box);

	for (int y = seen.y; y < seen.y + seen.height; y++)
		for (int x = seen.x; x < seen.x + seen.width; x++) {
			struct cover cover = {.line = (uint8_t)stroke_cover(lines, count,
									    box.height, x - box.x,
									    y - box.y)};

			*pixel_at(raster, x, y) =
				lay(raster, *pixel_at(raster, x, y), &cover, tint, false);
		}
}

static void write(void *context, const char *string, struct box box, uint32_t colour)
{
	const struct tint tint = {colour, colour, colour};

	for (int i = 0; string[i] != '\0'; i++) {
		struct box one = {box.x + i * box.height * GLYPHS_WIDE / GLYPHS_HIGH, box.y,
				  box.height * GLYPHS_WIDE / GLYPHS_HIGH + 1, box.height};

		write_one(context, string[i], one, &tint);
	}
}

const uint32_t *raster_draw(struct raster *raster, const struct scene *scene,
			    const struct layout *layout, unsigned shades)
{
	const struct canvas canvas = {raster, fill, shape, write};

	raster->shades = shades;
	canvas_draw(&canvas, scene, layout);
	return raster->pixels;
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

	for (unsigned i = 0; i < palette->colour_count; i++) {
		if (palette->colours[i] == colour)
			return i;
		if (distance(palette->colours[i], colour) <
		    distance(palette->colours[nearest], colour))
			nearest = i;
	}
	return nearest;
}

bool raster_index(const uint32_t *pixels, size_t count, unsigned most, struct indexed *palette,
		  uint8_t *pixels_out)
{
	unsigned last = 0;
	bool all = true;

	for (size_t i = 0; i < count; i++) {
		if (last >= palette->colour_count || palette->colours[last] != pixels[i])
			last = find_nearest(palette, pixels[i]);
		if (last < palette->colour_count && palette->colours[last] == pixels[i]) {
			pixels_out[i] = (uint8_t)last;
			continue;
		}
		if (palette->colour_count < most) {
			last = palette->colour_count++;
			palette->colours[last] = pixels[i];
		} else {
			all = false;
		}
		pixels_out[i] = (uint8_t)last;
	}
	return all;
}
