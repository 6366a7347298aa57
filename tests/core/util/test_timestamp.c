/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/timestamp.h"
#include "tests/lib/pace.h"

/* Each day once, at some time of it: of years with and without a 29th of February. */
static void what_is_written_is_read_as_the_same_moment(void **state)
{
	char stamp[TIMESTAMP_SIZE];

	(void)state;
	for (int64_t day = 0; day < 2932897; day += pace(1, 29)) {
		const int64_t when = day * SECONDS_A_DAY + day * 7919 % SECONDS_A_DAY;

		timestamp_print(when, stamp);
		if (timestamp_read(stamp) != when)
			fail_msg("%s is read as %lld, not %lld", stamp,
				 (long long)timestamp_read(stamp), (long long)when);
	}
}

static void what_no_calendar_has_is_no_moment(void **state)
{
	static const char *const wrong[] = {
		"",
		"2026",
		"2026-11-21",
		"2026-11-21T02:26:10",
		"2026-11-21T02:26:10Z ",
		"2026-11-21T02:26:10z",
		"2026-11-21 02:26:10Z",
		"2026-02-29T00:00:00Z",
		"2100-02-29T00:00:00Z",
		"2026-04-31T00:00:00Z",
		"2026-00-10T00:00:00Z",
		"2026-13-10T00:00:00Z",
		"2026-11-00T00:00:00Z",
		"2026-11-21T24:00:00Z",
		"2026-11-21T02:60:10Z",
		"2026-11-21T02:26:60Z",
		"2026-11-21T02:26:1xZ",
		"1969-12-31T23:59:59Z",
		"2026-1-210T02:26:10Z",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
		if (timestamp_read(wrong[i]) != -1)
			fail_msg("\"%s\" is read", wrong[i]);
	assert_int_equal(timestamp_read("2024-02-29T23:59:59Z"), 1709251199);
	assert_int_equal(timestamp_read("1970-01-01T00:00:00Z"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read_as_the_same_moment),
		cmocka_unit_test(what_no_calendar_has_is_no_moment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
