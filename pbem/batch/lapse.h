/* SPDX-License-Identifier: MIT */
/* What follows when a time is over in one game. */
#ifndef PBEM_BATCH_LAPSE_H
#define PBEM_BATCH_LAPSE_H

#include <stdint.h>

#include "core/base/base.h"
#include "pbem/desk/desk.h"

/* What the clock does in a game on the desk of which a time was over before `until`: its entry, and
 * letters to who lost a turn or didn't answer; what follows for others is asked as after any entry.
 */
int lapse_game(struct desk *desk, struct desk_game *game, int64_t until, struct reason *reason);

#endif
