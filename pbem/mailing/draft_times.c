/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/base/stamp.h"
#include "core/cards/deck/piles.h"
#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "core/turn/clock_turns.h"
#include "core/turn/game_limits.h"
#include "core/variant/variant_data.h"
#include "pbem/mailing/draft.h"
#include "pbem/mailing/mailing_moment.h"
#include "pbem/site/zones.h"
#include "pbem/times/deadlines.h"
#include "pbem/times/limits.h"

/* ---- moments ---- */

void draft_add_moment(const struct draft *draft, int64_t when, struct text *out)
{
	const char *own = draft->person.zone;

	mailing_moment(*own != '\0' ? own : draft->game->terms.zone, when, out);
}

void draft_add_when(const struct draft *draft, struct text *out)
{
	mailing_moment(draft->person.zone, draft->mail->when, out);
}

/* The moment `of` each of the seat's clocks that runs, or is over, with its board in a ring. */
static void add_moments(const struct draft *draft, bool over,
			int64_t (*of)(const struct turn_clock *clock), struct text *out)
{
	const struct game *game = draft->game;
	const char *between = "";

	for (unsigned i = 0; game->paused == 0 && i < variant_seats(draft->variant); i++) {
		const struct turn_clock *clock = game_limits_clock(game, i);
		int64_t when = clock != NULL ? of(clock) : 0;

		if (clock == NULL || clock->seat != draft->mail->seat || clock->over != over ||
		    when == 0)
			continue;
		text_add(out, between);
		draft_add_moment(draft, when, out);
		if (draft->variant->kind->boards)
			text_addf(out, " on board %u", i + 1);
		between = "; by ";
	}
}

static int64_t until_of(const struct turn_clock *clock)
{
	return clock->until;
}

/* None where the bank has nothing to give. */
static int64_t main_of(const struct turn_clock *clock)
{
	return clock->main < clock->until ? clock->main : 0;
}

void draft_add_until(const struct draft *draft, struct text *out)
{
	add_moments(draft, false, until_of, out);
}

void draft_add_bank_from(const struct draft *draft, struct text *out)
{
	add_moments(draft, false, main_of, out);
}

void draft_add_overdue(const struct draft *draft, struct text *out)
{
	add_moments(draft, true, until_of, out);
}

/* None of whom the time isn't over for the first time. */
static int64_t again_of(const struct turn_clock *clock)
{
	return clock->missed > 0 ? clock->until : 0;
}

void draft_add_again(const struct draft *draft, struct text *out)
{
	add_moments(draft, false, again_of, out);
}

bool draft_is_paused(const struct draft *draft)
{
	return draft->game->paused != 0 && draft->game->outcome.status == STATUS_PLAYING;
}

/* ---- banks and vacations ---- */

static void add_number(unsigned number, const char *one, const char *many, struct text *out)
{
	text_addf(out, "%u %s", number, number == 1 ? one : many);
}

/* "3 days 4 hours", "5 minutes". */
static void add_span(uint32_t seconds, struct text *out)
{
	unsigned days = seconds / SECONDS_A_DAY, hours = seconds % SECONDS_A_DAY / SECONDS_AN_HOUR;
	unsigned minutes = seconds % SECONDS_AN_HOUR / SECONDS_A_MINUTE;

	if (days > 0)
		add_number(days, phrase("day"), phrase("days"), out);
	if (hours > 0) {
		text_add(out, days > 0 ? " " : "");
		add_number(hours, phrase("hour"), phrase("hours"), out);
	}
	if (days == 0 && (minutes > 0 || hours == 0)) {
		text_add(out, hours > 0 ? " " : "");
		add_number(minutes, phrase("minute"), phrase("minutes"), out);
	}
}

static bool has_bank(const struct game *game, unsigned seat)
{
	return terms_are_timed(&game->terms) &&
	       (game->terms.bonus > 0 || terms_bank(&game->terms, game->variant, seat) > 0);
}

void draft_add_bank(const struct draft *draft, struct text *out)
{
	if (has_bank(draft->game, draft->mail->seat))
		add_span(draft->game->bank[draft->mail->seat], out);
}

static bool has_vacation(const struct game *game)
{
	return terms_are_timed(&game->terms) && game->terms.vacation > 0;
}

/* How many days a year one may be away. */
void draft_add_vacation(const struct draft *draft, struct text *out)
{
	if (has_vacation(draft->game))
		text_addf(out, "%u", (unsigned)draft->game->terms.vacation);
}

static void add_absence(int64_t from, int64_t to, struct text *out)
{
	struct text first, last;

	text_init(&first, 0);
	text_init(&last, 0);
	mailing_day(ZONES_UTC, from * SECONDS_A_DAY, &first);
	mailing_day(ZONES_UTC, to * SECONDS_A_DAY, &last);
	text_addf(out, phrase("; away from %s to %s"), first.bytes, last.bytes);
	text_done(&last);
	text_done(&first);
}

/* "; away from 24 Dec 2026 to 6 Jan 2027; 12 days of vacation left in 2026" */
static void add_vacation(const struct draft *draft, unsigned seat, struct text *out)
{
	const struct game *game = draft->game;
	time_t now = (time_t)draft->desk->now;
	int64_t from = -1, to;
	struct tm parts;

	if (!has_vacation(game) || gmtime_r(&now, &parts) == NULL)
		return;
	while (limits_next_absence(game, seat, from, now, &from, &to))
		add_absence(from, to, out);
	text_addf(out, phrase("; %u days of vacation left in %d"),
		  limits_vacation_left(game, seat, parts.tm_year + 1900), parts.tm_year + 1900);
}

/* ---- the clocks of all ---- */

static void add_clock(const struct draft *draft, unsigned number, struct text *out)
{
	const struct turn_clock *clock = game_limits_clock(draft->game, number);

	if (clock == NULL || draft->game->paused != 0)
		return;
	text_add(out, clock->over ? phrase(" should have sent its turn") : phrase(" has time"));
	if (draft->variant->kind->boards)
		text_addf(out, phrase(" on board %u"), number + 1);
	text_add(out, clock->over ? phrase(" by ") : phrase(" until "));
	draft_add_moment(draft, clock->until, out);
	text_add_char(out, ';');
}

/* A line for each seat in play. */
void draft_add_clocks(const struct draft *draft, struct text *out)
{
	const struct game *game = draft->game;

	if (!terms_are_timed(&game->terms) || game->outcome.status != STATUS_PLAYING)
		return;
	for (unsigned seat = 0; seat < variant_seats(draft->variant); seat++) {
		if (!game_in_play(game, seat))
			continue;
		text_addf(out, "%s:", phrase(variant_seat_title(draft->variant, seat)));
		for (unsigned i = 0; i < variant_seats(draft->variant); i++)
			if (game->clocks[i].seat == seat)
				add_clock(draft, i, out);
		if (has_bank(game, seat)) {
			text_add(out, phrase(" time bank "));
			add_span(game->bank[seat], out);
		} else if (out->bytes[out->len - 1] == ';') {
			out->bytes[--out->len] = '\0';
		} else {
			text_add(out, phrase(" isn't waited for"));
		}
		add_vacation(draft, seat, out);
		text_add_char(out, '\n');
	}
}

/* ", 4 cards in hand", when it isn't five. */
static void add_hand(const struct draft *draft, unsigned seat, struct text *out)
{
	char *key = base_printf("hand.%s", variant_seat_name(draft->variant, seat));
	const char *hand = variant_option(draft->variant, key);
	unsigned cards = hand != NULL ? (unsigned)strtoul(hand, NULL, 10) : HAND_SIZE;

	if (cards != HAND_SIZE)
		text_addf(out,
			  cards == 1 ? phrase(", %u card in hand") : phrase(", %u cards in hand"),
			  cards);
	free(key);
}

/* What single seats have otherwise than the others, a line each: "White: 2 days a turn, 4 cards in
 * hand". */
void draft_add_handicap(const struct draft *draft, struct text *out)
{
	const struct terms *terms = &draft->game->terms;

	for (unsigned seat = 0; seat < variant_seats(draft->variant); seat++) {
		unsigned days = terms_days(terms, draft->variant, seat);
		unsigned bank = terms_bank(terms, draft->variant, seat);
		struct text own;

		text_init(&own, 0);
		if (days == 0 && bank == 0 && terms_are_timed(terms))
			text_add(&own, phrase(", no end of time"));
		else if (days != terms->days)
			text_addf(&own,
				  days == 1 ? phrase(", %u day a turn")
					    : phrase(", %u days a turn"),
				  days);
		if (bank != terms->bank && (bank > 0 || days > 0))
			text_addf(&own,
				  bank == 1 ? phrase(", %u day in the time bank")
					    : phrase(", %u days in the time bank"),
				  bank);
		add_hand(draft, seat, &own);
		if (own.len > 0)
			text_addf(out, "%s: %s\n", phrase(variant_seat_title(draft->variant, seat)),
				  own.bytes + strlen(", "));
		text_done(&own);
	}
}

void draft_add_terms(const struct draft *draft, struct text *out)
{
	const struct game_header *header = &draft->mail->game->file->header;

	terms_print(header->options, header->option_count, out);
}

/* ---- calendars ---- */

void draft_add_calendar(const struct draft *draft, struct text *out)
{
	const struct mail *mail = draft->mail;
	const struct config *config = draft->desk->site->config;
	struct seat *seat = &mail->game->seats.seats[mail->seat];
	uint32_t open =
		draft->person.calendar ? deadlines_open(&mail->game->file->game, mail->seat) : 0;
	struct deadlines deadlines = {
		.file = mail->game->file,
		.source = {config->name, config->address, draft->desk->now},
		.domain = config->domain,
	};
	struct text opponents;

	if (mail->to != NULL || (open | seat->dated) == 0)
		return;
	text_init(&opponents, 0);
	draft_opponents(draft, &opponents);
	deadlines.opponents = opponents.bytes;
	ics_begin(out);
	deadlines_add(&deadlines, mail->seat, open, seat->dated & ~open, out);
	ics_end(out);
	text_done(&opponents);
	mail->game->habits |= seat->dated != open;
	seat->dated = open;
}
