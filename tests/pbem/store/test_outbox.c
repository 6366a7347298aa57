/* SPDX-License-Identifier: MIT */
/* The contents of the outbox, their order, and what a sink does with a message. */
#include "pbem/transport/sink.h"
#include "tests/lib/postscene.h"

#include <sqlite3.h>

static void a_newer_letter_replaces_an_unsent_one_of_its_name(void **state)
{
	struct post *post = *state;

	put_letter(post, "g1.white.turn", "old@example.net");
	put_letter(post, "g1.white.turn", "new@example.net");
	assert_int_equal(waiting(post), 1);
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_null(strstr(post->log.bytes, "old@"));
	assert_non_null(strstr(post->log.bytes, "new@"));
}

static void run_sql(sqlite3 *database, const char *sql)
{
	if (sqlite3_exec(database, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail_msg("%s", sqlite3_errmsg(database));
}

static void a_table_that_is_no_outbox_is_told(void **state)
{
	struct post *post = *state;
	char *path = base_printf("%s/ledger", post->config.folder);
	struct ledger *ledger = NULL;
	sqlite3 *database;

	ledger_close(post->ledger);
	post->ledger = NULL;
	assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
	run_sql(database, "DROP TABLE outbox; CREATE TABLE outbox (letter INTEGER)");
	sqlite3_close(database);
	assert_int_equal(ledger_open(post->config.folder, true, &ledger, &post->reason),
			 LEDGER_FAILED);
	assert_non_null(strstr(post->reason.text, "column"));
	assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
	run_sql(database, "DROP TABLE outbox");
	sqlite3_close(database);
	assert_int_equal(ledger_open(post->config.folder, true, &post->ledger, &post->reason), 0);
	free(path);
}

static void a_letter_taken_back_is_not_sent(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "anna@example.net");
	change(post, "drop a\ndrop never-was\n");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_string_equal(post->log.bytes, "");
}

static void bytes_come_back_as_they_were_whatever_they_are(void **state)
{
	static const char bytes[] = "put x\n\0drop y\n\xff\r\n";
	struct post *post = *state;
	struct ledger_changes changes = {.lines = ""};
	struct strbuf lines;

	strbuf_init(&lines, 0);
	outbox_line_put(&lines, "a", "bob@example.net", NOW, bytes, sizeof bytes - 1);
	outbox_line_put(&lines, "b", "bob@example.net", NOW, "second\r\n", 8);
	changes.letters = lines.bytes;
	changes.letters_len = lines.len;
	assert_int_equal(ledger_apply(post->ledger, ++post->batch, &changes, &post->reason), 0);
	assert_int_equal(waiting(post), 2);
	strbuf_done(&lines);
}

static void lines_no_version_writes_change_nothing(void **state)
{
	static const char *const bad[] = {
		"hello\n",	  "put a b\n", "put a b 1 99\nx\n",
		"put a b 1 1\nx", "drop a",    "put a b 1 18446744073709551615\n\n",
	};
	struct post *post = *state;

	put_letter(post, "a", "anna@example.net");
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		const struct ledger_changes changes = {
			.lines = "", .letters = bad[i], .letters_len = strlen(bad[i])};

		assert_int_equal(ledger_apply(post->ledger, 100, &changes, &post->reason), -1);
		assert_non_null(strstr(post->reason.text, "an outbox line that no version"));
	}
	assert_int_equal(waiting(post), 1);
}

static void a_letter_with_other_line_ends_than_crlf_is_never_sent(void **state)
{
	static const char *const bad[] = {"a\nb\r\n", "a\rb\r\n", "a\r\n.\n\r\n", "a\r", ""};
	struct post *post = *state;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		const struct sink_letter letter = {"a@b", "c@d", "n", bad[i], strlen(bad[i])};
		struct sink_result fate;

		assert_int_equal(sink_send(&post->sink, &letter, &fate), WIRE_NEVER);
	}
	assert_string_equal(post->log.bytes, "");
}

static void a_maildir_gets_each_letter_once_with_its_envelope(void **state)
{
	static const struct sink_letter letter = {"", "bob@example.net", "g12.27",
						  "Subject: x\r\n\r\nHi\r\n", 18};
	struct post *post = *state;
	struct sink_result fate;
	struct sink *sink;
	char *path = base_printf("%s/mail/out/new", post->config.folder);
	char *file = NULL, *bytes;
	GDir *dir;

	post->config.outgoing = (char *)"maildir:mail/out";
	assert_int_equal(sink_open(&post->config, &sink, &post->reason), WIRE_DONE);
	assert_int_equal(sink_probe(sink, &post->reason), WIRE_DONE);
	for (int i = 0; i < 2; i++)
		assert_int_equal(sink_send(sink, &letter, &fate), WIRE_DONE);
	sink_close(sink);
	dir = g_dir_open(path, 0, NULL);
	file = base_printf("%s/%s", path, g_dir_read_name(dir));
	assert_null(g_dir_read_name(dir));
	g_dir_close(dir);
	assert_true(g_file_get_contents(file, &bytes, NULL, NULL));
	assert_string_equal(bytes,
			    "Return-Path: <>\nDelivered-To: bob@example.net\nSubject: x\n\nHi\n");
	g_free(bytes);
	free(file);
	free(path);
}

static void an_unknown_kind_of_post_is_named(void **state)
{
	struct post *post = *state;
	struct sink *sink;

	post->config.outgoing = (char *)"pigeon:fred";
	assert_int_equal(sink_open(&post->config, &sink, &post->reason), WIRE_NEVER);
	assert_non_null(strstr(post->reason.text, "expected smtps://"));
	post->config.outgoing = (char *)"smtp://game:secret@example.org";
	assert_int_equal(sink_open(&post->config, &sink, &post->reason), WIRE_NEVER);
	assert_null(strstr(post->reason.text, "secret"));
	sink_close(NULL);
}

static void the_next_letter_to_go_is_told(void **state)
{
	struct post *post = *state;
	struct outbox *outbox = ledger_outbox(post->ledger);
	struct outbox_list list;

	assert_true(outbox_next(outbox) == INT64_MAX);
	put_letter(post, "a", "anna@example.net");
	put_letter(post, "b", "bob@example.net");
	assert_true(outbox_next(outbox) == 0);
	assert_int_equal(outbox_list(outbox, 0, &list, &post->reason), 0);
	assert_int_equal(outbox_postpone(outbox, list.letters[0].row, 1, 5000, &post->reason), 0);
	assert_true(outbox_next(outbox) == 0);
	assert_int_equal(outbox_postpone(outbox, list.letters[1].row, 1, 4000, &post->reason), 0);
	assert_true(outbox_next(outbox) == 4000);
	outbox_list_free(&list);
}

/* Looks up the seat's message of a slot as a batch does. */
static bool has(const struct post *post, const char *name)
{
	return outbox_has(ledger_outbox(post->ledger), name);
}

static void a_letter_under_way_is_neither_replaced_nor_taken_back(void **state)
{
	static const char *const CHANGES[] = {
		"put g1.white.turn new@example.net 1778580672 8\nnewer!\r\n\n",
		"drop g1.white.turn\n",
		"clear g1.white.\n",
	};
	struct post *post = *state;

	for (size_t i = 0; i < ARRAY_LEN(CHANGES); i++) {
		put_letter(post, "g1.white.turn", "later@example.net");
		assert_true(has(post, "g1.white.turn"));
		post->meanwhile = (char *)(uintptr_t)CHANGES[i];
		assert_int_equal(send_only(post, NOW), WIRE_LATER);
		/* It counts as sent, though it isn't yet; what has come has the name. */
		assert_true(has(post, "g1.white.turn") == (i == 0));
		wind_up(post);
		assert_true(has(post, "g1.white.turn") == (i == 0));
		assert_int_equal(waiting(post), i == 0 ? 2 : 1);
		/* It goes before the newer one, under the name it had, and leaves by its row. */
		send_all(post, NOW);
		assert_string_equal(seen(post),
				    i == 0 ? "g1.white.turn g1.white.turn " : "g1.white.turn ");
		change(post, "clear #\n");
		assert_int_equal(waiting(post), 0);
	}
}

static void what_was_tried_in_vain_may_be_replaced_when_the_run_is_over(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "later@example.net");
	assert_int_equal(send_only(post, NOW), WIRE_LATER);
	/* A run beside the sender looks the message up: it can't become unsent again before that
	 * run has committed. */
	assert_false(has(post, "a"));
	wind_up(post);
	assert_true(has(post, "a"));
	put_letter(post, "a", "new@example.net");
	assert_int_equal(waiting(post), 1);
}

static void what_is_replaced_before_its_turn_is_not_sent(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "anna@example.net");
	put_letter(post, "b", "bob@example.net");
	put_letter(post, "c", "carl@example.net");
	post->meanwhile = (char *)"drop b\nput c new@example.net 1778580672 3\nn\r\n\n";
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_string_equal(seen(post), "a ");
	assert_int_equal(post->report.waiting, 0);
	/* Messages that were added meanwhile belong to another pass. */
	assert_int_equal(waiting(post), 1);
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "new@example.net"));
}

static void an_outbox_that_cannot_be_read_is_not_called_empty(void **state)
{
	struct post *post = *state;
	struct outbox *outbox = ledger_outbox(post->ledger);
	char *path = base_printf("%s/ledger", post->config.folder);
	sqlite3 *database;
	int64_t since;

	put_letter(post, "g1.white.turn", "anna@example.net");
	assert_true(has(post, "g1.white.turn"));
	assert_int_equal(ledger_check(post->ledger, &post->reason), 0);
	assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
	run_sql(database, "DROP TABLE outbox; DROP TABLE claims");
	for (unsigned i = 0; i < 4; i++) {
		if (i == 0)
			assert_false(has(post, "g1.white.turn"));
		else if (i == 1)
			assert_int_equal(outbox_count(outbox, &since), 0);
		else if (i == 2)
			assert_int_equal(outbox_claims(outbox), 0);
		else
			assert_true(outbox_next(outbox) == INT64_MAX);
		assert_int_equal(ledger_check(post->ledger, &post->reason), -1);
		assert_int_equal(post->reason.kind, REASON_DAMAGED);
		ledger_close(post->ledger);
		assert_int_equal(
			ledger_open(post->config.folder, true, &post->ledger, &post->reason), 0);
		outbox = ledger_outbox(post->ledger);
		run_sql(database, "DROP TABLE outbox; DROP TABLE claims");
	}
	sqlite3_close(database);
	ledger_close(post->ledger);
	assert_int_equal(ledger_open(post->config.folder, true, &post->ledger, &post->reason), 0);
	free(path);
}

static void a_killed_senders_claims_are_given_back_but_of_letters_given_up(void **state)
{
	struct post *post = *state;
	struct outbox *outbox = ledger_outbox(post->ledger);

	put_letter(post, "a", "never@example.net");
	put_letter(post, "b", "later@example.net");
	assert_int_equal(send_only(post, NOW), WIRE_LATER);
	assert_int_equal(outbox_claims(outbox), 1);
	/* Another of the name of one that is given up doesn't take it away untold. */
	put_letter(post, "a", "anna@example.net");
	assert_int_equal(waiting(post), 2);
	assert_int_equal(outbox_begin(outbox, &post->reason), 0);
	assert_int_equal(outbox_claims(outbox), 0);
	assert_int_equal(send_only(post, NOW), WIRE_LATER);
	assert_string_equal(seen(post), "a b ");
	strbuf_clear(&post->log);
	wind_up(post);
	assert_non_null(strstr(post->log.bytes, "given up a <never@example.net> (letter to "
						"never@example.net): 451 or so"));
	assert_int_equal(waiting(post), 1);
	strbuf_clear(&post->log);
	wind_up(post);
	assert_string_equal(post->log.bytes, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_newer_letter_replaces_an_unsent_one_of_its_name,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(a_table_that_is_no_outbox_is_told, post_open,
						post_close),
		cmocka_unit_test_setup_teardown(a_letter_taken_back_is_not_sent, post_open,
						post_close),
		cmocka_unit_test_setup_teardown(bytes_come_back_as_they_were_whatever_they_are,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(lines_no_version_writes_change_nothing, post_open,
						post_close),
		cmocka_unit_test_setup_teardown(
			a_letter_with_other_line_ends_than_crlf_is_never_sent, post_open,
			post_close),
		cmocka_unit_test_setup_teardown(a_maildir_gets_each_letter_once_with_its_envelope,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_letter_under_way_is_neither_replaced_nor_taken_back, post_open,
			post_close),
		cmocka_unit_test_setup_teardown(
			what_was_tried_in_vain_may_be_replaced_when_the_run_is_over, post_open,
			post_close),
		cmocka_unit_test_setup_teardown(what_is_replaced_before_its_turn_is_not_sent,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_killed_senders_claims_are_given_back_but_of_letters_given_up, post_open,
			post_close),
		cmocka_unit_test_setup_teardown(an_outbox_that_cannot_be_read_is_not_called_empty,
						post_open, post_close),
		cmocka_unit_test_setup_teardown(the_next_letter_to_go_is_told, post_open,
						post_close),
		cmocka_unit_test_setup_teardown(an_unknown_kind_of_post_is_named, post_open,
						post_close),
	};

	return cmocka_run_group_tests_name("outbox", tests, NULL, NULL);
}
