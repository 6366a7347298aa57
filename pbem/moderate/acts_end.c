/* SPDX-License-Identifier: MIT */
/* Acts that end a game, or put a seat out of it. */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "pbem/mailing/remark_words.h"
#include "core/base/text.h"
#include "core/rules/rules.h"
#include "core/turn/turn.h"
#include "pbem/moderate/acts.h"

static int asked_wrongly(struct reason *reason)
{
	return reason_is(reason, REASON_ASKED);
}

static int end_game(struct desk *desk, const struct act_request *request,
		    const struct outcome *outcome, const char *told, struct reason *reason)
{
	struct event_list events;
	int result;

	event_list_init(&events);
	if (turn_adjudicate(&request->game->file->game, outcome, &events, reason) == ACCEPTED)
		result = moderate_enter(desk, request, &events, told, reason);
	else
		result = asked_wrongly(reason);
	event_list_done(&events);
	return result;
}

/* The seats named behind "win", and with each all of its team. */
static int read_winners(const struct act_request *request, uint16_t *winners_out,
			struct reason *reason)
{
	const struct given *given = request->given;
	const struct variant *variant = request->game->file->game.variant;
	const uint16_t all = (uint16_t)((1u << variant_seats(variant)) - 1);
	uint16_t winners = 0;

	for (size_t i = 2; i < given->count; i++) {
		int seat = variant_seat_wanted(variant, given->words[0], given->words[i], reason);

		if (seat < 0)
			return reason_is(reason, REASON_ASKED);
		winners |= (uint16_t)((1u << seat) | variant_team(variant, (unsigned)seat));
	}
	if (winners == 0 || winners == all)
		return reason_fail_as(
			reason, REASON_ASKED, "%s",
			winners == 0 ? phrase("say who wins: rule GAME win SEAT")
				     : phrase("not all can win; a draw is: rule GAME draw"));
	*winners_out = winners;
	return 0;
}

int acts_rule(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const struct given *given = request->given;
	struct outcome outcome = {.status = STATUS_WON, .how = "adjudicated"};

	if (strcmp(given->words[1], "win") == 0) {
		if (read_winners(request, &outcome.winners, reason) != 0)
			return -1;
	} else if (given->count > 2) {
		return reason_fail_as(reason, REASON_ASKED,
				      "'%s' is one word too many: a %s names no seat",
				      given->words[2], given->words[1]);
	} else if (strcmp(given->words[1], "draw") == 0) {
		outcome.status = STATUS_DRAWN;
	} else {
		outcome = (struct outcome){.status = STATUS_VOID, .how = "void"};
	}
	return end_game(desk, request, &outcome, "The moderator has decided how the game ends",
			reason);
}

int acts_cancel(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const struct outcome outcome = {.status = STATUS_VOID, .how = "cancelled"};

	return end_game(desk, request, &outcome, "The moderator has called the game off", reason);
}

/* Behind the seat may stand the board of a ring on which it loses. */
int acts_forfeit(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const struct given *given = request->given;
	const struct game *game = &request->game->file->game;
	long board = given->count > 2 ? text_number(given->words[2], MAX_SEATS) : 0;
	struct event_list events;
	char *told;
	int result;

	if (given->count > 2 && board < 1)
		return reason_fail_as(reason, REASON_ASKED,
				      "board '%s': expected a number from 1 to %d", given->words[2],
				      MAX_SEATS);
	told = remark_words("The moderator has put %s out of the game",
			    variant_seat_title(game->variant, request->seat), NULL, NULL);
	event_list_init(&events);
	if (turn_forfeit(game, request->seat, (unsigned)board, &events, reason) == ACCEPTED)
		result = moderate_enter(desk, request, &events, told, reason);
	else
		result = asked_wrongly(reason);
	event_list_done(&events);
	free(told);
	return result;
}
