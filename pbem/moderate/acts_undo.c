/* SPDX-License-Identifier: MIT */
/* Acts that take a game back. */
#include <stdlib.h>

#include "core/base/text.h"
#include "pbem/mailing/remark.h"
#include "pbem/mailing/remark_words.h"
#include "pbem/moderate/acts.h"

enum { ENTRY_MAX = 1000000000 };

/* The entry, with the moderator's reason in it, and what all are told. */
static int take_back(struct desk *desk, const struct act_request *request, unsigned entry,
		     const char *told, struct reason *reason)
{
	struct event_list first;
	int result;

	event_list_init(&first);
	event_add(&first, event_about(EVENT_MODERATOR, NO_SIDE, 0, request->why));
	result = desk_undo(desk, request->game, entry, desk->now, "moderator", &first, reason);
	event_list_done(&first);
	if (result == 0)
		remark_undone(desk, request->game, told, request->why);
	return result;
}

int acts_undo(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const char *word = request->given->words[1];
	long entry = text_number(word, ENTRY_MAX);

	if (entry >= 1)
		return take_back(desk, request, (unsigned)entry,
				 "The moderator has taken the game back", reason);
	return reason_fail_as(
		reason, REASON_ASKED,
		"entry '%s': expected the number of the last entry that stays, from 1", word);
}

/* The last turn that came in, be it answered by cards or not. */
int acts_reject(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const struct game *game = &request->game->file->game;
	unsigned seat = 0;
	char *told;
	int result;

	for (unsigned i = 1; i < variant_seats(game->variant); i++)
		if (game->sent[i] > game->sent[seat])
			seat = i;
	if (game->sent[seat] == 0)
		return reason_fail_as(reason, REASON_ASKED, "no turn has been made in %s yet",
				      request->game->id);
	told = remark_words("The moderator has rejected the last turn of %s",
			    variant_seat_title(game->variant, seat), NULL, NULL);
	result = take_back(desk, request, game->sent[seat] - 1, told, reason);
	free(told);
	return result;
}
