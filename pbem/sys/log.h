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

/* Logs one whole line about an error, with the exit code that it causes. Prints it on standard
 * error as recurring_errors_note decides. */
void log_report(const struct log *log, enum recurring_errors kind, int code, const char *format,
		...) __attribute__((format(printf, 4, 5)));

/* Ends a phase and begins the next. With --verbose, prints what was done, how often, and how long
 * it took. */
void log_phase(struct log *log, const char *what, size_t count);

/* Reports why something failed. Returns `code`, or the code for the kind of reason: 75 if it is
 * temporary, 65 for damage. */
int log_fail(const struct log *log, enum recurring_errors kind, int code,
	     const struct reason *reason);

/* Returns the exit code (sysexits.h) for the result of a task on the network. */
int log_exit_code(enum wire wire);

#endif
