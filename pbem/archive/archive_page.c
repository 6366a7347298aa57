/* SPDX-License-Identifier: MIT */
/* The common parts of an archive's pages. */
#include <string.h>

#include "core/notation/vocabulary.h"
#include "core/util/timestamp.h"
#include "pbem/archive/archive_internal.h"

void archive_page_init(struct archive_page *page, struct archive *archive, const char *root)
{
	page->archive = archive;
	page->count = 0;
	strbuf_add(archive_page_add(page, "root"), root);
	strbuf_add(archive_page_add(page, "language"), archive->language);
	html_template_add(archive->request->name, archive_page_add(page, "site"));
}

struct strbuf *archive_page_add(struct archive_page *page, const char *name)
{
	struct strbuf *text = &page->texts[page->count];

	if (page->count == ARCHIVE_VALUES)
		base_give_up("a page has too many values");
	strbuf_init(text, SIZE_MAX);
	page->values[page->count++].name = name;
	return text;
}

int archive_page_put(struct archive_page *page, const char *form, const char *name,
		     struct reason *reason)
{
	struct strbuf out;
	int result;

	strbuf_init(&out, SIZE_MAX);
	for (size_t i = 0; i < page->count; i++)
		page->values[i].text = page->texts[i].bytes;
	result = html_template_fill(page->archive->forms, form, page->values, page->count, &out,
				    reason);
	strbuf_add(&out, ARCHIVE_MARK);
	if (result == 0)
		result = output_dir_put(&page->archive->output, name, out.bytes, out.len, reason);
	for (size_t i = 0; i < page->count; i++)
		strbuf_done(&page->texts[i]);
	strbuf_done(&out);
	return result;
}

char *archive_player_page(const char *name)
{
	struct sha256 digest;

	sha256_bytes(name, strlen(name), &digest);
	return base_printf("players/%.*s", ARCHIVE_PLAYER, digest.hex);
}

void archive_add_time(int64_t when, struct strbuf *out)
{
	char stamp[TIMESTAMP_SIZE];

	timestamp_print(when, stamp);
	strbuf_addf(out, "<time datetime=\"%s\">%.10s</time>", stamp, stamp);
}
