/* SPDX-License-Identifier: MIT */
/*
 * Notes in SITE/crashed which message was being processed when pbem itself crashed. A signal
 * handler writes the note after a fault, a failed assertion or too much computing. A kill from
 * outside, or time spent waiting, leaves no note. The next run tries the message once more; after
 * the second note the message is quarantined.
 */
#ifndef PBEM_STORE_CRASH_NOTES_H
#define PBEM_STORE_CRASH_NOTES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"

/* Installs the signal handlers, which write notes to FOLDER/crashed. Returns -1 with the reason if
 * that file can't be opened. */
int crash_watch(const char *folder, struct reason *reason);

enum {
	CRASH_TRIES = 2,	 /* notes after which a message is quarantined */
	CRASH_CPU_SECONDS = 60,	 /* CPU time for one message; more counts as a crash */
	CRASH_WAIT_SECONDS = 600 /* time for one message; then the run exits with 75 */
};

/* Sets the source id of the message that is now processed, and starts its time limits. NULL ends
 * both. */
void crash_in_hand(const char *id);

/*
 * Sets what a note names during work on no message or on several. Such work has no time limits.
 * After a crash the next run processes messages or games one by one, so that a second note names
 * the one at fault.
 */
void crash_at_work(const char *what);

#define CRASH_BATCH "batch" /* the consequences of a batch of messages */
#define CRASH_GAMES "games" /* changes to several games */
#define CRASH_GAME "game:"  /* a single game, whose id follows */

/* Reads the notes of earlier crashes, one per line: an id, a space and the reason. Leaves `out`
 * empty if there are none. */
int crash_read(const char *folder, struct strbuf *out, struct reason *reason);

/* Deletes all notes. Returns -1 with the reason on failure. */
int crash_forget(const char *folder, struct reason *reason);

/* Reports whether there are notes and the last is older than `seconds`. */
bool crash_is_old(const char *folder, int64_t seconds);

/* Returns the number of notes in `all` (from crash_read) about `id`. *why_out gets the reason in
 * the last one, which the caller frees, or NULL. */
int crash_notes(const struct strbuf *all, const char *id, char **why_out);

#endif
