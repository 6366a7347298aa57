/* SPDX-License-Identifier: MIT */
/*
 * Letters that are in the mailbox and were not handed over. A letter is gone only when a later list
 * lacks it; until then every run asks for it again, the others first. The ledger keeps since when:
 * after several runs the moderator is told, and after a day neither the sitting nor the clocks wait
 * for it any longer.
 */
#ifndef PBEM_RUN_REFUSALS_H
#define PBEM_RUN_REFUSALS_H

#include <stdbool.h>

#include <glib.h>

#include "core/base/stamp.h"
#include "pbem/desk/desk.h"
#include "pbem/site/wire.h"

enum {
	REFUSALS_TOLD = 3,		      /* the run in which the moderator is told */
	REFUSALS_WAIT_SECONDS = SECONDS_A_DAY /* how long the sitting and the clocks wait */
};

struct refusals {
	struct desk *desk;
	GHashTable *now; /* of this run: id to struct refused */
	size_t came;	 /* letters that were handed over in this run */
};

void refusals_init(struct refusals *refusals, struct desk *desk);
void refusals_done(struct refusals *refusals);

/* The letter was not handed over; `passing` as in struct handed. */
void refusals_add(struct refusals *refusals, const char *id, const char *why, bool passing);

/* The letter was handed over, or is gone: what was held against it is struck off with the batch. */
void refusals_drop(struct refusals *refusals, const char *id);

/* Whether this run has asked for the letter in vain; or an earlier one has: then it is asked for by
 * itself, when the others are had. */
bool refusals_has(const struct refusals *refusals, const char *id);
bool refusals_had(const struct refusals *refusals, const char *id);

/* Whether letters have been refused so often that the sitting takes in what has come meanwhile. */
bool refusals_are_old(const struct refusals *refusals, const struct waiting_list *letters);

/* Strikes off what the complete list `listed` of the mailbox lacks. To be committed by the caller.
 */
void refusals_compare(struct refusals *refusals, const struct waiting_list *listed);

/*
 * Adds this run's refusals to the ledger's, and tells the moderator when it is time. To be
 * committed by the caller. True when the sitting and the clocks must wait for one of the letters;
 * `log` (may be NULL) says for which.
 */
bool refusals_note(struct refusals *refusals, int64_t now, const struct log *log);

#endif
