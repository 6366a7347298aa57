/* SPDX-License-Identifier: MIT */
/*
 * Handles outages: long times in which no run had all waiting messages. They count for no deadline,
 * because messages sent in time could not be read, and players could not get their questions. The
 * ledger has the outages of the site; a game counts them when it is opened, and records them with
 * its next entry.
 */
#ifndef PBEM_BATCH_OUTAGE_H
#define PBEM_BATCH_OUTAGE_H

#include <stdint.h>

#include "core/event/event.h"
#include "core/gamefile/gamefile.h"
#include "core/util/base.h"
#include "pbem/site/workspace.h"
#include "pbem/store/ledger.h"
#include "pbem/sys/config.h"

/* Returns how long may pass between two runs that have all messages; 0 if that isn't known yet. */
int64_t outage_limit(const struct config *config, const struct fetched *fetched);

/* Return the median and the longest of the remembered times between such runs, in seconds; 0 if
 * none is remembered. */
int64_t outage_usual(const struct fetched *fetched);
int64_t outage_longest(const struct fetched *fetched);

/* Records an outage that lasts until now, and notifies the moderator of a new one. Call it at the
 * beginning of a run, before any message is decided, with nothing else in the workspace. */
int outage_begin(struct workspace *workspace, int64_t now, struct reason *reason);

/* Records with the next batch that the run that began at `began` had all messages. Does so at most
 * once in half an hour, so that runs with nothing to do write nothing. */
void outage_note_fetched(struct workspace *workspace, int64_t began);

#endif
