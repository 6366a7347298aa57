/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/turn/clock.h"
#include "core/turn/clock_turns.h"
#include "core/turn/game_limits.h"
#include "core/variant/variant_data.h"
#include "pbem/times/calendar.h"
#include "pbem/times/limits.h"

/* A game before an entry and after it. */
struct change {
	const struct game *before, *after;
	const struct entry_head *head;
	struct event_list *events;
	size_t count; /* of the entry's own facts */
};

static struct calendar calendar_of(const struct game *game, unsigned seat)
{
	struct calendar calendar;

	calendar_init(&calendar, &game->terms, &game->away[seat]);
	return calendar;
}

/* ---- facts ---- */

static void add_until(const struct game *game, unsigned clock, uint8_t seat, int64_t main,
		      int64_t until, struct event_list *events)
{
	uint32_t board = game->variant->kind->boards ? clock + 1 : EVENT_NO_NUMBER;
	char first[STAMP_SIZE], second[STAMP_SIZE], *text;

	stamp_print(until, first);
	stamp_print(main, second);
	text = main < until ? base_printf("%s, bank from %s", first, second) : base_strdup(first);
	event_add(events, event_about(EVENT_UNTIL, seat, board, text));
	free(text);
}

static bool is_told(const struct change *change, enum event_kind kind, unsigned seat)
{
	for (size_t i = 0; i < change->count; i++)
		if (change->events->events[i].kind == kind &&
		    change->events->events[i].seat == seat)
			return true;
	return false;
}

/* ---- the bank ---- */

/* What is left of it when the turn of that clock has come. */
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

/* Who has sent his turn has used of the bank what the turn took beyond its days. */
static void add_bank(const struct change *change, unsigned number)
{
	const struct turn_clock *clock = game_limits_clock(change->before, number);
	const struct terms *terms = &change->before->terms;
	struct game_standing standing;
	uint32_t left;

	if (clock == NULL ||
	    (terms_bank(terms, change->before->variant, clock->seat) == 0 && terms->bonus == 0) ||
	    game_limits_clock(change->after, number) != NULL ||
	    change->after->outcome.status != STATUS_PLAYING ||
	    !game_in_play(change->after, clock->seat) || !is_told(change, EVENT_ORDER, clock->seat))
		return;
	left = bank_left(change, clock);
	/* A card or a PASS on another's turn is no turn. */
	if (!game_standing(change->before, &standing) ||
	    change->after->sent[clock->seat] == change->head->number)
		left += (uint32_t)terms->bonus * SECONDS_AN_HOUR;
	if (left != change->before->bank[clock->seat])
		event_add(change->events, event_about(EVENT_BANK, clock->seat, left, NULL));
}

/* ---- until when ---- */

/* The time of a turn that is asked for now: its days, then what the bank has. */
static void add_whole(const struct change *change, unsigned clock, uint8_t seat)
{
	const struct game *game = change->after;
	struct calendar calendar = calendar_of(game, seat);
	int64_t asked = game_limits_asked(game, change->head);
	int64_t main = calendar_days_after(&calendar, asked,
					   terms_days(&game->terms, game->variant, seat));

	add_until(game, clock, seat, main, calendar_after(&calendar, main, game->bank[seat]),
		  change->events);
	calendar_done(&calendar);
}

/* The same for who has answered meanwhile and not sent it: what was left of its days, then what the
 * bank has. */
static void add_remaining(const struct change *change, const struct turn_clock *clock,
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

/* The days once more, for who was late; the bank is used up by then. */
static void add_again(const struct change *change, unsigned clock, uint8_t seat)
{
	const struct game *game = change->after;
	struct calendar calendar = calendar_of(game, seat);
	unsigned days = terms_days(&game->terms, game->variant, seat);
	int64_t until = calendar_days_after(&calendar, change->head->when, days > 0 ? days : 1);

	add_until(game, clock, seat, until, until, change->events);
	calendar_done(&calendar);
}

/* What was left of a turn's time when the game was paused: of its days, and with the bank; by the
 * absences that were known then. */
static void measure_rest(const struct change *change, const struct turn_clock *clock,
			 int64_t *main_out, int64_t *until_out)
{
	int64_t from = change->before->paused;
	struct calendar then;

	calendar_init(&then, &change->before->terms, &change->before->paused_away[clock->seat]);
	*main_out = calendar_counted(&then, from, clock->main);
	*until_out = calendar_counted(&then, from, clock->until);
	calendar_done(&then);
}

/* It is left now. */
static void add_rest(const struct change *change, const struct turn_clock *clock, unsigned number)
{
	struct calendar calendar = calendar_of(change->after, clock->seat);
	int64_t now = change->head->when, main, until;

	measure_rest(change, clock, &main, &until);
	add_until(change->after, number, clock->seat, calendar_after(&calendar, now, main),
		  calendar_after(&calendar, now, until), change->events);
	calendar_done(&calendar);
}

/* As many days later as there are that only a vacation takes away. */
static void add_moved(const struct change *change, const struct turn_clock *clock, unsigned number)
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

/* A moment as many days that count behind today as before; the time of day stays. */
static int64_t brought_near(const struct change *change, const struct turn_clock *clock,
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

/* Who is away no longer has his time back, too. */
static void add_near(const struct change *change, const struct turn_clock *clock, unsigned number)
{
	int64_t main = brought_near(change, clock, clock->main);
	int64_t until = brought_near(change, clock, clock->until);

	if (until != clock->until)
		add_until(change->after, number, clock->seat, main, until, change->events);
}

/* One seat may have no limit where others do, by way of odds. */
static bool is_timed(const struct game *game, unsigned seat)
{
	return terms_days(&game->terms, game->variant, seat) > 0 ||
	       terms_bank(&game->terms, game->variant, seat) > 0;
}

static bool is_stopped(const struct game *game, unsigned number, uint8_t seat)
{
	const struct turn_clock *clock = &game->clocks[number];

	return clock->entry != 0 && clock->stopped != 0 && clock->seat == seat;
}

/* What becomes of a clock's time. */
enum course { COURSE_NONE, REMAINING, WHOLE, AGAIN, REST, MOVED, NEAR };

static enum course course_of(const struct change *change, unsigned number, uint8_t *seat_out)
{
	const struct game *after = change->after;
	const struct turn_clock *clock = game_limits_clock(after, number);
	bool in_time = clock != NULL && !clock->over && clock->until >= change->head->when;
	struct question question;

	if (!game_limits_slot(after, number, seat_out, &question) || !is_timed(after, *seat_out))
		return COURSE_NONE;
	/* A vacation that is told while the game is paused counts when it goes on. */
	if (after->paused != 0 || is_told(change, EVENT_UNTIL, *seat_out))
		return COURSE_NONE;
	/* What stood open in what a game goes back to has all its time once more. */
	if (clock == NULL && is_stopped(after, number, *seat_out))
		return REMAINING;
	if (clock == NULL || is_told(change, EVENT_UNDO, NO_SIDE))
		return WHOLE;
	if (clock_turns_begins_anew(after, number))
		return AGAIN;
	if (change->before->paused != 0 && !clock->over)
		return REST;
	if (is_told(change, EVENT_VACATION, *seat_out) && in_time)
		return MOVED;
	return is_told(change, EVENT_BACK, *seat_out) && in_time ? NEAR : COURSE_NONE;
}

/* What is gone of the bank by then: all, of who was late; what was used of it when the game was
 * paused. */
static void add_used(const struct change *change, unsigned number)
{
	const struct game *after = change->after;
	int64_t main, left = -1;
	uint8_t seat;

	switch (course_of(change, number, &seat)) {
	case AGAIN:
		left = 0;
		break;
	case REST:
		measure_rest(change, game_limits_clock(after, number), &main, &left);
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
		add_remaining(change, &change->after->clocks[number], number);
		break;
	case WHOLE:
		add_whole(change, number, seat);
		break;
	case AGAIN:
		add_again(change, number, seat);
		break;
	case REST:
		add_rest(change, clock, number);
		break;
	case MOVED:
		add_moved(change, clock, number);
		break;
	case NEAR:
		add_near(change, clock, number);
		break;
	}
}

/* Applies the facts from *done on; -1 at one that can't be true: it is told of when the entry is
 * made. */
static int apply(struct game *after, const struct change *change, size_t *done)
{
	int result = 0;

	for (; result == 0 && *done < change->events->count; ++*done)
		result = game_apply(after, change->head, &change->events->events[*done], NULL);
	return result;
}

void limits_add(const struct game *before, const struct entry_head *head, struct event_list *events)
{
	struct change change = {
		.before = before, .head = head, .events = events, .count = events->count};
	/* All that is gone of a bank is so before it is reckoned with: in a ring a seat has it for
	 * several boards. */
	void (*const steps[])(const struct change *change, unsigned number) = {add_bank, add_used,
									       add_limit};
	struct game after;
	size_t done = 0;

	if (!terms_are_timed(&before->terms))
		return;
	game_copy(&after, before);
	change.after = &after;
	for (size_t step = 0; step < ARRAY_LEN(steps) && apply(&after, &change, &done) == 0; step++)
		for (unsigned i = 0; i < variant_seats(before->variant); i++)
			steps[step](&change, i);
	game_done(&after);
}

/* ---- what a moderator does ---- */

static enum verdict check_played(const struct game *game, struct reason *why)
{
	if (!game->started || game->outcome.status != STATUS_PLAYING)
		return reason_refuse(why, "the game is not being played");
	if (!clock_is_timed(game))
		return reason_refuse(why, "in this game nobody's time is limited; 'pbem new "
					  "--option days=5' begins one in which it is");
	return ACCEPTED;
}

enum verdict limits_pause(const struct game *game, struct event_list *events, struct reason *why)
{
	if (check_played(game, why) == REFUSED)
		return REFUSED;
	if (game->paused != 0)
		return reason_refuse(why, "the game is paused already");
	event_add(events, event_of(EVENT_PAUSE));
	return ACCEPTED;
}

enum verdict limits_resume(const struct game *game, struct event_list *events, struct reason *why)
{
	if (check_played(game, why) == REFUSED)
		return REFUSED;
	if (game->paused == 0)
		return reason_refuse(why, "the game isn't paused");
	event_add(events, event_of(EVENT_RESUME));
	return ACCEPTED;
}

enum verdict limits_extend(const struct game *game, unsigned seat, unsigned days, int64_t now,
			   struct event_list *events, struct reason *why)
{
	struct calendar calendar;
	bool any = false;

	if (check_played(game, why) == REFUSED)
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
		/* The days that are given aren't the bank's; who is late has used that up. */
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
