/* SPDX-License-Identifier: MIT */
#include "core/game/turn.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/end_of_run.h"
#include "pbem/mail/mail.h"
#include "pbem/site/game_index.h"
#include "pbem/sys/log.h"
#include "pbem/watchers/watchers.h"

/* Logs a line for each seat that was in play before the batch and is out now. */
static void log_seats_out(const struct workspace *workspace, const struct workspace_game *game)
{
	const struct game *now = &game->file->game;

	for (unsigned seat = 0; seat < variant_seats(now->variant); seat++)
		if ((game->in_play >> seat & 1) && !game_in_play(now, seat))
			log_line(workspace->log, "run %s: %s is out: %s\n", game->id,
				 variant_seat_name(now->variant, seat), now->out[seat].how);
}

/* Ends the worklist for a game. The entry has the time of the last message, so that a later run
 * would make exactly the same entry. */
static int end_of_run_game(struct workspace *workspace, struct workspace_game *game,
			   const struct due *due, struct reason *reason)
{
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	game->last_when = due->when;
	game->fresh |= due->fresh;
	if (turn_end_run(&game->file->game, &events)) {
		workspace_note_wait(workspace, game, due->when, &events);
		result = workspace_enter(game, due->when, "sitting", &events, reason);
	}
	log_seats_out(workspace, game);
	if (result == 0)
		result = mail_settle(workspace, game, due, reason);
	if (result == 0)
		result = watchers_notify(workspace, game, due, reason);
	game->settled = true;
	event_list_done(&events);
	return result;
}

int end_of_run_batch(struct workspace *workspace, struct reason *reason)
{
	int result = 0;

	for (struct workspace_game *game = workspace->first; result == 0 && game != NULL;
	     game = game->next) {
		struct due due;

		if (!game_index_concerns(game) ||
		    ledger_due(workspace->site->ledger, game->file->header.number, &due))
			continue;
		due = game_index_due(workspace, game);
		result = end_of_run_game(workspace, game, &due, reason);
	}
	return result;
}

int end_of_run_all(struct workspace *workspace, struct reason *reason)
{
	struct due due = {.game = 0};
	int result = 0;

	while (result == 0 && ledger_next_due(workspace->site->ledger, due.game, &due)) {
		struct workspace_game *game;

		workspace_take_in_hand(workspace);
		game = workspace_game(workspace, due.game);
		if (game == NULL || game->file == NULL || !game_index_waits(game))
			continue;
		result = end_of_run_game(workspace, game, &due, reason);
		ledger_put(&workspace->batch.ledger, CHANGE_SETTLED, due.game);
		if (result == 0)
			result = commit_full(workspace, reason);
	}
	return result == 0 ? commit_batch(workspace, reason) : -1;
}
