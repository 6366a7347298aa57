/* SPDX-License-Identifier: MIT */
#include "tests/lib/gameplay.h"

#include "core/notation/notation.h"
#include "core/rules/movegen.h"

static void set_up(const char *fen, struct position *position, struct move_list *legal)
{
	struct reason reason = {.text = ""};

	if (position_from_fen(chess, fen, position, &reason) < 0)
		fail_msg("%s: %s", fen, reason.text);
	movegen_generate(chess, position, legal);
}

/* Asserts the meaning of a text in a position: the canonical move, or why it is refused. */
static void assert_means(const char *fen, const char *text, const char *meaning)
{
	struct position position;
	struct move_list legal;
	struct move move;
	struct reason why = {.text = ""};
	char canonical[MOVE_TEXT_MAX];

	set_up(fen, &position, &legal);
	if (notation_read(chess, &position, &legal, text, &move, &why) == REFUSED) {
		if (strstr(why.text, meaning) == NULL)
			fail_msg("%s in %s is refused: %s", text, fen, why.text);
		return;
	}
	move_text(chess, &move, canonical);
	if (strcmp(canonical, meaning) != 0)
		fail_msg("%s in %s means %s, not %s", text, fen, canonical, meaning);
}

static const char start_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static void texts_without_the_form_of_a_move_are_none(void **state)
{
	static const char *const no_moves[] = {
		"",	"e",   "e9",   "i4",  "Xf3",   "e2-",	  "-e4",  "O-O-O-O",
		"OO",	"ooo", "1-0",  "0-1", "=Q",    "e2e4e6",  "Nf33", "e4 e5",
		"e8=X", "e8=", "Play", "12",  "12...", "1/2-1/2", "N f3",
	};
	static const char *const moves[] = {
		"e4",	       "E4",	"e2e4",	    "e2-e4",   "e2xe4", "e2:e4", "Nf3",	 "nf3",
		"Ng1f3",       "N1f3",	"Ngf3",	    "exd5",    "ed5",	"bxc3",	 "Bxc3", "B4",
		"b4",	       "Bb4",	"BB4",	    "B2-B4",   "B1d3",	"R1e2",	 "e8=Q", "e8Q",
		"e8q",	       "e8(Q)", "e8/Q",	    "O-O",     "0-0-0", "o-o",	 "Pe4",	 "12...Nf6",
		"12. ... Nf6", "1.e4",	"exd6e.p.", "exd6 ep", "Qh4#",	"Qh4++", "N-f3",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(no_moves); i++) {
		if (notation_is_move(chess, no_moves[i]))
			fail_msg("\"%s\" is taken for a move", no_moves[i]);
	}
	for (size_t i = 0; i < ARRAY_LEN(moves); i++) {
		if (!notation_is_move(chess, moves[i]))
			fail_msg("\"%s\" isn't taken for a move", moves[i]);
	}
}

static void a_capital_b_is_a_bishop_where_it_can_be(void **state)
{
	static const char fen[] = "4k3/8/8/8/8/2p5/1P6/B3K3 w - - 0 1";

	(void)state;
	assert_means(fen, "bxc3", "b2c3");
	assert_means(fen, "Bxc3", "the bishop on a1 can't reach c3");
	assert_means(fen, "b2xc3", "b2c3");
	assert_means(fen, "B4", "b2b4");
	assert_means("4k3/8/8/8/8/8/8/1B2K3 w - - 0 1", "B1d3", "b1d3");
	assert_means("4k3/8/8/8/8/8/8/1B2K3 w - - 0 1", "B1-D3", "b1d3");
}

static void pawns_step_without_and_capture_with_their_file(void **state)
{
	static const char fen[] = "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1";

	(void)state;
	assert_means(fen, "e5", "e4e5");
	assert_means(fen, "exd5", "e4d5");
	assert_means(fen, "ed5", "e4d5");
	assert_means(fen, "e4f5", "e4f5");
	assert_means(fen, "d5", "to capture write exd5");
	assert_means(fen, "exe5", "nothing to capture on e5");
}

static void castling_is_read_by_wing_by_king_and_by_rook(void **state)
{
	static const char fen[] = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";

	(void)state;
	assert_means(fen, "O-O", "e8h8");
	assert_means(fen, "0-0-0", "e8a8");
	assert_means(fen, "e8g8", "e8h8");
	assert_means(fen, "e8-c8", "e8a8");
	assert_means(fen, "e8h8", "e8h8");
	assert_means(fen, "Ke8g8", "e8h8");
	assert_means(fen, "Kg8", "the king on e8 can't reach g8");
	assert_means("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "O-O", "no rook stands unmoved on h1");
}

static void a_refusal_names_what_is_legal(void **state)
{
	(void)state;
	assert_means(start_fen, "e2-e5",
		     "the pawn on e2 can't reach e5. Legal from there: e2e3 e2e4.");
	assert_means(start_fen, "Nf6", "no knight of yours can reach f6. Legal: a2a3 a2a4");
	assert_means(start_fen, "e7e5", "the pawn on e7 is Black's, not yours");
	assert_means(start_fen, "Bb1-c3", "a knight stands on b1, not a bishop");
	assert_means(start_fen, "Rb1-c3", "a knight stands on b1, not a rook");
	assert_means(start_fen, "Ra1-a2", "your own pawn stands on a2");
	assert_means(start_fen, "hello", "isn't a move I can read");
}

static void san_tells_apart_what_must_be_told_apart_and_no_more(void **state)
{
	static const struct {
		const char *fen, *move, *san;
	} rows[] = {
		{start_fen, "g1f3", "Nf3"},
		{"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"},
		{"4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"},
		{"7k/8/8/8/Q1Q5/8/Q7/4K3 w - - 0 1", "a4c2", "Qa4c2"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8=Q", "e8=Q+"},
		{"k7/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7e8=N", "e8=N"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", "O-O-O"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1d1", "Rd1"},
		/* The other knight is pinned: it doesn't count. */
		{"4k3/8/8/8/7b/8/5N2/1N2K3 w - - 0 1", "b1d2", "Nd2"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct position position;
		struct move_list legal;
		const struct move *move;
		struct strbuf san;

		set_up(rows[i].fen, &position, &legal);
		move = move_list_find(chess, &legal, rows[i].move);
		assert_non_null(move);
		strbuf_init(&san, 0);
		notation_san(chess, &position, &legal, move, &san);
		if (strcmp(san.bytes, rows[i].san) != 0)
			fail_msg("%s in %s is %s, not %s", rows[i].move, rows[i].fen, san.bytes,
				 rows[i].san);
		strbuf_done(&san);
	}
}

/* In random games every legal move's SAN and its long form mean exactly that move. */
static void every_move_can_be_written_and_read_back(void **state)
{
	unsigned seed = 11;

	(void)state;
	for (unsigned game = 0; game < 20; game++) {
		struct play play;

		gameplay_start(&play);
		while (play.file->game.outcome.status == STATUS_PLAYING &&
		       play.file->game.turns < 120) {
			const struct position *position = &play.file->game.position;
			struct move_list legal;

			movegen_generate(chess, position, &legal);
			for (unsigned i = 0; i < legal.count; i++) {
				char canonical[MOVE_TEXT_MAX], back[MOVE_TEXT_MAX];
				struct move move = {0};
				struct strbuf san;
				struct reason why = {.text = ""};

				strbuf_init(&san, 0);
				move_text(chess, &legal.moves[i], canonical);
				notation_san(chess, position, &legal, &legal.moves[i], &san);
				if (notation_read(chess, position, &legal, san.bytes, &move,
						  &why) == REFUSED)
					fail_msg("%s (%s): %s", san.bytes, canonical, why.text);
				move_text(chess, &move, back);
				assert_string_equal(back, canonical);
				if (notation_read(chess, position, &legal, canonical, &move,
						  &why) == REFUSED)
					fail_msg("%s: %s", canonical, why.text);
				move_text(chess, &move, back);
				assert_string_equal(back, canonical);
				strbuf_done(&san);
			}
			send_random(&play, &seed);
		}
		gameplay_stop(&play);
	}
}

/* Any text gets an answer in any position, and the search ends. */
static void any_wish_in_any_position_gets_an_answer(void **state)
{
	static const char *const fens[] = {
		start_fen,
		"r3k2r/8/8/8/4r3/8/8/R3K2R w KQkq - 0 1",
		"k7/8/8/8/8/8/8/K7 w - - 0 1",
	};
	static const char kinds[] = "\0KQRBNP";

	(void)state;
	for (size_t fen = 0; fen < ARRAY_LEN(fens); fen++) {
		for (unsigned n = 0; n < 64 * 64; n += 3) {
			char text[16];
			struct position position;
			struct move_list legal;
			struct move move;
			struct reason why = {.text = ""};
			char kind[2] = {kinds[n % 7], '\0'};

			set_up(fens[fen], &position, &legal);
			snprintf(text, sizeof text, "%s%c%c%s%c%c", kind, 'a' + (int)(n % 8),
				 '1' + (int)(n / 8 % 8), n % 5 ? "" : "x", 'a' + (int)(n / 64 % 8),
				 '1' + (int)(n / 512));
			if (notation_read(chess, &position, &legal, text, &move, &why) == REFUSED)
				assert_non_null(strstr(why.text, "Legal"));
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_without_the_form_of_a_move_are_none),
		cmocka_unit_test(a_capital_b_is_a_bishop_where_it_can_be),
		cmocka_unit_test(pawns_step_without_and_capture_with_their_file),
		cmocka_unit_test(castling_is_read_by_wing_by_king_and_by_rook),
		cmocka_unit_test(a_refusal_names_what_is_legal),
		cmocka_unit_test(san_tells_apart_what_must_be_told_apart_and_no_more),
		cmocka_unit_test(every_move_can_be_written_and_read_back),
		cmocka_unit_test(any_wish_in_any_position_gets_an_answer),
	};

	return cmocka_run_group_tests_name("notation", tests, chess_set_up, chess_tear_down);
}
