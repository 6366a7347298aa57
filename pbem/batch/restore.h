/* SPDX-License-Identifier: MIT */
/*
 * A backup that was put back: the mailbox has letters marked as done that the ledger doesn't know,
 * and players answer what isn't there any more (standing.h). The moderator is told, once, and can
 * take the letters again.
 */
#ifndef PBEM_BATCH_RESTORE_H
#define PBEM_BATCH_RESTORE_H

#include "pbem/desk/desk.h"
#include "pbem/site/wire.h"

struct source;

/* When it was found out, in seconds since 1970; a count of the ledger. */
#define RESTORE_FOUND "backup put back"

/* Notes a letter that was dealt with, as the newest of its mailbox if it is. */
void restore_seen(struct desk *desk, const char *id);

/*
 * Looks whether letters are marked as done that the ledger doesn't know, and puts a notice of the
 * first time into the batch; *found_out is true when there are any. The source's own answer is
 * returned.
 */
enum wire restore_look(struct desk *desk, struct source *source, int64_t now, bool *found_out,
		       struct reason *reason);

/* Whether the ledger, which is older than the letter, doesn't know what became of it. */
bool restore_is_unknown(struct ledger *ledger, const struct waiting *letter);

/* Whether that was found out, by letters marked as done or by an answer to what isn't there, and
 * hasn't been dealt with. */
bool restore_is_open(struct ledger *ledger);

/*
 * Into the batch: those letters, which were marked as done, are to be taken again. Until the last
 * of them runs had all letters, for one had these: an outage that was put down to that time is
 * struck off. The run that takes them counts none, and lets no clock act (restore_is_taking): what
 * the letters led to before they lead to again, to the last byte. Which run ends that.
 */
void restore_take(struct desk *desk, const struct waiting *letters, size_t count);
bool restore_is_taking(struct ledger *ledger);
void restore_taken(struct desk *desk);

/* What is lost is dealt with: nothing more is said about it, until more is found. */
void restore_forget(struct desk *desk);

#endif
