/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/packing.h"
#include "core/util/strbuf.h"

struct part {
	uint8_t kind;
	uint32_t place;
};

struct thing {
	uint8_t small;
	bool flag;
	int64_t when;
	uint16_t many[3];
	char sum[5], said[2][12];
	struct part parts[3];
	uint8_t part_count;
	bool there;
	char hidden[8];
	uint64_t *grown;
	size_t count, size;
};

/* It has padding between its members. */
#define THIS struct part
static const struct packing_member of_part[] = {PACK_MOST(kind, 7), PACK_RAW(place)};
static const struct packing part = PACKING(of_part);
#undef THIS

#define THIS struct thing
static const struct packing_member of_rest[] = {PACK_TEXT(hidden)};
static const struct packing rest = PACKING(of_rest);
static const struct packing_member of_thing[] = {
	PACK_MOST(small, 200),
	PACK_MOST(flag, 1),
	PACK_MOST(when, INT64_MAX),
	PACK_EACH(many, uint16_t, 999),
	PACK_WORD(sum),
	PACK_TEXTS(said),
	PACK_LIST(parts, part_count, part),
	PACK_GROWN(grown, count, size),
};
static const struct packing thing = PACKING(of_thing);
static const struct packing_member of_optional[] = {PACK_IF(there, rest)};
static const struct packing optional = PACKING(of_optional);
#undef THIS

/* Where the bytes of members are in a packed `full`. */
enum {
	AT_SMALL,
	AT_FLAG,
	AT_WHEN,
	AT_MANY = AT_WHEN + 8,
	AT_SUM = AT_MANY + 6,
	AT_SAID = AT_SUM + 2 + 4,
	AT_PARTS = AT_SAID + 2 + 3 + 2,
	AT_GROWN = AT_PARTS + 1 + 2 * 5,
	AT_END = AT_GROWN + sizeof(size_t) + 2 * 8,
};

/* Fills what isn't saved, such as padding, with the given byte. */
static void fill(struct thing *value, int other)
{
	memset(value, other, sizeof *value);
	value->small = 200;
	value->flag = true;
	value->when = 17;
	value->many[0] = 0, value->many[1] = 999, value->many[2] = 3;
	strcpy(value->sum, "ab12");
	strcpy(value->said[0], "a b");
	strcpy(value->said[1], "");
	value->part_count = 2;
	for (unsigned i = 0; i < 2; i++) {
		value->parts[i].kind = (uint8_t)(6 + i);
		value->parts[i].place = 70000 + i;
	}
	value->count = value->size = 2;
	value->grown = base_zalloc(2, sizeof *value->grown);
	value->grown[1] = UINT64_MAX;
}

static void pack_full(int other, struct strbuf *out)
{
	struct thing value;

	fill(&value, other);
	strbuf_init(out, 0);
	packing_write(&thing, &value, out);
	free(value.grown);
}

static bool reads(const struct strbuf *bytes, size_t len, struct thing *value_out)
{
	struct packed packed = {bytes->bytes, bytes->bytes + len};

	memset(value_out, 0, sizeof *value_out);
	return packing_read(&thing, &packed, value_out) && packed.cursor == packed.end;
}

static void what_is_written_is_read_again(void **state)
{
	struct strbuf bytes;
	struct thing again;

	(void)state;
	pack_full(0, &bytes);
	assert_int_equal(bytes.len, AT_END);
	assert_true(reads(&bytes, bytes.len, &again));
	assert_int_equal(again.small, 200);
	assert_true(again.flag);
	assert_int_equal(again.when, 17);
	assert_int_equal(again.many[1], 999);
	assert_string_equal(again.sum, "ab12");
	assert_string_equal(again.said[0], "a b");
	assert_string_equal(again.said[1], "");
	assert_int_equal(again.part_count, 2);
	assert_int_equal(again.parts[1].kind, 7);
	assert_int_equal(again.parts[1].place, 70001);
	assert_int_equal(again.count, 2);
	assert_true(again.size >= 2);
	assert_true(again.grown[1] == UINT64_MAX);
	free(again.grown);
	strbuf_done(&bytes);
}

/* Padding, unused elements and the ends of strings don't change the bytes. */
static void only_what_is_used_is_written(void **state)
{
	struct strbuf one, two;

	(void)state;
	pack_full(0, &one);
	pack_full(0xa5, &two);
	assert_int_equal(one.len, two.len);
	assert_memory_equal(one.bytes, two.bytes, one.len);
	strbuf_done(&one);
	strbuf_done(&two);
}

/* Reports whether the bytes are read with that byte changed. */
static bool reads_with(size_t at, unsigned byte)
{
	struct strbuf bytes;
	struct thing again;
	bool read;

	pack_full(0, &bytes);
	bytes.bytes[at] = (char)byte;
	read = reads(&bytes, bytes.len, &again);
	free(again.grown);
	strbuf_done(&bytes);
	return read;
}

static void nothing_else_is_read(void **state)
{
	(void)state;
	assert_true(reads_with(AT_SMALL, 20));
	assert_false(reads_with(AT_SMALL, 201));
	assert_false(reads_with(AT_FLAG, 2));
	/* A negative time, in either order of bytes. */
	assert_int_equal(reads_with(AT_WHEN, 255) + reads_with(AT_WHEN + 7, 255), 1);
	assert_false(reads_with(AT_MANY + 3, 255));
	assert_false(reads_with(AT_SUM + 2, ' '));
	assert_false(reads_with(AT_SUM + 2, 200));
	assert_false(reads_with(AT_SUM + 5, 0));
	assert_true(reads_with(AT_SAID + 2, '\n'));
	assert_false(reads_with(AT_SAID + 2, 0));
	assert_false(reads_with(AT_SAID, 12));
	assert_false(reads_with(AT_SAID + 1, 255));
	assert_false(reads_with(AT_PARTS, 4));
	assert_false(reads_with(AT_PARTS + 1, 8));
	for (unsigned i = 0; i < sizeof(size_t); i++)
		assert_false(reads_with(AT_GROWN + i, 255));
}

static void no_byte_may_be_missing_or_left(void **state)
{
	struct strbuf bytes;
	struct thing again;

	(void)state;
	pack_full(0, &bytes);
	for (size_t len = 0; len <= bytes.len; len++) {
		assert_int_equal(reads(&bytes, len, &again), len == bytes.len);
		free(again.grown);
	}
	strbuf_add_char(&bytes, '\0');
	assert_false(reads(&bytes, bytes.len, &again));
	free(again.grown);
	strbuf_done(&bytes);
}

static void a_part_may_be_there_or_not(void **state)
{
	struct thing value = {.there = true, .hidden = "here"}, again = {.small = 3};
	struct strbuf bytes;
	struct packed packed;

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		value.there = i == 0;
		strbuf_init(&bytes, 0);
		packing_write(&optional, &value, &bytes);
		assert_int_equal(bytes.len, i == 0 ? 1 + 2 + 4 : 1);
		packed = (struct packed){bytes.bytes, bytes.bytes + bytes.len};
		assert_true(packing_read(&optional, &packed, &again));
		assert_int_equal(again.there, i == 0);
		assert_string_equal(again.hidden, i == 0 ? "here" : "");
		bytes.bytes[0] = 2;
		packed = (struct packed){bytes.bytes, bytes.bytes + bytes.len};
		assert_false(packing_read(&optional, &packed, &again));
		strbuf_done(&bytes);
	}
}

/* Each number in a table, and in a table in it, changes the sum. */
static void another_layout_has_another_sum(void **state)
{
	struct packing_member members[ARRAY_LEN(of_thing)], inner[ARRAY_LEN(of_part)];
	const struct packing other = PACKING(members), other_part = PACKING(inner);
	const uint64_t sum = packing_sum(&thing, 0);

	(void)state;
	memcpy(inner, of_part, sizeof inner);
	memcpy(members, of_thing, sizeof members);
	members[6].of = &other_part;
	assert_true(packing_sum(&other, 0) == sum);
	inner[1].offset += 4;
	assert_true(packing_sum(&other, 0) != sum);
	inner[1].offset -= 4;
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		members[i].offset++;
		assert_true(packing_sum(&other, 0) != sum);
		members[i].offset--;
		members[i].size++;
		assert_true(packing_sum(&other, 0) != sum);
		members[i].size--;
		members[i].most--;
		assert_true(packing_sum(&other, 0) != sum);
		members[i].most++;
	}
	assert_true(packing_sum(&other, 0) == sum);
	assert_true(packing_sum(&thing, sum) != sum);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read_again),
		cmocka_unit_test(only_what_is_used_is_written),
		cmocka_unit_test(nothing_else_is_read),
		cmocka_unit_test(no_byte_may_be_missing_or_left),
		cmocka_unit_test(a_part_may_be_there_or_not),
		cmocka_unit_test(another_layout_has_another_sum),
	};

	return cmocka_run_group_tests_name("packing", tests, NULL, NULL);
}
