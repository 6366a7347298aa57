/* SPDX-License-Identifier: MIT */
/*
 * How long a turn may take, by the terms of the game (terms.h): who is reminded, and what a turn
 * that isn't there in time leads to. Deadlines are facts (`until`), which who has a calendar adds
 * to the entry that asks; without one a turn may take as long as it likes. In a ring each board has
 * its own clock.
 */
#ifndef PBEM_CORE_TURN_CLOCK_TURNS_H
#define PBEM_CORE_TURN_CLOCK_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/turn/game.h"

/* The earlier of two moments, of which 0 is none. */
int64_t clock_earlier(int64_t a, int64_t b);

/* The first of the moments by which turns of that seat must be here; 0: there is none. */
int64_t clock_turns_until(const struct game *game, unsigned seat);

/* When something is to be done of turns next; 0: never. Who is away isn't reminded: `back` tells,
 * by a calendar, when a reminder may be sent that would be due to the seat at that moment; NULL:
 * then.
 */
int64_t clock_turns_next(const struct game *game,
			 int64_t (*back)(const struct game *game, unsigned seat, int64_t when));

/* When the time of a seat, hours of grace included, was over before `now`, and its turn can't be
 * sent any more: until when it could. In a ring on all boards where it is to move. Else 0. */
int64_t clock_turns_closed(const struct game *game, unsigned seat, int64_t now);

/*
 * The facts of one entry with the cause "clock": `missed`, of the turn whose time was over first
 * before `now`, and what it leads to; or else `reminded` for all who are due, but for the set
 * of seats that are away. False, and none, when nothing is to be done. There may be more to do
 * behind it.
 */
bool clock_turns_decide(const struct game *game, int64_t now, uint16_t away,
			struct event_list *events);

/* Whether who has missed the turn of that clock has all of its time once more (`miss = remind`). */
bool clock_turns_begins_anew(const struct game *game, unsigned clock);

#endif
