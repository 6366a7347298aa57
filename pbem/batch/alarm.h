/* SPDX-License-Identifier: MIT */
/*
 * When the clock acts in which game. The ledger keeps one moment a game, written with every batch
 * that changes it: a run looks at the games that are due, however many others wait for their time.
 */
#ifndef PBEM_BATCH_ALARM_H
#define PBEM_BATCH_ALARM_H

#include <stdint.h>

#include "core/base/base.h"
#include "core/record/gamefile.h"
#include "pbem/batch/intake.h"

/* Adds to ledger lines when the clock acts in the game; nothing if it never does. */
void alarm_index(const struct gamefile *file, struct text *lines);

/* Before a batch is committed: writes into it when the clock acts in the games that have grown. */
void alarm_note(struct intake *intake);

/* What the clock does in a game on the desk of which a time was over before `until`: its entry, and
 * letters to who lost a turn or didn't answer; what follows for others is asked as after any entry.
 */
int alarm_game(struct intake *intake, struct desk_game *game, int64_t until, struct reason *reason);

/*
 * Acts in all games in which a time was over before `until`, an entry in each, and commits them. To
 * be done when every letter that had arrived by then has been dealt with, and nothing else is in
 * the intake. The entry's time is `until`: what it asks can't be over before it is sent. A game
 * that can't be read keeps its alarm.
 */
int alarm_act(struct intake *intake, int64_t until, struct reason *reason);

#endif
