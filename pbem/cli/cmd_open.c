/* SPDX-License-Identifier: MIT */
/* Open games: new --open, and close. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

#include "core/game/game_time_limits.h"
#include "core/variant/variant_data.h"
#include "pbem/auth/keyring.h"
#include "pbem/batch/commit.h"
#include "pbem/calendar/calendar.h"
#include "pbem/cli/cli.h"
#include "pbem/cli/report.h"
#include "pbem/run/run.h"
#include "pbem/signup/signup.h"
#include "pbem/sys/step.h"

/* Reads a date such as "2026-12-01": the last day for joining, which ends at midnight in the game's
 * zone. */
static int read_until(const char *text, const struct new_game_args *request, int64_t now,
		      int64_t *closes_out, struct reason *reason)
{
	const int64_t day = game_limits_day(text);
	struct calendar calendar;
	struct game_options terms;

	if (game_options_read(request->options, request->option_count, &terms, reason) != 0)
		return reason_set_kind(reason, REASON_USAGE);
	calendar_init(&calendar, &terms, NULL);
	*closes_out = day >= 0 ? calendar_begin(&calendar, day + 1) : 0;
	calendar_done(&calendar);
	if (*closes_out > now)
		return 0;
	return reason_fail_as(reason, REASON_USAGE,
			      "--until %s: expected the last day to join, today or later, such as "
			      "2026-12-01",
			      text);
}

/* Adds a person whom the moderator has named. */
static int add_person(const char *person, const struct variant *variant, struct open_game *offer,
		      struct reason *reason)
{
	char *word = new_game_args_seat_word(person);
	struct open_game_person *added;
	struct seat seat;
	int number = -1, result = -1;

	if (word != NULL)
		number = variant_seat_wanted(variant, variant_name(variant), word, reason);
	if (number >= 0 && open_game_is_seat_taken(offer, number))
		reason_set(reason, "the seat %s is given twice", word);
	else if (number >= 0 || word == NULL)
		result = seats_read_person(word != NULL ? person + strlen(word) + 1 : person, &seat,
					   reason);
	free(word);
	if (result != 0)
		return reason_set_kind(reason, REASON_USAGE);
	if (open_game_person_at(offer, seat.addresses[0]) != NULL)
		return reason_fail_as(
			reason, REASON_USAGE,
			"%s occurs twice, but an open game has only one seat for each address",
			seat.addresses[0]);
	added = open_game_add(offer, seat.name, seat.addresses[0]);
	added->seat = number;
	added->taken = true;
	added->when = offer->created;
	return 0;
}

static int fill_open_game(struct workspace *workspace, const struct new_game_args *request,
			  const struct variant *variant, struct open_game *offer,
			  struct reason *reason)
{
	offer->created = workspace->now;
	offer->seats = variant_seats(variant);
	offer->lot = request->lot;
	offer->option_count = request->option_count;
	memcpy(offer->options, request->options, sizeof offer->options);
	if (request->until != NULL &&
	    read_until(request->until, request, workspace->now, &offer->closes, reason) != 0)
		return -1;
	for (size_t i = 0; i < request->person_count; i++)
		if (add_person(request->persons[i], variant, offer, reason) != 0)
			return -1;
	if (open_game_free(offer) == 0)
		return reason_fail_as(reason, REASON_USAGE,
				      "all seats are taken, because the command names %zu players "
				      "for %u seats; to begin the game now, omit --open",
				      request->person_count, offer->seats);
	return keyring_secret(offer->secret, reason);
}

/* Sends a message to all who have joined, with a token for leaving. */
static int notify_all(struct workspace *workspace, const struct workspace_offer *offer,
		      struct reason *reason)
{
	const struct mail_cause cause = {NULL, offer->offer.secret, workspace->now};
	int result = 0;

	for (size_t i = 0; result == 0 && i < offer->offer.count; i++)
		result = signup_notify(workspace, offer, &offer->offer.persons[i], "", &cause,
				       reason);
	return result;
}

int cmd_open_game(struct workspace *workspace, const struct new_game_args *request,
		  const struct variant *variant, const struct game_header *header, const char *from,
		  struct reason *reason)
{
	struct open_game offer = {.number = header->number};
	const struct workspace_offer *made;
	struct strbuf notice;
	int result;

	snprintf(offer.id, sizeof offer.id, "%s", header->id);
	snprintf(offer.variant, sizeof offer.variant, "%s", header->variant);
	snprintf(offer.from, sizeof offer.from, "%s", from);
	if (fill_open_game(workspace, request, variant, &offer, reason) != 0) {
		open_game_done(&offer);
		return -1;
	}
	made = open_games_new(workspace, &offer);
	strbuf_init(&notice, 0);
	result = signup_notice(workspace, &made->offer, &notice, reason);
	if (result == 0)
		result = notify_all(workspace, made, reason);
	if (result == 0)
		printf("Open game %s: %s, %u of %u seats free. Send this text to players:\n\n%s\n",
		       made->offer.id, made->offer.variant, open_game_free(&made->offer),
		       made->offer.seats, notice.bytes);
	strbuf_done(&notice);
	return result;
}

void cmd_report_open_games(struct report *report, struct site *site)
{
	struct ledger_offer row = {.number = 0};
	struct json *json = &report->json;
	struct open_game offer;
	struct reason reason;
	struct strbuf line;

	json_array(json, "open");
	while (ledger_next_offer(site->ledger, row.number, &row)) {
		strbuf_init(&line, 0);
		json_object(json, NULL);
		json_string(json, "game", row.id);
		json_string(json, "offer", row.line);
		json_bool(json, "rematch", row.rematch != 0);
		json_time(json, "closes", row.closes);
		if (open_game_load(site->config->folder, row.id, &offer, &reason) == 0) {
			open_game_describe(&offer, &line);
			report_say(report, "%s: %s\n",
				   offer.rematch[0] != '\0' ? "Rematch" : "Open", line.bytes);
			open_game_done(&offer);
		} else {
			report_say(report, "Open: %s can't be read: %s\n  ", row.id, reason.text);
			cmd_report_fault(report, "offers", row.id, &reason);
		}
		json_object_end(json);
		strbuf_done(&line);
	}
	json_array_end(json);
}

/* ---- close ---- */

static int close_open_game(struct workspace *workspace, const struct args *args,
			   const struct moderator_action *act, struct reason *reason)
{
	const char *id = args->words[0];
	struct workspace_offer *offer = open_games_named(workspace, id);
	struct mail_cause cause = {.when = workspace->now};

	(void)act;
	if (offer == NULL)
		return reason_fail_as(
			reason, REASON_MISSING,
			"there is no open game %s; 'pbem status' lists the open games", id);
	if (!offer->there && offer->why.kind != REASON_DAMAGED &&
	    offer->why.kind != REASON_MISSING) {
		*reason = offer->why;
		return -1;
	}
	if (!offer->there) {
		const bool missing = offer->why.kind == REASON_MISSING;

		open_games_drop(workspace, offer);
		if (commit_batch(workspace, reason) != 0)
			return -1;
		printf("Open game %s is closed. Its file was %s, so nobody got a letter.\n", id,
		       missing ? "missing" : "damaged and is now in quarantine/repair-offers");
		return 0;
	}
	cause.digest = offer->offer.secret;
	if (signup_close(workspace, offer,
			 "The moderator has closed this game for new players; it "
			 "won't be played.",
			 &cause, reason) != 0)
		return -1;
	return commit_batch(workspace, reason);
}

int cmd_close(const struct args *args)
{
	return cli_on_workspace(args, close_open_game, NULL, true);
}
