/* SPDX-License-Identifier: MIT */
/*
 * Fills templates/NAME.txt, the wording of every message, which a site may override.
 *
 * A template begins with lines "Subject: ..." and, in messages about a game, "First: ...", as in
 * "First: {game}: Your move". Then come a blank line and the text. The first applicable line of
 * each kind is used. The "First" line is printed above the text, after QUOTE_FIRST, and in the
 * site's own messages after the signs of QUOTE_FIRST alone. Mail programs show it in their lists of
 * messages, so it is cut if it is too long. These parts of a template are replaced:
 *
 *   {name}           becomes a value. Alone on its line the value may have many lines (a board),
 *                    which are kept as they are; the value "" removes the line.
 *   {?name} {!name}  at a line's start: the line (of text: its paragraph) is used only if that
 *                    value isn't empty, or only if it is; of up to three, all must hold.
 *   {include foot}   alone on its line: becomes the text of foot.txt.
 *   {{               becomes a brace.
 *
 * Lines that begin in the first column are text: neighbours make a paragraph, filled and wrapped at
 * 72 columns. Indented lines stay separate lines. If such a line ends with its only {name}, it is
 * repeated for each line of the value, whose own indentation it replaces. Text that doesn't fit
 * into a line continues on the next with the same indentation and the same bar: "  | {said}" shows
 * what somebody wrote. Two blank lines never follow each other.
 */
#ifndef PBEM_COMPOSE_TEMPLATE_H
#define PBEM_COMPOSE_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"

struct strbuf;
struct template_set;

struct value {
	const char *name; /* as {name} in the template */
	const char *text; /* UTF-8 with LF; never NULL */
};

/* The HTML part of a message (pbem/html): where it is written, and the values that have HTML of
 * their own. */
struct template_html {
	struct strbuf *out;
	const struct value *values;
	size_t count;
};

/*
 * Makes a set of templates, each of which is read once. Looks for a template in `site_folder` (may
 * be NULL), then in `folder`. For a language other than English, looks first in the folders of that
 * language's name within both.
 */
struct template_set *template_set_new(const char *folder, const char *site_folder);
void template_set_free(struct template_set *set);

/* Returns the languages of messages: "en" first, then the names of the other languages' folders,
 * sorted; NULL after the last. The caller frees them by g_strfreev. */
char **template_set_languages(const struct template_set *set);

/*
 * Fills the template in a language ("": English). Appends its subject, as one line, and its body;
 * with `looks` (may be NULL) also the same words as HTML. A value alone on its line is replaced
 * there by its own HTML, if it has any, even if its text is "". Returns -1, with file and line and
 * nothing appended, if the file is missing, isn't a template or uses an unknown name, or if the
 * words of orders can't be read.
 */
int template_fill(struct template_set *set, const char *language, const char *name,
		  const struct value *values, size_t count, struct strbuf *subject_out,
		  struct strbuf *body_out, const struct template_html *looks,
		  struct reason *reason);

/* Reports whether a template, or a file that it includes, contains that name anywhere: a value that
 * no template uses needn't be made. Returns true when the template can't be read. */
bool template_mentions(struct template_set *set, const char *language, const char *template,
		       const char *name);

/*
 * For `pbem check`: checks every template of both folders against the names of its message's values
 * (one table, in template_catalog.c). The text of a message with {token} must begin with the cut
 * mark. Calls `report` once for each fault, with file and line. Returns the number of faults.
 */
struct template_names {
	const char *template;
	const char *const *names; /* NULL after the last */
};
size_t template_check(struct template_set *set, const struct template_names *table, size_t count,
		      void (*report)(void *context, const char *line), void *context);

/*
 * Wraps a paragraph at 72 columns (characters, not bytes; wide ones count twice), with `hanging`
 * before each line after the first. Spaces within a line stay. No line after the first begins with
 * an order word or, except in long lists, with a square, even if a line must be longer for it. Such
 * a line, quoted without a mark, would be read as an order. Any word may follow only if `hanging`
 * has the bar that marks quotes.
 */
void template_wrap(const char *paragraph, const char *hanging, struct strbuf *out);

/* Adds one line with its newline; a text of more than 72 columns is cut after a word, with
 * "...". */
void template_cut(const char *line, struct strbuf *out);

#endif
