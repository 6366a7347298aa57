/* SPDX-License-Identifier: MIT */
/* The process that parses messages is taken over (tests/lib/traitor.h). All its attempts must fail,
 * and the next message is parsed as usual. */
#include <poll.h>
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

#include "pbem/sandbox/sandbox.h"
#include "tests/lib/readers.h"
#include "tests/lib/traitor.h"

/* ---- the tests ---- */

static void nothing_can_be_had(void **state)
{
	static const char *const words[] = {"open",	"create",    "unlink",
					    "chmod",	"write-fds", "read-fds",
					    "proc-mem", "map-code",  "protect-code"};

	(void)state;
	readers_need_doors();
	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		char *bytes = base_printf(TRAITOR "%s\n", words[i]);
		struct reason reason = {.text = ""};
		struct message *letter;

		if (readers_read(bytes, &letter, &reason) != SANDBOX_READ)
			fail_msg("%s: %s", words[i], reason.text);
		if (strcmp(letter->text, "EPERM") != 0 && strcmp(letter->text, "EBADF") != 0)
			fail_msg("%s: %s", words[i], letter->text);
		message_free(letter);
		free(bytes);
	}
	assert_int_equal(access(traitor_shared->keys, R_OK), 0);
	readers_assert_read();
}

static void an_attack_ends_its_reader(void **state)
{
	static const char *const words[] = {"socket", "socketpair", "fork",   "exec",
					    "kill",   "ptrace",	    "vm-read"};

	(void)state;
	readers_need_doors();
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		readers_assert_fail(words[i], "it tried what no letter needs");
}

static void no_limit_is_raised(void **state)
{
	struct reason reason = {.text = ""};
	struct message *letter;

	(void)state;
	readers_need_doors();
	assert_int_equal(readers_read(TRAITOR "raise-limit\n", &letter, &reason), SANDBOX_READ);
	assert_string_equal(letter->text, "EPERM");
	message_free(letter);
}

static void a_reader_that_falls_takes_nobody_along(void **state)
{
	(void)state;
	readers_need_doors();
	readers_assert_fail("segv", "a memory fault");
	readers_assert_fail("stack", "a memory fault");
	readers_assert_fail("memory", "it took too much memory");
	readers_assert_fail("spin", "it took a minute of computing");
	readers_assert_fail("silent", "no answer that makes sense");
}

static void an_answer_is_no_more_trusted_than_the_letter(void **state)
{
	static const char *const words[] = {"garbage",	   "endless",	"lacking",   "lie-control",
					    "lie-newline", "lie-utf-8", "lie-class", "lie-counts",
					    "lie-tokens",  "lie-long"};

	(void)state;
	readers_need_doors();
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		readers_assert_fail(words[i], "no answer that makes sense");
}

/* A lie, and whether a reader may say that. */
static const struct {
	const char *lie;
	bool good;
} lies[] = {
	{"from ", true},
	{"from anna@example.org", true},
	{"from anna", false},
	{"from @example.org", false},
	{"from anna@", false},
	{"from Anna@example.org", false},
	{"from a b@example.org", false},
	{"from a,b@example.org", false},
	{"from <a@example.org>", false},
	{"from a@b@example.org", false},
	{"from j%C3%BCrgen@example.org", true},
	{"from j%C3%9Crgen@example.org", false},
	{"from ju%CC%88rgen@example.org", false},
	{"from j%C2%9Brgen@example.org", false},
	{"from j%E2%80%AErgen@example.org", false},
	{"from j%C2%A0rgen@example.org", false},
	{"from a@m%C3%BCnchen.example", false},
	{"from a@example.org%0ABcc: b@example.org", false},
	{"from a%00@example.org", false},
	{"from aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@example.org",
	 false},
	{"number-alone 1", false},
	{"id ", true},
	{"id 1@example.org", true},
	{"id 1 2@example.org", false},
	{"id <1@example.org>", false},
	{"id %C3%BC@example.org", false},
	{"id %7F", false},
	{"references ", true},
	{"references <1@example.org> <2@example.org>", true},
	{"references 1@example.org", false},
	{"references <1@example.org", false},
	{"references <1@example.org> ", true},
	{"references <1@example.org> x", false},
	{"references <<1@example.org>>", false},
	{"references <1 2@example.org>", false},
	{"references <%C3%BC@example.org>", false},
	{"references <1@example.org> <%7F@example.org>", false},
	{"references <1@example.org>%0A<2@example.org>", false},
	{"subject Hello", true},
	{"subject a%0Db", false},
	{"subject a%09b", false},
	{"subject %C2%9B31m", false},
	{"subject a%C2%80b", false},
	{"subject a%E2%80%AEb", false},
	{"subject a%E2%81%A6b", false},
	{"subject a%E2%80%8Fb", false},
	{"text a%C2%85b", false},
	{"text a%E2%80%AAb", false},
	{"unreadable a%C2%9Fb", false},
	{"subject %ED%A0%80", false},
	{"subject %C0%80", false},
	{"unreadable it is encrypted", true},
	{"unreadable a%1Bb", false},
	{"text two%0Alines", true},
	{"text a%0Db", false},
	{"text a%80", false},
	{"why Precedence: bulk", false},
	{"bounced 1@example.org", false},
	{"number-permanent 1", false},
	{"number-class 1", false},
	{"number-class 4", false},
	{"number-class -1", false},
	{"number-tokens 1", false},
	{"number-tokens 33", false},
	{"number-header-tokens 1", false},
};

static void every_field_is_looked_at_as_if_a_stranger_had_written_it(void **state)
{
	(void)state;
	readers_need_doors();
	for (size_t i = 0; i < ARRAY_LEN(lies); i++) {
		char *bytes = base_printf(TRAITOR "lie-set %s\n", lies[i].lie);
		struct reason reason = {.text = ""};
		struct message *letter;
		const enum sandbox end = readers_read(bytes, &letter, &reason);

		if (end != (lies[i].good ? SANDBOX_READ : SANDBOX_FAILED))
			fail_msg("%s: %d %s", lies[i].lie, (int)end, reason.text);
		message_free(letter);
		free(bytes);
	}
	readers_assert_read();
}

/* Otherwise its letter would be tried again in each run. */
static void whatever_a_reader_dies_of_twice_its_letter_fails(void **state)
{
	static const char *const words[] = {"exit-0", "exit-1", "exit-75", "exit-78", "exit-255"};

	(void)state;
	readers_need_doors();
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		readers_assert_fail(words[i], "its reader failed over it");
}

static void a_reader_that_says_nothing_or_little_for_ever_is_ended(void **state)
{
	(void)state;
	readers_need_doors();
	traitor_shared->hurry = 1;
	readers_assert_fail("asleep", "no answer in time");
	readers_assert_fail("dribble", "");
	traitor_shared->hurry = 0;
}

static void a_letter_doesnt_find_the_one_before(void **state)
{
	char *first, *mark, *second;
	struct reason reason = {.text = ""};
	struct message *letter;

	(void)state;
	readers_need_doors();
	first = base_printf(READERS_HONEST "hidden%dword\n", (int)getpid());
	mark = strstr(first, "hidden");
	assert_int_equal(readers_read(first, &letter, &reason), SANDBOX_READ);
	message_free(letter);
	for (char *c = mark; *c != '\n'; c++)
		(*c)++;
	second = base_printf(TRAITOR "heap %s", mark);
	assert_int_equal(readers_read(second, &letter, &reason), SANDBOX_READ);
	assert_string_equal(letter->text, "ENOENT");
	message_free(letter);
	free(second);
	free(first);
}

/* Its charset, or HTML, is loaded by the warden before another reader has it. */
static void assert_reads_rare(const char *bytes, const char *subject, const char *text)
{
	struct reason reason = {.text = ""};
	struct message *letter;

	if (readers_read(bytes, &letter, &reason) != SANDBOX_READ)
		fail_msg("%s: %s", bytes, reason.text);
	assert_string_equal(letter->subject, subject);
	assert_string_equal(letter->text, text);
	message_free(letter);
	readers_assert_read();
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
		sandbox_stop();
		(void)readers_start(state);
	}
	assert_int_equal(traitor_shared->falls, 0);
}

/* Libraries that no letter is read with aren't there, and if one is, a reader that has them is
 * next. */
static void a_library_that_is_missed_is_had(void **state)
{
	(void)state;
	readers_need_doors();
	traitor_shared->fetched = 0;
	for (int i = 0; i < 2; i++) {
		struct reason reason = {.text = ""};
		struct message *letter;

		if (readers_read(TRAITOR "library\n", &letter, &reason) != SANDBOX_READ)
			fail_msg("%s", reason.text);
		assert_string_equal(letter->text, "done");
		message_free(letter);
		assert_int_equal(traitor_shared->fetched, 2 + i);
		readers_assert_read();
	}
}

/* Letters that are read ahead, each in bytes of its own. */
enum { MANY = SANDBOX_AHEAD + 2 };

static char *numbered(const char *form, int number)
{
	char *bytes = base_printf(form, number);

	sandbox_expect(bytes, strlen(bytes));
	return bytes;
}

static void assert_reads_number(const char *bytes, int number)
{
	char *text = base_printf("MOVE e2e%d", number);
	struct reason reason = {.text = ""};
	struct message *letter;

	if (readers_read(bytes, &letter, &reason) != SANDBOX_READ)
		fail_msg("%d: %s", number, reason.text);
	assert_string_equal(letter->text, text);
	message_free(letter);
	free(text);
}

static void letters_are_read_ahead_in_any_number_and_order(void **state)
{
	static const char *const forms[] = {
		"From: anna@example.org\nSubject: a move\n\nMOVE e2e%d\n",
		"From: anna@example.org\nContent-Type: text/html\n\n<p>MOVE e2e%d</p>\n"};
	char *bytes[MANY];

	(void)state;
	readers_assert_read();
	for (size_t form = 0; form < ARRAY_LEN(forms); form++) {
		for (int i = 0; i < MANY; i++)
			bytes[i] = numbered(forms[form], i);
		readers_assert_read();
		/* One that isn't wanted any more, and the last first. */
		sandbox_unexpect(bytes[1]);
		for (int i = MANY - 1; i >= 0; i--)
			assert_reads_number(bytes[i], i);
		for (int i = 0; i < MANY; i++)
			free(bytes[i]);
	}
	for (int i = 0; i < MANY; i++)
		bytes[i] = numbered(forms[0], i);
	sandbox_unexpect(NULL);
	assert_reads_number(bytes[0], 0);
	for (int i = 0; i < MANY; i++)
		free(bytes[i]);
}

static void letters_share_a_reader_in_any_number_and_order(void **state)
{
	for (readers_share = 2; readers_share < MANY + 2; readers_share++) {
		(void)readers_stop(state);
		(void)readers_start(state);
		letters_are_read_ahead_in_any_number_and_order(state);
	}
	readers_share = 1;
}

/* Has four messages read by one reader. The second is the culprit, and the fourth searches its
 * reader for the first. Only the culprit may fail, and the fourth must be alone. */
static void assert_culprit(const char *word, const char *why)
{
	char *bytes[4], *mark;
	struct reason reason = {.text = ""};
	struct message *letter;

	bytes[0] = base_printf(READERS_HONEST "hidden%dword\n", (int)getpid());
	bytes[1] = base_printf(TRAITOR "%s\n", word);
	bytes[2] = base_printf("From: anna@example.org\n\nMOVE e2e3\n");
	mark = base_strdup(strstr(bytes[0], "hidden"));
	for (char *c = mark; *c != '\n'; c++)
		(*c)++;
	bytes[3] = base_printf(TRAITOR "heap %s", mark);
	for (size_t i = 0; i < ARRAY_LEN(bytes); i++)
		sandbox_expect(bytes[i], strlen(bytes[i]));
	assert_int_equal(readers_read(bytes[0], &letter, &reason), SANDBOX_READ);
	message_free(letter);
	traitor_shared->hurry = strcmp(word, "asleep") == 0;
	if (readers_read(bytes[1], &letter, &reason) != SANDBOX_FAILED ||
	    strstr(reason.text, why) == NULL)
		fail_msg("%s: %s", word, reason.text);
	traitor_shared->hurry = 0;
	assert_reads_number(bytes[2], 3);
	assert_int_equal(readers_read(bytes[3], &letter, &reason), SANDBOX_READ);
	assert_string_equal(letter->text, "ENOENT");
	message_free(letter);
	for (size_t i = 0; i < ARRAY_LEN(bytes); i++)
		free(bytes[i]);
	free(mark);
}

static void only_the_letter_fails_that_ends_a_shared_reader(void **state)
{
	static const struct {
		const char *word, *why;
	} ends[] = {{"segv", "a memory fault"},
		    {"stack", "a memory fault"},
		    {"memory", "it took too much memory"},
		    {"silent", "no answer that makes sense"},
		    {"exit-75", "its reader failed over it"},
		    {"garbage", "no answer that makes sense"},
		    {"lie-control", "no answer that makes sense"},
		    {"lacking", "no answer that makes sense"},
		    {"socket", "it tried what no letter needs"},
		    {"blocked", "its reader failed over it"},
		    {"asleep", "no answer in time"},
		    {"nonsense-and-stay", "no answer that makes sense"}};

	readers_share = 4;
	(void)readers_stop(state);
	(void)readers_start(state);
	readers_need_doors();
	for (size_t i = 0; i < ARRAY_LEN(ends); i++)
		assert_culprit(ends[i].word, ends[i].why);
	readers_share = 1;
}

/* A run may decide a message without reading it, and its bytes are freed then. */
static void a_shared_reader_skips_what_is_no_longer_expected(void **state)
{
	char *bytes[MANY];

	readers_share = 3;
	(void)readers_stop(state);
	(void)readers_start(state);
	for (int i = 0; i < MANY; i++)
		bytes[i] = numbered("From: anna@example.org\n\nMOVE e2e%d\n", i);
	for (int i = 0; i < MANY; i++) {
		if (i % 3 == 1)
			sandbox_unexpect(bytes[i]);
		else
			assert_reads_number(bytes[i], i);
		free(bytes[i]);
	}
	readers_share = 1;
}

static void a_letter_that_fails_takes_none_along_that_is_read_ahead(void **state)
{
	char *before, *bad, *behind;
	struct reason reason = {.text = ""};
	struct message *letter;

	(void)state;
	readers_need_doors();
	before = numbered(READERS_HONEST "%d\n", 1);
	bad = numbered(TRAITOR "segv %d\n", 2);
	behind = numbered("From: anna@example.org\n\nMOVE e2e%d\n", 3);
	assert_int_equal(readers_read(bad, &letter, &reason), SANDBOX_FAILED);
	assert_non_null(strstr(reason.text, "a memory fault"));
	assert_reads_number(behind, 3);
	assert_int_equal(readers_read(before, &letter, &reason), SANDBOX_READ);
	message_free(letter);
	free(behind);
	free(bad);
	free(before);
}

static void without_a_process_the_letter_waits(void **state)
{
	struct reason reason = {.text = ""};
	struct message *letter;

	(void)state;
	traitor_shared->fork_fails = 1;
	assert_int_equal(readers_read(READERS_HONEST, &letter, &reason), SANDBOX_LATER);
	assert_true(reason_is_temporary(&reason));
	assert_non_null(strstr(reason.text, "can't start a process to read letters"));
	traitor_shared->fork_fails = 0;
	readers_assert_read();
}

/* A reader that has a part of the letter must not decide what becomes of it. */
static void a_letter_that_cant_be_handed_over_waits(void **state)
{
	static const short events[] = {POLLOUT, POLLIN};

	(void)state;
	for (size_t i = 0; i < ARRAY_LEN(events); i++) {
		struct reason reason = {.text = ""};
		struct message *letter;

		traitor_shared->poll_fails = events[i];
		assert_int_equal(readers_read(READERS_HONEST, &letter, &reason), SANDBOX_LATER);
		assert_true(reason_is_temporary(&reason));
		assert_non_null(strstr(reason.text, "the process that reads letters"));
		traitor_shared->poll_fails = 0;
		readers_assert_read();
	}
}

static void without_its_warden_the_letter_waits(void **state)
{
	struct reason reason = {.text = ""};
	struct message *letter;
	siginfo_t info;

	(void)state;
	readers_assert_read();
	kill(traitor_shared->first_child, SIGKILL);
	/* The reader that it has made falls with it. */
	assert_int_equal(waitid(P_PID, (id_t)traitor_shared->first_child, &info, WEXITED | WNOWAIT),
			 0);
	assert_int_equal(readers_read(READERS_HONEST, &letter, &reason), SANDBOX_LATER);
	assert_true(reason_is_temporary(&reason));
	assert_int_equal(readers_read(READERS_HONEST, &letter, &reason), SANDBOX_LATER);
	assert_true(reason_is_temporary(&reason));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(nothing_can_be_had, readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(an_attack_ends_its_reader, readers_start,
						readers_stop),
		cmocka_unit_test_setup_teardown(no_limit_is_raised, readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(a_reader_that_falls_takes_nobody_along,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(an_answer_is_no_more_trusted_than_the_letter,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(
			every_field_is_looked_at_as_if_a_stranger_had_written_it, readers_start,
			readers_stop),
		cmocka_unit_test_setup_teardown(whatever_a_reader_dies_of_twice_its_letter_fails,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(
			a_reader_that_says_nothing_or_little_for_ever_is_ended, readers_start,
			readers_stop),
		cmocka_unit_test_setup_teardown(a_letter_doesnt_find_the_one_before, readers_start,
						readers_stop),
		cmocka_unit_test_setup_teardown(what_few_letters_need_is_had, readers_start,
						readers_stop),
		cmocka_unit_test_setup_teardown(a_library_that_is_missed_is_had, readers_start,
						readers_stop),
		cmocka_unit_test_setup_teardown(letters_are_read_ahead_in_any_number_and_order,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(letters_share_a_reader_in_any_number_and_order,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(only_the_letter_fails_that_ends_a_shared_reader,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(a_shared_reader_skips_what_is_no_longer_expected,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(
			a_letter_that_fails_takes_none_along_that_is_read_ahead, readers_start,
			readers_stop),
		cmocka_unit_test_setup_teardown(without_a_process_the_letter_waits, readers_start,
						readers_stop),
		cmocka_unit_test_setup_teardown(a_letter_that_cant_be_handed_over_waits,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(without_its_warden_the_letter_waits, readers_start,
						readers_stop),
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
