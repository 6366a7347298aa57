/* SPDX-License-Identifier: MIT */
/* A drawing as SVG: each shape in each tint is defined once, and used. */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/picture/canvas.h"
#include "core/picture/glyphs.h"
#include "core/picture/picture.h"
#include "core/picture/pieces.h"

enum { MAX_USES = 96 };

/* A shape that is defined, in a tint. */
struct use {
	const struct piece_art *art;
	struct tint tint;
};

struct svg {
	const struct piece_set *set;
	const char *id;
	struct use uses[MAX_USES];
	unsigned use_count;
	struct text defs, body;
};

/* What can't stand in XML as it is. */
static void add_escaped(const char *string, struct text *out)
{
	for (; *string != '\0'; string++) {
		if (*string == '&')
			text_add(out, "&amp;");
		else if (*string == '<')
			text_add(out, "&lt;");
		else if (*string == '>')
			text_add(out, "&gt;");
		else
			text_add_char(out, *string);
	}
}

static void fill(void *context, struct box box, uint32_t colour, unsigned alpha)
{
	struct svg *svg = context;

	text_addf(&svg->body, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\"",
		  box.x, box.y, box.width, box.height, (unsigned)colour);
	if (alpha < 255)
		text_addf(&svg->body, " fill-opacity=\"%u.%02u\"", alpha / 255,
			  alpha * 100 / 255 % 100);
	text_add(&svg->body, "/>\n");
}

/* The number of a definition; MAX_USES when there are too many. */
static unsigned define(struct svg *svg, const struct piece_art *art, const struct tint *tint)
{
	struct use *use = &svg->uses[svg->use_count];

	for (unsigned i = 0; i < svg->use_count; i++)
		if (svg->uses[i].art == art && memcmp(&svg->uses[i].tint, tint, sizeof *tint) == 0)
			return i;
	if (svg->use_count == MAX_USES)
		return MAX_USES;
	*use = (struct use){art, *tint};
	text_addf(&svg->defs, "<g id=\"%ss%u\">", svg->id, svg->use_count);
	pieces_add_svg(art, tint, &svg->defs);
	text_add(&svg->defs, "</g>\n");
	return svg->use_count++;
}

/* So many hundredths. */
static void add_scale(int size, struct text *out)
{
	int hundredths = (size * 10000 + PIECES_FIELD / 2) / PIECES_FIELD;

	text_addf(out, "scale(%d.%04d)", hundredths / 10000, hundredths % 10000);
}

static bool shape(void *context, const char *name, struct box box, const struct tint *tint,
		  bool faded)
{
	struct svg *svg = context;
	const struct piece_art *art = pieces_find(svg->set, name);
	unsigned number = art != NULL ? define(svg, art, tint) : MAX_USES;

	if (number == MAX_USES)
		return art != NULL;
	text_addf(&svg->body, "<use xlink:href=\"#%ss%u\" transform=\"translate(%d %d) ", svg->id,
		  number, box.x, box.y);
	add_scale(box.width, &svg->body);
	text_addf(&svg->body, "\"%s/>\n", faded ? " opacity=\"0.5\"" : "");
	return true;
}

static void write(void *context, const char *string, struct box box, uint32_t colour)
{
	struct svg *svg = context;
	int thousandths = box.height * 1000 / GLYPHS_HIGH;

	text_addf(&svg->body,
		  "<path transform=\"translate(%d %d) scale(%d.%03d)\" stroke=\"#%06x\" "
		  "fill=\"none\" "
		  "stroke-width=\"%d\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"",
		  box.x, box.y, thousandths / 1000, thousandths % 1000, (unsigned)colour,
		  GLYPHS_STROKE);
	for (int i = 0; string[i] != '\0'; i++) {
		struct glyph_line lines[GLYPHS_LINES];
		unsigned count = glyphs_lines(string[i], lines);
		int x = i * GLYPHS_WIDE;

		for (unsigned j = 0; j < count; j++)
			text_addf(&svg->body, "M%d %dL%d %d", x + lines[j].x1, lines[j].y1,
				  x + lines[j].x2, lines[j].y2);
	}
	text_add(&svg->body, "\"/>\n");
}

static void add_head(const struct svg *svg, const struct scene *scene,
		     const struct picture_style *style, struct text *out)
{
	unsigned width, height;
	struct text words;

	picture_size(scene, style, &width, &height);
	text_init(&words, 0);
	scene_words(scene, &words);
	text_addf(out,
		  "<svg xmlns=\"http://www.w3.org/2000/svg\" "
		  "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%u\" height=\"%u\" "
		  "viewBox=\"0 0 %u %u\" role=\"img\" aria-labelledby=\"%stitle %sdesc\">\n"
		  "<title id=\"%stitle\">",
		  width, height, width, height, svg->id, svg->id, svg->id);
	add_escaped(phrase("The board"), out);
	text_addf(out, "</title>\n<desc id=\"%sdesc\">", svg->id);
	add_escaped(words.bytes, out);
	text_add(out, "</desc>\n");
	text_done(&words);
}

void picture_svg(const struct scene *scene, const struct piece_set *set,
		 const struct picture_style *style, const char *id, struct text *out)
{
	struct layout layout = canvas_lay_out(scene, style);
	struct svg svg = {.set = set, .id = id};
	struct canvas canvas = {&svg, fill, shape, write};

	if (scene->boards == 0)
		return;
	text_init(&svg.defs, 0);
	text_init(&svg.body, 0);
	canvas_draw(&canvas, scene, &layout);
	add_head(&svg, scene, style, out);
	text_addf(out, "<defs>\n%s</defs>\n%s</svg>\n", svg.defs.bytes, svg.body.bytes);
	text_done(&svg.defs);
	text_done(&svg.body);
}
