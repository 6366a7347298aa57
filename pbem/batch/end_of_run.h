/* SPDX-License-Identifier: MIT */
/*
 * Applies the end of a worklist to the games in which it matters. In a ring, all checkmates of one
 * worklist take effect together at its end. Until then the ledger records which games are due
 * (pbem/site/game_index.h), so that after a killed run the next one finds them without looking at
 * other games.
 *
 * The end of a worklist also delivers chat between players, which waits in the ledger until then.
 * Chat is added to a question to the seat that hasn't been sent yet, or is mailed by itself.
 */
#ifndef PBEM_BATCH_END_OF_RUN_H
#define PBEM_BATCH_END_OF_RUN_H

#include "core/util/base.h"
#include "pbem/site/workspace.h"

/* Ends a worklist that consists of this batch only, such as a single delivered message. Skips games
 * that an unfinished worklist has left due: they wait for its end. */
int end_of_run_batch(struct workspace *workspace, struct reason *reason);

/* Applies the end of the worklist to all games that are due, with an entry in each, and commits
 * them. A game that can't be read stays due. Nothing else may be in the workspace. */
int end_of_run_all(struct workspace *workspace, struct reason *reason);

/* Mails the waiting chat to every seat, in batches of its own; the present batch must be empty.
 * Chat in a game that can't be read keeps waiting. */
int chat_deliver(struct workspace *workspace, struct reason *reason);

#endif
