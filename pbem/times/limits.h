/* SPDX-License-Identifier: MIT */
/* How long turns may take: the facts of it that follow from an entry by the calendar of the game's
 * zone, and those a moderator or a player makes. */
#ifndef PBEM_TIMES_LIMITS_H
#define PBEM_TIMES_LIMITS_H

#include <stdint.h>

#include "core/base/base.h"
#include "core/position/event.h"
#include "core/turn/game.h"

/* Adds to the facts of an entry that is about to be made in that game until when it asks for turns,
 * and what is left in the time banks of those who have sent one. None in a game whose terms don't
 * limit turns. */
void limits_add(const struct game *before, const struct entry_head *head,
		struct event_list *events);

/* ---- what a moderator does ---- */

/* The facts by which nobody's time runs any more; or runs again, with what was left of it. REFUSED
 * when that is so already, or the game isn't being played, or limits no time. */
enum verdict limits_pause(const struct game *game, struct event_list *events, struct reason *why);
enum verdict limits_resume(const struct game *game, struct event_list *events, struct reason *why);

/* So many days more for the turns the seat is asked for: behind its time, or from now on when that
 * is over. REFUSED when it isn't asked for a turn whose time is limited. */
enum verdict limits_extend(const struct game *game, unsigned seat, unsigned days, int64_t now,
			   struct event_list *events, struct reason *why);

/* ---- what a player does ---- */

/* The days of a calendar year that a player may still be away. */
unsigned limits_vacation_left(const struct game *game, unsigned seat, int year);

/* The fact by which a seat is away from one date to another, both included and written
 * "2026-12-24". REFUSED when they are none, are over or too far off, or the terms don't leave so
 * many days. What is asked of it already, and isn't late, moves with the entry. */
enum verdict limits_vacation(const struct game *game, unsigned seat, const char *from,
			     const char *to, int64_t now, struct event_list *events,
			     struct reason *why);

/* The same for so many days, today's the first. */
enum verdict limits_vacation_days(const struct game *game, unsigned seat, unsigned days,
				  int64_t now, struct event_list *events, struct reason *why);

/* The fact by which it is away no more: what hasn't begun is taken back, and what has ends with
 * today. REFUSED when there is nothing of that. */
enum verdict limits_return(const struct game *game, unsigned seat, int64_t now,
			   struct event_list *events, struct reason *why);

/* The seats that are away at that moment; and for clock_next_back the moment itself, or where the
 * seat is away then, the beginning of the day on which it is back. */
uint16_t limits_absent(const struct game *game, int64_t now);
int64_t limits_back(const struct game *game, unsigned seat, int64_t when);

/* Whether a seat is away on that day or will be: the first such time that isn't over by then. */
bool limits_next_absence(const struct game *game, unsigned seat, int64_t after, int64_t now,
			 int64_t *from_out, int64_t *to_out);

#endif
