/* SPDX-License-Identifier: MIT */
/* Bytes that claim to be in a charset: the first line names it. */
#include "tests/fuzz/fuzz.h"

#include <glib.h>

#include "pbem/mime/charset.h"

static void check(const char *text, bool lines)
{
	if (!g_utf8_validate(text, -1, NULL))
		fuzz_fail("not UTF-8");
	for (const char *c = text; *c != '\0'; c++)
		if ((unsigned char)*c < 0x20 && !(lines && (*c == '\n' || *c == '\t')))
			fuzz_fail("a control character");
}

static void charset_once(const char *bytes, size_t len)
{
	const char *end = memchr(bytes, '\n', len);
	size_t name_len = end != NULL ? (size_t)(end - bytes) : 0;
	char *name = fuzz_string(bytes, name_len), *text, *again;

	if (end != NULL) {
		len -= name_len + 1;
		bytes = end + 1;
	}
	text = charset_text(bytes, len, *name != '\0' ? name : NULL);
	check(text, true);
	again = charset_text(text, strlen(text), NULL);
	fuzz_same("read once more", text, again);
	free(again);
	free(text);
	again = fuzz_string(bytes, len);
	text = charset_line(again, 200);
	check(text, false);
	if (strlen(text) > 200)
		fuzz_fail("a line of %zu bytes", strlen(text));
	free(text);
	free(again);
	free(name);
}

const struct fuzz fuzz_charset = {"charset", NULL, charset_once};
