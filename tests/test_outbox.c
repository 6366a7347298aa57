/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <glib.h>
#include <glib/gstdio.h>

#include "core/base.h"
#include "core/text.h"
#include "pbem/config.h"
#include "pbem/ledger.h"
#include "pbem/outbox.h"
#include "pbem/sink.h"

#define NOW 1778580672
#define DAY 86400

/* A site with an outbox, and a post that does what the recipient's name says. */
struct post {
	struct sink sink;
	struct config config;
	struct ledger *ledger;
	uint64_t batch;
	struct text drops;    /* what is to be dropped, being given up */
	struct text log;      /* what the post saw, and what was given up */
	struct outbox_report report;
	struct reason reason;
};

static enum wire
pretend_to_send(struct sink *sink, const struct sink_letter *letter, struct reason *reason)
{
	struct post *post = (struct post *)sink;

	text_addf(&post->log, "%s from <%s> to <%s>: %.*s\n", letter->name, letter->from, letter->to,
	          (int)letter->len - 2, letter->bytes);
	reason_set(reason, "451 or so");
	if (text_starts(letter->to, "down"))
		sink->down = true;
	if (text_starts(letter->to, "later") || sink->down)
		return WIRE_LATER;
	return text_starts(letter->to, "never") ? WIRE_NEVER : WIRE_DONE;
}

static const struct sink_kind pretence = { .scheme = "pretence:", .send = pretend_to_send };

static int
post_open(void **state)
{
	struct post *post = base_zalloc(1, sizeof *post);

	post->sink.kind = &pretence;
	post->config.folder = g_dir_make_tmp("pbem-outbox-XXXXXX", NULL);
	post->config.retry_days = 5;
	text_init(&post->log, 0);
	text_init(&post->drops, 0);
	post->config.address = (char *)"game@example.org";
	*state = post;
	return ledger_open(post->config.folder, true, &post->ledger, &post->reason) == LEDGER_OPEN
	               ? 0
	               : -1;
}

static void
remove_tree(const char *path)
{
	GDir *dir = g_dir_open(path, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
		char *inner = base_printf("%s/%s", path, name);

		if (g_file_test(inner, G_FILE_TEST_IS_DIR))
			remove_tree(inner);
		else
			g_unlink(inner);
		free(inner);
	}
	if (dir != NULL)
		g_dir_close(dir);
	g_rmdir(path);
}

static int
post_close(void **state)
{
	struct post *post = *state;

	ledger_close(post->ledger);
	remove_tree(post->config.folder);
	g_free(post->config.folder);
	text_done(&post->log);
	text_done(&post->drops);
	free(post);
	return 0;
}

/* Makes changes of the outbox as a batch does. */
static void
change(struct post *post, const char *lines)
{
	const struct ledger_changes changes = {
		.lines = "", .letters = lines, .letters_len = strlen(lines)};

	if (ledger_apply(post->ledger, ++post->batch, &changes, &post->reason) != 0)
		fail_msg("%s", post->reason.text);
}

static void
put_letter(struct post *post, const char *name, const char *to)
{
	char *bytes = base_printf("letter to %s\r\n", to);
	struct text lines;

	text_init(&lines, 0);
	outbox_line_put(&lines, name, to, NOW - DAY, bytes, strlen(bytes));
	change(post, lines.bytes);
	text_done(&lines);
	free(bytes);
}

static size_t
waiting(struct post *post)
{
	int64_t since;

	return outbox_count(ledger_outbox(post->ledger), &since);
}

static void
note_given_up(void *context, const char *name, const char *to, const char *bytes, size_t len,
              const char *why)
{
	struct post *post = context;

	text_addf(&post->log, "given up %s <%s> (%.*s): %s\n", name, to,
	          (int)strcspn(bytes, "\r\n"), bytes, why);
	assert_int_equal(strlen(bytes), len);
	text_addf(&post->drops, "drop %s\n", name);
}

static enum wire
send_all(struct post *post, int64_t now)
{
	enum wire result;

	text_clear(&post->log);
	text_clear(&post->drops);
	result = outbox_send(&post->config, ledger_outbox(post->ledger), &post->sink, now,
	                     note_given_up, post, &post->report, &post->reason);
	if (post->drops.len > 0)
		change(post, post->drops.bytes);
	return result;
}

static void
accepted_letters_leave_the_outbox_in_the_order_of_their_names(void **state)
{
	struct post *post = *state;

	put_letter(post, "b", "bob@example.net");
	put_letter(post, "a", "anna@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_string_equal(post->log.bytes,
	                    "a from <game@example.org> to <anna@example.net>: letter to anna@example.net\n"
	                    "b from <game@example.org> to <bob@example.net>: letter to bob@example.net\n");
	assert_int_equal(post->report.sent, 2);
	assert_int_equal(waiting(post), 0);
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_string_equal(post->log.bytes, "");
}

static void
deferred_letters_wait_and_hold_nobody_up(void **state)
{
	struct post *post = *state;
	char *seen;

	put_letter(post, "a", "later@example.net");
	put_letter(post, "b", "bob@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_LATER);
	assert_int_equal(post->report.sent, 1);
	assert_int_equal(post->report.waiting, 1);
	assert_int_equal(waiting(post), 1);
	assert_string_equal(post->reason.text, "451 or so");
	/* What is sent again is the same to the byte. */
	seen = base_strndup(post->log.bytes, strcspn(post->log.bytes, "\n") + 1);
	assert_int_equal(send_all(post, NOW), WIRE_LATER);
	assert_string_equal(post->log.bytes, seen);
	free(seen);
}

static void
a_refused_letter_is_given_up_once(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "never@example.net");
	put_letter(post, "b", "bob@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "given up a <never@example.net> "
	                                        "(letter to never@example.net): 451 or so\n"));
	assert_int_equal(post->report.given_up, 1);
	assert_int_equal(post->report.sent, 1);
	assert_int_equal(waiting(post), 0);
}

static void
what_is_no_address_is_given_up_without_asking_the_post(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "bob@example.net>");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "given up a <bob@example.net>>"));
	assert_null(strstr(post->log.bytes, "a from"));
}

static void
a_letter_too_old_is_tried_once_more_and_given_up(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "later@example.net");
	assert_int_equal(send_all(post, NOW + 4 * DAY), WIRE_LATER);
	assert_int_equal(send_all(post, NOW + 5 * DAY), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "a from"));
	assert_non_null(strstr(post->log.bytes, ": not accepted for more than 5 days: 451 or so"));
	assert_int_equal(post->report.given_up, 1);
	assert_int_equal(waiting(post), 0);
}

static void
when_the_post_is_down_all_wait_however_old(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "anna@example.net");
	put_letter(post, "b", "down@example.net");
	put_letter(post, "c", "never@example.net");
	put_letter(post, "d", "bob@example.net");
	assert_int_equal(send_all(post, NOW + 1000 * (int64_t)DAY), WIRE_LATER);
	assert_int_equal(post->report.sent, 1);
	assert_int_equal(post->report.waiting, 3);
	assert_int_equal(post->report.given_up, 0);
	assert_null(strstr(post->log.bytes, "c from"));
	assert_int_equal(waiting(post), 3);
}

static void
a_newer_letter_replaces_an_unsent_one_of_its_name(void **state)
{
	struct post *post = *state;

	put_letter(post, "g1.white.turn", "old@example.net");
	put_letter(post, "g1.white.turn", "new@example.net");
	assert_int_equal(waiting(post), 1);
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_null(strstr(post->log.bytes, "old@"));
	assert_non_null(strstr(post->log.bytes, "new@"));
}

static void
a_letter_taken_back_is_not_sent(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "anna@example.net");
	change(post, "drop a\ndrop never-was\n");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_string_equal(post->log.bytes, "");
}

static void
bytes_come_back_as_they_were_whatever_they_are(void **state)
{
	static const char bytes[] = "put x\n\0drop y\n\xff\r\n";
	struct post *post = *state;
	struct ledger_changes changes = {.lines = ""};
	struct text lines;

	text_init(&lines, 0);
	outbox_line_put(&lines, "a", "bob@example.net", NOW, bytes, sizeof bytes - 1);
	outbox_line_put(&lines, "b", "bob@example.net", NOW, "second\r\n", 8);
	changes.letters = lines.bytes;
	changes.letters_len = lines.len;
	assert_int_equal(ledger_apply(post->ledger, ++post->batch, &changes, &post->reason), 0);
	assert_int_equal(waiting(post), 2);
	text_done(&lines);
}

static void
lines_no_version_writes_change_nothing(void **state)
{
	static const char *const bad[] = {
		"hello\n", "put a b\n", "put a b 1 99\nx\n", "drop a", "put a b 1 18446744073709551615\n\n",
	};
	struct post *post = *state;

	put_letter(post, "a", "anna@example.net");
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		const struct ledger_changes changes = {
			.lines = "", .letters = bad[i], .letters_len = strlen(bad[i])};

		assert_int_equal(ledger_apply(post->ledger, 100, &changes, &post->reason), -1);
	}
	assert_int_equal(waiting(post), 1);
}

static void
a_letter_with_other_line_ends_than_crlf_is_never_sent(void **state)
{
	static const char *const bad[] = { "a\nb\r\n", "a\rb\r\n", "a\r\n.\n\r\n", "a\r", "" };
	struct post *post = *state;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_int_equal(sink_send(&post->sink, "a@b", "c@d", "n", bad[i], strlen(bad[i]),
		                           &post->reason),
		                 WIRE_NEVER);
	assert_string_equal(post->log.bytes, "");
}

static void
a_maildir_gets_each_letter_once_with_its_envelope(void **state)
{
	struct post *post = *state;
	struct sink *sink;
	char *path = base_printf("%s/mail/out/new", post->config.folder);
	char *file = NULL, *bytes;
	GDir *dir;

	post->config.outgoing = (char *)"maildir:mail/out";
	assert_int_equal(sink_open(&post->config, &sink, &post->reason), WIRE_DONE);
	assert_int_equal(sink_probe(sink, &post->reason), WIRE_DONE);
	for (int i = 0; i < 2; i++)
		assert_int_equal(sink_send(sink, "", "bob@example.net", "g12.27", "Subject: x\r\n\r\nHi\r\n",
		                           18, &post->reason),
		                 WIRE_DONE);
	sink_close(sink);
	dir = g_dir_open(path, 0, NULL);
	file = base_printf("%s/%s", path, g_dir_read_name(dir));
	assert_null(g_dir_read_name(dir));
	g_dir_close(dir);
	assert_true(g_file_get_contents(file, &bytes, NULL, NULL));
	assert_string_equal(bytes, "Return-Path: <>\nDelivered-To: bob@example.net\nSubject: x\n\nHi\n");
	g_free(bytes);
	free(file);
	free(path);
}

static void
an_unknown_kind_of_post_is_named(void **state)
{
	struct post *post = *state;
	struct sink *sink;

	post->config.outgoing = (char *)"pigeon:fred";
	assert_int_equal(sink_open(&post->config, &sink, &post->reason), WIRE_NEVER);
	assert_non_null(strstr(post->reason.text, "\"pigeon:fred\" should begin with smtps://"));
	post->config.outgoing = (char *)"smtp://game:secret@example.org";
	assert_int_equal(sink_open(&post->config, &sink, &post->reason), WIRE_NEVER);
	assert_null(strstr(post->reason.text, "secret"));
	sink_close(NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			accepted_letters_leave_the_outbox_in_the_order_of_their_names, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			deferred_letters_wait_and_hold_nobody_up, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_refused_letter_is_given_up_once, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			what_is_no_address_is_given_up_without_asking_the_post, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_letter_too_old_is_tried_once_more_and_given_up, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			when_the_post_is_down_all_wait_however_old, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_newer_letter_replaces_an_unsent_one_of_its_name, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_letter_taken_back_is_not_sent, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			bytes_come_back_as_they_were_whatever_they_are, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			lines_no_version_writes_change_nothing, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_letter_with_other_line_ends_than_crlf_is_never_sent, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_maildir_gets_each_letter_once_with_its_envelope, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			an_unknown_kind_of_post_is_named, post_open, post_close),
	};

	return cmocka_run_group_tests_name("outbox", tests, NULL, NULL);
}
