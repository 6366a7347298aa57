/* SPDX-License-Identifier: MIT */
/* Writing PGN4: one line per round; a seat that left is in the place of its own turn or in a
 * comment. */
#include "tests/lib/scores.h"

static const struct pgn_style style = {.event = NULL};

/* Asserts the text written for a game that is imported; its own text, if `expected` is NULL. */
static void assert_written(const char *collection, const char *expected)
{
	struct strbuf file;

	scores_enter(import_pgn4, collection, &file);
	scores_verify(&file);
	scores_expect(pgn4_write, &file, &style, expected != NULL ? expected : collection);
	strbuf_done(&file);
}

static void a_round_is_a_line_and_the_tags_are_in_order(void **state)
{
	(void)state;
	assert_written("[Variant \"Teams\"]\n[RuleVariants \"EnPassant Teams\"]\n[Red \"Rita\"]\n"
		       "[Blue \"Bert\"]\n[Yellow \"Yves \\\"Y\\\" ]\"]\n[Green \"Gina\"]\n"
		       "[Site \"here\"]\n[Result \"0-1\"]\n[StartFen4 \"4PCo\"]\n\n"
		       "1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n"
		       "2. Nj1-i3 .. Na10-c9 { a knight } .. Ne14-f12 .. Nn10-l11\n"
		       "3. g2-g4 .. b8-d8 .. R\n",
		       "[Variant \"Teams\"]\n[RuleVariants \"EnPassant\"]\n[Blue \"Bert\"]\n"
		       "[CurrentMove \"10\"]\n[Green \"Gina\"]\n[Red \"Rita\"]\n[Result \"0-1\"]\n"
		       "[Site \"here\"]\n[StartFen4 \"4PCo\"]\n[Yellow \"Yves \\\"Y\\\" ]\"]\n\n"
		       "1. h2-h3 .. b7-c7 .. g13-g12 .. m8-l8\n"
		       "2. Nj1-i3 .. Na10-c9 .. Ne14-f12 .. Nn10-l11\n"
		       "3. g2-g4 .. b8-d8 .. R\n\n");
}

static const char head[] = "[Variant \"FFA\"]\n[RuleVariants \"EnPassant PromoteTo=D\"]\n"
			   "[Blue \"B\"]\n[CurrentMove \"%u\"]\n[Green \"G\"]\n[Red \"R\"]\n"
			   "[Result \"%s\"]\n[StartFen4 \"4PCo\"]\n[Yellow \"Y\"]\n\n%s\n";

/* Games that are written as they were read: turns, result, text. */
static const struct {
	unsigned turns;
	const char *result, *text;
} games[] = {
	/* Blue resigns in its turn; Green while Red is to move. */
	{3, "*", "1. h2-h3 .. R .. g13-g12 .. m8-l8 {[%leaves Green R]}\n"},
	{1, "*", "{[%leaves Yellow T]}\n1. h2-h3\n"},
	{1, "R: 1 - B: 0 - Y: 0 - G: 0", "1. h2-h3 .. R .. T .. R\n"},
	{0, "*", ""},
};

static void who_leaves_has_his_place(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		char *collection =
			base_printf(head, games[i].turns, games[i].result, games[i].text);

		assert_written(collection, NULL);
		free(collection);
	}
}

static void a_turn_without_a_form_is_named(void **state)
{
	struct reason reason = {.text = ""};
	struct movelist score;
	struct strbuf file, out;

	(void)state;
	scores_enter(import_pgn4, "[Variant \"FFA\"]\n[StartFen4 \"4PCo\"]\n\n1. h2-h3 .. b7-c7\n",
		     &file);
	scores_read(&file, &score);
	score.plies[1].squares[0] = '\0';
	strbuf_init(&out, 0);
	assert_int_equal(pgn4_write(&score, &style, &out, &reason), -1);
	assert_string_equal(reason.text, "PGN4 has no form for turn 2, b7c7; jsonl has one");
	assert_int_equal(out.len, 0);
	strbuf_done(&out);
	movelist_done(&score);
	strbuf_done(&file);
}

static void games_of_two_are_not_for_it(void **state)
{
	struct reason reason = {.text = ""};

	(void)state;
	assert_int_equal(pgn4_fits(variant_get(library, "fourteen", NULL, 0, NULL), NULL), 0);
	assert_int_equal(pgn4_fits(chess, &reason), -1);
	assert_non_null(strstr(reason.text, "chess isn't such a game; jsonl has words for it"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_round_is_a_line_and_the_tags_are_in_order),
		cmocka_unit_test(who_leaves_has_his_place),
		cmocka_unit_test(a_turn_without_a_form_is_named),
		cmocka_unit_test(games_of_two_are_not_for_it),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
