/* SPDX-License-Identifier: MIT */
/* Conditional moves: judged, kept as text, bound by commitments, followed. */
#include "tests/lib/gameplay.h"

#include "core/game/conditional.h"
#include "core/util/strbuf.h"

static const char opening[] = "IF black MOVE e7-e5 THEN MOVE g1-f3\n"
			      "IF black MOVE Nc6 THEN MOVE Bb5";

/* Judges the conditional moves in White's message after its move. */
static enum verdict judge(const struct play *play, const char *letter, struct conditional *intent,
			  struct reason *why)
{
	struct conditional_list given = {.count = 0};
	struct order_list orders;
	struct event_list events;
	enum verdict verdict;

	order_list_init(&orders);
	event_list_init(&events);
	assert_int_equal(order_read_message(chess, letter, &orders, why), ACCEPTED);
	assert_int_equal(turn_decide(&play->file->game, 0, &orders, &events, why), ACCEPTED);
	verdict = conditional_judge(&play->file->game, 0, &orders, &events, &given, why);
	if (verdict == ACCEPTED) {
		assert_int_equal(given.count, 1);
		assert_int_equal(conditional_board(&given.plans[0]), 0);
		*intent = given.plans[0];
	}
	event_list_done(&events);
	order_list_done(&orders);
	return verdict;
}

static void begin(struct play *play)
{
	gameplay_start(play);
	gameplay_send(play, "MOVE e2-e4");
}

/* Makes the message's entry: White has committed itself to it. */
static void give(struct play *play, struct conditional *intent)
{
	struct conditional_list given = {.count = 1};
	struct event_list events;

	memset(intent->secret, 'a', SHA256_HEX);
	given.plans[0] = *intent;
	event_list_init(&events);
	conditional_add_given(&play->file->game, 0, &given, &events);
	gameplay_add(play, "sha256:letter", &events);
	event_list_done(&events);
}

static void assert_refused(const struct play *play, const char *letter, const char *phrase)
{
	struct conditional intent;
	struct reason why;

	assert_int_equal(judge(play, letter, &intent, &why), REFUSED);
	if (strstr(why.text, phrase) == NULL)
		fail_msg("%s: %s", letter, why.text);
}

static void lines_are_canonical_and_come_back_from_their_text(void **state)
{
	struct conditional intent, again;
	struct reason why;
	struct strbuf one, two;
	struct play play;

	(void)state;
	begin(&play);
	assert_int_equal(judge(&play, opening, &intent, &why), ACCEPTED);
	give(&play, &intent);
	strbuf_init(&one, 0);
	strbuf_init(&two, 0);
	conditional_print_orders(chess, &intent, &one);
	assert_string_equal(one.bytes, "IF black MOVE e7e5 THEN MOVE g1f3\n"
				       "IF black MOVE b8c6 THEN MOVE f1b5\n");
	strbuf_clear(&one);
	conditional_print(chess, &intent, &one);
	assert_true(conditional_read(chess, one.bytes, &again));
	conditional_print(chess, &again, &two);
	assert_string_equal(one.bytes, two.bytes);
	assert_true(conditional_holds(&play.file->game, 0, &again));
	assert_false(conditional_holds(&play.file->game, 1, &again));
	/* Another move, another commitment. */
	strcpy(again.lines[1].plies[1].move, "f1c4");
	assert_false(conditional_holds(&play.file->game, 0, &again));
	strbuf_done(&one);
	strbuf_done(&two);
	gameplay_stop(&play);
}

static void text_that_is_none_is_refused(void **state)
{
	static const char *const texts[] = {
		"",
		"secret",
		"secret 1 0 0 ",
		"secret 1 0 0 black MOVE e7e5",
		"secret 1 0 0 THEN MOVE g1f3",
		"secret 1 0 0 green MOVE e7e5 THEN MOVE g1f3",
		"secret 1 1 0 black MOVE e7e5 THEN MOVE g1f3",
		"secret 1 0 2 black MOVE e7e5 THEN MOVE g1f3",
		"secret 1 0 0 black MOVE e7e5 THEN MOVE g1f3 / ",
		"secret 1 0 0 black MOVE e7e5 THEN MOVE g1f3 black MOVE e7e5",
		"secret x 0 0 black MOVE e7e5 THEN MOVE g1f3",
		"secret 1 0 0 boards black MOVE e7e5 THEN MOVE g1f3",
		"secret 1 0 0 boards 0123456789abcde black MOVE e7e5 THEN MOVE g1f3",
		"secret 1 0 0 boards 0123456789abcdef+ black MOVE e7e5 THEN MOVE g1f3",
		"secret 1 0 0 boards 0123456789abcdef+0123456789abcdef black MOVE e7 THEN MOVE e2",
		"secret 1 0 0 black MOVE e7e5aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa THEN MOVE g1f3",
	};
	struct conditional intent;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(texts); i++)
		if (conditional_read(chess, texts[i], &intent))
			fail_msg("'%s' was read", texts[i]);
}

static void every_move_must_be_legal_behind_those_before(void **state)
{
	struct play play;

	(void)state;
	begin(&play);
	assert_refused(&play, "IF black MOVE e7-e4 THEN MOVE g1-f3", "black MOVE e7-e4: ");
	assert_refused(&play, "IF black MOVE e7-e5 THEN MOVE e4-e5", "THEN MOVE e4-e5: ");
	assert_refused(&play, "IF white MOVE d2-d4 THEN MOVE g1-f3", "Black's turn there");
	assert_refused(&play, "IF black MOVE e7-e5 white MOVE d2-d4 THEN MOVE g1-f3",
		       "comes after THEN");
	assert_refused(&play, "IF black MOVE e7-e5 black MOVE d7-d5 THEN MOVE g1-f3", "after THEN");
	gameplay_send(&play, "MOVE f7-f6");
	assert_refused(&play, "IF black MOVE g7-g5 THEN MOVE d1-h5", "it is your turn now");
	assert_refused(&play,
		       "MOVE d2-d4\nIF black MOVE g7-g5 THEN MOVE d1-h5\n"
		       "IF black MOVE a7-a6 THEN MOVE a2-a3",
		       "the game would be over");
	gameplay_stop(&play);
}

static void what_comes_is_followed_and_what_doesnt_ends_it(void **state)
{
	struct conditional intent, other;
	struct event_list events;
	struct reason why;
	struct play play;

	(void)state;
	begin(&play);
	assert_int_equal(judge(&play, opening, &intent, &why), ACCEPTED);
	give(&play, &intent);
	assert_int_equal(conditional_follow(&play.file->game, 0, &intent, &why), CONDITIONAL_WAITS);
	other = intent;
	gameplay_send(&play, "MOVE e7-e5");
	assert_int_equal(conditional_follow(&play.file->game, 0, &intent, &why), CONDITIONAL_DUE);
	event_list_init(&events);
	assert_int_equal(conditional_play(&play.file->game, 0, &intent, &events, &why), ACCEPTED);
	assert_null(conditional_fault(&play.file->game, &events));
	assert_int_equal(events.events[0].kind, EVENT_INTENDED);
	gameplay_add(&play, "ahead", &events);
	event_list_done(&events);
	/* One line is played, and the other still binds. */
	assert_true(conditional_holds(&play.file->game, 0, &intent));
	assert_false(conditional_holds(&play.file->game, 0, &other));
	gameplay_send(&play, "MOVE d7-d6");
	assert_int_equal(conditional_follow(&play.file->game, 0, &intent, &why), CONDITIONAL_FAILS);
	assert_non_null(strstr(why.text, "Black played d6"));
	gameplay_stop(&play);
}

/* A line that differs from the one given isn't applied; one whose conditions are not met is a
 * fault. */
static void nothing_else_can_be_told_than_was_given(void **state)
{
	const struct entry_head head = {9, 0, "ahead"};
	struct conditional intent, forged;
	struct event_list events;
	struct reason why;
	struct play play;

	(void)state;
	begin(&play);
	assert_int_equal(judge(&play, opening, &intent, &why), ACCEPTED);
	give(&play, &intent);
	forged = intent;
	strcpy(forged.lines[0].plies[1].move, "b1c3");
	event_list_init(&events);
	/* It's Black's turn, but the event of the forged plan is there. */
	assert_int_equal(conditional_play(&play.file->game, 0, &forged, &events, &why), REFUSED);
	assert_int_equal(game_apply(&play.file->game, &head, &events.events[0], &why), -1);
	assert_non_null(strstr(why.text, "isn't what this seat has given"));
	event_list_cut(&events, 0);
	gameplay_send(&play, "MOVE c7-c5");
	assert_int_equal(conditional_play(&play.file->game, 0, &intent, &events, &why), ACCEPTED);
	assert_non_null(conditional_fault(&play.file->game, &events));
	event_list_done(&events);
	gameplay_stop(&play);
}

static void what_changes_the_game_makes_it_void(void **state)
{
	static const struct {
		enum event_kind kind;
		enum intent_void why;
	} rows[] = {{EVENT_PAUSE, INTENT_PAUSED}, {EVENT_OFFER, INTENT_OFFERED}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		const struct entry_head head = {9, 0, "moderator"};
		struct event event = event_about(rows[i].kind, 1, 0, "");
		struct conditional intent;
		struct reason why;
		struct play play;

		begin(&play);
		assert_int_equal(judge(&play, opening, &intent, &why), ACCEPTED);
		give(&play, &intent);
		assert_int_equal(game_apply(&play.file->game, &head, &event, &why), 0);
		assert_false(conditional_holds(&play.file->game, 0, &intent));
		assert_int_equal(play.file->game.intents_void[0], rows[i].why);
		gameplay_stop(&play);
	}
}

static void it_stands_in_a_snapshot_and_in_the_log(void **state)
{
	struct conditional intent;
	struct reason why;
	struct play play;

	(void)state;
	begin(&play);
	assert_int_equal(judge(&play, opening, &intent, &why), ACCEPTED);
	give(&play, &intent);
	for (unsigned i = 0; i < 2; i++) {
		struct gamefile *file;

		gameplay_save(&play, i > 0);
		file = gameplay_load(play.folder);
		assert_true(conditional_holds(&file->game, 0, &intent));
		gamefile_free(file);
	}
	gameplay_stop(&play);
}

/* ---- a ring: a plan a board ---- */

struct planned_ring {
	const struct variant *ring;
	struct game game;
};

static void begin_ring(struct planned_ring *given)
{
	struct reason reason;

	given->ring = variant_get(library, "ring", NULL, 0, &reason);
	assert_non_null(given->ring);
	game_init(&given->game, given->ring);
	given->game.started = true;
}

static void end_ring(struct planned_ring *given)
{
	game_done(&given->game);
}

/* Applies the event, given as a line; returns whether it can be true. */
static bool apply(struct planned_ring *given, const char *line)
{
	const struct entry_head head = {9, 0, "sha256:letter"};
	struct event_list events;
	struct reason reason;
	struct strbuf text;
	bool sound;

	event_list_init(&events);
	strbuf_init(&text, 0);
	assert_int_equal(event_parse(given->ring, line, &events, &reason), 0);
	event_print(given->ring, &events.events[0], &text);
	assert_string_equal(text.bytes, line);
	sound = game_apply(&given->game, &head, &events.events[0], &reason) == 0;
	event_list_done(&events);
	strbuf_done(&text);
	return sound;
}

/* Returns whether the seat has committed itself to a digest of that digit alone. */
static bool binds(const struct planned_ring *given, char digit)
{
	char digits[SHA256_HEX + 1] = "";

	memset(digits, digit, SHA256_HEX);
	for (unsigned i = 0; i < GAME_PLANS; i++)
		if (strcmp(given->game.intents[0][i].of.hex, digits) == 0)
			return true;
	return false;
}

#define OF(digit)                                                                                  \
	"sha256:" digit digit digit digit digit digit digit digit digit digit digit digit digit    \
		digit digit digit digit digit digit digit digit digit digit digit digit digit      \
			digit digit digit digit digit digit digit digit digit digit digit digit    \
				digit digit digit digit digit digit digit digit digit digit digit  \
					digit digit digit digit digit digit digit digit digit      \
						digit digit digit digit digit digit

static void a_seat_of_a_ring_has_a_plan_a_board(void **state)
{
	struct planned_ring given;

	(void)state;
	begin_ring(&given);
	assert_true(apply(&given, "intends a on board 1 " OF("1")));
	assert_true(apply(&given, "intends a on board 4 " OF("4")));
	assert_true(binds(&given, '1') && binds(&given, '4'));
	assert_true(apply(&given, "intends a on board 4 " OF("5")));
	assert_true(binds(&given, '1') && binds(&given, '5') && !binds(&given, '4'));
	assert_true(apply(&given, "intends a on board 1 -"));
	assert_true(!binds(&given, '1') && binds(&given, '5'));
	assert_true(apply(&given, "intends a on board 1 " OF("2")));
	assert_true(binds(&given, '2') && binds(&given, '5'));
	assert_true(apply(&given, "intends a -"));
	assert_false(game_intends(&given.game, 0));
	assert_false(apply(&given, "intends a on board 5 " OF("1")));
	assert_false(apply(&given, "intends a on board 0 " OF("1")));
	end_ring(&given);
}

/* Files from earlier versions have one plan per seat, and no board. */
static void a_plan_without_a_board_is_of_all(void **state)
{
	struct planned_ring given;

	(void)state;
	begin_ring(&given);
	assert_true(apply(&given, "intends a " OF("1")));
	assert_true(binds(&given, '1'));
	assert_true(apply(&given, "intends a on board 4 " OF("4")));
	assert_true(binds(&given, '4') && !binds(&given, '1'));
	assert_true(apply(&given, "intends a on board 1 " OF("2")));
	assert_true(apply(&given, "intends a " OF("3")));
	assert_true(binds(&given, '3') && !binds(&given, '4') && !binds(&given, '2'));
	assert_true(apply(&given, "pause"));
	assert_false(game_intends(&given.game, 0));
	assert_int_equal(given.game.intents_void[0], INTENT_PAUSED);
	end_ring(&given);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_canonical_and_come_back_from_their_text),
		cmocka_unit_test(text_that_is_none_is_refused),
		cmocka_unit_test(every_move_must_be_legal_behind_those_before),
		cmocka_unit_test(what_comes_is_followed_and_what_doesnt_ends_it),
		cmocka_unit_test(nothing_else_can_be_told_than_was_given),
		cmocka_unit_test(what_changes_the_game_makes_it_void),
		cmocka_unit_test(it_stands_in_a_snapshot_and_in_the_log),
		cmocka_unit_test(a_seat_of_a_ring_has_a_plan_a_board),
		cmocka_unit_test(a_plan_without_a_board_is_of_all),
	};

	return cmocka_run_group_tests_name("intent", tests, chess_set_up, chess_tear_down);
}
