/* SPDX-License-Identifier: MIT */
/* Output for a person at a terminal: colours, and a line on standard error that shows the progress
 * of a long task and is removed at the end. Without a terminal (in files, in pipes and under cron)
 * nothing of this is written. */
#ifndef PBEM_SYS_PROGRESS_H
#define PBEM_SYS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Begin and end a task that may take long. `what` must stay valid until the end. There is only one
 * task at a time. */
void progress_begin(const char *what);
void progress_end(void);

/* Shows that `done` of `total` pieces are done, as in "verify: 120 of 4000". With a `total` of 0
 * the total is unknown. The line appears after one second. */
void progress_tick(size_t done, size_t total);

/* Removes the line, before anything else is written in its place. */
void progress_clear(void);

/* Reports whether standard error is a terminal that shows the line. */
bool progress_is_watched(void);

/* Returns the escape sequence that turns a colour of the stream on or off. Returns "" unless the
 * stream is a terminal with colours and the environment has no NO_COLOR. */
#define PROGRESS_PLAIN_CODE "\033[0m"
#define PROGRESS_GOOD_CODE "\033[32m"
#define PROGRESS_BAD_CODE "\033[1;31m"
enum progress_colour { PROGRESS_PLAIN, PROGRESS_GOOD, PROGRESS_BAD };
const char *progress_colour(FILE *stream, enum progress_colour colour);

/*
 * Prevents control characters in texts that others wrote from acting on a terminal. From now on,
 * standard output and standard error write them as utf8_show does, if they are terminals. Our own
 * colours work as before, and files and pipes get everything unchanged. Must be called once, before
 * anything is printed.
 */
void progress_guard(void);

#endif
