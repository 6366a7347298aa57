/* SPDX-License-Identifier: MIT */
/* Actions that take a game back. */
#include <stdlib.h>

#include "core/util/strbuf.h"
#include "pbem/mail/announcement.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/moderator/moderator_actions.h"

enum { ENTRY_MAX = 1000000000 };

/* Takes the game back, in an entry with the moderator's reason, and announces it to all. */
static int undo_to_entry(struct workspace *workspace, const struct moderator_request *request,
			 unsigned entry, const char *told, struct reason *reason)
{
	struct event_list first;
	int result;

	event_list_init(&first);
	event_add(&first, event_about(EVENT_MODERATOR, NO_SIDE, 0, request->why));
	result = workspace_undo(workspace, request->game, entry, workspace->now, "moderator",
				&first, reason);
	event_list_done(&first);
	if (result == 0)
		announcement_undone(workspace, request->game, told, request->why);
	return result;
}

int moderator_action_undo(struct workspace *workspace, const struct moderator_request *request,
			  struct reason *reason)
{
	const char *word = request->given->words[1];
	long entry = strbuf_number(word, ENTRY_MAX);

	if (entry >= 1)
		return undo_to_entry(workspace, request, (unsigned)entry,
				     "The moderator has taken the game back", reason);
	return reason_fail_as(
		reason, REASON_USAGE,
		"entry '%s': expected the number of the last entry to keep, at least 1", word);
}

/* Takes back the last turn that came in, whether or not cards have answered it. */
int moderator_action_reject(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason)
{
	const struct game *game = &request->game->file->game;
	unsigned seat = 0;
	char *told;
	int result;

	for (unsigned i = 1; i < variant_seats(game->variant); i++)
		if (game->sent[i] > game->sent[seat])
			seat = i;
	if (game->sent[seat] == 0)
		return reason_fail_as(reason, REASON_USAGE, "no turn has been made in %s yet",
				      request->game->id);
	told = announcement_words("The moderator has rejected the last turn of %s (%s)",
				  request->game->file->header.names[seat],
				  variant_seat_title(game->variant, seat), NULL);
	result = undo_to_entry(workspace, request, game->sent[seat] - 1, told, reason);
	free(told);
	return result;
}
