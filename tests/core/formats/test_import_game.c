/* SPDX-License-Identifier: MIT */
/* Other programs' games as files of ours: each turn is decided by the rules, with the end of the
 * game. */
#include "tests/lib/scores.h"

/* Asserts the contents of the file that is made from a game, and that it verifies. */
static void assert_entered(const char *collection, const char *said)
{
	struct strbuf file;

	scores_enter(import_pgn, collection, &file);
	scores_verify(&file);
	if (strstr(file.bytes, said) == NULL)
		fail_msg("%s isn't in\n%s", said, file.bytes);
	strbuf_done(&file);
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
	struct strbuf collection;

	(void)state;
	assert_entered("[Event \"A \\\"cup\\\"\"]\n[White \"Ann\"]\n\n1. e4 *\n",
		       "tag Event A \"cup\"\n");
	assert_entered("[White \"J. \\\"Jay\\\" O'Hara\"]\n\n1. e4 *\n",
		       "\nseat white J. \"Jay\" O'Hara\n");
	strbuf_init(&collection, 0);
	strbuf_add(&collection, "[Event \"x");
	for (unsigned i = 0; i < TAG_LINE_MAX; i++)
		strbuf_add(&collection, "ö");
	strbuf_add(&collection, "\"]\n\n1. e4 *\n");
	assert_entered(collection.bytes, "ö\n");
	strbuf_done(&collection);
}

/* Texts that are refused, with the line and the reason that are reported. */
static const struct {
	const char *collection;
	unsigned line;
	const char *said;
} refusals[] = {
	{"[FN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n", 1,
	 "game 1: expected a tag FEN, not FN"},
	{"[Varrant \"Chess960\"]\n\n1. e4 *\n", 1, "expected a tag Variant, not Varrant"},
	{"[SetUp \"1\"]\n\n1. e4 *\n", 1, "game 1: expected a tag FEN with the position"},
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
	struct strbuf one, other;

	(void)state;
	scores_enter(import_pgn, collection, &one);
	scores_enter(import_pgn, collection, &other);
	assert_string_equal(one.bytes, other.bytes);
	strbuf_done(&other);
	strbuf_done(&one);
	assert_entered(collection, "\nimported pgn sha256:");
}

/* Asserts the notes about a game that is imported. */
static void assert_noted(const char *collection, const char *said)
{
	struct strbuf notes, file;
	struct imported imported = {.id = "old", .notes = &notes};
	struct pgn_parse_game game;
	struct pgn_parse text;
	struct reason reason = {.text = ""};
	unsigned line = 0;

	strbuf_init(&notes, 0);
	strbuf_init(&file, 0);
	pgn_parse_open(&text, collection, strlen(collection));
	assert_int_equal(pgn_parse_next(&text, &game, &line, &reason), 1);
	if (import_pgn(&game, &imported, library, &file, &line, &reason) != 0)
		fail_msg("line %u: %s", line, reason.text);
	scores_verify(&file);
	if (said == NULL ? notes.len > 0 : strstr(notes.bytes, said) == NULL)
		fail_msg("noted: %s", notes.bytes);
	pgn_parse_done(&game);
	strbuf_done(&file);
	strbuf_done(&notes);
}

static void a_count_of_too_few_plies_is_noted(void **state)
{
	(void)state;
	assert_noted("[PlyCount \"0\"]\n\n1. e4 e5 *\n",
		     "game 1, ply 3: its tag PlyCount has 0 plies");
	assert_noted("[PlyCount \"1\"]\n\n1. e4 e5 *\n",
		     "its tag PlyCount has 1 plies, and there are 2");
	assert_noted("[PlyCount \"\"]\n\n1. e4 e5 *\n", NULL);
	assert_noted("[PlyCount \"?\"]\n\n1. e4 e5 *\n", NULL);
	assert_noted("[PlyCount \"-\"]\n\n1. e4 e5 *\n", NULL);
	assert_noted("[PlyCount \"2\"]\n\n1. e4 e5 *\n", NULL);
	scores_refuse(import_pgn, "[PlyCount \"3\"]\n\n1. e4 e5 *\n", 3, "expected 3 plies");
	scores_refuse(import_pgn, "[PlyCount \"99999\"]\n\n1. e4 e5 *\n", 3,
		      "expected 99999 plies");
}

static void a_number_that_is_left_out_is_noted(void **state)
{
	(void)state;
	assert_noted("1. e4 e5 3. Nf3 *\n", "1: game 1, ply 3: move 3 where 2 follows");
	assert_noted("17. e4 e5 18. Nf3 18... Nc6 19. d4 *\n", NULL);
	assert_noted("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]\n\n9... Kd7 10. e4 Ke6 *\n", NULL);
}

/* A game that was played elsewhere ends only where its text says so, not by any count. */
static void games_played_on_where_ours_end_come_in_as_they_were_played(void **state)
{
	struct strbuf collection;

	(void)state;
	assert_entered(
		"[FEN \"8/5k2/8/8/3R4/8/2b5/4K3 w - - 148 200\"]\n\n200. Kf2 Kf6 201. Ke3 1-0\n",
		" played-on\n");
	assert_entered("[FEN \"8/5k2/8/8/3R4/8/2b5/4K3 w - - 148 200\"]\n\n200. Kf2 Kf6 1-0\n",
		       " played-on\n");
	assert_entered("[FEN \"8/5k2/8/8/3R4/8/2b5/4K3 w - - 148 200\"]\n\n200. Kf2 Kf6 1/2-1/2\n",
		       "result draw 75-rounds\n");
	assert_noted(
		"[FEN \"8/5k2/8/8/3R4/8/2b5/4K3 w - - 148 200\"]\n\n200. Kf2 Kf6 201. Ke3 1-0\n",
		"ply 4: the game went on at ply 3, where a game here is drawn by itself");
	strbuf_init(&collection, 0);
	for (unsigned i = 1; i < 200; i += 2)
		strbuf_addf(&collection, "%u. Nf3 Nf6 %u. Ng1 Ng8 ", i, i + 1);
	strbuf_add(&collection, "201. f3 e5 202. g4 Qh4# 0-1\n");
	assert_entered(collection.bytes, " played-on\n");
	assert_entered(collection.bytes, "result black checkmate\n");
	strbuf_done(&collection);
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
		cmocka_unit_test(a_count_of_too_few_plies_is_noted),
		cmocka_unit_test(a_number_that_is_left_out_is_noted),
		cmocka_unit_test(games_played_on_where_ours_end_come_in_as_they_were_played),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
