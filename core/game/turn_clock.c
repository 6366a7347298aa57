/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/game/game_time_limits.h"
#include "core/game/turn.h"
#include "core/game/turn_clock.h"
#include "core/order/order_list.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/variant/variant_data.h"

/* After that many reminders the moderator decides. */
enum { MOST_TIMES_REMINDED = 3 };

int64_t turn_clock_earlier(int64_t a, int64_t b)
{
	return a == 0 || (b != 0 && b < a) ? b : a;
}

/* Returns the clock if its time is running, else NULL. */
static const struct turn_clock *running_clock(const struct game *game, unsigned clock)
{
	const struct turn_clock *at = game->paused == 0 ? game_limits_clock(game, clock) : NULL;

	return at != NULL && !at->over ? at : NULL;
}

int64_t turn_clock_until(const struct game *game, unsigned seat)
{
	int64_t until = 0;

	for (unsigned i = 0; game->paused == 0 && i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = game_limits_clock(game, i);

		if (clock != NULL && clock->seat == seat)
			until = turn_clock_earlier(until, clock->until);
	}
	return until;
}

/* Returns the last moment at which a turn is accepted. */
static int64_t last_moment(const struct game *game, const struct turn_clock *clock)
{
	return clock->until + (int64_t)game->terms.grace * SECONDS_AN_HOUR;
}

/* Returns when a reminder is sent. Reminders are counted from 0. */
static int64_t reminder_time(const struct game *game, const struct turn_clock *clock,
			     unsigned number)
{
	return clock->asked + (clock->until - clock->asked) * game->terms.remind[number] / 100;
}

int64_t turn_clock_next(const struct game *game,
			int64_t (*back)(const struct game *game, unsigned seat, int64_t when))
{
	int64_t next = 0;

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = running_clock(game, i);

		int64_t then;

		if (clock == NULL)
			continue;
		next = turn_clock_earlier(next, last_moment(game, clock));
		if (clock->reminded >= game->terms.remind_count)
			continue;
		then = reminder_time(game, clock, clock->reminded);
		next = turn_clock_earlier(next,
					  back != NULL ? back(game, clock->seat, then) : then);
	}
	return next;
}

/* ---- what a miss leads to ---- */

/* Reports whether the clock still waits for the same turn after these events. */
static bool still_waits(const struct game *game, unsigned clock, const struct event_list *events)
{
	const struct entry_head head = {.number = UINT32_MAX, .when = 0, .cause = "-"};
	bool waits = true;
	struct game after;

	game_copy(&after, game);
	for (size_t i = 0; i < events->count; i++)
		if (game_apply(&after, &head, &events->events[i], NULL) < 0)
			goto out;
	waits = game_limits_clock(&after, clock) != NULL;
out:
	game_done(&after);
	return waits;
}

/* Adds the events of a pass, if it is legal and ends the turn; otherwise adds nothing. */
static bool pass_turn(const struct game *game, unsigned clock, struct event_list *events)
{
	const struct order order = {.kind = ORDER_PASS, .text = (char *)""};
	const struct order_list orders = {.orders = (struct order *)&order, .count = 1};
	uint8_t seat = game->clocks[clock].seat;
	const size_t first = events->count;
	struct event_list passed_events;
	struct reason why;

	if (!game->variant->kind->boards &&
	    movegen_in_check(game->variant, &game->position, game->position.turn))
		return false;
	event_list_init(&passed_events);
	if (turn_decide(game, seat, &orders, &passed_events, &why) == ACCEPTED &&
	    !still_waits(game, clock, &passed_events))
		event_append(events, &passed_events);
	event_list_done(&passed_events);
	return events->count > first;
}

/*
 * Returns the consequence of missing the turn. A turn is only skipped if a pass is legal and the
 * seat isn't in check.
 */
static enum game_options_miss miss_consequence(const struct game *game, unsigned clock)
{
	enum game_options_miss miss = (enum game_options_miss)game->terms.miss;
	struct event_list events;

	if (miss == MISS_REMIND && game->clocks[clock].missed >= MOST_TIMES_REMINDED)
		return MISS_MODERATOR;
	if (miss != MISS_SKIP)
		return miss;
	event_list_init(&events);
	if (!pass_turn(game, clock, &events))
		miss = MISS_MODERATOR;
	event_list_done(&events);
	return miss;
}

bool turn_clock_begins_anew(const struct game *game, unsigned clock)
{
	return game->terms.miss == MISS_REMIND && game->clocks[clock].over &&
	       game->clocks[clock].missed < MOST_TIMES_REMINDED;
}

int64_t turn_clock_closed(const struct game *game, unsigned seat, int64_t now)
{
	int64_t until = 0;

	for (unsigned i = 0; game->paused == 0 && i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = game_limits_clock(game, i);
		enum game_options_miss miss;

		if (clock == NULL || clock->seat != seat)
			continue;
		miss = miss_consequence(game, i);
		if (clock->over || last_moment(game, clock) >= now ||
		    (miss != MISS_SKIP && miss != MISS_FORFEIT))
			return 0;
		until = turn_clock_earlier(until, clock->until);
	}
	return until;
}

/* ---- entries of the clock ---- */

static void add_clock_event(const struct game *game, enum event_kind kind, unsigned clock,
			    const char *text, struct event_list *events)
{
	uint32_t board = game->variant->kind->boards ? clock + 1 : EVENT_NO_NUMBER;

	event_add(events, event_about(kind, game->clocks[clock].seat, board, text));
}

/* Returns the clock whose time ended first, or MAX_SEATS. */
static unsigned find_missed(const struct game *game, int64_t now)
{
	unsigned first = MAX_SEATS;

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = running_clock(game, i);

		if (clock != NULL && last_moment(game, clock) < now &&
		    (first == MAX_SEATS || clock->until < game->clocks[first].until))
			first = i;
	}
	return first;
}

static void add_missed_turn(const struct game *game, unsigned clock, struct event_list *events)
{
	bool boards = game->variant->kind->boards;
	char until[TIMESTAMP_SIZE];
	struct reason why;

	timestamp_print(game->clocks[clock].until, until);
	add_clock_event(game, EVENT_MISSED, clock, until, events);
	if (game->terms.miss == MISS_SKIP)
		(void)pass_turn(game, clock, events);
	else if (game->terms.miss == MISS_FORFEIT)
		/*
		 * Refused in a ring if the board is decided already and waits for the end of the
		 * run.
		 */
		(void)turn_forfeit(game, game->clocks[clock].seat, boards ? clock + 1 : 0, events,
				   &why);
}

/* Returns how many reminders should have been sent by now. */
static unsigned reminders_due(const struct game *game, const struct turn_clock *clock, int64_t now)
{
	unsigned count = clock->reminded;

	while (count < game->terms.remind_count && reminder_time(game, clock, count) < now)
		count++;
	return count;
}

bool turn_clock_decide(const struct game *game, int64_t now, uint16_t away,
		       struct event_list *events)
{
	const size_t first = events->count;
	unsigned missed = find_missed(game, now);

	if (missed < MAX_SEATS) {
		add_missed_turn(game, missed, events);
		return true;
	}
	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = running_clock(game, i);
		unsigned count = clock != NULL ? reminders_due(game, clock, now) : 0;
		char *text;

		if (clock == NULL || count == clock->reminded || away >> clock->seat & 1)
			continue;
		text = base_printf("%u", count);
		add_clock_event(game, EVENT_REMINDED, i, text, events);
		free(text);
	}
	return events->count > first;
}
