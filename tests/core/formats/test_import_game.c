/* SPDX-License-Identifier: MIT */
/* Games of other programs as files of ours: each turn decided by the rules, and how they ended. */
#include "tests/lib/scores.h"

/* What stands in the file that is made of a game, and that it verifies. */
static void assert_entered(const char *collection, const char *said)
{
	struct text file;

	scores_enter(import_pgn, collection, &file);
	scores_verify(&file);
	if (strstr(file.bytes, said) == NULL)
		fail_msg("%s isn't in\n%s", said, file.bytes);
	text_done(&file);
}

static void how_a_game_ended_is_what_its_file_says(void **state)
{
	(void)state;
	assert_entered("1. e4 e5 1-0\n", "  order black RESIGN\n");
	assert_entered("1. e4 e5 0-1\n", "  order white RESIGN\n");
	assert_entered("[Termination \"Time forfeit\"]\n\n1. e4 e5 0-1\n",
		       "  beaten white forfeited\n");
	assert_entered("1. e4 e5 1/2-1/2\n", "  order black MOVE e7e5\n  order black DRAW\n");
	assert_entered("[Result \"1/2-1/2\"]\n\n1/2-1/2\n", " adjudicated\n");
	assert_entered("1. f3 e5 2. g4 Qh4# 0-1\n", "  played black d8h4 Qh4#\n");
}

static void words_of_old_books_and_other_programs_are_read(void **state)
{
	(void)state;
	assert_entered("1. e4 d5 2. Bb5ch *\n", " f1b5 Bb5+\n");
	assert_entered("1. f3 e5 2. g4 Qh4mate 0-1\n", " d8h4 Qh4#\n");
	assert_entered("1. f3 e5 2. g4 Qh4dblch!? 0-1\n", " d8h4 Qh4#\n");
	assert_entered("[FEN \"7k/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8q+ *\n", " a7a8=Q a8=Q+\n");
	assert_entered("[FEN \"7k/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8=n *\n", " a7a8=N a8=N\n");
}

static void its_day_is_when_it_was_played_as_far_as_that_is_known(void **state)
{
	(void)state;
	assert_entered("[Date \"1972.07.11\"]\n\n1. e4 *\n", "\ncreated 1972-07-11T00:00:00Z\n");
	assert_entered("[Date \"1972.??.??\"]\n\n1. e4 *\n", "\ncreated 1972-01-01T00:00:00Z\n");
	assert_entered("[Date \"????.??.??\"]\n\n1. e4 *\n", "\ncreated 1970-01-01T00:00:00Z\n");
	assert_entered("[Date \"1851.06.21\"]\n\n1. e4 *\n", "\ncreated 1970-01-01T00:00:00Z\n");
	assert_entered("[Date \"1972.13.41\"]\n\n1. e4 *\n", "\ncreated 1970-01-01T00:00:00Z\n");
}

static void its_tags_are_kept_and_cut_between_letters(void **state)
{
	struct text collection;

	(void)state;
	assert_entered("[Event \"A \\\"cup\\\"\"]\n[White \"Ann\"]\n\n1. e4 *\n",
		       "tag Event A \"cup\"\n");
	assert_entered("[White \"J. \\\"Jay\\\" O'Hara\"]\n\n1. e4 *\n",
		       "\nseat white J. \"Jay\" O'Hara\n");
	text_init(&collection, 0);
	text_add(&collection, "[Event \"x");
	for (unsigned i = 0; i < TAG_LINE_MAX; i++)
		text_add(&collection, "ö");
	text_add(&collection, "\"]\n\n1. e4 *\n");
	assert_entered(collection.bytes, "ö\n");
	text_done(&collection);
}

/* Texts that are refused, the line that is named and what is said. */
static const struct {
	const char *collection;
	unsigned line;
	const char *said;
} refusals[] = {
	{"1. e4 e5\n2. Bb6 *\n", 2, "game 1, ply 3: expected a legal move, not \"Bb6\": "},
	{"1. e4 e5 2. e4 *\n", 1, "ply 3: expected a legal move"},
	{"1. f3 e5 2. g4 Qh4\n3. a3 0-1\n", 2,
	 "ply 5: expected the end of the game, which is over (checkmate), not \"a3\""},
	{"1. f3 e5 2. g4 Qh4#\n1-0\n", 2,
	 "expected the result 0-1, as the game ends by checkmate, not 1-0"},
	{"[Result \"1-0\"]\n\n1. e4 0-1\n", 3,
	 "expected the result 1-0 of its tag, not 0-1: are these two games?"},
	{"[PlyCount \"3\"]\n\n1. e4 e5 *\n", 3,
	 "expected 3 plies, as its tag PlyCount has it, not 2"},
	{"1. e4 e5", 1, "was it cut?"},
	{"[Variant \"Atomic\"]\n\n1. e4 *\n", 1, "a game of \"Atomic\""},
	{"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*\n", 1, "game 1: "},
};

static void what_cannot_be_followed_is_named_with_its_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(refusals); i++)
		scores_refuse(import_pgn, refusals[i].collection, refusals[i].line,
			      refusals[i].said);
}

static void the_same_text_becomes_the_same_file(void **state)
{
	static const char collection[] = "[White \"Ann\"]\n\n1. e4 c5 2. Nf3 *\n";
	struct text one, other;

	(void)state;
	scores_enter(import_pgn, collection, &one);
	scores_enter(import_pgn, collection, &other);
	assert_string_equal(one.bytes, other.bytes);
	text_done(&other);
	text_done(&one);
	assert_entered(collection, "\nimported pgn sha256:");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(how_a_game_ended_is_what_its_file_says),
		cmocka_unit_test(words_of_old_books_and_other_programs_are_read),
		cmocka_unit_test(its_day_is_when_it_was_played_as_far_as_that_is_known),
		cmocka_unit_test(its_tags_are_kept_and_cut_between_letters),
		cmocka_unit_test(what_cannot_be_followed_is_named_with_its_place),
		cmocka_unit_test(the_same_text_becomes_the_same_file),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
