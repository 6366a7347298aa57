/* SPDX-License-Identifier: MIT */
/* Days of a time zone, compared with a second calculation: by the C library, one hour at a time. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/lib/chess.h"
#include "tests/lib/pace.h"
#include "tests/lib/seed.h"

#include "core/game/game_options.h"
#include "core/util/timestamp.h"
#include "pbem/calendar/calendar.h"

static const char *const zones[] = {
	"UTC",	       "Europe/Berlin", "America/Santiago", "Australia/Sydney", "America/St_Johns",
	"Asia/Kolkata"};

static void use(const char *zone)
{
	setenv("TZ", zone, 1);
	tzset();
}

/* Returns the C library's local time there. */
static struct tm there(int64_t when)
{
	time_t seconds = (time_t)when;
	struct tm parts;

	localtime_r(&seconds, &parts);
	return parts;
}

/* ---- slow and simple ---- */

static bool slow_is_off(const struct tm *parts, const struct game_options *terms)
{
	if (terms->rest >> ((parts->tm_wday + 6) % 7) & 1)
		return true;
	for (unsigned i = 0; i < terms->holiday_count; i++)
		if (terms->holidays[i].month == parts->tm_mon + 1 &&
		    terms->holidays[i].day == parts->tm_mday &&
		    (terms->holidays[i].year == 0 ||
		     terms->holidays[i].year == parts->tm_year + 1900))
			return true;
	return false;
}

/* A day at a time, at the same hour and minute. */
static int64_t slow_days_after(int64_t from, unsigned days, const struct game_options *terms)
{
	struct tm start = there((from + 59) / 60 * 60), then;
	int64_t when = (from + 59) / 60 * 60;

	for (int later = 1; days > 0; later++) {
		then = start;
		then.tm_mday += later;
		then.tm_isdst = -1;
		when = (int64_t)mktime(&then);
		days -= !slow_is_off(&then, terms);
	}
	return when;
}

/* A minute at a time. */
static int64_t slow_counted(int64_t from, int64_t to, const struct game_options *terms)
{
	int64_t counted = 0;

	for (; from < to; from += 60) {
		struct tm parts = there(from);

		counted += slow_is_off(&parts, terms) ? 0 : 60;
	}
	return counted;
}

/* ---- */

static struct game_options terms_of(const char *zone, const char *rest, const char *holidays)
{
	struct game_options terms;
	struct reason reason;

	game_options_init(&terms);
	assert_int_equal(game_options_set(&terms, "zone", zone, &reason), 0);
	assert_int_equal(game_options_set(&terms, "rest", rest, &reason), 0);
	assert_int_equal(game_options_set(&terms, "holidays", holidays, &reason), 0);
	return terms;
}

static void days_are_those_of_a_second_way(void **state)
{
	unsigned seed = 12;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(zones); i++) {
		struct game_options terms =
			terms_of(zones[i], i % 2 ? "sat,sun" : "none", "12-25,12-26,2027-03-26");
		struct calendar calendar;

		use(zones[i]);
		calendar_init(&calendar, &terms, NULL);
		for (unsigned n = 0; n < pace(400, 60); n++) {
			int64_t from = 1795219200 +
				       (int64_t)(seed_below(&seed, 730)) * SECONDS_A_DAY +
				       seed_below(&seed, SECONDS_A_DAY);
			unsigned days = seed_below(&seed, 12);
			int64_t then = calendar_days_after(&calendar, from, days);
			struct tm parts = there(then), begun = there((from + 59) / 60 * 60);

			/* Where the time of day is skipped, or there twice, the two may differ. */
			if (parts.tm_hour == begun.tm_hour && parts.tm_hour > 3)
				assert_int_equal(then, slow_days_after(from, days, &terms));
		}
		calendar_done(&calendar);
	}
	use("UTC");
}

static void seconds_are_those_of_a_second_way(void **state)
{
	unsigned seed = 13;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(zones); i++) {
		struct game_options terms = terms_of(zones[i], i % 2 ? "sun" : "fri,sat", "01-01");
		struct calendar calendar;

		use(zones[i]);
		calendar_init(&calendar, &terms, NULL);
		for (unsigned n = 0; n < 20; n++) {
			int64_t from = 1795219200 +
				       (int64_t)(seed_below(&seed, 730)) * SECONDS_A_DAY +
				       (int64_t)(seed_below(&seed, 1440)) * 60;
			int64_t to = from + (int64_t)(seed_below(&seed, 20000)) * 60;
			int64_t counted = calendar_counted(&calendar, from, to);

			assert_int_equal(counted, slow_counted(from, to, &terms));
			if (counted > 0) {
				int64_t after = calendar_after(&calendar, from, counted);

				assert_true(after <= to);
				assert_int_equal(calendar_counted(&calendar, from, after), counted);
				assert_int_equal(calendar_counted(&calendar, from, after - 60),
						 counted - 60);
			}
		}
		calendar_done(&calendar);
	}
	use("UTC");
}

/* Checks which time is a number of days after a timestamp in a zone. */
static void comes_to(const char *zone, const char *rest, const char *from, unsigned days,
		     const char *to)
{
	struct game_options terms = terms_of(zone, rest, "none");
	struct calendar calendar;
	char stamp[TIMESTAMP_SIZE];

	calendar_init(&calendar, &terms, NULL);
	timestamp_print(calendar_days_after(&calendar, timestamp_read(from), days), stamp);
	assert_string_equal(stamp, to);
	calendar_done(&calendar);
}

static void a_day_has_the_same_time_of_day_across_both_changes(void **state)
{
	(void)state;
	/* 18:00 CET, then CEST: 23 hours; and back: 25. */
	comes_to("Europe/Berlin", "none", "2027-03-27T17:00:00Z", 1, "2027-03-28T16:00:00Z");
	comes_to("Europe/Berlin", "none", "2026-10-24T16:00:00Z", 1, "2026-10-25T17:00:00Z");
	comes_to("Australia/Sydney", "none", "2027-04-03T07:00:00Z", 1, "2027-04-04T08:00:00Z");
	comes_to("Australia/Sydney", "none", "2026-10-03T08:00:00Z", 1, "2026-10-04T07:00:00Z");
	/* 02:30 isn't there: three o'clock is the next that is. */
	comes_to("Europe/Berlin", "none", "2027-03-27T01:30:00Z", 1, "2027-03-28T01:00:00Z");
	comes_to("UTC", "none", "2027-03-27T01:30:01Z", 2, "2027-03-29T01:31:00Z");
}

static void days_off_are_not_counted(void **state)
{
	(void)state;
	/* A Friday, a Saturday; a game asked on Saturday has Monday. */
	comes_to("UTC", "sat,sun", "2026-11-27T15:00:00Z", 1, "2026-11-30T15:00:00Z");
	comes_to("UTC", "sat,sun", "2026-11-28T15:00:00Z", 1, "2026-11-30T15:00:00Z");
	comes_to("UTC", "sat,sun", "2026-11-27T15:00:00Z", 6, "2026-12-07T15:00:00Z");
	/* It is Saturday in Sydney already. */
	comes_to("Australia/Sydney", "sat,sun", "2026-11-26T20:00:00Z", 1, "2026-11-29T20:00:00Z");
}

static void who_is_away_has_those_days_off(void **state)
{
	struct game_options terms = terms_of("UTC", "none", "none");
	struct seat_away away = {.from = {0}};
	struct calendar calendar;
	char stamp[TIMESTAMP_SIZE];

	(void)state;
	calendar_init(&calendar, &terms, &away);
	away.from[2] = (uint32_t)calendar_day(&calendar, timestamp_read("2026-12-24T00:00:00Z"));
	away.to[2] = away.from[2] + 7;
	timestamp_print(calendar_days_after(&calendar, timestamp_read("2026-12-23T12:00:00Z"), 2),
			stamp);
	assert_string_equal(stamp, "2027-01-02T12:00:00Z");
	calendar_done(&calendar);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(days_are_those_of_a_second_way),
		cmocka_unit_test(seconds_are_those_of_a_second_way),
		cmocka_unit_test(a_day_has_the_same_time_of_day_across_both_changes),
		cmocka_unit_test(days_off_are_not_counted),
		cmocka_unit_test(who_is_away_has_those_days_off),
	};

	return cmocka_run_group_tests_name("calendar", tests, NULL, NULL);
}
