/* SPDX-License-Identifier: MIT */
/* From an open game to a game; and what ends one that didn't become any. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/deal.h"
#include "pbem/gallery/gallery.h"
#include "pbem/signup/signup_inner.h"
#include "pbem/site/files.h"

/* Who sits where: seats of choice first, then the others in the order they came. With lots all come
 * in that order. */
static void seat_all(const struct offer *offer, const struct offer_person *by_seat[MAX_SEATS])
{
	for (unsigned pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < offer->count; i++) {
			const struct offer_person *person = &offer->persons[i];
			const bool chosen = !offer->lot && person->seat >= 0;
			unsigned seat = chosen ? (unsigned)person->seat : 0;

			if (!person->taken || chosen != (pass == 0))
				continue;
			while (seat < offer->seats && by_seat[seat] != NULL)
				seat++;
			if (seat < offer->seats)
				by_seat[seat] = person;
		}
	}
}

static int make_seated(struct desk *desk, const struct offer *offer, const struct variant *variant,
		       const struct signup_cause *cause, struct seats *seats, struct reason *reason)
{
	const struct offer_person *by_seat[MAX_SEATS] = {NULL};
	const char *words[MAX_SEATS] = {NULL};
	struct game_header header = {.number = offer->number, .created = cause->when};
	struct deal deal = {
		.header = &header,
		.seats = seats,
		.lot = offer->lot,
		.from = offer->from,
		.words = words,
		.cause = cause->digest,
	};

	snprintf(header.id, sizeof header.id, "%s", offer->id);
	snprintf(header.variant, sizeof header.variant, "%s", offer->variant);
	memcpy(header.options, offer->options, sizeof header.options);
	header.option_count = offer->option_count;
	deal.variant = deal_draw(desk->site->library, variant, offer->lot, &header, reason);
	if (deal.variant == NULL)
		return -1;
	seat_all(offer, by_seat);
	for (unsigned i = 0; i < offer->seats; i++) {
		struct seat *seat = &seats->seats[i];

		if (by_seat[i] == NULL)
			return reason_fail(reason, "nobody is seated at seat %u", i + 1);
		snprintf(seat->name, sizeof seat->name, "%s", by_seat[i]->name);
		snprintf(seat->addresses[0], sizeof seat->addresses[0], "%s", by_seat[i]->address);
		seat->address_count = 1;
		words[i] = by_seat[i]->words;
	}
	return deal_game(desk, &deal, reason);
}

static int make(struct desk *desk, const struct offer *offer, const struct variant *variant,
		const struct signup_cause *cause, struct reason *reason)
{
	struct seats seats;
	int result;

	seats_init(&seats, offer->seats);
	result = make_seated(desk, offer, variant, cause, &seats, reason);
	seats_done(&seats);
	return result;
}

/* Whether a game can be made of it; a passing reason voids the batch. */
static const struct variant *check(struct desk *desk, const struct offer *offer,
				   struct reason *reason)
{
	const struct variant *variant = signup_variant(desk, offer, reason);
	bool taken = false;
	char *path;

	if (variant == NULL || deal_check(variant, reason) != 0)
		return NULL;
	path = site_game_folder(desk->site, offer->id);
	if (files_is_there(path, &taken, reason) != 0)
		variant = NULL;
	if (taken) {
		reason_set(reason, "there is a game %s already: %s", offer->id, path);
		variant = NULL;
	}
	free(path);
	return variant;
}

/* Who wanted to watch is asked whether he does, now that there is something to see. */
static int ask_viewers(struct desk *desk, const struct offer *offer,
		       const struct signup_cause *cause, struct reason *reason)
{
	struct desk_game *game = desk_game(desk, offer->number);
	int result = 0;

	for (size_t i = 0; game != NULL && result == 0 && i < offer->viewer_count; i++) {
		char *digest = base_printf("%.8sw%zu", cause->digest, i);

		result = gallery_ask(desk, gallery_of(desk, game), offer->viewers[i].address,
				     &(struct gallery_cause){NULL, digest, cause->when}, reason);
		free(digest);
	}
	return result;
}

int signup_begin_full(struct desk *desk, struct desk_offer *offer, const struct signup_cause *cause,
		      bool *begun_out, struct reason *reason)
{
	const struct variant *variant;
	struct reason why;

	*begun_out = false;
	if (offer_free(&offer->offer) > 0)
		return 0;
	variant = check(desk, &offer->offer, &why);
	if (variant == NULL && reason_is_passing(&why)) {
		*reason = why;
		return -1;
	}
	if (variant == NULL) {
		if (desk_is_first(desk, 1, "offer stuck %s", offer->offer.id))
			desk_notice(desk, cause->when,
				    "All seats of the open game %s are taken, and it can't begin: "
				    "%s. Mend that and let a player write JOIN once more, or end "
				    "it: pbem close %s",
				    offer->offer.id, why.text, offer->offer.id);
		return 0;
	}
	if (make(desk, &offer->offer, variant, cause, reason) != 0 ||
	    ask_viewers(desk, &offer->offer, cause, reason) != 0)
		return -1;
	for (size_t i = 0; i < offer->offer.count; i++)
		signup_take_back(desk, &offer->offer, &offer->offer.persons[i]);
	offers_drop(desk, offer);
	*begun_out = true;
	return 0;
}

/* ---- over by its date ---- */

static int close_row(struct desk *desk, const struct ledger_offer *row, int64_t until,
		     struct reason *reason)
{
	struct desk_offer *offer = offers_named(desk, row->id);
	char *digest = base_printf("%08x%lld", (unsigned)row->number, (long long)row->closes);
	const struct signup_cause cause = {NULL, digest, until};
	int result = 0;

	if (offer != NULL && !offer->there) {
		if (!reason_is_passing(&offer->why) &&
		    desk_is_first(desk, 1, "damaged offer %s", row->id))
			desk_notice(desk, until,
				    "The open game %s can't be read, and nobody can join it: %s. "
				    "Ask: pbem repair",
				    row->id, offer->why.text);
	} else if (offer != NULL && offer->offer.closes < until && offer->offer.closes != 0) {
		const bool rematch = offer->offer.rematch[0] != '\0';
		char *why = rematch ? base_printf("Not all have agreed in time to the rematch of "
						  "%s, so it isn't played.",
						  offer->offer.rematch)
				    : base_strdup("Signing-up has ended before all seats were "
						  "taken, so the game isn't played.");

		result = signup_close(desk, offer, why, &cause, reason);
		free(why);
	} else if (offer != NULL) {
		/* It was edited by hand: the ledger learns when it ends now. */
		offers_write(desk, offer);
	}
	free(digest);
	return result;
}

int signup_close_due(struct desk *desk, int64_t until, struct reason *reason)
{
	struct ledger_offer row = {.number = 0};
	int result = 0;

	while (result == 0 && ledger_next_closed(desk->site->ledger, row.number, until, &row))
		result = close_row(desk, &row, until, reason);
	return result == 0 ? commit_batch(desk, reason) : -1;
}
