/* SPDX-License-Identifier: MIT */
/*
 * Time limits of turns, by the terms of the game (game_options.h): reminders, and the consequences
 * of a missed turn. Deadlines are events (`until`), which callers with a calendar add to the entry
 * that asks. Without such an event a turn may take any time. In a ring each board has its own
 * clock.
 */
#ifndef PBEM_CORE_GAME_TURN_CLOCK_H
#define PBEM_CORE_GAME_TURN_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game/game.h"

/* Returns the earlier of two moments, where 0 means none. */
int64_t turn_clock_earlier(int64_t a, int64_t b);

/* Returns the first deadline of the seat's turns; 0 if there is none. */
int64_t turn_clock_until(const struct game *game, unsigned seat);

/*
 * Returns when a clock of turns must act next; 0: never. Absent players aren't reminded: `back`
 * returns when a reminder that is due to the seat at `when` may be sent. If `back` is NULL,
 * absences don't matter.
 */
int64_t turn_clock_next(const struct game *game,
			int64_t (*back)(const struct game *game, unsigned seat, int64_t when));

/*
 * Returns the deadline of a seat if its time, including hours of grace, ended before `now` and its
 * turn can't be sent any more. In a ring this must be so on all boards where it is to move. Returns
 * 0 otherwise.
 */
int64_t turn_clock_closed(const struct game *game, unsigned seat, int64_t now);

/*
 * Adds the events of one entry with the cause "clock": `missed` and its consequences for the turn
 * whose time ended first before `now`, or else `reminded` for all seats that are due. The set of
 * seats `away` isn't reminded. Returns false and adds nothing if nothing is due. More may be due
 * afterwards.
 */
bool turn_clock_decide(const struct game *game, int64_t now, uint16_t away,
		       struct event_list *events);

/*
 * Reports whether the seat that missed the turn of that clock has the whole time again (`miss =
 * remind`).
 */
bool turn_clock_begins_anew(const struct game *game, unsigned clock);

#endif
