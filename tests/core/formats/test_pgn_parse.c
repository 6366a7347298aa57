/* SPDX-License-Identifier: MIT */
/* Collections as other programs write them, and reports about text that can't be meant as a game.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/formats/pgn_parse.h"
#include "core/util/strbuf.h"

/* Reads the only game of a text. */
static void read_one(const char *bytes, struct pgn_parse_game *game)
{
	struct pgn_parse text;
	struct reason reason = {.text = ""};
	unsigned line = 0;

	pgn_parse_open(&text, bytes, strlen(bytes));
	if (pgn_parse_next(&text, game, &line, &reason) != 1)
		fail_msg("%u: %s", line, reason.text);
}

static void assert_moves(const struct pgn_parse_game *game, const char *wanted)
{
	struct strbuf moves;

	strbuf_init(&moves, 0);
	for (size_t i = 0; i < game->count; i++)
		strbuf_addf(&moves, "%s%s", i > 0 ? " " : "", game->words[i].text);
	assert_string_equal(moves.bytes, wanted);
	strbuf_done(&moves);
}

static void tags_keep_what_is_escaped(void **state)
{
	struct pgn_parse_game game;

	(void)state;
	read_one("[White \"J. \\\"Jay\\\" O'Hara\"]\n[Event \"back\\\\slash ] [ ; {\"]\n[Empty "
		 "\"\"]\n\n1. e4 *\n",
		 &game);
	assert_string_equal(pgn_parse_tag(&game, "White"), "J. \"Jay\" O'Hara");
	assert_string_equal(pgn_parse_tag(&game, "Event"), "back\\slash ] [ ; {");
	assert_string_equal(pgn_parse_tag(&game, "Empty"), "");
	assert_null(pgn_parse_tag(&game, "Black"));
	assert_moves(&game, "e4");
	pgn_parse_done(&game);
}

static void comments_variations_and_marks_are_passed_over(void **state)
{
	struct pgn_parse_game game;

	(void)state;
	read_one("1. e4 {a { brace within} $1 e5! ; to the line's end ( 2. d4\n"
		 "( 1... c5 ( 1... c6 2. d4 { ) } ) 2. Nf3 $14 ) 2. Nf3?! $6 1-0\n",
		 &game);
	assert_string_equal(game.result, "1-0");
	assert_int_equal(game.result_line, 2);
	assert_int_equal(game.count, 3);
	assert_int_equal(game.words[2].line, 2);
	pgn_parse_done(&game);
}

static void a_line_may_be_as_long_as_a_game(void **state)
{
	struct pgn_parse_game game;
	struct strbuf bytes;

	(void)state;
	strbuf_init(&bytes, 0);
	for (unsigned i = 1; i <= 3000; i++)
		strbuf_addf(&bytes, "%u. Nf3 Nf6 %u. Ng1 Ng8 ", 2 * i - 1, 2 * i);
	strbuf_add(&bytes, "*");
	read_one(bytes.bytes, &game);
	assert_int_equal(game.count, 12000);
	assert_int_equal(game.words[11999].line, 1);
	pgn_parse_done(&game);
	strbuf_done(&bytes);
}

/* Texts that contain no game, with the line and the reason that are reported. */
static const struct {
	const char *bytes;
	unsigned line;
	const char *said;
} faults[] = {
	{"[White \"x]\n\n1. e4 *\n", 1, "expected a tag on one line"},
	{"[White \"x\"]\n\n1. e4\n{ never\nended *\n", 4,
	 "the comment that begins here doesn't end"},
	{"\n1. e4 e5\n(2. Nf3 (2. d4) *\n", 3, "the variation that begins here doesn't end"},
	{"[White \"x\"]\n\n1. e4 * 2. d4 *\n", 3, "expected the next game behind the result *"},
	{"[White \"x\"]\n\n1. e4 1-0 0-1\n", 3, "expected the next game behind the result 1-0"},
	{"[White \"x\"]\n;[FEN \"y\"]\n\n1. e4 *\n", 1, "expected a tag, and ';' stands before it"},
	{"[FEN \"x\"]\n[FEN \"y\"]\n\n1. e4 *\n", 2, "expected one tag FEN, not two"},
	{"[White \"x\"]\n{[Black \"y\"]\n\n1. e4 {so} *\n", 2,
	 "the comment that begins here doesn't end"},
};

static void what_is_none_is_named_with_its_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		struct pgn_parse_game game;
		struct pgn_parse text;
		struct reason reason = {.text = ""};
		unsigned line = 0;

		pgn_parse_open(&text, faults[i].bytes, strlen(faults[i].bytes));
		assert_int_equal(pgn_parse_next(&text, &game, &line, &reason), -1);
		if (line != faults[i].line || strstr(reason.text, faults[i].said) == NULL)
			fail_msg("%zu: %u: %s", i, line, reason.text);
		pgn_parse_done(&game);
	}
}

static void the_next_game_is_read_behind_one_that_is_none(void **state)
{
	static const char bytes[] = "[White \"x]\n\n1. e4 *\n\n[White \"y\"]\n\n1. d4 d5 *\n";
	struct pgn_parse_game game;
	struct pgn_parse text;
	unsigned line;

	(void)state;
	pgn_parse_open(&text, bytes, strlen(bytes));
	assert_int_equal(pgn_parse_next(&text, &game, &line, NULL), -1);
	pgn_parse_done(&game);
	assert_int_equal(pgn_parse_next(&text, &game, &line, NULL), 1);
	assert_int_equal(game.number, 2);
	assert_int_equal(game.line, 5);
	assert_string_equal(pgn_parse_tag(&game, "White"), "y");
	assert_moves(&game, "d4 d5");
	pgn_parse_done(&game);
	assert_int_equal(pgn_parse_next(&text, &game, &line, NULL), 0);
	pgn_parse_done(&game);
}

/* Asserts the result of the only game of a text. */
static void assert_result(const char *bytes, const char *wanted)
{
	struct pgn_parse_game game;

	read_one(bytes, &game);
	assert_string_equal(game.result, wanted);
	pgn_parse_done(&game);
}

static void results_are_read_in_every_form_in_use(void **state)
{
	static const char *const halves[] = {
		"1/2-1/2",
		"1/2",
		"\xc2\xbd-\xc2\xbd",
		"\xc2\xbd",
		"\xbd-\xbd",
		"0.5-0.5",
		".5-.5",
		"0,5-0,5",
		"=-=",
		"1/2:1/2",
		"=:=",
		"1/2 - 1/2",
		"\xc2\xbd\xe2\x80\x93\xc2\xbd",
		"1\xe2\x81\x84"
		"2-1\xe2\x81\x84"
		"2",
	};
	char bytes[64];

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(halves); i++) {
		snprintf(bytes, sizeof bytes, "1. e4 e5 %s\n", halves[i]);
		assert_result(bytes, "1/2-1/2");
		assert_string_equal(pgn_parse_result(halves[i]), "1/2-1/2");
	}
	assert_result("1. e4 1:0\n", "1-0");
	assert_result("1. e4 0\xe2\x80\x93"
		      "1\n",
		      "0-1");
	assert_result("1. e4 *\n\x1a", "*");
	assert_result("1. e4 = e5 0-0 O-O =\n", "");
	assert_string_equal(pgn_parse_result("Draw"), "1/2-1/2");
	assert_null(pgn_parse_result("0-0"));
	assert_null(pgn_parse_result("?"));
	assert_null(pgn_parse_result(""));
}

/* Counts the games that are read from a text, and asserts that all could be read. */
static unsigned count_games(const char *bytes)
{
	struct pgn_parse_game game;
	struct pgn_parse text;
	struct reason reason = {.text = ""};
	unsigned line = 0, count = 0;
	int found;

	pgn_parse_open(&text, bytes, strlen(bytes));
	while ((found = pgn_parse_next(&text, &game, &line, &reason)) > 0) {
		assert_int_equal(game.number, ++count);
		pgn_parse_done(&game);
	}
	pgn_parse_done(&game);
	if (found < 0)
		fail_msg("%u: %s", line, reason.text);
	return count;
}

static void games_are_told_apart_however_they_are_parted(void **state)
{
	(void)state;
	assert_int_equal(count_games("[White \"A\"]\n1. e4 1-0\n[White \"B\"]\n1. d4 0-1\n"), 2);
	assert_int_equal(count_games("[White \"A\"]\r\r1. e4 1-0\r\r[White \"B\"]\r\r1. d4 0-1\r"),
			 2);
	assert_int_equal(count_games("1. e4 1-0 1. d4 0-1\n1. c4 *\n\nf4 *\n"), 4);
	assert_int_equal(count_games("{ by Ann }\n\n[White \"A\"]\n\n1. e4 1-0 "
				     "{so}\n\n\x1a\xef\xbb\xbf[White \"B\"]\n\n*\n\n"),
			 2);
	assert_int_equal(
		count_games(
			"; by Ann\n% and Bob\n[White \"A\"]\n\n[Black \"B\"]\n\n1. e4 1-0 1-0\n"),
		1);
	assert_int_equal(count_games("[White \"A\"]\n\n[White \"B\"]\n\n1. d4 0-1\n"), 2);
	assert_int_equal(count_games("[White \"A\"]\n\n1. e4 (1. d4 {)}) *\n\n1. c4 *\n"), 2);
	assert_int_equal(count_games("\x1a\n\xef\xbb\xbf\n"), 0);
}

static void a_tag_may_stand_over_several_lines(void **state)
{
	struct pgn_parse_game game;

	(void)state;
	read_one("[Event \"A long\r\n  name\"]\n[White \"O\x92Neil\"]\n[Black \"\x80\x9f\x81 "
		 "\xe9\"\n\n1. e4\xc2\xa0*\n",
		 &game);
	assert_string_equal(pgn_parse_tag(&game, "Event"), "A long name");
	assert_string_equal(pgn_parse_tag(&game, "White"), "O\u2019Neil");
	assert_string_equal(pgn_parse_tag(&game, "Black"), "\u20ac\u0178\ufffd \u00e9");
	assert_moves(&game, "e4");
	pgn_parse_done(&game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tags_keep_what_is_escaped),
		cmocka_unit_test(comments_variations_and_marks_are_passed_over),
		cmocka_unit_test(a_line_may_be_as_long_as_a_game),
		cmocka_unit_test(what_is_none_is_named_with_its_line),
		cmocka_unit_test(the_next_game_is_read_behind_one_that_is_none),
		cmocka_unit_test(results_are_read_in_every_form_in_use),
		cmocka_unit_test(games_are_told_apart_however_they_are_parted),
		cmocka_unit_test(a_tag_may_stand_over_several_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
