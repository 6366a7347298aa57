/* SPDX-License-Identifier: MIT */
/*
 * One piece of work after the other, on several cores: a process for each core takes the next piece
 * there is, and what they find out is taken in the order of the pieces, however many processes
 * there are. One that crashes or is killed spoils its own piece alone.
 */
#ifndef PBEM_SITE_WORKERS_H
#define PBEM_SITE_WORKERS_H

#include <stddef.h>

struct text;

/* What is to be done. */
struct workers_task {
	size_t count; /* of pieces */
	/* Does one, in a process of its own when there are several: what is found out goes to
	 * `out`, any bytes, and nothing else in memory gets away. */
	void (*work)(void *context, size_t piece, struct text *out);
	/* Takes what was found out. Of a piece that wasn't done to its end `out` is NULL, and `why`
	 * says what became of its process. */
	void (*take)(void *context, size_t piece, const struct text *out, const char *why);
	void *context;
};

enum { WORKERS_MAX = 256 };

/* How many processes this machine has cores for. */
unsigned workers_cores(void);

/* Does the pieces, in so many processes: with 1 in this one. `name` is what a terminal shows of
 * it, and how many are done (pbem/site/terminal.h). */
void workers_do(const struct workers_task *task, unsigned jobs, const char *name);

#endif
