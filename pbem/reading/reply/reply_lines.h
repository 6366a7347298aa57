/* SPDX-License-Identifier: MIT */
/* The lines of a letter one by one: which are quoted, which could be orders, which are mere rules.
 */
#ifndef PBEM_READING_REPLY_REPLY_LINES_H
#define PBEM_READING_REPLY_REPLY_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "pbem/reading/reply/span.h"

/* A letter's lines, without blanks at their ends (blanks in front stay). Of a run of quoted lines
 * only the first two are there: what is quoted is never read. */
struct reply_lines {
	struct span *lines;
	size_t count, size;
	bool cut; /* the letter goes on, beyond what is read */
};

/*
 * Cuts a body (UTF-8, LF; kept by the caller) into lines, until those that aren't quoted have more
 * than `most` bytes, or there are more than REPLY_LINES_MAX of them: then the rest is left out. For
 * reply_lines_done.
 */
enum { REPLY_LINES_MAX = 65536 };
void reply_lines_init(struct reply_lines *lines, const char *body, size_t most);
void reply_lines_done(struct reply_lines *lines);

/* The first line from `at` on that isn't blank; the count when there is none. */
size_t reply_lines_skip_blank(const struct reply_lines *lines, size_t at);

/* Whether the line is quoted: "> text", "AB> text", "| text". */
bool reply_is_quoted(struct span line);

/* Whether the line begins with an order word, or has a move from square to square in it. */
bool reply_has_order(struct span line);

/* Whether the line could be one of a game's orders; errs on the side of yes. */
bool reply_may_be_order(struct span line);

/* Whether two squares with a dash or an x between them stand in the line. */
bool reply_has_move(struct span line);

/* Whether the line is made of rule characters only ("____", "-----", "***"). */
bool reply_is_rule(struct span line);

#endif
