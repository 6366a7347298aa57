/* SPDX-License-Identifier: MIT */
/* Templates of letters, and those of the archive's pages: checked, and filled. The first byte
 * selects one of them. */
#include "tests/fuzz/fuzz.h"

#include <sys/stat.h>

#include "pbem/archive/html_template.h"
#include "pbem/compose/template.h"
#include "pbem/compose/template_catalog.h"

static char *values_folder, *pages_folder;

static void template_start(void)
{
	values_folder = base_printf("%s/letters", fuzz_folder());
	pages_folder = base_printf("%s/pages", fuzz_folder());
	mkdir(values_folder, 0700);
	mkdir(pages_folder, 0700);
}

static void report(void *context, const char *line)
{
	(void)context;
	if (*line == '\0')
		fuzz_fail("a fault without words");
}

/* All names that a turn's letter offers; short values and long ones. */
static size_t make_values(struct value *values, size_t most)
{
	static const char *const texts[] = {"", "one", "two\nlines\n",
					    "e2-e4 Nf3 \xc3\xa4\xe4\xb8\xad"};
	const char *const *names = template_catalog_table_names("turn");
	size_t count = 0;

	for (; names != NULL && names[count] != NULL && count < most; count++)
		values[count] = (struct value){names[count], texts[count % ARRAY_LEN(texts)]};
	return count;
}

static void fill_letter(const char *bytes, size_t len, const struct value *values, size_t count)
{
	struct template_set *set = template_set_new(values_folder, NULL);
	size_t tables, faults;
	const struct template_names *table = template_catalog_table(&tables);
	struct strbuf subject, body;
	struct reason reason = {.text = ""};

	fuzz_write("letters/turn.txt", bytes, len);
	strbuf_init(&subject, 0);
	strbuf_init(&body, 0);
	faults = template_check(set, table, tables, report, NULL);
	if (template_fill(set, "", "turn", values, count, &subject, &body, NULL, &reason) < 0 &&
	    (reason.text[0] == '\0' || subject.len + body.len > 0))
		fuzz_fail("not filled, and: %s", reason.text);
	(void)faults;
	strbuf_done(&subject);
	strbuf_done(&body);
	template_set_free(set);
}

static void template_once(const char *bytes, size_t len)
{
	unsigned which = fuzz_pick(&bytes, &len, 2);
	struct value values[200];
	size_t count = make_values(values, ARRAY_LEN(values));
	struct reason reason = {.text = ""};
	struct html_template *forms;
	struct strbuf out;

	if (which == 0) {
		fill_letter(bytes, len, values, count);
		return;
	}
	fuzz_write("pages/x.html", bytes, len);
	strbuf_init(&out, 0);
	forms = html_template_new(pages_folder, pages_folder, "");
	if (html_template_fill(forms, "x", values, count, &out, &reason) < 0 &&
	    reason.text[0] == '\0')
		fuzz_fail("refused without a reason");
	html_template_free(forms);
	strbuf_done(&out);
}

const struct fuzz fuzz_template = {"template", template_start, template_once};
