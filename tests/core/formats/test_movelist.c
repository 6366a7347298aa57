/* SPDX-License-Identifier: MIT */
/* Data that export reads from a game file: turns, seats that left, and the header. */
#include "tests/lib/scores.h"

static void read_pgn(const char *collection, struct movelist *score)
{
	struct strbuf file;

	scores_enter(import_pgn, collection, &file);
	scores_read(&file, score);
	strbuf_done(&file);
}

/* In canonical form, as people write it, and with both squares. */
static const struct {
	const char *move, *text, *squares;
	uint8_t seat;
	unsigned round;
} turns[] = {
	{"e2e4", "e4", "e2-e4", 0, 1},	     {"g8f6", "Nf6", "Ng8-f6", 1, 1},
	{"e4e5", "e5", "e4-e5", 0, 2},	     {"d7d5", "d5", "d7-d5", 1, 2},
	{"e5d6", "exd6", "e5xd6", 0, 3},     {"e7e5", "e5", "e7-e5", 1, 3},
	{"g1f3", "Nf3", "Ng1-f3", 0, 4},     {"f8d6", "Bxd6", "Bf8xd6", 1, 4},
	{"f1b5", "Bb5+", "Bf1-b5+", 0, 5},   {"d8d7", "Qd7", "Qd8-d7", 1, 5},
	{"b5d7", "Bxd7+", "Bb5xQd7+", 0, 6}, {"b8d7", "Nbxd7", "Nb8xBd7", 1, 6},
	{"e1h1", "O-O", "O-O", 0, 7},
};

static void each_turn_is_told_in_all_its_forms(void **state)
{
	struct movelist score;

	(void)state;
	read_pgn("1. e4 Nf6 2. e5 d5 3. exd6 e5 4. Nf3 Bxd6 5. Bb5+ Qd7 6. Bxd7+ Nbxd7 7. O-O *\n",
		 &score);
	assert_int_equal(score.count, ARRAY_LEN(turns));
	for (size_t i = 0; i < score.count; i++) {
		const struct movelist_ply *ply = &score.plies[i];

		assert_string_equal(ply->move, turns[i].move);
		assert_string_equal(ply->text, turns[i].text);
		assert_string_equal(ply->squares, turns[i].squares);
		assert_string_equal(ply->beside, "");
		assert_int_equal(ply->seat, turns[i].seat);
		assert_int_equal(ply->side, turns[i].seat);
		assert_int_equal(ply->round, turns[i].round);
		assert_int_equal(ply->board, 0);
		assert_int_equal(ply->entry, 2 + i);
	}
	assert_true(score.usual);
	assert_string_equal(movelist_termination(&score), "unterminated");
	movelist_done(&score);
}

static void a_promotion_has_its_piece_and_a_mate_its_mark(void **state)
{
	struct movelist score;

	(void)state;
	read_pgn("[FEN \"6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 31\"]\n\n31. e8=Q# 1-0\n", &score);
	assert_int_equal(score.count, 1);
	assert_string_equal(score.plies[0].move, "e7e8=Q");
	assert_string_equal(score.plies[0].squares, "e7-e8=Q#");
	assert_int_equal(score.plies[0].round, 31);
	assert_false(score.usual);
	assert_string_equal(score.start, "6k1/4Pppp/8/8/8/8/8/4K3 w - - 0 31");
	assert_string_equal(movelist_termination(&score), "normal");
	assert_int_equal(score.leaving_count, 1);
	assert_int_equal(score.leavings[0].seat, 1);
	assert_int_equal(score.leavings[0].mark, '#');
	movelist_done(&score);
}

/* Ends of games; which seats left, with what mark, after how many turns and in whose turn. */
static const struct {
	const char *collection, *termination;
	uint8_t seat;
	char mark;
	size_t plies;
	bool own_turn;
} ends[] = {
	{"1. e4 e5 0-1\n", "normal", 0, 'R', 2, true},
	{"1. e4 e5 1-0\n", "normal", 1, 'R', 2, false},
	{"[Termination \"time forfeit\"]\n\n1. e4 1-0\n", "adjudication", 1, 'T', 1, true},
};

static void who_left_is_told_with_the_turns_before(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		struct movelist score;

		read_pgn(ends[i].collection, &score);
		assert_string_equal(movelist_termination(&score), ends[i].termination);
		assert_int_equal(score.leaving_count, 1);
		assert_int_equal(score.leavings[0].seat, ends[i].seat);
		assert_int_equal(score.leavings[0].mark, ends[i].mark);
		assert_int_equal(score.leavings[0].plies, ends[i].plies);
		assert_int_equal(score.leavings[0].own_turn, ends[i].own_turn);
		movelist_done(&score);
	}
}

static void a_draw_takes_nobody_out(void **state)
{
	struct movelist score;

	(void)state;
	read_pgn("1. e4 e5 1/2-1/2\n", &score);
	assert_int_equal(score.leaving_count, 0);
	assert_int_equal(score.file->game.outcome.status, STATUS_DRAWN);
	assert_string_equal(movelist_termination(&score), "normal");
	movelist_done(&score);
}

static void its_head_tells_names_day_and_clock(void **state)
{
	char date[16], control[32];
	struct movelist score;
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4\nSAY hello");
	scores_read(&play.bytes, &score);
	assert_string_equal(movelist_name(&score, 0), "Ann Ö.");
	assert_string_equal(movelist_name(&score, 1), "Bob");
	movelist_date(&score, date);
	assert_string_equal(date, "2026.11.21");
	movelist_time_control(&score, control);
	assert_string_equal(control, "-");
	score.file->game.terms.days = 3;
	movelist_time_control(&score, control);
	assert_string_equal(control, "1/259200");
	assert_int_equal(score.plies[0].when, 1795228000 + 60);
	movelist_done(&score);
	gameplay_stop(&play);
	read_pgn("1. e4 *\n", &score);
	assert_string_equal(movelist_name(&score, 0), "?");
	movelist_done(&score);
}

/* A file that was changed is exported in no part, and the place of the change is reported. */
static void a_file_that_was_changed_has_no_score(void **state)
{
	struct gamefile_bytes bytes = {.path = "there/game.txt"};
	struct reason reason = {.text = ""};
	struct movelist score;
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	memcpy(strstr(play.bytes.bytes, "MOVE e4"), "MOVE d4", strlen("MOVE d4"));
	bytes.log = play.bytes.bytes;
	bytes.log_len = play.bytes.len;
	assert_int_equal(movelist_read(&bytes, library, &score, &reason), -1);
	assert_non_null(strstr(reason.text, "there/game.txt:"));
	movelist_done(&score);
	gameplay_stop(&play);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_turn_is_told_in_all_its_forms),
		cmocka_unit_test(a_promotion_has_its_piece_and_a_mate_its_mark),
		cmocka_unit_test(who_left_is_told_with_the_turns_before),
		cmocka_unit_test(a_draw_takes_nobody_out),
		cmocka_unit_test(its_head_tells_names_day_and_clock),
		cmocka_unit_test(a_file_that_was_changed_has_no_score),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
