/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/game/clock.h"
#include "core/game/turn.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"
#include "pbem/calendar/time_limits.h"
#include "pbem/site/address_index.h"
#include "pbem/site/game_index.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/open_game.h"
#include "pbem/site/watcher_list.h"
#include "pbem/store/journal.h"
#include "pbem/sys/step.h"

/* ---- the next time limit ---- */

void game_index_alarm(const struct gamefile *file, struct strbuf *lines)
{
	const int64_t when = clock_next_back(&file->game, time_limits_back);

	if (when != 0)
		ledger_put(lines, CHANGE_ALARM, file->header.number, when);
	else
		ledger_put(lines, CHANGE_NO_ALARM, file->header.number);
}

static void note_alarms(struct workspace *workspace)
{
	for (struct workspace_game *game = workspace->first; game != NULL; game = game->next)
		if (game->added.len > 0 && clock_is_timed(&game->file->game))
			game_index_alarm(game->file, &workspace->batch.ledger);
}

/* ---- what waits for the end of a worklist ---- */

bool game_index_waits(const struct workspace_game *game)
{
	return game->file->game.variant->kind->end_run != NULL;
}

bool game_index_concerns(const struct workspace_game *game)
{
	return game->added.len > 0 && !game->is_new && game_index_waits(game);
}

struct due game_index_due(struct workspace *workspace, const struct workspace_game *game)
{
	struct due due = {.game = game->file->header.number, .head = game->head};

	(void)ledger_due(workspace->site->ledger, due.game, &due);
	due.when = game->last_when;
	due.fresh |= game->fresh;
	return due;
}

static void note_dues(struct workspace *workspace)
{
	for (struct workspace_game *game = workspace->first; game != NULL; game = game->next) {
		struct due due;

		if (game->settled || !game_index_concerns(game))
			continue;
		due = game_index_due(workspace, game);
		ledger_put(&workspace->batch.ledger, CHANGE_DUE, due.game, due.when, due.head,
			   due.fresh);
	}
}

void game_index_note(struct workspace *workspace)
{
	note_dues(workspace);
	note_alarms(workspace);
	address_index_note(workspace);
}

/* ---- a full rebuild ---- */

void game_index_come(const struct gamefile *file, const struct seats *seats, struct strbuf *lines)
{
	ledger_put(lines, CHANGE_GAME, file->header.number, file->header.id);
	if (clock_next(&file->game) != 0)
		game_index_alarm(file, lines);
	address_index_index(file, seats, lines);
}

/* Adds the index lines of a game. Mates may wait for the end of a worklist that no longer
 * exists. */
static void game_index_game(const struct gamefile *file, struct strbuf *lines)
{
	struct event_list events;

	ledger_put(lines, CHANGE_GAME, file->header.number, file->header.id);
	event_list_init(&events);
	if (turn_end_run(&file->game, &events))
		ledger_put(lines, CHANGE_DUE, file->header.number, step_time(), file->head, 0);
	event_list_done(&events);
	if (clock_next(&file->game) != 0)
		game_index_alarm(file, lines);
}

/* Reports a game that is left out. A damaged game has no reliable number, so messages for it have
 * no game until it is fixed. */
static void report_left_out(const struct site *site, const char *id, const struct reason *why,
			    struct strbuf *lines)
{
	char *line = base_printf("The ledger was missing. pbem has rebuilt it without game %s, "
				 "which can't be read: %s. Repair the game, then remove %s/ledger, "
				 "and the next run will rebuild the ledger with the game",
				 id, why->text, site->config->folder);

	ledger_put(lines, CHANGE_NOTICE, step_time(), line);
	free(line);
}

/* Indexes the players' addresses. Those that can't be read now are indexed when the game is
 * opened next. */
static void game_index_sitters(const struct gamefile *file, const char *folder,
			       struct strbuf *lines)
{
	struct reason why;
	struct seats seats;

	if (seats_load(folder, file->game.variant, &seats, &why) != 0)
		return;
	address_index_index(file, &seats, lines);
	seats_done(&seats);
}

/* Indexes the watchers. Those that can't be read now, or are damaged, aren't listed among what
 * an address watches. */
static void game_index_watchers(const struct gamefile *file, const char *folder,
				struct strbuf *lines)
{
	struct watcher_list audience;

	if (file->game.terms.watch == WATCH_NO || watcher_list_load(folder, &audience, NULL) != 0)
		return;
	watcher_list_index(&audience, file->header.id, lines);
	watcher_list_done(&audience);
}

/* Indexes open games. A damaged open game is left out until it is fixed, and the moderator is
 * notified. Returns -1 if one can't be read now. */
static int game_index_offers(const struct site *site, struct strbuf *lines, struct reason *reason)
{
	const char *folder = site->config->folder;
	char **ids = open_game_list(folder, reason);
	struct reason why;
	int result = ids != NULL ? 0 : -1;

	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		struct open_game offer;

		if (open_game_load(folder, *id, &offer, &why) == 0) {
			open_game_index(&offer, lines);
			open_game_done(&offer);
		} else if (reason_is_temporary(&why)) {
			*reason = why;
			result = -1;
		} else {
			report_left_out(site, *id, &why, lines);
		}
		free(*id);
	}
	free(ids);
	return result;
}

/* Indexes games that have moved elsewhere. A damaged note is left out, and the moderator is
 * notified. Returns -1 if a note can't be read now. */
static int game_index_moved(const struct site *site, struct strbuf *lines, struct reason *reason)
{
	const char *folder = site->config->folder;
	char **ids = moved_game_list(folder, reason);
	struct reason why;
	int result = ids != NULL ? 0 : -1;

	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		struct moved_game elsewhere;

		if (moved_game_load(folder, *id, &elsewhere, &why) == 0) {
			ledger_put(lines, CHANGE_MOVED, elsewhere.number, elsewhere.id);
		} else if (reason_is_temporary(&why)) {
			*reason = why;
			result = -1;
		} else {
			report_left_out(site, *id, &why, lines);
		}
	}
	g_strfreev(ids);
	return result;
}

/* Writes the index of games again from the games themselves, because the ledger was lost or is new.
 * A game that can't be read now must not be left out for ever, so the whole index waits for it. */
static int game_index_games(struct site *site, struct reason *reason)
{
	char **ids = site_games(site->config->folder, reason);
	struct reason why, passing;
	struct transaction batch;
	int result = 0;

	if (ids == NULL)
		return -1;
	transaction_init(&batch);
	for (char **id = ids; *id != NULL; id++) {
		char *folder = site_game_folder(site, *id);
		struct gamefile *file = gamefile_load(folder, site->library, &why);

		if (file != NULL) {
			game_index_game(file, &batch.ledger);
			game_index_watchers(file, folder, &batch.ledger);
			game_index_sitters(file, folder, &batch.ledger);
		} else if (reason_is_temporary(&why)) {
			passing = why;
			result = -1;
		} else {
			report_left_out(site, *id, &why, &batch.ledger);
		}
		gamefile_free(file);
		free(folder);
		free(*id);
	}
	free(ids);
	if (result == 0)
		result = game_index_offers(site, &batch.ledger, &passing) == 0
				 ? game_index_moved(site, &batch.ledger, &passing)
				 : -1;
	if (result != 0)
		*reason = passing;
	else
		result = journal_commit(site->config->folder, site->ledger, &batch, reason);
	transaction_done(&batch);
	return result;
}

int game_index_complete(struct site *site, struct reason *reason)
{
	return ledger_is_new(site->ledger) ? game_index_games(site, reason) : 0;
}
