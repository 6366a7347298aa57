/* SPDX-License-Identifier: MIT */
#include "core/ring/ring.h"
#include "core/turn/turn.h"
#include "pbem/mailing/mailing.h"
#include "pbem/batch/settle.h"

enum { SETTLE_BATCH = 200 }; /* games that lie open at once */

/* Whether the end of a sitting means anything to a game that has grown in this batch. */
static bool is_concerned(const struct desk_game *game)
{
	return game->added.len > 0 && !game->is_new && game->file->game.ring != NULL;
}

/* What the ledger is to know of the game: what it knew, and this batch. */
static struct due due_of(struct intake *intake, const struct desk_game *game)
{
	struct due due = {.game = game->file->header.number, .head = game->head};

	(void)ledger_due(intake->site->ledger, due.game, &due);
	due.when = game->last_when;
	due.fresh |= game->fresh;
	return due;
}

void settle_note(struct intake *intake)
{
	for (struct desk_game *game = intake->desk.first; game != NULL; game = game->next) {
		struct due due;

		if (game->settled || !is_concerned(game))
			continue;
		due = due_of(intake, game);
		ledger_line_due(&intake->batch.ledger, &due);
	}
}

/* A line a seat that is out, among those of the letters. */
static void log_gone(const struct intake *intake, const struct desk_game *game)
{
	const struct game *now = &game->file->game;

	for (unsigned seat = 0; seat < variant_seats(now->variant); seat++)
		if ((game->in_play >> seat & 1) && !game_in_play(now, seat))
			run_log_line(intake->log, "sitting %s: %s is out: %s\n", game->id,
				     variant_seat_name(now->variant, seat), now->out[seat].how);
}

/* The entry's time is that of the last letter: a later run must come to the very same entry. */
static int settle_game(struct intake *intake, struct desk_game *game, const struct due *due,
		       struct reason *reason)
{
	struct event_list events;
	int result = 0;

	event_list_init(&events);
	game->last_when = due->when;
	game->fresh |= due->fresh;
	if (turn_end_run(&game->file->game, &events))
		result = desk_enter(game, due->when, "sitting", &events, reason);
	log_gone(intake, game);
	if (result == 0)
		result = mailing_ring(&intake->mailing, game, due, reason);
	game->settled = true;
	event_list_done(&events);
	return result;
}

int settle_batch(struct intake *intake, struct reason *reason)
{
	int result = 0;

	for (struct desk_game *game = intake->desk.first; result == 0 && game != NULL;
	     game = game->next) {
		struct due due;

		if (!is_concerned(game) ||
		    ledger_due(intake->site->ledger, game->file->header.number, &due))
			continue;
		due = due_of(intake, game);
		result = settle_game(intake, game, &due, reason);
	}
	return result;
}

int settle_all(struct intake *intake, struct reason *reason)
{
	struct due due = {.game = 0};
	int result = 0;

	while (result == 0 && ledger_next_due(intake->site->ledger, due.game, &due)) {
		struct desk_game *game = desk_game(&intake->desk, due.game);

		if (game == NULL || game->file == NULL || game->file->game.ring == NULL)
			continue;
		result = settle_game(intake, game, &due, reason);
		ledger_line_settled(&intake->batch.ledger, due.game);
		if (result == 0 && intake->desk.count >= SETTLE_BATCH)
			result = intake_commit(intake, reason);
	}
	return result == 0 ? intake_commit(intake, reason) : -1;
}
