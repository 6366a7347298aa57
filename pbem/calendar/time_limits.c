/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/game/clock.h"
#include "core/game/game_time_limits.h"
#include "core/game/turn_clock.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/variant/variant_data.h"
#include "pbem/calendar/calendar.h"
#include "pbem/calendar/time_limits.h"

/* A game before an entry and after it. */
struct change {
	const struct game *before, *after;
	const struct entry_head *head;
	struct event_list *events;
	size_t count; /* number of the entry's own events */
};

static struct calendar calendar_of(const struct game *game, unsigned seat)
{
	struct calendar calendar;

	calendar_init(&calendar, &game->terms, &game->away[seat]);
	return calendar;
}

/* ---- events ---- */

static void add_until(const struct game *game, unsigned clock, uint8_t seat, int64_t main,
		      int64_t until, struct event_list *events)
{
	uint32_t board = game->variant->kind->boards ? clock + 1 : EVENT_NO_NUMBER;
	char first[TIMESTAMP_SIZE], second[TIMESTAMP_SIZE], *text;

	timestamp_print(until, first);
	timestamp_print(main, second);
	text = main < until ? base_printf("%s, bank from %s", first, second) : base_strdup(first);
	event_add(events, event_about(EVENT_UNTIL, seat, board, text));
	free(text);
}

static bool has_event(const struct change *change, enum event_kind kind, unsigned seat)
{
	for (size_t i = 0; i < change->count; i++)
		if (change->events->events[i].kind == kind &&
		    change->events->events[i].seat == seat)
			return true;
	return false;
}

/* ---- the bank ---- */

/* Returns what is left of the bank when the turn of that clock has come. */
static uint32_t bank_left(const struct change *change, const struct turn_clock *clock)
{
	const struct game *game = change->before;
	struct calendar calendar = calendar_of(game, clock->seat);
	int64_t used = game->paused == 0 && change->head->when > clock->main
			       ? calendar_counted(&calendar, clock->main, change->head->when)
			       : 0;
	int64_t left = (int64_t)game->bank[clock->seat] - used;

	calendar_done(&calendar);
	return (uint32_t)(left > 0 ? left : 0);
}

/* Adds the event about the bank of a seat that has sent its turn: the turn has used what it took
 * beyond its days, and may add a bonus. */
static void add_bank_after_turn(const struct change *change, unsigned number)
{
	const struct turn_clock *clock = game_limits_clock(change->before, number);
	const struct game_options *terms = &change->before->terms;
	struct game_pending_turn standing;
	uint32_t left;

	if (clock == NULL ||
	    (game_options_bank(terms, change->before->variant, clock->seat) == 0 &&
	     terms->bonus == 0) ||
	    game_limits_clock(change->after, number) != NULL ||
	    change->after->outcome.status != STATUS_PLAYING ||
	    !game_in_play(change->after, clock->seat) ||
	    !has_event(change, EVENT_ORDER, clock->seat))
		return;
	left = bank_left(change, clock);
	/* A card or a PASS on another's turn isn't a turn. */
	if (!game_pending_turn(change->before, &standing) ||
	    change->after->sent[clock->seat] == change->head->number)
		left += (uint32_t)terms->bonus * SECONDS_AN_HOUR;
	if (left != change->before->bank[clock->seat])
		event_add(change->events, event_about(EVENT_BANK, clock->seat, left, NULL));
}

/* ---- until when ---- */

/* Adds the time for a turn that is asked for now: its days, then what is in the bank. */
static void add_full_time(const struct change *change, unsigned clock, uint8_t seat)
{
	const struct game *game = change->after;
	struct calendar calendar = calendar_of(game, seat);
	int64_t asked = game_limits_asked(game, change->head);
	int64_t main = calendar_days_after(&calendar, asked, game_turn_days(game, seat));

	add_until(game, clock, seat, main, calendar_after(&calendar, main, game->bank[seat]),
		  change->events);
	calendar_done(&calendar);
}

/* Adds the time for a turn of a seat that has answered meanwhile without sending the turn: the rest
 * of its days, then what is in the bank. */
static void add_remaining_time(const struct change *change, const struct turn_clock *clock,
			       unsigned number)
{
	const struct game *game = change->after;
	struct calendar calendar = calendar_of(game, clock->seat);
	int64_t left = calendar_counted(&calendar, clock->stopped, clock->main);
	int64_t main = calendar_after(&calendar, game_limits_asked(game, change->head), left);

	add_until(game, number, clock->seat, main,
		  calendar_after(&calendar, main, game->bank[clock->seat]), change->events);
	calendar_done(&calendar);
}

/* Adds the same days again for a seat that was late. The bank is used up by then. */
static void add_same_time_again(const struct change *change, unsigned clock, uint8_t seat)
{
	const struct game *game = change->after;
	struct calendar calendar = calendar_of(game, seat);
	unsigned days = game_turn_days(game, seat);
	int64_t until = calendar_days_after(&calendar, change->head->when, days > 0 ? days : 1);

	add_until(game, clock, seat, until, until, change->events);
	calendar_done(&calendar);
}

/* Measures how much of a turn's time was left when the game was paused, of its days and including
 * the bank. Uses the absences known at that time. */
static void measure_paused_rest(const struct change *change, const struct turn_clock *clock,
				int64_t *main_out, int64_t *until_out)
{
	int64_t from = change->before->paused;
	struct calendar then;

	calendar_init(&then, &change->before->terms, &change->before->paused_away[clock->seat]);
	*main_out = calendar_counted(&then, from, clock->main);
	*until_out = calendar_counted(&then, from, clock->until);
	calendar_done(&then);
}

/* Adds the time that was left at the pause, counted from now. */
static void add_paused_rest(const struct change *change, const struct turn_clock *clock,
			    unsigned number)
{
	struct calendar calendar = calendar_of(change->after, clock->seat);
	int64_t now = change->head->when, main, until;

	measure_paused_rest(change, clock, &main, &until);
	add_until(change->after, number, clock->seat, calendar_after(&calendar, now, main),
		  calendar_after(&calendar, now, until), change->events);
	calendar_done(&calendar);
}

/* Moves a deadline later by as many days as only the vacation takes away. */
static void add_postponed_deadline(const struct change *change, const struct turn_clock *clock,
				   unsigned number)
{
	struct calendar before = calendar_of(change->before, clock->seat);
	struct calendar after = calendar_of(change->after, clock->seat);
	int64_t first = calendar_day(&before, change->head->when);
	unsigned main = 0, until = 0;

	for (int64_t day = first; day <= calendar_day(&before, clock->until); day++) {
		bool taken = calendar_is_off(&after, day) && !calendar_is_off(&before, day);

		until += taken;
		main += taken && day <= calendar_day(&before, clock->main);
	}
	if (until > 0)
		add_until(change->after, number, clock->seat,
			  calendar_days_after(&after, clock->main, main),
			  calendar_days_after(&after, clock->until, until), change->events);
	calendar_done(&after);
	calendar_done(&before);
}

/* Moves a time so that as many days count between today and then as before. The time of day
 * stays. */
static int64_t recalculate_moment(const struct change *change, const struct turn_clock *clock,
				  int64_t moment)
{
	struct calendar before = calendar_of(change->before, clock->seat);
	struct calendar after = calendar_of(change->after, clock->seat);
	int64_t today = calendar_day(&before, change->head->when);
	int64_t last = calendar_day(&before, moment);
	unsigned days = 0;

	for (int64_t day = today + 1; day <= last; day++)
		days += !calendar_is_off(&before, day);
	if (days > 0)
		moment = calendar_days_after(&after, calendar_same_time(&after, moment, today),
					     days);
	calendar_done(&after);
	calendar_done(&before);
	return moment;
}

/* Moves the deadline of a seat that is no longer away: it doesn't keep the days that the vacation
 * had added. */
static void add_earlier_deadline(const struct change *change, const struct turn_clock *clock,
				 unsigned number)
{
	int64_t main = recalculate_moment(change, clock, clock->main);
	int64_t until = recalculate_moment(change, clock, clock->until);

	if (until != clock->until)
		add_until(change->after, number, clock->seat, main, until, change->events);
}

/* Reports whether the seat has a time limit. As a handicap, one seat may have none where others
 * do. */
static bool is_timed(const struct game *game, unsigned seat)
{
	return game_turn_days(game, seat) > 0 ||
	       game_options_bank(&game->terms, game->variant, seat) > 0;
}

static bool is_stopped(const struct game *game, unsigned number, uint8_t seat)
{
	const struct turn_clock *clock = &game->clocks[number];

	return clock->entry != 0 && clock->stopped != 0 && clock->seat == seat;
}

/* The ways in which an entry changes the time of a clock. */
enum course { COURSE_NONE, REMAINING, WHOLE, AGAIN, REST, MOVED, NEAR };

static enum course course_of(const struct change *change, unsigned number, uint8_t *seat_out)
{
	const struct game *after = change->after;
	const struct turn_clock *clock = game_limits_clock(after, number);
	bool in_time = clock != NULL && !clock->over && clock->until >= change->head->when;
	struct question question;

	if (!game_limits_slot(after, number, seat_out, &question) || !is_timed(after, *seat_out))
		return COURSE_NONE;
	/* A vacation that is entered while the game is paused counts when the game is resumed. */
	if (after->paused != 0 || has_event(change, EVENT_UNTIL, *seat_out))
		return COURSE_NONE;
	/* A question that was open in the state to which a game was taken back gets its whole time
	 * again. */
	if (clock == NULL && is_stopped(after, number, *seat_out))
		return REMAINING;
	if (clock == NULL || has_event(change, EVENT_UNDO, NO_SIDE))
		return WHOLE;
	if (turn_clock_begins_anew(after, number))
		return AGAIN;
	if (change->before->paused != 0 && !clock->over)
		return REST;
	if (has_event(change, EVENT_VACATION, *seat_out) && in_time)
		return MOVED;
	return has_event(change, EVENT_BACK, *seat_out) && in_time ? NEAR : COURSE_NONE;
}

/* Adds the part of the bank that is used by then: all of it for a missed turn, or the part that was
 * used before the pause. */
static void add_used_bank(const struct change *change, unsigned number)
{
	const struct game *after = change->after;
	int64_t main, left = -1;
	uint8_t seat;

	switch (course_of(change, number, &seat)) {
	case AGAIN:
		left = 0;
		break;
	case REST:
		measure_paused_rest(change, game_limits_clock(after, number), &main, &left);
		left = main == 0 ? left : -1;
		break;
	default:
		break;
	}
	if (left >= 0 && left < after->bank[seat])
		event_add(change->events, event_about(EVENT_BANK, seat, (uint32_t)left, NULL));
}

static void add_limit(const struct change *change, unsigned number)
{
	const struct turn_clock *clock = game_limits_clock(change->after, number);
	uint8_t seat;

	switch (course_of(change, number, &seat)) {
	case COURSE_NONE:
		break;
	case REMAINING:
		add_remaining_time(change, &change->after->clocks[number], number);
		break;
	case WHOLE:
		add_full_time(change, number, seat);
		break;
	case AGAIN:
		add_same_time_again(change, number, seat);
		break;
	case REST:
		add_paused_rest(change, clock, number);
		break;
	case MOVED:
		add_postponed_deadline(change, clock, number);
		break;
	case NEAR:
		add_earlier_deadline(change, clock, number);
		break;
	}
}

/* Applies the events from *done on. Returns -1 at one that is impossible, which is reported when
 * the entry is made. */
static int apply_events(struct game *after, const struct change *change, size_t *done)
{
	int result = 0;

	for (; result == 0 && *done < change->events->count; ++*done)
		result = game_apply(after, change->head, &change->events->events[*done], NULL);
	return result;
}

void time_limits_add(const struct game *before, const struct entry_head *head,
		     struct event_list *events)
{
	struct change change = {
		.before = before, .head = head, .events = events, .count = events->count};
	/* All use of a bank is counted before new times are calculated: in a ring a seat has one
	 * bank for several boards. */
	void (*const steps[])(const struct change *change,
			      unsigned number) = {add_bank_after_turn, add_used_bank, add_limit};
	struct game after;
	size_t done = 0;

	if (!game_options_are_timed(&before->terms))
		return;
	game_copy(&after, before);
	change.after = &after;
	for (size_t step = 0; step < ARRAY_LEN(steps) && apply_events(&after, &change, &done) == 0;
	     step++)
		for (unsigned i = 0; i < variant_seats(before->variant); i++)
			steps[step](&change, i);
	game_done(&after);
}

/* ---- what a moderator does ---- */

static enum verdict check_in_play(const struct game *game, struct reason *why)
{
	if (!game->started || game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "the game is not being played");
	if (!clock_is_timed(game))
		return reason_refuse(why, "in this game nobody's time is limited; 'pbem new "
					  "--option days=5' begins one in which it is");
	return ACCEPTED;
}

enum verdict time_limits_pause(const struct game *game, struct event_list *events,
			       struct reason *why)
{
	if (check_in_play(game, why) == REFUSED)
		return REFUSED;
	if (game->paused != 0)
		return reason_refuse(why, "the game is paused already");
	event_add(events, event_of(EVENT_PAUSE));
	return ACCEPTED;
}

enum verdict time_limits_resume(const struct game *game, struct event_list *events,
				struct reason *why)
{
	if (check_in_play(game, why) == REFUSED)
		return REFUSED;
	if (game->paused == 0)
		return reason_refuse(why, "the game isn't paused");
	event_add(events, event_of(EVENT_RESUME));
	return ACCEPTED;
}

enum verdict time_limits_extend(const struct game *game, unsigned seat, unsigned days, int64_t now,
				struct event_list *events, struct reason *why)
{
	struct calendar calendar;
	bool any = false;

	if (check_in_play(game, why) == REFUSED)
		return REFUSED;
	if (game->paused != 0)
		return reason_refuse(why, "the game is paused: resume it first");
	calendar = calendar_of(game, seat);
	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = game_limits_clock(game, i);
		int64_t until, main;

		if (clock == NULL || clock->seat != seat)
			continue;
		until = calendar_days_after(&calendar, clock->until > now ? clock->until : now,
					    days);
		/* The days that are given don't come from the bank, which a late seat has used
		 * up. */
		main = clock->until > now ? calendar_days_after(&calendar, clock->main, days)
					  : until;
		if (clock->until <= now && game->bank[seat] > 0)
			event_add(events, event_about(EVENT_BANK, (uint8_t)seat, 0, NULL));
		add_until(game, i, (uint8_t)seat, main, until, events);
		any = true;
	}
	calendar_done(&calendar);
	return any ? ACCEPTED
		   : reason_refuse(why, "%s isn't asked for a turn whose time is limited",
				   variant_seat_title(game->variant, seat));
}
