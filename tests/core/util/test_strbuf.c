/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"

static void a_text_never_grows_past_its_maximum(void **state)
{
	struct strbuf text;

	(void)state;
	strbuf_init(&text, 10);
	strbuf_add(&text, "12345");
	strbuf_addf(&text, "%d", 67890123);
	assert_string_equal(text.bytes, "1234567890");
	assert_true(text.overflow);
	strbuf_done(&text);
}

static void long_formats_are_not_cut(void **state)
{
	struct strbuf text;
	char *thousand = base_alloc(1001);

	(void)state;
	memset(thousand, 'x', 1000);
	thousand[1000] = '\0';
	strbuf_init(&text, 0);
	strbuf_addf(&text, "<%s>", thousand);
	assert_int_equal(text.len, 1002);
	free(thousand);
	strbuf_done(&text);
}

static void lines_come_one_by_one_with_or_without_a_last_newline(void **state)
{
	const char *buffer = "one\n\nthree", *cursor = buffer, *line;
	size_t len, count = 0;

	(void)state;
	while (strbuf_next_line(&cursor, buffer + strlen(buffer), &line, &len))
		count++;
	assert_int_equal(count, 3);
	assert_int_equal(len, 5);
}

static void numbers_are_whole_and_bounded(void **state)
{
	(void)state;
	assert_int_equal(strbuf_number("42", 100), 42);
	assert_int_equal(strbuf_number("101", 100), -1);
	assert_int_equal(strbuf_number("4x", 100), -1);
	assert_int_equal(strbuf_number("", 100), -1);
	assert_int_equal(strbuf_number("99999999999999999999999", 100), -1);
	assert_int_equal(strbuf_number("5", 4), -1);
	assert_int_equal(strbuf_number("2147483647", INT32_MAX), INT32_MAX);
	assert_int_equal(strbuf_number("2147483648", INT32_MAX), -1);
	assert_true(strbuf_large_number("1000000000000", INT64_C(1000000000000)) ==
		    INT64_C(1000000000000));
	assert_true(strbuf_large_number("1000000000001", INT64_C(1000000000000)) == -1);
	assert_true(strbuf_large_number("9223372036854775807", INT64_MAX) == INT64_MAX);
	assert_true(strbuf_large_number("9223372036854775808", INT64_MAX) == -1);
}

static void a_reason_gains_context_on_its_way_up(void **state)
{
	struct reason reason;

	(void)state;
	reason_set(&reason, "no square %s", "k9");
	reason_prefix(&reason, "%s:%d: ", "games/x.variant", 12);
	assert_string_equal(reason.text, "games/x.variant:12: no square k9");
}

static void the_digest_is_sha256(void **state)
{
	struct sha256 digest;

	(void)state;
	sha256_pair("arbiter ", 8, "secret 1", 8, &digest);
	assert_string_equal(digest.hex,
			    "a4b66947ab90437c65ffec3336787ac44df470fc7720c04cc68ac6b4daa27833");
}

static void halves_of_utf_16_are_no_characters(void **state)
{
	static const struct {
		const char *bytes;
		size_t len;
	} rows[] = {
		{"\xed\x9f\xbf", 3}, {"\xed\xa0\x80", 0}, {"\xed\xbf\xbf", 0}, {"\xee\x80\x80", 3}};
	uint32_t code;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		assert_int_equal(utf8_decode(rows[i].bytes, &code), rows[i].len);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_never_grows_past_its_maximum),
		cmocka_unit_test(long_formats_are_not_cut),
		cmocka_unit_test(lines_come_one_by_one_with_or_without_a_last_newline),
		cmocka_unit_test(numbers_are_whole_and_bounded),
		cmocka_unit_test(a_reason_gains_context_on_its_way_up),
		cmocka_unit_test(the_digest_is_sha256),
		cmocka_unit_test(halves_of_utf_16_are_no_characters),
	};

	return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
