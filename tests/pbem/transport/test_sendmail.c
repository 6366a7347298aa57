/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include <glib.h>
#include <glib/gstdio.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/sys/config.h"
#include "pbem/transport/sink.h"

static const char letter[] = "Subject: x\r\n\r\n.\r\nFrom here\r\n";

/* Returns the outcome of the letter to bob with that command; *down_out may be NULL. */
static enum wire sent_by(const char *command, const char *from, const char *to,
			 struct reason *reason, bool *down_out)
{
	struct config config = {.timeout_seconds = 1};
	const struct sink_letter given = {from, to, "name", letter, sizeof letter - 1};
	struct sink_result fate;
	struct sink *sink;
	enum wire result;

	config.outgoing = base_printf("sendmail:%s", command);
	assert_int_equal(sink_open(&config, &sink, reason), WIRE_DONE);
	reason_set(reason, "none");
	result = sink_send(sink, &given, &fate);
	if (result != WIRE_DONE)
		*reason = fate.why;
	if (down_out != NULL)
		*down_out = fate.down;
	sink_close(sink);
	free(config.outgoing);
	return result;
}

static void the_command_gets_envelope_and_letter_as_sendmail_does(void **state)
{
	char *file = g_build_filename(g_get_tmp_dir(), "pbem-sendmail-XXXXXX", NULL), *got;
	struct reason reason;
	char *command;

	(void)state;
	g_close(g_mkstemp(file), NULL);
	command = base_printf(
		"f() { echo \"$#\"; for a; do echo \"[$a]\"; done; cat; }; exec >%s; f -v", file);
	assert_int_equal(sent_by(command, "game@example.org", "bob@example.net", &reason, NULL),
			 WIRE_DONE);
	assert_true(g_file_get_contents(file, &got, NULL, NULL));
	assert_string_equal(got,
			    "6\n[-v]\n[-i]\n[-f]\n[game@example.org]\n[--]\n[bob@example.net]\n"
			    "Subject: x\n\n.\nFrom here\n");
	g_free(got);
	assert_int_equal(sent_by(command, "", "-x@example.net", &reason, NULL), WIRE_DONE);
	assert_true(g_file_get_contents(file, &got, NULL, NULL));
	assert_non_null(strstr(got, "[-f]\n[<>]\n[--]\n[-x@example.net]\n"));
	g_free(got);
	free(command);
	g_unlink(file);
	g_free(file);
}

static void exit_codes_mean_what_sysexits_says(void **state)
{
	static const struct {
		const char *command;
		enum wire result;
		bool down;
	} cases[] = {
		{"true", WIRE_DONE, false},	    {"exit 75;", WIRE_LATER, false},
		{"exit 67;", WIRE_NEVER, false},    {"exit 68;", WIRE_NEVER, false},
		{"exit 65;", WIRE_NEVER, false},    {"exit 69;", WIRE_NEVER, false},
		{"exit 64;", WIRE_LATER, true},	    {"exit 78;", WIRE_LATER, true},
		{"exit 1;", WIRE_LATER, true},	    {"/nonexistent/sendmail", WIRE_LATER, true},
		{"kill -9 $$;", WIRE_LATER, false},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct reason reason;
		bool down;

		if (sent_by(cases[i].command, "a@example.org", "b@example.org", &reason, &down) !=
			    cases[i].result ||
		    down != cases[i].down)
			fail_msg("%s: %s", cases[i].command, reason.text);
	}
}

static void what_the_command_says_is_told(void **state)
{
	struct reason reason;

	(void)state;
	assert_int_equal(sent_by("printf 'no such\\033 user\\nmore\\n' >&2; exit 67;",
				 "a@example.org", "b@example.org", &reason, NULL),
			 WIRE_NEVER);
	assert_string_equal(reason.text,
			    "the sendmail command ended with exit code 67: no such? user");
}

static void a_command_that_hangs_is_stopped(void **state)
{
	time_t start = time(NULL);
	struct reason reason;
	bool down;

	(void)state;
	setenv("PBEM_FINAL_SECONDS", "1", 1);
	assert_int_equal(sent_by("sleep 60 & sleep 60; : ", "a@example.org", "b@example.org",
				 &reason, &down),
			 WIRE_LATER);
	unsetenv("PBEM_FINAL_SECONDS");
	assert_true(down);
	assert_true(time(NULL) - start < 30);
	assert_non_null(strstr(reason.text, "took longer than 2 seconds"));
}

static void a_child_left_behind_does_not_hold_the_run_up(void **state)
{
	time_t start = time(NULL);
	struct reason reason;

	(void)state;
	assert_int_equal(
		sent_by("sleep 5 & exit 0;", "a@example.org", "b@example.org", &reason, NULL),
		WIRE_DONE);
	assert_true(time(NULL) - start < 4);
}

static void no_address_is_ever_read_by_a_shell(void **state)
{
	static const char *const evil[] = {
		"`touch,x`@example.org", "$(x)@example.org",  "a|b@example.org",
		"a&b@example.org",	 "$HOME@example.org",
	};
	struct reason reason;

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(evil); i++)
		assert_int_equal(sent_by("true", "a@example.org", evil[i], &reason, NULL),
				 WIRE_NEVER);
	assert_int_equal(sent_by("test \"$6\" = o\\'neil*@example.org; :", "a@example.org",
				 "o'neil*@example.org", &reason, NULL),
			 WIRE_DONE);
}

static void a_command_that_reads_nothing_is_no_trouble(void **state)
{
	struct reason reason;

	(void)state;
	assert_int_equal(sent_by("exec <&-; true", "a@example.org", "b@example.org", &reason, NULL),
			 WIRE_DONE);
}

static void the_command_is_looked_for_before_anything_is_sent(void **state)
{
	struct config config = {.timeout_seconds = 1};
	struct reason reason;
	struct sink *sink;

	(void)state;
	config.outgoing = (char *)"sendmail: ";
	assert_int_equal(sink_open(&config, &sink, &reason), WIRE_NEVER);
	config.outgoing = (char *)"sendmail:/nonexistent/sendmail -t";
	assert_int_equal(sink_open(&config, &sink, &reason), WIRE_DONE);
	assert_int_equal(sink_probe(sink, &reason), WIRE_NEVER);
	assert_non_null(strstr(reason.text, "can't run /nonexistent/sendmail"));
	sink_close(sink);
	config.outgoing = (char *)"sendmail:/bin/sh -c true";
	assert_int_equal(sink_open(&config, &sink, &reason), WIRE_DONE);
	assert_int_equal(sink_probe(sink, &reason), WIRE_DONE);
	sink_close(sink);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_command_gets_envelope_and_letter_as_sendmail_does),
		cmocka_unit_test(exit_codes_mean_what_sysexits_says),
		cmocka_unit_test(what_the_command_says_is_told),
		cmocka_unit_test(a_command_that_hangs_is_stopped),
		cmocka_unit_test(a_child_left_behind_does_not_hold_the_run_up),
		cmocka_unit_test(no_address_is_ever_read_by_a_shell),
		cmocka_unit_test(a_command_that_reads_nothing_is_no_trouble),
		cmocka_unit_test(the_command_is_looked_for_before_anything_is_sent),
	};

	return cmocka_run_group_tests_name("sendmail", tests, NULL, NULL);
}
