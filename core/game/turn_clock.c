/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "core/order/order_list.h"
#include "core/rules/movegen.h"
#include "core/turn/clock_turns.h"
#include "core/turn/game_limits.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"

/* A turn that is only reminded of is the moderator's matter in the end. */
enum { MOST_TIMES_REMINDED = 3 };

int64_t clock_earlier(int64_t a, int64_t b)
{
	return a == 0 || (b != 0 && b < a) ? b : a;
}

/* The clock, when its time is being counted; else NULL. */
static const struct turn_clock *running(const struct game *game, unsigned clock)
{
	const struct turn_clock *at = game->paused == 0 ? game_limits_clock(game, clock) : NULL;

	return at != NULL && !at->over ? at : NULL;
}

int64_t clock_turns_until(const struct game *game, unsigned seat)
{
	int64_t until = 0;

	for (unsigned i = 0; game->paused == 0 && i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = game_limits_clock(game, i);

		if (clock != NULL && clock->seat == seat)
			until = clock_earlier(until, clock->until);
	}
	return until;
}

/* The last moment at which the turn is taken. */
static int64_t last_moment(const struct game *game, const struct turn_clock *clock)
{
	return clock->until + (int64_t)game->terms.grace * SECONDS_AN_HOUR;
}

/* When the reminder of that number, from 0, is sent. */
static int64_t reminder(const struct game *game, const struct turn_clock *clock, unsigned number)
{
	return clock->asked + (clock->until - clock->asked) * game->terms.remind[number] / 100;
}

int64_t clock_turns_next(const struct game *game,
			 int64_t (*back)(const struct game *game, unsigned seat, int64_t when))
{
	int64_t next = 0;

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = running(game, i);

		int64_t then;

		if (clock == NULL)
			continue;
		next = clock_earlier(next, last_moment(game, clock));
		if (clock->reminded >= game->terms.remind_count)
			continue;
		then = reminder(game, clock, clock->reminded);
		next = clock_earlier(next, back != NULL ? back(game, clock->seat, then) : then);
	}
	return next;
}

/* ---- what a miss leads to ---- */

/* Whether the clock still waits for that turn when these facts are applied. */
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

/* The turn is passed, where that is legal and ends it; else no facts are added. */
static bool pass(const struct game *game, unsigned clock, struct event_list *events)
{
	const struct order order = {.kind = ORDER_PASS, .text = (char *)""};
	const struct order_list orders = {.orders = (struct order *)&order, .count = 1};
	uint8_t seat = game->clocks[clock].seat;
	const size_t first = events->count;
	struct event_list facts;
	struct reason why;

	if (!game->variant->kind->boards &&
	    movegen_in_check(game->variant, &game->position, game->position.turn))
		return false;
	event_list_init(&facts);
	if (turn_decide(game, seat, &orders, &facts, &why) == ACCEPTED &&
	    !still_waits(game, clock, &facts))
		event_append(events, &facts);
	event_list_done(&facts);
	return events->count > first;
}

/* Skipping only where a pass is legal, never out of check. */
static enum terms_miss miss_of(const struct game *game, unsigned clock)
{
	enum terms_miss miss = (enum terms_miss)game->terms.miss;
	struct event_list events;

	if (miss == MISS_REMIND && game->clocks[clock].missed >= MOST_TIMES_REMINDED)
		return MISS_MODERATOR;
	if (miss != MISS_SKIP)
		return miss;
	event_list_init(&events);
	if (!pass(game, clock, &events))
		miss = MISS_MODERATOR;
	event_list_done(&events);
	return miss;
}

bool clock_turns_begins_anew(const struct game *game, unsigned clock)
{
	return game->terms.miss == MISS_REMIND && game->clocks[clock].over &&
	       game->clocks[clock].missed < MOST_TIMES_REMINDED;
}

int64_t clock_turns_closed(const struct game *game, unsigned seat, int64_t now)
{
	int64_t until = 0;

	for (unsigned i = 0; game->paused == 0 && i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = game_limits_clock(game, i);
		enum terms_miss miss;

		if (clock == NULL || clock->seat != seat)
			continue;
		miss = miss_of(game, i);
		if (clock->over || last_moment(game, clock) >= now ||
		    (miss != MISS_SKIP && miss != MISS_FORFEIT))
			return 0;
		until = clock_earlier(until, clock->until);
	}
	return until;
}

/* ---- entries of the clock ---- */

static void add_of_clock(const struct game *game, enum event_kind kind, unsigned clock,
			 const char *text, struct event_list *events)
{
	uint32_t board = game->variant->kind->boards ? clock + 1 : EVENT_NO_NUMBER;

	event_add(events, event_about(kind, game->clocks[clock].seat, board, text));
}

/* The clock whose time was over first; MAX_SEATS: none. */
static unsigned find_missed(const struct game *game, int64_t now)
{
	unsigned first = MAX_SEATS;

	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = running(game, i);

		if (clock != NULL && last_moment(game, clock) < now &&
		    (first == MAX_SEATS || clock->until < game->clocks[first].until))
			first = i;
	}
	return first;
}

static void miss(const struct game *game, unsigned clock, struct event_list *events)
{
	bool boards = game->variant->kind->boards;
	char until[STAMP_SIZE];
	struct reason why;

	stamp_print(game->clocks[clock].until, until);
	add_of_clock(game, EVENT_MISSED, clock, until, events);
	if (game->terms.miss == MISS_SKIP)
		(void)pass(game, clock, events);
	else if (game->terms.miss == MISS_FORFEIT)
		/* Refused in a ring where the board is decided already, and waits to be called. */
		(void)turn_forfeit(game, game->clocks[clock].seat, boards ? clock + 1 : 0, events,
				   &why);
}

/* How many reminders should have gone out by now. */
static unsigned reminders_due(const struct game *game, const struct turn_clock *clock, int64_t now)
{
	unsigned count = clock->reminded;

	while (count < game->terms.remind_count && reminder(game, clock, count) < now)
		count++;
	return count;
}

bool clock_turns_decide(const struct game *game, int64_t now, uint16_t away,
			struct event_list *events)
{
	const size_t first = events->count;
	unsigned missed = find_missed(game, now);

	if (missed < MAX_SEATS) {
		miss(game, missed, events);
		return true;
	}
	for (unsigned i = 0; i < variant_seats(game->variant); i++) {
		const struct turn_clock *clock = running(game, i);
		unsigned count = clock != NULL ? reminders_due(game, clock, now) : 0;
		char *text;

		if (clock == NULL || count == clock->reminded || away >> clock->seat & 1)
			continue;
		text = base_printf("%u", count);
		add_of_clock(game, EVENT_REMINDED, i, text, events);
		free(text);
	}
	return events->count > first;
}
