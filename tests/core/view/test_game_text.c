/* SPDX-License-Identifier: MIT */
#include "tests/lib/gameplay.h"

#include "core/gametype/gametypes.h"
#include "core/util/translate.h"
#include "core/view/game_text.h"
#include "tests/lib/source.h"
#include "tests/lib/views.h"

/* Adds the legal moves of a seat that is to move, if any. */
static void legal_moves(const struct game *game, struct strbuf *out)
{
	for (uint8_t seat = 0; seat < 2; seat++)
		view_legal_for(game, seat, out);
}

static void assert_all_views_safe(const struct game *game)
{
	struct strbuf view, list;

	strbuf_init(&view, 0);
	strbuf_init(&list, 0);
	for (uint8_t seat = 0; seat < 2; seat++) {
		view_board(game, seat, BOARD_FULL, &view);
		view_board(game, seat, BOARD_COMPACT, &view);
	}
	view_status(game, &view);
	view_recent(game, 0, &view);
	legal_moves(game, &list);
	view_result(game, &view);
	assert_safe(chess, view.bytes);
	assert_list_safe(chess, &list);
	strbuf_done(&view);
}

static void no_line_of_any_view_can_play_or_break_a_letter(void **state)
{
	unsigned seed = 99;

	(void)state;
	for (unsigned number = 0; number < 10; number++) {
		struct play play;

		gameplay_start(&play);
		while (play.file->game.outcome.status == STATUS_PLAYING &&
		       play.file->game.turns < 150) {
			if (play.file->game.turns % 7 == 0)
				assert_all_views_safe(&play.file->game);
			send_random(&play, &seed);
		}
		assert_all_views_safe(&play.file->game);
		gameplay_stop(&play);
	}
}

static void assert_view(void (*view)(const struct game *, struct strbuf *), const struct game *game,
			const char *expected)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	view(game, &text);
	assert_string_equal(text.bytes, expected);
	strbuf_done(&text);
}

static void the_status_says_whose_turn_check_offer_and_result(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	assert_view(view_status, &play.file->game, "White to move (move 1).\n");
	assert_view(view_result, &play.file->game, "");
	gameplay_send(&play, "e4\nDRAW");
	assert_view(view_status, &play.file->game,
		    "Black to move (move 1).\nWhite offers a draw.\n");
	gameplay_send(&play, "f5");
	gameplay_send(&play, "Qh5+");
	assert_view(view_status, &play.file->game, "Black to move (move 2), in check.\n");
	gameplay_send(&play, "RESIGN");
	assert_view(view_status, &play.file->game,
		    "The game is over. White wins by resignation.\n");
	assert_view(legal_moves, &play.file->game, "");
	gameplay_stop(&play);
}

static void the_result_is_said_in_words(void **state)
{
	static const struct {
		const char *moves[8], *words;
	} games[] = {
		{{"f3", "e5", "g4", "Qh4"}, "Black wins by checkmate.\n"},
		{{"e4\nDRAW", "DRAW"}, "Drawn by agreement.\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		struct play play;

		gameplay_start(&play);
		for (unsigned n = 0; games[i].moves[n] != NULL; n++)
			gameplay_send(&play, games[i].moves[n]);
		assert_view(view_result, &play.file->game, games[i].words);
		gameplay_stop(&play);
	}
}

static void each_seat_sees_the_board_from_its_own_side(void **state)
{
	struct play play;
	struct strbuf view;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	strbuf_init(&view, 0);
	view_board(&play.file->game, 1, BOARD_FULL, &view);
	assert_string_equal(view.bytes, "      h   g   f   e   d   c   b   a\n"
					"  1  wR  wN  wB  wK  wQ  wB  wN  wR   1\n"
					"  2  wP  wP  wP [ .] wP  wP  wP  wP   2\n"
					"  3   .   .   .   .   .   .   .   .   3\n"
					"  4   .   .   . [wP]  .   .   .   .   4\n"
					"  5   .   .   .   .   .   .   .   .   5\n"
					"  6   .   .   .   .   .   .   .   .   6\n"
					"  7  bP  bP  bP  bP  bP  bP  bP  bP   7\n"
					"  8  bR  bN  bB  bK  bQ  bB  bN  bR   8\n"
					"      h   g   f   e   d   c   b   a\n"
					"\n"
					"     w White, b Black, . empty, [ ] the last move\n");
	strbuf_clear(&view);
	view_board(&play.file->game, NO_SIDE, BOARD_COMPACT, &view);
	assert_string_equal(view.bytes, "     a b c d e f g h\n"
					"  8  r n b q k b n r  8\n"
					"  7  p p p p p p p p  7\n"
					"  6  . . . . . . . .  6\n"
					"  5  . . . . . . . .  5\n"
					"  4  . . . .[P]. . .  4\n"
					"  3  . . . . . . . .  3\n"
					"  2  P P P P[.]P P P  2\n"
					"  1  R N B Q K B N R  1\n"
					"     a b c d e f g h\n");
	strbuf_done(&view);
	gameplay_stop(&play);
}

static void castling_marks_where_the_king_came_to_stand(void **state)
{
	static const char *const moves[] = {"e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"};
	struct play play;
	struct strbuf view;

	(void)state;
	gameplay_start(&play);
	for (size_t i = 0; i < ARRAY_LEN(moves); i++)
		gameplay_send(&play, moves[i]);
	strbuf_init(&view, 0);
	view_board(&play.file->game, 0, BOARD_COMPACT, &view);
	assert_non_null(strstr(view.bytes, "  1  R N B Q[.]R[K].  1\n"));
	strbuf_done(&view);
	gameplay_stop(&play);
}

static void recent_turns_are_those_after_the_one_named(void **state)
{
	struct play play;
	struct strbuf view;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_send(&play, "d5");
	gameplay_send(&play, "exd5");
	strbuf_init(&view, 0);
	view_recent(&play.file->game, 1, &view);
	assert_string_equal(view.bytes, "    1  Black    d5       d7d5\n"
					"    2  White    exd5     e4d5\n");
	strbuf_done(&view);
	gameplay_stop(&play);
}

static void legal_moves_are_listed_by_kind(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	assert_view(legal_moves, &play.file->game,
		    "    knight  b1a3 b1c3 g1f3 g1h3\n"
		    "    pawn    a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4\n"
		    "    pawn    g2g3 g2g4 h2h3 h2h4\n");
	gameplay_stop(&play);
}

static const char wide_game[] = "title   Wide\n"
				"board   20x20\n"
				"hole    a1-c1 a2-c2 a3-c3 r18-t18 r19-t19 r20-t20\n"
				"piece   K king    K\n"
				"piece   Q queen   Q\n"
				"piece   P pawn    mfW cfF\n"
				"royal   K\n"
				"pawn    P promotes Q\n"
				"turn    White Red\n"
				"side White\n"
				"\tforward  N\n"
				"\tplace    K j1  P d2-q2\n"
				"side Red\n"
				"\tforward  E\n"
				"\tplace    K a11\n";

/* The largest possible board, with holes, from two neighbouring sides. */
static void boards_of_any_size_fit_the_page(void **state)
{
	char folder[SCRATCH_MAX];
	struct variant_library *wide;
	const struct variant *variant;
	struct reason reason = {.text = ""};
	struct game game;
	struct strbuf view;

	(void)state;
	assert_true(scratch_make(folder));
	write_file(folder, "wide.variant", wide_game, sizeof wide_game - 1);
	wide = variant_library_new(folder, gametypes_all);
	variant = variant_get(wide, "wide", NULL, 0, &reason);
	if (variant == NULL)
		fail_msg("%s", reason.text);
	game_init(&game, variant);
	strbuf_init(&view, 0);
	view_board(&game, 1, BOARD_FULL, &view);
	assert_safe(chess, view.bytes);
	/* Red looks east: its own file is at the bottom, north on the left. */
	assert_non_null(strstr(view.bytes, "\n     20 19 18 17 "));
	assert_non_null(strstr(view.bytes, "\n  t            .  .  . "));
	assert_non_null(
		strstr(view.bytes,
		       "\n  a   .  .  .  .  .  .  .  .  . rK  .  .  .  .  .  .  .           a\n"));
	view_board(&game, 0, BOARD_COMPACT, &view);
	assert_safe(chess, view.bytes);
	assert_non_null(strstr(view.bytes, "\n  2    PPPPPPPPPPPPPP... 2\n"));
	strbuf_done(&view);
	game_done(&game);
	variant_library_free(wide);
	assert_int_equal(scratch_remove(folder), 0);
}

static const char ruled_game[] = "title   Ruled\n"
				 "board   4x3\n"
				 "hole    a3\n"
				 "block   b1-c1 b2-c3 b3-c2\n"
				 "equator 1\n"
				 "midline c\n"
				 "piece   K king    K\n"
				 "royal   K\n"
				 "turn    White Red\n"
				 "side White\n"
				 "\tforward  N E\n"
				 "\tplace    K a1\n"
				 "side Red\n"
				 "\tforward  S W\n"
				 "\tplace    K d3\n";

/* The drawing shows what isn't a square: holes, walls, closed corners, the lines of the board. */
static void a_board_that_is_more_than_squares_is_ruled(void **state)
{
	char folder[SCRATCH_MAX];
	struct variant_library *small;
	struct reason reason = {.text = ""};
	struct game game;
	struct strbuf view;

	(void)state;
	assert_true(scratch_make(folder));
	write_file(folder, "ruled.variant", ruled_game, sizeof ruled_game - 1);
	small = variant_library_new(folder, gametypes_all);
	game_init(&game, variant_get(small, "ruled", NULL, 0, &reason));
	strbuf_init(&view, 0);
	view_board(&game, NO_SIDE, BOARD_FULL, &view);
	assert_string_equal(view.bytes, "        a     b     c     d\n"
					"    +-----+-----+-----+-----+\n"
					"  3 |XXXXX|     |     :  rK | 3\n"
					"    +-----+-----X-----+-----+\n"
					"  2 |     |     |     :     | 2\n"
					"    +.....+.....+.....+.....+\n"
					"  1 |  wK |     #     :     | 1\n"
					"    +-----+-----+-----+-----+\n"
					"        a     b     c     d\n"
					"\n"
					"     w White, r Red, XXX no square, # no step across,\n"
					"     X no slanting step through this corner,\n"
					"     dotted the equator and the midline\n");
	assert_safe(chess, view.bytes);
	/* For a seat in a corner, that corner is at the lower left. */
	strbuf_clear(&view);
	view_board(&game, 1, BOARD_COMPACT, &view);
	assert_string_equal(view.bytes, "     d c b a\n"
					"  1  .:.#. K  1\n"
					"     .......\n"
					"  2  .:. . .  2\n"
					"        X\n"
					"  3  k:. .    3\n"
					"     d c b a\n");
	strbuf_done(&view);
	game_done(&game);
	variant_library_free(small);
	assert_int_equal(scratch_remove(folder), 0);
}

static void a_turn_is_translated_by_its_own_characters_alone(void **state)
{
	static const char told[] = "; Black: Bog";
	char *path = source_path("games/words/de.po"), *whole, *part;
	struct reason reason;
	struct phrases *german = translate_load(path, &reason);

	(void)state;
	assert_non_null(german);
	translate_speak(german);
	whole = view_translate_turn(chess, told);
	/* The semicolon is before the text. */
	part = view_translate_turn(chess, told + 1);
	translate_speak(NULL);
	assert_string_equal(whole, "; Schwarz: Bog");
	assert_string_equal(part, " Black: Bog");
	free(part);
	free(whole);
	translate_free(german);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_line_of_any_view_can_play_or_break_a_letter),
		cmocka_unit_test(the_status_says_whose_turn_check_offer_and_result),
		cmocka_unit_test(the_result_is_said_in_words),
		cmocka_unit_test(each_seat_sees_the_board_from_its_own_side),
		cmocka_unit_test(boards_of_any_size_fit_the_page),
		cmocka_unit_test(a_board_that_is_more_than_squares_is_ruled),
		cmocka_unit_test(castling_marks_where_the_king_came_to_stand),
		cmocka_unit_test(recent_turns_are_those_after_the_one_named),
		cmocka_unit_test(legal_moves_are_listed_by_kind),
		cmocka_unit_test(a_turn_is_translated_by_its_own_characters_alone),
	};

	return cmocka_run_group_tests_name("view", tests, chess_set_up, chess_tear_down);
}
