/* SPDX-License-Identifier: MIT */
/* Rules of taking back: what can be taken back, by which seats, and the game file's entry. */
#include <stdlib.h>

#include "core/game/takeback.h"
#include "core/gamefile/gamefile_internal.h"
#include "core/gamefile/lineage.h"
#include "tests/lib/takeback.h"
#include "tests/lib/verify.h"

/* ---- forbidden forms ---- */

static void begin_chess(struct match *play)
{
	static const struct option none[1];

	match_begin(play, "chess", none, 0, 1);
}

static void what_cant_be_taken_back_is_refused(void **state)
{
	const char *const moves[] = {"f3", "e5", "g4", "Qh4#"};
	struct gamefile_bytes bytes;
	struct reason reason = {.text = ""};
	struct match play;

	(void)state;
	begin_chess(&play);
	assert_true(match_send(&play, 0, moves[0]));
	assert_int_equal(takeback_try(&play, 2, "moderator", &reason), -1);
	assert_non_null(strstr(reason.text, "nothing was done since"));
	assert_int_equal(reason.kind, REASON_USAGE);
	bytes = takeback_bytes(&play);
	assert_null(gamefile_load_entry(&bytes, library, 3, &reason));
	assert_string_equal(reason.text, "there is no entry 3, the last one is 2");
	assert_int_equal(reason.kind, REASON_USAGE);
	assert_null(gamefile_load_entry(&bytes, library, 0, &reason));
	assert_string_equal(reason.text, "entries are numbered from 1");
	for (unsigned i = 1; i < ARRAY_LEN(moves); i++)
		assert_true(match_send(&play, i % 2, moves[i]));
	assert_true(takeback_is_over(&play));
	takeback_do(&play, 4);
	assert_false(takeback_is_over(&play));
	assert_true(match_send(&play, 1, "d5"));
	takeback_do(&play, 5);
	assert_true(takeback_is_over(&play));
	match_end(&play);
}

static void published_secrets_are_the_end(void **state)
{
	static const struct option none[1];
	struct reason reason = {.text = ""};
	struct match play;

	(void)state;
	match_begin(&play, "knightmare", none, 0, 1);
	assert_true(match_send(&play, 0, "RESIGN"));
	assert_true(play.published);
	assert_int_equal(takeback_try(&play, 1, "moderator", &reason), -1);
	assert_non_null(strstr(reason.text, "its secrets are published"));
	match_end(&play);
}

/* Adds an entry as somebody might write it by hand, with a right hash. */
static void forge(struct match *play, const char *cause, const char *events)
{
	size_t start = play->public.len;
	struct sha256 hash;

	strbuf_addf(&play->public, "entry %u 2026-12-01T00:00:00Z %s\n%s", play->file->head + 1,
		    cause, events);
	strbuf_addf(&play->public, "end %u ", play->file->head + 1);
	sha256_pair(play->file->hash.hex, SHA256_HEX, play->public.bytes + start,
		    play->public.len - start, &hash);
	strbuf_addf(&play->public, "%s\n", hash.hex);
	play->file->head++;
	play->file->hash = hash;
}

static void keep_line(void *context, const char *line)
{
	strbuf_addf(context, "%s\n", line);
}

static void assert_fault(const char *cause, const char *events, const char *expected, bool loads)
{
	struct reason reason = {.text = ""};
	struct gamefile *file;
	struct strbuf faults;
	struct match play;
	char *path;

	begin_chess(&play);
	assert_true(match_send(&play, 0, "e4"));
	assert_true(match_send(&play, 1, "e5"));
	assert_true(match_send(&play, 0, "Nf3"));
	forge(&play, cause, events);
	match_write_file(&play, "game.txt", &play.public);
	path = base_printf("%s/game.txt", play.folder);
	strbuf_init(&faults, 0);
	assert_true(verify_game(path, library, keep_line, &faults) > 0);
	if (strstr(faults.bytes, expected) == NULL)
		fail_msg("%s: %s", events, faults.bytes);
	file = gamefile_load(play.folder, library, &reason);
	assert_int_equal(file != NULL, loads);
	gamefile_free(file);
	strbuf_done(&faults);
	free(path);
	match_end(&play);
}

static void damaged_undos_are_named(void **state)
{
	(void)state;
	assert_fault("moderator", "  undo to entry 9\n", "before its own", false);
	assert_fault("moderator", "  undo to entry 5\n", "before its own", false);
	assert_fault("moderator", "  undo to entry 0\n", "before", false);
	assert_fault("moderator", "  undo to entry 4\n  ask black\n", "takes nothing back", true);
	assert_fault("moderator", "  undo to entry 2\n", "other events happen", true);
	assert_fault("moderator", "  undo to entry 2\n  ask white\n", "other events happen", true);
	assert_fault("sha256:00", "  undo to entry 2\n  ask black\n", "by its moderator", true);
	assert_fault("consent", "  undo to entry 2\n  ask black\n", "not all have agreed", true);
	assert_fault("moderator", "  undo to entry 2\n  shuffled white number 5\n  ask black\n",
		     "other events happen", true);
	assert_fault("moderator", "  undo to entry 99999999999\n", "expected", false);
}

/* Only the current players matter in the events of an entry that was undone. */
static void an_undone_entry_renames_no_seat_that_is_none(void **state)
{
	struct reason reason = {.text = ""};
	struct gamefile *file;
	struct match play;

	(void)state;
	begin_chess(&play);
	forge(&play, "moderator",
	      "  seat-changed - player Nobody\n  seat-changed white player Zoe\n");
	forge(&play, "moderator", "  undo to entry 1\n  ask white\n");
	match_write_file(&play, "game.txt", &play.public);
	file = gamefile_load(play.folder, library, &reason);
	if (file == NULL)
		fail_msg("%s", reason.text);
	assert_string_equal(file->header.names[0], "Zoe");
	gamefile_free(file);
	match_end(&play);
}

/* ---- by consent ---- */

static void assert_agreed(struct match *play, unsigned expected)
{
	unsigned to = 0;

	assert_int_equal(takeback_is_agreed(&play->file->game, &to), expected != 0);
	if (expected != 0) {
		struct reason reason = {.text = ""};

		assert_int_equal(to, expected);
		assert_int_equal(takeback_try(play, to, "consent", &reason), 0);
	}
}

static void two_agree_to_go_back(void **state)
{
	struct match play;

	(void)state;
	begin_chess(&play);
	assert_false(match_send(&play, 0, "UNDO"));
	assert_false(match_send(&play, 1, "UNDO NO"));
	assert_true(match_send(&play, 0, "e4"));
	assert_true(match_send(&play, 1, "e5"));
	assert_false(match_send(&play, 0, "Nf3\nUNDO"));
	assert_true(match_send(&play, 0, "UNDO\nSAY sorry"));
	assert_agreed(&play, 0);
	assert_false(match_send(&play, 0, "UNDO"));
	assert_int_equal(takeback_awaited(&play.file->game), 2);
	assert_true(match_send(&play, 1, "undo"));
	assert_agreed(&play, 1);
	assert_int_equal(play.file->game.turns, 0);
	assert_true(match_send(&play, 0, "d4"));
	assert_true(match_send(&play, 0, "UNDO"));
	assert_true(match_send(&play, 1, "UNDO NO"));
	assert_agreed(&play, 0);
	assert_int_equal(takeback_awaited(&play.file->game), 0);
	assert_true(match_send(&play, 0, "UNDO"));
	assert_true(match_send(&play, 1, "d5"));
	assert_int_equal(takeback_awaited(&play.file->game), 0);
	assert_true(match_send(&play, 1, "UNDO"));
	assert_true(match_send(&play, 0, "UNDO"));
	assert_agreed(&play, play.file->game.sent[1] - 1);
	assert_int_equal(play.file->game.turns, 1);
	match_write_file(&play, "game.txt", &play.public);
	match_assert_verifies(&play);
	match_end(&play);
}

/* A seat that is out needn't agree, and has no say. */
static void all_in_play_must_agree(void **state)
{
	static const struct option none[1];
	struct match play;

	(void)state;
	match_begin(&play, "four-player", none, 0, 1);
	for (unsigned i = 0; i < 5; i++)
		assert_true(takeback_act(&play));
	assert_true(match_send(&play, 3, "RESIGN"));
	assert_true(match_send(&play, 0, "UNDO"));
	assert_false(match_send(&play, 3, "UNDO"));
	assert_true(match_send(&play, 1, "UNDO"));
	assert_agreed(&play, 0);
	assert_true(match_send(&play, 2, "UNDO"));
	assert_agreed(&play, play.file->game.undo_request.to);
	assert_int_equal(play.file->game.turns, 4);
	match_end(&play);
}

static void a_lineage_leads_back_by_parents(void **state)
{
	static const char log[] = "pbem-game 2\nend 0 X\nentry 1 T c\n  start\nend 1 X\n"
				  "entry 2 T c\nend 2 X\nentry 3 T c\n  undo to entry 1\nend 3 X\n"
				  "entry 4 T c\n  undo 2\nend 4 X\nentry 5 T c\n  undo 1\n";
	struct lineage lineage;

	(void)state;
	lineage_read(&lineage, 0, log, sizeof log - 1);
	assert_int_equal(lineage_last(&lineage), 4);
	assert_true(lineage_trace(&lineage, 4));
	assert_true(lineage_is_current(&lineage, 1) && lineage_is_current(&lineage, 2));
	assert_false(lineage_is_current(&lineage, 3));
	assert_true(lineage_trace(&lineage, 3));
	assert_false(lineage_is_current(&lineage, 2));
	lineage_done(&lineage);
	lineage_read(&lineage, 2, strstr(log, "entry 3"), strlen(strstr(log, "entry 3")));
	assert_int_equal(lineage_last(&lineage), 4);
	assert_true(lineage_trace(&lineage, 4));
	assert_false(lineage_trace(&lineage, 3));
	lineage_done(&lineage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_lineage_leads_back_by_parents),
		cmocka_unit_test(what_cant_be_taken_back_is_refused),
		cmocka_unit_test(published_secrets_are_the_end),
		cmocka_unit_test(damaged_undos_are_named),
		cmocka_unit_test(an_undone_entry_renames_no_seat_that_is_none),
		cmocka_unit_test(two_agree_to_go_back),
		cmocka_unit_test(all_in_play_must_agree),
	};

	return cmocka_run_group_tests_name("undo rules", tests, chess_set_up, chess_tear_down);
}
