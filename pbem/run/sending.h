/* SPDX-License-Identifier: MIT */
/* The end of a run: notices go to the moderator, letters leave the outbox. */
#ifndef PBEM_RUN_SENDING_H
#define PBEM_RUN_SENDING_H

#include "pbem/desk/desk.h"
#include "pbem/site/log.h"

/*
 * Reports what the moderator has not been told yet and tries every letter of the outbox once. The
 * desk must hold no letters; what is given up on is committed through it. Returns the exit code.
 */
int sending_all(struct desk *desk, struct log *log);

#endif
