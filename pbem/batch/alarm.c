/* SPDX-License-Identifier: MIT */
#include "pbem/batch/alarm.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/timeout.h"

int alarm_process_due(struct workspace *workspace, int64_t until, struct reason *reason)
{
	struct alarm alarm = {.when = 0};
	int result = 0;

	while (result == 0 && ledger_next_alarm(workspace->site->ledger, &alarm, until, &alarm)) {
		struct workspace_game *game;

		workspace_take_in_hand(workspace);
		game = workspace_game(workspace, alarm.game);
		if (game == NULL || game->file == NULL)
			continue;
		result = timeout_game(workspace, game, until, reason);
		if (result == 0)
			result = commit_full(workspace, reason);
	}
	return result == 0 ? commit_batch(workspace, reason) : -1;
}
