/* SPDX-License-Identifier: MIT */
#include "tests/lib/chess.h"
#include "tests/lib/play.h"
#include "tests/lib/seed.h"

#include "core/position/fen4.h"
#include "core/rules/perft.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"

#define MIDDLE                                                                                     \
	"bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/"              \
	"bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,10,gP,gR/"
#define TOP "3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/"
#define BOTTOM "3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3"
#define START "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "14/" BOTTOM

static const struct variant *fourteen;

static int set_up(void **state)
{
	struct reason reason = {.text = ""};

	if (chess_set_up(state) != 0)
		return -1;
	fourteen = variant_get(library, "fourteen", NULL, 0, &reason);
	if (fourteen == NULL)
		fail_msg("%s", reason.text);
	return 0;
}

static struct position read_fen(const char *fen)
{
	struct position position;
	struct reason reason = {.text = ""};

	if (fen4_read(fourteen, fen, &position, &reason) < 0)
		fail_msg("%s: %s", fen, reason.text);
	return position;
}

static void assert_writes(const struct position *position, const char *fen)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	assert_true(fen4_write(fourteen, position, &text));
	assert_string_equal(text.bytes, fen);
	strbuf_done(&text);
}

static void assert_refused(const char *fen, const char *why)
{
	struct position position;
	struct reason reason = {.text = ""};

	if (fen4_read(fourteen, fen, &position, &reason) == 0)
		fail_msg("%s was read", fen);
	if (strstr(reason.text, why) == NULL)
		fail_msg("%s: \"%s\" doesn't say \"%s\"", fen, reason.text, why);
}

static void the_start_is_written_as_others_write_it(void **state)
{
	struct position position;

	(void)state;
	position_start(fourteen, &position);
	assert_writes(&position, START);
	position = read_fen(START);
	assert_writes(&position, START);
}

static void other_dialects_are_read(void **state)
{
	struct position position =
		read_fen("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-"
			 "x,x,x,yR,yN,yB,yK,yQ,yB,yN,yR,x,x,x/x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/"
			 "x,x,x,8,x,x,x/" MIDDLE "X,X,X,8,X,X,X/"
			 "x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x");

	(void)state;
	assert_writes(&position, START);
	/* No en passant, some points, and dead flags as engines have them. */
	position = read_fen(
		"R-0,0,0,0-1,1,1,1-1,1,1,1-12,0,3,40-0-{'enPassant':('','','','')}-" TOP MIDDLE
		"14/" BOTTOM);
	assert_writes(&position, START);
}

/* Every position of many random games can be written and read back: pieces, rights, and legal
 * moves. */
static void positions_of_games_survive_the_way_there_and_back(void **state)
{
	unsigned seed = 5;

	(void)state;
	for (unsigned game = 0; game < 10; game++) {
		struct position position;
		struct move_list legal;

		position_start(fourteen, &position);
		rules_first_turn(fourteen, &position, NULL, &legal, NULL);
		for (unsigned ply = 0; ply < 150 && position.turn != NO_SIDE; ply++) {
			struct position again;
			struct reason reason = {.text = ""};
			struct strbuf text, text_again;

			strbuf_init(&text, 0);
			strbuf_init(&text_again, 0);
			assert_true(fen4_write(fourteen, &position, &text));
			if (fen4_read(fourteen, text.bytes, &again, &reason) < 0)
				fail_msg("%s: %s", text.bytes, reason.text);
			assert_true(fen4_write(fourteen, &again, &text_again));
			assert_string_equal(text.bytes, text_again.bytes);
			assert_int_equal(movegen_count(fourteen, &position),
					 movegen_count(fourteen, &again));
			assert_int_equal(position.in_play, again.in_play);
			assert_memory_equal(position.passant, again.passant, sizeof again.passant);
			strbuf_done(&text_again);
			strbuf_done(&text);
			move_make(fourteen, &position, &legal.moves[seed_below(&seed, legal.count)],
				  NULL);
			rules_next_turn(fourteen, &position, NULL, &legal, NULL);
		}
	}
}

static void rights_to_take_in_passing_have_a_place_for_each_seat(void **state)
{
	static const char fen[] =
		"B-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'enPassant':('d3:d4','','','')}-" TOP
		"bR,bP,10,gP,gR/bN,bP,10,gP,gN/bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/"
		"bB,bP,10,gP,gB/bN,bP,10,gP,gN/bR,bP,1,rP,8,gP,gR/14/"
		"4,rP,rP,rP,rP,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3";
	struct position position = read_fen(fen);

	(void)state;
	assert_int_equal(position.passant[0].over, board_square_named(&fourteen->board, "d3"));
	assert_writes(&position, fen);
	assert_refused(
		"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'enPassant':('d3:d4','','','')}-" TOP MIDDLE
		"14/" BOTTOM,
		"en passant of Red");
	assert_refused("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-{'enPassant':('','')}-" TOP MIDDLE
		       "14/" BOTTOM,
		       "a word for each seat");
}

static void dead_men_stand_as_the_game_has_them(void **state)
{
	/* Blue is out: its king has left, its pieces stay inert; written with and without its
	 * letter. */
	static const char with[] = "R-0,1,0,0-1,0,1,1-1,0,1,0-0,0,0,0-0-" TOP
				   "dbR,dbP,10,gP,gR/14/14/13,gK/14/14/14/14/14/" BOTTOM;
	struct position position = read_fen(with);
	struct position bare = read_fen("R-0,1,0,0-1,1,1,0-1,1,1,0-0,9,0,0-0-" TOP
					"dR,dP,10,gP,gR/14/14/dK,12,gK/14/14/14/14/14/" BOTTOM);

	(void)state;
	assert_int_equal(position.in_play, 0xd);
	assert_int_equal(position.controller[1], NO_SIDE);
	assert_int_equal(position.piece_count, bare.piece_count);
	assert_int_equal(position_piece(&bare, board_square_named(&fourteen->board, "a11"))->side,
			 1);
	assert_null(position_piece(&bare, board_square_named(&fourteen->board, "a8")));
	assert_refused("B-0,1,0,0-1,0,1,1-1,0,1,1-0,0,0,0-0-" TOP MIDDLE "14/" BOTTOM,
		       "a seat in play");
	assert_refused("R-0,0,0,0-1,0,1,1-1,0,1,1-0,0,0,0-0-" TOP
		       "dbR,dbP,10,gP,gR/14/14/bK,12,gK/14/14/14/14/14/" BOTTOM,
		       "marked as dead");
}

static void castling_is_a_flag_for_each_seat_and_side(void **state)
{
	static const char fen[] =
		"R-0,0,0,0-1,0,1,1-0,1,1,1-0,0,0,0-6-3,yR,yN,yB,yK,yQ,yB,yN,yR,3/"
		"3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/" MIDDLE "14/3,rP,rP,rP,rP,rP,rP,rP,rP,3/"
		"3,rR,3,rK,2,rR,3";
	struct position position = read_fen("R-0,0,0,0-1,0,1,1-0,1,1,1-0,0,0,0-6-" TOP MIDDLE "14/"
					    "3,rP,rP,rP,rP,rP,rP,rP,rP,3/3,rR,3,rK,2,rR,3");
	struct move_list legal;

	(void)state;
	movegen_generate(fourteen, &position, &legal);
	assert_null(move_list_find(fourteen, &legal, "h1d1"));
	assert_non_null(move_list_find(fourteen, &legal, "h1k1"));
	assert_int_equal(position.quiet, 1);
	assert_int_equal(position.round, 0xc);
	assert_writes(&position, fen);
	assert_refused("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "14/"
		       "3,rP,rP,rP,rP,rP,rP,rP,rP,3/4,rN,rB,rQ,rK,rB,rN,rR,3",
		       "castle long");
}

static void what_is_no_fen4_is_refused_with_what_was_expected(void **state)
{
	static const struct {
		const char *fen, *why;
	} cases[] = {
		{"", "fields parted by hyphens"},
		{"rnbqkbnr/8 w KQkq - 0 1", "fields parted by hyphens"},
		{"W-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "14/" BOTTOM, "'W' to move"},
		{"R-0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "14/" BOTTOM,
		 "flags for dead seats"},
		{"R-0,0,0,0-1,1,1,2-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "14/" BOTTOM, "castling short"},
		{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,x,0-0-" TOP MIDDLE "14/" BOTTOM, "points"},
		{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-x-" TOP MIDDLE "14/" BOTTOM,
		 "no number of moves"},
		{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE BOTTOM, "14 ranks"},
		{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "13/" BOTTOM, "only 13 squares"},
		{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "15/" BOTTOM,
		 "more than its squares"},
		{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "rQ,13/" BOTTOM,
		 "no piece can stand"},
		{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "5,rZ,8/" BOTTOM, "'rZ' on f3"},
		{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "5,,8/" BOTTOM, "'' on f3"},
		{"R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "5,rK,8/" BOTTOM, "2 kings"},
		{"R-1,1,0,1-1,1,1,1-1,1,1,1-0,0,0,0-0-" TOP MIDDLE "14/" BOTTOM, "'R' to move"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++)
		assert_refused(cases[i].fen, cases[i].why);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_start_is_written_as_others_write_it),
		cmocka_unit_test(other_dialects_are_read),
		cmocka_unit_test(positions_of_games_survive_the_way_there_and_back),
		cmocka_unit_test(rights_to_take_in_passing_have_a_place_for_each_seat),
		cmocka_unit_test(dead_men_stand_as_the_game_has_them),
		cmocka_unit_test(castling_is_a_flag_for_each_seat_and_side),
		cmocka_unit_test(what_is_no_fen4_is_refused_with_what_was_expected),
	};

	return cmocka_run_group_tests_name("fen4", tests, set_up, chess_tear_down);
}
