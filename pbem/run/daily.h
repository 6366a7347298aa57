/* SPDX-License-Identifier: MIT */
/* The moderator's letter of a day: for whom games wait, and what came to nothing. */
#ifndef PBEM_RUN_DAILY_H
#define PBEM_RUN_DAILY_H

#include <stdbool.h>

#include "core/base/base.h"
#include "pbem/desk/desk.h"

/* Whether the site sends one: then what came to nothing stands there, and not in reports. */
bool daily_is_wanted(const struct config *config);

/* From `digest-hour` on, the first time in a day of the site's calendar: puts the letter into the
 * batch, if there is anything to tell, and that the day has had its own. -1 when a template is
 * missing or faulty. */
int daily_add(struct desk *desk, struct reason *reason);

#endif
