/* SPDX-License-Identifier: MIT */
/* A template's file in parsed form, so that filling it only joins pieces (template.h). */
#ifndef PBEM_COMPOSE_TEMPLATE_PARSE_H
#define PBEM_COMPOSE_TEMPLATE_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"

/* The folders of templates, in the order of the search; the first may be NULL. */
struct template_folders {
	char *site, *shipped;
	const char *language; /* a folder in each of them, searched before both; "": none */
};

struct template_piece {
	const char *text; /* literal text, or a name */
	size_t len;
	bool is_name;
	unsigned name; /* index in the template's names */
};

/* A name that the template contains. */
struct template_name {
	char *text;
	const char *value; /* while the template is filled */
	size_t place;	   /* index of that name among the values of the last message */
};

enum { TEMPLATE_CONDITIONS = 3 };

/* A condition {?name} or {!name} at the start of a line. */
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
	bool has_first_line; /* at least one "First" line is above it */
};

/* Parses a template and the files that it includes. Returns NULL with file, line and what was
 * expected. */
struct template *template_parse(const char *path, const struct template_folders *folders,
				struct reason *reason);
void template_free(struct template *template);

/* Returns the path of the file that is used for a name: in the language if it exists there, the
 * site's before the shipped one. The caller frees it. */
char *template_path(const struct template_folders *folders, const char *name);

#endif
