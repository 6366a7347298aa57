/* SPDX-License-Identifier: MIT */
/* Fills templates/NAME.txt: the wording of every letter, which a site may override. */
#ifndef PBEM_TEMPLATE_H
#define PBEM_TEMPLATE_H

#include <stddef.h>

#include "core/base.h"

struct text;

struct value {
	const char *name;   /* as {name} in the template */
	const char *text;   /* "" makes a line that holds nothing else vanish */
};

struct template_set;

/* Templates are looked for in `site_folder` first (may be NULL), then in `folder`; each is read once. */
struct template_set *template_set_new(const char *folder, const char *site_folder);
void template_set_free(struct template_set *set);

/*
 * Fills the template. Its first line is "Subject: ...", then a blank line, then the text. A line
 * that holds only one {name} takes a value of many lines as it stands; other lines are filled and
 * wrapped at 72 columns. -1 when the file is missing or uses a name not offered.
 */
int template_fill(struct template_set *set, const char *name, const struct value *values,
                  size_t count, struct text *subject_out, struct text *body_out,
                  struct reason *reason);

/* For `pbem check`: every template of both folders against the names its letter offers (one table,
 * in letters.c). Each fault is handed to `report`, with file and line. Returns how many. */
struct template_names {
	const char *template;
	const char *const *names; /* NULL after the last */
};
size_t template_check(struct template_set *set, const struct template_names *table, size_t count,
                      void (*report)(void *context, const char *line), void *context);

/* Wraps a paragraph at 72 columns (characters, not bytes), each line after the first indented. */
void template_wrap(const char *paragraph, unsigned indent, struct text *out);

#endif
