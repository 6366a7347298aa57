/* SPDX-License-Identifier: MIT */
/* For whom the game waits until when, and what follows when that time is over. */
#include "core/gametype/cards/cards_state.h"
#include "tests/lib/clockscene.h"

/* ---- windows ---- */

static void windows_of_others_end_and_the_next_seats_lasts_as_its_turn(void **state)
{
	struct scene scene;

	(void)state;
	begin_three(&scene);
	assert_int_equal(clock_next(&scene.game), 0);
	scene_done(&scene, WHITE, "MOVE d7-d6");
	assert_int_equal(cards_state(&scene.game)->now.window, 1 << RED | 1 << THIRD);
	assert_int_equal(scene_deadline(&scene, RED), 0);
	assert_int_equal(scene_deadline(&scene, THIRD), scene_after(START, 48));
	assert_int_equal(clock_next(&scene.game), scene_deadline(&scene, THIRD));
	assert_int_equal(scene_tick(&scene, scene_deadline(&scene, THIRD)), 0);
	assert_int_equal(scene_tick(&scene, scene_deadline(&scene, THIRD) + 1), 1 << THIRD);
	assert_int_equal(cards_state(&scene.game)->now.window, 1 << RED);
	assert_int_equal(clock_next(&scene.game), 0);
	assert_true(is_told(&scene, EVENT_LAPSE));
	assert_int_equal(scene.game.questions[THIRD].entry, 0);
	scene_done(&scene, RED, "MOVE e2-e3");
	assert_int_equal(scene.game.position.turn, RED);
	scene_end(&scene);
}

static void a_letter_of_the_last_moment_counts_and_a_later_one_doesnt(void **state)
{
	struct scene scene;

	(void)state;
	begin_answered(&scene, START);
	scene.now = scene_deadline(&scene, THIRD) + 1;
	assert_non_null(strstr(scene_tell(&scene, THIRD, "PASS"), "until 2026-11-23 02:27 UTC"));
	assert_int_equal(cards_state(&scene.game)->now.window, 1 << RED | 1 << THIRD);
	/* Talk is never too late. */
	scene_done(&scene, THIRD, "SAY where was I?");
	scene.now = scene_deadline(&scene, THIRD);
	scene_done(&scene, THIRD, "PASS");
	assert_int_equal(cards_state(&scene.game)->now.window, 1 << RED);
	scene_end(&scene);
}

/* [turn-kept]: a pending turn is made when the clock ends the last response time. */
static void a_turn_that_waits_is_done_when_the_window_ends(void **state)
{
	struct scene scene;

	(void)state;
	begin_answered(&scene, START);
	scene_done(&scene, RED, "MOVE e2-e3");
	assert_int_equal(scene.game.position.turn, WHITE);
	scene_tick(&scene, scene_deadline(&scene, THIRD) + 1);
	assert_int_equal(scene.game.position.turn, RED);
	assert_true(is_told(&scene, EVENT_LET_GO) && is_told(&scene, EVENT_PLAYED));
	assert_int_equal(cards_state(&scene.game)->now.window, 1 << WHITE | 1 << THIRD);
	assert_int_equal(scene_deadline(&scene, THIRD), 0);
	assert_int_equal(scene_deadline(&scene, WHITE), scene_after(scene.now, 48));
	scene_end(&scene);
}

/* [mover-may-answer]: the mover may answer the response, and has the usual time; one clock reports
 * both. */
static void a_reaction_begins_the_time_anew(void **state)
{
	static const struct option window[] = {{"window", "5"}};
	struct scene scene;

	(void)state;
	scene_begin(&scene, "knightmare", window, 1);
	scene_give(&scene, BLACK, "Chaos");
	scene_done(&scene, WHITE, "MOVE e2-e4");
	assert_int_equal(scene_deadline(&scene, BLACK), 0);
	scene.now += 100 * HOUR;
	scene_done(&scene, BLACK, "PLAY Chaos");
	/* White moves again: that is the next turn, and White's response time is as long. */
	assert_int_equal(card_state_next(cards_state(&scene.game)), WHITE);
	assert_int_equal(scene_deadline(&scene, WHITE), 0);
	scene_done(&scene, WHITE, "MOVE d2-d4");
	scene_give(&scene, BLACK, "Panic");
	scene_done(&scene, BLACK, "MOVE e7-e5\nPLAY Panic");
	assert_int_equal(scene_deadline(&scene, WHITE), scene_after(scene.now, 24));
	scene_end(&scene);
}

static void without_windows_that_end_only_demands_and_panic_have_a_time(void **state)
{
	static const struct option options[] = {{"cards", "on"}, {"window", "0"}};
	struct scene scene;

	(void)state;
	scene_begin(&scene, "three-player", options, 2);
	scene_done(&scene, WHITE, "MOVE d7-d6");
	assert_int_equal(cards_state(&scene.game)->now.window, 1 << RED);
	assert_int_equal(clock_next(&scene.game), 0);
	scene_end(&scene);
}

/* ---- demands ---- */

static void an_overdue_answer_is_the_first_that_is_legal(void **state)
{
	struct scene scene;

	(void)state;
	scene_begin(&scene, "knightmare", NULL, 0);
	scene_give(&scene, BLACK, "Toll");
	scene_done(&scene, WHITE, "MOVE b1-c3");
	scene_done(&scene, BLACK, "MOVE a7-a6");
	scene_done(&scene, WHITE, "MOVE c3-d5");
	scene_done(&scene, BLACK, "PLAY Toll");
	assert_int_equal(cards_state(&scene.game)->now.phase, PHASE_DEMAND);
	assert_int_equal(scene_deadline(&scene, WHITE), scene_after(START, 48));
	scene.now = scene_after(START, 48) + 1;
	assert_non_null(strstr(scene_tell(&scene, WHITE, "ANSWER NO"), "your message came later"));
	assert_int_equal(scene_tick(&scene, scene.now), 1 << WHITE);
	assert_int_equal(cards_state(&scene.game)->now.phase, PHASE_WINDOW);
	assert_true(is_told(&scene, EVENT_ANSWER));
	assert_string_equal(scene.game.lapsed[WHITE].until, "2026-11-23 02:27 UTC");
	scene_end(&scene);
}

/* ---- Panic ---- */

static void begin_panic(struct scene *scene)
{
	scene_begin(scene, "knightmare", NULL, 0);
	scene_give(scene, WHITE, "Panic");
	scene_done(scene, WHITE, "MOVE e2-e4\nPLAY Panic");
	assert_int_equal(cards_state(&scene->game)->now.window, 1 << BLACK);
	assert_int_equal(scene_deadline(scene, BLACK), scene_after(START, 24));
}

static void under_panic_the_whole_turn_must_be_in(void **state)
{
	struct scene scene;

	(void)state;
	begin_panic(&scene);
	assert_int_equal(scene_tick(&scene, scene_after(START, 24) + 1), 1 << BLACK);
	assert_true(is_told(&scene, EVENT_PLAYED) && is_told(&scene, EVENT_PASS));
	assert_int_equal(scene.game.position.turn, WHITE);
	assert_int_equal(cards_state(&scene.game)->now.phase, PHASE_MOVE);
	/* One turn, and no more. */
	scene_done(&scene, WHITE, "MOVE d2-d4");
	assert_int_equal(scene_deadline(&scene, BLACK), 0);
	scene_done(&scene, BLACK, "MOVE d7-d5");
	assert_int_equal(scene.game.position.turn, BLACK);
	scene_end(&scene);
}

static void passing_first_wins_no_time(void **state)
{
	struct scene scene;

	(void)state;
	begin_panic(&scene);
	scene.now += 20 * HOUR;
	scene_done(&scene, BLACK, "PASS");
	assert_int_equal(scene.game.position.turn, BLACK);
	assert_int_equal(scene_deadline(&scene, BLACK), scene_after(START, 24));
	assert_int_equal(scene_tick(&scene, scene_after(START, 24) + 1), 1 << BLACK);
	assert_int_equal(scene.game.position.turn, WHITE);
	scene_end(&scene);
}

static void a_turn_in_time_is_under_panic_no_more(void **state)
{
	struct scene scene;

	(void)state;
	begin_panic(&scene);
	scene_give(&scene, WHITE, "Chaos");
	scene.now = scene_after(START, 24);
	scene_done(&scene, BLACK, "MOVE e7-e5");
	assert_int_equal(scene.game.position.turn, BLACK);
	assert_int_equal(scene_deadline(&scene, BLACK), 0);
	/* A turn that must be made again has the full time. */
	scene_done(&scene, WHITE, "PLAY Chaos");
	assert_int_equal(card_state_next(cards_state(&scene.game)), BLACK);
	assert_int_equal(scene_deadline(&scene, BLACK), 0);
	scene_done(&scene, BLACK, "PASS");
	assert_int_equal(cards_state(&scene.game)->now.phase, PHASE_MOVE);
	assert_int_equal(scene_deadline(&scene, BLACK), 0);
	scene_end(&scene);
}

/* In a game of three the time runs while the seat can send its turn, and not while it has passed
 * and others haven't. */
static void panic_runs_only_while_the_turn_can_be_sent(void **state)
{
	struct scene scene;

	(void)state;
	begin_three(&scene);
	scene_give(&scene, WHITE, "Panic");
	scene_done(&scene, WHITE, "MOVE d7-d6\nPLAY Panic red");
	assert_int_equal(scene_deadline(&scene, RED), scene_after(START, 24));
	assert_int_equal(scene_deadline(&scene, THIRD), scene_after(START, 48));
	scene.now += HOUR;
	scene_done(&scene, RED, "PASS");
	assert_int_equal(scene_deadline(&scene, RED), 0);
	assert_int_equal(scene_tick(&scene, scene_after(START, 48) + 1), 1 << THIRD);
	assert_int_equal(scene.game.position.turn, RED);
	assert_int_equal(scene_deadline(&scene, RED), scene_after(scene.now, 24));
	scene_end(&scene);
}

/* The seat's response time ends with it; the others' continue, and when they have ended its turn is
 * passed over. */
static void a_turn_can_be_lost_while_others_may_still_answer(void **state)
{
	struct scene scene;

	(void)state;
	begin_three(&scene);
	scene_give(&scene, WHITE, "Panic");
	scene_done(&scene, WHITE, "MOVE d7-d6\nPLAY Panic red");
	assert_int_equal(scene_tick(&scene, scene_after(START, 24) + 1), 1 << RED);
	assert_int_equal(cards_state(&scene.game)->now.window, 1 << THIRD);
	/* The third is next now. */
	assert_int_equal(scene_deadline(&scene, THIRD), 0);
	scene_done(&scene, THIRD, "PASS");
	assert_int_equal(scene.game.position.turn, THIRD);
	assert_true(is_told(&scene, EVENT_PASS));
	scene_end(&scene);
}

/* ---- late messages ---- */

/* If messages had to wait for a run, the time of the questions that they led to counts from when
 * those were mailed. */
static void what_is_asked_late_has_its_whole_time(void **state)
{
	struct scene scene;
	struct event_list events;

	(void)state;
	begin_answered(&scene, START);
	event_list_init(&events);
	event_add(&events, (struct event){
				   .kind = EVENT_LATE,
				   .side = NO_SIDE,
				   .type = NO_TYPE,
				   .seat = NO_SIDE,
				   .by = NO_SIDE,
				   .from = NO_SQUARE,
				   .to = NO_SQUARE,
				   .number = 600,
			   });
	scene.entry--;
	scene_enter(&scene, &events, "sha256:letter");
	assert_int_equal(scene_deadline(&scene, THIRD), scene_after(START + 10 * HOUR, 48));
	scene_end(&scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(windows_of_others_end_and_the_next_seats_lasts_as_its_turn),
		cmocka_unit_test(a_letter_of_the_last_moment_counts_and_a_later_one_doesnt),
		cmocka_unit_test(a_turn_that_waits_is_done_when_the_window_ends),
		cmocka_unit_test(a_reaction_begins_the_time_anew),
		cmocka_unit_test(without_windows_that_end_only_demands_and_panic_have_a_time),
		cmocka_unit_test(an_overdue_answer_is_the_first_that_is_legal),
		cmocka_unit_test(under_panic_the_whole_turn_must_be_in),
		cmocka_unit_test(passing_first_wins_no_time),
		cmocka_unit_test(a_turn_in_time_is_under_panic_no_more),
		cmocka_unit_test(panic_runs_only_while_the_turn_can_be_sent),
		cmocka_unit_test(a_turn_can_be_lost_while_others_may_still_answer),
		cmocka_unit_test(what_is_asked_late_has_its_whole_time),
	};

	return cmocka_run_group_tests_name("clock", tests, chess_set_up, chess_tear_down);
}
