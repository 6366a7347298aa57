/* SPDX-License-Identifier: MIT */
/*
 * HTML: text escaped, and forms filled: templates/archive/NAME.html, the wording of the archive's
 * pages, which a site may override and which there may be in other languages. In a form
 *
 *   {name}                is what the program has to say, as HTML.
 *   {?name} ... {/name}   stands only if that isn't empty, {!name} ... {/name} only if it is.
 *   {include head}        is the form head.html.
 *   {{                    is a brace.
 */
#ifndef PBEM_ARCHIVE_FORMS_H
#define PBEM_ARCHIVE_FORMS_H

#include <stddef.h>

#include "core/base/base.h"
#include "pbem/writing/template.h"

struct text;

/* Adds a text as it reads in HTML, in attributes too; control characters are left out. */
void forms_add(const char *plain, struct text *out);

/* The same of so many bytes, and of what printf makes of the format. */
void forms_add_bytes(const char *plain, size_t len, struct text *out);
void forms_addf(struct text *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

struct forms;

/* Forms are looked for in `site_folder` first, then in `folder`; before both, in a language other
 * than English, in the folders of its name in each. Each is read once. */
struct forms *forms_new(const char *folder, const char *site_folder, const char *language);
void forms_free(struct forms *forms);

/* The bytes of a file of that name, which is none of the forms, such as archive.css; NULL with the
 * reason. Borrowed from the forms. */
const struct text *forms_file(struct forms *forms, const char *name, struct reason *reason);

/* Adds the form, filled. -1, with file and line, when it can't be read or is none. */
int forms_fill(struct forms *forms, const char *name, const struct value *values, size_t count,
	       struct text *out, struct reason *reason);

#endif
