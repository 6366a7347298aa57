/* SPDX-License-Identifier: MIT */
#include "tests/lib/gameplay.h"

#include "core/game/turn.h"

/* The events that follow from a message, a line each; or "refused: why". */
static char *decide(const struct play *play, unsigned seat, const char *letter)
{
	const struct game *game = &play->file->game;
	struct order_list orders;
	struct event_list events;
	struct reason why = {.text = ""};
	struct strbuf text;

	order_list_init(&orders);
	event_list_init(&events);
	strbuf_init(&text, 0);
	if (order_read_message(chess, letter, &orders, &why) == REFUSED ||
	    turn_decide(game, seat, &orders, &events, &why) == REFUSED) {
		assert_int_equal(events.count, 0);
		strbuf_addf(&text, "refused: %s\n", why.text);
	}
	for (size_t i = 0; i < events.count; i++) {
		event_print(chess, &events.events[i], &text);
		strbuf_add_char(&text, '\n');
	}
	event_list_done(&events);
	order_list_done(&orders);
	return text.bytes;
}

static void assert_follows(const struct play *play, unsigned seat, const char *letter,
			   const char *expected)
{
	char *events = decide(play, seat, letter);

	assert_string_equal(events, expected);
	free(events);
}

static void assert_refused(const struct play *play, unsigned seat, const char *letter,
			   const char *why)
{
	char *events = decide(play, seat, letter);

	if (!strbuf_starts(events, "refused: ") || strstr(events, why) == NULL)
		fail_msg("%s: %s", letter, events);
	free(events);
}

static void a_move_becomes_events_in_the_order_they_happen(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	assert_follows(&play, 0, "e4\nSAY good luck",
		       "say white good luck\n"
		       "order white MOVE e4\n"
		       "move white P from e2 to e4\n"
		       "passant white pawn e4 over e3\n"
		       "quiet rounds 0\n"
		       "played white e2e4 e4\n"
		       "turn black\n"
		       "ask black\n");
	gameplay_send(&play, "e4");
	gameplay_send(&play, "d5");
	assert_follows(&play, 0, "exd5",
		       "order white MOVE exd5\n"
		       "no-passant black\n"
		       "capture black P on d5\n"
		       "move white P from e4 to d5\n"
		       "quiet rounds 0\n"
		       "played white e4d5 exd5\n"
		       "turn black\n"
		       "ask black\n");
	gameplay_stop(&play);
}

static void the_game_does_not_change_by_being_asked(void **state)
{
	struct play play;
	struct strbuf before;
	char *events;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	strbuf_init(&before, 0);
	gamefile_snapshot(play.file, &before);
	events = decide(&play, 1, "e5\nDRAW");
	free(events);
	events = decide(&play, 1, "Ke7");
	free(events);
	snapshots_assert_is(&before, play.file);
	strbuf_done(&before);
	gameplay_stop(&play);
}

static void a_seat_without_a_turn_may_speak_and_leave(void **state)
{
	static const char *const orders[] = {"e5", "CLAIM DRAW", "PASS"};
	struct play play;

	(void)state;
	gameplay_start(&play);
	for (size_t i = 0; i < ARRAY_LEN(orders); i++)
		assert_refused(&play, 1, orders[i], "It is White's turn, not yours");
	assert_follows(&play, 1, "SAY hello", "say black hello\n");
	assert_follows(&play, 1, "SAY TO white hello", "");
	assert_follows(&play, 1, "STATUS", "");
	assert_refused(&play, 1, "SAY hello\nDRAW", "Nobody has offered you a draw");
	assert_refused(&play, 1, "DRAW NO", "Nobody has offered you a draw");
	/* [resign-any-time] */
	assert_follows(&play, 1, "RESIGN",
		       "order black RESIGN\nbeaten black resigned\nresult white resigned\n");
	gameplay_stop(&play);
}

static void an_offer_stands_until_it_is_answered(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	assert_refused(&play, 0, "DRAW", "below your move");
	assert_refused(&play, 0, "e4\nDRAW NO", "nothing to decline");
	gameplay_send(&play, "e4\nDRAW");
	assert_int_equal(play.file->game.offering, 0);
	assert_follows(&play, 1, "DRAW", "order black DRAW\nresult draw agreement\n");
	assert_follows(&play, 1, "DRAW NO", "order black DRAW NO\nno-offer white\n");
	assert_refused(&play, 1, "e5\nDRAW", "White has offered you a draw");
	assert_follows(&play, 1, "Nf6\nDRAW NO",
		       "order black MOVE Nf6\norder black DRAW NO\nno-offer white\n"
		       "move black N from g8 to f6\nplayed black g8f6 Nf6\nno-passant white\n"
		       "turn white\nask white\n");
	gameplay_send(&play, "e5");
	assert_int_equal(play.file->game.offering, NO_SIDE);
	gameplay_stop(&play);
}

static void an_offer_with_the_last_move_is_moot(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "f3");
	gameplay_send(&play, "e5");
	gameplay_send(&play, "g4");
	assert_follows(&play, 1, "Qh4\nDRAW",
		       "order black MOVE Qh4\norder black DRAW\nmove black Q from d8 to h4\n"
		       "played black d8h4 Qh4#\nno-passant white\nbeaten white checkmate by black\n"
		       "result black checkmate\n");
	gameplay_stop(&play);
}

static void resigning_ends_a_game_of_two(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	assert_follows(&play, 0, "RESIGN",
		       "order white RESIGN\nbeaten white resigned\nresult black resigned\n");
	gameplay_send(&play, "RESIGN");
	assert_refused(&play, 1, "e5", "The game is over");
	assert_follows(&play, 1, "SAY thanks for the game", "say black thanks for the game\n");
	gameplay_stop(&play);
}

static void a_claim_is_granted_or_told_what_is_lacking(void **state)
{
	static const char *const dance[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
	struct play play;

	(void)state;
	gameplay_start(&play);
	for (unsigned i = 0; i < 8; i++) {
		assert_refused(&play, play.file->game.position.turn, "CLAIM DRAW", "3 are needed");
		gameplay_send(&play, dance[i % 4]);
	}
	assert_follows(&play, 0, "CLAIM DRAW", "order white CLAIM DRAW\nresult draw repetition\n");
	/* Not a right that must be used at once: the fourth time will do too. */
	for (unsigned i = 0; i < 4; i++)
		gameplay_send(&play, dance[i % 4]);
	assert_follows(&play, 0, "CLAIM DRAW", "order white CLAIM DRAW\nresult draw repetition\n");
	gameplay_stop(&play);
}

static void nothing_is_played_before_the_start(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	gamefile_free(play.file);
	play.file = gamefile_new(&gameplay_header, chess);
	assert_refused(&play, 0, "e4", "hasn't begun");
	assert_refused(&play, 0, "SAY hello", "hasn't begun");
	gameplay_stop(&play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_move_becomes_events_in_the_order_they_happen),
		cmocka_unit_test(the_game_does_not_change_by_being_asked),
		cmocka_unit_test(a_seat_without_a_turn_may_speak_and_leave),
		cmocka_unit_test(an_offer_stands_until_it_is_answered),
		cmocka_unit_test(an_offer_with_the_last_move_is_moot),
		cmocka_unit_test(resigning_ends_a_game_of_two),
		cmocka_unit_test(a_claim_is_granted_or_told_what_is_lacking),
		cmocka_unit_test(nothing_is_played_before_the_start),
	};

	return cmocka_run_group_tests_name("turn", tests, chess_set_up, chess_tear_down);
}
