/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/cards/deck/piles.h"
#include "core/game/game_time_limits.h"
#include "core/game/turn_clock.h"
#include "core/util/timestamp.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "pbem/calendar/deadlines.h"
#include "pbem/calendar/time_limits.h"
#include "pbem/calendar/timezone.h"
#include "pbem/mail/draft.h"
#include "pbem/mail/mail_dates.h"

/* ---- times ---- */

void draft_add_moment(const struct draft *draft, int64_t when, struct strbuf *out)
{
	const char *own = draft->person.zone;

	mail_moment(*own != '\0' ? own : draft->game->terms.zone, when, out);
}

void draft_add_when(const struct draft *draft, struct strbuf *out)
{
	mail_moment(draft->person.zone, draft->mail->when, out);
}

/* Adds the time that `of` returns for each of the seat's clocks that is running, or that is `over`;
 * in a ring with the board. Skips clocks for which it returns 0. */
static void add_moments(const struct draft *draft, bool over,
			int64_t (*of)(const struct turn_clock *clock), struct strbuf *out)
{
	const struct game *game = draft->game;
	const char *between = "";

	for (unsigned i = 0; game->paused == 0 && i < variant_seats(draft->variant); i++) {
		const struct turn_clock *clock = game_limits_clock(game, i);
		int64_t when = clock != NULL ? of(clock) : 0;

		if (clock == NULL || clock->seat != draft->mail->seat || clock->over != over ||
		    when == 0)
			continue;
		strbuf_add(out, between);
		draft_add_moment(draft, when, out);
		if (draft->variant->kind->boards)
			strbuf_addf(out, translate(" on board %u"), i + 1);
		between = translate("; by ");
	}
}

static int64_t until_of(const struct turn_clock *clock)
{
	return clock->until;
}

/* Returns when the clock begins to use the bank; 0 if it never does. */
static int64_t main_of(const struct turn_clock *clock)
{
	return clock->main < clock->until ? clock->main : 0;
}

void draft_add_until(const struct draft *draft, struct strbuf *out)
{
	add_moments(draft, false, until_of, out);
}

void draft_add_bank_from(const struct draft *draft, struct strbuf *out)
{
	add_moments(draft, false, main_of, out);
}

void draft_add_overdue(const struct draft *draft, struct strbuf *out)
{
	add_moments(draft, true, until_of, out);
}

/* Returns the deadline if the seat has already missed one for the same turn; otherwise 0. */
static int64_t again_of(const struct turn_clock *clock)
{
	return clock->missed > 0 ? clock->until : 0;
}

void draft_add_again(const struct draft *draft, struct strbuf *out)
{
	add_moments(draft, false, again_of, out);
}

bool draft_is_paused(const struct draft *draft)
{
	return draft->game->paused != 0 && draft->game->outcome.status == STATUS_PLAYING;
}

/* ---- banks and vacations ---- */

static void add_number(unsigned number, const char *one, const char *many, struct strbuf *out)
{
	strbuf_addf(out, "%u %s", number, number == 1 ? one : many);
}

/* Adds a duration: "3 days 4 hours", "5 minutes". */
static void add_span(uint32_t seconds, struct strbuf *out)
{
	unsigned days = seconds / SECONDS_A_DAY, hours = seconds % SECONDS_A_DAY / SECONDS_AN_HOUR;
	unsigned minutes = seconds % SECONDS_AN_HOUR / SECONDS_A_MINUTE;

	if (days > 0)
		add_number(days, translate("day"), translate("days"), out);
	if (hours > 0) {
		strbuf_add(out, days > 0 ? " " : "");
		add_number(hours, translate("hour"), translate("hours"), out);
	}
	if (days == 0 && (minutes > 0 || hours == 0)) {
		strbuf_add(out, hours > 0 ? " " : "");
		add_number(minutes, translate("minute"), translate("minutes"), out);
	}
}

static bool has_bank(const struct game *game, unsigned seat)
{
	return game_options_are_timed(&game->terms) &&
	       (game->terms.bonus > 0 || game_options_bank(&game->terms, game->variant, seat) > 0);
}

void draft_add_bank(const struct draft *draft, struct strbuf *out)
{
	if (has_bank(draft->game, draft->mail->seat))
		add_span(draft->game->bank[draft->mail->seat], out);
}

static bool has_vacation(const struct game *game)
{
	return game_options_are_timed(&game->terms) && game->terms.vacation > 0;
}

/* Adds the number of days per year that a player may be away. */
void draft_add_vacation(const struct draft *draft, struct strbuf *out)
{
	if (has_vacation(draft->game))
		strbuf_addf(out, "%u", (unsigned)draft->game->terms.vacation);
}

static void add_absence(int64_t from, int64_t to, struct strbuf *out)
{
	struct strbuf first, last;

	strbuf_init(&first, 0);
	strbuf_init(&last, 0);
	mail_day(TIMEZONE_UTC, from * SECONDS_A_DAY, &first);
	mail_day(TIMEZONE_UTC, to * SECONDS_A_DAY, &last);
	if (from == to)
		strbuf_addf(out, translate("; away on %s"), first.bytes);
	else
		strbuf_addf(out, translate("; away from %s to %s"), first.bytes, last.bytes);
	strbuf_done(&last);
	strbuf_done(&first);
}

/* Adds the absences of a player, and the vacation that is left: "; away from 24 Dec 2026 to 6 Jan
 * 2027; 12 days of vacation left in 2026". */
static void add_vacation(const struct draft *draft, unsigned seat, struct strbuf *out)
{
	const struct game *game = draft->game;
	time_t now = (time_t)draft->workspace->now;
	int64_t from = -1, to;
	struct tm parts;
	unsigned left;

	if (!has_vacation(game) || gmtime_r(&now, &parts) == NULL)
		return;
	while (time_limits_next_absence(game, seat, from, now, &from, &to))
		add_absence(from, to, out);
	left = time_limits_vacation_left(game, seat, parts.tm_year + 1900);
	strbuf_addf(out,
		    left == 1 ? translate("; %u day of vacation left in %d")
			      : translate("; %u days of vacation left in %d"),
		    left, parts.tm_year + 1900);
}

/* ---- the clocks of all seats ---- */

/* Begins a part of a seat's line, after "; " unless it is the first. */
static void begin_part(bool *begun, struct strbuf *out)
{
	strbuf_add(out, *begun ? "; " : " ");
	*begun = true;
}

/* Adds a clock: "to move on board 1 by 24 Nov 2026, 12:00 UTC". */
static void add_clock(const struct draft *draft, unsigned number, struct strbuf *out)
{
	const struct turn_clock *clock = game_limits_clock(draft->game, number);

	strbuf_add(out, clock->over ? translate("overdue") : translate("to move"));
	if (draft->variant->kind->boards)
		strbuf_addf(out, translate(" on board %u"), number + 1);
	strbuf_add(out, clock->over ? translate(" since ") : translate(" by "));
	draft_add_moment(draft, clock->until, out);
}

/* Adds the line of a seat in play. */
static void add_seat_clocks(const struct draft *draft, unsigned seat, struct strbuf *out)
{
	const struct game *game = draft->game;
	bool begun = false;

	strbuf_addf(out, "%s:", translate(variant_seat_title(draft->variant, seat)));
	for (unsigned i = 0; game->paused == 0 && i < variant_seats(draft->variant); i++) {
		if (game->clocks[i].seat != seat || game_limits_clock(game, i) == NULL)
			continue;
		begin_part(&begun, out);
		add_clock(draft, i, out);
	}
	if (!begun) {
		begin_part(&begun, out);
		strbuf_add(out, game->paused != 0 ? translate("clock stopped")
						  : translate("not to move"));
	}
	if (has_bank(game, seat)) {
		begin_part(&begun, out);
		strbuf_add(out, translate("time bank: "));
		add_span(game->bank[seat], out);
	}
	add_vacation(draft, seat, out);
	strbuf_add_char(out, '\n');
}

void draft_add_clocks(const struct draft *draft, struct strbuf *out)
{
	const struct game *game = draft->game;

	if (!game_options_are_timed(&game->terms) || game->outcome.status != STATUS_PLAYING)
		return;
	for (unsigned seat = 0; seat < variant_seats(draft->variant); seat++)
		if (game_in_play(game, seat))
			add_seat_clocks(draft, seat, out);
}

/* ---- the terms of the game ---- */

/* Adds a sentence with a number, in its singular or plural form. */
static void add_count(unsigned count, const char *one, const char *many, struct strbuf *out)
{
	strbuf_addf(out, translate(count == 1 ? one : many), count);
}

/* Returns what separates an item of a list from the item before it. */
static const char *before_item(unsigned index, unsigned count)
{
	return index == 0 ? "" : index + 1 == count ? translate(" and ") : ", ";
}

/* Adds the time limits of turns. In a ring a turn has twice the days of the option
 * [ring-deadlines]. */
static void add_times(const struct draft *draft, struct strbuf *out)
{
	const struct game_options *terms = &draft->game->terms;

	if (!game_options_are_timed(terms))
		strbuf_add(out, translate("There is no time limit."));
	else if (terms->days > 0)
		add_count(game_real_days(draft->game, terms->days),
			  "You have %u day for each turn.", "You have %u days for each turn.", out);
	strbuf_add(out, out->len > 0 ? "\n" : "");
	if (terms->bank > 0) {
		add_count(
			terms->bank,
			terms->days > 0
				? "Each player also has a time bank of %u day for the whole game."
				: "Each player has %u day for the whole game.",
			terms->days > 0
				? "Each player also has a time bank of %u days for the whole game."
				: "Each player has %u days for the whole game.",
			out);
		strbuf_add_char(out, '\n');
	}
	if (terms->bonus > 0) {
		add_count(terms->bonus, "Every turn adds %u hour to your time bank.",
			  "Every turn adds %u hours to your time bank.", out);
		strbuf_add_char(out, '\n');
	}
}

static void add_weekdays(const struct game_options *terms, struct strbuf *out)
{
	static const char *const names[] = {"Mondays", "Tuesdays",  "Wednesdays", "Thursdays",
					    "Fridays", "Saturdays", "Sundays"};
	unsigned count = (unsigned)__builtin_popcount(terms->rest), index = 0;

	for (unsigned day = 0; day < ARRAY_LEN(names); day++)
		if (terms->rest >> day & 1)
			strbuf_addf(out, "%s%s", before_item(index++, count),
				    translate(names[day]));
	strbuf_add(out, count > 0 ? translate(" don't count.\n") : "");
}

/* Adds a holiday: "25 Dec" if it is in every year, or "26 Mar 2027". */
static void add_holiday(const struct game_options_day *day, struct strbuf *out)
{
	static const char every[] = " 2000"; /* a leap year */
	char stamp[32];
	int64_t when = 0;
	size_t len;

	snprintf(stamp, sizeof stamp, "%04u-%02u-%02uT12:00:00Z", day->year == 0 ? 2000 : day->year,
		 day->month, day->day);
	when = timestamp_read(stamp);
	if (when < 0)
		return;
	mail_day(TIMEZONE_UTC, when, out);
	len = strlen(every);
	if (day->year == 0 && out->len > len && strcmp(out->bytes + out->len - len, every) == 0)
		out->bytes[out->len -= len] = '\0';
}

static void add_holidays(const struct game_options *terms, struct strbuf *out)
{
	if (terms->holiday_count == 0)
		return;
	strbuf_add(out, translate("Holidays don't count: "));
	for (unsigned i = 0; i < terms->holiday_count; i++) {
		strbuf_add(out, before_item(i, terms->holiday_count));
		add_holiday(&terms->holidays[i], out);
	}
	strbuf_add(out, ".\n");
}

static void add_reminders(const struct game_options *terms, struct strbuf *out)
{
	if (terms->remind_count == 0)
		return;
	strbuf_add(out, translate("We remind you after "));
	for (unsigned i = 0; i < terms->remind_count; i++)
		strbuf_addf(out, "%s%u %%", before_item(i, terms->remind_count), terms->remind[i]);
	strbuf_add(out, translate(" of that time.\n"));
}

/* Adds the consequence of a late turn. */
static void add_miss(const struct game *game, struct strbuf *out)
{
	static const char *const two[] = {
		[MISS_MODERATOR] = "If your move is late, the moderator decides.\n",
		[MISS_REMIND] = ("If your move is late, we remind you, and you get the same time "
				 "again.\n"),
		[MISS_SKIP] = "If your move is late, your turn is skipped.\n",
		[MISS_FORFEIT] = "If your move is late, you lose the game.\n",
	};
	const struct game_options *terms = &game->terms;

	if (terms->grace > 0) {
		add_count(terms->grace, "After the deadline we still wait %u hour for your move.",
			  "After the deadline we still wait %u hours for your move.", out);
		strbuf_add_char(out, '\n');
	}
	strbuf_add(out, terms->miss == MISS_FORFEIT && game_has_many_seats(game)
				? translate("If your move is late, you are out of the game.\n")
				: translate(two[terms->miss]));
}

/* Adds how the time of turns is measured, for a game with time limits. */
static void add_clock_terms(const struct draft *draft, struct strbuf *out)
{
	const struct game_options *terms = &draft->game->terms;

	add_weekdays(terms, out);
	add_holidays(terms, out);
	add_reminders(terms, out);
	add_miss(draft->game, out);
	if (terms->vacation > 0) {
		add_count(terms->vacation, "Each player may be away for %u day a year (VACATION).",
			  "Each player may be away for %u days a year (VACATION).", out);
		strbuf_add_char(out, '\n');
	}
	if (strcmp(terms->zone, TIMEZONE_UTC) != 0)
		strbuf_addf(out, translate("Days are counted by the time of %s.\n"), terms->zone);
}

static void add_watch(const struct game_options *terms, struct strbuf *out)
{
	if (terms->watch == WATCH_NO)
		return;
	strbuf_add(out, terms->watch == WATCH_ASK
				? translate("Others may watch the game if the moderator agrees.\n")
				: translate("Others may watch the game.\n"));
	if (terms->watch_delay > 0) {
		add_count(terms->watch_delay, "Watchers see it %u turn late.",
			  "Watchers see it %u turns late.", out);
		strbuf_add_char(out, '\n');
	}
}

static void add_publish(const struct game_options *terms, struct strbuf *out)
{
	if (terms->publish == 0)
		return;
	strbuf_add(out, translate("Everybody may read the game in the site's archive.\n"));
	if (terms->publish_delay > 0) {
		add_count(terms->publish_delay,
			  "While it is played, the archive shows it %u turn late.",
			  "While it is played, the archive shows it %u turns late.", out);
		strbuf_add_char(out, '\n');
	}
}

/* Reports whether any term was chosen for the game. */
static bool has_terms(const struct draft *draft)
{
	const struct game_header *header = &draft->mail->game->file->header;
	struct strbuf chosen;
	bool found;

	strbuf_init(&chosen, 0);
	game_options_print(header->options, header->option_count, &chosen);
	found = chosen.len > 0;
	strbuf_done(&chosen);
	return found;
}

void draft_add_terms(const struct draft *draft, struct strbuf *out)
{
	const struct game_options *terms = &draft->game->terms;

	if (!has_terms(draft))
		return;
	add_times(draft, out);
	if (game_options_are_timed(terms))
		add_clock_terms(draft, out);
	if (!terms->press_kept)
		strbuf_add(out, translate("The game's record doesn't keep what players say.\n"));
	add_watch(terms, out);
	add_publish(terms, out);
}

/* ---- calendars ---- */

void draft_add_calendar(const struct draft *draft, struct strbuf *out)
{
	const struct mail *mail = draft->mail;
	const struct config *config = draft->workspace->site->config;
	struct seat *seat = &mail->game->seats.seats[mail->seat];
	uint32_t open =
		draft->person.calendar ? deadlines_open(&mail->game->file->game, mail->seat) : 0;
	struct deadlines deadlines = {
		.file = mail->game->file,
		.source = {config->name, config->address, draft->workspace->now},
		.domain = config->domain,
	};
	struct strbuf opponents;

	if (mail->to != NULL || (open | seat->dated) == 0)
		return;
	strbuf_init(&opponents, 0);
	draft_opponents(draft, &opponents);
	deadlines.opponents = opponents.bytes;
	icalendar_begin(out);
	deadlines_add(&deadlines, mail->seat, open, seat->dated & ~open, out);
	icalendar_end(out);
	strbuf_done(&opponents);
	mail->game->seats_changed |= seat->dated != open;
	seat->dated = open;
}
