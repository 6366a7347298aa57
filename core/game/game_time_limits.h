/* SPDX-License-Identifier: MIT */
/*
 * Time limits of turns, as the events of a game define them. Code outside of core evaluates the
 * calendar once and stores the result as an event. So no deadline changes if the rules of a time
 * zone do.
 */
#ifndef PBEM_CORE_GAME_GAME_TIME_LIMITS_H
#define PBEM_CORE_GAME_GAME_TIME_LIMITS_H

#include "core/game/game.h"

/*
 * Returns when the time of the entry's questions begins: the time of the entry, or when its letters
 * were sent.
 */
int64_t game_limits_asked(const struct game *game, const struct entry_head *head);

/* Finds the seat and the question whose turn a clock measures. Returns false if there is none. */
bool game_limits_slot(const struct game *game, unsigned clock, uint8_t *seat_out,
		      struct question *question_out);

/* Returns the clock if it runs for the current question, else NULL. */
const struct turn_clock *game_limits_clock(const struct game *game, unsigned clock);

/*
 * Reads a day "2026-12-24" and returns its number since 1970, or -1 if it isn't a day.
 * game_limits_print_day writes one.
 */
enum { GAME_LIMITS_DAY = 11 }; /* bytes, with its NUL */
int64_t game_limits_day(const char *text);
void game_limits_print_day(int64_t day, char out[GAME_LIMITS_DAY]);

/* Returns how many days of a calendar year are between two days, both included. */
int64_t game_limits_in_year(int64_t from, int64_t to, int year);

/*
 * Returns the number of days in a year on which a seat was or will be away, as far as vacations are
 * remembered.
 */
unsigned game_limits_away(const struct game *game, unsigned seat, int year);

#endif
