/* SPDX-License-Identifier: MIT */
/* A template's file taken apart, so that filling it is only putting pieces together (template.h).
 */
#ifndef PBEM_WRITING_TEMPLATE_PARSE_H
#define PBEM_WRITING_TEMPLATE_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"

/* Where templates are looked for, in this order; the first may be NULL. */
struct template_folders {
	char *site, *shipped;
	const char *language; /* a folder in each, looked into before both; "": none */
};

struct template_piece {
	const char *text; /* literal text, or a name */
	size_t len;
	bool is_name;
	unsigned name; /* which of the template's */
};

/* A name that it has anywhere. */
struct template_name {
	char *text;
	const char *value; /* while the template is filled */
	size_t place;	   /* of that name among the values it was filled with last */
};

enum { TEMPLATE_CONDITIONS = 3 };

/* {?name} or {!name} at a line's start. */
struct template_condition {
	char sign; /* '?' or '!' */
	struct template_piece name;
};

enum template_line_kind {
	TEMPLATE_SUBJECT,
	TEMPLATE_FIRST_LINE,
	TEMPLATE_BLANK,
	TEMPLATE_TEXT,
	TEMPLATE_BLOCK
};

struct template_line {
	enum template_line_kind kind;
	bool joins; /* TEMPLATE_TEXT: continues the paragraph of the line before */
	struct template_condition conditions[TEMPLATE_CONDITIONS]; /* all must hold */
	size_t condition_count;
	size_t first, count; /* its pieces */
	const char *file;
	unsigned number;
};

struct template
{
	struct template_line *lines;
	struct template_piece *pieces;
	struct template_name *names; /* each once */
	size_t line_count, line_size, piece_count, piece_size, name_count, name_size;
	char **owned; /* files' names and bytes, which lines and pieces point into */
	size_t owned_count;
	bool has_cut_mark;   /* the text begins with it */
	bool has_first_line; /* one at least stands above it */
};

/* Reads a template and what it includes. NULL with file, line and what was expected. */
struct template *template_parse(const char *path, const struct template_folders *folders,
				struct reason *reason);
void template_free(struct template *template);

/* The path of the file that counts for a name: in the language where there is one, the site's
 * before the one that is shipped. The caller frees it. */
char *template_path(const struct template_folders *folders, const char *name);

#endif
