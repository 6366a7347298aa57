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

#include "pbem/calendar/timezone.h"
#include "pbem/sys/files.h"
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
	struct timezone_moment context;

	timezone_to_local(name, 1000000000, &context);
}

static void find(const char *name)
{
	char found[TIMEZONE_NAME_MAX + 1];
	struct reason why;

	timezone_find(name, found, &why);
}

static void what_is_no_zone_is_none(void **state)
{
	char *path = path_of("Europe");
	struct timezone_moment context;

	(void)state;
	write_zone("notes", "of a long winter", 16);
	assert_int_equal(mkdir(path, 0700), 0);
	assert_null(timezone_open("notes"));
	assert_null(timezone_open("Europe"));
	assert_null(timezone_open("Nowhere"));
	assert_null(timezone_open("Europe/Nowhere"));
	assert_null(timezone_open("notes/Nowhere"));
	assert_null(timezone_open("../notes"));
	assert_true(timezone_to_local("Nowhere", 1000000000, &context));
	assert_string_equal(context.zone, "UTC");
	assert_int_equal(context.hour, 1);
	free(path);
}

/* A failing disk must not make a letter show UTC, or say that the player's zone doesn't exist. */
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

/* Debian 13 has the names in the rules, but their files in a package that is often absent. */
static void an_old_name_is_found_in_the_rules(void **state)
{
	static const char rules[] =
		"# version 2026a\nZ Europe/Brussels 1 - CET\nL Europe/Brussels CET\n";
	static const char zone[] = "TZif\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" /* version 1 */
				   "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\0\0\0\4"
				   "\0\0\x0e\x10\0\0"
				   "CET"; /* one time, 3600 s east */
	char found[TIMEZONE_NAME_MAX + 1], *path = path_of("Europe");
	struct timezone_moment moment;
	struct reason why;

	(void)state;
	assert_int_equal(mkdir(path, 0700), 0);
	write_zone("Europe/Brussels", zone, sizeof zone);
	write_zone("tzdata.zi", rules, sizeof rules - 1);
	assert_true(timezone_to_local("CET", 1000000000, &moment));
	assert_string_equal(moment.zone, "CET");
	assert_int_equal(moment.hour, 2);
	assert_int_equal(timezone_find("cet", found, &why), ACCEPTED);
	assert_string_equal(found, "CET");
	assert_null(timezone_open("MET"));
	free(path);
}

int main(void)
{
#define ON_ZONES(test) cmocka_unit_test_setup_teardown(test, make_zones, remove_zones)
	const struct CMUnitTest tests[] = {
		ON_ZONES(what_is_no_zone_is_none),
		ON_ZONES(an_old_name_is_found_in_the_rules),
		ON_ZONES(a_zone_that_cant_be_read_now_is_left_for_later),
	};

	return cmocka_run_group_tests_name("zones", tests, NULL, NULL);
}
