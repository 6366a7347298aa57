/* SPDX-License-Identifier: MIT */
/* Counts the durable steps of a run, so that a test can kill it after any of them. Also returns the
 * time and some timeouts, which a test may set. */
#ifndef PBEM_SYS_STEP_H
#define PBEM_SYS_STEP_H

#include <stdint.h>

/* Counts one durable step that is done. If its number is the environment's PBEM_STOP_AFTER, the
 * process kills itself as kill -9 would. */
void step(void);

/* Returns the time, in seconds since 1970: the environment's PBEM_TIME, or else the clock's. If
 * PBEM_TIME is "SECONDS:LOOKS", the time advances by a second after that many calls, however busy
 * the machine is. */
int64_t step_time(void);

/* Returns the milliseconds since some fixed moment, by a clock that nobody can set. */
int64_t step_ms(void);

/* Returns how many seconds a server may take for its final answer to a message: ten minutes (RFC
 * 5321 4.5.3.2.6), or the environment's PBEM_FINAL_SECONDS. */
long step_final_seconds(void);

/* Returns how many seconds `pbem watch` waits at most between two runs: ten minutes, or the
 * environment's PBEM_HEARTBEAT. */
long step_heartbeat_seconds(void);

#endif
