/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>

#include "pbem/site/files.h"
#include "pbem/site/zones.h"
#include "tests/lib/scratch.h"

static char folder[SCRATCH_MAX];

/* Instead of the system's tzdata. */
static int make_zones(void **state)
{
	(void)state;
	return scratch_make(folder) ? setenv("TZDIR", folder, 1) : -1;
}

static int remove_zones(void **state)
{
	(void)state;
	unsetenv("TZDIR");
	return scratch_remove(folder);
}

static char *path_of(const char *name)
{
	return base_printf("%s/%s", folder, name);
}

static void write_zone(const char *name, const char *bytes, size_t len)
{
	char *path = path_of(name);
	struct reason reason;

	assert_int_equal(files_write(path, bytes, len, &reason), 0);
	free(path);
}

/* There, and can't be read. */
static void link_to_itself(const char *name)
{
	char *path = path_of(name);

	assert_int_equal(symlink(name, path), 0);
	free(path);
}

/* How a process ends that does that with it; what it says isn't for the test's reader. */
static int ends(void (*use)(const char *name), const char *name)
{
	int status;
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0) {
		if (freopen("/dev/null", "w", stderr) != NULL)
			use(name);
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void tell(const char *name)
{
	struct zones_moment moment;

	zones_tell(name, 1000000000, &moment);
}

static void find(const char *name)
{
	char found[ZONES_NAME_MAX + 1];
	struct reason why;

	zones_find(name, found, &why);
}

static void what_is_no_zone_is_none(void **state)
{
	char *path = path_of("Europe");
	struct zones_moment moment;

	(void)state;
	write_zone("notes", "of a long winter", 16);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_null(zones_open("notes"));
	assert_null(zones_open("Europe"));
	assert_null(zones_open("Nowhere"));
	assert_null(zones_open("Europe/Nowhere"));
	assert_null(zones_open("notes/Nowhere"));
	assert_null(zones_open("../notes"));
	assert_true(zones_tell("Nowhere", 1000000000, &moment));
	assert_string_equal(moment.zone, "UTC");
	assert_int_equal(moment.hour, 1);
	free(path);
}

/* Nobody is told UTC, or that his zone doesn't exist, because a disk fails. */
static void a_zone_that_cant_be_read_now_is_left_for_later(void **state)
{
	(void)state;
	write_zone("Cut", "TZif2", 5);
	link_to_itself("Circle");
	assert_int_equal(ends(tell, "Cut"), EX_TEMPFAIL);
	assert_int_equal(ends(tell, "Circle"), EX_TEMPFAIL);
	link_to_itself("tzdata.zi");
	assert_int_equal(ends(find, "Berlin"), EX_TEMPFAIL);
}

int main(void)
{
#define ON_ZONES(test) cmocka_unit_test_setup_teardown(test, make_zones, remove_zones)
	const struct CMUnitTest tests[] = {
		ON_ZONES(what_is_no_zone_is_none),
		ON_ZONES(a_zone_that_cant_be_read_now_is_left_for_later),
	};

	return cmocka_run_group_tests_name("zones", tests, NULL, NULL);
}
