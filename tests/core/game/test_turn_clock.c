/* SPDX-License-Identifier: MIT */
/* Time limits of turns, from events; and a kind of game of our own, in which a seat may pass. */
#include "tests/lib/gameplay.h"

#include "core/game/clock.h"
#include "core/game/turn_clock.h"
#include "core/game/turn_orders.h"
#include "core/gametype/standard/standard_gametype.h"
#include "core/util/timestamp.h"
#include "core/variant/variant_data.h"

enum { BEGUN = 1795219200, DAY = SECONDS_A_DAY, WHITE = 0, BLACK = 1 };

/* ---- the kind ---- */

static enum verdict decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why)
{
	if (orders->count != 1 || orders->orders[0].kind != ORDER_PASS)
		return standard_gametype.decide(game, seat, orders, events, why);
	turn_add_seat(events, EVENT_ORDER, seat, "PASS");
	turn_add_seat(events, EVENT_PASS, seat, NULL);
	turn_add_seat(events, EVENT_TURN, 1 - seat, NULL);
	turn_add_seat(events, EVENT_ASK, 1 - seat, NULL);
	return ACCEPTED;
}

/* ---- a game whose events are written here ---- */

struct clocked {
	struct gametype kind;
	struct variant variant;
	struct game game;
	unsigned entry;
};

static int apply(struct clocked *clocked, int64_t when, const struct event_list *events,
		 struct reason *reason)
{
	const struct entry_head head = {++clocked->entry, when, "moderator"};

	for (size_t i = 0; i < events->count; i++)
		if (game_apply(&clocked->game, &head, &events->events[i], reason) < 0)
			return -1;
	return 0;
}

/* Adds an event, given as a line, in an entry of its own. */
static const char *event(struct clocked *clocked, int64_t when, const char *line)
{
	static struct reason reason;
	struct event_list events;

	event_list_init(&events);
	reason.text[0] = '\0';
	if (event_parse(chess, line, &events, &reason) == 0)
		(void)apply(clocked, when, &events, &reason);
	event_list_done(&events);
	return reason.text;
}

/* Asks White, with a deadline that many seconds later and these terms. */
static void begin(struct clocked *clocked, const char *miss, int64_t until)
{
	struct event_list events;
	struct reason reason;
	struct game_options terms;
	char stamp[TIMESTAMP_SIZE], *line;

	memset(clocked, 0, sizeof *clocked);
	clocked->kind = standard_gametype;
	clocked->kind.decide = decide;
	clocked->variant = *chess;
	clocked->variant.kind = &clocked->kind;
	game_init(&clocked->game, &clocked->variant);
	game_options_init(&terms);
	assert_int_equal(game_options_set(&terms, "days", "3", &reason), 0);
	assert_int_equal(game_options_set(&terms, "grace", "5", &reason), 0);
	assert_int_equal(game_options_set(&terms, "remind", "50,90", &reason), 0);
	assert_int_equal(game_options_set(&terms, "miss", miss, &reason), 0);
	game_set_terms(&clocked->game, &terms);
	event_list_init(&events);
	turn_start(&clocked->game, &events);
	assert_int_equal(apply(clocked, BEGUN, &events, &reason), 0);
	event_list_done(&events);
	if (until == 0)
		return;
	timestamp_print(BEGUN + until, stamp);
	line = base_printf("until white %s", stamp);
	assert_string_equal(event(clocked, BEGUN, line), "");
	free(line);
}

/* Returns what the clock does then, as lines, and applies it. */
static const char *tick(struct clocked *clocked, int64_t now)
{
	static struct strbuf lines;
	struct event_list events;
	struct reason reason = {.text = ""};

	strbuf_done(&lines);
	strbuf_init(&lines, 0);
	event_list_init(&events);
	if (turn_clock_decide(&clocked->game, now, 0, &events)) {
		for (size_t i = 0; i < events.count; i++) {
			strbuf_add(&lines, i > 0 ? "; " : "");
			event_print(chess, &events.events[i], &lines);
		}
		assert_int_equal(apply(clocked, now, &events, &reason), 0);
	}
	event_list_done(&events);
	return lines.bytes;
}

static void reminders_and_the_end_come_in_their_order(void **state)
{
	static struct clocked clocked;

	(void)state;
	begin(&clocked, "moderator", 3 * DAY);
	assert_int_equal(clock_next(&clocked.game), BEGUN + 3 * DAY / 2);
	assert_string_equal(tick(&clocked, BEGUN + 3 * DAY / 2), "");
	assert_string_equal(tick(&clocked, BEGUN + 3 * DAY / 2 + 1), "reminded white 1");
	assert_int_equal(clock_next(&clocked.game), BEGUN + 3 * DAY * 9 / 10);
	assert_string_equal(tick(&clocked, BEGUN + 3 * DAY), "reminded white 2");
	assert_int_equal(clock_next(&clocked.game), BEGUN + 3 * DAY + 5 * SECONDS_AN_HOUR);
	assert_string_equal(tick(&clocked, BEGUN + 3 * DAY + 5 * SECONDS_AN_HOUR), "");
	assert_string_equal(tick(&clocked, BEGUN + 4 * DAY), "missed white 2026-11-24T00:00:00Z");
	assert_int_equal(clock_next(&clocked.game), 0);
	assert_string_equal(tick(&clocked, BEGUN + 400 * DAY), "");
	game_done(&clocked.game);
}

static void a_turn_is_passed_where_that_is_legal(void **state)
{
	static struct clocked clocked;

	(void)state;
	begin(&clocked, "skip", DAY);
	assert_string_equal(tick(&clocked, BEGUN + 2 * DAY),
			    "missed white 2026-11-22T00:00:00Z; order white PASS; pass white; "
			    "turn black; ask black");
	assert_int_equal(clocked.game.questions[WHITE].entry, 0);
	assert_true(clocked.game.questions[BLACK].entry != 0);
	game_done(&clocked.game);
}

static void nobody_is_passed_over_in_check(void **state)
{
	static struct clocked clocked;

	(void)state;
	begin(&clocked, "skip", DAY);
	/* A queen beside the king. */
	assert_string_equal(event(&clocked, BEGUN, "capture white P on e2"), "");
	assert_string_equal(event(&clocked, BEGUN, "move black Q from d8 to e2"), "");
	assert_string_equal(tick(&clocked, BEGUN + 2 * DAY), "missed white 2026-11-22T00:00:00Z");
	game_done(&clocked.game);
}

static void a_seat_may_be_put_out_by_it(void **state)
{
	static struct clocked clocked;

	(void)state;
	begin(&clocked, "forfeit", DAY);
	assert_int_equal(turn_clock_closed(&clocked.game, WHITE, BEGUN + DAY + 1), 0);
	assert_int_equal(turn_clock_closed(&clocked.game, WHITE, BEGUN + 2 * DAY), BEGUN + DAY);
	assert_int_equal(turn_clock_closed(&clocked.game, BLACK, BEGUN + 2 * DAY), 0);
	assert_non_null(strstr(tick(&clocked, BEGUN + 2 * DAY),
			       "missed white 2026-11-22T00:00:00Z; beaten white forfeited"));
	assert_int_equal(clocked.game.outcome.status, STATUS_WON);
	game_done(&clocked.game);
}

static void what_is_only_reminded_of_goes_to_the_moderator_in_the_end(void **state)
{
	static struct clocked clocked;

	(void)state;
	begin(&clocked, "remind", DAY);
	for (unsigned i = 0; i < 3; i++) {
		assert_string_equal(tick(&clocked, BEGUN + 92 * DAY + i),
				    i == 0 ? "missed white 2026-11-22T00:00:00Z"
					   : "missed white 2027-02-19T00:00:00Z");
		assert_int_equal(turn_clock_begins_anew(&clocked.game, WHITE), i < 2);
		if (i < 2)
			assert_string_equal(event(&clocked, BEGUN + 89 * DAY,
						  "until white 2027-02-19T00:00:00Z"),
					    "");
	}
	game_done(&clocked.game);
}

static void no_time_runs_while_a_game_is_paused(void **state)
{
	static struct clocked clocked;

	(void)state;
	begin(&clocked, "forfeit", DAY);
	assert_string_equal(event(&clocked, BEGUN + 1, "pause"), "");
	assert_int_equal(clock_next(&clocked.game), 0);
	assert_int_equal(turn_clock_until(&clocked.game, WHITE), 0);
	assert_string_equal(tick(&clocked, BEGUN + 9 * DAY), "");
	assert_int_equal(turn_clock_closed(&clocked.game, WHITE, BEGUN + 9 * DAY), 0);
	assert_true(*event(&clocked, BEGUN + 2, "pause") != '\0');
	assert_string_equal(event(&clocked, BEGUN + 9 * DAY, "resume"), "");
	assert_true(*event(&clocked, BEGUN + 9 * DAY, "resume") != '\0');
	assert_true(clock_next(&clocked.game) != 0);
	game_done(&clocked.game);
}

static void events_that_can_not_be_true_are_refused(void **state)
{
	static const char *const wrong[] = {
		"until black 2026-11-28T00:00:00Z",
		"until white on board 1 2026-11-28T00:00:00Z",
		"until white 2026-11-19T00:00:00Z",
		"until white tomorrow",
		"until white 2026-11-28T00:00:00Z, bank from 2026-11-29T00:00:00Z",
		"reminded white 1",
		"reminded black 1",
		"missed white 2026-11-28T00:00:00Z",
		"resume",
		"vacation white from 2026-12-24 to 2026-12-23",
		"vacation white from 2026-12-24 to 2026-13-40",
		"vacation white from today to 2026-12-24",
		"back white after 2026-12-24",
		"back white after today",
	};
	static struct clocked clocked;

	(void)state;
	begin(&clocked, "moderator", 0);
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
		if (*event(&clocked, BEGUN, wrong[i]) == '\0')
			fail_msg("taken: %s", wrong[i]);
	assert_int_equal(clock_next(&clocked.game), 0);
	game_done(&clocked.game);
}

/* A file is read as it was written, with a snapshot and without. */
static void all_of_it_is_kept(void **state)
{
	static const char *const lines[] = {
		"until white 2026-12-28T00:00:00Z, bank from 2026-12-27T00:00:00Z",
		"bank white seconds 86399",
		"vacation black from 2026-12-24 to 2027-01-06",
		"vacation black from 2027-02-01 to 2027-02-02",
		"back black after 2026-12-30",
		"reminded white 1",
		"missed white 2026-12-28T00:00:00Z",
		"pause",
	};
	struct gamefile *read;
	struct play play;

	(void)state;
	gameplay_start(&play);
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct event_list events;
		struct reason reason = {.text = ""};

		event_list_init(&events);
		if (event_parse(chess, lines[i], &events, &reason) != 0)
			fail_msg("%s: %s", lines[i], reason.text);
		gameplay_add(&play, "moderator", &events);
		event_list_done(&events);
	}
	for (unsigned i = 0; i < 2; i++) {
		gameplay_save(&play, i > 0);
		read = gameplay_load(play.folder);
		snapshots_assert_same(play.file, read);
		assert_int_equal(read->game.clocks[WHITE].missed, 1);
		assert_int_equal(read->game.bank[WHITE], 86399);
		assert_true(read->game.paused != 0 && read->game.away[BLACK].to[0] != 0);
		gamefile_free(read);
	}
	gameplay_stop(&play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reminders_and_the_end_come_in_their_order),
		cmocka_unit_test(a_turn_is_passed_where_that_is_legal),
		cmocka_unit_test(nobody_is_passed_over_in_check),
		cmocka_unit_test(a_seat_may_be_put_out_by_it),
		cmocka_unit_test(what_is_only_reminded_of_goes_to_the_moderator_in_the_end),
		cmocka_unit_test(no_time_runs_while_a_game_is_paused),
		cmocka_unit_test(events_that_can_not_be_true_are_refused),
		cmocka_unit_test(all_of_it_is_kept),
	};

	return cmocka_run_group_tests_name("clocks of turns", tests, chess_set_up, chess_tear_down);
}
