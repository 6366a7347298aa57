/* SPDX-License-Identifier: MIT */
/*
 * Escapes text for HTML, and fills the templates of the archive's pages:
 * templates/archive/NAME.html. A site may override templates, and they may exist in other
 * languages. These parts of a template are replaced:
 *
 *   {name}                becomes a value, which is HTML.
 *   {?name} ... {/name}   is used only if the value isn't empty, {!name} ... {/name} only if it is.
 *   {include head}        becomes the contents of head.html.
 *   {{                    becomes a brace.
 */
#ifndef PBEM_ARCHIVE_HTML_TEMPLATE_H
#define PBEM_ARCHIVE_HTML_TEMPLATE_H

#include <stddef.h>

#include "core/util/base.h"
#include "pbem/compose/template.h"

struct html_template;
struct strbuf;

/* Adds a text with the special characters of HTML escaped, also for attributes. Leaves out control
 * characters except newlines. */
void html_template_add(const char *plain, struct strbuf *out);

/* Add `len` bytes, or the text that printf makes from a format, in the same way. */
void html_template_add_bytes(const char *plain, size_t len, struct strbuf *out);
void html_template_addf(struct strbuf *out, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Makes a set of templates, each of which is read once. Looks for a template in `site_folder`, then
 * in `folder`. For a language other than English, looks first in the folders of that language's
 * name within both. */
struct html_template *html_template_new(const char *folder, const char *site_folder,
					const char *language);
void html_template_free(struct html_template *forms);

/* Returns the bytes of a file that isn't a template, such as archive.css, valid as long as `forms`.
 * Returns NULL with the reason if it can't be read. */
const struct strbuf *html_template_file(struct html_template *forms, const char *name,
					struct reason *reason);

/* Adds the filled template. Returns -1 with file and line in the reason, and adds nothing, if the
 * template can't be read or is invalid. */
int html_template_fill(struct html_template *forms, const char *name, const struct value *values,
		       size_t count, struct strbuf *out, struct reason *reason);

#endif
