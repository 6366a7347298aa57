/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/mime/css_internal.h"

enum {
	COMPOUNDS_MAX = 8, /* most compounds of a selector */
	CLASSES_MAX = 4,   /* most classes of a compound */
	SELECTORS_MAX = 2000,
	WORK_MAX = 40000000, /* most comparisons of selectors with elements */
	CSS_MAX = 1 << 20,
};

/* The part of a selector for one element: "p.note#x". */
struct compound {
	struct span name, id, classes[CLASSES_MAX];
	unsigned class_count;
	bool child; /* directly inside the one before it, not only somewhere inside */
};

struct selector {
	struct compound compounds[COMPOUNDS_MAX];
	unsigned count, priority;
	const struct css_declared *said;
};

struct css_sheet {
	struct selector *selectors;
	size_t count, size;
	char **texts; /* the texts that spans point into */
	struct css_declared **said;
	size_t text_count, text_size, said_count, said_size;
	size_t work;
};

/* ---- selectors ---- */

static size_t name_length(struct span css)
{
	size_t len = 0;

	while (len < css.len && (isalnum((unsigned char)css.at[len]) || css.at[len] == '-' ||
				 css.at[len] == '_' || (unsigned char)css.at[len] >= 0x80))
		len++;
	return len;
}

/* Reads one compound. Returns false if it uses features that aren't supported. */
static bool read_compound(struct span *css, struct compound *compound, unsigned *priority)
{
	*compound = (struct compound){.class_count = 0};
	if (css->len > 0 && *css->at == '*') {
		*css = css_skip(*css, 1);
	} else {
		compound->name = (struct span){css->at, name_length(*css)};
		*css = css_skip(*css, compound->name.len);
		*priority += compound->name.len > 0;
	}
	while (css->len > 0 && (*css->at == '.' || *css->at == '#')) {
		struct span name = css_skip(*css, 1);

		name.len = name_length(name);
		if (name.len == 0)
			return false;
		if (*css->at == '#') {
			compound->id = name;
			*priority += BY_ID;
		} else if (compound->class_count == CLASSES_MAX) {
			return false;
		} else {
			compound->classes[compound->class_count++] = name;
			*priority += BY_CLASS;
		}
		*css = css_skip(*css, 1 + name.len);
	}
	return css->len == 0 || isspace((unsigned char)*css->at) || *css->at == '>';
}

static bool read_selector(struct span css, struct selector *selector)
{
	bool child = false;

	*selector = (struct selector){.count = 0};
	css = css_trim(css);
	if (css.len == 0)
		return false;
	while (css.len > 0) {
		if (isspace((unsigned char)*css.at) || *css.at == '>') {
			child |= *css.at == '>';
			css = css_skip(css, 1);
			continue;
		}
		if (selector->count == COMPOUNDS_MAX ||
		    !read_compound(&css, &selector->compounds[selector->count],
				   &selector->priority))
			return false;
		selector->compounds[selector->count++].child = child;
		child = false;
	}
	return !child && selector->count > 0;
}

static void add_rule(struct css_sheet *sheet, struct span selectors, struct span declarations)
{
	struct css_declared said = {{0}, {0}}, *kept;

	css_read(declarations, 0, &said);
	if (!css_is_declared(&said))
		return;
	kept = base_alloc(sizeof *kept);
	*kept = said;
	sheet->said = base_grow(sheet->said, sheet->said_count, &sheet->said_size,
				sizeof(struct css_declared *));
	sheet->said[sheet->said_count++] = kept;
	while (selectors.len > 0 && sheet->count <= SELECTORS_MAX) {
		struct span one = {selectors.at, css_run(selectors, ",")};
		struct selector selector;

		selectors = css_skip(selectors, one.len + 1);
		if (!read_selector(one, &selector))
			continue;
		selector.said = kept;
		sheet->selectors = base_grow(sheet->selectors, sheet->count, &sheet->size,
					     sizeof *sheet->selectors);
		sheet->selectors[sheet->count++] = selector;
	}
}

/* ---- sheets ---- */

/* Returns the length of a block's content, given the text after its "{". */
static size_t block_length(struct span css)
{
	unsigned depth = 0;
	char quote = '\0';

	for (size_t i = 0; i < css.len; i++) {
		char c = css.at[i];

		if (quote != '\0') {
			quote = c == quote || c == '\n' ? '\0' : quote;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == '{') {
			depth++;
		} else if (c == '}' && depth-- == 0) {
			return i;
		}
	}
	return css.len;
}

/* Reports whether the rules in such a block apply to everybody who reads messages on a screen. */
static bool applies_on_screen(struct span prelude)
{
	if (span_starts(prelude, "@layer"))
		return true;
	if (span_starts(prelude, "@supports"))
		return !span_contains(prelude, "not ");
	return span_starts(prelude, "@media") && memchr(prelude.at, '(', prelude.len) == NULL &&
	       !span_contains(prelude, "print") && !span_contains(prelude, "speech") &&
	       !span_contains(prelude, "not ");
}

static void read_sheet(struct css_sheet *sheet, struct span css, unsigned depth)
{
	while ((css = css_trim(css)).len > 0) {
		struct span prelude = {css.at, css_run(css, "{};")}, block;

		if (prelude.len == css.len)
			return;
		block = css_skip(css, prelude.len + 1);
		if (css.at[prelude.len] != '{') {
			css = block;
			continue;
		}
		block.len = block_length(block);
		css = css_skip(css, prelude.len + block.len + 2);
		prelude = css_trim(prelude);
		if (prelude.len == 0)
			continue;
		if (*prelude.at != '@')
			add_rule(sheet, prelude, block);
		else if (depth < COMPOUNDS_MAX && applies_on_screen(prelude))
			read_sheet(sheet, block, depth + 1);
	}
}

/* Returns the text without comments and without the marks that hid styles from old browsers. The
 * caller frees it. */
static char *without_comments(const char *css)
{
	struct strbuf out;

	strbuf_init(&out, CSS_MAX);
	while (*css != '\0') {
		const char *end;

		if (strncmp(css, "/*", 2) == 0) {
			end = strstr(css + 2, "*/");
			css = end == NULL ? css + strlen(css) : end + 2;
			strbuf_add_char(&out, ' ');
		} else if (strncmp(css, "<!--", 4) == 0) {
			css += 4;
		} else if (strncmp(css, "-->", 3) == 0) {
			css += 3;
		} else {
			strbuf_add_char(&out, *css++);
		}
	}
	return out.bytes;
}

struct css_sheet *css_sheet_new(void)
{
	return base_zalloc(1, sizeof(struct css_sheet));
}

void css_sheet_free(struct css_sheet *sheet)
{
	for (size_t i = 0; i < sheet->text_count; i++)
		free(sheet->texts[i]);
	for (size_t i = 0; i < sheet->said_count; i++)
		free(sheet->said[i]);
	free(sheet->texts);
	free(sheet->said);
	free(sheet->selectors);
	free(sheet);
}

void css_sheet_add(struct css_sheet *sheet, const char *css)
{
	char *text = without_comments(css);

	/* Rules must not be read in part, so the whole page fails. */
	if (strlen(css) > CSS_MAX)
		sheet->work = WORK_MAX + 1;
	sheet->texts =
		base_grow(sheet->texts, sheet->text_count, &sheet->text_size, sizeof(char *));
	sheet->texts[sheet->text_count++] = text;
	read_sheet(sheet, (struct span){text, strlen(text)}, 0);
}

/* ---- one element ---- */

static bool is_word(const char *word, struct span name)
{
	return strlen(word) == name.len && strncasecmp(word, name.at, name.len) == 0;
}

static bool has_class(const char *classes, struct span name)
{
	while (*classes != '\0') {
		size_t len = strcspn(classes, " \t\r\n");

		if (len == name.len && strncasecmp(classes, name.at, len) == 0)
			return true;
		classes += len;
		classes += strspn(classes, " \t\r\n");
	}
	return false;
}

static bool matches_compound(const struct compound *compound, const struct html_element *element)
{
	if ((compound->name.len > 0 && !is_word(element->name, compound->name)) ||
	    (compound->id.len > 0 && !is_word(element->id, compound->id)))
		return false;
	for (unsigned i = 0; i < compound->class_count; i++) {
		if (!has_class(element->classes, compound->classes[i]))
			return false;
	}
	return true;
}

/* Reports whether the selector matches, from its last compound to its first. Each compound must
 * match the next element around, or any element around. */
static bool matches_selector(struct css_sheet *sheet, const struct selector *selector,
			     const struct html_element *elements, size_t count)
{
	unsigned left = selector->count - 1;
	bool child = selector->compounds[left].child;

	sheet->work++;
	if (!matches_compound(&selector->compounds[left], &elements[count - 1]))
		return false;
	for (size_t at = count - 1; left > 0 && at > 0; at--) {
		const struct compound *compound = &selector->compounds[left - 1];

		sheet->work++;
		if (matches_compound(compound, &elements[at - 1])) {
			child = compound->child;
			left--;
		} else if (child) {
			return false;
		}
	}
	return left == 0;
}

static void merge_declarations(const struct css_declared *more, unsigned priority,
			       struct css_declared *said)
{
	for (unsigned i = 0; i < PROPERTIES; i++) {
		unsigned counts = more->priorities[i] + priority;

		if ((more->values[i] != 0 || more->priorities[i] > 0) &&
		    counts >= said->priorities[i]) {
			said->values[i] = more->values[i];
			said->priorities[i] = counts;
		}
	}
}

static void set_style(const struct css_declared *said, struct css *style)
{
	*style = (struct css){(enum html_space)said->values[SPACE], HTML_BOX_DEFAULT,
			      HTML_CHILDREN_FLOW};
	switch (said->values[DISPLAY]) {
	case DISPLAY_INLINE:
		style->box = HTML_BOX_INLINE;
		break;
	case DISPLAY_BLOCK:
		style->box = HTML_BOX_LINE;
		break;
	case DISPLAY_CELL:
		style->box = said->values[WIDTH] == 2 ? HTML_BOX_LINE : HTML_BOX_BESIDE;
		break;
	case DISPLAY_FLEX:
		style->box = HTML_BOX_LINE;
		style->children = said->values[DIRECTION] == HTML_CHILDREN_LINES
					  ? HTML_CHILDREN_LINES
					  : HTML_CHILDREN_BESIDE;
		break;
	case DISPLAY_GRID:
		style->box = HTML_BOX_LINE;
		style->children =
			said->values[COLUMNS] == 2 ? HTML_CHILDREN_BESIDE : HTML_CHILDREN_LINES;
		break;
	case DISPLAY_NONE:
		style->box = HTML_BOX_NONE;
		break;
	default:
		break;
	}
	if (said->values[FLOAT] == 2 && style->box == HTML_BOX_DEFAULT)
		style->box = HTML_BOX_BESIDE;
}

bool css_sheet_style(struct css_sheet *sheet, const struct html_element *elements, size_t count,
		     const char *own, struct css *style_out)
{
	struct css_declared said = {{0}, {0}};

	if (sheet->count > SELECTORS_MAX || sheet->work > WORK_MAX)
		return false;
	for (size_t i = 0; i < sheet->count; i++) {
		const struct selector *selector = &sheet->selectors[i];

		if (matches_selector(sheet, selector, elements, count))
			merge_declarations(selector->said, selector->priority + 1, &said);
	}
	css_read((struct span){own, strlen(own)}, BY_ATTRIBUTE, &said);
	set_style(&said, style_out);
	return true;
}
