/* SPDX-License-Identifier: MIT */
/*
 * Messages that are in the mailbox but were not handed over. A message counts as gone only when it
 * is missing in a later list. Until then every run asks for it again, after the others.
 *
 * The ledger records since when a message has failed. After several runs the moderator is notified.
 * After a day neither the worklist nor the clocks wait for the message any longer.
 */
#ifndef PBEM_RUN_FETCH_FAILURES_H
#define PBEM_RUN_FETCH_FAILURES_H

#include <stdbool.h>

#include <glib.h>

#include "core/util/timestamp.h"
#include "pbem/site/workspace.h"
#include "pbem/sys/transport.h"

enum {
	FETCH_FAILURES_TOLD = 3, /* failed runs after which the moderator is notified */
	FETCH_FAILURES_WAIT_SECONDS = SECONDS_A_DAY /* how long the worklist and the clocks wait */
};

struct fetch_failures {
	struct workspace *workspace;
	GHashTable *now; /* failures of this run: id to struct refused */
	size_t came;	 /* messages that were handed over in this run */
};

void fetch_failures_init(struct fetch_failures *refusals, struct workspace *workspace);
void fetch_failures_done(struct fetch_failures *refusals);

/* Records that the message was not handed over. `passing` has the meaning that it has in struct
 * handed. */
void fetch_failures_add(struct fetch_failures *refusals, const char *id, const char *why,
			bool passing);

/* Records that the message was handed over, or is gone. Its entry in the ledger is removed with the
 * batch. */
void fetch_failures_drop(struct fetch_failures *refusals, const char *id);

/* Report whether this run has requested the message without success, and whether an earlier run
 * has. In the second case the message is requested alone, after the others. */
bool fetch_failures_has(const struct fetch_failures *refusals, const char *id);
bool fetch_failures_has_earlier(const struct fetch_failures *refusals, const char *id);

/* Reports whether messages have failed so often that the worklist takes in newer messages. */
bool fetch_failures_are_old(const struct fetch_failures *refusals,
			    const struct waiting_list *letters);

/* Removes entries of messages that the complete list `listed` of the mailbox lacks. The caller
 * commits that. */
void fetch_failures_compare(struct fetch_failures *refusals, const struct waiting_list *listed);

/*
 * Adds this run's failures to the ledger, and notifies the moderator of a message that failed in
 * several runs. The caller commits that. Returns true if the worklist and the clocks must wait for
 * one of the messages; `log` (may be NULL) reports which.
 */
bool fetch_failures_note(struct fetch_failures *refusals, int64_t now, const struct log *log);

#endif
