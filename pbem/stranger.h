/* SPDX-License-Identifier: MIT */
/* Letters no player stands behind: none of them is answered. */
#ifndef PBEM_STRANGER_H
#define PBEM_STRANGER_H

#include "pbem/hand.h"

/* A delivery report: tells the moderator when an address keeps failing. */
void stranger_bounce(struct hand *hand);

/* Nobody we know: no answer, so that nobody can make us write to strangers. It is counted. */
void stranger_take(struct hand *hand);

#endif
