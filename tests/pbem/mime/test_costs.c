/* SPDX-License-Identifier: MIT */
/* Measures the costs of readers that were taken over (tests/lib/traitor.h): SECURITY.md has the
 * bounds. */
#include <dirent.h>
#include <setjmp.h>
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

#include "pbem/sandbox/confine.h"
#include "pbem/sandbox/sandbox.h"
#include "tests/lib/readers.h"
#include "tests/lib/traitor.h"

/* A run that tries a letter again in each run can be held up for ever. */
static void a_reader_that_ends_by_any_limit_has_failed(void **state)
{
	(void)state;
	readers_need_doors();
	readers_assert_fail("blocked", "its reader failed over it");
	readers_assert_fail("exit-75", "it took too much memory");
	readers_assert_fail("nonsense-and-stay", "it gave no answer that makes sense");
}

static void only_a_machine_without_memory_has_a_letter_wait(void **state)
{
	struct reason reason = {.text = ""};
	struct message *letter;

	(void)state;
	readers_need_doors();
	traitor_shared->no_memory = 1;
	assert_int_equal(readers_read(READERS_HONEST, &letter, &reason), SANDBOX_LATER);
	assert_true(reason_is_temporary(&reason));
	traitor_shared->no_memory = 0;
	readers_assert_read();
}

/* The view of another process than the parser of everything that the supervisor has made. */
static struct seen {
	unsigned most_processes;
	unsigned long most_kb; /* of all together, that they can write to */
	unsigned processes;    /* now */
	int over;
} * seen;

/* "VmData: 12 kB" in a file of /proc; 0 when the process is gone. */
static unsigned long kb_of(const char *status, const char *name)
{
	const char *at = strstr(status, name);

	return at != NULL ? strtoul(at + strlen(name), NULL, 10) : 0;
}

static void look_at(const char *pid, pid_t parent, unsigned *processes, unsigned long *kb)
{
	char *path = base_printf("/proc/%s/status", pid), status[4096];
	FILE *file = fopen(path, "re");
	size_t len = file != NULL ? fread(status, 1, sizeof status - 1, file) : 0;

	status[len] = '\0';
	if (file != NULL)
		fclose(file);
	free(path);
	if (len == 0 || kb_of(status, "\nPPid:") != (unsigned long)parent ||
	    strstr(status, "\nVmData:") == NULL)
		return;
	(*processes)++;
	*kb += kb_of(status, "\nVmData:") + kb_of(status, "\nVmStk:");
}

static void look_around(pid_t parent)
{
	DIR *folder = opendir("/proc");
	const struct dirent *row;
	unsigned processes = 0;
	unsigned long kb = 0;

	while (folder != NULL && (row = readdir(folder)) != NULL)
		if (strspn(row->d_name, "0123456789") == strlen(row->d_name))
			look_at(row->d_name, parent, &processes, &kb);
	if (folder != NULL)
		closedir(folder);
	seen->processes = processes;
	if (processes > seen->most_processes)
		seen->most_processes = processes;
	if (kb > seen->most_kb)
		seen->most_kb = kb;
}

/* Looks until it is over, in a process of its own. */
static pid_t watch_readers(void)
{
	const pid_t warden = traitor_shared->first_child, watcher = __real_fork();

	if (watcher != 0)
		return watcher;
	while (!seen->over) {
		look_around(warden);
		usleep(2000);
	}
	_exit(0);
}

static void assert_done(const char *bytes)
{
	struct reason reason = {.text = ""};
	struct message *letter;

	if (readers_read(bytes, &letter, &reason) != SANDBOX_READ)
		fail_msg("%.40s: %s", bytes, reason.text);
	assert_string_equal(letter->text, "done");
	message_free(letter);
}

/* As a run reads them: some ahead. */
static void read_many(const char *word, unsigned count, size_t padding)
{
	char *bytes[64], *room = base_zalloc(1, padding + 1);

	memset(room, 'x', padding);
	for (unsigned i = 0; i < count + SANDBOX_AHEAD; i++) {
		if (i < count)
			bytes[i] = base_printf(TRAITOR "%s %u %s\n", word, i, room);
		if (i < count)
			sandbox_expect(bytes[i], strlen(bytes[i]));
		if (i < SANDBOX_AHEAD)
			continue;
		assert_done(bytes[i - SANDBOX_AHEAD]);
		free(bytes[i - SANDBOX_AHEAD]);
	}
	free(room);
}

/* SECURITY.md has these bounds. */
static void readers_together_take_no_more_than_one(void **state)
{
	pid_t watcher;
	int status;

	(void)state;
	readers_need_doors();
	memset(seen, 0, sizeof *seen);
	traitor_shared->hoarded = 0;
	watcher = watch_readers();
	read_many("linger", 40, 10);
	read_many("hoard", 8, 10);
	/* Large ones, with small ones ahead. */
	for (int i = 0; i < 3; i++) {
		char *small = base_printf(TRAITOR "hoard %d\n", i);

		sandbox_expect(small, strlen(small));
		read_many("hoard", 1, 2 * SANDBOX_AHEAD_BYTES);
		assert_done(small);
		free(small);
	}
	/* One that isn't wanted any more. */
	sandbox_expect(TRAITOR "linger\n", strlen(TRAITOR "linger\n"));
	sandbox_unexpect(NULL);
	for (int i = 0; i < 500 && seen->processes > 0; i++)
		usleep(10000);
	seen->over = 1;
	waitpid(watcher, &status, 0);
	print_message("at most %u processes and %lu KB\n", seen->most_processes, seen->most_kb);
	assert_true(traitor_shared->hoarded >= 14);
	assert_int_equal(seen->processes, 0);
	assert_true(seen->most_processes <= SANDBOX_AHEAD + 1);
	assert_true(seen->most_kb <= CONFINE_MEMORY / 1024);
	assert_true(seen->most_kb > CONFINE_MEMORY / 1024 / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_reader_that_ends_by_any_limit_has_failed,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(only_a_machine_without_memory_has_a_letter_wait,
						readers_start, readers_stop),
		cmocka_unit_test_setup_teardown(readers_together_take_no_more_than_one,
						readers_start, readers_stop),
	};

	traitor_shared = mmap(NULL, sizeof *traitor_shared, PROT_READ | PROT_WRITE,
			      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (traitor_shared == MAP_FAILED || seen == MAP_FAILED)
		return 99;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
