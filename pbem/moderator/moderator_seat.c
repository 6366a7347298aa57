/* SPDX-License-Identifier: MIT */
/*
 * Actions that give a seat new keys: to another player, to the same one, at another address. All
 * earlier keys are void from then on (token_status.h). Messages that still wait for the seat aren't
 * sent, except answers and what others said.
 */
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/mail/mail.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/mail/pending_notes.h"
#include "pbem/moderator/moderator_actions.h"

static int mark_as_user_error(struct reason *reason)
{
	return reason_set_kind(reason, REASON_USAGE);
}

/* Refuses a seat that is out, which is asked nothing, and a game that is over, about which nothing
 * more is written. */
static int check_seat(const struct moderator_request *request, struct reason *reason)
{
	const struct game *game = &request->game->file->game;

	if (game->outcome.status != STATUS_PLAYING)
		return reason_fail_as(reason, REASON_USAGE,
				      "the game is over, so its keys have no effect");
	if (game->started && !game_in_play(game, request->seat))
		return reason_fail_as(reason, REASON_USAGE, "%s is out of the game",
				      translate(variant_seat_title(game->variant, request->seat)));
	return 0;
}

/* Refuses an address of a player, the new one included, in the texts that all players read. */
static int check_texts(const struct moderator_request *request, const struct seat *next,
		       struct reason *reason)
{
	struct seats seats;
	bool within;

	seats_copy(&seats, &request->game->seats);
	seats.seats[request->seat] = *next;
	within = seats_address_within(&seats, request->why) ||
		 seats_address_within(&seats, next->name);
	seats_done(&seats);
	return !within ? 0
		       : reason_fail_as(reason, REASON_USAGE,
					"the name or the reason contains an address, and all "
					"players can read both; remove the address");
}

/* Enters the seat's new state with its event, and writes the message for its player. */
static int change_seat(struct workspace *workspace, const struct moderator_request *request,
		       const struct seat *next, const char *what, const char *told,
		       const char *letter, struct reason *reason)
{
	struct workspace_game *game = request->game;
	struct seat *seat = &game->seats.seats[request->seat];
	const uint8_t generation = seat->generation;
	struct event_list events;
	int result;

	*seat = *next;
	seat->generation = (uint8_t)(generation + 1);
	game->seats_changed = true;
	mail_withdraw_all(workspace, game, request->seat);
	event_list_init(&events);
	event_add(&events, event_about(EVENT_SEAT_CHANGED, (uint8_t)request->seat, 0, what));
	result = moderator_enter(workspace, request, &events, told, reason);
	event_list_done(&events);
	if (result == 0)
		result = mail_about(workspace, game, request->seat,
				    game->file->game.started ? letter : "gather", "turn",
				    game->file->head, reason);
	return result;
}

static int read_person(const char *person, struct seat *next, struct reason *reason)
{
	if (seats_read_person(person, next, reason) != 0) {
		reason_prefix(reason, "can't read '%s': ", person);
		return mark_as_user_error(reason);
	}
	return 0;
}

int moderator_action_replace(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason)
{
	struct workspace_game *game = request->game;
	const struct variant *variant = game->file->game.variant;
	const struct seat before = game->seats.seats[request->seat];
	struct seat next;
	char *what, *told;
	int result;

	if (check_seat(request, reason) != 0 ||
	    read_person(request->given->words[2], &next, reason) != 0 ||
	    check_texts(request, &next, reason) != 0)
		return -1;
	what = base_printf("player %s", next.name);
	told = announcement_words("%s plays %s from now on instead of %s", next.name,
				  variant_seat_title(variant, request->seat), before.name);
	pending_notes_forget(workspace, game, request->seat);
	result = change_seat(workspace, request, &next, what, told, "taken-over", reason);
	if (result == 0 && !before.left && !seats_has_address(&next, before.addresses[0]))
		result = mail_farewell(workspace, game, request->seat, &before, request->why,
				       reason);
	free(told);
	free(what);
	return result;
}

int moderator_action_token(struct workspace *workspace, const struct moderator_request *request,
			   struct reason *reason)
{
	const struct workspace_game *game = request->game;
	const struct seat same = game->seats.seats[request->seat];
	char *told;
	int result;

	if (check_seat(request, reason) != 0 || check_texts(request, &same, reason) != 0)
		return -1;
	told = announcement_words("The moderator has given %s (%s) new reply keys",
				  game->file->header.names[request->seat],
				  variant_seat_title(game->file->game.variant, request->seat),
				  NULL);
	result = change_seat(workspace, request, &same, "keys", told, "new-keys", reason);
	free(told);
	return result;
}

int moderator_action_address(struct workspace *workspace, const struct moderator_request *request,
			     struct reason *reason)
{
	const struct workspace_game *game = request->game;
	struct seat next = game->seats.seats[request->seat], read;
	const char *address = request->given->words[2];
	char *told;
	int result;

	if (check_seat(request, reason) != 0 || read_person(address, &read, reason) != 0)
		return -1;
	if (strchr(address, '<') != NULL || strchr(address, ' ') != NULL)
		return reason_fail_as(reason, REASON_USAGE,
				      "expected only an address; to change the player of the seat, "
				      "use 'pbem replace'");
	if (next.address_count == 1 && strbuf_same(next.addresses[0], read.addresses[0]))
		return reason_fail_as(reason, REASON_USAGE,
				      "%s already has this address; for new keys, use 'pbem token'",
				      request->given->words[1]);
	memcpy(next.addresses, read.addresses, sizeof next.addresses);
	next.address_count = read.address_count;
	if (check_texts(request, &next, reason) != 0)
		return -1;
	told = announcement_words("%s now gets the letters of this game at another address",
				  next.name, NULL, NULL);
	result = change_seat(workspace, request, &next, "address", told, "new-keys", reason);
	free(told);
	return result;
}
