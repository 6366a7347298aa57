/* SPDX-License-Identifier: MIT */
/* Counts the durable steps of a run, so that a test can stop it dead after any one of them; and tells the
 * time, which a test may set. */
#ifndef PBEM_STEP_H
#define PBEM_STEP_H

#include <stdint.h>

/* One durable step is done. When the environment's PBEM_STOP_AFTER is its number the process kills
 * itself as kill -9 would; without that variable it does nothing. */
void step(void);

/* What time it is, in seconds since 1970: as the environment's PBEM_TIME says, else as it is. */
int64_t step_time(void);

#endif
