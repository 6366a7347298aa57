/* SPDX-License-Identifier: MIT */
/* Counts the durable steps of a run, so that a test can stop it dead after any one of them. */
#ifndef PBEM_STEP_H
#define PBEM_STEP_H

/* One durable step is done. When the environment's PBEM_STOP_AFTER is its number the process kills
 * itself as kill -9 would; without that variable it does nothing. */
void step(void);

#endif
