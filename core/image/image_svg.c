/* SPDX-License-Identifier: MIT */
/* Writes a drawing as SVG. Each shape is defined once for each tint, and then used. */
#include <stdlib.h>
#include <string.h>

#include "core/image/canvas.h"
#include "core/image/image.h"
#include "core/image/piece_set.h"
#include "core/image/stroke_font.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

enum { MAX_USES = 96 };

/* A shape defined in a tint. */
struct use {
	const struct piece_art *art;
	struct tint tint;
};

struct svg {
	const struct piece_set *set;
	const char *id;
	struct use uses[MAX_USES];
	unsigned use_count;
	struct strbuf defs, body;
};

/* Adds text with the characters that XML doesn't allow escaped. */
static void add_escaped(const char *string, struct strbuf *out)
{
	for (; *string != '\0'; string++) {
		if (*string == '&')
			strbuf_add(out, "&amp;");
		else if (*string == '<')
			strbuf_add(out, "&lt;");
		else if (*string == '>')
			strbuf_add(out, "&gt;");
		else
			strbuf_add_char(out, *string);
	}
}

static void svg_fill(void *context, struct box box, uint32_t colour, unsigned alpha)
{
	struct svg *svg = context;

	strbuf_addf(&svg->body, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"",
		    box.x, box.y, box.width, box.height, (unsigned)colour);
	if (alpha < 255)
		strbuf_addf(&svg->body, " fill-opacity=\"%u.%02u\"", alpha / 255,
			    alpha * 100 / 255 % 100);
	strbuf_add(&svg->body, "/>\n");
}

/* Returns the number of a definition, or MAX_USES if there are too many. */
static unsigned define_shape(struct svg *svg, const struct piece_art *art, const struct tint *tint)
{
	struct use *use = &svg->uses[svg->use_count];

	for (unsigned i = 0; i < svg->use_count; i++)
		if (svg->uses[i].art == art && memcmp(&svg->uses[i].tint, tint, sizeof *tint) == 0)
			return i;
	if (svg->use_count == MAX_USES)
		return MAX_USES;
	*use = (struct use){art, *tint};
	strbuf_addf(&svg->defs, "<g id=\"%ss%u\">", svg->id, svg->use_count);
	piece_set_add_svg(art, tint, &svg->defs);
	strbuf_add(&svg->defs, "</g>\n");
	return svg->use_count++;
}

/* Adds the scale from PIECE_SET_FIELD to a size, with four decimals. */
static void add_scale(int size, struct strbuf *out)
{
	int hundredths = (size * 10000 + PIECE_SET_FIELD / 2) / PIECE_SET_FIELD;

	strbuf_addf(out, "scale(%d.%04d)", hundredths / 10000, hundredths % 10000);
}

static bool svg_shape(void *context, const char *name, struct box box, const struct tint *tint,
		      bool faded)
{
	struct svg *svg = context;
	const struct piece_art *art = piece_set_find(svg->set, name);
	unsigned number = art != NULL ? define_shape(svg, art, tint) : MAX_USES;

	if (number == MAX_USES)
		return art != NULL;
	strbuf_addf(&svg->body, "<use xlink:href=\"#%ss%u\" transform=\"translate(%d %d) ", svg->id,
		    number, box.x, box.y);
	add_scale(box.width, &svg->body);
	strbuf_addf(&svg->body, "\"%s/>\n", faded ? " opacity=\"0.5\"" : "");
	return true;
}

static void svg_text(void *context, const char *string, struct box box, uint32_t colour)
{
	struct svg *svg = context;
	int thousandths = box.height * 1000 / STROKE_FONT_HIGH;

	strbuf_addf(&svg->body,
		    "<path transform=\"translate(%d %d) scale(%d.%03d)\" stroke=\"#%06x\" "
		    "fill=\"none\" "
		    "stroke-width=\"%d\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"",
		    box.x, box.y, thousandths / 1000, thousandths % 1000, (unsigned)colour,
		    STROKE_FONT_STROKE);
	for (int i = 0; string[i] != '\0'; i++) {
		struct glyph_line lines[STROKE_FONT_LINES];
		unsigned count = stroke_font_lines(string[i], lines);
		int x = i * STROKE_FONT_WIDE;

		for (unsigned j = 0; j < count; j++)
			strbuf_addf(&svg->body, "M%d %dL%d %d", x + lines[j].x1, lines[j].y1,
				    x + lines[j].x2, lines[j].y2);
	}
	strbuf_add(&svg->body, "\"/>\n");
}

static void add_head(const struct svg *svg, const struct scene *scene,
		     const struct image_style *style, struct strbuf *out)
{
	unsigned width, height;
	struct strbuf words;

	image_size(scene, style, &width, &height);
	strbuf_init(&words, 0);
	scene_words(scene, &words);
	strbuf_addf(out,
		    "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		    "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%u\" height=\"%u\" "
		    "viewBox=\"0 0 %u %u\" role=\"img\" aria-labelledby=\"%stitle %sdesc\">\n"
		    "<title id=\"%stitle\">",
		    width, height, width, height, svg->id, svg->id, svg->id);
	add_escaped(translate("The board"), out);
	strbuf_addf(out, "</title>\n<desc id=\"%sdesc\">", svg->id);
	add_escaped(words.bytes, out);
	strbuf_add(out, "</desc>\n");
	strbuf_done(&words);
}

void image_svg(const struct scene *scene, const struct piece_set *set,
	       const struct image_style *style, const char *id, struct strbuf *out)
{
	struct layout layout = canvas_lay_out(scene, style);
	struct svg svg = {.set = set, .id = id};
	struct canvas canvas = {&svg, svg_fill, svg_shape, svg_text};

	if (scene->boards == 0)
		return;
	strbuf_init(&svg.defs, 0);
	strbuf_init(&svg.body, 0);
	canvas_draw(&canvas, scene, &layout);
	add_head(&svg, scene, style, out);
	strbuf_addf(out, "<defs>\n%s</defs>\n%s</svg>\n", svg.defs.bytes, svg.body.bytes);
	strbuf_done(&svg.defs);
	strbuf_done(&svg.body);
}
