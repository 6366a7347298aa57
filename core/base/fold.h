/* SPDX-License-Identifier: MIT */
/*
 * Long lines of a file, folded: no line of a game file of format 2 is wider than FOLD_WIDTH. What
 * goes on stands behind FOLD_INDENT blanks on the next line, in place of a blank; or, where the
 * line ends in a backslash, of nothing. Nothing else in such a file stands behind so many.
 */
#ifndef PBEM_CORE_BASE_FOLD_H
#define PBEM_CORE_BASE_FOLD_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum { FOLD_WIDTH = 200, FOLD_INDENT = 4 };

/* Adds the line and its newline, on as many lines as it takes; in a file of format 1 it stands as
 * it is. */
void fold_add(unsigned format, const struct text *line, struct text *out);

/*
 * The next whole line of a buffer of that format, the lines it goes on in put behind it in `line`
 * (initialised by the caller), without its newline. Moves *cursor behind it. False at `end`.
 */
bool fold_next(unsigned format, const char **cursor, const char *end, struct text *line);

#endif
