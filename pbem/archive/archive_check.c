/* SPDX-License-Identifier: MIT */
/* Checks that the templates of an archive's pages can be filled, before anybody makes a page. */
#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/archive/archive.h"
#include "pbem/archive/html_template.h"
#include "pbem/compose/template.h"

enum { NAMES = 32 };

/* The pages, and the values of each (pbem-template(5)). */
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

/* Fills a page's template with `text` for every value. With a text and with "" together, every part
 * of the template is used. */
static int try_template(struct html_template *forms, size_t page, const char *text,
			struct reason *reason)
{
	struct value values[NAMES];
	size_t count = 0;
	struct strbuf out;
	int result;

	for (; count < NAMES && pages[page].names[count] != NULL; count++)
		values[count] = (struct value){pages[page].names[count], text};
	strbuf_init(&out, 0);
	result = html_template_fill(forms, pages[page].form, values, count, &out, reason);
	strbuf_done(&out);
	return result;
}

size_t archive_check(const char *templates, const char *site_templates,
		     void (*report)(void *context, const char *line), void *context)
{
	struct template_set *set = template_set_new(templates, site_templates);
	char **languages = template_set_languages(set);
	size_t faults = 0;

	for (char **language = languages; *language != NULL; language++) {
		struct html_template *forms =
			html_template_new(templates, site_templates, *language);

		for (size_t page = 0; page < ARRAY_LEN(pages); page++) {
			struct reason reason;

			if (try_template(forms, page, "x", &reason) == 0 &&
			    try_template(forms, page, "", &reason) == 0)
				continue;
			report(context, reason.text);
			faults++;
		}
		html_template_free(forms);
	}
	g_strfreev(languages);
	template_set_free(set);
	return faults;
}
