/* SPDX-License-Identifier: MIT */
/*
 * What only a person at a terminal sees: how far a long piece of work is, on a line of standard
 * error that goes away again, and colours. Where nobody watches, in files, pipes and under cron,
 * nothing of it is written.
 */
#ifndef PBEM_SITE_TERMINAL_H
#define PBEM_SITE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A piece of work begins that may take long, and ends; `what` is borrowed meanwhile. One at a time.
 */
void terminal_begin(const char *what);
void terminal_end(void);

/* So much of it is done, of `total` (0: nobody knows of how much): shown from the second second on,
 * as "verify: 120 of 4000". */
void terminal_tick(size_t done, size_t total);

/* Takes the line away, before anything else is written where it stands. */
void terminal_clear(void);

/* Whether somebody sees such a line. */
bool terminal_is_watched(void);

/* What turns a colour on, and off again, on the stream: "" unless it is a terminal that has any and
 * the environment has no NO_COLOR. */
enum terminal_colour { TERMINAL_PLAIN, TERMINAL_GOOD, TERMINAL_BAD };
const char *terminal_colour(FILE *stream, enum terminal_colour colour);

#endif
