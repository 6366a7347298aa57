/* SPDX-License-Identifier: MIT */
/*
 * What a run tells. A line a letter goes into the site's log, and to who watches at a terminal or
 * has asked for it; what went wrong goes there and to standard error, so that cron writes a mail
 * when there is something to be read.
 */
#ifndef PBEM_SITE_LOG_H
#define PBEM_SITE_LOG_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "core/base/base.h"
#include "pbem/site/wire.h"

struct log {
	FILE *told; /* a line a letter, and phases; NULL: nobody watches */
	FILE *file; /* SITE/log; NULL: it can't be written, which stops no run */
	bool verbose;
	struct timespec phase; /* when the phase in hand began */
};

/* Opens the log of the site in `folder`; one that has grown to a mebibyte becomes log.1 before,
 * and it says so when that can't be. `told` is borrowed. */
void log_open(struct log *log, const char *folder, FILE *told, bool verbose);
void log_close(struct log *log);

/* What was done, a whole line: of one letter, say. `log` may be NULL: nothing is told. */
void log_line(const struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What went wrong, a whole line. */
void log_say(const struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A phase is over; the next begins. With --verbose says what was done, how often, how long. */
void log_phase(struct log *log, const char *what, size_t count);

/* Says why something failed and returns `code`. */
int log_fail(const struct log *log, int code, const struct reason *reason);

/* The exit code (sysexits.h) for what became of an errand on the wire. */
int log_exit_code(enum wire wire);

#endif
