/* SPDX-License-Identifier: MIT */
/* Counts the durable steps of a run, so that a test can stop it dead after any one of them; and
 * tells the time and how long to be patient, which a test may set. */
#ifndef PBEM_SITE_STEP_H
#define PBEM_SITE_STEP_H

#include <stdint.h>

/* One durable step is done. When the environment's PBEM_STOP_AFTER is its number the process kills
 * itself as kill -9 would; without that variable it does nothing. */
void step(void);

/* What time it is, in seconds since 1970: as the environment's PBEM_TIME says, else as it is. */
int64_t step_time(void);

/* A clock that nobody sets, in milliseconds since some moment or other. */
int64_t step_ms(void);

/* How many seconds the final answer to a letter may take: ten minutes, as RFC 5321 4.5.3.2.6 has
 * it, or as the environment's PBEM_FINAL_SECONDS says. */
long step_final_seconds(void);

/* How many seconds `pbem watch` waits at most between two runs: ten minutes, or as the
 * environment's PBEM_HEARTBEAT says. */
long step_heartbeat_seconds(void);

#endif
