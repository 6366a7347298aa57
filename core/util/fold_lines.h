/* SPDX-License-Identifier: MIT */
/*
 * Folds long lines, so that no line of a game file is wider than FOLD_WIDTH. The continuation is on
 * the next line after FOLD_INDENT spaces. The line break stands for a space, or for nothing if the
 * line ends with a backslash. No other line of such a file begins with that many spaces.
 */
#ifndef PBEM_CORE_UTIL_FOLD_LINES_H
#define PBEM_CORE_UTIL_FOLD_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct strbuf;

enum { FOLD_WIDTH = 200, FOLD_INDENT = 4 };

/* Adds the line and its newline, folded as necessary. */
void fold_add(const struct strbuf *line, struct strbuf *out);

/*
 * Reads the next line with its continuation lines into `line` (initialised by the caller), without
 * its newline. Moves *cursor after it. Returns false at `end`.
 */
bool fold_next(const char **cursor, const char *end, struct strbuf *line);

#endif
