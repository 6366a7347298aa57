/* SPDX-License-Identifier: MIT */
/* Consequences of missed deadlines in one game. */
#ifndef PBEM_BATCH_TIMEOUT_H
#define PBEM_BATCH_TIMEOUT_H

#include <stdint.h>

#include "core/util/base.h"
#include "pbem/site/workspace.h"

/* Applies the clock in a game of the workspace that has a deadline before `until`. Makes the
 * entries, and mail to seats that lost a turn or didn't answer. Other seats get their questions as
 * after any entry. */
int timeout_game(struct workspace *workspace, struct workspace_game *game, int64_t until,
		 struct reason *reason);

#endif
