/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/variant/board.h"
#include "core/variant/piece.h"

static square at(const struct board *board, const char *name)
{
	square found = board_square_named(board, name);

	if (found == NO_SQUARE)
		fail_msg("no square %s", name);
	return found;
}

static void squares_have_the_names_players_write(void **state)
{
	struct board board;
	char name[SQUARE_NAME_MAX];
	size_t used;

	(void)state;
	board_init(&board, 20, 20);
	board_square_name(&board, at(&board, "t20"), name);
	assert_string_equal(name, "t20");
	board_square_name(&board, at(&board, "a1"), name);
	assert_string_equal(name, "a1");
	assert_int_equal(board_square_at(&board, "e10e12", &used), at(&board, "e10"));
	assert_int_equal(used, 3);
	assert_int_equal(board_file(&board, at(&board, "c7")), 2);
	assert_int_equal(board_rank(&board, at(&board, "c7")), 6);
}

static void what_is_no_square_is_none(void **state)
{
	static const char *const wrong[] = {"",	  "a",	 "4",  "e9",  "i1",
					    "e0", "e01", "E4", "e4x", "e-4"};
	struct board board;

	(void)state;
	board_init(&board, 8, 8);
	board_make_hole(&board, at(&board, "a1"));
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++)
		if (board_square_named(&board, wrong[i]) != NO_SQUARE)
			fail_msg("'%s' is no square", wrong[i]);
	assert_int_equal(board_square_named(&board, "a1"), NO_SQUARE);
}

static void steps_end_at_the_edge_and_at_holes(void **state)
{
	struct board board;

	(void)state;
	board_init(&board, 8, 8);
	assert_int_equal(board.step[at(&board, "h4")][E], NO_SQUARE);
	assert_int_equal(board.step[at(&board, "e4")][NE], at(&board, "f5"));
	board_make_hole(&board, at(&board, "f5"));
	assert_int_equal(board.step[at(&board, "e4")][NE], NO_SQUARE);
	assert_int_equal(board.step[at(&board, "g6")][SW], NO_SQUARE);
	assert_int_equal(board_offset(&board, at(&board, "d4"), 2, 1), NO_SQUARE);
	for (unsigned i = 0; i < LEAPS; i++)
		assert_true(board.leap[at(&board, "a1")][i] == NO_SQUARE ||
			    board_offset(&board, board.leap[at(&board, "a1")][i], 0, 0) !=
				    NO_SQUARE);
}

static void a_closed_vertex_stops_one_diagonal_step(void **state)
{
	struct board board;

	(void)state;
	board_init(&board, 8, 8);
	assert_true(board_block(&board, at(&board, "d4"), at(&board, "e5")));
	assert_int_equal(board.step[at(&board, "d4")][NE], NO_SQUARE);
	assert_int_equal(board.step[at(&board, "e5")][SW], NO_SQUARE);
	assert_int_equal(board.step[at(&board, "d4")][N], at(&board, "d5"));
	assert_int_equal(board.step[at(&board, "e4")][NW], at(&board, "d5"));
}

static void a_barrier_leaves_the_diagonal_past_its_end(void **state)
{
	struct board board;

	(void)state;
	board_init(&board, 8, 8);
	assert_true(board_block(&board, at(&board, "d1"), at(&board, "e1")));
	assert_int_equal(board.step[at(&board, "e1")][W], NO_SQUARE);
	assert_int_equal(board.step[at(&board, "d2")][SE], at(&board, "e1"));
	assert_false(board_block(&board, at(&board, "a1"), at(&board, "a3")));
}

/* Returns the number of squares on the line through a square in the given direction. */
static unsigned line_length(const struct board *board, const char *name, enum direction d)
{
	uint8_t line = board->place[at(board, name)][d % ORIENTATIONS].line;

	return 31 - (unsigned)__builtin_clz(board->line_ends[line]) - 1;
}

static void lines_are_as_long_as_a_slide(void **state)
{
	struct board board;

	(void)state;
	board_init(&board, 8, 8);
	assert_int_equal(line_length(&board, "d1", E), 8);
	assert_int_equal(line_length(&board, "a1", NW), 1);
	board_block(&board, at(&board, "d1"), at(&board, "e1"));
	board_make_hole(&board, at(&board, "d5"));
	assert_true(board_index(&board));
	assert_int_equal(line_length(&board, "d1", E), 4);
	assert_int_equal(line_length(&board, "h1", W), 4);
	assert_int_equal(line_length(&board, "d8", S), 3);
	assert_int_equal(line_length(&board, "a8", SE), 3);
}

static void the_cross_of_twenty_by_twenty_has_lines_enough(void **state)
{
	struct board board;
	unsigned squares = 0;

	(void)state;
	board_init(&board, 20, 20);
	for (square s = 0; s < board.squares; s++) {
		unsigned file = board_file(&board, s), rank = board_rank(&board, s);

		if ((file < 3 || file > 16) && (rank < 3 || rank > 16))
			board_make_hole(&board, s);
	}
	for (square s = 0; s < board.squares; s++)
		squares += !board.hole[s];
	assert_int_equal(squares, 364);
	assert_true(board_index(&board));
	assert_int_equal(line_length(&board, "j10", N), 20);
	assert_int_equal(line_length(&board, "b10", N), 14);
}

static void a_board_in_shreds_is_refused(void **state)
{
	struct board board;

	(void)state;
	board_init(&board, 20, 20);
	for (square s = 0; s < board.squares; s++)
		if (board_file(&board, s) % 2)
			board_make_hole(&board, s);
	assert_false(board_index(&board));
}

static void a_gait_is_read_from_its_letters(void **state)
{
	struct piece_type pawn = {.letter = 'P'}, other = {.letter = 'X'};
	struct reach reach;
	struct reason reason;

	(void)state;
	assert_int_equal(piece_read_gaits(&pawn, "mfWcfF", &reason), 0);
	reach = piece_reach(&pawn, 1 << N);
	assert_int_equal(reach.step_move, 1 << N);
	assert_int_equal(reach.step_capture, 1 << NE | 1 << NW);
	/* Away from a corner: two ways to move, three to capture. */
	reach = piece_reach(&pawn, 1 << N | 1 << E);
	assert_int_equal(reach.step_move, 1 << N | 1 << E);
	assert_int_equal(reach.step_capture, 1 << NW | 1 << NE | 1 << SE);
	assert_int_equal(piece_read_gaits(&other, "BcNmR", &reason), 0);
	reach = piece_reach(&other, 0);
	assert_int_equal(reach.slide_move, 0xff);
	assert_int_equal(reach.slide_capture, 1 << NE | 1 << SE | 1 << SW | 1 << NW);
	assert_true(reach.leap_capture && !reach.leap_move);
}

static void what_is_no_gait_is_refused(void **state)
{
	static const char *const wrong[] = {"X", "m", "fN", "W4", "w", "WWWWWWWWW"};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
		struct piece_type type = {.letter = 'X'};
		struct reason reason = {.text = ""};

		assert_int_equal(piece_read_gaits(&type, wrong[i], &reason), -1);
		assert_true(reason.text[0] != '\0');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(squares_have_the_names_players_write),
		cmocka_unit_test(what_is_no_square_is_none),
		cmocka_unit_test(steps_end_at_the_edge_and_at_holes),
		cmocka_unit_test(a_closed_vertex_stops_one_diagonal_step),
		cmocka_unit_test(a_barrier_leaves_the_diagonal_past_its_end),
		cmocka_unit_test(lines_are_as_long_as_a_slide),
		cmocka_unit_test(the_cross_of_twenty_by_twenty_has_lines_enough),
		cmocka_unit_test(a_board_in_shreds_is_refused),
		cmocka_unit_test(a_gait_is_read_from_its_letters),
		cmocka_unit_test(what_is_no_gait_is_refused),
	};

	return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
