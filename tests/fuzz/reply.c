/* SPDX-License-Identifier: MIT */
/* The new text in a reply, flowed or not. */
#include "tests/fuzz/fuzz.h"

#include "pbem/mime/charset.h"
#include "pbem/mime/quoting/strip_quotes.h"

static void cut(const char *body)
{
	char *why = NULL, *text = strip_quotes_new_text(body, 65536, &why);

	if (text == NULL)
		fuzz_fail("no text");
	if (text[0] == '\n' || (text[0] != '\0' && text[strlen(text) - 1] == '\n'))
		fuzz_fail("blank lines around '%s'", text);
	if (strlen(text) > strlen(body))
		fuzz_fail("there is more new than there is");
	free(text);
	free(why);
}

static void reply_once(const char *bytes, size_t len)
{
	unsigned how = fuzz_pick(&bytes, &len, 3);
	char *body = charset_text(bytes, len, NULL);

	if (how > 0) {
		char *unflowed = format_flowed_join(body, how > 1);

		free(body);
		body = unflowed;
	}
	cut(body);
	free(body);
}

const struct fuzz fuzz_reply = {"reply", NULL, reply_once};
