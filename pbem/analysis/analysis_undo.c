/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/turn/undo.h"
#include "pbem/analyse/kind.h"
#include "pbem/analyse/past.h"

struct trial_past {
	struct game games[PAST_MESSAGES]; /* that of entry n stands at n % PAST_MESSAGES */
	unsigned entries[PAST_MESSAGES];  /* 0: none is there */
};

/* The game as it stood after the entry, or NULL. */
static const struct game *find(const struct trial *trial, unsigned entry)
{
	const unsigned place = entry % PAST_MESSAGES;

	return entry > 0 && trial->past->entries[place] == entry ? &trial->past->games[place]
								 : NULL;
}

static void go_back(struct trial *trial, const struct game *then)
{
	game_done(&trial->game);
	game_copy(&trial->game, then);
}

void past_keep(struct trial *trial)
{
	const unsigned place = trial->entry % PAST_MESSAGES;

	if (trial->past == NULL)
		trial->past = base_zalloc(1, sizeof *trial->past);
	game_done(&trial->past->games[place]);
	game_copy(&trial->past->games[place], &trial->game);
	trial->past->entries[place] = trial->entry;
}

/* [trial-undo]: the cards lie as the script gave them, and nothing is drawn by lot. */
static void undo(struct trial *trial, const struct game *then)
{
	const struct entry_head head = {.number = trial->entry + 1, .when = 0, .cause = "-"};
	const struct undone undone = {.by = head.number, .to = trial->game.undo_request.to};
	struct event_list events;

	event_list_init(&events);
	undo_add_facts(&trial->game, then, &undone, false, &events);
	go_back(trial, then);
	for (size_t i = 0; i < events.count; i++)
		game_apply(&trial->game, &head, &events.events[i], NULL);
	event_list_done(&events);
	trial->entry = head.number;
	past_keep(trial);
}

enum verdict past_take_back(struct trial *trial, struct reason *why)
{
	const struct game *then;
	unsigned to;

	if (!undo_is_agreed(&trial->game, &to))
		return ACCEPTED;
	then = find(trial, to);
	if (then != NULL) {
		undo(trial, then);
		return ACCEPTED;
	}
	then = find(trial, trial->entry - 1);
	if (then != NULL)
		go_back(trial, then);
	return reason_refuse(why,
			     "that is more than %d messages ago, and so far no undo goes back "
			     "here",
			     PAST_MESSAGES);
}

void past_done(struct trial *trial)
{
	for (size_t i = 0; trial->past != NULL && i < PAST_MESSAGES; i++)
		if (trial->past->entries[i] != 0)
			game_done(&trial->past->games[i]);
	free(trial->past);
}
