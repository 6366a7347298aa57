/* SPDX-License-Identifier: MIT */
/* Logs what a run does. One line per message goes to the site's log or the machine's log, and to a
 * terminal or another output if requested. Errors also go to standard error, so that cron sends a
 * mail about them, but errors that recur do so only once a day (recurring_errors.h). */
#ifndef PBEM_SYS_LOG_H
#define PBEM_SYS_LOG_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "core/util/base.h"
#include "pbem/sys/config.h"
#include "pbem/sys/recurring_errors.h"
#include "pbem/sys/transport.h"

/* The result of a run, or of a part of it. */
enum run_result {
	RUN_DONE,
	RUN_AGAIN,   /* a later run may succeed */
	RUN_DAMAGED, /* a person must look: something is damaged, or unfit */
	RUN_REFUSED, /* a person must look: configuration, permissions, another host */
};

struct log {
	FILE *told; /* gets one line per message, and the phases; NULL: no output */
	FILE *file; /* SITE/log; NULL: it isn't wanted, or can't be written, which stops no run */
	char *site; /* for syslog(3): the site, at the start of each line; NULL: no syslog */
	bool verbose;
	struct recurring_errors_record *troubles; /* errors of earlier runs; NULL: not recorded */
	struct timespec phase;			  /* when the present phase began */
};

/* Opens the log of the site in `folder`. First renames a file that has grown to a mebibyte to
 * log.1, and reports if that fails. `told` and `troubles` must stay valid until log_close. */
void log_open(struct log *log, const char *folder, enum log_way way, FILE *told, bool verbose,
	      struct recurring_errors_record *troubles);
void log_close(struct log *log);

/* Logs one whole line about what was done, for example with one message. Here and in log_report,
 * control characters are written as utf8_show does. Does nothing if `log` is NULL. */
void log_line(const struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Logs one whole line about an error, with the result that it causes. Prints it on standard
 * error as recurring_errors_note decides. */
void log_report(const struct log *log, enum recurring_errors kind, enum run_result result,
		const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Ends a phase and begins the next. With --verbose, prints what was done, how often, and how long
 * it took. */
void log_phase(struct log *log, const char *what, size_t count);

/* Reports why something failed. Returns `result`, or the result for the kind of reason: RUN_AGAIN
 * if it is temporary, RUN_DAMAGED for damage. */
enum run_result log_fail(const struct log *log, enum recurring_errors kind, enum run_result result,
			 const struct reason *reason);

/* Returns the result of a run for that of a task on the network. */
enum run_result log_wire_result(enum wire wire);

/* Returns the exit code (sysexits.h) of a run with that result. */
int log_exit_code(enum run_result result);

#endif
