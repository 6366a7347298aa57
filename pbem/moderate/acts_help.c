/* SPDX-License-Identifier: MIT */
/* Acts that help a game along: begin, for one that waits for words or decks, resend, for a player
 * who lost a letter, and a word to all. */
#include <stdlib.h>

#include "core/base/text.h"
#include "core/turn/turn.h"
#include "pbem/mailing/mailing.h"
#include "pbem/moderate/acts.h"

enum { SAID_BYTES = 4000 };

/* The game begins without what hasn't been sent. */
int acts_begin(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	struct event_list events;
	int result;

	event_list_init(&events);
	if (turn_start_now(&request->game->file->game, &events, reason) == ACCEPTED)
		result = moderate_enter(desk, request, &events,
					"The moderator has let the game begin", reason);
	else
		result = reason_is(reason, REASON_ASKED);
	event_list_done(&events);
	return result;
}

/* A letter that shows the present board and, if the seat is asked something, lets it answer. */
int acts_resend(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	char *cause = moderate_cause(desk);
	const struct mail mail = {
		.template = request->game->file->game.started ? "board" : "gather",
		.cause = cause,
		.when = desk->now,
		.game = request->game,
		.seat = request->seat,
	};
	int result = mailing_send(desk, &mail, reason);

	free(cause);
	return result;
}

/* The words behind the game, a blank between them; the caller frees it. */
static char *join_words(const struct given *given)
{
	struct text said;

	text_init(&said, 0);
	for (size_t i = 1; i < given->count; i++)
		text_addf(&said, "%s%s", i > 1 ? " " : "", given->words[i]);
	return said.bytes;
}

/* Who wants no more letters hears nothing. */
int acts_say(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	struct desk_game *game = request->game;
	char *said = join_words(request->given), *cause;
	struct mail mail = {
		.template = "said", .game = game, .from = "the moderator", .said = said};
	int result = moderate_check_words(desk, game, "what you say", said, SAID_BYTES, reason);

	mail.cause = cause = moderate_cause(desk);
	mail.when = desk->now;
	for (; result == 0 && mail.seat < game->seats.count; mail.seat++)
		if (!game->seats.seats[mail.seat].left)
			result = mailing_send(desk, &mail, reason);
	free(cause);
	free(said);
	return result;
}
