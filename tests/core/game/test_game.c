/* SPDX-License-Identifier: MIT */
#include "tests/lib/gameplay.h"

#include "core/game/game.h"

static const struct entry_head head = {3, 1795228000, "sha256:1"};

/* Applies an event as it is written in a game file. */
static int apply(struct game *game, const char *line, struct reason *reason)
{
	struct event_list list;
	int result;

	event_list_init(&list);
	assert_int_equal(event_parse(chess, line, &list, reason), 0);
	result = game_apply(game, &head, &list.events[0], reason);
	event_list_done(&list);
	return result;
}

static void apply_all(struct game *game, const char *const *lines)
{
	for (; *lines != NULL; lines++) {
		struct reason reason = {.text = ""};

		if (apply(game, *lines, &reason) < 0)
			fail_msg("%s: %s", *lines, reason.text);
	}
}

static void events_are_applied_without_asking_any_rule(void **state)
{
	/* No rule of chess allows it, but an old game file may contain it. */
	static const char *const lines[] = {
		"start",
		"turn white",
		"ask white",
		"move white P from e2 to e6",
		"played white e2e6 e6",
		"turn white",
		"ask white",
		NULL,
	};
	struct game game;

	(void)state;
	game_init(&game, chess);
	apply_all(&game, lines);
	assert_int_equal(game.turns, 1);
	assert_int_equal(game.position.turn, 0);
	assert_non_null(
		position_piece(&game.position, board_square_named(variant_board(chess), "e6")));
	game_done(&game);
}

static void who_loses_his_turn_is_asked_no_more(void **state)
{
	static const char *const lost[] = {"pass white", "freeze white"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(lost); i++) {
		static const char *const lines[] = {"start", "turn white", "ask white", NULL};
		struct game game;

		game_init(&game, chess);
		apply_all(&game, lines);
		assert_int_equal(game.questions[0].entry, head.number);
		apply(&game, lost[i], NULL);
		assert_int_equal(game.questions[0].entry, 0);
		/* The position doesn't count either, because nobody moved [same-position]. */
		assert_int_equal(game.history.count, 0);
		game_done(&game);
	}
}

static void what_cannot_be_true_is_refused(void **state)
{
	static const char *const faults[] = {
		"move white P from e3 to e4",
		"move black P from e2 to e4",
		"move white P from e2 to d2",
		"capture white P on e4",
		"result nobody checkmate",
		"result white tickling",
		"result draw",
		"turn -",
		"ask -",
		"passant white pawn e4 over e3",
		"board 1",
		"stock white gets black P of set 1",
		"sitting",
		"fresh repetition",
	};
	static const char *const first[] = {"start", "turn white", NULL};
	struct reason reason;
	struct game game;

	(void)state;
	game_init(&game, chess);
	assert_int_equal(apply(&game, "move white P from e2 to e4", &reason), -1);
	apply_all(&game, first);
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		if (apply(&game, faults[i], &reason) == 0)
			fail_msg("%s was applied", faults[i]);
	}
	game_done(&game);
}

static void a_question_is_open_until_its_seat_has_played(void **state)
{
	static const char *const asked[] = {"start", "turn white", "ask white", NULL};
	static const char *const said[] = {"say white hello", "no-offer black", NULL};
	static const char *const played[] = {
		"move white P from e2 to e4",
		"played white e2e4 e4",
		"turn black",
		"ask black",
		NULL,
	};
	static const char *const over[] = {"result draw agreement", NULL};
	struct game game;

	(void)state;
	game_init(&game, chess);
	apply_all(&game, asked);
	assert_int_equal(game.questions[0].entry, 3);
	assert_int_equal(game.questions[0].asked, 1795228000);
	apply_all(&game, said);
	assert_int_equal(game.questions[0].entry, 3);
	apply_all(&game, played);
	assert_int_equal(game.questions[0].entry, 0);
	assert_int_equal(game.questions[1].entry, 3);
	apply_all(&game, over);
	assert_int_equal(game.questions[1].entry, 0);
	assert_int_equal(game.outcome.status, STATUS_DRAWN);
	game_done(&game);
}

static void outcomes_are_read_as_they_are_printed(void **state)
{
	static const char *const texts[] = {
		"draw repetition",	   "draw agreement", "white checkmate",	   "black resigned",
		"white+black adjudicated", "draw 50-rounds", "draw dead-position",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct outcome outcome;
		struct strbuf text;

		assert_int_equal(rules_read_outcome(chess, texts[i], &outcome, NULL), 0);
		strbuf_init(&text, 0);
		rules_print_outcome(chess, &outcome, &text);
		assert_string_equal(text.bytes, texts[i]);
		strbuf_done(&text);
	}
}

static void recent_turns_are_kept_newest_first_and_forgotten_in_time(void **state)
{
	static const char *const dance[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
	struct play play;

	(void)state;
	gameplay_start(&play);
	assert_null(game_recent(&play.file->game, 0));
	gameplay_send(&play, "e4");
	gameplay_send(&play, "e5");
	for (unsigned i = 0; i < 14; i++)
		gameplay_send(&play, dance[i % 4]);
	assert_string_equal(game_recent(&play.file->game, 15)->text, "e2e4 e4");
	gameplay_send(&play, "Ng1");
	assert_string_equal(game_recent(&play.file->game, 0)->text, "f3g1 Ng1");
	assert_string_equal(game_recent(&play.file->game, 15)->text, "e7e5 e5");
	assert_null(game_recent(&play.file->game, 16));
	gameplay_stop(&play);
}

/* The rules count while they judge, the replay while it applies: both must count alike. */
static void repetitions_are_counted_alike_by_rules_and_replay(void **state)
{
	unsigned seed = 5;

	(void)state;
	for (unsigned number = 0; number < 30; number++) {
		struct play play;

		gameplay_start(&play);
		while (play.file->game.outcome.status == STATUS_PLAYING &&
		       play.file->game.turns < 300) {
			const struct game *game = &play.file->game;
			struct position_key key = repetition_key(chess, &game->position);

			assert_true(game->history.count > 0);
			assert_memory_equal(&game->history.keys[game->history.count - 1], &key,
					    sizeof key);
			send_random(&play, &seed);
		}
		gameplay_stop(&play);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_are_applied_without_asking_any_rule),
		cmocka_unit_test(who_loses_his_turn_is_asked_no_more),
		cmocka_unit_test(what_cannot_be_true_is_refused),
		cmocka_unit_test(a_question_is_open_until_its_seat_has_played),
		cmocka_unit_test(outcomes_are_read_as_they_are_printed),
		cmocka_unit_test(recent_turns_are_kept_newest_first_and_forgotten_in_time),
		cmocka_unit_test(repetitions_are_counted_alike_by_rules_and_replay),
	};

	return cmocka_run_group_tests_name("game", tests, chess_set_up, chess_tear_down);
}
