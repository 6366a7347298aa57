/* SPDX-License-Identifier: MIT */
/*
 * Acts that give a seat new keys: to another player, to the same one, at another address. All keys
 * of before are void from then on (standing.h), and letters that still wait for the seat aren't
 * sent.
 */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "pbem/mailing/remark_words.h"
#include "core/base/text.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/mailing/press.h"
#include "pbem/moderate/acts.h"

static int asked_wrongly(struct reason *reason)
{
	return reason_is(reason, REASON_ASKED);
}

/* Nothing is asked of a seat that is out, and nothing written about a game that is over. */
static int check_seat(const struct act_request *request, struct reason *reason)
{
	const struct game *game = &request->game->file->game;

	if (game->outcome.status != STATUS_PLAYING)
		return reason_fail_as(reason, REASON_ASKED,
				      "the game is over, and no key of it is good for anything");
	if (game->started && !game_in_play(game, request->seat))
		return reason_fail_as(reason, REASON_ASKED, "%s is out of the game",
				      phrase(variant_seat_title(game->variant, request->seat)));
	return 0;
}

/* The seat as it is from now on, the fact of it, and the letter that its player gets. */
static int change(struct desk *desk, const struct act_request *request, const struct seat *next,
		  const char *what, const char *told, const char *letter, struct reason *reason)
{
	struct desk_game *game = request->game;
	struct seat *seat = &game->seats.seats[request->seat];
	const uint8_t generation = seat->generation;
	struct event_list events;
	int result;

	*seat = *next;
	seat->generation = (uint8_t)(generation + 1);
	if (seats_address_within(&game->seats, request->why) ||
	    seats_address_within(&game->seats, seat->name)) {
		return reason_fail_as(
			reason, REASON_ASKED,
			"all players read the name and the reason, and an address stands "
			"in one of them; leave it out");
	}
	game->habits = true;
	mailing_take_all_back(desk, game, request->seat);
	event_list_init(&events);
	event_add(&events, event_about(EVENT_SEAT_CHANGED, (uint8_t)request->seat, 0, what));
	result = moderate_enter(desk, request, &events, told, reason);
	event_list_done(&events);
	if (result == 0)
		result = mailing_about(desk, game, request->seat,
				       game->file->game.started ? letter : "gather", "turn",
				       game->file->head, reason);
	return result;
}

static int read_person(const char *person, struct seat *next, struct reason *reason)
{
	if (seats_read_person(person, next, reason) != 0) {
		reason_prefix(reason, "can't make sense of '%s': ", person);
		return asked_wrongly(reason);
	}
	return 0;
}

int acts_replace(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	struct desk_game *game = request->game;
	const struct variant *variant = game->file->game.variant;
	const struct seat before = game->seats.seats[request->seat];
	struct seat next;
	char *what, *told;
	int result;

	if (check_seat(request, reason) != 0 ||
	    read_person(request->given->words[2], &next, reason) != 0)
		return -1;
	what = base_printf("player %s", next.name);
	told = remark_words("%s plays %s from now on, in place of %s", next.name,
			    variant_seat_title(variant, request->seat), before.name);
	press_forget(desk, game, request->seat);
	result = change(desk, request, &next, what, told, "taken-over", reason);
	if (result == 0 && !before.left && !seats_has_address(&next, before.addresses[0]))
		result = mailing_farewell(desk, game, request->seat, &before, request->why, reason);
	free(told);
	free(what);
	return result;
}

int acts_token(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const struct desk_game *game = request->game;
	const struct seat same = game->seats.seats[request->seat];
	char *told;
	int result;

	if (check_seat(request, reason) != 0)
		return -1;
	told = remark_words("The moderator has given %s new keys",
			    variant_seat_title(game->file->game.variant, request->seat), NULL,
			    NULL);
	result = change(desk, request, &same, "keys", told, "new-keys", reason);
	free(told);
	return result;
}

int acts_address(struct desk *desk, const struct act_request *request, struct reason *reason)
{
	const struct desk_game *game = request->game;
	struct seat next = game->seats.seats[request->seat], read;
	const char *address = request->given->words[2];
	char *told;
	int result;

	if (check_seat(request, reason) != 0 || read_person(address, &read, reason) != 0)
		return -1;
	if (strchr(address, '<') != NULL || strchr(address, ' ') != NULL)
		return reason_fail_as(reason, REASON_ASKED,
				      "expected an address alone; who plays the seat is changed by "
				      "'pbem replace'");
	if (next.address_count == 1 && text_same(next.addresses[0], read.addresses[0]))
		return reason_fail_as(reason, REASON_ASKED,
				      "that is the address of %s already; new keys are given by "
				      "'pbem token'",
				      request->given->words[1]);
	memcpy(next.addresses, read.addresses, sizeof next.addresses);
	next.address_count = read.address_count;
	told = remark_words("%s gets the letters of this game at another address from now on",
			    next.name, NULL, NULL);
	result = change(desk, request, &next, "address", told, "new-keys", reason);
	free(told);
	return result;
}
