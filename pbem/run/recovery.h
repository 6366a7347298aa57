/* SPDX-License-Identifier: MIT */
/* Trouble that runs had, and that is over: the moderator has heard of it by cron and not since. */
#ifndef PBEM_RUN_RECOVERY_H
#define PBEM_RUN_RECOVERY_H

#include "pbem/desk/desk.h"
#include "pbem/site/log.h"

/* Tells log and moderator of each kind of trouble that is over (trouble.h), once, and commits that:
 * the desk must hold no letters. Returns an exit code. */
int recovery_note(struct desk *desk, const struct log *log);

#endif
