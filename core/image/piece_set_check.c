/* SPDX-License-Identifier: MIT */
/* Checks whether an SVG from a site may be part of pictures. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/piece_set.h"
#include "core/util/base.h"
#include "core/util/strbuf.h"

enum { DEEPEST = 16 };

static const char *const elements[] = {
	"svg",	"g",	    "path",    "circle", "ellipse", "rect",
	"line", "polyline", "polygon", "title",	 "desc",
};

/* Returns the index in `elements` of a tag's element, or -1. */
static int element_of(const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_LEN(elements); i++)
		if (strlen(elements[i]) == len && strncmp(elements[i], name, len) == 0)
			return (int)i;
	return -1;
}

/* Checks that a tag's attributes have no effects and refer to nothing else. */
static int check_attributes(const char *tag, size_t len, struct reason *reason)
{
	static const char *const bad[] = {"href", "url(", "style", "class", "&", "<", "\\"};
	char *whole = base_strndup(tag, len);
	const char *found = NULL;

	for (size_t i = 0; i < ARRAY_LEN(bad) && found == NULL; i++)
		if (strstr(whole, bad[i]) != NULL)
			found = bad[i];
	for (const char *at = whole; found == NULL && at[0] != '\0' && at[1] != '\0'; at++)
		if (isspace((unsigned char)at[0]) && tolower((unsigned char)at[1]) == 'o' &&
		    tolower((unsigned char)at[2]) == 'n')
			found = "on...";
	free(whole);
	if (found != NULL)
		return reason_fail(reason,
				   "'%s' can't be in a piece's SVG: write colours as "
				   "fill= and stroke=",
				   found);
	return 0;
}

/* Returns the '>' that ends a tag, outside of values, or NULL. */
static const char *end_of_tag(const char *at, const char *end)
{
	char quote = '\0';

	for (; at < end; at++) {
		if (quote != '\0')
			quote = *at == quote ? '\0' : quote;
		else if (*at == '"' || *at == '\'')
			quote = *at;
		else if (*at == '>')
			return at;
	}
	return NULL;
}

/* Checks a tag, from after its '<' to its '>'. `open` has the elements that contain it. */
static int check_tag(const char *at, const char *end, int open[DEEPEST], unsigned *depth,
		     struct reason *reason)
{
	bool closes = *at == '/', empty = end[-1] == '/';
	const char *name = at + closes;
	size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz");
	int element = element_of(name, len);

	if (element < 0)
		return reason_fail(reason,
				   "<%.*s> can't be in a piece's SVG: only g, path, circle, "
				   "ellipse, rect, line, polyline and polygon",
				   (int)(len < 20 ? len : 20), name);
	if (closes && (*depth == 0 || open[--*depth] != element))
		return reason_fail(reason, "</%s> closes nothing", elements[element]);
	if (closes)
		return 0;
	if (*depth == DEEPEST || (*depth > 0) == (element == 0) || (element == 0 && empty))
		return reason_fail(reason, "one <svg> must hold all else, at most %d deep",
				   DEEPEST);
	if (empty)
		return check_attributes(name, (size_t)(end - name), reason);
	open[(*depth)++] = element;
	return check_attributes(name, (size_t)(end - name), reason);
}

/* Checks the root, which piece_set_add_svg relies on. */
static int check_root(const char *svg, struct reason *reason)
{
	const char *head = strstr(svg, "<svg"), *box = head ? strstr(head, "viewBox=\"") : NULL;
	size_t len = box ? strspn(box + 9, "0123456789.- ") : 0;

	if (box == NULL || box > strchr(head, '>') || len == 0 || box[9 + len] != '"')
		return reason_fail(reason, "its <svg> needs a viewBox=\"0 0 48 48\", or another");
	return 0;
}

static int check_tags(const char *at, const char *end, struct reason *reason)
{
	int open[DEEPEST];
	unsigned depth = 0, roots = 0;

	while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
		const char *close = strbuf_starts(at, "<!--") ? strstr(at, "-->") : NULL;

		if (strbuf_starts(at, "<!--")) {
			if (close == NULL || memchr(at + 1, '<', (size_t)(close - at)) != NULL)
				return reason_fail(reason, "a comment doesn't end, or has tags");
			at = close + 3;
			continue;
		}
		if (roots == 0 && strbuf_starts(at, "<?xml ")) {
			at++;
			continue;
		}
		close = end_of_tag(at, end);
		if (close == NULL || (depth == 0 && roots++ > 0))
			return reason_fail(reason, "it doesn't end with </svg>");
		if (check_tag(at + 1, close, open, &depth, reason) < 0)
			return -1;
		at = close + 1;
	}
	return depth == 0 && roots == 1 ? 0 : reason_fail(reason, "it doesn't end with </svg>");
}

int piece_set_check_svg(const char *svg, size_t len, struct reason *reason)
{
	char *whole = base_strndup(svg, len);
	int result = strlen(whole) == len ? check_root(whole, reason)
					  : reason_fail(reason, "it is no text");

	if (result == 0 && strchr(whole, '&') != NULL)
		result = reason_fail(reason, "'&' can't be in a piece's SVG");
	if (result == 0)
		result = check_tags(whole, whole + len, reason);
	free(whole);
	return result;
}
