/* SPDX-License-Identifier: MIT */
/* Actions that end a game, or put a seat out of it. */
#include <stdlib.h>
#include <string.h>

#include "core/game/turn.h"
#include "core/rules/rules.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/moderator/moderator_actions.h"

static int mark_as_user_error(struct reason *reason)
{
	return reason_set_kind(reason, REASON_USAGE);
}

static int end_game(struct workspace *workspace, const struct moderator_request *request,
		    const struct outcome *outcome, const char *told, struct reason *reason)
{
	struct event_list events;
	int result;

	event_list_init(&events);
	if (turn_adjudicate(&request->game->file->game, outcome, &events, reason) == ACCEPTED)
		result = moderator_enter(workspace, request, &events, told, reason);
	else
		result = mark_as_user_error(reason);
	event_list_done(&events);
	return result;
}

/* Reads the seats named after "win". Each wins with its whole team. */
static int read_winners(const struct moderator_request *request, uint16_t *winners_out,
			struct reason *reason)
{
	const struct args *args = request->given;
	const struct variant *variant = request->game->file->game.variant;
	const uint16_t all = (uint16_t)((1u << variant_seats(variant)) - 1);
	uint16_t winners = 0;

	for (size_t i = 2; i < args->count; i++) {
		int seat = variant_seat_wanted(variant, args->words[0], args->words[i], reason);

		if (seat < 0)
			return reason_set_kind(reason, REASON_USAGE);
		winners |= (uint16_t)((1u << seat) | variant_team(variant, (unsigned)seat));
	}
	if (winners == 0 || winners == all)
		return reason_fail_as(
			reason, REASON_USAGE, "%s",
			winners == 0 ? translate("the winner is missing; write: rule GAME win SEAT")
				     : translate("not all players can win; for a draw, write: rule "
						 "GAME draw"));
	*winners_out = winners;
	return 0;
}

int moderator_action_rule(struct workspace *workspace, const struct moderator_request *request,
			  struct reason *reason)
{
	const struct args *args = request->given;
	struct outcome outcome = {.status = STATUS_WON, .how = "adjudicated"};

	if (strcmp(args->words[1], "win") == 0) {
		if (read_winners(request, &outcome.winners, reason) != 0)
			return -1;
	} else if (args->count > 2) {
		return reason_fail_as(reason, REASON_USAGE,
				      "'%s' is one word too many; a %s needs no seat",
				      args->words[2], args->words[1]);
	} else if (strcmp(args->words[1], "draw") == 0) {
		outcome.status = STATUS_DRAWN;
	} else {
		outcome = (struct outcome){.status = STATUS_VOID, .how = "void"};
	}
	return end_game(workspace, request, &outcome, "The moderator has decided how the game ends",
			reason);
}

int moderator_action_cancel(struct workspace *workspace, const struct moderator_request *request,
			    struct reason *reason)
{
	const struct outcome outcome = {.status = STATUS_VOID, .how = "cancelled"};

	return end_game(workspace, request, &outcome, "The moderator has called the game off",
			reason);
}

/* Puts a seat out of the game. After the seat, the words may name the board of a ring on which it
 * loses. */
int moderator_action_forfeit(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason)
{
	const struct args *args = request->given;
	const struct game *game = &request->game->file->game;
	long board = args->count > 2 ? strbuf_number(args->words[2], MAX_SEATS) : 0;
	struct event_list events;
	char *told;
	int result;

	if (args->count > 2 && board < 1)
		return reason_fail_as(reason, REASON_USAGE,
				      "board '%s': expected a number from 1 to %d", args->words[2],
				      MAX_SEATS);
	told = announcement_words("The moderator has put %s (%s) out of the game",
				  request->game->file->header.names[request->seat],
				  variant_seat_title(game->variant, request->seat), NULL);
	event_list_init(&events);
	if (turn_forfeit(game, request->seat, (unsigned)board, &events, reason) == ACCEPTED)
		result = moderator_enter(workspace, request, &events, told, reason);
	else
		result = mark_as_user_error(reason);
	event_list_done(&events);
	free(told);
	return result;
}
