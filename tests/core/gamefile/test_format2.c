/* SPDX-License-Identifier: MIT */
/* Game files as people read them: in the game's words, in lines of at most 200 columns. */
#include "tests/lib/match_any.h"
#include "tests/lib/source.h"

#include "core/cards/effects/effects_load.h"
#include "core/gamefile/gamefile_internal.h"
#include "core/gametype/gametypes.h"
#include "core/util/fold_lines.h"
#include "core/variant/variant_data.h"

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

/* Returns whether the line has a row of numbers. Each number in a line should have a word before it
 * that says what it counts. */
static bool has_row_of_numbers(const char *line)
{
	const char *word;
	size_t len;
	bool before = false;

	while (strbuf_next_word(&line, &word, &len)) {
		bool number = strspn(word, "0123456789") >= len;

		if (number && before)
			return true;
		before = number;
	}
	return false;
}

static void assert_readable(const struct strbuf *file)
{
	const char *cursor = file->bytes, *line;
	size_t len;

	while (file->len > 0 && strbuf_next_line(&cursor, file->bytes + file->len, &line, &len)) {
		char *copy = base_strndup(line, len);

		if (len > FOLD_WIDTH)
			fail_msg("%zu columns: %s", len, copy);
		if (strbuf_starts(copy, "  ") && !strbuf_starts(copy, "  |") &&
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
			assert_true(strbuf_starts(match.public.bytes, "pbem-game 2\n"));
			assert_readable(&match.public);
			assert_readable(&match.sealed);
			/* Each finished turn appears once. */
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

/* A response time, a response, a choice: as an archivist reads them. */
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

static void assert_folds(const struct strbuf *line)
{
	struct strbuf folded, back;
	const char *cursor, *part;
	size_t part_len;

	strbuf_init(&folded, 0);
	strbuf_init(&back, 0);
	fold_add(line, &folded);
	cursor = folded.bytes;
	while (strbuf_next_line(&cursor, folded.bytes + folded.len, &part, &part_len))
		assert_in_range(part_len, 0, FOLD_WIDTH);
	cursor = folded.bytes;
	assert_true(fold_next(&cursor, folded.bytes + folded.len, &back));
	assert_ptr_equal(cursor, folded.bytes + folded.len);
	assert_int_equal(back.len, line->len);
	assert_memory_equal(back.bytes, line->bytes, line->len);
	strbuf_done(&back);
	strbuf_done(&folded);
}

/* Words, an endless word, spaces, backslashes, letters of several bytes. */
static void long_lines_come_back_as_they_were(void **state)
{
	static const char *const pieces[] = {"word ", "x",  " ",   "\\",
					     "ü",     "♞ ", "\\ ", "a longer row of words, "};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(pieces); i++) {
		struct strbuf line;

		strbuf_init(&line, 0);
		strbuf_add(&line, "  say white ");
		for (unsigned k = 0; k < 700; k++) {
			strbuf_add(&line, pieces[k % 7 == 3 ? (i + k) % ARRAY_LEN(pieces) : i]);
			assert_folds(&line);
		}
		strbuf_done(&line);
	}
}

static void a_long_line_is_broken_where_words_end(void **state)
{
	struct strbuf line, folded;

	(void)state;
	strbuf_init(&line, 0);
	strbuf_init(&folded, 0);
	strbuf_add(&line, "  four");
	for (unsigned i = 1; i < 60; i++)
		strbuf_add(&line, " four");
	fold_add(&line, &folded);
	assert_non_null(strstr(folded.bytes, " four\n    four "));
	assert_int_equal(count(folded.bytes, "\n"), 2);
	strbuf_done(&folded);
	strbuf_done(&line);
}

/* ---- the digest of definitions ---- */

/* Makes a copy of the games with one line of a file changed; the digest of `variant` there. */
static void digest_with(const char *variant, const char *change, struct sha256 *digest_out)
{
	struct variant_library *other;
	struct reason reason = {.text = ""};
	char folder[SCRATCH_MAX], *command;
	const struct variant *changed;

	assert_true(scratch_make(folder));
	command = base_printf("cp -r '%s/games/.' %s && cd %s && %s", source_folder(), folder,
			      folder, change);
	assert_int_equal(system(command), 0);
	free(command);
	other = variant_library_new(folder, gametypes_all);
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
	struct sha256 first, digest;

	(void)state;
	digest_with("knightmare", "true", &first);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		digest_with("knightmare", rows[i].change, &digest);
		if ((strcmp(first.hex, digest.hex) == 0) != rows[i].same)
			fail_msg("%s: the digest is %s", rows[i].change,
				 rows[i].same ? "another" : "the same");
	}
}

/* Writes the header of a ring's stored game, with another line for its rules, and its end. */
static void write_header(const char *path, const char *rules)
{
	static const char rules_line[] = "rules 2\n", end_line[] = "end 0 ";
	char *kept = source_path("tests/format2/site/games/ring/game.txt"), *bytes, *at;
	struct sha256 hash;
	struct strbuf header;
	FILE *out = fopen(path, "w");
	size_t len;

	assert_non_null(out);
	assert_int_equal(gamefile_read_bytes(kept, 0, &bytes, &len, NULL), 0);
	at = strstr(bytes, rules_line);
	assert_non_null(at);
	strbuf_init(&header, 0);
	strbuf_add_bytes(&header, bytes, (size_t)(at - bytes));
	strbuf_add(&header, rules);
	at += strlen(rules_line);
	strbuf_add_bytes(&header, at, (size_t)(strstr(at, end_line) - at));
	strbuf_add(&header, end_line);
	sha256_pair("", 0, header.bytes, header.len, &hash);
	fprintf(out, "%s%s\n", header.bytes, hash.hex);
	assert_int_equal(fclose(out), 0);
	strbuf_done(&header);
	free(bytes);
	free(kept);
}

/* [rules-by-number]: also if a snapshot provides the state. */
static void a_game_keeps_the_number_of_its_rules(void **state)
{
	static const struct {
		const char *line;
		unsigned rules;
	} rows[] = {{"", 1}, {"rules 1\n", 1}, {"rules 2\n", 2}, {"rules 3\n", 3}};
	char folder[SCRATCH_MAX], *path;

	(void)state;
	assert_true(scratch_make(folder));
	path = base_printf("%s/game.txt", folder);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
		struct gamefile *file, *again;
		struct strbuf snapshot;

		write_header(path, rows[i].line);
		file = gamefile_load_public(path, library, SIZE_MAX, NULL);
		assert_non_null(file);
		assert_int_equal(file->game.variant->rules, rows[i].rules);
		strbuf_init(&snapshot, 0);
		gamefile_snapshot(file, &snapshot);
		again = gamefile_read_snapshot(snapshot.bytes, snapshot.len, library);
		assert_non_null(again);
		assert_int_equal(again->game.variant->rules, rows[i].rules);
		gamefile_free(again);
		strbuf_done(&snapshot);
		gamefile_free(file);
	}
	free(path);
	assert_int_equal(scratch_remove(folder), 0);
}

/* Format 1 was never released, and no program writes the number 0. */
static void no_other_format_is_read(void **state)
{
	static const char *const lines[] = {"pbem-game 1\n", "pbem-game 0\n", "pbem-game 02\n"};
	struct match match;

	(void)state;
	match_begin(&match, "chess", NULL, 0, 1);
	for (size_t i = 0; i < ARRAY_LEN(lines); i++) {
		struct reason reason = {.text = ""};
		struct strbuf file;
		char *path = base_printf("%s/game.txt", match.folder);
		const char *rest = strchr(match.public.bytes, '\n') + 1;
		struct sha256 hash;

		strbuf_init(&file, 0);
		strbuf_add(&file, lines[i]);
		strbuf_add_bytes(&file, rest, (size_t)(strstr(rest, "end 0 ") - rest));
		strbuf_add(&file, "end 0 ");
		sha256_pair("", 0, file.bytes, file.len, &hash);
		strbuf_addf(&file, "%s\n", hash.hex);
		match_write_file(&match, "game.txt", &file);
		assert_null(gamefile_load_public(path, library, SIZE_MAX, &reason));
		if (strstr(reason.text, "expected \"pbem-game 2\"") == NULL)
			fail_msg("%s: %s", lines[i], reason.text);
		free(path);
		strbuf_done(&file);
	}
	match_end(&match);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_line_of_every_kind_of_game_is_short_and_has_words),
		cmocka_unit_test(a_turn_with_cards_reads_like_this),
		cmocka_unit_test(long_lines_come_back_as_they_were),
		cmocka_unit_test(a_long_line_is_broken_where_words_end),
		cmocka_unit_test(a_mended_text_changes_no_digest_and_a_changed_rule_does),
		cmocka_unit_test(a_game_keeps_the_number_of_its_rules),
		cmocka_unit_test(no_other_format_is_read),
	};

	return cmocka_run_group_tests_name("format2", tests, chess_set_up, chess_tear_down);
}
