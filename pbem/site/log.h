/* SPDX-License-Identifier: MIT */
/*
 * What a run tells. A line a letter goes into the site's log, or the machine's, and to who watches
 * at a terminal or has asked for it; what went wrong goes there and to standard error, so that cron
 * writes a mail when there is something to be read; what goes wrong each time once a day
 * (trouble.h).
 */
#ifndef PBEM_SITE_LOG_H
#define PBEM_SITE_LOG_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "core/base/base.h"
#include "pbem/site/config.h"
#include "pbem/site/trouble.h"
#include "pbem/site/wire.h"

struct log {
	FILE *told; /* a line a letter, and phases; NULL: nobody watches */
	FILE *file; /* SITE/log; NULL: it can't be written, which stops no run, or isn't wanted */
	char *site; /* for syslog(3): which site it is, at the head of each line; NULL: not there */
	bool verbose;
	struct troubles *troubles; /* what earlier runs had; NULL: nobody remembers */
	struct timespec phase;	   /* when the phase in hand began */
};

/* Opens the log of the site in `folder`. A file that has grown to a mebibyte becomes log.1 before,
 * and it says so when that can't be. `told` and `troubles` are borrowed. */
void log_open(struct log *log, const char *folder, enum log_way way, FILE *told, bool verbose,
	      struct troubles *troubles);
void log_close(struct log *log);

/* What was done, a whole line: of one letter, say. `log` may be NULL: nothing is told. */
void log_line(const struct log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What went wrong, a whole line, and the exit code it leads to. */
void log_say(const struct log *log, enum trouble kind, int code, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* A phase is over; the next begins. With --verbose says what was done, how often, how long. */
void log_phase(struct log *log, const char *what, size_t count);

/* Says why something failed and returns `code`. */
int log_fail(const struct log *log, enum trouble kind, int code, const struct reason *reason);

/* The exit code (sysexits.h) for what became of an errand on the wire. */
int log_exit_code(enum wire wire);

#endif
