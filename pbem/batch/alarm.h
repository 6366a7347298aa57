/* SPDX-License-Identifier: MIT */
/*
 * Applies the clocks of games whose deadlines have passed. The ledger has one time for each game,
 * written with every batch that changes the game (pbem/site/game_index.h). So a run looks only at
 * the games that are due.
 */
#ifndef PBEM_BATCH_ALARM_H
#define PBEM_BATCH_ALARM_H

#include <stdint.h>

#include "core/util/base.h"
#include "pbem/site/workspace.h"

/*
 * Applies the clock, with an entry, in all games with a deadline before `until`, and commits the
 * entries. Call it when every message that had arrived by `until` has been processed, and nothing
 * else is in the workspace. The entries have the time `until`, so that no new question expires
 * before it is mailed. A game that can't be read keeps its alarm.
 */
int alarm_process_due(struct workspace *workspace, int64_t until, struct reason *reason);

#endif
