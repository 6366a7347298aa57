/* SPDX-License-Identifier: MIT */
/*
 * Further news for a seat: notes that wait in the ledger with the players' messages. A note is only
 * added to a message that the seat gets anyway. The players' messages are sent separately
 * (pbem/batch/end_of_run.h).
 */
#ifndef PBEM_MAIL_PENDING_NOTES_H
#define PBEM_MAIL_PENDING_NOTES_H

#include "core/util/strbuf.h"
#include "pbem/site/workspace.h"

/* Stores a note of one or more sentences, to be added to the seat's next message. */
void pending_notes_add(struct workspace *workspace, const struct workspace_game *game,
		       unsigned seat, const char *note);

/* Adds the notes that the present message must contain, and records in the batch that they are
 * being sent. If an unsent message is replaced, its notes are in the new one. */
void pending_notes_append(struct workspace *workspace, const struct workspace_game *game,
			  unsigned seat, struct strbuf *out);

/* Deletes the notes that a message of an earlier run contains, if that message was sent. */
void pending_notes_drop_sent(struct workspace *workspace, const struct workspace_game *game,
			     unsigned seat);

/* Deletes all news that waits for the seat: it isn't meant for the seat's new player. */
void pending_notes_forget(struct workspace *workspace, struct workspace_game *game, unsigned seat);

#endif
