/* SPDX-License-Identifier: MIT */
#include "tests/lib/reply.h"

void expect_new_text(const char *body, const char *expected)
{
	char *why, *text = strip_quotes_new_text(body, MOST, &why);

	assert_string_equal(text, expected);
	free(text);
	free(why);
}
