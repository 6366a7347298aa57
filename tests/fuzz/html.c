/* SPDX-License-Identifier: MIT */
/* Pages to text. */
#include "tests/fuzz/fuzz.h"

#include <glib.h>

#include "pbem/mime/charset.h"
#include "pbem/mime/html_to_text.h"

static void html_once(const char *bytes, size_t len)
{
	char *page = charset_text(bytes, len, NULL), *text = html_to_text(page, strlen(page));
	size_t tags;
	char *bare = html_sanitize_comments(page, strlen(page), &tags);

	if (text != NULL && !g_utf8_validate(text, -1, NULL))
		fuzz_fail("not UTF-8");
	if (strlen(bare) > 4 * strlen(page))
		fuzz_fail("a page without comments grew beyond its \"&lt;\"");
	free(bare);
	free(text);
	free(page);
}

const struct fuzz fuzz_html = {"html", NULL, html_once};
