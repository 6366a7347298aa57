/* SPDX-License-Identifier: MIT */
/* Everything that is tried of a mutant in one program, so that it is linked once. `tried TEST` is
 * that unit test. `tried cases FOLDER FIRST LAST [write]` gives pbem the cases of
 * games/conformance, as tests/play.sh does, but forks for each, since starting takes longer than
 * most of them. Case N has its arguments in FOLDER/N.arguments, each with its NUL, and its input in
 * N.script. N.wanted has the expected result: the exit status, a byte, then the output. The first
 * case with another result is reported, with that status, and its output is written to `given` in
 * the current folder. With `write` N.wanted is made. */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_ARGUMENTS = 60, CASE_SECONDS = 3, UNIT_SECONDS = 20, GIVEN_MAX = 1 << 22 };

struct unit {
	const char *name;
	int (*main)(int argc, char **argv);
};

/* Written by mutants.py, up to one without a name; the first is that of pbem itself. */
extern const struct unit units[];

static size_t load(const char *path, char *bytes)
{
	FILE *file = fopen(path, "rb");
	size_t len;

	if (file == NULL)
		err(2, "%s", path);
	len = fread(bytes, 1, GIVEN_MAX, file);
	fclose(file);
	return len;
}

/* Limits processor time: some mutants never end. */
static void limit_seconds(unsigned seconds)
{
	const struct rlimit limit = {.rlim_cur = seconds, .rlim_max = seconds + 1};

	if (setrlimit(RLIMIT_CPU, &limit) != 0)
		_exit(2);
}

static void become(const char *folder, unsigned number)
{
	static char arguments[GIVEN_MAX];
	char path[4096], *words[MOST_ARGUMENTS + 2] = {"pbem"};
	size_t len, at = 0;
	int count = 1;

	snprintf(path, sizeof path, "%s/%u.arguments", folder, number);
	len = load(path, arguments);
	for (; at < len && count <= MOST_ARGUMENTS; at += strlen(arguments + at) + 1)
		words[count++] = arguments + at;
	snprintf(path, sizeof path, "%s/%u.script", folder, number);
	if (freopen(path, "r", stdin) == NULL || freopen("given", "w", stdout) == NULL ||
	    freopen("/dev/null", "w", stderr) == NULL)
		_exit(2);
	limit_seconds(CASE_SECONDS);
	exit(units[0].main(count, words));
}

/* Its status and its output. */
static size_t run(const char *folder, unsigned number, char *given)
{
	const pid_t pid = fork();
	int status;

	if (pid == 0)
		become(folder, number);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		err(2, "case %u", number);
	given[0] = (char)(WIFEXITED(status) ? WEXITSTATUS(status) : 255);
	return 1 + load("given", given + 1);
}

static int try_cases(int argc, char **argv)
{
	char *given = malloc(GIVEN_MAX + 1), *wanted = malloc(GIVEN_MAX + 1), path[4096];
	const unsigned last = (unsigned)strtoul(argv[4], NULL, 10);
	int result = 0;

	for (unsigned n = (unsigned)strtoul(argv[3], NULL, 10); result == 0 && n <= last; n++) {
		const size_t len = run(argv[2], n, given);

		snprintf(path, sizeof path, "%s/%u.wanted", argv[2], n);
		if (argc > 5) {
			FILE *file = fopen(path, "wb");

			if (file == NULL || fwrite(given, 1, len, file) != len || fclose(file) != 0)
				err(2, "%s", path);
		} else if (load(path, wanted) != len || memcmp(given, wanted, len) != 0) {
			printf("%u %d\n", n, (unsigned char)given[0]);
			result = 1;
		}
	}
	free(given);
	free(wanted);
	return result;
}

int main(int argc, char **argv)
{
	if (argc >= 5 && strcmp(argv[1], "cases") == 0)
		return try_cases(argc, argv);
	for (const struct unit *unit = units; argc == 2 && unit->name != NULL; unit++)
		if (strcmp(unit->name, argv[1]) == 0) {
			limit_seconds(UNIT_SECONDS);
			return unit->main(1, argv);
		}
	errx(2, "tried TEST, or tried cases FOLDER FIRST LAST [write]");
}
