/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/store/ledger_internal.h"
#include "pbem/store/outbox.h"
#include "tests/lib/ledgerscene.h"
#include "tests/lib/scratch.h"

#define FORGED COUNT(COUNT_IGNORED, .subject = "forged tokens")

static const struct processed processed = {
	.digest = "0123456789abcdef",
	.when = 1700000000,
	.game = "g1",
	.seat = 1,
	.what = "accepted: MOVE e2-e4",
};

static void apply(uint64_t batch, struct strbuf *lines)
{
	const struct ledger_changes changes = {.lines = lines->bytes, .lines_len = lines->len};
	struct reason reason = {.text = ""};

	if (ledger_apply(ledger, batch, &changes, &reason) != 0)
		fail_msg("%s", reason.text);
}

static void a_letter_is_known_by_id_bytes_and_message_id_with_token(void **state)
{
	struct processed found;
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	ledger_put(&lines, CHANGE_PROCESSED, processed.digest, processed.when, processed.game,
		   processed.seat, processed.what);
	ledger_put(&lines, CHANGE_ID, "imap:1.2", processed.digest);
	ledger_put(&lines, CHANGE_MESSAGE, "a@b", "token", processed.digest);
	assert_false(ledger_knows_id(ledger, "imap:1.2"));
	apply(1, &lines);
	assert_true(ledger_knows_id(ledger, "imap:1.2"));
	assert_false(ledger_knows_id(ledger, "imap:1.3"));
	assert_true(ledger_knows_digest(ledger, processed.digest, &found));
	assert_string_equal(found.what, "accepted: MOVE e2-e4");
	assert_int_equal(found.when, 1700000000);
	assert_int_equal(found.seat, 1);
	assert_true(ledger_knows_message(ledger, "a@b", "token", NULL));
	assert_false(ledger_knows_message(ledger, "a@b", "other", NULL));
	strbuf_done(&lines);
}

static void a_batch_counts_once(void **state)
{
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	ledger_put_count(&lines, FORGED, 3);
	apply(1, &lines);
	apply(1, &lines);
	assert_int_equal(ledger_count(ledger, FORGED), 3);
	apply(2, &lines);
	assert_int_equal(ledger_count(ledger, FORGED), 6);
	assert_int_equal(ledger_batch(ledger), 2);
	strbuf_done(&lines);
}

static void counts_of_days_gone_are_forgotten(void **state)
{
	/* A game may be called anything. */
	const struct count kept[] = {
		FORGED,
		COUNT(COUNT_BOUNCES, .game = "day", .number = 1),
		COUNT(COUNT_LOST, .game = "g1", .subject = "white", .number = 12),
		COUNT(COUNT_ANSWERS, .game = "g1", .number = 1, .day = 20417),
		COUNT(COUNT_ANSWERS, .game = "g1", .number = 1, .day = 100000),
	};
	const struct count gone[] = {
		COUNT(COUNT_ANSWERS, .game = "g1", .number = 1, .day = 20416),
		COUNT(COUNT_JOINS, .day = 9999, .told = true),
	};
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		ledger_put_count(&lines, kept[i], 1);
	for (size_t i = 0; i < ARRAY_LEN(gone); i++)
		ledger_put_count(&lines, gone[i], 1);
	apply(1, &lines);
	strbuf_clear(&lines);
	ledger_put(&lines, CHANGE_DAYS, 20417);
	apply(2, &lines);
	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		assert_int_equal(ledger_count(ledger, kept[i]), 1);
	for (size_t i = 0; i < ARRAY_LEN(gone); i++)
		assert_int_equal(ledger_count(ledger, gone[i]), 0);
	strbuf_done(&lines);
}

static void a_game_is_due_until_it_is_settled(void **state)
{
	struct due seven = {.game = 7, .when = 1700000000, .head = 12, .fresh = 0x8001};
	const struct due three = {.game = 3, .when = 1700000001, .head = 1};
	struct due found = {0};
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	ledger_put(&lines, CHANGE_DUE, seven.game, seven.when, seven.head, seven.fresh);
	ledger_put(&lines, CHANGE_DUE, three.game, three.when, three.head, three.fresh);
	seven.when += 2;
	ledger_put(&lines, CHANGE_DUE, seven.game, seven.when, seven.head, seven.fresh);
	apply(1, &lines);
	assert_false(ledger_due(ledger, 4, &found));
	assert_true(ledger_next_due(ledger, 0, &found));
	assert_int_equal(found.game, 3);
	assert_true(ledger_next_due(ledger, 3, &found));
	assert_int_equal(found.game, 7);
	assert_int_equal(found.when, 1700000002);
	assert_int_equal(found.head, 12);
	assert_int_equal(found.fresh, 0x8001);
	assert_false(ledger_next_due(ledger, 7, &found));
	strbuf_clear(&lines);
	ledger_put(&lines, CHANGE_SETTLED, 7);
	apply(2, &lines);
	assert_false(ledger_due(ledger, 7, &found));
	strbuf_done(&lines);
}

static void alarms_are_found_in_the_order_of_their_time(void **state)
{
	const struct alarm rows[] = {{300, 7}, {100, 9}, {100, 3}, {500, 1}, {200, 7}};
	struct alarm found = {.when = 0};
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		ledger_put(&lines, CHANGE_ALARM, rows[i].game, rows[i].when);
	apply(1, &lines);
	assert_true(ledger_next_alarm(ledger, &found, 500, &found));
	assert_int_equal(found.game, 3);
	assert_true(ledger_next_alarm(ledger, &found, 500, &found));
	assert_int_equal(found.game, 9);
	assert_true(ledger_next_alarm(ledger, &found, 500, &found));
	assert_int_equal(found.game, 7);
	assert_int_equal(found.when, 200);
	assert_false(ledger_next_alarm(ledger, &found, 500, &found));
	strbuf_clear(&lines);
	ledger_put(&lines, CHANGE_NO_ALARM, 3);
	ledger_put(&lines, CHANGE_NO_ALARM, 4);
	apply(2, &lines);
	found.when = 0;
	assert_true(ledger_next_alarm(ledger, &found, 101, &found));
	assert_int_equal(found.game, 9);
	strbuf_done(&lines);
}

static void a_batch_with_a_bad_line_changes_nothing(void **state)
{
	struct ledger_changes changes = {.letters = ""};
	struct reason reason;
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	ledger_put_count(&lines, FORGED, 3);
	strbuf_add(&lines, "nonsense\t1\n");
	changes.lines = lines.bytes;
	changes.lines_len = lines.len;
	assert_int_equal(ledger_apply(ledger, 1, &changes, &reason), -1);
	assert_int_equal(ledger_count(ledger, FORGED), 0);
	assert_int_equal(ledger_batch(ledger), 0);
	strbuf_done(&lines);
}

static void strings_with_tabs_quotes_and_newlines_do_no_harm(void **state)
{
	struct processed nasty = processed, found;
	struct strbuf lines;

	(void)state;
	snprintf(nasty.what, sizeof nasty.what, "%s", "x'); DROP TABLE deeds;--\t\ndeed\t1");
	strbuf_init(&lines, 0);
	ledger_put(&lines, CHANGE_PROCESSED, nasty.digest, nasty.when, nasty.game, nasty.seat,
		   nasty.what);
	apply(1, &lines);
	assert_true(ledger_knows_digest(ledger, processed.digest, &found));
	assert_string_equal(found.what, "x'); DROP TABLE deeds;--  deed 1");
	strbuf_done(&lines);
}

static void collect(void *context, int64_t when, const char *line)
{
	strbuf_addf(context, "%lld %s\n", (long long)when, line);
}

static void notices_wait_until_they_are_reported(void **state)
{
	struct strbuf lines, notices;
	int64_t last;

	(void)state;
	strbuf_init(&lines, 0);
	strbuf_init(&notices, 0);
	assert_int_equal(ledger_notices(ledger, collect, &notices), 0);
	ledger_put(&lines, CHANGE_NOTICE, 5, "first");
	ledger_put(&lines, CHANGE_NOTICE, 6, "second");
	apply(1, &lines);
	last = ledger_notices(ledger, collect, &notices);
	assert_string_equal(notices.bytes, "5 first\n6 second\n");
	strbuf_clear(&lines);
	ledger_put(&lines, CHANGE_REPORTED, last);
	ledger_put(&lines, CHANGE_NOTICE, 7, "third");
	apply(2, &lines);
	strbuf_clear(&notices);
	(void)ledger_notices(ledger, collect, &notices);
	assert_string_equal(notices.bytes, "7 third\n");
	strbuf_done(&notices);
	strbuf_done(&lines);
}

static void add_sitter(void *context, const struct sitter *sitter)
{
	strbuf_addf(context, "%u/%u %lld\n", (unsigned)sitter->game, sitter->seat,
		    (long long)sitter->since);
}

static void the_seats_of_an_address_are_found_and_written_anew_game_by_game(void **state)
{
	const struct sitter seven = {.game = 7, .seat = 1, .since = 1700000000},
			    third = {.game = 7, .seat = 2},
			    nine = {.game = 9, .since = SITTER_DONE};
	struct strbuf lines, found;

	(void)state;
	strbuf_init(&lines, 0);
	strbuf_init(&found, 0);
	ledger_put(&lines, CHANGE_SITTER, seven.game, seven.seat, 0, "anna@example.org",
		   seven.since);
	ledger_put(&lines, CHANGE_SITTER, seven.game, seven.seat, 1, "a@example.net", seven.since);
	ledger_put(&lines, CHANGE_SITTER, third.game, third.seat, 0, "bob@example.org",
		   third.since);
	ledger_sitters_of(ledger, 7, &found);
	assert_string_equal(found.bytes, "");
	apply(1, &lines);
	ledger_sitters_of(ledger, 7, &found);
	assert_string_equal(found.bytes, lines.bytes);
	strbuf_clear(&lines);
	ledger_put(&lines, CHANGE_SITTER, nine.game, nine.seat, 0, "anna@example.org", nine.since);
	apply(2, &lines);
	strbuf_clear(&found);
	ledger_sitters(ledger, "anna@example.org", add_sitter, &found);
	ledger_sitters(ledger, "a@example.ne", add_sitter, &found);
	assert_string_equal(found.bytes, "7/1 1700000000\n9/0 -1\n");
	strbuf_clear(&lines);
	ledger_put(&lines, CHANGE_NO_SITTERS, 7);
	ledger_put(&lines, CHANGE_SITTER, seven.game, seven.seat, 0, "bob@example.org",
		   seven.since);
	apply(3, &lines);
	strbuf_clear(&found);
	ledger_sitters(ledger, "anna@example.org", add_sitter, &found);
	ledger_sitters(ledger, "bob@example.org", add_sitter, &found);
	assert_string_equal(found.bytes, "9/0 -1\n7/1 1700000000\n");
	strbuf_done(&found);
	strbuf_done(&lines);
}

static void what_is_written_is_there_when_opened_again_to_look(void **state)
{
	struct reason reason = {.text = ""};
	char id[GAME_ID_MAX + 1];
	struct ledger *second;
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	ledger_put(&lines, CHANGE_GAME, 7, "g7");
	ledger_put(&lines, CHANGE_GAME, 12, "spring-cup");
	apply(1, &lines);
	if (ledger_open(scratch_folder, false, &second, &reason) != 0)
		fail_msg("%s", reason.text);
	assert_true(ledger_game(second, 12, id));
	assert_string_equal(id, "spring-cup");
	assert_false(ledger_game(second, 8, id));
	assert_int_equal(ledger_last_game(second), 12);
	assert_int_equal(ledger_number(second, "spring-cup"), 12);
	assert_int_equal(ledger_number(second, "g8"), 0);
	ledger_close(second);
	strbuf_done(&lines);
}

/* The size of "ledger", or of "ledger-wal", which SQLite reads whole when the ledger is opened. */
static long bytes_of(const char *name)
{
	char *path = base_printf("%s/%s", scratch_folder, name);
	struct stat status;
	long size = stat(path, &status) == 0 ? (long)status.st_size : 0;

	free(path);
	return size;
}

static void who_had_nothing_to_write_leaves_no_log_to_read(void **state)
{
	struct reason reason = {.text = ""};
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	ledger_put(&lines, CHANGE_GAME, 7, "g7");
	apply(1, &lines);
	ledger_checkpoint(ledger);
	assert_true(bytes_of("ledger-wal") > 0);
	ledger_close(ledger);
	if (ledger_open(scratch_folder, true, &ledger, &reason) != LEDGER_OPEN)
		fail_msg("%s", reason.text);
	ledger_checkpoint(ledger);
	assert_int_equal(bytes_of("ledger-wal"), 0);
	assert_int_equal(ledger_number(ledger, "g7"), 7);
	strbuf_done(&lines);
}

static void open_again(void)
{
	struct reason reason = {.text = ""};

	ledger_close(ledger);
	if (ledger_open(scratch_folder, true, &ledger, &reason) != LEDGER_OPEN)
		fail_msg("%s", reason.text);
}

/* A thousand letters of 8 KB. */
static void put_letters(struct strbuf *letters)
{
	char *bytes = base_zalloc(1, 8001), name[16];

	memset(bytes, 'x', 8000);
	for (unsigned i = 0; i < 1000; i++) {
		snprintf(name, sizeof name, "letter.%u", i);
		outbox_line_put(letters, name, "bob@example.org", 1700000000, bytes, 8000);
	}
	free(bytes);
}

static void letters_that_are_out_leave_no_room_taken_behind(void **state)
{
	struct ledger_changes changes = {.lines = "game\t7\tg7\n", .lines_len = 10};
	struct reason reason = {.text = ""};
	struct strbuf letters;

	(void)state;
	strbuf_init(&letters, 0);
	put_letters(&letters);
	changes.letters = letters.bytes;
	changes.letters_len = letters.len;
	assert_int_equal(ledger_apply(ledger, 1, &changes, &reason), 0);
	assert_true(bytes_of("ledger-wal") > 8000000);
	open_again(); /* who made it so long has folded it */
	assert_int_equal(bytes_of("ledger-wal"), 0);
	assert_true(bytes_of("ledger") > 8000000);
	ledger_checkpoint(ledger);
	assert_true(bytes_of("ledger") > 8000000); /* all of it is wanted */
	strbuf_clear(&letters);
	outbox_line_clear(&letters, "letter.");
	changes.letters = letters.bytes;
	changes.letters_len = letters.len;
	assert_int_equal(ledger_apply(ledger, 2, &changes, &reason), 0);
	open_again();
	ledger_checkpoint(ledger);
	assert_in_range(bytes_of("ledger"), 1, 1 << 20);
	assert_int_equal(bytes_of("ledger-wal"), 0);
	assert_int_equal(ledger_batch(ledger), 2);
	assert_int_equal(ledger_number(ledger, "g7"), 7);
	strbuf_done(&letters);
}

static void a_ledger_that_is_held_tells_one_state_until_it_is_let_go(void **state)
{
	struct ledger *own = ledger;
	struct reason reason = {.text = ""};
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	ledger_begin_reading(own);
	assert_int_equal(ledger_number(own, "g7"), 0);
	if (ledger_open(scratch_folder, true, &ledger, &reason) != LEDGER_OPEN)
		fail_msg("%s", reason.text);
	ledger_put(&lines, CHANGE_GAME, 7, "g7");
	apply(1, &lines); /* as another process */
	ledger_close(ledger);
	ledger = own;
	assert_int_equal(ledger_number(ledger, "g7"), 0);
	strbuf_clear(&lines);
	ledger_put(&lines, CHANGE_GAME, 8, "g8");
	apply(2, &lines); /* a change lets go first */
	assert_int_equal(ledger_number(ledger, "g7"), 7);
	assert_int_equal(ledger_number(ledger, "g8"), 8);
	strbuf_done(&lines);
}

static void an_outage_is_known_with_the_end_it_was_given_last(void **state)
{
	struct outage outage = {.from = 100, .to = 200}, found;
	struct strbuf lines;

	(void)state;
	strbuf_init(&lines, 0);
	assert_false(ledger_next_outage(ledger, 0, &found));
	ledger_put(&lines, CHANGE_OUTAGE, outage.from, outage.to);
	apply(1, &lines);
	assert_true(ledger_next_outage(ledger, 0, &found));
	assert_int_equal(found.to, 200);
	assert_false(ledger_next_outage(ledger, 200, &found));
	strbuf_clear(&lines);
	outage.to = 300;
	ledger_put(&lines, CHANGE_OUTAGE, outage.from, outage.to);
	apply(2, &lines);
	assert_true(ledger_next_outage(ledger, 200, &found));
	assert_int_equal(found.from, 100);
	assert_int_equal(found.to, 300);
	strbuf_done(&lines);
}

static void note_press(void *context, const struct press *press)
{
	strbuf_addf(context, "%d %s %s", press->sender, press->cause, press->text);
}

/* Each change has a row with a word of its own and as many types as its statement has values. */
static void every_change_has_a_word_types_and_a_statement(void **state)
{
	(void)state;
	for (unsigned i = 0; i < LEDGER_CHANGES; i++) {
		const struct change_form *form = &ledger_changes[i];
		char values = '0';

		assert_non_null(form->word);
		assert_int_equal(strspn(form->types, "nst"), strlen(form->types));
		for (const char *c = form->sql; (c = strchr(c, '?')) != NULL; c++)
			values = c[1] > values ? c[1] : values;
		assert_int_equal(values - '0', strlen(form->types));
		for (unsigned other = 0; other < i; other++)
			assert_string_not_equal(form->word, ledger_changes[other].word);
	}
}

/* A line of the journal is one line, whatever was said; it is found as it was said. */
static void what_is_said_in_several_lines_is_one_line(void **state)
{
	const struct press press = {.sender = 1, .cause = "ab", .text = "one\ntwo\n"};
	struct strbuf line, found;

	(void)state;
	strbuf_init(&line, 0);
	strbuf_init(&found, 0);
	ledger_put(&line, CHANGE_PRESS, 7, 2, press.sender, press.alone, press.cause, press.text);
	assert_non_null(strstr(line.bytes, "one\vtwo\v"));
	assert_ptr_equal(strchr(line.bytes, '\n'), line.bytes + line.len - 1);
	apply(1, &line);
	ledger_press(ledger, 7, 2, note_press, &found);
	assert_string_equal(found.bytes, "1 ab one\ntwo\n");
	strbuf_done(&line);
	strbuf_done(&found);
}

int main(void)
{
#define WITH_LEDGER(test) cmocka_unit_test_setup_teardown(test, ledgerscene_open, ledgerscene_close)
	const struct CMUnitTest tests[] = {
		WITH_LEDGER(a_letter_is_known_by_id_bytes_and_message_id_with_token),
		cmocka_unit_test(every_change_has_a_word_types_and_a_statement),
		WITH_LEDGER(a_game_is_due_until_it_is_settled),
		WITH_LEDGER(alarms_are_found_in_the_order_of_their_time),
		WITH_LEDGER(a_batch_counts_once),
		WITH_LEDGER(counts_of_days_gone_are_forgotten),
		WITH_LEDGER(a_batch_with_a_bad_line_changes_nothing),
		WITH_LEDGER(strings_with_tabs_quotes_and_newlines_do_no_harm),
		WITH_LEDGER(notices_wait_until_they_are_reported),
		WITH_LEDGER(the_seats_of_an_address_are_found_and_written_anew_game_by_game),
		WITH_LEDGER(what_is_written_is_there_when_opened_again_to_look),
		WITH_LEDGER(who_had_nothing_to_write_leaves_no_log_to_read),
		WITH_LEDGER(letters_that_are_out_leave_no_room_taken_behind),
		WITH_LEDGER(a_ledger_that_is_held_tells_one_state_until_it_is_let_go),
		WITH_LEDGER(an_outage_is_known_with_the_end_it_was_given_last),
		WITH_LEDGER(what_is_said_in_several_lines_is_one_line),
	};

	return cmocka_run_group_tests_name("ledger", tests, NULL, NULL);
}
