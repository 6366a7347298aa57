/* SPDX-License-Identifier: MIT */
/* What players said to each other reaches them when the sitting ends: in the letter that asks a
 * seat something and hasn't gone out yet, or all of it in one letter. Until then it waits in the
 * ledger. */
#ifndef PBEM_BATCH_HEARD_H
#define PBEM_BATCH_HEARD_H

#include "core/base/base.h"
#include "pbem/desk/desk.h"

/* The sitting is over: writes to every seat what was said to it. What was said in a game that can't
 * be read, waits. In batches of its own; the one in hand must be empty. */
int heard_all(struct desk *desk, struct reason *reason);

#endif
