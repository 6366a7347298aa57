/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <syslog.h>
#include <unistd.h>

#include "core/base/stamp.h"
#include "pbem/site/log.h"
#include "pbem/site/step.h"
#include "pbem/site/terminal.h"

enum { LOG_BYTES = 1 << 20 };

/* Two files of that size hold some ten thousand letters: enough to look something up, and no more.
 */
static int put_away(const char *path, struct reason *reason)
{
	struct stat status;
	char *old;
	int result;

	if (stat(path, &status) != 0) {
		reason_set_errno(reason, "can't tell how long %s is", path);
		return reason_is_passing(reason) ? -1 : 0;
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
	int away = put_away(path, &reason);
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

	log->file = fd < 0 ? NULL : fdopen(fd, "a");
	if (log->file != NULL)
		setvbuf(log->file, NULL, _IOLBF, 0);
	if (away != 0)
		(void)log_fail(log, TROUBLE_FILES, EX_TEMPFAIL, &reason);
	free(path);
}

void log_open(struct log *log, const char *folder, enum log_way way, FILE *told, bool verbose,
	      struct troubles *troubles)
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

/* Of several sites of a machine it must be seen which one a line is about. */
static void add_to_syslog(const struct log *log, int priority, const char *format, va_list args)
{
	char *line = base_vprintf(format, args);

	line[strcspn(line, "\n")] = '\0';
	syslog(priority, "%s: %s", log->site, line);
	free(line);
}

static void add(const struct log *log, int priority, const char *format, va_list args)
{
	char stamp[STAMP_SIZE];

	if (log->site != NULL)
		add_to_syslog(log, priority, format, args);
	if (log->file == NULL)
		return;
	stamp_print(step_time(), stamp);
	fprintf(log->file, "%s ", stamp);
	vfprintf(log->file, format, args);
}

void log_line(const struct log *log, const char *format, ...)
{
	va_list args;

	if (log == NULL)
		return;
	va_start(args, format);
	add(log, LOG_INFO, format, args);
	va_end(args);
	if (log->told == NULL)
		return;
	terminal_clear();
	va_start(args, format);
	vfprintf(log->told, format, args);
	va_end(args);
}

void log_say(const struct log *log, enum trouble kind, int code, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add(log, code == EX_TEMPFAIL ? LOG_WARNING : LOG_ERR, format, args);
	va_end(args);
	if (!trouble_note(log->troubles, kind, code))
		return;
	terminal_clear();
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
}

void log_phase(struct log *log, const char *what, size_t count)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	terminal_clear();
	if (log->verbose && log->told != NULL)
		fprintf(log->told, "%s: %zu in %.3f s\n", what, count,
			(double)(now.tv_sec - log->phase.tv_sec) +
				(double)(now.tv_nsec - log->phase.tv_nsec) / 1e9);
	log->phase = now;
}

int log_fail(const struct log *log, enum trouble kind, int code, const struct reason *reason)
{
	log_say(log, kind, code, "pbem: %s\n", reason->text);
	return code;
}

int log_exit_code(enum wire wire)
{
	return wire == WIRE_DONE ? EX_OK : wire == WIRE_LATER ? EX_TEMPFAIL : EX_CONFIG;
}
