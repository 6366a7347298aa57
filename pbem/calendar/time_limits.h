/* SPDX-License-Identifier: MIT */
/* Time limits of turns: the events that follow from an entry by the calendar of the game's zone,
 * and those that a moderator or a player causes. */
#ifndef PBEM_CALENDAR_TIME_LIMITS_H
#define PBEM_CALENDAR_TIME_LIMITS_H

#include <stdint.h>

#include "core/event/event.h"
#include "core/game/game.h"
#include "core/util/base.h"

/* Adds the deadlines of the turns that an entry asks for to the events of that entry, which is
 * about to be made. Also adds what is left in the time banks of seats that have sent a turn. Adds
 * nothing in a game without time limits. */
void time_limits_add(const struct game *before, const struct entry_head *head,
		     struct event_list *events);

/* ---- for a moderator ---- */

/* Add the events that stop all clocks, or start them again with the time that was left. Return
 * REFUSED when the clocks are stopped, or running, already, or when the game isn't in progress or
 * has no time limits. */
enum verdict time_limits_pause(const struct game *game, struct event_list *events,
			       struct reason *why);
enum verdict time_limits_resume(const struct game *game, struct event_list *events,
				struct reason *why);

/* Adds days to the turns that the seat is asked for: after its deadline, or from now on if the
 * deadline has passed. Returns REFUSED if it isn't asked for a turn with a limit. */
enum verdict time_limits_extend(const struct game *game, unsigned seat, unsigned days, int64_t now,
				struct event_list *events, struct reason *why);

/* ---- for a player ---- */

/* Returns the days of a calendar year that a player may still be away. */
unsigned time_limits_vacation_left(const struct game *game, unsigned seat, int year);

/* Adds the event by which a seat is away from one date to another, both included and written
 * "2026-12-24". Returns REFUSED if the dates are invalid, over or too far off, or if the options
 * don't leave so many days. The seat's open questions that aren't late move with the entry. */
enum verdict time_limits_vacation(const struct game *game, unsigned seat, const char *from,
				  const char *to, int64_t now, struct event_list *events,
				  struct reason *why);

/* Does the same for `days` days, beginning today. */
enum verdict time_limits_vacation_days(const struct game *game, unsigned seat, unsigned days,
				       int64_t now, struct event_list *events, struct reason *why);

/* Adds the event by which the seat is no longer away. A vacation that hasn't begun is cancelled,
 * and one that has begun ends today. Returns REFUSED when there is no such vacation. */
enum verdict time_limits_return(const struct game *game, unsigned seat, int64_t now,
				struct event_list *events, struct reason *why);

/* Returns the seats that are away at that time. The second function, for clock_next_back, returns
 * that time itself or, if the seat is away then, the beginning of the day on which it is back. */
uint16_t time_limits_absent(const struct game *game, int64_t now);
int64_t time_limits_back(const struct game *game, unsigned seat, int64_t when);

/* Reports whether a seat is away on that day or will be: finds the first absence that isn't over by
 * then. */
bool time_limits_next_absence(const struct game *game, unsigned seat, int64_t after, int64_t now,
			      int64_t *from_out, int64_t *to_out);

#endif
