/* SPDX-License-Identifier: MIT */
#include "tests/lib/pace.h"

#include "core/base/stamp.h"
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
						 "rules 2\ndefinition sha256:"));
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
	gameplay_save(&play, false); /* the snapshot stays behind */
	file = gameplay_load(play.folder);
	assert_same(file, play.file);
	gamefile_free(file);
	gameplay_save(&play, true);
	file = gameplay_load(play.folder);
	assert_same(file, play.file);
	gamefile_free(file);
	assert_verifies(play.folder);
	gameplay_stop(&play);
}

/* A fact stands in the entry whose digest it helps to make: the question has it once the entry is
 * closed. */
static void a_question_has_the_digest_of_the_entry_that_asked(void **state)
{
	const struct question *question;
	struct digest digest = {""};
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

/* A snapshot with other words in it, its sum made to fit, is not read: the game is replayed. */
static void assert_not_read(const struct play *play, const char *was, const char *is)
{
	struct text snapshot, other;
	struct gamefile *file;
	struct digest sum;
	char *at;

	text_init(&snapshot, 0);
	text_init(&other, 0);
	gamefile_snapshot(play->file, &snapshot);
	at = strstr(snapshot.bytes, was);
	assert_non_null(at);
	text_addf(&other, "%.*s%s%s", (int)(at - snapshot.bytes), snapshot.bytes, is,
		  at + strlen(was));
	digest_bytes(other.bytes, other.len - strlen("sum \n") - DIGEST_HEX, &sum);
	memcpy(other.bytes + other.len - 1 - DIGEST_HEX, sum.hex, DIGEST_HEX);
	write_file(play->folder, "snapshot", other.bytes, other.len);
	file = gameplay_load(play->folder);
	assert_same(file, play->file);
	assert_int_equal(file->game.position.controller[0], 0);
	gamefile_free(file);
	text_done(&other);
	text_done(&snapshot);
}

/* Snapshots of earlier versions don't have all that is wanted now; numbers aren't cut to what they
 * are kept in. */
static void a_snapshot_of_an_earlier_version_or_with_odd_numbers_is_not_read(void **state)
{
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_save(&play, true);
	assert_not_read(&play, "pbem-snapshot 12\n", "pbem-snapshot 11\n");
	assert_not_read(&play, " controller=0,", " controller=999999999,");
	assert_not_read(&play, " controller=0,", " controller=256,");
	assert_not_read(&play, "position turn=1 ", "position turn=255 ");
	assert_not_read(&play, "\nkeys ", "\nkeys 0");
	assert_not_read(&play, "\nkeys ", "\nkeys 0123456789abcdefg123456789abcdef");
	assert_not_read(&play, "\nkeys ", "\nkeys \nkeys ");
	assert_not_read(&play, "\nkeys ", "\nkey ");
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
		struct text faults;

		text_init(&faults, 0);
		play.bytes.bytes[at] ^= 1;
		gameplay_save(&play, false);
		play.bytes.bytes[at] ^= 1;
		assert_int_not_equal(verify_game(path, library, print_fault, &faults), 0);
		assert_true(text_starts(faults.bytes, path));
		text_done(&faults);
	}
	free(path);
	gameplay_stop(&play);
}

static void a_damaged_file_names_file_and_line(void **state)
{
	struct play play;
	struct reason reason = {""};
	char *fact, *expected;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	fact = strstr(play.bytes.bytes, "  move white P from e2 to e4");
	memcpy(fact, "xxmove", 6);
	gameplay_save(&play, false);
	assert_null(gamefile_load(play.folder, library, &reason));
	expected = base_printf("%s/game.txt:29: expected a fact", play.folder);
	if (!text_starts(reason.text, expected))
		fail_msg("%s", reason.text);
	free(expected);
	gameplay_stop(&play);
}

static void a_nul_in_a_file_is_damage_and_nothing_is_read_behind_its_end(void **state)
{
	struct gamefile_bytes bytes = {.path = "g1"};
	struct reason reason = {""};
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	*strstr(play.bytes.bytes, "move white") = '\0';
	bytes.log = play.bytes.bytes, bytes.log_len = play.bytes.len;
	assert_null(gamefile_load_seen(&bytes, library, SIZE_MAX, &reason));
	assert_true(text_starts(reason.text, "g1:"));
	gameplay_stop(&play);
}

static void a_snapshot_that_is_not_sound_is_ignored(void **state)
{
	struct text sound;
	struct play play;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_save(&play, true);
	text_init(&sound, 0);
	gamefile_snapshot(play.file, &sound);
	for (size_t at = 0; at < sound.len; at += 7) {
		struct gamefile *file;

		sound.bytes[at] ^= 1;
		write_file(play.folder, "snapshot", sound.bytes, sound.len);
		sound.bytes[at] ^= 1;
		file = gameplay_load(play.folder);
		assert_same(file, play.file);
		gamefile_free(file);
		write_file(play.folder, "snapshot", sound.bytes, at);
		file = gameplay_load(play.folder);
		assert_same(file, play.file);
		gamefile_free(file);
	}
	text_done(&sound);
	gameplay_stop(&play);
}

/* Sound in itself, but of a log that isn't this one. */
static void a_snapshot_of_another_log_is_ignored(void **state)
{
	struct play play, other;
	struct gamefile *file;
	struct text text;

	(void)state;
	gameplay_start(&play);
	gameplay_send(&play, "e4");
	gameplay_save(&play, false);
	gameplay_start(&other);
	gameplay_send(&other, "d4");
	text_init(&text, 0);
	gamefile_snapshot(other.file, &text);
	write_file(play.folder, "snapshot", text.bytes, text.len);
	file = gameplay_load(play.folder);
	assert_same(file, play.file);
	gamefile_free(file);
	text_done(&text);
	gameplay_stop(&other);
	gameplay_stop(&play);
}

static void a_snapshot_does_not_grow_with_the_game(void **state)
{
	struct text text;
	struct play play;
	unsigned seed = 3;

	(void)state;
	gameplay_start(&play);
	text_init(&text, 0);
	while (play.file->game.outcome.status == STATUS_PLAYING && play.file->game.turns < 600) {
		send_random(&play, &seed);
		text_clear(&text);
		gamefile_snapshot(play.file, &text);
		/* 32 pieces, 16 turns, and at most 151 positions since the last pawn move. */
		assert_true(text.len < 9000);
	}
	assert_true(play.file->game.turns > 200);
	text_done(&text);
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

static void a_false_fact_changes_nothing(void **state)
{
	struct play play;
	struct event_list events;
	struct entry_head head = {2, 1795228000, "x"};
	struct reason reason = {""};
	struct text before, after, out;

	(void)state;
	gameplay_start(&play);
	text_init(&before, 0);
	text_init(&after, 0);
	text_init(&out, 0);
	gamefile_snapshot(play.file, &before);
	event_list_init(&events);
	assert_int_equal(
		event_parse_as(chess, EVENT_FORMAT, "move white P from e2 to e4", &events, NULL),
		0);
	assert_int_equal(
		event_parse_as(chess, EVENT_FORMAT, "move white P from e2 to e5", &events, NULL),
		0);
	assert_int_equal(gamefile_add(play.file, &head, &events, &out, NULL, &reason), -1);
	gamefile_snapshot(play.file, &after);
	assert_string_equal(before.bytes, after.bytes);
	assert_int_equal(out.len, 0);
	head.number = 3;
	assert_int_equal(gamefile_add(play.file, &head, &events, &out, NULL, &reason), -1);
	event_list_done(&events);
	text_done(&before);
	text_done(&after);
	text_done(&out);
	gameplay_stop(&play);
}

/* What today's rules would not have said. */
static void verify_names_the_line_where_the_rules_differ(void **state)
{
	struct play play;
	struct event_list events;
	struct text faults;
	char *path;

	(void)state;
	gameplay_start(&play);
	event_list_init(&events);
	event_parse_as(chess, EVENT_FORMAT, "order white MOVE e4", &events, NULL);
	event_parse_as(chess, EVENT_FORMAT, "move white P from e2 to e4", &events, NULL);
	event_parse_as(chess, EVENT_FORMAT, "played white e2e4 e4+", &events, NULL);
	event_parse_as(chess, EVENT_FORMAT, "turn black", &events, NULL);
	event_parse_as(chess, EVENT_FORMAT, "ask black", &events, NULL);
	gameplay_add(&play, "sha256:1", &events);
	gameplay_save(&play, false);
	text_init(&faults, 0);
	path = base_printf("%s/game.txt", play.folder);
	assert_int_not_equal(verify_game(path, library, print_fault, &faults), 0);
	assert_non_null(strstr(faults.bytes, "today's rules say"));
	assert_non_null(strstr(faults.bytes, "/game.txt:"));
	free(path);
	text_done(&faults);
	event_list_done(&events);
	gameplay_stop(&play);
}

static void times_are_read_as_they_are_written(void **state)
{
	char text[32];

	(void)state;
	stamp_print(1795228000, text);
	assert_string_equal(text, "2026-11-21T02:26:40Z");
	assert_int_equal(stamp_read(text), 1795228000);
	assert_int_equal(stamp_read("2026-02-30T00:00:00Z"), -1);
	assert_int_equal(stamp_read("2026-11-21T02:26:40"), -1);
	assert_int_equal(stamp_read(""), -1);
}

static void a_name_cannot_make_lines_of_its_own(void **state)
{
	struct game_header bad = gameplay_header;
	struct text text;

	(void)state;
	strcpy(bad.names[0], "x\nend 0 1\x1b[2J\xc2\x9b");
	text_init(&text, 0);
	gamefile_header(&bad, chess, &text);
	assert_non_null(strstr(text.bytes, "\nseat white x end 0 1 [2J \n"));
	text_done(&text);
}

/* A pseudo-random game's every state, in memory and as its file tells it. */
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
		assert_same(file, play.file);
		gamefile_free(file);
		file = gamefile_load_at(play.folder, library, SIZE_MAX, NULL);
		assert_non_null(file);
		assert_same(file, play.file);
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
		cmocka_unit_test(a_snapshot_of_an_earlier_version_or_with_odd_numbers_is_not_read),
		cmocka_unit_test(a_snapshot_that_is_not_sound_is_ignored),
		cmocka_unit_test(a_snapshot_of_another_log_is_ignored),
		cmocka_unit_test(a_snapshot_does_not_grow_with_the_game),
		cmocka_unit_test(earlier_states_and_the_history_come_from_the_log),
		cmocka_unit_test(a_false_fact_changes_nothing),
		cmocka_unit_test(verify_names_the_line_where_the_rules_differ),
		cmocka_unit_test(times_are_read_as_they_are_written),
		cmocka_unit_test(a_name_cannot_make_lines_of_its_own),
		cmocka_unit_test(random_games_come_back_exactly),
	};

	return cmocka_run_group_tests_name("gamefile", tests, chess_set_up, chess_tear_down);
}
