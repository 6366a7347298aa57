/* SPDX-License-Identifier: MIT */
/* Open games: new --open, and close. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/turn/game_limits.h"
#include "core/variant/variant_data.h"
#include "pbem/batch/commit.h"
#include "pbem/command/commands.h"
#include "pbem/keys/keys.h"
#include "pbem/run/run.h"
#include "pbem/signup/signup.h"
#include "pbem/site/step.h"
#include "pbem/times/calendar.h"

/* "2026-12-01": the last day on which one can join; it ends at midnight in the game's zone. */
static int read_until(const char *text, const struct wish *wish, int64_t now, int64_t *closes_out,
		      struct reason *reason)
{
	const int64_t day = game_limits_day(text);
	struct calendar calendar;
	struct terms terms;

	if (terms_read(wish->options, wish->option_count, &terms, reason) != 0)
		return reason_is(reason, REASON_ASKED);
	calendar_init(&calendar, &terms, NULL);
	*closes_out = day >= 0 ? calendar_begin(&calendar, day + 1) : 0;
	calendar_done(&calendar);
	if (*closes_out > now)
		return 0;
	return reason_fail_as(reason, REASON_ASKED,
			      "--until %s: expected the last day to join, today or later, such as "
			      "2026-12-01",
			      text);
}

/* One whom the moderator knows already. */
static int add_person(const char *person, const struct variant *variant, struct offer *offer,
		      struct reason *reason)
{
	char *word = wish_seat_word(person);
	struct offer_person *added;
	struct seat seat;
	int number = -1, result = -1;

	if (word != NULL)
		number = variant_seat_wanted(variant, variant_name(variant), word, reason);
	if (number >= 0 && offer_is_seat_taken(offer, number))
		reason_set(reason, "the seat %s is given twice", word);
	else if (number >= 0 || word == NULL)
		result = seats_read_person(word != NULL ? person + strlen(word) + 1 : person, &seat,
					   reason);
	free(word);
	if (result != 0)
		return reason_is(reason, REASON_ASKED);
	if (offer_person_at(offer, seat.addresses[0]) != NULL)
		return reason_fail_as(
			reason, REASON_ASKED,
			"%s is named twice; an open game has one seat for each address",
			seat.addresses[0]);
	added = offer_add(offer, seat.name, seat.addresses[0]);
	added->seat = number;
	added->taken = true;
	added->when = offer->created;
	return 0;
}

static int fill(struct desk *desk, const struct wish *wish, const struct variant *variant,
		struct offer *offer, struct reason *reason)
{
	offer->created = desk->now;
	offer->seats = variant_seats(variant);
	offer->lot = wish->lot;
	offer->option_count = wish->option_count;
	memcpy(offer->options, wish->options, sizeof offer->options);
	if (wish->until != NULL &&
	    read_until(wish->until, wish, desk->now, &offer->closes, reason) != 0)
		return -1;
	for (size_t i = 0; i < wish->person_count; i++)
		if (add_person(wish->persons[i], variant, offer, reason) != 0)
			return -1;
	if (offer_free(offer) == 0)
		return reason_fail_as(
			reason, REASON_ASKED,
			"%zu persons are named, and the game has %u seats: nobody could join. "
			"Leave out --open to begin it",
			wish->person_count, offer->seats);
	return keys_secret(offer->secret, reason);
}

/* All who are in hear so, with a key to leave by. */
static int tell_all(struct desk *desk, const struct desk_offer *offer, struct reason *reason)
{
	const struct signup_cause cause = {NULL, offer->offer.secret, desk->now};
	int result = 0;

	for (size_t i = 0; result == 0 && i < offer->offer.count; i++)
		result = signup_tell(desk, offer, &offer->offer.persons[i], "", &cause, reason);
	return result;
}

int command_open_game(struct desk *desk, const struct wish *wish, const struct variant *variant,
		      const struct game_header *header, const char *from, struct reason *reason)
{
	struct offer offer = {.number = header->number};
	const struct desk_offer *made;
	struct text notice;
	int result;

	snprintf(offer.id, sizeof offer.id, "%s", header->id);
	snprintf(offer.variant, sizeof offer.variant, "%s", header->variant);
	snprintf(offer.from, sizeof offer.from, "%s", from);
	if (fill(desk, wish, variant, &offer, reason) != 0) {
		offer_done(&offer);
		return -1;
	}
	made = offers_new(desk, &offer);
	text_init(&notice, 0);
	result = signup_notice(desk, &made->offer, &notice, reason);
	if (result == 0)
		result = tell_all(desk, made, reason);
	if (result == 0)
		printf("Open game %s: %s, %u of %u seats free. To be sent to players:\n\n%s\n",
		       made->offer.id, made->offer.variant, offer_free(&made->offer),
		       made->offer.seats, notice.bytes);
	text_done(&notice);
	return result;
}

int command_open_list(struct site *site)
{
	struct ledger_offer row = {.number = 0};
	int code = EX_OK;

	while (ledger_next_offer(site->ledger, row.number, &row)) {
		struct offer offer;
		struct reason reason;
		struct text line;

		text_init(&line, 0);
		if (offer_load(site->config->folder, row.id, &offer, &reason) == 0) {
			offer_tell(&offer, &line);
			printf("%s: %s\n", offer.rematch[0] != '\0' ? "Rematch" : "Open",
			       line.bytes);
			offer_done(&offer);
		} else {
			printf("Open: %s can't be read: %s\n", row.id, reason.text);
			code = commands_code(EX_DATAERR, &reason);
		}
		text_done(&line);
	}
	return code;
}

void command_open_json(struct site *site, struct json *json)
{
	struct ledger_offer row = {.number = 0};

	json_array(json, "open");
	while (ledger_next_offer(site->ledger, row.number, &row)) {
		json_object(json, NULL);
		json_string(json, "game", row.id);
		json_string(json, "offer", row.line);
		json_bool(json, "rematch", row.rematch != 0);
		json_time(json, "closes", row.closes);
		json_object_end(json);
	}
	json_array_end(json);
}

/* ---- close ---- */

static int close_offer(struct desk *desk, const struct given *given, const struct act *act,
		       struct reason *reason)
{
	const char *id = given->words[0];
	struct desk_offer *offer = offers_named(desk, id);
	struct signup_cause cause = {.when = desk->now};

	(void)act;
	if (offer == NULL)
		return reason_fail_as(reason, REASON_MISSING,
				      "no open game is called %s; 'pbem status' lists them", id);
	if (!offer->there) {
		*reason = offer->why;
		return -1;
	}
	cause.digest = offer->offer.secret;
	if (signup_close(desk, offer, "The moderator has ended signing-up for this game.", &cause,
			 reason) != 0)
		return -1;
	return commit_batch(desk, reason);
}

int command_close(const struct given *given)
{
	return commands_on_desk(given, close_offer, NULL, true);
}
