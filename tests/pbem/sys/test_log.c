/* SPDX-License-Identifier: MIT */
/* The destinations of a run's lines. syslog(3) is replaced here. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"
#include "pbem/sys/files.h"
#include "pbem/sys/log.h"
#include "tests/lib/scratch.h"

static char folder[SCRATCH_MAX];
static struct strbuf logged; /* "5|line\n" each */

void openlog(const char *ident, int option, int facility)
{
	strbuf_addf(&logged, "open %s %d %d\n", ident, option == LOG_PID, facility == LOG_MAIL);
}

void closelog(void)
{
	strbuf_add(&logged, "close\n");
}

static void hear(int priority, const char *format, va_list args)
{
	char *line = base_vprintf(format, args);

	strbuf_addf(&logged, "%d|%s\n", priority, line);
	free(line);
}

/* A macro, where clang hardens. */
#undef syslog
void syslog(int priority, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	hear(priority, format, args);
	va_end(args);
}

/* The function that the same call becomes in a hardened build. */
void __syslog_chk(int priority, int flag, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void __syslog_chk(int priority, int flag, const char *format, ...)
{
	va_list args;

	(void)flag;
	va_start(args, format);
	hear(priority, format, args);
	va_end(args);
}

static int make_folder(void **state)
{
	(void)state;
	strbuf_init(&logged, 0);
	return scratch_make(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	strbuf_done(&logged);
	return scratch_remove(folder);
}

static char *path_of(const char *name)
{
	return base_printf("%s/%s", folder, name);
}

/* A line of each kind; standard error is left alone. */
static void write_log(enum log_way way)
{
	static const struct reason wrong = {.text = "it is broken"},
				   later = {.kind = REASON_TEMPORARY, .text = "not now"};
	int held = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	struct log log;

	assert_true(held >= 0 && null >= 0);
	fflush(stderr);
	dup2(null, STDERR_FILENO);
	log_open(&log, folder, way, NULL, false, NULL);
	log_line(&log, "%s: done %d%%\n", "a letter", 100);
	assert_int_equal(log_fail(&log, RECURRING_ERRORS_MAILBOX, RUN_REFUSED, &wrong),
			 RUN_REFUSED);
	assert_int_equal(log_fail(&log, RECURRING_ERRORS_MAILBOX, RUN_REFUSED, &later), RUN_AGAIN);
	log_close(&log);
	fflush(stderr);
	dup2(held, STDERR_FILENO);
	close(held);
	close(null);
}

static void lines_go_to_syslog_with_the_site_in_front(void **state)
{
	char *path = path_of("log"),
	     *wanted = base_printf("open pbem 1 1\n"
				   "%d|%s: a letter: done 100%%\n"
				   "%d|%s: pbem: it is broken\n"
				   "%d|%s: pbem: not now\n"
				   "close\n",
				   LOG_INFO, folder, LOG_ERR, folder, LOG_WARNING, folder);

	(void)state;
	write_log(LOG_TO_SYSLOG);
	assert_string_equal(logged.bytes, wanted);
	assert_int_equal(access(path, F_OK), -1);
	free(wanted);
	free(path);
}

static void lines_go_to_the_file_alone(void **state)
{
	char *path = path_of("log");
	struct reason reason;
	struct strbuf text;

	(void)state;
	strbuf_clear(&logged);
	strbuf_init(&text, 0);
	write_log(LOG_TO_FILE);
	assert_string_equal(logged.bytes, "");
	assert_int_equal(files_read(path, &text, &reason), 0);
	assert_non_null(strstr(text.bytes, "Z a letter: done 100%\n"));
	assert_non_null(strstr(text.bytes, "Z pbem: it is broken\n"));
	assert_non_null(strstr(text.bytes, "Z pbem: not now\n"));
	strbuf_done(&text);
	free(path);
}

/* Where a line goes, and from whom its text. */
static void nothing_in_a_line_acts_on_a_terminal(void **state)
{
	static const char *const texts[] = {"a\033[2Jb",
					    "\xc2\x9b"
					    "2Jb",
					    "a\u202eb\u2066c",
					    "a\rb",
					    "a\n2026-01-01 all is well",
					    "a\xff"
					    "b\xc2",
					    "\x7f\u200f"};
	char *path = base_printf("%s/log", folder), *told = base_printf("%s/told", folder);

	(void)state;
	unlink(path);
	for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
		struct log log;
		FILE *watched = fopen(told, "a");

		log_open(&log, folder, LOG_TO_FILE, watched, false, NULL);
		log_line(&log, "letter: %s\n", texts[i]);
		log_close(&log);
		log_open(&log, folder, LOG_TO_SYSLOG, watched, false, NULL);
		log_line(&log, "letter: %s\n", texts[i]);
		log_close(&log);
		fclose(watched);
	}
	for (int k = 0; k < 3; k++) {
		struct reason reason;
		struct strbuf text;
		unsigned lines = 0;
		bool there;

		strbuf_init(&text, 0);
		if (k < 2)
			assert_int_equal(
				files_read_if_there(k ? told : path, &text, &there, &reason), 0);
		else
			strbuf_add(&text, logged.bytes);
		for (const char *at = text.bytes; *at != '\0';) {
			uint32_t code = 0;
			const size_t step = utf8_decode(at, &code);

			assert_true(step > 0);
			assert_true(code == '\n' || code == '\t' || !utf8_is_active(code));
			lines += code == '\n';
			at += step;
		}
		assert_true(lines >= ARRAY_LEN(texts));
		if (k == 0)
			assert_int_equal(lines, ARRAY_LEN(texts));
		strbuf_done(&text);
	}
	unlink(told);
	free(told);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_go_to_syslog_with_the_site_in_front),
		cmocka_unit_test(lines_go_to_the_file_alone),
		cmocka_unit_test(nothing_in_a_line_acts_on_a_terminal),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
