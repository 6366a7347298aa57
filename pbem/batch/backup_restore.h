/* SPDX-License-Identifier: MIT */
/*
 * Detects that a backup was restored: the mailbox has messages marked as done that the ledger
 * doesn't know, and players answer entries that don't exist (token_status.h). The moderator is
 * notified once and can have these messages processed again.
 */
#ifndef PBEM_BATCH_BACKUP_RESTORE_H
#define PBEM_BATCH_BACKUP_RESTORE_H

#include "pbem/site/workspace.h"
#include "pbem/sys/transport.h"

struct source;

/* Records a processed message, if it is the newest of its mailbox (COUNT_NEWEST). */
void backup_restore_seen(struct workspace *workspace, const char *id);

/*
 * Checks whether messages are marked as done that the ledger doesn't know, and sets *found_out. The
 * first time it puts a notice into the batch. Returns the result of listing the mailbox.
 */
enum wire backup_restore_look(struct workspace *workspace, struct source *source, int64_t now,
			      bool *found_out, struct reason *reason);

/* Reports whether the message arrived after the ledger was created, and the ledger doesn't know
 * it. */
bool backup_restore_is_unknown(struct ledger *ledger, const struct waiting *letter);

/* Reports whether a restored backup was found, by messages marked as done or by an answer to a
 * missing entry, and the moderator hasn't settled it (backup_restore_forget). */
bool backup_restore_is_open(struct ledger *ledger);

/*
 * The first function records in the batch that these messages, which were marked as done, will be
 * processed again. Runs had all messages up to the newest of them, so outages recorded for that
 * time are removed. The run that processes them counts no outage and runs no clock
 * (backup_restore_is_taking), so that they have exactly the same results as before. At its end it
 * calls backup_restore_taken.
 */
void backup_restore_take(struct workspace *workspace, const struct waiting *letters, size_t count);
bool backup_restore_is_taking(struct ledger *ledger);
void backup_restore_taken(struct workspace *workspace);

/* Records that the moderator has settled the loss. It isn't reported again unless more is found. */
void backup_restore_forget(struct workspace *workspace);

#endif
