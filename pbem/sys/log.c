/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <syslog.h>
#include <unistd.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/utf8.h"
#include "pbem/sys/log.h"
#include "pbem/sys/progress.h"
#include "pbem/sys/step.h"

enum { LOG_BYTES = 1 << 20 };

/* Renames a log file that is full. Two files of that size contain some ten thousand messages, which
 * is enough for looking something up. */
static int rotate_log(const char *path, struct reason *reason)
{
	struct stat status;
	char *old;
	int result;

	if (stat(path, &status) != 0) {
		reason_set_errno(reason, "can't find out the size of %s", path);
		return reason_is_temporary(reason) ? -1 : 0;
	}
	if (status.st_size < LOG_BYTES)
		return 0;
	old = base_printf("%s.1", path);
	result = rename(path, old);
	if (result != 0)
		reason_set_errno(reason, "can't rename %s, which is full", path);
	free(old);
	return result;
}

static void open_file(struct log *log, const char *folder)
{
	char *path = base_printf("%s/log", folder);
	struct reason reason;
	int away = rotate_log(path, &reason);
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	log->file = fd < 0 ? NULL : fdopen(fd, "a");
	if (log->file != NULL)
		setvbuf(log->file, NULL, _IOLBF, 0);
	if (away != 0)
		(void)log_fail(log, RECURRING_ERRORS_FILES, RUN_AGAIN, &reason);
	free(path);
}

void log_open(struct log *log, const char *folder, enum log_way way, FILE *told, bool verbose,
	      struct recurring_errors_record *troubles)
{
	*log = (struct log){.told = told, .verbose = verbose, .troubles = troubles};
	clock_gettime(CLOCK_MONOTONIC, &log->phase);
	if (way == LOG_TO_FILE) {
		open_file(log, folder);
		return;
	}
	log->site = base_strdup(folder);
	openlog("pbem", LOG_PID, LOG_MAIL);
}

void log_close(struct log *log)
{
	if (log->file != NULL)
		(void)fclose(log->file);
	log->file = NULL;
	if (log->site != NULL)
		closelog();
	free(log->site);
	log->site = NULL;
}

/* Writes a line, given without its LF, to the log. For syslog(3), which has the lines of several
 * sites, it begins with the site. */
static void write_log_line(const struct log *log, int priority, const char *line)
{
	char stamp[TIMESTAMP_SIZE];

	if (log->site != NULL)
		syslog(priority, "%s: %s", log->site, line);
	if (log->file == NULL)
		return;
	timestamp_print(step_time(), stamp);
	fprintf(log->file, "%s %s\n", stamp, line);
}

/* Makes the line for a log or a terminal. Nothing in it that others wrote can control a terminal,
 * or look like another line. The caller frees it. */
static char *make_line(const char *format, va_list args)
{
	char *made = base_vprintf(format, args);
	size_t len = strlen(made);
	struct strbuf line;

	strbuf_init(&line, 0);
	utf8_show(&line, made, len > 0 && made[len - 1] == '\n' ? len - 1 : len, false);
	free(made);
	return line.bytes;
}

void log_line(const struct log *log, const char *format, ...)
{
	va_list args;
	char *line;

	if (log == NULL)
		return;
	va_start(args, format);
	line = make_line(format, args);
	va_end(args);
	write_log_line(log, LOG_INFO, line);
	if (log->told != NULL) {
		progress_clear();
		fprintf(log->told, "%s\n", line);
	}
	free(line);
}

void log_report(const struct log *log, enum recurring_errors kind, enum run_result result,
		const char *format, ...)
{
	va_list args;
	char *line;

	va_start(args, format);
	line = make_line(format, args);
	va_end(args);
	write_log_line(log, result == RUN_AGAIN ? LOG_WARNING : LOG_ERR, line);
	if (recurring_errors_note(log->troubles, kind, log_exit_code(result))) {
		progress_clear();
		fprintf(stderr, "%s\n", line);
	}
	free(line);
}

void log_phase(struct log *log, const char *what, size_t count)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	progress_clear();
	if (log->verbose && log->told != NULL)
		fprintf(log->told, "%s: %zu in %.3f s\n", what, count,
			(double)(now.tv_sec - log->phase.tv_sec) +
				(double)(now.tv_nsec - log->phase.tv_nsec) / 1e9);
	log->phase = now;
}

enum run_result log_fail(const struct log *log, enum recurring_errors kind, enum run_result result,
			 const struct reason *reason)
{
	if (reason_is_temporary(reason))
		result = RUN_AGAIN;
	else if (reason->kind == REASON_DAMAGED)
		result = RUN_DAMAGED;
	log_report(log, kind, result, "pbem: %s\n", reason->text);
	return result;
}

enum run_result log_wire_result(enum wire wire)
{
	return wire == WIRE_DONE ? RUN_DONE : wire == WIRE_LATER ? RUN_AGAIN : RUN_REFUSED;
}

int log_exit_code(enum run_result result)
{
	static const int codes[] = {[RUN_DONE] = EX_OK,
				    [RUN_AGAIN] = EX_TEMPFAIL,
				    [RUN_DAMAGED] = EX_DATAERR,
				    [RUN_REFUSED] = EX_CONFIG};

	return codes[result];
}
