/* SPDX-License-Identifier: MIT */
/*
 * When the clock acts in which game. The ledger keeps one moment a game, written with every batch
 * that changes it (pbem/desk/index.h): a run looks at the games that are due, however many others
 * wait for their time.
 */
#ifndef PBEM_BATCH_ALARM_H
#define PBEM_BATCH_ALARM_H

#include <stdint.h>

#include "core/base/base.h"
#include "pbem/desk/desk.h"

/*
 * Acts in all games in which a time was over before `until`, an entry in each, and commits them. To
 * be done when every letter that had arrived by then has been dealt with, and nothing else is in
 * the desk. The entry's time is `until`: what it asks can't be over before it is sent. A game
 * that can't be read keeps its alarm.
 */
int alarm_act(struct desk *desk, int64_t until, struct reason *reason);

#endif
