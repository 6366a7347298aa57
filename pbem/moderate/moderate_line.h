/* SPDX-License-Identifier: MIT */
/*
 * An act as a letter asks for it: the words that stand behind `pbem` in a shell, and AT ENTRY and
 * REASON TEXT for its options, "PBEM UNDO g12 14 AT 17 REASON the rook had gone astray". Case is
 * all one. AT stands before what is text to the end; hyphens in front of an option are read over,
 * for phones make dashes of them.
 */
#ifndef PBEM_MODERATE_MODERATE_LINE_H
#define PBEM_MODERATE_MODERATE_LINE_H

#include <stddef.h>

#include "pbem/moderate/moderate.h"

struct moderate_line {
	const struct act *act; /* one that may be asked for by mail */
	struct given given;
	char *canonical; /* "undo g12 14 AT 17 REASON ...": read again it comes to the same */
	char **argv;	 /* NULL behind the last */
};

/* What stands behind the first PBEM at the start of a line, to the end of its paragraph, as one
 * line; the caller frees it. NULL: nothing does. */
char *moderate_line_find(const char *text);

/* -1 with what isn't as its row has it, or that AT is missing: REASON_ASKED. The caller calls
 * moderate_line_done, whichever it is. */
int moderate_line_read(const char *line, struct moderate_line *read, struct reason *reason);
void moderate_line_done(struct moderate_line *read);

/* How acts are written so, a line each. */
void moderate_line_list(struct text *out);

#endif
