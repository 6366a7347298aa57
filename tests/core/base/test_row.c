/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/base.h"
#include "core/base/row.h"
#include "core/base/text.h"

struct thing {
	uint8_t small;
	bool flag;
	int32_t place;
	uint64_t long_one;
	uint16_t many[4];
	char sum[5], said[12];
};

struct box {
	struct thing things[3];
	uint8_t count;
};

static const struct row_field of_thing[] = {
	ROW_NUMBER(struct thing, small, 200),
	ROW_NUMBER(struct thing, flag, 1),
	ROW_INTEGER(struct thing, place, INT32_MAX),
	ROW_NUMBER(struct thing, long_one, UINT64_MAX),
	ROW_NUMBERS(struct thing, many, uint16_t, 999),
	ROW_STRING(struct thing, sum, ROW_WORD),
	ROW_STRING(struct thing, said, ROW_TEXT),
};
static const struct row thing_row = ROW("thing", of_thing);
static const struct row_list things = ROW_LIST("thing", of_thing, struct box, things, count);

static const struct thing full = {
	.small = 200,
	.flag = true,
	.place = -17,
	.long_one = UINT64_MAX,
	.many = {0, 999, 3},
	.sum = "ab12",
	.said = "a\nb \\n c",
};
static const char full_line[] = " small=200 flag=1 place=-17 long_one=18446744073709551615 "
				"many=0,999,3 sum=ab12 said=a\\nb \\\\n c";

static void assert_same(const struct thing *a, const struct thing *b)
{
	struct text first, second;

	text_init(&first, 0);
	text_init(&second, 0);
	row_write(&thing_row, 7, a, &first);
	row_write(&thing_row, 7, b, &second);
	assert_string_equal(first.bytes, second.bytes);
	text_done(&first);
	text_done(&second);
}

static void what_is_written_is_read_again(void **state)
{
	static const struct thing empty = {0};
	struct thing again;
	struct text text;

	(void)state;
	text_init(&text, 0);
	row_write(&thing_row, ROW_ALONE, &full, &text);
	text_add_char(&text, '\0');
	text.bytes[text.len - 2] = '\0';
	assert_string_equal(text.bytes + strlen("thing"), full_line);
	assert_true(row_read(&thing_row, full_line, &again));
	assert_same(&again, &full);
	text_clear(&text);
	row_write(&thing_row, 12, &empty, &text);
	assert_string_equal(text.bytes, "thing 12 small=0 flag=0 place=0 long_one=0 many=0 sum= "
					"said=\n");
	assert_true(row_read(&thing_row,
			     " small=0 flag=0 place=0 long_one=0 many=0 sum= said=", &again));
	assert_same(&again, &empty);
	text_done(&text);
}

/* One line that is a little otherwise than row_write has it. */
static bool reads_with(const char *was, const char *is)
{
	const char *at = strstr(full_line, was);
	struct thing thing;
	bool read;
	char *line;

	assert_non_null(at);
	line = base_printf("%.*s%s%s", (int)(at - full_line), full_line, is, at + strlen(was));
	read = row_read(&thing_row, line, &thing);
	free(line);
	return read;
}

static void nothing_else_is_read(void **state)
{
	(void)state;
	assert_true(reads_with("small=200", "small=20"));
	assert_false(reads_with("small=200", "small=201"));
	assert_false(reads_with("small=200", "small=456")); /* 200 in a byte */
	assert_false(reads_with("small=200", "small=0200"));
	assert_false(reads_with("small=200", "small=+20"));
	assert_false(reads_with("small=200", "small="));
	assert_false(reads_with("small=200", "small=1,2"));
	assert_false(reads_with(" small=200", ""));
	assert_false(reads_with(" small", "  small"));
	assert_false(reads_with("flag=1", "flag=2"));
	assert_false(reads_with("place=-17", "place=-0"));
	assert_false(reads_with("place=-17", "place=--1"));
	assert_false(reads_with("place=-17", "place=2147483648"));
	assert_false(reads_with("18446744073709551615", "18446744073709551616"));
	assert_true(reads_with("0,999,3", "0,0,0,4"));
	assert_false(reads_with("0,999,3", "0,1000"));
	assert_false(reads_with("0,999,3", "1,2,3,4,5"));
	assert_false(reads_with("0,999,3", "1,,3"));
	assert_false(reads_with("0,999,3", "1,"));
	assert_true(reads_with("sum=ab12", "sum="));
	assert_false(reads_with("sum=ab12", "sum=ab1"));
	assert_false(reads_with("sum=ab12", "sum=ab123"));
	assert_false(reads_with("said=a", "said=\\x"));
	assert_false(reads_with("n c", "n c\\"));
	assert_true(reads_with("n c", "n c56"));
	assert_false(reads_with("n c", "n c5678"));
}

static void a_list_is_read_in_its_order_and_no_further(void **state)
{
	struct box box = {.things = {full, full}, .count = 2}, again = {.count = 0};
	struct text text;

	(void)state;
	text_init(&text, 0);
	row_write_list(&things, &box, &text);
	assert_true(text_starts(text.bytes, "thing 0 small=200 "));
	assert_non_null(strstr(text.bytes, "\nthing 1 small=200 "));
	for (unsigned i = 0; i < 4; i++) {
		char *early = base_printf(" %u%s", i + 1, full_line);
		char *line = base_printf(" %u%s", i, full_line);

		assert_false(row_read_next(&things, early, &again));
		assert_int_equal(row_read_next(&things, line, &again), i < 3);
		free(early);
		free(line);
	}
	assert_int_equal(again.count, 3);
	assert_same(&again.things[2], &full);
	text_done(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read_again),
		cmocka_unit_test(nothing_else_is_read),
		cmocka_unit_test(a_list_is_read_in_its_order_and_no_further),
	};

	return cmocka_run_group_tests_name("row", tests, NULL, NULL);
}
