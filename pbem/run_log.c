/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <sysexits.h>

#include "pbem/run_log.h"

void
run_log_init(struct run_log *log, FILE *stream, bool verbose)
{
	log->stream = stream;
	log->verbose = verbose;
	clock_gettime(CLOCK_MONOTONIC, &log->phase);
}

void
run_log_say(const struct run_log *log, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(log->stream, format, args);
	va_end(args);
}

void
run_log_phase(struct run_log *log, const char *what, size_t count)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (log->verbose)
		run_log_say(log, "%s: %zu in %.3f s\n", what, count,
		            (double)(now.tv_sec - log->phase.tv_sec) +
		                    (double)(now.tv_nsec - log->phase.tv_nsec) / 1e9);
	log->phase = now;
}

int
run_log_fail(const struct run_log *log, int code, const struct reason *reason)
{
	run_log_say(log, "pbem: %s\n", reason->text);
	return code;
}

int
run_log_exit_code(enum wire wire)
{
	return wire == WIRE_DONE ? EX_OK : wire == WIRE_LATER ? EX_TEMPFAIL : EX_CONFIG;
}
