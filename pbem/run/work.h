/* SPDX-License-Identifier: MIT */
/* The letters of one sitting: fetched, decided, committed and marked, batch by batch. */
#ifndef PBEM_RUN_WORK_H
#define PBEM_RUN_WORK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/desk/desk.h"
#include "pbem/reading/apart/apart.h"
#include "pbem/run/refusals.h"
#include "pbem/site/log.h"
#include "pbem/desk/site.h"
#include "pbem/promise/sitting.h"
#include "pbem/site/wire.h"

enum { WORK_STALLS = 3 }; /* runs in a row that may get no letter further */

/* A run at work. */
struct work {
	struct site *site;
	struct log log;
	struct source *source;
	struct sitting sitting;
	bool old_sitting; /* an earlier run has left it */
	struct desk desk;
	struct work_ahead {
		struct work_letter {
			const struct waiting *letter; /* borrowed */
			char *bytes;
			size_t len;
		} letters[APART_AHEAD];
		size_t count;
	} ahead;		  /* letters that are read while those before them are decided */
	struct text crashed;	  /* notes of letters earlier runs crashed over */
	GHashTable *done;	  /* ids of this sitting that are dealt with: the ledger has them */
	GHashTable *gone;	  /* ids of letters that are not in the mailbox any more */
	struct refusals refusals; /* letters that are, and weren't handed over */
	int64_t began;
	int64_t batch_began;
	bool stopped;	     /* the batch took its time: its other letters are left for another */
	GHashTable *put_off; /* ids of letters that wait for a damaged game */
	bool broken;	     /* the batch in hand is void or could not be committed: nothing
				more may be done with this desk, not even sending */
	int broken_code;     /* the exit code, when it is void */
	bool cut_off;	     /* the source failed while it handed letters over */
	bool another;	     /* host has the mailbox */
	bool full;	     /* more letters wait than a sitting lists */
};

/* `told`, `verbose` and `troubles` as log_open takes them. */
void work_init(struct work *work, struct site *site, FILE *told, bool verbose,
	       struct troubles *troubles);
void work_done(struct work *work);

/*
 * Lists what waits in the mailbox. A letter without a time counts from now on, and once the
 * moderator is told why. Returns an exit code.
 */
int work_list(struct work *work, struct waiting_list *list_out);

/*
 * Deals with everything of work->sitting that is not dealt with yet, through work->source. Returns
 * the exit code: 0 when the sitting is over, 75 when the next run must go on with it.
 */
int work_sitting(struct work *work);

/* An old sitting that goes no further, or waits for letters that aren't handed over, takes in what
 * has come since, so that it holds up nobody else. Returns an exit code. */
int work_grow(struct work *work);

/* Whether the mailbox is this host's, and whether the sitting's letters are: claims them. Who was
 * once met stands in SITE/host until this copy has claimed letters of its own. Returns an exit
 * code; work->another says that nothing may be sent either. */
int work_hold(struct work *work);
int work_claim(struct work *work);

/* Commits the batch in hand. Returns an exit code; other than 0 work->broken is set. */
int work_commit(struct work *work);

/* Looks whether a backup was put back (restore.h). Returns an exit code. */
int work_restored(struct work *work);

/* The end of a sitting, for the games that it matters to (settle.h). Returns an exit code. */
int work_settle(struct work *work);

/* Before anything is decided: an outage that lasts until now is written down (outage.h). Returns an
 * exit code. */
int work_outage(struct work *work);

/* The clock acts, up to the moment this run began (alarm.h): all letters that had come by then are
 * dealt with. Returns an exit code. */
int work_clock(struct work *work);

/* Takes one letter that was handed over, or why it wasn't, into the batch in hand. Other than 0:
 * no more of them. */
int work_take(struct work *work, const struct waiting *letter, const struct handed *handed);

/* The same for source_fetch: some letters wait, in their order, and are read meanwhile. Then
 * work_take_waiting takes those that still do, or drops them when the batch is over. */
int work_take_ahead(void *context, const struct waiting *letter, const struct handed *handed);
void work_take_waiting(struct work *work);

#endif
