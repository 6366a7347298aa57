/* SPDX-License-Identifier: MIT */
#include "tests/lib/pace.h"

#include "core/gamefile/gamefile_internal.h"
#include "core/util/timestamp.h"
#include "core/view/game_text.h"
#include "tests/lib/gameplay.h"
#include "tests/lib/verify.h"

static void a_game_reads_like_this(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4\nSAY hello");
	gameplay_send(&play, "e5\nDRAW");
	assert_non_null(strstr(play.bytes.bytes, "pbem-game 2\nid demo-1\nnumber 7\nvariant chess\n"
						 "option stalemate pass\nseat white Ann Ö.\n"
						 "seat black Bob\ncreated 2026-11-21T02:26:40Z\n"
						 "rules 3\ndefinition sha256:"));
	assert_non_null(strstr(play.bytes.bytes, "entry 1 2026-11-21T02:26:40Z moderator\n"
						 "  start\n  turn white\n  ask white\n"));
	assert_non_null(strstr(play.bytes.bytes,
			       "entry 2 2026-11-21T02:27:40Z sha256:0123456789abcdef\n"
			       "  say white hello\n  order white MOVE e4\n"));
	assert_non_null(strstr(play.bytes.bytes, "  played black e7e5 e5\n"));
	assert_non_null(strstr(play.bytes.bytes, "  offer black\n  ask white\n  | "));
	assert_int_equal(play.file->size, play.bytes.len);
	gameplay_stop(&play);
}

static void what_is_loaded_is_what_was_played_with_or_without_snapshot(void **state)
{
	struct play play;
	struct gamefile *file;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4\nDRAW");
	gameplay_send(&play, "DRAW NO\nSAY not yet");
	gameplay_save(&play, true);
	gameplay_send(&play, "MOVE d5");
	gameplay_send(&play, "exd5");
	gameplay_save(&play, false); /* the snapshot isn't updated */
	file = gameplay_load(play.folder);
	snapshots_assert_same(file, play.file);
	gamefile_free(file);
	gameplay_save(&play, true);
	file = gameplay_load(play.folder);
	snapshots_assert_same(file, play.file);
	gamefile_free(file);
	assert_verifies(play.folder);
	gameplay_stop(&play);
}

/* A question is in the entry whose digest is part of it, so it has the digest only after the entry
 * is closed. */
static void a_question_has_the_digest_of_the_entry_that_asked(void **state)
{
	const struct question *question;
	struct sha256 digest = {""};
	struct gamefile *file;
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	question = &play.file->game.questions[1];
	assert_int_equal(question->entry, 2);
	assert_string_equal(question->digest.hex, play.file->hash.hex);
	gameplay_send(&play, "SAY wait\ne5");
	question = &play.file->game.questions[0];
	assert_int_equal(question->entry, 3);
	assert_true(gamefile_find_digest(play.bytes.bytes, play.bytes.len, 3, &digest));
	assert_string_equal(question->digest.hex, digest.hex);
	assert_false(gamefile_find_digest(play.bytes.bytes, play.bytes.len, 4, &digest));
	for (int with_snapshot = 0; with_snapshot < 2; with_snapshot++) {
		gameplay_save(&play, with_snapshot);
		file = gameplay_load(play.folder);
		assert_string_equal(file->game.questions[0].digest.hex, digest.hex);
		assert_string_equal(file->root.hex, play.file->root.hex);
		gamefile_free(file);
	}
	gameplay_stop(&play);
}

/* Asserts that a snapshot with other bytes, and a fitting digest, is not read: the game is
 * replayed. */
static void assert_not_read(const struct play *play, struct strbuf *snapshot)
{
	struct gamefile *file;

	snapshots_fit_sum(snapshot);
	assert_null(gamefile_read_snapshot(snapshot->bytes, snapshot->len, library));
	write_file(play->folder, "snapshot", snapshot->bytes, snapshot->len);
	file = gameplay_load(play->folder);
	snapshots_assert_same(file, play->file);
	gamefile_free(file);
}

/* Asserts that for a snapshot with the words `is` instead of `was`. */
static void assert_not_read_with(const struct play *play, const char *was, const char *is)
{
	struct strbuf snapshot, other;
	const char *at;

	strbuf_init(&snapshot, 0);
	strbuf_init(&other, 0);
	gamefile_snapshot(play->file, &snapshot);
	at = strstr(snapshot.bytes, was);
	assert_non_null(at);
	strbuf_add_bytes(&other, snapshot.bytes, (size_t)(at - snapshot.bytes));
	strbuf_add(&other, is);
	at += strlen(was);
	strbuf_add_bytes(&other, at, (size_t)(snapshot.bytes + snapshot.len - at));
	assert_not_read(play, &other);
	strbuf_done(&other);
	strbuf_done(&snapshot);
}

/* The first lines name the form, the version, the layout of the structs, and the rules. */
static void a_snapshot_of_another_build_or_of_other_rules_is_not_read(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_save(&play, true);
	assert_not_read_with(&play, "pbem-snapshot 15 ", "pbem-snapshot 14 ");
	assert_not_read_with(&play, " " PACKAGE_VERSION " ", " " PACKAGE_VERSION ".1 ");
	assert_not_read_with(&play, " " PACKAGE_VERSION " ", " " PACKAGE_VERSION " 0");
	assert_not_read_with(&play, "\ndefinition ", "\ndefinition 0");
	assert_not_read_with(&play, "\ndefinition ", "\n");
	assert_not_read_with(&play, "\nvariant chess\n", "\nvariant five-player\n");
	assert_not_read_with(&play, "\nvariant chess\n", "\n");
	assert_not_read_with(&play, "\n\n", "\n");
	assert_not_read_with(&play, "\n\n", "\n\n\n");
	gameplay_stop(&play);
}

/* Snapshots of earlier versions were text. */
static void a_snapshot_of_an_earlier_form_is_not_read(void **state)
{
	struct strbuf old;
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_save(&play, true);
	strbuf_init(&old, 0);
	strbuf_addf(&old, "pbem-snapshot 14\nlog size=%u head=%u hash=%s\n",
		    (unsigned)play.file->size, play.file->head, play.file->hash.hex);
	write_file(play.folder, "snapshot", old.bytes, old.len);
	assert_null(gamefile_read_snapshot(old.bytes, old.len, library));
	assert_not_read(&play, &old);
	strbuf_done(&old);
	gameplay_stop(&play);
}

/* Changes each byte of the state in turn, with a fitting digest. The snapshot is refused, or the
 * game is sound, so that it can be shown. */
static void a_forged_state_is_sound_or_not_read(void **state)
{
	struct strbuf snapshot, board;
	unsigned read = 0, refused = 0;
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_save(&play, true);
	strbuf_init(&snapshot, 0);
	strbuf_init(&board, 0);
	gamefile_snapshot(play.file, &snapshot);
	for (size_t at = snapshots_state(&snapshot); at < snapshot.len - SHA256_HEX; at++) {
		const char was = snapshot.bytes[at];
		struct gamefile *file;

		snapshot.bytes[at] = (char)(at % 3 == 0 ? 255 : was + 1);
		snapshots_fit_sum(&snapshot);
		file = gamefile_read_snapshot(snapshot.bytes, snapshot.len, library);
		snapshot.bytes[at] = was;
		refused += file == NULL;
		if (file == NULL)
			continue;
		read++;
		strbuf_clear(&board);
		view_board(&file->game, 0, BOARD_FULL, &board);
		view_legal_for(&file->game, 1, &board);
		gamefile_free(file);
	}
	assert_true(read > 0);
	assert_true(refused > 0);
	strbuf_done(&board);
	strbuf_done(&snapshot);
	gameplay_stop(&play);
}

static void a_file_cut_at_any_byte_has_its_whole_entries(void **state)
{
	size_t ends[8] = {0};
	struct play play;
	unsigned count = 0;

	(void)state;
	gameplay_start(&play);
	ends[count++] = (size_t)(strstr(play.bytes.bytes, "entry 1") - play.bytes.bytes);
	ends[count++] = play.bytes.len;
	for (unsigned i = 0; i < 4; i++) {
		static const char *const moves[] = {"f3", "e5", "g4", "Qh4"};

		gameplay_send(&play, moves[i]);
		ends[count++] = play.bytes.len;
	}
	for (size_t cut = 0; cut <= play.bytes.len; cut++) {
		struct gamefile *file;
		unsigned whole = 0;

		while (whole < count && ends[whole] <= cut)
			whole++;
		write_file(play.folder, "game.txt", play.bytes.bytes, cut);
		file = gamefile_load(play.folder, library, NULL);
		if (whole == 0) {
			assert_null(file);
			continue;
		}
		assert_non_null(file);
		assert_int_equal(file->head, whole - 1);
		assert_int_equal(file->size, ends[whole - 1]);
		gamefile_free(file);
	}
	gameplay_stop(&play);
}

static void a_changed_byte_is_found_wherever_it_is(void **state)
{
	struct play play;
	char *path;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_send(&play, "c5");
	path = base_printf("%s/game.txt", play.folder);
	for (size_t at = 0; at < play.bytes.len; at += 3) {
		struct strbuf faults;

		strbuf_init(&faults, 0);
		play.bytes.bytes[at] ^= 1;
		gameplay_save(&play, false);
		play.bytes.bytes[at] ^= 1;
		assert_int_not_equal(verify_game(path, library, print_fault, &faults), 0);
		assert_true(strbuf_starts(faults.bytes, path));
		strbuf_done(&faults);
	}
	free(path);
	gameplay_stop(&play);
}

static void a_damaged_file_names_file_and_line(void **state)
{
	struct play play;
	struct reason reason = {.text = ""};
	char *event, *expected;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	event = strstr(play.bytes.bytes, "  move white P from e2 to e4");
	memcpy(event, "xxmove", 6);
	gameplay_save(&play, false);
	assert_null(gamefile_load(play.folder, library, &reason));
	expected = base_printf("%s/game.txt:29: expected an event", play.folder);
	if (!strbuf_starts(reason.text, expected))
		fail_msg("%s", reason.text);
	free(expected);
	gameplay_stop(&play);
}

static void a_nul_in_a_file_is_damage_and_nothing_is_read_behind_its_end(void **state)
{
	struct gamefile_bytes bytes = {.path = "g1"};
	struct reason reason = {.text = ""};
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	*strstr(play.bytes.bytes, "move white") = '\0';
	bytes.log = play.bytes.bytes, bytes.log_len = play.bytes.len;
	assert_null(gamefile_load_seen(&bytes, library, SIZE_MAX, &reason));
	assert_true(strbuf_starts(reason.text, "g1:"));
	gameplay_stop(&play);
}

static void a_snapshot_that_is_not_sound_is_ignored(void **state)
{
	struct strbuf sound;
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_save(&play, true);
	strbuf_init(&sound, 0);
	gamefile_snapshot(play.file, &sound);
	for (size_t at = 0; at < sound.len; at += 7) {
		struct gamefile *file;

		sound.bytes[at] ^= 1;
		write_file(play.folder, "snapshot", sound.bytes, sound.len);
		sound.bytes[at] ^= 1;
		file = gameplay_load(play.folder);
		snapshots_assert_same(file, play.file);
		gamefile_free(file);
		write_file(play.folder, "snapshot", sound.bytes, at);
		file = gameplay_load(play.folder);
		snapshots_assert_same(file, play.file);
		gamefile_free(file);
	}
	strbuf_done(&sound);
	gameplay_stop(&play);
}

/* Sound in itself, but from another log. */
static void a_snapshot_of_another_log_is_ignored(void **state)
{
	struct play play, other;
	struct gamefile *file;
	struct strbuf text;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_save(&play, false);
	gameplay_start(&other);
	gameplay_send(&other, "d4");
	strbuf_init(&text, 0);
	gamefile_snapshot(other.file, &text);
	write_file(play.folder, "snapshot", text.bytes, text.len);
	file = gameplay_load(play.folder);
	snapshots_assert_same(file, play.file);
	gamefile_free(file);
	strbuf_done(&text);
	gameplay_stop(&other);
	gameplay_stop(&play);
}

static void a_snapshot_does_not_grow_with_the_game(void **state)
{
	struct strbuf text;
	struct play play;
	unsigned seed = 3;

	(void)state;
	gameplay_start(&play);
	strbuf_init(&text, 0);
	while (play.file->game.outcome.status == STATUS_PLAYING && play.file->game.turns < 600) {
		send_random(&play, &seed);
		strbuf_clear(&text);
		gamefile_snapshot(play.file, &text);
		/* 32 pieces, 16 turns, and at most 151 positions since the last pawn move. */
		assert_true(text.len < 9000);
	}
	assert_true(play.file->game.turns > 200);
	strbuf_done(&text);
	gameplay_stop(&play);
}

struct turns_seen {
	unsigned count;
	char last[48];
};

static void see_none(void *context, const struct turn_record *record)
{
	(void)context;
	fail_msg("turn %u is undone", record->number);
}

static void see_turn(void *context, const struct turn_record *record)
{
	struct turns_seen *seen = context;

	seen->count++;
	assert_int_equal(record->number, seen->count);
	strcpy(seen->last, record->text);
}

static void earlier_states_and_the_history_come_from_the_log(void **state)
{
	struct turns_seen seen = {0, ""};
	struct gamefile_bytes bytes;
	struct play play;

	(void)state;
	gameplay_start(&play);
	for (unsigned i = 0; i < 40; i++) {
		static const char *const dance[] = {"Nf3", "Nf6", "Ng1", "Ng8"};

		if (i == 12)
			gameplay_send(&play, "e3");
		else if (i == 13)
			gameplay_send(&play, "e6");
		else if (play.file->game.outcome.status == STATUS_PLAYING)
			gameplay_send(&play, dance[(i + (i > 13 ? 2 : 0)) % 4]);
	}
	gameplay_save(&play, true);
	for (size_t turns = 0; turns <= play.file->game.turns; turns++) {
		struct gamefile *file = gamefile_load_at(play.folder, library, turns, NULL);

		assert_non_null(file);
		assert_int_equal(file->game.turns, turns);
		gamefile_free(file);
	}
	bytes = (struct gamefile_bytes){
		.path = "game.txt", .log = play.bytes.bytes, .log_len = play.bytes.len};
	assert_int_equal(gamefile_history(&bytes, library, see_turn, see_none, &seen, NULL), 0);
	assert_int_equal(seen.count, play.file->game.turns);
	gameplay_stop(&play);
}

static void a_false_event_changes_nothing(void **state)
{
	struct play play;
	struct event_list events;
	struct entry_head head = {2, 1795228000, "x"};
	struct reason reason = {.text = ""};
	struct strbuf before, out;

	(void)state;
	gameplay_start(&play);
	strbuf_init(&before, 0);
	strbuf_init(&out, 0);
	gamefile_snapshot(play.file, &before);
	event_list_init(&events);
	assert_int_equal(event_parse(chess, "move white P from e2 to e4", &events, NULL), 0);
	assert_int_equal(event_parse(chess, "move white P from e2 to e5", &events, NULL), 0);
	assert_int_equal(gamefile_add(play.file, &head, &events, &out, NULL, &reason), -1);
	snapshots_assert_is(&before, play.file);
	assert_int_equal(out.len, 0);
	head.number = 3;
	assert_int_equal(gamefile_add(play.file, &head, &events, &out, NULL, &reason), -1);
	event_list_done(&events);
	strbuf_done(&before);
	strbuf_done(&out);
	gameplay_stop(&play);
}

/* Events that today's rules would not produce. */
static void verify_names_the_line_where_the_rules_differ(void **state)
{
	struct play play;
	struct event_list events;
	struct strbuf faults;
	char *path;

	(void)state;
	gameplay_start(&play);
	event_list_init(&events);
	event_parse(chess, "order white MOVE e4", &events, NULL);
	event_parse(chess, "move white P from e2 to e4", &events, NULL);
	event_parse(chess, "played white e2e4 e4+", &events, NULL);
	event_parse(chess, "turn black", &events, NULL);
	event_parse(chess, "ask black", &events, NULL);
	gameplay_add(&play, "sha256:1", &events);
	gameplay_save(&play, false);
	strbuf_init(&faults, 0);
	path = base_printf("%s/game.txt", play.folder);
	assert_int_not_equal(verify_game(path, library, print_fault, &faults), 0);
	assert_non_null(strstr(faults.bytes, "today's rules say"));
	assert_non_null(strstr(faults.bytes, "/game.txt:"));
	free(path);
	strbuf_done(&faults);
	event_list_done(&events);
	gameplay_stop(&play);
}

static void times_are_read_as_they_are_written(void **state)
{
	char text[32];

	(void)state;
	timestamp_print(1795228000, text);
	assert_string_equal(text, "2026-11-21T02:26:40Z");
	assert_int_equal(timestamp_read(text), 1795228000);
	assert_int_equal(timestamp_read("2026-02-30T00:00:00Z"), -1);
	assert_int_equal(timestamp_read("2026-11-21T02:26:40"), -1);
	assert_int_equal(timestamp_read(""), -1);
}

static void a_name_cannot_make_lines_of_its_own(void **state)
{
	struct game_header bad = gameplay_header;
	struct strbuf text;

	(void)state;
	strcpy(bad.names[0], "x\nend 0 1\x1b[2J\xc2\x9b");
	strbuf_init(&text, 0);
	gamefile_header(&bad, chess, &text);
	assert_non_null(strstr(text.bytes, "\nseat white x end 0 1 [2J \n"));
	strbuf_done(&text);
}

/* Compares every state of a pseudo-random game in memory and from its file. */
static void random_games_come_back_exactly(void **state)
{
	unsigned games = pace(200, 20), seed = 7;

	(void)state;
	for (unsigned number = 0; number < games; number++) {
		struct play play;
		struct gamefile *file;

		gameplay_start(&play);
		while (play.file->game.outcome.status == STATUS_PLAYING &&
		       play.file->game.turns < 250) {
			send_random(&play, &seed);
			if (play.file->game.turns == number % 90)
				gameplay_save(&play, true);
		}
		gameplay_save(&play, false);
		file = gameplay_load(play.folder);
		snapshots_assert_same(file, play.file);
		gamefile_free(file);
		file = gamefile_load_at(play.folder, library, SIZE_MAX, NULL);
		assert_non_null(file);
		snapshots_assert_same(file, play.file);
		gamefile_free(file);
		if (number % 4 == 0)
			assert_verifies(play.folder);
		gameplay_stop(&play);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_game_reads_like_this),
		cmocka_unit_test(what_is_loaded_is_what_was_played_with_or_without_snapshot),
		cmocka_unit_test(a_file_cut_at_any_byte_has_its_whole_entries),
		cmocka_unit_test(a_changed_byte_is_found_wherever_it_is),
		cmocka_unit_test(a_damaged_file_names_file_and_line),
		cmocka_unit_test(a_nul_in_a_file_is_damage_and_nothing_is_read_behind_its_end),
		cmocka_unit_test(a_question_has_the_digest_of_the_entry_that_asked),
		cmocka_unit_test(a_snapshot_of_another_build_or_of_other_rules_is_not_read),
		cmocka_unit_test(a_snapshot_of_an_earlier_form_is_not_read),
		cmocka_unit_test(a_forged_state_is_sound_or_not_read),
		cmocka_unit_test(a_snapshot_that_is_not_sound_is_ignored),
		cmocka_unit_test(a_snapshot_of_another_log_is_ignored),
		cmocka_unit_test(a_snapshot_does_not_grow_with_the_game),
		cmocka_unit_test(earlier_states_and_the_history_come_from_the_log),
		cmocka_unit_test(a_false_event_changes_nothing),
		cmocka_unit_test(verify_names_the_line_where_the_rules_differ),
		cmocka_unit_test(times_are_read_as_they_are_written),
		cmocka_unit_test(a_name_cannot_make_lines_of_its_own),
		cmocka_unit_test(random_games_come_back_exactly),
	};

	return cmocka_run_group_tests_name("gamefile", tests, chess_set_up, chess_tear_down);
}
