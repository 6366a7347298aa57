/* SPDX-License-Identifier: MIT */
/* Collections as others write them, and what is told of those that nobody could have meant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/text.h"
#include "core/exchange/movetext.h"

/* The one game of a text. */
static void read_one(const char *bytes, struct movetext_game *game)
{
	struct movetext text;
	struct reason reason = {""};
	unsigned line = 0;

	movetext_open(&text, bytes, strlen(bytes));
	if (movetext_next(&text, game, &line, &reason) != 1)
		fail_msg("%u: %s", line, reason.text);
}

static void assert_moves(const struct movetext_game *game, const char *wanted)
{
	struct text moves;

	text_init(&moves, 0);
	for (size_t i = 0; i < game->count; i++)
		text_addf(&moves, "%s%s", i > 0 ? " " : "", game->words[i].text);
	assert_string_equal(moves.bytes, wanted);
	text_done(&moves);
}

static void tags_keep_what_is_escaped(void **state)
{
	struct movetext_game game;

	(void)state;
	read_one("[White \"J. \\\"Jay\\\" O'Hara\"]\n[Event \"back\\\\slash ] [ ; {\"]\n[Empty "
		 "\"\"]\n\n1. e4 *\n",
		 &game);
	assert_string_equal(movetext_tag(&game, "White"), "J. \"Jay\" O'Hara");
	assert_string_equal(movetext_tag(&game, "Event"), "back\\slash ] [ ; {");
	assert_string_equal(movetext_tag(&game, "Empty"), "");
	assert_null(movetext_tag(&game, "Black"));
	assert_moves(&game, "e4");
	movetext_done(&game);
}

static void comments_variations_and_marks_are_passed_over(void **state)
{
	struct movetext_game game;

	(void)state;
	read_one("1. e4 {a { brace within} $1 e5! ; to the line's end ( 2. d4\n"
		 "( 1... c5 ( 1... c6 2. d4 { ) } ) 2. Nf3 $14 ) 2. Nf3?! $6 1-0\n",
		 &game);
	assert_string_equal(game.result, "1-0");
	assert_int_equal(game.result_line, 2);
	assert_int_equal(game.count, 3);
	assert_int_equal(game.words[2].line, 2);
	movetext_done(&game);
}

static void a_line_may_be_as_long_as_a_game(void **state)
{
	struct movetext_game game;
	struct text bytes;

	(void)state;
	text_init(&bytes, 0);
	for (unsigned i = 1; i <= 3000; i++)
		text_addf(&bytes, "%u. Nf3 Nf6 %u. Ng1 Ng8 ", 2 * i - 1, 2 * i);
	text_add(&bytes, "*");
	read_one(bytes.bytes, &game);
	assert_int_equal(game.count, 12000);
	assert_int_equal(game.words[11999].line, 1);
	movetext_done(&game);
	text_done(&bytes);
}

/* Texts that are none, the line that is named and what is said of it. */
static const struct {
	const char *bytes;
	unsigned line;
	const char *said;
} faults[] = {
	{"[White \"x]\n\n1. e4 *\n", 1, "expected a tag on one line"},
	{"[White \"x\"]\n\n1. e4\n{ never\nended *\n", 4,
	 "the comment that begins here doesn't end"},
	{"\n1. e4 e5\n(2. Nf3 (2. d4) *\n", 3, "the variation that begins here doesn't end"},
};

static void what_is_none_is_named_with_its_line(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(faults); i++) {
		struct movetext_game game;
		struct movetext text;
		struct reason reason = {""};
		unsigned line = 0;

		movetext_open(&text, faults[i].bytes, strlen(faults[i].bytes));
		assert_int_equal(movetext_next(&text, &game, &line, &reason), -1);
		if (line != faults[i].line || strstr(reason.text, faults[i].said) == NULL)
			fail_msg("%zu: %u: %s", i, line, reason.text);
		movetext_done(&game);
	}
}

static void the_next_game_is_read_behind_one_that_is_none(void **state)
{
	static const char bytes[] = "[White \"x]\n\n1. e4 *\n\n[White \"y\"]\n\n1. d4 d5 *\n";
	struct movetext_game game;
	struct movetext text;
	unsigned line;

	(void)state;
	movetext_open(&text, bytes, strlen(bytes));
	assert_int_equal(movetext_next(&text, &game, &line, NULL), -1);
	movetext_done(&game);
	assert_int_equal(movetext_next(&text, &game, &line, NULL), 1);
	assert_int_equal(game.number, 2);
	assert_int_equal(game.line, 5);
	assert_string_equal(movetext_tag(&game, "White"), "y");
	assert_moves(&game, "d4 d5");
	movetext_done(&game);
	assert_int_equal(movetext_next(&text, &game, &line, NULL), 0);
	movetext_done(&game);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tags_keep_what_is_escaped),
		cmocka_unit_test(comments_variations_and_marks_are_passed_over),
		cmocka_unit_test(a_line_may_be_as_long_as_a_game),
		cmocka_unit_test(what_is_none_is_named_with_its_line),
		cmocka_unit_test(the_next_game_is_read_behind_one_that_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
