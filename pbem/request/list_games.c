/* SPDX-License-Identifier: MIT */
/* GAMES: all games that the player's address has a seat in, in one message. */
#include <stdlib.h>

#include <glib.h>

#include "core/game/clock.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/request/request_internal.h"
#include "pbem/signup/open_games.h"
#include "pbem/site/address_index.h"
#include "pbem/site/preferences.h"
#include "pbem/watchers/watchers.h"

enum {
	GAMES_OPENED = 12, /* games that are opened, to report more than the ledger knows */
	GAMES_LISTED = 60,
	OFFERS_LISTED = 20,
};

/* The list so far. */
struct listing {
	struct incoming *incoming;
	struct person person;
	struct strbuf waiting, others;
	unsigned opened, listed, more;
};

/* Returns the seats that the game asks. Sets *until_out to the first of their deadlines, or 0 if
 * there is none. */
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

/* Adds a game: "g12  chess with Bob: waits for you since 21 Nov 2026, until 23 Nov 2026, 10:12
 * UTC". */
static void add_game(struct listing *listing, const struct workspace_game *game,
		     const struct sitter *sitter)
{
	const struct game *now = &game->file->game;
	bool asks_me = now->questions[sitter->seat].entry != 0;
	struct strbuf *out = asks_me ? &listing->waiting : &listing->others;
	uint16_t all = (uint16_t)((1u << variant_seats(now->variant)) - 1), asked;
	int64_t until;

	asked = asked_seats(now, &until);
	strbuf_addf(out, translate("%s  %s with "), game->id, variant_name(now->variant));
	if (variant_seats(now->variant) > 5)
		strbuf_addf(out, translate("%u others"), variant_seats(now->variant) - 1);
	else
		mail_names(game, all & (uint16_t) ~(1u << sitter->seat), out);
	if (asks_me) {
		strbuf_add(out, translate(": waits for you since "));
		mail_day(listing->person.zone, now->questions[sitter->seat].when, out);
		until = clock_deadline(now, sitter->seat);
	} else {
		strbuf_add(out, translate(": waits for "));
		mail_names(game, asked, out);
	}
	if (until != 0) {
		strbuf_add(out, translate(", until "));
		mail_moment(listing->person.zone, until, out);
	}
	strbuf_add_char(out, '\n');
}

/* Adds a game that only the ledger knows. */
static void add_known(struct listing *listing, const char *id, const struct sitter *sitter)
{
	struct strbuf *out = sitter->since > 0 ? &listing->waiting : &listing->others;

	if (sitter->since == 0) {
		strbuf_addf(out, translate("%s  waits for others\n"), id);
		return;
	}
	strbuf_addf(out, translate("%s  waits for you since "), id);
	mail_day(listing->person.zone, sitter->since, out);
	strbuf_add_char(out, '\n');
}

static void add_sitter(struct listing *listing, const struct sitter *sitter)
{
	struct workspace *workspace = listing->incoming->workspace;
	const char *address =
		listing->incoming->game->seats.seats[listing->incoming->seat].addresses[0];
	const struct workspace_game *game = NULL;
	char id[GAME_ID_MAX + 1];

	if (listing->listed >= GAMES_LISTED) {
		listing->more++;
		return;
	}
	if (!ledger_game(workspace->site->ledger, sitter->game, id))
		return;
	if (address_index_is_open(workspace, sitter->game) || listing->opened++ < GAMES_OPENED)
		game = workspace_game(workspace, sitter->game);
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

int request_list_games(struct incoming *incoming, const struct order *order, struct reason *reason)
{
	const struct seat *seat = &incoming->game->seats.seats[incoming->seat];
	struct listing listing = {.incoming = incoming};
	GArray *sitters = address_index_find(incoming->workspace, seat->addresses[0]);
	struct mail mail = {.template = "games"};
	struct strbuf offers, watched;
	int result;

	(void)order;
	preferences_of(incoming->workspace, seat, &listing.person);
	strbuf_init(&listing.waiting, 0);
	strbuf_init(&listing.others, 0);
	for (guint i = 0; i < sitters->len; i++) {
		const struct sitter *sitter = &g_array_index(sitters, struct sitter, i);

		if (sitter->since != SITTER_DONE)
			add_sitter(&listing, sitter);
	}
	if (listing.more > 0)
		strbuf_addf(&listing.others, translate("and %u more\n"), listing.more);
	strbuf_init(&watched, 0);
	watchers_list(incoming->workspace, seat->addresses[0], &watched);
	strbuf_init(&offers, 0);
	open_games_list(incoming->workspace, OFFERS_LISTED, NULL, &offers);
	mail.offers = offers.bytes;
	mail.watched = watched.bytes;
	mail.waiting = listing.waiting.bytes;
	mail.others = listing.others.bytes;
	result = incoming_send(incoming, &mail, reason);
	strbuf_done(&offers);
	strbuf_done(&watched);
	strbuf_done(&listing.others);
	strbuf_done(&listing.waiting);
	g_array_unref(sitters);
	return result;
}
