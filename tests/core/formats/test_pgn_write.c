/* SPDX-License-Identifier: MIT */
/* Writing PGN: byte by byte, in short lines, with anything in names and comments. */
#include "tests/lib/scores.h"

#include "core/formats/pgn_tags.h"

static void a_game_played_here_is_written_so(void **state)
{
	static const char *const addresses[] = {"ann@example.org", NULL};
	const struct pgn_style plain = {.event = NULL};
	const struct pgn_style full = {"Cup", "https://example.org", addresses};
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "f3");
	gameplay_send(&play, "e5");
	gameplay_send(&play, "g4\nDRAW");
	gameplay_send(&play, "Qh4");
	scores_expect(pgn_write, &play.bytes, &plain,
		      "[Event \"Game demo-1\"]\n[Site \"?\"]\n[Date \"2026.11.21\"]\n"
		      "[Round \"-\"]\n[White \"Ann Ö.\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n"
		      "[BlackNA \"-\"]\n[Mode \"EM\"]\n[PlyCount \"4\"]\n"
		      "[Termination \"normal\"]\n[TimeControl \"-\"]\n[WhiteNA \"-\"]\n\n"
		      "1. f3 e5 2. g4 Qh4# 0-1\n\n");
	scores_expect(pgn_write, &play.bytes, &full,
		      "[Event \"Cup\"]\n[Site \"https://example.org\"]\n[Date \"2026.11.21\"]\n"
		      "[Round \"-\"]\n[White \"Ann Ö.\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n"
		      "[BlackNA \"-\"]\n[Mode \"EM\"]\n[PlyCount \"4\"]\n"
		      "[Termination \"normal\"]\n[TimeControl \"-\"]\n"
		      "[WhiteNA \"ann@example.org\"]\n\n"
		      "1. f3 e5 2. g4 Qh4# 0-1\n\n");
	gameplay_stop(&play);
}

static void what_was_imported_keeps_its_tags_and_is_its_own_export(void **state)
{
	static const char collection[] =
		"[Event \"A \\\"cup\\\" of C:\\\\tea\"]\n[Site \"?\"]\n[Date \"1972.??.??\"]\n"
		"[Round \"?\"]\n[White \"J. \\\"Jay\\\" O'Hara\"]\n[Black \"Bo ] [ ; {\"]\n"
		"[Result \"1/2-1/2\"]\n[Annotator \"Zoë\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 b Q - 4 "
		"12\"]\n[PlyCount \"2\"]\n[SetUp \"1\"]\n\n12... Ke7 13. O-O-O 1/2-1/2\n\n";
	const struct pgn_style style = {"not told", "neither", NULL};
	struct strbuf file;

	(void)state;
	scores_enter(import_pgn, collection, &file);
	scores_verify(&file);
	scores_expect(pgn_write, &file, &style, collection);
	strbuf_done(&file);
}

static void chess960_tells_its_array(void **state)
{
	static const char collection[] =
		"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n"
		"[Black \"B\"]\n[Result \"*\"]\n"
		"[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1\"]\n"
		"[PlyCount \"1\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n1. e4 *\n\n";
	const struct pgn_style style = {.event = NULL};
	struct strbuf file;

	(void)state;
	scores_enter(import_pgn, collection, &file);
	scores_expect(pgn_write, &file, &style, collection);
	strbuf_done(&file);
}

/* Asserts that no line is longer than 79 columns or ends with a space, and that each is as full as
 * possible. */
static void assert_filled(const char *lines)
{
	const char *line = lines, *end;

	for (; *line != '\n'; line = end + 1) {
		size_t next;

		end = strchr(line, '\n');
		next = strcspn(end + 1, " \n");
		assert_true(end > line && end[-1] != ' ' && *line != ' ');
		assert_in_range(end - line, 1, 79);
		if (next > 0 && (size_t)(end - line) + 1 + next <= 79)
			fail_msg("there is room for more: %.*s", (int)(end - line), line);
	}
	assert_string_equal(line, "\n");
}

static void long_games_stand_in_short_lines(void **state)
{
	struct strbuf pgn, file;
	struct movelist score;
	char *lines, *again;

	(void)state;
	strbuf_init(&pgn, 0);
	/* One pawn move before the knights go out and back each time, so that no position is
	 * repeated. */
	for (unsigned i = 0; i < 8; i++)
		strbuf_addf(&pgn, "%u. %c4 %c5 %u. Nf3 Nf6 %u. Ng1 Ng8 ", 3 * i + 1, (int)('a' + i),
			    (int)('a' + i), 3 * i + 2, 3 * i + 3);
	strbuf_add(&pgn, "*");
	scores_enter(import_pgn, pgn.bytes, &file);
	scores_read(&file, &score);
	lines = scores_turns(pgn_write, &score);
	assert_filled(lines);
	again = base_strdup(lines);
	for (char *c = again; *c != '\0'; c++)
		*c = *c == '\n' ? ' ' : *c;
	assert_memory_equal(again, pgn.bytes, pgn.len);
	free(again);
	free(lines);
	movelist_done(&score);
	strbuf_done(&file);
	strbuf_done(&pgn);
}

/* Records that a turn was more than its move. */
static void set_beside(struct movelist *score, size_t ply, const char *beside)
{
	free(score->plies[ply].beside);
	score->plies[ply].beside = base_strdup(beside);
}

static void assert_turns(const struct movelist *score, const char *expected)
{
	char *turns = scores_turns(pgn_write, score);

	assert_string_equal(turns, expected);
	free(turns);
}

static void comments_hold_no_brace_of_their_own_and_numbers_follow_them(void **state)
{
	struct movelist score;
	struct strbuf file;

	(void)state;
	scores_enter(import_pgn, "1. e4 e5 2. Nf3 Nc6 *\n", &file);
	scores_read(&file, &score);
	set_beside(&score, 0, "Truce {on} a1; Black: Chaos }");
	set_beside(&score, 1, " ");
	assert_turns(&score, "1. e4 {Truce (on) a1; Black: Chaos )} 1... e5 2. Nf3 Nc6 *\n\n");
	set_beside(&score, 0, "");
	set_beside(&score, 3, "Bog");
	assert_turns(&score, "1. e4 e5 2. Nf3 Nc6 {Bog} *\n\n");
	free(score.plies[2].text);
	score.plies[2].text = base_strdup("");
	assert_turns(&score, "1. e4 e5 2. -- Nc6 {Bog} *\n\n");
	movelist_done(&score);
	strbuf_done(&file);
}

static void a_long_comment_is_broken_between_its_words(void **state)
{
	struct pgn_tags_lines lines;
	struct strbuf out;

	(void)state;
	strbuf_init(&out, 0);
	lines = (struct pgn_tags_lines){&out, 0};
	pgn_tags_word(&lines, "1.");
	for (unsigned i = 0; i < 8; i++)
		pgn_tags_comment(&lines,
				 "a knight that {never} was seen on any board, nor is missed");
	pgn_tags_end(&lines);
	strbuf_add_char(&out, '\n');
	assert_filled(out.bytes);
	assert_non_null(strstr(out.bytes, "1. {a knight that (never) was"));
	strbuf_done(&out);
}

/* A line is as wide as it looks: letters of two bytes are one column. */
static void columns_are_counted_not_bytes(void **state)
{
	struct pgn_tags_lines lines;
	struct strbuf out;

	(void)state;
	strbuf_init(&out, 0);
	lines = (struct pgn_tags_lines){&out, 0};
	for (unsigned i = 0; i < 20; i++)
		pgn_tags_word(&lines, "äöü");
	assert_null(strchr(out.bytes, '\n'));
	pgn_tags_word(&lines, "ä");
	assert_non_null(strstr(out.bytes, " äöü\nä"));
	strbuf_done(&out);
}

static void tags_are_sorted_escaped_and_printable(void **state)
{
	static const char *const roster[] = {"White", "Event", NULL};
	struct pgn_tags tags;
	struct strbuf out;

	(void)state;
	pgn_tags_init(&tags);
	pgn_tags_set(&tags, "b", "\\ \" ü");
	pgn_tags_set(&tags, "Event", NULL);
	pgn_tags_set(&tags, "a", "one\ntwo\tthree\x7f.");
	pgn_tags_set(&tags, "B", "first");
	pgn_tags_set(&tags, "White", "w");
	pgn_tags_set(&tags, "B", "second");
	strbuf_init(&out, 0);
	pgn_tags_write(&tags, roster, &out);
	assert_string_equal(out.bytes,
			    "[White \"w\"]\n[Event \"?\"]\n[B \"second\"]\n[a \"onetwothree.\"]\n"
			    "[b \"\\\\ \\\" ü\"]\n\n");
	strbuf_done(&out);
	pgn_tags_done(&tags);
}

static void games_it_has_no_words_for_are_sent_elsewhere(void **state)
{
	static const struct {
		const char *variant, *said;
	} others[] = {{"ring", "bpgn, or jsonl, has"}, {"fourteen", "pgn4, or jsonl, has"}};

	(void)state;
	assert_int_equal(pgn_fits(chess, NULL), 0);
	for (size_t i = 0; i < ARRAY_LEN(others); i++) {
		const struct variant *variant =
			variant_get(library, others[i].variant, NULL, 0, NULL);
		struct reason reason = {.text = ""};

		assert_non_null(variant);
		assert_int_equal(pgn_fits(variant, &reason), -1);
		if (strstr(reason.text, others[i].said) == NULL)
			fail_msg("%s", reason.text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_played_here_is_written_so),
		cmocka_unit_test(what_was_imported_keeps_its_tags_and_is_its_own_export),
		cmocka_unit_test(chess960_tells_its_array),
		cmocka_unit_test(long_games_stand_in_short_lines),
		cmocka_unit_test(comments_hold_no_brace_of_their_own_and_numbers_follow_them),
		cmocka_unit_test(a_long_comment_is_broken_between_its_words),
		cmocka_unit_test(columns_are_counted_not_bytes),
		cmocka_unit_test(tags_are_sorted_escaped_and_printable),
		cmocka_unit_test(games_it_has_no_words_for_are_sent_elsewhere),
	};

	return cmocka_run_group_tests(tests, chess_set_up, chess_tear_down);
}
