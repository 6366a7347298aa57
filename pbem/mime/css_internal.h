/* SPDX-License-Identifier: MIT */
/* Shared by css.c and css_parse.c. */
#ifndef PBEM_MIME_CSS_INTERNAL_H
#define PBEM_MIME_CSS_INTERNAL_H

#include "pbem/mime/css.h"
#include "pbem/mime/quoting/span.h"

enum {
	/* Priorities of selectors: identifiers, classes, names. The attribute has a higher
	 * priority, and "!important" the highest. */
	BY_ID = 10000,
	BY_CLASS = 100,
	BY_ATTRIBUTE = 1000000,
	IMPORTANT = 2000000,
};

/* The properties that decide where lines end. */
enum property { SPACE, DISPLAY, DIRECTION, COLUMNS, WIDTH, FLOAT, PROPERTIES };

enum display {
	DISPLAY_INLINE = 1,
	DISPLAY_BLOCK,
	DISPLAY_CELL,
	DISPLAY_FLEX,
	DISPLAY_GRID,
	DISPLAY_NONE
};

/* The value of each property (0: none) and its priority. */
struct css_declared {
	int values[PROPERTIES];
	unsigned priorities[PROPERTIES];
};

/* Adds the values of declarations ("display: block; float: left"), unless a value with a higher
 * priority is set (css_parse.c). */
void css_read(struct span css, unsigned priority, struct css_declared *said);
bool css_is_declared(const struct css_declared *said);

/* Returns the distance to the next character of `ends` outside of quotes and brackets, or to the
 * end if there is none. */
size_t css_run(struct span css, const char *ends);

/* Returns the span after its first `by` bytes. */
struct span css_skip(struct span span, size_t by);

/* Returns the span without spaces at its ends. */
struct span css_trim(struct span span);

#endif
