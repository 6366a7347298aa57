/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/game/takeback.h"
#include "pbem/analysis/analysis_undo.h"
#include "pbem/analysis/gametype_analysis.h"

struct trial_past {
	struct game games[ANALYSIS_UNDO_MESSAGES]; /* the game after entry n has the index n %
						      ANALYSIS_UNDO_MESSAGES */
	unsigned entries[ANALYSIS_UNDO_MESSAGES];  /* 0: empty */
};

/* Returns the game after the entry, or NULL. */
static const struct game *find_past_game(const struct trial *trial, unsigned entry)
{
	const unsigned place = entry % ANALYSIS_UNDO_MESSAGES;

	return entry > 0 && trial->past->entries[place] == entry ? &trial->past->games[place]
								 : NULL;
}

static void restore_game(struct trial *trial, const struct game *then)
{
	game_done(&trial->game);
	game_copy(&trial->game, then);
}

void analysis_undo_save(struct trial *trial)
{
	const unsigned place = trial->entry % ANALYSIS_UNDO_MESSAGES;

	if (trial->past == NULL)
		trial->past = base_zalloc(1, sizeof *trial->past);
	game_done(&trial->past->games[place]);
	game_copy(&trial->past->games[place], &trial->game);
	trial->past->entries[place] = trial->entry;
}

/* Takes back to a game [trial-undo]: the cards are as the script gave them, and nothing is drawn at
 * random. */
static void take_back_to(struct trial *trial, const struct game *then)
{
	const struct entry_head head = {.number = trial->entry + 1, .when = 0, .cause = "-"};
	const struct undone undone = {.by = head.number, .to = trial->game.undo_request.to};
	struct event_list events;

	event_list_init(&events);
	takeback_add_events(&trial->game, then, &undone, false, &events);
	restore_game(trial, then);
	for (size_t i = 0; i < events.count; i++)
		game_apply(&trial->game, &head, &events.events[i], NULL);
	event_list_done(&events);
	trial->entry = head.number;
	analysis_undo_save(trial);
}

enum verdict analysis_undo_take_back(struct trial *trial, struct reason *why)
{
	const struct game *then;
	unsigned to;

	if (!takeback_is_agreed(&trial->game, &to))
		return ACCEPTED;
	then = find_past_game(trial, to);
	if (then != NULL) {
		take_back_to(trial, then);
		return ACCEPTED;
	}
	then = find_past_game(trial, trial->entry - 1);
	if (then != NULL)
		restore_game(trial, then);
	return reason_refuse(why,
			     "that is more than %d messages ago, and so far no undo goes back "
			     "here",
			     ANALYSIS_UNDO_MESSAGES);
}

void analysis_undo_done(struct trial *trial)
{
	for (size_t i = 0; trial->past != NULL && i < ANALYSIS_UNDO_MESSAGES; i++)
		if (trial->past->entries[i] != 0)
			game_done(&trial->past->games[i]);
	free(trial->past);
}
