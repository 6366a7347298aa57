/* SPDX-License-Identifier: MIT */
/* Time in which no run had all the letters: what it does to what games ask, and when it is an
 * outage. */
#include "tests/lib/clockscene.h"

#include "pbem/batch/outage.h"

static void stand_still(struct scene *scene, int64_t from, int64_t to)
{
	const struct outage outage = {from, to};
	struct event_list events;

	event_list_init(&events);
	clock_add_outage(&outage, &events);
	scene_enter(scene, &events, "clock");
}

/* A question that was asked before the outage has lost all of it, one that was asked meanwhile the
 * rest; one that is asked later none. */
static void an_outage_counts_for_no_deadline(void **state)
{
	const struct outage outage = {START + HOUR, START + 31 * HOUR};
	struct scene scene;

	(void)state;
	begin_three(&scene);
	assert_true(clock_outage_moves_deadline(&scene.game, &outage));
	scene_done(&scene, WHITE, "MOVE d7-d6");
	stand_still(&scene, outage.from, outage.to);
	assert_int_equal(scene_deadline(&scene, THIRD), scene_after(START + 30 * HOUR, 48));
	assert_int_equal(scene_deadline(&scene, RED), 0);
	assert_false(clock_outage_moves_deadline(&scene.game, &outage));
	scene_end(&scene);
	begin_answered(&scene, START + 21 * HOUR);
	stand_still(&scene, outage.from, outage.to);
	assert_int_equal(scene_deadline(&scene, THIRD), scene_after(outage.to, 48));
	scene_end(&scene);
	begin_answered(&scene, START + 40 * HOUR);
	assert_false(clock_outage_moves_deadline(&scene.game, &outage));
	stand_still(&scene, outage.from, outage.to);
	assert_int_equal(scene_deadline(&scene, THIRD), scene_after(START + 40 * HOUR, 48));
	scene_end(&scene);
}

static void an_outage_that_lasts_is_counted_once(void **state)
{
	struct scene scene;

	(void)state;
	begin_answered(&scene, START);
	for (unsigned i = 0; i < 2; i++) {
		stand_still(&scene, START + HOUR, START + 11 * HOUR);
		assert_int_equal(scene_deadline(&scene, THIRD), scene_after(START + 10 * HOUR, 48));
	}
	stand_still(&scene, START + HOUR, START + 16 * HOUR);
	assert_int_equal(scene_deadline(&scene, THIRD), scene_after(START + 15 * HOUR, 48));
	stand_still(&scene, START + 20 * HOUR, START + 27 * HOUR);
	assert_int_equal(scene_deadline(&scene, THIRD), scene_after(START + 22 * HOUR, 48));
	scene_end(&scene);
}

/* The hours of Panic, too, which run from the first letter by which the turn can be sent. */
static void an_outage_counts_for_no_panic(void **state)
{
	struct scene scene;
	int64_t until;

	(void)state;
	scene_begin(&scene, "knightmare", NULL, 0);
	scene_give(&scene, WHITE, "Panic");
	scene_done(&scene, WHITE, "MOVE e2-e4\nPLAY Panic");
	until = scene_deadline(&scene, BLACK);
	assert_int_not_equal(until, 0);
	stand_still(&scene, START + HOUR, START + 8 * HOUR);
	assert_int_equal(scene_deadline(&scene, BLACK), until + 7 * HOUR);
	scene_end(&scene);
}

static void what_is_no_outage_is_refused(void **state)
{
	static const char *const texts[] = {
		"",
		"2026-11-21T02:26:10Z",
		"2026-11-21T02:26:10Z 2026-11-21T02:26:10Z",
		"yesterday today",
		"2026-11-21T02:26:10Z 2026-11-20T02:26:10Z",
		"2026-11-21T02:26:10Z 2026-11-22T02:26:10Z x",
	};
	const struct entry_head head = {2, START, "clock"};
	struct scene scene;
	struct reason reason;

	(void)state;
	scene_begin(&scene, "knightmare", NULL, 0);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		const struct event event = event_about(EVENT_OUTAGE, NO_SIDE, 0, texts[i]);

		assert_true(game_apply(&scene.game, &head, &event, &reason) < 0);
	}
	scene_end(&scene);
}

/* The permitted time between two runs that fetch all messages: by configuration, or three times the
 * usual one. */
static void the_limit_follows_the_usual_interval(void **state)
{
	static const struct {
		const char *intervals;
		long chosen;
		int64_t when, limit;
	} rows[] = {
		{"", 0, 0, 0},
		{"", 12, 0, 0},
		{"", 0, START, 0},
		{"", 12, START, 12 * HOUR},
		{"300 300 300", 0, START, 6 * HOUR},
		{"300 300 86400 300 300", 0, START, 6 * HOUR},
		{"86400 86400 86400 60 60", 0, START, 72 * HOUR},
		{"86400 86400 86400 60 60", 12, START, 12 * HOUR},
		{"7200", 0, START, 6 * HOUR},
		{"7300", 0, START, 21900},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct config config = {.outage_hours = rows[i].chosen};
		struct fetched fetched = {.when = rows[i].when};

		strcpy(fetched.intervals, rows[i].intervals);
		assert_true(outage_limit(&config, &fetched) == rows[i].limit);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_outage_counts_for_no_deadline),
		cmocka_unit_test(an_outage_that_lasts_is_counted_once),
		cmocka_unit_test(an_outage_counts_for_no_panic),
		cmocka_unit_test(what_is_no_outage_is_refused),
		cmocka_unit_test(the_limit_follows_the_usual_interval),
	};

	return cmocka_run_group_tests_name("outage", tests, chess_set_up, chess_tear_down);
}
