/* SPDX-License-Identifier: MIT */
/* Processes the messages of a worklist batch by batch: fetches, decides, commits and marks them. */
#ifndef PBEM_RUN_PROCESS_INBOX_H
#define PBEM_RUN_PROCESS_INBOX_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/dispatch/dispatch_result.h"
#include "pbem/run/fetch_failures.h"
#include "pbem/sandbox/sandbox.h"
#include "pbem/site/site.h"
#include "pbem/site/workspace.h"
#include "pbem/store/worklist.h"
#include "pbem/sys/log.h"
#include "pbem/sys/transport.h"

enum { RUN_STALLS = 3 }; /* runs without progress, after which messages are processed one by one */

/* Ways of handling a message. After each failure the next one is tried. */
enum run_try {
	RUN_TRY_DECIDE,
	RUN_TRY_QUARANTINE,
	RUN_TRY_QUARANTINE_UNREAD, /* quarantine it without looking at it, and answer nobody */
	RUN_TRY_NONE,
};

struct run_faults {
	GHashTable *messages; /* by id: what is tried next, and why */
	GHashTable *waiting;  /* ids of messages that wait for another run, or until a file is
				 repaired */
	bool later;	      /* a message waits for another run */
	bool again;	      /* the current batch is void, and has to be made again */
	bool game_by_game;    /* an earlier run has crashed over some game */
	bool singly; /* a batch could not be made, and it isn't known which of its messages is the
			cause: from now on each message is a batch of its own */
};

/* The state of a run. */
struct run {
	struct site *site;
	struct log log;
	struct source *source;
	struct worklist worklist;
	bool old_worklist; /* an earlier run has left the worklist */
	struct workspace workspace;
	struct run_ahead {
		struct run_letter {
			const struct waiting *letter; /* borrowed */
			char *bytes;
			size_t len;
		} letters[SANDBOX_READER_MAX];
		size_t count;
	} ahead;	       /* messages that are read while earlier ones are decided */
	struct strbuf crashed; /* crash notes of messages that earlier runs crashed over */
	GHashTable *done;      /* ids of this worklist that are processed: the ledger has them */
	GHashTable *gone;      /* ids of messages that are no longer in the mailbox */
	struct fetch_failures refusals; /* messages that are there and weren't handed over */
	struct run_faults faults;	/* messages that pbem itself fails over */
	int64_t began;
	int64_t batch_began;
	bool stopped;	     /* the batch took long: its other messages are left for another one */
	GHashTable *put_off; /* ids of messages that wait for a damaged game */
	bool broken; /* the current batch is void or could not be committed: nothing more may be
			done with this workspace, not even sending */
	enum run_result broken_code; /* if the batch is void */
	bool remade;  /* the last batch is void, and its messages are to be decided again */
	bool cut_off; /* the source failed while it handed messages over */
	bool another; /* another host has the mailbox */
	bool full;    /* more messages wait than a worklist lists */
};

/* Initializes a run, for run_done. `told`, `verbose` and `troubles` are passed to log_open. */
void run_init(struct run *work, struct site *site, FILE *told, bool verbose,
	      struct recurring_errors_record *troubles);
void run_done(struct run *work);

/*
 * Lists the messages that wait in the mailbox. A message without a time of arrival gets the present
 * time, and the moderator is notified once. Returns the result.
 */
enum run_result run_list(struct run *work, struct waiting_list *list_out);

/*
 * Processes everything in work->worklist that isn't processed yet, through work->source. Returns
 * RUN_DONE if the worklist is finished, RUN_AGAIN if the next run must go on with it.
 */
enum run_result run_worklist(struct run *work);

/* Adds newer messages to an old worklist that makes no progress, or waits for messages that aren't
 * handed over, so that it delays nobody else. Returns the result. */
enum run_result run_extend_worklist(struct run *work);

/* Claim the mailbox, and the worklist's messages, for this host, if no other host has them. A host
 * that was once seen is recorded in SITE/host until this copy has claimed messages of its own.
 * Return the result. If work->another is set, nothing may be sent either. */
enum run_result run_hold(struct run *work);
enum run_result run_claim(struct run *work);

/* Commits the current batch. Returns the result; unless it is RUN_DONE, work->broken is set. */
enum run_result run_commit(struct run *work);

/* Commits a batch of these messages. If one of them prevents that, the batch is to be made again
 * (work->faults.again), and the result is RUN_DONE. */
enum run_result run_commit_letters(struct run *work, const struct waiting *letters, size_t count);

/* Processes a message as a worklist of its own, and commits the result with what `also` (may be
 * NULL) adds. Returns the result; unless it is RUN_DONE, work->broken is set. */
enum run_result run_decide_message(struct run *work, const struct waiting *letter,
				   const struct handed *handed,
				   void (*also)(struct run *work, const struct waiting *letter));

/* Finds out whether a backup was restored (backup_restore.h). Returns the result. */
enum run_result run_restored(struct run *work);

/* Applies the end of the worklist to the games that need it, and delivers chat (end_of_run.h).
 * Returns the result. */
enum run_result run_settle(struct run *work);

/* Records an outage that lasts until now, before anything is decided (outage.h). Returns the
 * result. */
enum run_result run_outage(struct run *work);

/* Runs the clocks up to the time at which this run began (alarm.h), and closes sign-ups that have
 * ended. All messages that had arrived by then must be processed. Returns the result. */
enum run_result run_clock(struct run *work);

/* Takes one message that was handed over, or the reason why it wasn't, into the current batch.
 * Returns other than 0 if no more are wanted. */
int run_add_message(struct run *work, const struct waiting *letter, const struct handed *handed);

/* Does the same as a callback of source_fetch. Several messages wait, in their order, and are
 * parsed meanwhile. run_add_waiting then takes those that still wait, or drops them if the batch is
 * over. */
int run_add_read_ahead(void *context, const struct waiting *letter, const struct handed *handed);
void run_add_waiting(struct run *work);

/*
 * ---- isolate_message.c: messages over which pbem itself fails ----
 *
 * The results of a batch are in memory until its commit. If pbem fails over a message, wherever and
 * for whatever reason, the whole batch is dropped. Its other messages are decided again as if the
 * failed one hadn't arrived. The failed message is treated by the kind of its reason:
 *
 * - a temporary reason: the message waits for another run, and so do the games that were used for
 *   it, so that no later message overtakes it
 * - a damaged file: the message waits until the file is repaired
 * - any other: the message is quarantined, and its sender and the moderator are notified; if that
 *   fails too, it is quarantined unread, and the moderator is notified
 *
 * A failure of the whole site is no message's fault and ends the run. Examples are a ledger that
 * can't be read, a commit that can't be written, and a template or language that all messages need
 * (workspace_at_fault).
 */

void run_fault_init(struct run_faults *faults);
void run_fault_done(struct run_faults *faults);

/* Applies the notes of earlier crashes during work on no message or several. Such messages are then
 * processed one by one, and a game over which runs crashed twice is suspended. */
void run_fault_apply_crashes(struct run *work);

/* Records that the batch of these messages could not be made, and that it has to be made again.
 * Returns false if that is the site's fault, or if nothing is left to try: the run must end. */
bool run_fault_note_batch(struct run *work, const struct waiting *letters, size_t count,
			  const struct reason *reason);

/*
 * Records that pbem has failed over a game that changes without a message: by its clock, or at the
 * end of a worklist. Drops the current batch, which has to be made again: first game by game, then
 * without the game over which it fails, which is suspended. Returns false in the same cases as
 * run_fault_note_batch.
 */
bool run_fault_note_game(struct run *work, const struct reason *reason);

/* Decides a message, or quarantines it after failures. Returns -1 if pbem fails over it; the
 * failure is recorded, or ends the run (work->broken). The reason is set then, and also if
 * *became_out is RECEPTION_NOT_NOW. */
int run_fault_decide(struct run *work, const struct waiting *letter, const struct handed *handed,
		     enum reception *became_out, struct reason *reason);

/* Drops the current batch, and the results of its messages. */
void run_fault_undo(struct run *work, const struct waiting *letters, size_t count);

/* Reports whether a message must be alone in its batch. */
bool run_fault_is_alone(const struct run_faults *faults, const char *id);

#endif
