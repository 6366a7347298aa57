/* SPDX-License-Identifier: MIT */
/* Ends a batch: makes the mail that follows from the batch as a whole, and commits everything at
 * once. */
#ifndef PBEM_BATCH_COMMIT_H
#define PBEM_BATCH_COMMIT_H

#include "core/util/base.h"
#include "pbem/site/workspace.h"

/* Plays the conditional moves that are due, and makes the mail that follows from the batch as a
 * whole. If that fails, the batch is void, and the workspace can only be passed to workspace_drop
 * and workspace_done. */
int commit_make(struct workspace *workspace, struct reason *reason);

/* Adds the ledger's lines about the batch's games, commits the batch through the journal, and
 * begins the next batch. Nothing is written to the disk before. An error concerns the whole site;
 * the workspace can then only be passed to workspace_done. */
int commit_write(struct workspace *workspace, struct reason *reason);

/* Calls commit_make and commit_write. Returns -1 if one of them fails. */
int commit_batch(struct workspace *workspace, struct reason *reason);

/* Reports whether the batch will probably have more bytes of mail than config->batch_bytes: what is
 * written, and an average for each message that will follow from its games. */
bool commit_is_large(const struct workspace *workspace);

/* Calls commit_batch if the workspace has many games or much mail, or may have only one game.
 * Otherwise returns 0. */
int commit_full(struct workspace *workspace, struct reason *reason);

#endif
