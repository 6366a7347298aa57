/* SPDX-License-Identifier: MIT */
/* What a run tells: a line a letter, what went wrong, and with --verbose each phase and its time. */
#ifndef PBEM_RUN_LOG_H
#define PBEM_RUN_LOG_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "core/base.h"
#include "pbem/wire.h"

struct run_log {
	FILE *stream;
	bool verbose;
	struct timespec phase; /* when the phase in hand began */
};

void run_log_init(struct run_log *log, FILE *stream, bool verbose);

void run_log_say(const struct run_log *log, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A phase is over; the next begins. With --verbose says what was done, how often, how long. */
void run_log_phase(struct run_log *log, const char *what, size_t count);

/* Says why something failed and returns `code`. */
int run_log_fail(const struct run_log *log, int code, const struct reason *reason);

/* The exit code (sysexits.h) for what became of an errand on the wire. */
int run_log_exit_code(enum wire wire);

#endif
