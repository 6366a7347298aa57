/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <time.h>

#include "core/game/clock.h"
#include "core/game/game_time_limits.h"
#include "core/game/turn_clock.h"
#include "core/game/turn_orders.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "core/variant/variant_data.h"

int64_t clock_hours_after(int64_t when, unsigned hours)
{
	int64_t minutes = (when + SECONDS_A_MINUTE - 1) / SECONDS_A_MINUTE;

	return minutes * SECONDS_A_MINUTE + (int64_t)hours * SECONDS_AN_HOUR;
}

bool clock_is_timed(const struct game *game)
{
	return game->variant->kind->deadline != NULL || game_options_are_timed(&game->terms);
}

static bool is_running(const struct game *game)
{
	return clock_is_timed(game) && game->started && game->paused == 0 &&
	       game->outcome.status == STATUS_PLAYING;
}

int64_t clock_deadline(const struct game *game, unsigned seat)
{
	return game->variant->kind->deadline != NULL && is_running(game) &&
			       game->questions[seat].entry != 0
		       ? game->variant->kind->deadline(game, seat)
		       : 0;
}

int64_t clock_until(const struct game *game, unsigned seat)
{
	return turn_clock_earlier(clock_deadline(game, seat), turn_clock_until(game, seat));
}

int64_t clock_next_back(const struct game *game,
			int64_t (*back)(const struct game *game, unsigned seat, int64_t when))
{
	int64_t next = turn_clock_next(game, back);

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++)
		next = turn_clock_earlier(next, clock_deadline(game, seat));
	return next;
}

int64_t clock_next(const struct game *game)
{
	return clock_next_back(game, NULL);
}

uint16_t clock_overdue(const struct game *game, int64_t now)
{
	uint16_t seats = 0;

	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++) {
		int64_t deadline = clock_deadline(game, seat);

		if (deadline != 0 && deadline < now)
			seats |= (uint16_t)(1u << seat);
	}
	return seats;
}

static void add_lapse(const struct game *game, uint8_t seat, struct event_list *events)
{
	struct strbuf until;

	strbuf_init(&until, 0);
	clock_print(clock_deadline(game, seat), &until);
	turn_add_seat(events, EVENT_LAPSE, seat, until.bytes);
	strbuf_done(&until);
}

uint16_t clock_losing(const struct game *game, int64_t now)
{
	uint16_t overdue = clock_overdue(game, now), losing = 0;

	for (unsigned seat = 0; seat < MAX_SEATS; seat++) {
		int64_t last =
			overdue >> seat & 1 ? game->variant->kind->turn_deadline(game, seat) : 0;

		if (last != 0 && last < now)
			losing |= (uint16_t)(1u << seat);
	}
	return losing;
}

void clock_add_lapses(const struct game *game, int64_t now, struct event_list *events)
{
	uint16_t overdue = clock_overdue(game, now);

	for (uint8_t seat = 0; seat < MAX_SEATS; seat++)
		if (overdue >> seat & 1)
			add_lapse(game, seat, events);
}

bool clock_decide(const struct game *game, int64_t now, struct event_list *events)
{
	uint16_t overdue = clock_overdue(game, now);

	if (overdue == 0)
		return false;
	clock_add_lapses(game, now, events);
	game->variant->kind->lapse(game, overdue, clock_losing(game, now) != 0, events);
	return true;
}

bool clock_outage_moves_deadline(const struct game *game, const struct outage *outage)
{
	if (!is_running(game) || outage->to <= game->counted)
		return false;
	for (unsigned seat = 0; seat < variant_seats(game->variant); seat++) {
		const struct turn_clock *clock = game_limits_clock(game, seat);

		if ((game->variant->kind->deadline != NULL && game->questions[seat].entry != 0 &&
		     game->questions[seat].asked < outage->to) ||
		    (clock != NULL && clock->asked < outage->to))
			return true;
	}
	return false;
}

void clock_add_outage(const struct outage *outage, struct event_list *events)
{
	char from[TIMESTAMP_SIZE], to[TIMESTAMP_SIZE], *text;

	timestamp_print(outage->from, from);
	timestamp_print(outage->to, to);
	text = base_printf("%s %s", from, to);
	event_add(events, event_about(EVENT_OUTAGE, NO_SIDE, 0, text));
	free(text);
}

int clock_count_outage(struct game *game, const struct event *event)
{
	const struct entry_head none = {.number = 0};
	struct outage outage;

	return game_times_outage(event, &outage) == 0 &&
			       clock_outage_moves_deadline(game, &outage) &&
			       game_apply(game, &none, event, NULL) >= 0
		       ? 0
		       : -1;
}

int clock_count_outages(struct game *game, const struct event_list *events)
{
	for (size_t i = 0; i < events->count && events->events[i].kind == EVENT_OUTAGE; i++)
		if (clock_count_outage(game, &events->events[i]) != 0)
			return -1;
	return 0;
}

enum verdict clock_admit(const struct game *game, unsigned seat, const struct order_list *orders,
			 int64_t now, struct reason *why)
{
	int64_t deadline = clock_deadline(game, seat);
	bool hurried = false;
	struct strbuf until;

	for (size_t i = 0; i < orders->count; i++)
		hurried = hurried || order_has_deadline(&orders->orders[i]);
	if (hurried && (deadline == 0 || now <= deadline))
		deadline = turn_clock_closed(game, seat, now);
	if (deadline == 0 || now <= deadline || !hurried)
		return ACCEPTED;
	strbuf_init(&until, 0);
	clock_print(deadline, &until);
	reason_set(why,
		   "This was possible until %s, but your message came later. The game goes on "
		   "without it.",
		   until.bytes);
	strbuf_done(&until);
	return REFUSED;
}

void clock_print(int64_t when, struct strbuf *out)
{
	time_t seconds = (time_t)when;
	struct tm utc;
	char stamp[32];

	if (gmtime_r(&seconds, &utc) != NULL &&
	    strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M UTC", &utc) > 0)
		strbuf_add(out, stamp);
}
