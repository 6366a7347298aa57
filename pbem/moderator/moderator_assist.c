/* SPDX-License-Identifier: MIT */
/* Actions that help a game along: begin, for a game that waits for words or decks; resend, for a
 * player who lost a message; and a message to all. */
#include <stdlib.h>

#include "core/game/turn.h"
#include "core/util/strbuf.h"
#include "pbem/mail/mail.h"
#include "pbem/moderator/moderator_actions.h"

enum { SAID_BYTES = 4000 };

/* Begins the game without the words or decks that haven't been sent. */
int moderator_action_begin(struct workspace *workspace, const struct moderator_request *request,
			   struct reason *reason)
{
	struct event_list events;
	int result;

	event_list_init(&events);
	if (turn_start_now(&request->game->file->game, &events, reason) == ACCEPTED)
		result = moderator_enter(workspace, request, &events,
					 "The moderator has started the game", reason);
	else
		result = reason_set_kind(reason, REASON_USAGE);
	event_list_done(&events);
	return result;
}

/* Sends a message that shows the present board and, if the seat is asked something, lets it
 * answer. */
int moderator_action_resend(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason)
{
	char *cause = moderator_cause(workspace);
	const struct mail mail = {
		.template = request->game->file->game.started ? "board" : "gather",
		.cause = cause,
		.when = workspace->now,
		.game = request->game,
		.seat = request->seat,
	};
	int result = mail_send(workspace, &mail, reason);

	free(cause);
	return result;
}

/* Returns the words after the game, separated by spaces. The caller frees them. */
static char *join_words(const struct args *args)
{
	struct strbuf said;

	strbuf_init(&said, 0);
	for (size_t i = 1; i < args->count; i++)
		strbuf_addf(&said, "%s%s", i > 1 ? " " : "", args->words[i]);
	return said.bytes;
}

/* Sends the words to all players, except those who want no more messages. */
int moderator_action_say(struct workspace *workspace, const struct moderator_request *request,
			 struct reason *reason)
{
	struct workspace_game *game = request->game;
	char *said = join_words(request->given), *cause;
	struct mail mail = {
		.template = "said", .game = game, .from = "the moderator", .said = said};
	int result =
		moderator_check_words(workspace, game, "the message", said, SAID_BYTES, reason);

	mail.cause = cause = moderator_cause(workspace);
	mail.when = workspace->now;
	for (; result == 0 && mail.seat < game->seats.count; mail.seat++)
		if (!game->seats.seats[mail.seat].left)
			result = mail_send(workspace, &mail, reason);
	free(cause);
	free(said);
	return result;
}
