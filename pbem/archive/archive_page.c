/* SPDX-License-Identifier: MIT */
/* What the pages of an archive have in common. */
#include <string.h>

#include "core/base/stamp.h"
#include "core/words/words.h"
#include "pbem/archive/archive_inner.h"

void archive_page_init(struct archive_page *page, struct archive *archive, const char *root)
{
	page->archive = archive;
	page->count = 0;
	text_add(archive_page_add(page, "root"), root);
	text_add(archive_page_add(page, "language"), archive->language);
	forms_add(archive->wish->name, archive_page_add(page, "site"));
}

struct text *archive_page_add(struct archive_page *page, const char *name)
{
	struct text *text = &page->texts[page->count];

	if (page->count == ARCHIVE_VALUES)
		base_give_up("a page has too many values");
	text_init(text, SIZE_MAX);
	page->values[page->count++].name = name;
	return text;
}

int archive_page_put(struct archive_page *page, const char *form, const char *name,
		     struct reason *reason)
{
	struct text out;
	int result;

	text_init(&out, SIZE_MAX);
	for (size_t i = 0; i < page->count; i++)
		page->values[i].text = page->texts[i].bytes;
	result = forms_fill(page->archive->forms, form, page->values, page->count, &out, reason);
	text_add(&out, ARCHIVE_MARK);
	if (result == 0)
		result = shelf_put(&page->archive->shelf, name, out.bytes, out.len, reason);
	for (size_t i = 0; i < page->count; i++)
		text_done(&page->texts[i]);
	text_done(&out);
	return result;
}

char *archive_player_page(const char *name)
{
	struct digest digest;

	digest_bytes(name, strlen(name), &digest);
	return base_printf("players/%.*s", ARCHIVE_PLAYER, digest.hex);
}

void archive_add_time(int64_t when, struct text *out)
{
	char stamp[STAMP_SIZE];

	stamp_print(when, stamp);
	text_addf(out, "<time datetime=\"%s\">%.10s</time>", stamp, stamp);
}
