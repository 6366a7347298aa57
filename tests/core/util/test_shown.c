/* SPDX-License-Identifier: MIT */
/* Text from others is shown without controlling a terminal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/utf8.h"

static void assert_shown(const char *text, bool lines, const char *wanted)
{
	struct strbuf out;

	strbuf_init(&out, 0);
	utf8_show(&out, text, strlen(text), lines);
	assert_string_equal(out.bytes, wanted);
	strbuf_done(&out);
}

static void what_a_terminal_obeys_is_written_by_its_number(void **state)
{
	(void)state;
	assert_shown("plain text, J\u00fcrgen \u2654 \U0001f600", false,
		     "plain text, J\u00fcrgen \u2654 \U0001f600");
	assert_shown("a\033[31mb", false, "a\\u{1B}[31mb");
	assert_shown("\xc2\x9b"
		     "31m",
		     false, "\\u{9B}31m");
	assert_shown("a\u202eb\u2066c\u200fd\u061ce", false,
		     "a\\u{202E}b\\u{2066}c\\u{200F}d\\u{61C}e");
	assert_shown("a\rb\x7f", true, "a\\u{D}b\\u{7F}");
	assert_shown("a\nb\tc", false, "a\\u{A}b\tc");
	assert_shown("a\nb\tc", true, "a\nb\tc");
	assert_shown("a\u2028b\u2029c\xc2\x85", true, "a\\u{2028}b\\u{2029}c\\u{85}");
	assert_shown("\xff\xc3", false, "\\xFF\\xC3");
	assert_shown("\xc0\x9b \xed\xa0\x80", false, "\\xC0\\x9B \\xED\\xA0\\x80");
}

/* Random bytes. */
static void nothing_that_acts_is_left(void **state)
{
	uint32_t seed = 1;

	(void)state;
	for (int i = 0; i < 20000; i++) {
		char bytes[64];
		size_t len = (size_t)(i % 64);
		struct strbuf out;

		for (size_t k = 0; k < len; k++) {
			seed = seed * 1664525u + 1013904223u;
			/* Many bytes that begin the sequences tested here. */
			bytes[k] = seed >> 30 == 0   ? (char)(0xe2 - (seed >> 28 & 1) * 0x20)
				   : seed >> 30 == 1 ? (char)(0x80 + (seed >> 16 & 0x3f))
						     : (char)(seed >> 16);
		}
		strbuf_init(&out, 0);
		utf8_show(&out, bytes, len, false);
		for (const char *at = out.bytes; *at != '\0';) {
			uint32_t code = 0;
			const size_t step = utf8_decode(at, &code);

			assert_true(step > 0);
			assert_true(code == '\t' || !utf8_is_active(code));
			at += step;
		}
		strbuf_done(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_a_terminal_obeys_is_written_by_its_number),
		cmocka_unit_test(nothing_that_acts_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
