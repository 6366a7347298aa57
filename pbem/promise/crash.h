/* SPDX-License-Identifier: MIT */
/*
 * Which letter was in hand when pbem itself crashed. The attempt is noted before it is made; only a
 * crash of ours (a fault, an assertion, a letter that is computed over for ever) leaves the note
 * behind, never a kill from outside, and no time spent waiting for the machine. The next run tries
 * once more; after the second note the letter is set aside.
 */
#ifndef PBEM_PROMISE_CRASH_H
#define PBEM_PROMISE_CRASH_H

#include "core/base/base.h"
#include "core/base/text.h"

/* Watches the process from now on; notes go to FOLDER/crashed. */
int crash_watch(const char *folder, struct reason *reason);

enum {
	CRASH_TRIES = 2,	/* so many notes of a letter, and it is set aside */
	CRASH_CPU_SECONDS = 60, /* of computing over one letter: a crash */
	CRASH_WAIT_SECONDS =
		600 /* with one letter in hand, computing or not: the run ends with 75 */
};

/* The letter of that source id is in hand; NULL: none is. */
void crash_in_hand(const char *id);

/* The ids of letters earlier runs crashed over, a line each with the reason behind a blank; empty
 * when there are none. */
int crash_read(const char *folder, struct text *out, struct reason *reason);

/* Those letters have been set aside: the notes may go. */
int crash_forget(const char *folder, struct reason *reason);

/* How many of the notes that earlier crashes left are about the letter; *why_out is the last one's
 * reason, the caller's to free, or NULL. */
int crash_notes(const struct text *all, const char *id, char **why_out);

#endif
