/* SPDX-License-Identifier: MIT */
/* The notes that a process leaves behind when a message makes it crash. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "pbem/store/crash_notes.h"
#include "tests/lib/scratch.h"

/* ---- ways to die ---- */

static void give_up(void)
{
	abort();
}

static void fault(void)
{
	__builtin_trap();
}

static void be_killed(void)
{
	const pid_t self = getpid();

	if (fork() == 0) {
		kill(self, SIGABRT);
		_exit(0);
	}
	for (;;)
		pause();
}

/* A child that has the letter in hand, or none, dies so. */
static void die_over(const char *id, void (*die)(void))
{
	const struct rlimit none = {0, 0};
	struct reason reason;
	const pid_t child = fork();
	int status;

	if (child == 0) {
		setrlimit(RLIMIT_CORE, &none);
		if (crash_watch(scratch_folder, &reason) != 0)
			_exit(1);
		crash_in_hand(id);
		die();
		_exit(1);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
}

/* How often that letter's runs have crashed, and how the last did, or NULL. */
static void assert_notes(const char *id, int count, const char *last)
{
	struct reason reason;
	struct strbuf all;
	char *why;

	strbuf_init(&all, 0);
	assert_int_equal(crash_read(scratch_folder, &all, &reason), 0);
	assert_int_equal(crash_notes(&all, id, &why), count);
	if (last == NULL)
		assert_null(why);
	else
		assert_string_equal(why, last);
	free(why);
	strbuf_done(&all);
}

/* ---- tests ---- */

static void what_it_does_to_itself_is_the_letters_fault(void **state)
{
	(void)state;
	die_over("imap:1.2", give_up);
	assert_notes("imap:1.2", 1, "a failed assertion");
	die_over("imap:1.2", fault);
	assert_notes("imap:1.2", 2, "an illegal instruction");
	assert_notes("imap:1.3", 0, NULL);
	assert_notes("imap:1", 0, NULL);
}

static void what_others_do_to_it_is_not(void **state)
{
	(void)state;
	die_over("imap:1.2", be_killed);
	assert_notes("imap:1.2", 0, NULL);
}

static void without_a_letter_nothing_is_noted(void **state)
{
	struct reason reason;

	(void)state;
	die_over(NULL, give_up);
	assert_notes("", 0, NULL);
	die_over("imap:1.2", give_up);
	assert_int_equal(crash_forget(scratch_folder, &reason), 0);
	assert_notes("imap:1.2", 0, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(what_it_does_to_itself_is_the_letters_fault,
						scratch_open, scratch_close),
		cmocka_unit_test_setup_teardown(what_others_do_to_it_is_not, scratch_open,
						scratch_close),
		cmocka_unit_test_setup_teardown(without_a_letter_nothing_is_noted, scratch_open,
						scratch_close),
	};

	return cmocka_run_group_tests_name("crashes", tests, NULL, NULL);
}
