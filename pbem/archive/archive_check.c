/* SPDX-License-Identifier: MIT */
/* Whether the forms of an archive's pages can be filled, before anybody makes one. */
#include <glib.h>

#include "core/base/text.h"
#include "pbem/archive/archive.h"
#include "pbem/archive/parts/forms.h"
#include "pbem/writing/template.h"

enum { NAMES = 32 };

/* The pages, and what each has to tell; pbem-template(5) says what that is. */
static const struct {
	const char *form;
	const char *names[NAMES];
} pages[] = {
	{"index", {"root", "language", "site", "count", "now", "games", "pages"}},
	{"player", {"root", "language", "site", "count", "now", "player", "games", "pages"}},
	{"players", {"root", "language", "site", "count", "now", "players"}},
	{"tables", {"root", "language", "site", "count", "now", "tables"}},
	{"game", {"root",    "language", "site",    "game",   "variant", "players", "status",
		  "options", "begun",	 "last",    "moves",  "turns",	 "shapes",  "count",
		  "cards",   "said",	 "entries", "digest", "delayed", "damage",  "faults",
		  "notes",   "checked",	 "sound",   "files"}},
};

/* Filled with something everywhere, and with nothing: every part of the form stands in one of them.
 */
static int try(struct forms *forms, size_t page, const char *text, struct reason *reason)
{
	struct value values[NAMES];
	size_t count = 0;
	struct text out;
	int result;

	for (; count < NAMES && pages[page].names[count] != NULL; count++)
		values[count] = (struct value){pages[page].names[count], text};
	text_init(&out, 0);
	result = forms_fill(forms, pages[page].form, values, count, &out, reason);
	text_done(&out);
	return result;
}

size_t archive_check(const char *templates, const char *site_templates,
		     void (*report)(void *context, const char *line), void *context)
{
	struct template_set *set = template_set_new(templates, site_templates);
	char **languages = template_set_languages(set);
	size_t faults = 0;

	for (char **language = languages; *language != NULL; language++) {
		struct forms *forms = forms_new(templates, site_templates, *language);

		for (size_t page = 0; page < ARRAY_LEN(pages); page++) {
			struct reason reason;

			if (try(forms, page, "x", &reason) == 0 &&
			    try(forms, page, "", &reason) == 0)
				continue;
			report(context, reason.text);
			faults++;
		}
		forms_free(forms);
	}
	g_strfreev(languages);
	template_set_free(set);
	return faults;
}
