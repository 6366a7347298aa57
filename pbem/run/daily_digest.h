/* SPDX-License-Identifier: MIT */
/* The daily summary for the moderator: which players the games wait for, and which messages were
 * ignored or failed. */
#ifndef PBEM_RUN_DAILY_DIGEST_H
#define PBEM_RUN_DAILY_DIGEST_H

#include <stdbool.h>

#include "core/util/base.h"
#include "pbem/site/workspace.h"

/* Reports whether the site sends a daily summary: it then contains the ignored messages, and
 * reports don't. */
bool daily_is_wanted(const struct config *config);

/* Puts the daily summary into the batch, from `summary-hour` on and once per day of the site's
 * calendar, if there is anything to report. Also records the day. Returns -1 if a template is
 * missing or faulty. */
int daily_add(struct workspace *workspace, struct reason *reason);

#endif
