/* SPDX-License-Identifier: MIT */
/* Starting the game from an open game, and ending an open game that never starts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/timestamp.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/new_game.h"
#include "pbem/watchers/watchers.h"
#include "pbem/mail/announcement_text.h"
#include "pbem/signup/signup_internal.h"
#include "pbem/sys/files.h"
#include "pbem/watchers/watchers.h"

/* Assigns the seats: chosen seats first, then the others in the order in which the people came. If
 * seats are drawn, everybody comes in that order. */
static void seat_all(const struct open_game *offer,
		     const struct open_game_person *by_seat[MAX_SEATS])
{
	for (unsigned pass = 0; pass < 2; pass++) {
		for (size_t i = 0; i < offer->count; i++) {
			const struct open_game_person *person = &offer->persons[i];
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

static int make_seated(struct workspace *workspace, const struct open_game *offer,
		       const struct variant *variant, const struct signup_cause *cause,
		       struct seats *seats, struct reason *reason)
{
	const struct open_game_person *by_seat[MAX_SEATS] = {NULL};
	const char *words[MAX_SEATS] = {NULL};
	struct game_header header = {.number = offer->number, .created = cause->when};
	struct new_game deal = {
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
	deal.variant =
		new_game_draw(workspace->site->library, variant, offer->lot, &header, reason);
	if (deal.variant == NULL)
		return -1;
	seat_all(offer, by_seat);
	for (unsigned i = 0; i < offer->seats; i++) {
		struct seat *seat = &seats->seats[i];

		if (by_seat[i] == NULL)
			return reason_fail(reason, "seat %u has no player", i + 1);
		snprintf(seat->name, sizeof seat->name, "%s", by_seat[i]->name);
		snprintf(seat->addresses[0], sizeof seat->addresses[0], "%s", by_seat[i]->address);
		seat->address_count = 1;
		words[i] = by_seat[i]->words;
	}
	return new_game_create(workspace, &deal, reason);
}

static int make_game(struct workspace *workspace, const struct open_game *offer,
		     const struct variant *variant, const struct signup_cause *cause,
		     struct reason *reason)
{
	struct seats seats;
	int result;

	seats_init(&seats, offer->seats);
	result = make_seated(workspace, offer, variant, cause, &seats, reason);
	seats_done(&seats);
	return result;
}

/* Checks that a game can be made of the open game, and returns its variant. Returns NULL with the
 * reason if not; after a temporary reason the batch must be dropped. */
static const struct variant *check_can_start(struct workspace *workspace,
					     const struct open_game *offer, struct reason *reason)
{
	const struct variant *variant = signup_variant(workspace, offer, reason);
	bool taken = false;
	char *path;

	if (variant == NULL || new_game_check(variant, reason) != 0)
		return NULL;
	path = site_game_folder(workspace->site, offer->id);
	if (files_is_there(path, &taken, reason) != 0)
		variant = NULL;
	if (taken) {
		reason_set(reason, "there is already a game %s: %s", offer->id, path);
		variant = NULL;
	}
	free(path);
	return variant;
}

/* Asks people who wanted to watch to confirm, now that there is something to see. */
static int invite_viewers(struct workspace *workspace, const struct open_game *offer,
			  const struct signup_cause *cause, struct reason *reason)
{
	struct workspace_game *game = workspace_game(workspace, offer->number);
	int result = 0;

	for (size_t i = 0; game != NULL && result == 0 && i < offer->viewer_count; i++) {
		char *digest = base_printf("%.8sw%zu", cause->digest, i);

		result = watchers_request_confirmation(
			workspace, watchers_of(workspace, game), offer->viewers[i].address,
			&(struct watchers_cause){NULL, digest, cause->when}, reason);
		free(digest);
	}
	return result;
}

int signup_begin_full(struct workspace *workspace, struct workspace_offer *offer,
		      const struct signup_cause *cause, bool *begun_out, struct reason *reason)
{
	const struct variant *variant;
	struct reason why;

	*begun_out = false;
	if (open_game_free(&offer->offer) > 0)
		return 0;
	variant = check_can_start(workspace, &offer->offer, &why);
	if (variant == NULL && reason_is_temporary(&why)) {
		*reason = why;
		return -1;
	}
	if (variant == NULL) {
		if (workspace_is_first(workspace, 1, "offer stuck %s", offer->offer.id))
			workspace_notice(workspace, cause->when,
					 "All seats of the open game %s are taken, but the game "
					 "can't begin: %s. Correct this fault and ask a player to "
					 "write JOIN again, or close the game: pbem close %s",
					 offer->offer.id, why.text, offer->offer.id);
		return 0;
	}
	if (make_game(workspace, &offer->offer, variant, cause, reason) != 0 ||
	    invite_viewers(workspace, &offer->offer, cause, reason) != 0)
		return -1;
	for (size_t i = 0; i < offer->offer.count; i++)
		signup_withdraw_mail(workspace, &offer->offer, &offer->offer.persons[i]);
	open_games_drop(workspace, offer);
	*begun_out = true;
	return 0;
}

/* ---- closing dates ---- */

static int close_if_due(struct workspace *workspace, const struct ledger_offer *row, int64_t until,
			struct reason *reason)
{
	struct workspace_offer *offer = open_games_named(workspace, row->id);
	char *digest = base_printf("%08x%lld", (unsigned)row->number, (long long)row->closes);
	const struct signup_cause cause = {NULL, digest, until};
	int result = 0;

	if (offer != NULL && !offer->there) {
		if (!reason_is_temporary(&offer->why) &&
		    workspace_is_first(workspace, 1, "damaged offer %s", row->id))
			workspace_notice(workspace, until,
					 "pbem can't read the open game %s, so nobody can join the "
					 "game: %s. Run: pbem repair",
					 row->id, offer->why.text);
	} else if (offer != NULL && offer->offer.closes < until && offer->offer.closes != 0) {
		const bool rematch = offer->offer.rematch[0] != '\0';
		char *why = rematch ? announcement_words(
					      "Not everyone agreed in time to the rematch of "
					      "%s, so it is off.",
					      offer->offer.rematch, NULL, NULL)
				    : base_strdup("Not all seats were taken in time, so the "
						  "game is off.");

		result = signup_close(workspace, offer, why, &cause, reason);
		free(why);
	} else if (offer != NULL) {
		/* The file was edited by hand: this updates the closing time in the ledger. */
		open_games_write(workspace, offer);
	}
	free(digest);
	return result;
}

int signup_close_due(struct workspace *workspace, int64_t until, struct reason *reason)
{
	struct ledger_offer row = {.number = 0};
	int result = 0;

	while (result == 0 &&
	       ledger_next_closed(workspace->site->ledger, row.number, until, &row)) {
		workspace_take_in_hand(workspace);
		result = close_if_due(workspace, &row, until, reason);
		if (result == 0)
			result = commit_full(workspace, reason);
	}
	return result == 0 ? commit_batch(workspace, reason) : -1;
}
