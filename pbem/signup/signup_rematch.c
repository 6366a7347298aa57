/* SPDX-License-Identifier: MIT */
/* The same players once more, each a seat further on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "pbem/keys/keys.h"
#include "pbem/signup/signup_inner.h"
#include "pbem/site/files.h"

enum {
	REMATCH_DAYS = 14,
	REMATCHES = 3, /* that may be asked for after one game */
};

/* "g12", or where that is taken "g12-2". */
static int find_id(struct desk *desk, struct offer *offer, struct reason *reason)
{
	bool taken = true;

	snprintf(offer->id, sizeof offer->id, "g%u", (unsigned)offer->number);
	for (unsigned i = 2; taken && i < 100; i++) {
		if (offers_is_id_taken(desk, offer->id, &taken, reason) != 0)
			return -1;
		if (taken)
			snprintf(offer->id, sizeof offer->id, "g%u-%u", (unsigned)offer->number, i);
	}
	return taken ? reason_fail(reason, "no id is left for another game") : 0;
}

/* Where the game began, if not from the array: its first entry says so. -1 when that can't be read
 * now. */
static int find_from(const struct desk *desk, const struct desk_game *game, struct offer *offer,
		     struct reason *reason)
{
	char *path = site_game_file(desk->site, game->id, "game.txt"), *from, *second;
	struct text file;
	int result;

	text_init(&file, (size_t)1 << 30);
	result = files_read(path, &file, reason);
	from = strstr(file.bytes, "\n  from ");
	second = strstr(file.bytes, "\nentry 2 ");
	if (result == 0 && from != NULL && (second == NULL || from < second)) {
		from += strlen("\n  from ");
		snprintf(offer->from, sizeof offer->from, "%.*s", (int)strcspn(from, "\n"), from);
	}
	text_done(&file);
	free(path);
	return result;
}

/* What the game was, as an offer; -1 when there is no chance or number to be had. */
static int make(struct desk *desk, const struct desk_game *game, int64_t when, struct offer *offer,
		struct reason *reason)
{
	const struct game_header *header = &game->file->header;

	*offer = (struct offer){
		.number = offers_next_number(desk),
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
		return reason_fail(reason, "this site has had as many games as its keys can tell "
					   "apart");
	if (find_id(desk, offer, reason) != 0 || find_from(desk, game, offer, reason) != 0 ||
	    keys_secret(offer->secret, reason) != 0)
		return -1;
	for (unsigned i = 0; i < game->seats.count; i++) {
		const struct seat *seat = &game->seats.seats[i];
		struct offer_person *person = offer_add(offer, seat->name, seat->addresses[0]);

		person->seat = (int)((i + 1) % game->seats.count);
		person->when = when;
	}
	return 0;
}

/* Asked for, before anything is: why it can't be. */
static bool may_ask(struct desk *desk, const struct desk_game *game, struct reason *why)
{
	for (unsigned i = 0; i < game->seats.count; i++) {
		if (game->seats.seats[i].left) {
			reason_set(why,
				   "%s wants no more letters of this game, so nobody can be asked "
				   "for a rematch.",
				   game->seats.seats[i].name);
			return false;
		}
	}
	if (desk_raise(desk, 0, "rematches %s", game->id) < REMATCHES)
		return true;
	reason_set(why, "A rematch of this game was asked for %d times already.", REMATCHES);
	return false;
}

static int ask(struct desk *desk, const struct desk_game *game, unsigned seat,
	       const struct signup_cause *cause, struct reason *reason)
{
	struct desk_offer *asked;
	struct offer offer;
	int result;

	if (make(desk, game, cause->when, &offer, reason) != 0) {
		offer_done(&offer);
		return -1;
	}
	(void)desk_raise(desk, 1, "rematches %s", game->id);
	offer.persons[seat].taken = true;
	asked = offers_new(desk, &offer);
	result = signup_tell(desk, asked, &asked->offer.persons[seat], "", cause, reason);
	for (size_t i = 0; result == 0 && i < asked->offer.count; i++) {
		const struct signup_cause own = {NULL, cause->digest, cause->when};

		if (i != seat)
			result = signup_ask_rematch(desk, asked, &asked->offer.persons[i],
						    asked->offer.persons[seat].name, &own, reason);
	}
	return result;
}

enum verdict signup_rematch(struct desk *desk, const struct desk_game *game, unsigned seat, bool no,
			    const struct signup_cause *cause, int *result_out, struct reason *why)
{
	struct desk_offer *offer = offers_rematch(desk, game->number);
	const struct order_signup agreed = {.kind = SIGNUP_REMATCH};
	struct offer_person *person;
	const char *what;

	*result_out = 0;
	if (offer != NULL && !offer->there)
		return reason_refuse(why, "The rematch that was asked for can't be looked at now; "
					  "please write again tomorrow.");
	if (offer == NULL && no)
		return reason_refuse(why, "Nobody has asked for a rematch of this game.");
	if (offer == NULL) {
		if (!may_ask(desk, game, why))
			return REFUSED;
		*result_out = ask(desk, game, seat, cause, why);
		return ACCEPTED;
	}
	if (offers_is_over(offer, cause->when))
		return reason_refuse(why, "Not all have agreed in time to the rematch that was "
					  "asked for.");
	person = offer_person(&offer->offer, seat + 1);
	if (person == NULL)
		return reason_refuse(why, "The rematch that was asked for has no seat for you.");
	*result_out = no ? signup_leave(desk, offer, person, cause, why)
			 : signup_join(desk, offer, person, &agreed, cause, &what, why);
	return ACCEPTED;
}
