/* SPDX-License-Identifier: MIT */
#include "pbem/batch/alarm.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/lapse.h"

int alarm_act(struct desk *desk, int64_t until, struct reason *reason)
{
	struct alarm alarm = {.when = 0};
	int result = 0;

	while (result == 0 && ledger_next_alarm(desk->site->ledger, &alarm, until, &alarm)) {
		struct desk_game *game = desk_game(desk, alarm.game);

		if (game == NULL || game->file == NULL)
			continue;
		result = lapse_game(desk, game, until, reason);
		if (result == 0)
			result = commit_full(desk, reason);
	}
	return result == 0 ? commit_batch(desk, reason) : -1;
}
