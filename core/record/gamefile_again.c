/* SPDX-License-Identifier: MIT */
/* Entries that record no order, decided again: a moderator has put a seat out of the game. */
#include <string.h>

#include "core/record/gamefile_inner.h"
#include "core/turn/turn.h"

bool gamefile_forfeit_again(const struct game *game, const struct event_list *logged,
			    struct event_list *today)
{
	unsigned board = 0;

	for (size_t i = 0; i < logged->count; i++) {
		const struct event *event = &logged->events[i];

		if (event->kind == EVENT_BOARD)
			board = event->number;
		if ((event->kind == EVENT_BEATEN || event->kind == EVENT_MATED) &&
		    strcmp(event->text, "forfeited") == 0)
			return turn_forfeit(game, event->seat, board, today, NULL) == ACCEPTED;
	}
	return false;
}

const char *gamefile_missing_order(const struct game *game, const struct log_entry *entry)
{
	if (strncmp(entry->cause, "sha256:", 7) == 0 && game->started)
		return "a letter changed the game, and its order isn't here";
	if (strcmp(entry->cause, "moderator") == 0 && game->started)
		return "a moderator can put a seat out of the game, and nothing else: that isn't "
		       "what stands here";
	return NULL;
}
