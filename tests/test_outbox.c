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
#include "pbem/files.h"
#include "pbem/outbox.h"
#include "pbem/sink.h"

#define NOW 1778580672
#define DAY 86400

/* A site with an outbox, and a post that does what the recipient's name says. */
struct post {
	struct sink sink;
	struct config config;
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
	char *outbox;

	post->sink.kind = &pretence;
	post->config.folder = g_dir_make_tmp("pbem-outbox-XXXXXX", NULL);
	post->config.retry_days = 5;
	text_init(&post->log, 0);
	outbox = config_path(&post->config, "outbox");
	assert_int_equal(g_mkdir(outbox, 0700), 0);
	free(outbox);
	*state = post;
	return 0;
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

	remove_tree(post->config.folder);
	g_free(post->config.folder);
	text_done(&post->log);
	free(post);
	return 0;
}

static void
put(struct post *post, const char *name, const char *bytes)
{
	char *path = base_printf("%s/outbox/%s", post->config.folder, name);

	assert_int_equal(files_write(path, bytes, strlen(bytes), &post->reason), 0);
	free(path);
}

static void
put_letter(struct post *post, const char *name, const char *to)
{
	struct text file;

	text_init(&file, 0);
	outbox_write_envelope("game@example.org", to, NOW - DAY, &file);
	text_addf(&file, "letter to %s\r\n", to);
	put(post, name, file.bytes);
	text_done(&file);
}

static bool
waits(struct post *post, const char *name)
{
	char *path = base_printf("%s/outbox/%s", post->config.folder, name);
	bool found = g_file_test(path, G_FILE_TEST_EXISTS);

	free(path);
	return found;
}

static void
note_given_up(void *context, const char *name, const char *to, const char *bytes, size_t len,
              const char *why)
{
	struct post *post = context;

	text_addf(&post->log, "given up %s <%s> (%.*s): %s\n", name, to,
	          (int)strcspn(bytes, "\r\n"), bytes, why);
	assert_int_equal(strlen(bytes), len);
	assert_true(waits(post, name)); /* it can be moved, for it's still there */
}

static enum wire
send_all(struct post *post, int64_t now)
{
	text_clear(&post->log);
	return outbox_send(&post->config, &post->sink, now, note_given_up, post, &post->report,
	                   &post->reason);
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
	assert_false(waits(post, "a") || waits(post, "b"));
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
	assert_true(waits(post, "a"));
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
	assert_false(waits(post, "a"));
}

static void
what_is_no_address_is_given_up_without_asking_the_post(void **state)
{
	struct post *post = *state;

	put_letter(post, "a", "bob@example.net> SIZE=1");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_non_null(strstr(post->log.bytes, "given up a <bob@example.net> SIZE=1>"));
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
	assert_false(waits(post, "a"));
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
	assert_true(waits(post, "b") && waits(post, "c") && waits(post, "d"));
}

static void
a_file_that_is_no_letter_is_given_up_and_blocks_nothing(void **state)
{
	static const char *const bad[] = {
		"", "hello\n", "from: a@b\nto: c@d\n\nx\r\n", "from: a@b\nto: c@d\nsince: soon\n\nx\r\n",
		"from: a@b\nto: c@d\nsince: 99999999999999999999\n\nx\r\n", "from: a@b\nto: c@d\nsince: 1\nx\r\n",
		"to: c@d\nfrom: a@b\nsince: 1\n\nx\r\n", "from: a@b\nto: c@d\nsince: 1",
	};
	struct post *post = *state;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		char name[16];

		g_snprintf(name, sizeof name, "bad-%zu", i);
		put(post, name, bad[i]);
	}
	put_letter(post, "good", "bob@example.net");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_int_equal(post->report.given_up, ARRAY_LEN(bad));
	assert_int_equal(post->report.sent, 1);
	assert_non_null(strstr(post->log.bytes, "given up bad-1 <> ("));
}

static void
what_is_being_written_is_left_alone(void **state)
{
	struct post *post = *state;

	put(post, "a.tmp", "half a let");
	put(post, ".hidden", "x");
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
	assert_true(waits(post, "a.tmp") && waits(post, ".hidden"));
}

static void
a_site_that_never_sent_a_letter_has_nothing_waiting(void **state)
{
	struct post *post = *state;
	char *outbox = config_path(&post->config, "outbox");

	g_rmdir(outbox);
	free(outbox);
	assert_int_equal(send_all(post, NOW), WIRE_DONE);
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
			a_file_that_is_no_letter_is_given_up_and_blocks_nothing, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			what_is_being_written_is_left_alone, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_site_that_never_sent_a_letter_has_nothing_waiting, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_letter_with_other_line_ends_than_crlf_is_never_sent, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			a_maildir_gets_each_letter_once_with_its_envelope, post_open, post_close),
		cmocka_unit_test_setup_teardown(
			an_unknown_kind_of_post_is_named, post_open, post_close),
	};

	return cmocka_run_group_tests_name("outbox", tests, NULL, NULL);
}
