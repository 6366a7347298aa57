/* SPDX-License-Identifier: MIT */
/* Rematches: the same players, each one seat further. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/timestamp.h"
#include "pbem/auth/keyring.h"
#include "pbem/signup/signup_internal.h"
#include "pbem/sys/files.h"

enum {
	REMATCH_DAYS = 14,
	REMATCHES = 3, /* requests that are allowed after one game */
};

/* Finds the id: "g12", or "g12-2" if that is taken. */
static int find_id(struct workspace *workspace, struct open_game *offer, struct reason *reason)
{
	bool taken = true;

	snprintf(offer->id, sizeof offer->id, "g%u", (unsigned)offer->number);
	for (unsigned i = 2; taken && i < 100; i++) {
		if (open_games_is_id_taken(workspace, offer->id, &taken, reason) != 0)
			return -1;
		if (taken)
			snprintf(offer->id, sizeof offer->id, "g%u-%u", (unsigned)offer->number, i);
	}
	return taken ? reason_fail(reason, "there is no free name for another game") : 0;
}

/* Finds the starting position in the game's first entry, if it isn't the usual one. Returns -1 if
 * the file can't be read now. */
static int find_from(const struct workspace *workspace, const struct workspace_game *game,
		     struct open_game *offer, struct reason *reason)
{
	char *path = site_game_file(workspace->site, game->id, "game.txt"), *from, *second;
	struct strbuf file;
	int result;

	strbuf_init(&file, (size_t)1 << 30);
	result = files_read(path, &file, reason);
	from = strstr(file.bytes, "\n  from ");
	second = strstr(file.bytes, "\nentry 2 ");
	if (result == 0 && from != NULL && (second == NULL || from < second)) {
		from += strlen("\n  from ");
		snprintf(offer->from, sizeof offer->from, "%.*s", (int)strcspn(from, "\n"), from);
	}
	strbuf_done(&file);
	free(path);
	return result;
}

/* Makes an open game with the properties of the finished one. Returns -1 when no random number or
 * no game number is available. */
static int make_rematch(struct workspace *workspace, const struct workspace_game *game,
			int64_t when, struct open_game *offer, struct reason *reason)
{
	const struct game_header *header = &game->file->header;

	*offer = (struct open_game){
		.number = open_games_next_number(workspace),
		.created = when,
		.closes = when + REMATCH_DAYS * SECONDS_A_DAY,
		.seats = game->seats.count,
		.rematch_number = game->number,
		.option_count = header->option_count,
	};
	snprintf(offer->variant, sizeof offer->variant, "%s", header->variant);
	snprintf(offer->rematch, sizeof offer->rematch, "%s", game->id);
	memcpy(offer->options, header->options, sizeof offer->options);
	if (offer->number == 0)
		return reason_fail(reason, "this site has reached its limit of games");
	if (find_id(workspace, offer, reason) != 0 ||
	    find_from(workspace, game, offer, reason) != 0 ||
	    keyring_secret(offer->secret, reason) != 0)
		return -1;
	for (unsigned i = 0; i < game->seats.count; i++) {
		const struct seat *seat = &game->seats.seats[i];
		struct open_game_person *person =
			open_game_add(offer, seat->name, seat->addresses[0]);

		person->seat = (int)((i + 1) % game->seats.count);
		person->when = when;
	}
	return 0;
}

/* Checks whether a rematch may be requested, before any message is made. Sets `why` if it may
 * not. */
static bool may_request(struct workspace *workspace, const struct workspace_game *game,
			struct reason *why)
{
	for (unsigned i = 0; i < game->seats.count; i++) {
		if (game->seats.seats[i].left) {
			reason_set(why,
				   "%s has stopped the letters of this game, so we can't ask for a "
				   "rematch.",
				   game->seats.seats[i].name);
			return false;
		}
	}
	if (workspace_raise(workspace, 0, "rematches %s", game->id) < REMATCHES)
		return true;
	reason_set(why, "A rematch of this game was asked for %d times already.", REMATCHES);
	return false;
}

static int request_rematch(struct workspace *workspace, const struct workspace_game *game,
			   unsigned seat, const struct signup_cause *cause, struct reason *reason)
{
	struct workspace_offer *asked;
	struct open_game offer;
	int result;

	if (make_rematch(workspace, game, cause->when, &offer, reason) != 0) {
		open_game_done(&offer);
		return -1;
	}
	(void)workspace_raise(workspace, 1, "rematches %s", game->id);
	offer.persons[seat].taken = true;
	asked = open_games_new(workspace, &offer);
	result = signup_notify(workspace, asked, &asked->offer.persons[seat], "", cause, reason);
	for (size_t i = 0; result == 0 && i < asked->offer.count; i++) {
		const struct signup_cause own = {NULL, cause->digest, cause->when};

		if (i != seat)
			result = signup_invite_rematch(workspace, asked, &asked->offer.persons[i],
						       asked->offer.persons[seat].name, &own,
						       reason);
	}
	return result;
}

enum verdict signup_rematch(struct workspace *workspace, const struct workspace_game *game,
			    unsigned seat, bool no, const struct signup_cause *cause,
			    int *result_out, struct reason *why)
{
	struct workspace_offer *offer = open_games_rematch(workspace, game->number);
	const struct order_signup agreed = {.kind = SIGNUP_REMATCH};
	struct open_game_person *person;
	const char *what;

	*result_out = 0;
	if (offer != NULL && !offer->there)
		return reason_refuse(why, "We can't look up that rematch now; please write again "
					  "tomorrow.");
	if (offer == NULL && no)
		return reason_refuse(why, "Nobody has asked for a rematch of this game.");
	if (offer == NULL) {
		if (!may_request(workspace, game, why))
			return REFUSED;
		*result_out = request_rematch(workspace, game, seat, cause, why);
		return ACCEPTED;
	}
	if (open_games_is_over(offer, cause->when))
		return reason_refuse(why, "Not everyone agreed to the rematch in time.");
	person = open_game_person(&offer->offer, seat + 1);
	if (person == NULL)
		return reason_refuse(why, "You have no seat in that rematch.");
	*result_out = no ? signup_leave(workspace, offer, person, cause, why)
			 : signup_join(workspace, offer, person, &agreed, cause, &what, why);
	return ACCEPTED;
}
