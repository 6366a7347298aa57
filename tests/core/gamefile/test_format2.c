/* SPDX-License-Identifier: MIT */
/* Game files as people read them: in the game's words, in lines of 200 columns at most. */
#include "tests/lib/match_any.h"
#include "tests/lib/source.h"

#include "core/base/fold.h"
#include "core/record/gamefile_inner.h"
#include "core/kind/kinds.h"
#include "core/cards/effects/effects_load.h"

struct sort {
	const char *name;
	struct option options[3];
	size_t option_count;
	unsigned steps;
};

static const struct sort kinds[] = {
	{"chess", {{"", ""}}, 0, 30},
	{"three-player",
	 {{"peterson.defense", "on"}, {"peterson.exchange", "on"}, {"peterson.capture", "on"}},
	 3,
	 40},
	{"four-player", {{"beaten", "role"}}, 1, 40},
	{"ring", {{"", ""}}, 0, 40},
	{"knightmare", {{"", ""}}, 0, 40},
	{"knightmare", {{"deck", "common"}}, 1, 40},
	{"three-player", {{"cards", "on"}}, 1, 40},
	{"four-player-team", {{"cards", "on"}, {"bishops", "redraw"}}, 2, 40},
};

static const char long_words[] = "SAY Dear all, this is a long story that nobody will want to read "
				 "on a line of its own, so long is it "
				 "and so little does it say: once there was a pawn that wanted to "
				 "be a queen, and it walked and walked, "
				 "past a knight and a bishop and a rook, until it stood before the "
				 "last rank and saw that there was a king.";

/* Each number in a line has a word in front of it that says what it counts: none stands in a row of
 * numbers. */
static bool has_row_of_numbers(const char *line)
{
	const char *word;
	size_t len;
	bool before = false;

	while (text_next_word(&line, &word, &len)) {
		bool number = strspn(word, "0123456789") >= len;

		if (number && before)
			return true;
		before = number;
	}
	return false;
}

static void assert_readable(const struct text *file)
{
	const char *cursor = file->bytes, *line;
	size_t len;

	while (file->len > 0 && text_next_line(&cursor, file->bytes + file->len, &line, &len)) {
		char *copy = base_strndup(line, len);

		if (len > FOLD_WIDTH)
			fail_msg("%zu columns: %s", len, copy);
		if (text_starts(copy, "  ") && !text_starts(copy, "  |") &&
		    has_row_of_numbers(copy))
			fail_msg("numbers in a row: %s", copy);
		free(copy);
	}
}

static size_t count(const char *text, const char *wanted)
{
	size_t found = 0;

	for (; (text = strstr(text, wanted)) != NULL; text++)
		found++;
	return found;
}

static void finish(struct match *match)
{
	unsigned seats = variant_seats(match->file->game.variant);

	for (uint8_t seat = 0; seat < seats && match->file->game.outcome.status == STATUS_PLAYING;
	     seat++) {
		struct event_list events;

		event_list_init(&events);
		if (turn_forfeit(&match->file->game, seat, 0, &events, NULL) == ACCEPTED)
			match_add(match, "moderator", &events);
		event_list_done(&events);
	}
}

static void every_line_of_every_kind_of_game_is_short_and_has_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
		for (unsigned seed = 1; seed <= pace(6, 1); seed++) {
			struct match match;

			match_begin(&match, kinds[i].name, kinds[i].options, kinds[i].option_count,
				    seed);
			assert_true(match_send(&match, 0, long_words));
			for (unsigned step = 0; step < kinds[i].steps && match_act_any(&match);
			     step++)
				continue;
			finish(&match);
			assert_true(text_starts(match.public.bytes, "pbem-game 2\n"));
			assert_readable(&match.public);
			assert_readable(&match.sealed);
			/* Each finished turn is told once. */
			assert_int_equal(count(match.public.bytes, "\n  played "),
					 match.file->game.turns);
			match_write_file(&match, "game.txt", &match.public);
			if (match.sealed.len > 0)
				match_write_file(&match, "sealed", &match.sealed);
			match_assert_verifies(&match);
			match_remove_file(&match, "sealed");
			match_assert_verifies(&match);
			match_end(&match);
		}
	}
}

/* A window, an answer, a demand: as an archivist reads them. */
static void a_turn_with_cards_reads_like_this(void **state)
{
	static const char *const lines[] = {
		"  order white MOVE e2e4\n  script white action 1, the move: MOVE e2-e4, two steps "
		"over e3\n"
		"  action 1\n  move white P from e2 to e4\n  passant white pawn e4 over e3\n  "
		"moved by move\n"
		"  state waits for answers, turn in, may answer black\n  ask black\n",
		"  order black PASS\n  played white e2e4 e4\n  quiet rounds 0\n  turn black\n",
	};
	struct match match;

	(void)state;
	match_begin(&match, "knightmare", NULL, 0, 1);
	assert_true(match_send(&match, 0, "MOVE e2e4"));
	assert_true(match_send(&match, 1, "PASS"));
	for (size_t i = 0; i < ARRAY_LEN(lines); i++)
		if (strstr(match.public.bytes, lines[i]) == NULL)
			fail_msg("lacks\n%s in\n%s", lines[i], match.public.bytes);
	match_end(&match);
}

/* ---- long lines ---- */

static void assert_folds(const struct text *line)
{
	struct text folded, back;
	const char *cursor, *part;
	size_t part_len;

	text_init(&folded, 0);
	text_init(&back, 0);
	fold_add(2, line, &folded);
	cursor = folded.bytes;
	while (text_next_line(&cursor, folded.bytes + folded.len, &part, &part_len))
		assert_in_range(part_len, 0, FOLD_WIDTH);
	cursor = folded.bytes;
	assert_true(fold_next(2, &cursor, folded.bytes + folded.len, &back));
	assert_ptr_equal(cursor, folded.bytes + folded.len);
	assert_int_equal(back.len, line->len);
	assert_memory_equal(back.bytes, line->bytes, line->len);
	text_done(&back);
	text_done(&folded);
}

/* Words, one word without an end, blanks, backslashes, letters of several bytes. */
static void long_lines_come_back_as_they_were(void **state)
{
	static const char *const pieces[] = {"word ", "x",  " ",   "\\",
					     "ü",     "♞ ", "\\ ", "a longer row of words, "};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
		struct text line;

		text_init(&line, 0);
		text_add(&line, "  say white ");
		for (unsigned k = 0; k < 700; k++) {
			text_add(&line, pieces[k % 7 == 3 ? (i + k) % ARRAY_LEN(pieces) : i]);
			assert_folds(&line);
		}
		text_done(&line);
	}
}

static void a_long_line_is_broken_where_words_end(void **state)
{
	struct text line, folded;

	(void)state;
	text_init(&line, 0);
	text_init(&folded, 0);
	text_add(&line, "  four");
	for (unsigned i = 1; i < 60; i++)
		text_add(&line, " four");
	fold_add(2, &line, &folded);
	assert_non_null(strstr(folded.bytes, " four\n    four "));
	assert_int_equal(count(folded.bytes, "\n"), 2);
	text_done(&folded);
	text_done(&line);
}

/* ---- the digest of definitions ---- */

/* A copy of the games with one line of a file changed; the digest of `variant` there. */
static void digest_with(const char *variant, const char *change, struct digest *digest_out)
{
	struct variant_library *other;
	struct reason reason = {""};
	char folder[SCRATCH_MAX], *command;
	const struct variant *changed;

	assert_true(scratch_make(folder));
	command = base_printf("cp -r '%s/games/.' %s && cd %s && %s", source_folder(), folder,
			      folder, change);
	assert_int_equal(system(command), 0);
	free(command);
	other = variant_library_new(folder, kinds_all);
	changed = variant_get(other, variant, NULL, 0, &reason);
	if (changed == NULL ||
	    (variant_has_cards(changed) && effects_book_of(changed, &reason) == NULL))
		fail_msg("%s", reason.text);
	gamefile_definition(changed, digest_out);
	variant_library_free(other);
	assert_int_equal(scratch_remove(folder), 0);
}

static void a_mended_text_changes_no_digest_and_a_changed_rule_does(void **state)
{
	static const struct {
		const char *change;
		bool same;
	} rows[] = {
		{"true", true},
		{"sed -i 's/^text .*/text    Other words./' cards/first/siege.card", true},
		{"sed -i 's/^plays .*/plays   NIGHT ROCK/' cards/first/siege.card", true},
		{"sed -i 's/^# .*/# Another comment./; s/^title .*/title Chess!/' chess.variant "
		 "knightmare.variant",
		 true},
		{"sed -i 's/^points .*/points  8/' cards/first/siege.card", false},
		{"sed -i 's/^when .*/when    before/' cards/first/siege.card", false},
		{"rm cards/first/siege.card", false},
		{"sed -i 's/^option  copies .*/option  copies 2 1-9/' knightmare.variant", false},
		{"sed -i 's/N b1 g1/N b1 f3/' chess.variant", false},
	};
	struct digest first, digest;

	(void)state;
	digest_with("knightmare", "true", &first);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		digest_with("knightmare", rows[i].change, &digest);
		if ((strcmp(first.hex, digest.hex) == 0) != rows[i].same)
			fail_msg("%s: the digest is %s", rows[i].change,
				 rows[i].same ? "another" : "the same");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_line_of_every_kind_of_game_is_short_and_has_words),
		cmocka_unit_test(a_turn_with_cards_reads_like_this),
		cmocka_unit_test(long_lines_come_back_as_they_were),
		cmocka_unit_test(a_long_line_is_broken_where_words_end),
		cmocka_unit_test(a_mended_text_changes_no_digest_and_a_changed_rule_does),
	};

	return cmocka_run_group_tests_name("format2", tests, chess_set_up, chess_tear_down);
}
