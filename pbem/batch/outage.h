/* SPDX-License-Identifier: MIT */
/*
 * When for a long time no run had all the letters there were, that time counts for no deadline: who
 * wrote in time could not be heard, and who was asked nothing could not know it. The ledger has the
 * outages of the site; a game counts them when it is opened, and says so with its next entry.
 */
#ifndef PBEM_BATCH_OUTAGE_H
#define PBEM_BATCH_OUTAGE_H

#include <stdint.h>

#include "core/base/base.h"
#include "core/position/event.h"
#include "core/record/gamefile.h"
#include "pbem/site/config.h"
#include "pbem/desk/desk.h"
#include "pbem/promise/ledger.h"

/* How long may pass between two runs that have all letters; 0 when there is no telling yet. */
int64_t outage_limit(const struct config *config, const struct fetched *fetched);

/* Of the times between such runs that are remembered the usual one and the longest, in seconds; 0:
 * none is. */
int64_t outage_usual(const struct fetched *fetched);
int64_t outage_longest(const struct fetched *fetched);

/* At the beginning of a run: writes down an outage that lasts until then, and tells the moderator
 * of a new one. To be done before any letter is decided, with nothing else on the desk. */
int outage_begin(struct desk *desk, int64_t now, struct reason *reason);

/* A run that began then has had all letters: noted with the next batch. Now and then only, so that
 * runs with nothing to do write nothing. */
void outage_note_fetched(struct desk *desk, int64_t began);

#endif
