/* SPDX-License-Identifier: MIT */
#include "core/turn/turn.h"
#include "pbem/mailing/mailing.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/settle.h"
#include "pbem/desk/index.h"
#include "pbem/gallery/gallery.h"
#include "pbem/site/log.h"

/* A line a seat that is out, among those of the letters. */
static void log_gone(const struct desk *desk, const struct desk_game *game)
{
	const struct game *now = &game->file->game;

	for (unsigned seat = 0; seat < variant_seats(now->variant); seat++)
		if ((game->in_play >> seat & 1) && !game_in_play(now, seat))
			log_line(desk->log, "sitting %s: %s is out: %s\n", game->id,
				 variant_seat_name(now->variant, seat), now->out[seat].how);
}

/* The entry's time is that of the last letter: a later run must come to the very same entry. */
static int settle_game(struct desk *desk, struct desk_game *game, const struct due *due,
		       struct reason *reason)
{
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	game->last_when = due->when;
	game->fresh |= due->fresh;
	if (turn_end_run(&game->file->game, &events)) {
		desk_note_wait(desk, game, due->when, &events);
		result = desk_enter(game, due->when, "sitting", &events, reason);
	}
	log_gone(desk, game);
	if (result == 0)
		result = mailing_settle(desk, game, due, reason);
	if (result == 0)
		result = gallery_tell(desk, game, due, reason);
	game->settled = true;
	event_list_done(&events);
	return result;
}

int settle_batch(struct desk *desk, struct reason *reason)
{
	int result = 0;

	for (struct desk_game *game = desk->first; result == 0 && game != NULL; game = game->next) {
		struct due due;

		if (!index_concerns(game) ||
		    ledger_due(desk->site->ledger, game->file->header.number, &due))
			continue;
		due = index_due(desk, game);
		result = settle_game(desk, game, &due, reason);
	}
	return result;
}

int settle_all(struct desk *desk, struct reason *reason)
{
	struct due due = {.game = 0};
	int result = 0;

	while (result == 0 && ledger_next_due(desk->site->ledger, due.game, &due)) {
		struct desk_game *game = desk_game(desk, due.game);

		if (game == NULL || game->file == NULL || !index_waits(game))
			continue;
		result = settle_game(desk, game, &due, reason);
		ledger_line_settled(&desk->batch.ledger, due.game);
		if (result == 0)
			result = commit_full(desk, reason);
	}
	return result == 0 ? commit_batch(desk, reason) : -1;
}
