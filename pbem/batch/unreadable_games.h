/* SPDX-License-Identifier: MIT */
/* Handles games that can't be read now. A later run may read them, but if the failure lasts, the
 * moderator is notified. */
#ifndef PBEM_BATCH_UNREADABLE_GAMES_H
#define PBEM_BATCH_UNREADABLE_GAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/util/base.h"

struct workspace;

/*
 * Counts this run for the games of the workspace that it couldn't read. Notifies the moderator,
 * once, of a game that stays unreadable for three runs or for a day. With `complete`, every message
 * and clock was tried, and games that could be read are forgotten. `now` is when the run began.
 * Commits what it has to write; returns -1 if that fails.
 */
int unreadable_games_note(struct workspace *workspace, int64_t now, bool complete,
			  struct reason *reason);

#endif
