/* SPDX-License-Identifier: MIT */
/* GAMES: all games that the player's address has a seat in, in one letter. */
#include <stdlib.h>

#include <glib.h>

#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "core/turn/clock.h"
#include "pbem/desk/people.h"
#include "pbem/desk/registry.h"
#include "pbem/gallery/gallery.h"
#include "pbem/mailing/mailing_moment.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/request/requests_inner.h"
#include "pbem/signup/offers.h"

enum {
	GAMES_OPENED = 12, /* of which more is told than the ledger knows */
	GAMES_LISTED = 60,
	OFFERS_LISTED = 20,
};

/* What is told so far. */
struct listing {
	struct matter *matter;
	struct person person;
	struct text waiting, others;
	unsigned opened, listed, more;
};

/* The seats a game asks, and until when the first of them may answer, 0: for ever. */
static uint16_t asked_seats(const struct game *game, int64_t *until_out)
{
	uint16_t asked = 0;

	*until_out = 0;
	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++) {
		int64_t until = clock_deadline(game, seat);

		if (game->questions[seat].entry == 0)
			continue;
		asked |= (uint16_t)(1u << seat);
		if (until != 0 && (*until_out == 0 || until < *until_out))
			*until_out = until;
	}
	return asked;
}

/* "g12  chess with Bob: waits for you since 21 Nov 2026, until 23 Nov 2026, 10:12 UTC". */
static void add_game(struct listing *listing, const struct desk_game *game,
		     const struct sitter *sitter)
{
	const struct game *now = &game->file->game;
	bool asks_me = now->questions[sitter->seat].entry != 0;
	struct text *out = asks_me ? &listing->waiting : &listing->others;
	uint16_t all = (uint16_t)((1u << variant_seats(now->variant)) - 1), asked;
	int64_t until;

	asked = asked_seats(now, &until);
	text_addf(out, phrase("%s  %s with "), game->id, variant_name(now->variant));
	if (variant_seats(now->variant) > 5)
		text_addf(out, phrase("%u others"), variant_seats(now->variant) - 1);
	else
		mailing_names(game, all & (uint16_t) ~(1u << sitter->seat), out);
	if (asks_me) {
		text_add(out, phrase(": waits for you since "));
		mailing_day(listing->person.zone, now->questions[sitter->seat].when, out);
		until = clock_deadline(now, sitter->seat);
	} else {
		text_add(out, phrase(": waits for "));
		mailing_names(game, asked, out);
	}
	if (until != 0) {
		text_add(out, phrase(", until "));
		mailing_moment(listing->person.zone, until, out);
	}
	text_add_char(out, '\n');
}

/* What the ledger knows alone. */
static void add_known(struct listing *listing, const char *id, const struct sitter *sitter)
{
	struct text *out = sitter->since > 0 ? &listing->waiting : &listing->others;

	if (sitter->since == 0) {
		text_addf(out, phrase("%s  waits for others\n"), id);
		return;
	}
	text_addf(out, phrase("%s  waits for you since "), id);
	mailing_day(listing->person.zone, sitter->since, out);
	text_add_char(out, '\n');
}

static void add_sitter(struct listing *listing, const struct sitter *sitter)
{
	struct desk *desk = listing->matter->desk;
	const char *address =
		listing->matter->game->seats.seats[listing->matter->seat].addresses[0];
	const struct desk_game *game = NULL;
	char id[GAME_ID_MAX + 1];

	if (listing->listed >= GAMES_LISTED) {
		listing->more++;
		return;
	}
	if (!ledger_game(desk->site->ledger, sitter->game, id))
		return;
	if (registry_is_open(desk, sitter->game) || listing->opened++ < GAMES_OPENED)
		game = desk_game(desk, sitter->game);
	if (game == NULL || game->file == NULL) {
		add_known(listing, id, sitter);
	} else if (!seats_has_address(&game->seats.seats[sitter->seat], address) ||
		   game->file->game.outcome.status != STATUS_PLAYING) {
		return; /* the ledger didn't know that */
	} else {
		add_game(listing, game, sitter);
	}
	listing->listed++;
}

int requests_games(struct matter *matter, const struct order *order, struct reason *reason)
{
	const struct seat *seat = &matter->game->seats.seats[matter->seat];
	struct listing listing = {.matter = matter};
	GArray *sitters = registry_find(matter->desk, seat->addresses[0]);
	struct mail mail = {.template = "games"};
	struct text offers, watched;
	int result;

	(void)order;
	people_of(matter->desk, seat, &listing.person);
	text_init(&listing.waiting, 0);
	text_init(&listing.others, 0);
	for (guint i = 0; i < sitters->len; i++) {
		const struct sitter *sitter = &g_array_index(sitters, struct sitter, i);

		if (sitter->since != SITTER_DONE)
			add_sitter(&listing, sitter);
	}
	if (listing.more > 0)
		text_addf(&listing.others, "and %u more\n", listing.more);
	text_init(&watched, 0);
	gallery_list(matter->desk, seat->addresses[0], &watched);
	text_init(&offers, 0);
	offers_list(matter->desk, OFFERS_LISTED, NULL, &offers);
	mail.offers = offers.bytes;
	mail.watched = watched.bytes;
	mail.waiting = listing.waiting.bytes;
	mail.others = listing.others.bytes;
	result = matter_send(matter, &mail, reason);
	text_done(&offers);
	text_done(&watched);
	text_done(&listing.others);
	text_done(&listing.waiting);
	g_array_unref(sitters);
	return result;
}
