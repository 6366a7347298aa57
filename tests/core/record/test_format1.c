/* SPDX-License-Identifier: MIT */
/*
 * Games of format 1, of every kind, as the program of then made them (tests/format1/games): they
 * are read, verified, and continued in that format. The three-player game with cards waits for an
 * answer to a card, in `window` others may answer, in `held` a turn waits for them, `over` has
 * published its secrets.
 */
#include "tests/lib/match_any.h"
#include "tests/lib/source.h"

#include "core/record/gamefile_inner.h"
#include "core/base/stamp.h"
#include "core/cards/effects/effects_load.h"

static const char *const games[] = {
	"chess",    "chess-over", "three", "four", "team",   "kingdom", "fourteen",    "ring",
	"peterson", "window",	  "held",  "over", "common", "redraw",	"three-cards",
};

static char *path_of(const char *game, const char *name)
{
	return base_printf("%s/tests/format1/games/%s/%s", source_folder(), game, name);
}

/* Puts a file into the match's folder; false when the game has none of that name. */
static bool take_file(const struct match *match, const char *game, const char *name,
		      struct text *text)
{
	char *path = path_of(game, name), *bytes = NULL;
	size_t len;
	bool found = gamefile_read_bytes(path, 0, &bytes, &len, NULL) == 0;

	text_init(text, 0);
	if (found) {
		text_add_bytes(text, bytes, len);
		match_write_file(match, name, text);
	}
	free(bytes);
	free(path);
	return found;
}

/* When its last entry was made. */
static int64_t last_time(const struct match *match)
{
	char *mark = base_printf("\nentry %u ", match->file->head), when[STAMP_SIZE];
	const char *at = strstr(match->public.bytes, mark);

	assert_non_null(at);
	at += strlen(mark);
	snprintf(when, sizeof when, "%.*s", (int)strcspn(at, " "), at);
	free(mark);
	return stamp_read(when);
}

static void open_game(struct match *match, const char *game)
{
	memset(match, 0, sizeof *match);
	match->seed = 1;
	assert_true(scratch_make(match->folder));
	assert_true(take_file(match, game, "game.txt", &match->public));
	(void)take_file(match, game, "sealed", &match->sealed);
	match->file = match_load(match, false);
	match->now = last_time(match);
	match->published = strstr(match->public.bytes, "\n  secret ") != NULL;
}

/* By definitions whose digests are known: nothing is left unchecked on their account. */
static void fail_at_a_definition(void *context, const char *line)
{
	(void)context;
	if (strstr(line, "definition") != NULL)
		fail_msg("%s", line);
}

static void assert_known(const struct match *match)
{
	char *path = base_printf("%s/game.txt", match->folder);

	assert_int_equal(gamefile_check(path, library,
					&(struct gamefile_wish){
						.fault = match_fail_with,
						.note = fail_at_a_definition,
					}),
			 0);
	free(path);
}

static void they_verify_with_the_definitions_of_today(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		struct match match;

		open_game(&match, games[i]);
		assert_int_equal(match.file->format, 1);
		assert_known(&match);
		match_end(&match);
	}
}

static void count_notes_on_rules(void *context, const char *line)
{
	unsigned *count = context;

	*count += strstr(line, "was begun by these rules") != NULL;
}

static void pass_over(void *context, const char *line)
{
	(void)context;
	(void)line;
}

/* Cards were decided otherwise then: who finds a difference is told so; of boards without cards it
 * isn't true. */
static void a_difference_may_come_of_the_rules_of_then(void **state)
{
	static const struct {
		const char *game;
		unsigned notes;
	} rows[] = {{"window", 1}, {"chess", 0}};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct match match;
		unsigned notes = 0;
		char *path;

		open_game(&match, rows[i].game);
		text_add(&match.public, "no entry\n");
		match_write_file(&match, "game.txt", &match.public);
		path = base_printf("%s/game.txt", match.folder);
		assert_int_not_equal(gamefile_check(path, library,
						    &(struct gamefile_wish){
							    .fault = pass_over,
							    .note = count_notes_on_rules,
							    .context = &notes,
						    }),
				     0);
		assert_int_equal(notes, rows[i].notes);
		free(path);
		match_end(&match);
	}
}

/* What is added says the same whatever it is told in: today's program, asked to read it, knows no
 * other. */
static void assert_in_format_1(const struct match *match, size_t before)
{
	static const char *const new_words[] = {
		" from ",    " rounds ", " times ",    "waits for",
		"of action", "number ",	 "piece that", ": ",
	};
	const char *cursor = match->public.bytes + before, *line;
	size_t len;

	while (text_next_line(&cursor, match->public.bytes + match->public.len, &line, &len)) {
		char *copy = base_strndup(line, len);

		for (size_t i = 0; i < ARRAY_LEN(new_words); i++)
			if (!text_starts(copy, "  |") && !text_starts(copy, "  order ") &&
			    !text_starts(copy, "  played ") && !text_starts(copy, "  say ") &&
			    strstr(copy, new_words[i]) != NULL)
				fail_msg("not as in format 1: %s", copy);
		free(copy);
	}
}

static void assert_read_again(const struct match *match)
{
	struct gamefile *again;
	struct text one, two;

	match_write_file(match, "game.txt", &match->public);
	if (match->sealed.len > 0)
		match_write_file(match, "sealed", &match->sealed);
	match_assert_verifies(match);
	again = match_load(match, false);
	assert_int_equal(again->format, 1);
	text_init(&one, 0);
	text_init(&two, 0);
	gamefile_snapshot(match->file, &one);
	gamefile_snapshot(again, &two);
	assert_string_equal(one.bytes, two.bytes);
	text_done(&one);
	text_done(&two);
	gamefile_free(again);
}

static void they_are_continued_in_format_1(void **state)
{
	unsigned letters = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(games); i++) {
		struct match match;
		size_t before;

		open_game(&match, games[i]);
		before = match.public.len;
		assert_true(match_send(&match, 0, "SAY we go on from here"));
		for (unsigned step = 0; step < 20 && match_act_any(&match); step++)
			continue;
		letters += match.accepted;
		assert_true(match.public.len > before);
		assert_in_format_1(&match, before);
		assert_read_again(&match);
		match_end(&match);
	}
	print_message("%zu games of format 1, %u letters more\n", ARRAY_LEN(games), letters);
	assert_true(letters > 100);
}

/* Of a finished game with cards the public file alone shows all. */
static void a_published_one_needs_no_sealed_file(void **state)
{
	struct match match;
	struct gamefile *alone;

	(void)state;
	open_game(&match, "over");
	match_remove_file(&match, "sealed");
	match_assert_verifies(&match);
	alone = match_load(&match, false);
	assert_string_equal(alone->hash.hex, match.file->hash.hex);
	assert_int_equal(alone->game.outcome.status, STATUS_WON);
	gamefile_free(alone);
	match_end(&match);
}

static void snapshots_of_then_are_made_anew(void **state)
{
	char *path, *bytes;
	size_t len;

	(void)state;
	path = source_path("tests/format1/site/games/g2/snapshot");
	assert_int_equal(gamefile_read_bytes(path, 0, &bytes, &len, NULL), 0);
	assert_true(text_starts(bytes, "pbem-snapshot 5\n"));
	assert_null(gamefile_read_snapshot(bytes, len, library));
	free(bytes);
	free(path);
}

/* What a released definition's digest was is known, whatever has been mended in its texts since. */
static void released_definitions_are_known(void **state)
{
	struct digest digest;
	const struct variant *variant = variant_get(library, "knightmare", NULL, 0, NULL);

	(void)state;
	assert_non_null(effects_book_of(variant, NULL));
	strcpy(digest.hex, "0bb3f7dce713b065884485319f2bd5636398e6093079364bb414a4d7682f5aa7");
	assert_true(gamefile_definition_is_known(chess, &digest));
	assert_false(gamefile_definition_is_known(variant, &digest));
	/* Cards whose text has been mended since. */
	strcpy(digest.hex, "0983bb87c0010990d6f07570235c4ecc5474d93b07371246ac5d3454668f605a");
	assert_true(gamefile_definition_is_known(variant, &digest));
	assert_false(gamefile_definition_is_known(chess, &digest));
	/* Cards whose effects had names of their own. */
	strcpy(digest.hex, "57f0009459602f99cdbe56c92ec8a7d0a789af356435a3430c5383c4460ce72d");
	assert_true(gamefile_definition_is_known(variant, &digest));
	assert_false(gamefile_definition_is_known(chess, &digest));
	gamefile_definition(variant, &digest);
	assert_true(gamefile_definition_is_known(variant, &digest));
	digest.hex[0] ^= 1;
	assert_false(gamefile_definition_is_known(variant, &digest));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(they_verify_with_the_definitions_of_today),
		cmocka_unit_test(a_difference_may_come_of_the_rules_of_then),
		cmocka_unit_test(they_are_continued_in_format_1),
		cmocka_unit_test(a_published_one_needs_no_sealed_file),
		cmocka_unit_test(snapshots_of_then_are_made_anew),
		cmocka_unit_test(released_definitions_are_known),
	};

	return cmocka_run_group_tests_name("format1", tests, chess_set_up, chess_tear_down);
}
