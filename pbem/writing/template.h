/* SPDX-License-Identifier: MIT */
/*
 * Fills templates/NAME.txt: the wording of every letter, which a site may override.
 *
 * A template is one or more lines "Subject: ...", and lines "First: ...", which in letters about a
 * game begin with it, as in "First: {game}: Your move"; a blank line, then the text. Of either kind
 * the first line that stands is taken. The first line stands above the text, behind REPLY_FIRST, in
 * the site's own letters behind its signs alone, cut where it is too long: it is what a list of
 * letters shows of this one. In all of it
 *
 *   {name}           is what the program has to say. Alone on its line it may be many lines (a
 *                    board), which stand as they are; "" makes the line vanish.
 *   {?name} {!name}  at a line's start: the line (of text: its paragraph) stands only if that value
 *                    isn't empty, or only if it is; of up to three, all must hold.
 *   {include foot}   alone on its line: the text of foot.txt stands here.
 *   {{               is a brace.
 *
 * Lines that begin in the first column are text: neighbours make a paragraph, filled and wrapped at
 * 72 columns. Indented lines stay lines of their own; one that ends with its only {name} is
 * repeated for each line of a value of many lines, whose own indentation it replaces. What runs
 * over is indented likewise, and keeps a bar in front: "  | {said}" is the way to show what
 * somebody wrote. Blank lines never double.
 */
#ifndef PBEM_WRITING_TEMPLATE_H
#define PBEM_WRITING_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"

struct text;

struct value {
	const char *name; /* as {name} in the template */
	const char *text; /* UTF-8, LF; never NULL */
};

/* A letter to look at (markup.h): where it is written, and values that have HTML of their own. */
struct template_looks {
	struct text *out;
	const struct value *values;
	size_t count;
};

struct template_set;

/*
 * Templates are looked for in `site_folder` first (may be NULL), then in `folder`; before both, for
 * letters in another language than English, in the folders of its name in each. Each is read once.
 */
struct template_set *template_set_new(const char *folder, const char *site_folder);
void template_set_free(struct template_set *set);

/* The languages there are letters in, "en" first, the others as the folders are called, sorted;
 * NULL behind the last. For g_strfreev. */
char **template_set_languages(const struct template_set *set);

/*
 * Fills the template, in a language ("": English): appends its subject, one line, and its body; and
 * with `looks` (may be NULL) the same words to look at: a value that stands alone on its line is
 * told there by HTML of its own, if there is any, also where its text is "". -1, with file and line
 * and nothing appended, when the file is missing, isn't a template or uses a name not offered, or
 * the words of orders can't be read.
 */
int template_fill(struct template_set *set, const char *language, const char *name,
		  const struct value *values, size_t count, struct text *subject_out,
		  struct text *body_out, const struct template_looks *looks, struct reason *reason);

/* Whether a template, or what it includes, has that name anywhere: a value that none has needn't be
 * made. True when the template can't be read. */
bool template_mentions(struct template_set *set, const char *language, const char *template,
		       const char *name);

/*
 * For `pbem check`: every template of both folders against the names its letter offers (one table,
 * in letters_table.c). The text of a letter that offers {token} must begin with the cut mark. Each
 * fault is handed to `report` once, with file and line. Returns how many.
 */
struct template_names {
	const char *template;
	const char *const *names; /* NULL after the last */
};
size_t template_check(struct template_set *set, const struct template_names *table, size_t count,
		      void (*report)(void *context, const char *line), void *context);

/*
 * Wraps a paragraph at 72 columns (characters, not bytes; wide ones count twice), `hanging` in
 * front of each line after the first. Blanks within a line stay. No line after the first begins
 * with an order word or, but for lists of many, with a square, even if one must be longer for it:
 * such a line, quoted without a mark, would be read as an order. Only where `hanging` has the bar
 * that marks what was quoted may any word stand behind it.
 */
void template_wrap(const char *paragraph, const char *hanging, struct text *out);

/* One line, its newline with it; what would pass 72 columns is left out behind a word, and "..."
 * says so. */
void template_cut(const char *line, struct text *out);

#endif
