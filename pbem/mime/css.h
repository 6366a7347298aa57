/* SPDX-License-Identifier: MIT */
/* Reads those style rules of a page that decide where people see lines: white-space, display and
 * the like. Ignores colours, fonts and positions. Depends on no HTML parser. */
#ifndef PBEM_MIME_CSS_H
#define PBEM_MIME_CSS_H

#include <stdbool.h>
#include <stddef.h>

struct css_sheet;

/* The treatment of spaces and line ends in an element's text. */
enum html_space {
	HTML_SPACE_SAME,     /* as around the element */
	HTML_SPACE_COLLAPSE, /* each run of them is one space */
	HTML_SPACE_LINES,    /* line ends stay */
	HTML_SPACE_KEEP,     /* spaces and line ends stay */
	HTML_SPACE_DEFAULT,  /* as usual for this kind of element */
};

/* How an element is placed among those next to it, if the page sets that. */
enum html_box {
	HTML_BOX_DEFAULT,
	HTML_BOX_INLINE,
	HTML_BOX_LINE,	 /* on separate lines */
	HTML_BOX_BESIDE, /* a box next to others, such as a cell or a floating box */
	HTML_BOX_NONE,
};

/* How the elements inside an element are placed. */
enum html_children { HTML_CHILDREN_FLOW, HTML_CHILDREN_LINES, HTML_CHILDREN_BESIDE };

struct css {
	enum html_space space;
	enum html_box box;
	enum html_children children;
};

/* The properties of an element that rules refer to; "" for a missing one. */
struct html_element {
	const char *name, *id, *classes;
};

/* The rules of one page. */
struct css_sheet *css_sheet_new(void);
void css_sheet_free(struct css_sheet *sheet);

/* Adds the rules of a <style>. Rules with conditions or for other media than screens are ignored.
 * So are selectors that use more than names, classes, identifiers and nesting. */
void css_sheet_add(struct css_sheet *sheet, const char *css);

/* Finds the style of the last of `count` elements, each of which is inside the one before it. `own`
 * is the value of its style attribute. Returns false if the page has more rules and elements than
 * the limits allow. */
bool css_sheet_style(struct css_sheet *sheet, const struct html_element *elements, size_t count,
		     const char *own, struct css *style_out);

#endif
