/* SPDX-License-Identifier: MIT */
/* Who reads letters is taken over (tests/lib/traitor.h): what it tries must come to nothing, and
 * the next letter is read as ever. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "pbem/reading/apart/apart.h"
#include "tests/lib/inbox.h"
#include "tests/lib/source.h"
#include "tests/lib/traitor.h"

#define HONEST "From: anna@example.org\nSubject: a move\n\nMOVE e2e4\n"

/* ---- the tests ---- */

static int start(void **state)
{
	char *games = source_path("games"), *mailers = source_path("mailers");
	const struct apart_setup setup = {inbox_limits, "game@example.org", games, mailers, NULL};
	struct reason reason;

	(void)state;
	traitor_shared->parent = getpid();
	apart_start();
	assert_int_equal(apart_ready(&setup, &reason), 0);
	free(mailers);
	free(games);
	return 0;
}

static int stop(void **state)
{
	(void)state;
	apart_stop();
	return 0;
}

static enum apart read_it(const char *bytes, struct letter **letter_out, struct reason *reason)
{
	*letter_out = NULL;
	return apart_read(bytes, strlen(bytes), letter_out, reason);
}

static void assert_reads(void)
{
	struct letter *letter;
	struct reason reason = {""};

	if (read_it(HONEST, &letter, &reason) != APART_READ)
		fail_msg("an honest letter: %s", reason.text);
	assert_string_equal(letter->text, "MOVE e2e4");
	assert_string_equal(letter->from, "anna@example.org");
	letter_free(letter);
}

/* Sanitizers and valgrind need the doors open; these tests don't hold there. */
static void need_doors(void)
{
	assert_reads();
	if (!apart_are_closed()) {
		print_message("held by %s\n", apart_doors());
		skip();
	}
}

static void nothing_can_be_had(void **state)
{
	static const char *const words[] = {"open",	"create",    "unlink",
					    "chmod",	"write-fds", "read-fds",
					    "proc-mem", "map-code",  "protect-code"};

	(void)state;
	need_doors();
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		char *bytes = base_printf(TRAITOR "%s\n", words[i]);
		struct reason reason = {""};
		struct letter *letter;

		if (read_it(bytes, &letter, &reason) != APART_READ)
			fail_msg("%s: %s", words[i], reason.text);
		if (strcmp(letter->text, "EPERM") != 0 && strcmp(letter->text, "EBADF") != 0)
			fail_msg("%s: %s", words[i], letter->text);
		letter_free(letter);
		free(bytes);
	}
	assert_int_equal(access(traitor_shared->keys, R_OK), 0);
	assert_reads();
}

/* Readers that have all follow; the next word is for one that hasn't again. */
static void assert_fails(const char *word, const char *why)
{
	char *bytes = base_printf(TRAITOR "%s\n", word);
	struct reason reason = {""};
	struct letter *letter;

	if (read_it(bytes, &letter, &reason) != APART_FAILED || strstr(reason.text, why) == NULL)
		fail_msg("%s: %s", word, reason.text);
	free(bytes);
	assert_reads();
	(void)stop(NULL);
	(void)start(NULL);
}

static void an_attack_ends_its_reader(void **state)
{
	static const char *const words[] = {"socket", "socketpair", "fork",   "exec",
					    "kill",   "ptrace",	    "vm-read"};

	(void)state;
	need_doors();
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		assert_fails(words[i], "it tried what no letter needs");
}

static void no_limit_is_raised(void **state)
{
	struct reason reason = {""};
	struct letter *letter;

	(void)state;
	need_doors();
	assert_int_equal(read_it(TRAITOR "raise-limit\n", &letter, &reason), APART_READ);
	assert_string_equal(letter->text, "EPERM");
	letter_free(letter);
}

static void a_reader_that_falls_takes_nobody_along(void **state)
{
	(void)state;
	need_doors();
	assert_fails("segv", "a memory fault");
	assert_fails("stack", "a memory fault");
	assert_fails("memory", "it took too much memory");
	assert_fails("spin", "it took a minute of computing");
	assert_fails("silent", "no answer that makes sense");
}

static void an_answer_is_no_more_trusted_than_the_letter(void **state)
{
	static const char *const words[] = {"garbage",	   "endless",	"lacking",   "lie-control",
					    "lie-newline", "lie-utf-8", "lie-class", "lie-counts",
					    "lie-tokens",  "lie-long"};

	(void)state;
	need_doors();
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		assert_fails(words[i], "no answer that makes sense");
}

static void a_letter_doesnt_find_the_one_before(void **state)
{
	char *first, *mark, *second;
	struct reason reason = {""};
	struct letter *letter;

	(void)state;
	need_doors();
	first = base_printf(HONEST "hidden%dword\n", (int)getpid());
	mark = strstr(first, "hidden");
	assert_int_equal(read_it(first, &letter, &reason), APART_READ);
	letter_free(letter);
	for (char *c = mark; *c != '\n'; c++)
		(*c)++;
	second = base_printf(TRAITOR "heap %s", mark);
	assert_int_equal(read_it(second, &letter, &reason), APART_READ);
	assert_string_equal(letter->text, "ENOENT");
	letter_free(letter);
	free(second);
	free(first);
}

/* Its charset, or HTML, is loaded by the warden before another reader has it. */
static void assert_reads_rare(const char *bytes, const char *subject, const char *text)
{
	struct reason reason = {""};
	struct letter *letter;

	if (read_it(bytes, &letter, &reason) != APART_READ)
		fail_msg("%s: %s", bytes, reason.text);
	assert_string_equal(letter->subject, subject);
	assert_string_equal(letter->text, text);
	letter_free(letter);
	assert_reads();
}

static void what_few_letters_need_is_had(void **state)
{
	static const char page[] = "From: anna@example.org\nSubject: page\nMIME-Version: 1.0\n"
				   "Content-Type: text/html\n\n<p>MOVE&nbsp;e2e4</p>\n",
			  body[] = "From: anna@example.org\nSubject: text\nMIME-Version: 1.0\n"
				   "Content-Type: text/plain; charset=koi8-r\n\nMOVE e2e4 \xc1\n",
			  head[] = "From: anna@example.org\nSubject: =?gb2312?B?0ru2/g==?=\n\n"
				   "MOVE e2e4\n",
			  latin[] = "From: anna@example.org\n"
				    "Subject: =?iso-8859-1?Q?=E9?= =?windows-1252?Q?=E9?=\n\n"
				    "MOVE e2e4\n";
	const struct {
		const char *bytes, *subject, *text;
	} letters[] = {
		{page, "page", "MOVE e2e4"},
		{body, "text", "MOVE e2e4 \u0430"},
		{head, "\u4e00\u4e8c", "MOVE e2e4"},
		{latin, "\u00e9\u00e9", "MOVE e2e4"}, /* not rare, but in a module of its own */
	};

	traitor_shared->falls = 0;
	/* Each is the first once. */
	for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
		for (size_t j = 0; j < ARRAY_LEN(letters); j++) {
			const size_t which = (i + j) % ARRAY_LEN(letters);

			assert_reads_rare(letters[which].bytes, letters[which].subject,
					  letters[which].text);
		}
		apart_stop();
		(void)start(state);
	}
	assert_int_equal(traitor_shared->falls, 0);
}

/* Libraries that no letter is read with aren't there, and if one is, a reader that has them is
 * next. */
static void a_library_that_is_missed_is_had(void **state)
{
	(void)state;
	need_doors();
	traitor_shared->fetched = 0;
	for (int i = 0; i < 2; i++) {
		struct reason reason = {""};
		struct letter *letter;

		if (read_it(TRAITOR "library\n", &letter, &reason) != APART_READ)
			fail_msg("%s", reason.text);
		assert_string_equal(letter->text, "done");
		letter_free(letter);
		assert_int_equal(traitor_shared->fetched, 2 + i);
		assert_reads();
	}
}

/* Letters that are read ahead, each in bytes of its own. */
enum { MANY = APART_AHEAD + 2 };

static char *numbered(const char *form, int number)
{
	char *bytes = base_printf(form, number);

	apart_expect(bytes, strlen(bytes));
	return bytes;
}

static void assert_reads_number(const char *bytes, int number)
{
	char *text = base_printf("MOVE e2e%d", number);
	struct reason reason = {""};
	struct letter *letter;

	if (read_it(bytes, &letter, &reason) != APART_READ)
		fail_msg("%d: %s", number, reason.text);
	assert_string_equal(letter->text, text);
	letter_free(letter);
	free(text);
}

static void letters_are_read_ahead_in_any_number_and_order(void **state)
{
	static const char *const forms[] = {
		"From: anna@example.org\nSubject: a move\n\nMOVE e2e%d\n",
		"From: anna@example.org\nContent-Type: text/html\n\n<p>MOVE e2e%d</p>\n"};
	char *bytes[MANY];

	(void)state;
	assert_reads();
	for (size_t form = 0; form < ARRAY_LEN(forms); form++) {
		for (int i = 0; i < MANY; i++)
			bytes[i] = numbered(forms[form], i);
		assert_reads();
		/* One that isn't wanted any more, and the last first. */
		apart_unexpect(bytes[1]);
		for (int i = MANY - 1; i >= 0; i--)
			assert_reads_number(bytes[i], i);
		for (int i = 0; i < MANY; i++)
			free(bytes[i]);
	}
	for (int i = 0; i < MANY; i++)
		bytes[i] = numbered(forms[0], i);
	apart_unexpect(NULL);
	assert_reads_number(bytes[0], 0);
	for (int i = 0; i < MANY; i++)
		free(bytes[i]);
}

static void a_letter_that_fails_takes_none_along_that_is_read_ahead(void **state)
{
	char *before, *bad, *behind;
	struct reason reason = {""};
	struct letter *letter;

	(void)state;
	need_doors();
	before = numbered(HONEST "%d\n", 1);
	bad = numbered(TRAITOR "segv %d\n", 2);
	behind = numbered("From: anna@example.org\n\nMOVE e2e%d\n", 3);
	assert_int_equal(read_it(bad, &letter, &reason), APART_FAILED);
	assert_non_null(strstr(reason.text, "a memory fault"));
	assert_reads_number(behind, 3);
	assert_int_equal(read_it(before, &letter, &reason), APART_READ);
	letter_free(letter);
	free(behind);
	free(bad);
	free(before);
}

static void without_a_process_the_letter_waits(void **state)
{
	struct reason reason = {""};
	struct letter *letter;

	(void)state;
	traitor_shared->fork_fails = 1;
	/* One has been made by now, for the next letter. */
	for (int i = 0; i < 2; i++) {
		reason.text[0] = '\0';
		if (read_it(HONEST, &letter, &reason) == APART_READ)
			letter_free(letter);
	}
	assert_int_equal(read_it(HONEST, &letter, &reason), APART_LATER);
	assert_true(reason_is_passing(&reason));
	assert_non_null(strstr(reason.text, "can't start a process to read letters"));
	traitor_shared->fork_fails = 0;
	(void)read_it(HONEST, &letter, &reason);
	letter_free(letter);
	assert_reads();
}

static void without_its_warden_the_letter_waits(void **state)
{
	struct reason reason = {""};
	struct letter *letter;
	siginfo_t info;

	(void)state;
	assert_reads();
	kill(traitor_shared->first_child, SIGKILL);
	/* The reader that it has made falls with it. */
	assert_int_equal(waitid(P_PID, (id_t)traitor_shared->first_child, &info, WEXITED | WNOWAIT),
			 0);
	assert_int_equal(read_it(HONEST, &letter, &reason), APART_LATER);
	assert_true(reason_is_passing(&reason));
	assert_int_equal(read_it(HONEST, &letter, &reason), APART_LATER);
	assert_true(reason_is_passing(&reason));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_can_be_had, start, stop),
		cmocka_unit_test_setup_teardown(an_attack_ends_its_reader, start, stop),
		cmocka_unit_test_setup_teardown(no_limit_is_raised, start, stop),
		cmocka_unit_test_setup_teardown(a_reader_that_falls_takes_nobody_along, start,
						stop),
		cmocka_unit_test_setup_teardown(an_answer_is_no_more_trusted_than_the_letter, start,
						stop),
		cmocka_unit_test_setup_teardown(a_letter_doesnt_find_the_one_before, start, stop),
		cmocka_unit_test_setup_teardown(what_few_letters_need_is_had, start, stop),
		cmocka_unit_test_setup_teardown(a_library_that_is_missed_is_had, start, stop),
		cmocka_unit_test_setup_teardown(letters_are_read_ahead_in_any_number_and_order,
						start, stop),
		cmocka_unit_test_setup_teardown(
			a_letter_that_fails_takes_none_along_that_is_read_ahead, start, stop),
		cmocka_unit_test_setup_teardown(without_a_process_the_letter_waits, start, stop),
		cmocka_unit_test_setup_teardown(without_its_warden_the_letter_waits, start, stop),
	};
	int fd, failed;

	traitor_shared = mmap(NULL, sizeof *traitor_shared, PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (traitor_shared == MAP_FAILED)
		return 99;
	strcpy(traitor_shared->keys, "/tmp/pbem-keys.XXXXXX");
	fd = mkstemp(traitor_shared->keys);
	failed = fd < 0 ? 99 : cmocka_run_group_tests(tests, NULL, NULL);
	unlink(traitor_shared->keys);
	return failed;
}
