/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/canvas.h"
#include "core/image/piece_set.h"
#include "core/image/png.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

/* The built-in shapes: made[]. */
#include "core/image/piece_set_made.inc"

struct piece_set {
	struct piece_art *art[PIECE_SET_MOST]; /* replaced or added shapes */
	size_t count;
};

/* ---- finding ---- */

const struct piece_art *piece_set_find(const struct piece_set *set, const char *name)
{
	for (size_t i = 0; set != NULL && i < set->count; i++)
		if (strcmp(set->art[i]->name, name) == 0)
			return set->art[i];
	for (size_t i = 0; i < ARRAY_LEN(made); i++)
		if (strcmp(made[i].name, name) == 0)
			return &made[i];
	return NULL;
}

/* ---- SVG ---- */

/*
 * Returns the length of the colour at `at` if it is one of the three in which shapes are drawn,
 * else 0.
 */
static size_t colour_at(const char *at, const struct tint *tint, uint32_t *colour_out)
{
	static const char *const names[] = {"#ffffff", "#000000", "#ff0000",
					    "#fff",    "#000",	  "#f00"};
	const uint32_t colours[] = {tint->body, tint->line, tint->detail};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		size_t len = strlen(names[i]);

		if (strbuf_starts(at, names[i]) && !isxdigit((unsigned char)at[len])) {
			*colour_out = colours[i % 3];
			return len;
		}
	}
	return 0;
}

void piece_set_add_svg(const struct piece_art *art, const struct tint *tint, struct strbuf *out)
{
	const char *head = strstr(art->svg, "<svg"), *box = strstr(head, "viewBox=\"");
	const char *at = strchr(head, '>') + 1, *end = strstr(at, "</svg>");
	uint32_t colour;

	strbuf_addf(out, "<svg width=\"%d\" height=\"%d\" viewBox=\"%.*s\">", PIECE_SET_FIELD,
		    PIECE_SET_FIELD, (int)strcspn(box + 9, "\""), box + 9);
	while (at < end) {
		size_t len = *at == '#' ? colour_at(at, tint, &colour) : 0;
		const char *comment = strbuf_starts(at, "<!--") ? strstr(at, "-->") : NULL;

		if (len > 0)
			strbuf_addf(out, "#%06x", (unsigned)colour);
		else if (comment != NULL)
			len = (size_t)(comment + 3 - at);
		else if (*at != '\n')
			strbuf_add_char(out, *at);
		else if (at[1] != '<' && at[1] != '\0' && at[-1] != '>')
			strbuf_add_char(out, ' ');
		at += len > 0 ? len : 1;
	}
	strbuf_add(out, "</svg>");
}

/* ---- shapes of a site ---- */

struct piece_set *piece_set_new(void)
{
	struct piece_set *set = base_alloc(sizeof *set);

	set->count = 0;
	return set;
}

void piece_set_free(struct piece_set *set)
{
	for (size_t i = 0; set != NULL && i < set->count; i++) {
		free(set->art[i]->svg_own);
		free(set->art[i]->png_own);
		free(set->art[i]);
	}
	free(set);
}

int piece_set_put(struct piece_set *set, const char *name, const char *svg, size_t svg_len,
		  const char *png, size_t png_len, struct reason *reason)
{
	struct piece_art *art;
	uint8_t *pixels = NULL;
	unsigned side;

	if (strlen(name) > PIECE_SHAPE_MAX || set->count == PIECE_SET_MOST)
		return reason_fail(reason, "a set has at most %d shapes, with names of %d letters",
				   PIECE_SET_MOST, PIECE_SHAPE_MAX);
	if (svg_len > PIECE_SVG_MAX || png_len > PIECE_PNG_MAX)
		return reason_fail(reason, "an SVG has at most %d bytes, a PNG %d", PIECE_SVG_MAX,
				   PIECE_PNG_MAX);
	if (piece_set_check_svg(svg, svg_len, reason) < 0)
		return -1;
	pixels = image_png_decode(png, png_len, PIECE_SIDE_MAX, &side, reason);
	if (pixels == NULL)
		return -1;
	free(pixels);
	art = base_alloc(sizeof *art);
	*art = (struct piece_art){.png_len = png_len};
	strcpy(art->name, name);
	art->svg = art->svg_own = base_strndup(svg, svg_len);
	art->png_own = base_alloc(png_len);
	memcpy(art->png_own, png, png_len);
	art->png = art->png_own;
	set->art[set->count++] = art;
	return 0;
}
