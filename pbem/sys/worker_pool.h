/* SPDX-License-Identifier: MIT */
/* Runs pieces of work on several cores. One process for each core takes the next piece, and the
 * results are taken in the order of the pieces. A process that crashes or is killed loses only its
 * own piece. */
#ifndef PBEM_SYS_WORKER_POOL_H
#define PBEM_SYS_WORKER_POOL_H

#include <stddef.h>

struct strbuf;

/* The work to be done. */
struct worker_pool_task {
	size_t count; /* number of pieces */
	/* Does one piece, in a separate process if there are several. It writes its result, any
	 * bytes, to `out`; other changes in memory are lost. */
	void (*work)(void *context, size_t piece, struct strbuf *out);
	/* Takes the result of a piece. If the piece failed, `out` is NULL and `why` says how its
	 * process ended. */
	void (*take)(void *context, size_t piece, const struct strbuf *out, const char *why);
	void *context;
};

enum { WORKER_POOL_MAX = 256 };

/* Returns the number of cores of this machine, at most WORKER_POOL_MAX. */
unsigned worker_pool_cores(void);

/* Does all pieces in `jobs` processes; with 1 job in this process. A terminal shows `name` and the
 * number of pieces that are done (pbem/sys/progress.h). */
void worker_pool_do(const struct worker_pool_task *task, unsigned jobs, const char *name);

#endif
