/* SPDX-License-Identifier: MIT */
/*
 * Which letter was in hand when pbem itself crashed. The attempt is noted before it is made; only a
 * crash of ours (a fault, an assertion, a letter that takes for ever) leaves the note behind, never
 * a kill from outside. The next run sets that letter aside instead of trying it for ever.
 */
#ifndef PBEM_CRASH_H
#define PBEM_CRASH_H

#include "core/base.h"
#include "core/text.h"

/* Watches the process from now on; notes go to FOLDER/crashed. */
int crash_watch(const char *folder, struct reason *reason);

/* The letter of that source id is in hand; NULL: none is. A letter in hand for more than
 * CRASH_SECONDS counts as a crash. */
enum { CRASH_SECONDS = 60 };
void crash_in_hand(const char *id);

/* The ids of letters earlier runs crashed over, a line each with the reason behind a blank; empty
 * when there are none. */
int crash_read(const char *folder, struct text *out, struct reason *reason);

/* Those letters have been set aside: the notes may go. */
int crash_forget(const char *folder, struct reason *reason);

#endif
