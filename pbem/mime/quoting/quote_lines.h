/* SPDX-License-Identifier: MIT */
/* Judges the lines of a message singly: which are quoted, which could be orders, which are
 * rules. */
#ifndef PBEM_MIME_QUOTING_QUOTE_LINES_H
#define PBEM_MIME_QUOTING_QUOTE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "pbem/mime/quoting/span.h"

/* A message's lines, without spaces at their ends, but with those at their starts. Only the first
 * two of a run of quoted lines are kept, since quotes are never read. */
struct quote_lines {
	struct span *lines;
	size_t count, size;
	bool cut; /* the message has more lines, which aren't read */
};

/* Cuts a body (UTF-8, LF) into lines; the body must stay valid. Leaves out the rest after more than
 * `most` bytes of unquoted lines, or more than QUOTE_LINES_MAX lines. The caller calls
 * quote_lines_done. */
enum { QUOTE_LINES_MAX = 65536 };
void quote_lines_init(struct quote_lines *lines, const char *body, size_t most);
void quote_lines_done(struct quote_lines *lines);

/* The line between two parts of a message, which no cleaned text contains. It counts as empty. */
#define QUOTE_PART "\x1d"
bool quote_is_part(struct span line);

/* Returns the first line from `at` on that isn't empty, or the number of lines if there is none. */
size_t quote_lines_skip_blank(const struct quote_lines *lines, size_t at);

/* Reports whether the line is quoted: "> text", "AB> text", "| text". */
bool quote_is_quoted(struct span line);

/* Reports whether the line begins with an order word, or contains a move from square to square. */
bool quote_has_order(struct span line);

/* Reports whether the line could be an order of some game. If in doubt the answer is yes. */
bool quote_may_be_order(struct span line);

/* Reports whether the line begins with SAY, or another word for it. */
bool quote_is_say_order(struct span line);

/* Reports whether the line contains two squares with a dash or an x between them. */
bool quote_has_move(struct span line);

/* Reports whether the line consists only of rule characters ("____", "-----", "***"). */
bool quote_is_rule(struct span line);

#endif
