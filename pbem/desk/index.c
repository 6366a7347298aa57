/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/base/text.h"
#include "core/turn/clock.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"
#include "pbem/audience/audience.h"
#include "pbem/desk/index.h"
#include "pbem/desk/people.h"
#include "pbem/desk/registry.h"
#include "pbem/elsewhere/elsewhere.h"
#include "pbem/offer/offer.h"
#include "pbem/promise/journal.h"
#include "pbem/site/step.h"
#include "pbem/times/limits.h"

/* ---- when the clock acts ---- */

void index_alarm(const struct gamefile *file, struct text *lines)
{
	const struct alarm alarm = {.when = clock_next_back(&file->game, limits_back),
				    .game = file->header.number};

	if (alarm.when != 0)
		ledger_line_alarm(lines, &alarm);
	else
		ledger_line_no_alarm(lines, alarm.game);
}

static void note_alarms(struct desk *desk)
{
	for (struct desk_game *game = desk->first; game != NULL; game = game->next)
		if (game->added.len > 0 && clock_is_timed(&game->file->game))
			index_alarm(game->file, &desk->batch.ledger);
}

/* ---- what is due at a sitting's end ---- */

bool index_waits(const struct desk_game *game)
{
	return game->file->game.variant->kind->end_run != NULL;
}

bool index_concerns(const struct desk_game *game)
{
	return game->added.len > 0 && !game->is_new && index_waits(game);
}

struct due index_due(struct desk *desk, const struct desk_game *game)
{
	struct due due = {.game = game->file->header.number, .head = game->head};

	(void)ledger_due(desk->site->ledger, due.game, &due);
	due.when = game->last_when;
	due.fresh |= game->fresh;
	return due;
}

static void note_dues(struct desk *desk)
{
	for (struct desk_game *game = desk->first; game != NULL; game = game->next) {
		struct due due;

		if (game->settled || !index_concerns(game))
			continue;
		due = index_due(desk, game);
		ledger_line_due(&desk->batch.ledger, &due);
	}
}

void index_note(struct desk *desk)
{
	note_dues(desk);
	note_alarms(desk);
	registry_note(desk);
}

/* ---- all of it anew ---- */

void index_come(const struct gamefile *file, const struct seats *seats, struct text *lines)
{
	ledger_line_game(lines, file->header.number, file->header.id);
	if (clock_next(&file->game) != 0)
		index_alarm(file, lines);
	registry_index(file, seats, lines);
}

/* Mates may wait for the end of a sitting that nobody knows of any more. */
static void index_game(const struct gamefile *file, struct text *lines)
{
	const struct due due = {
		.game = file->header.number,
		.when = step_time(),
		.head = file->head,
	};
	struct event_list events;

	ledger_line_game(lines, file->header.number, file->header.id);
	event_list_init(&events);
	if (turn_end_run(&file->game, &events))
		ledger_line_due(lines, &due);
	event_list_done(&events);
	if (clock_next(&file->game) != 0)
		index_alarm(file, lines);
}

/* A damaged game has no number that could be believed: its letters are nobody's until it is mended.
 */
static void tell_left_out(const struct site *site, const char *id, const struct reason *why,
			  struct text *lines)
{
	char *line = base_printf("The ledger was missing and is made anew, without game %s, which "
				 "can't be read: %s. Mend the game, then remove %s/ledger: the "
				 "next run makes it once more, with the game",
				 id, why->text, site->config->folder);

	ledger_line_notice(lines, step_time(), line);
	free(line);
}

/* Who sits there. What can't be told now is told when the game is opened next. */
static void index_sitters(const struct gamefile *file, const char *folder, struct text *lines)
{
	struct reason why;
	struct seats seats;

	if (seats_load(folder, file->game.variant, &seats, &why) != 0)
		return;
	registry_index(file, &seats, lines);
	seats_done(&seats);
}

/* Who watches it. What can't be told now, or is damaged, isn't listed among what an address
 * watches.
 */
static void index_watchers(const struct gamefile *file, const char *folder, struct text *lines)
{
	struct audience audience;

	if (file->game.terms.watch == WATCH_NO || audience_load(folder, &audience, NULL) != 0)
		return;
	audience_index(&audience, file->header.id, lines);
	audience_done(&audience);
}

/* Open games. One that is damaged is left out until it is mended, and the moderator told; -1 when
 * one can't be read just now. */
static int index_offers(const struct site *site, struct text *lines, struct reason *reason)
{
	const char *folder = site->config->folder;
	char **ids = offer_list(folder, reason);
	struct reason why;
	int result = ids != NULL ? 0 : -1;

	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		struct offer offer;

		if (offer_load(folder, *id, &offer, &why) == 0) {
			offer_index(&offer, lines);
			offer_done(&offer);
		} else if (reason_is_passing(&why)) {
			*reason = why;
			result = -1;
		} else {
			tell_left_out(site, *id, &why, lines);
		}
		free(*id);
	}
	free(ids);
	return result;
}

/* Games that have left. A note that is damaged is left out, and the moderator told; -1 when one
 * can't be read just now. */
static int index_moved(const struct site *site, struct text *lines, struct reason *reason)
{
	const char *folder = site->config->folder;
	char **ids = elsewhere_list(folder, reason);
	struct reason why;
	int result = ids != NULL ? 0 : -1;

	for (char **id = ids; ids != NULL && *id != NULL; id++) {
		struct elsewhere elsewhere;

		if (elsewhere_load(folder, *id, &elsewhere, &why) == 0) {
			ledger_line_moved(lines, elsewhere.number, elsewhere.id);
			elsewhere_done(&elsewhere);
		} else if (reason_is_passing(&why)) {
			*reason = why;
			result = -1;
		} else {
			tell_left_out(site, *id, &why, lines);
		}
	}
	g_strfreev(ids);
	return result;
}

/* Writes the index of games anew from the games themselves: the ledger was lost or never was. One
 * that can't be read just now must not be left out for ever: the index waits. A ledger of before it
 * knew who sits where (`all` is false) is told that alone, once. */
static int index_games(struct site *site, bool all, struct reason *reason)
{
	char **ids = site_games(site->config->folder, reason);
	struct reason why, passing;
	struct batch batch;
	int result = 0;

	if (ids == NULL)
		return -1;
	batch_init(&batch);
	for (char **id = ids; *id != NULL; id++) {
		char *folder = site_game_folder(site, *id);
		struct gamefile *file = gamefile_load(folder, site->library, &why);

		if (file != NULL && all) {
			index_game(file, &batch.ledger);
			index_watchers(file, folder, &batch.ledger);
		}
		if (file != NULL) {
			index_sitters(file, folder, &batch.ledger);
		} else if (all && reason_is_passing(&why)) {
			passing = why;
			result = -1;
		} else if (all) {
			tell_left_out(site, *id, &why, &batch.ledger);
		}
		gamefile_free(file);
		free(folder);
		free(*id);
	}
	free(ids);
	if (all && result == 0)
		result = index_offers(site, &batch.ledger, &passing) == 0
				 ? index_moved(site, &batch.ledger, &passing)
				 : -1;
	ledger_line_count(&batch.ledger, LEDGER_SITTERS, step_time());
	if (result != 0)
		*reason = passing;
	else
		result = journal_commit(site->config->folder, site->ledger, &batch, reason);
	batch_done(&batch);
	return result;
}

static int complete_games(struct site *site, struct reason *reason)
{
	if (ledger_is_new(site->ledger))
		return index_games(site, true, reason);
	return ledger_count(site->ledger, LEDGER_SITTERS) == 0 ? index_games(site, false, reason)
							       : 0;
}

int index_complete(struct site *site, struct reason *reason)
{
	int result = complete_games(site, reason);

	return result == 0 ? people_complete(site, reason) : result;
}
