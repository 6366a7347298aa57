/* SPDX-License-Identifier: MIT */
/*
 * How long turns may take, as a game's facts tell it. What a calendar says of days is reckoned
 * once, outside of core, and is a fact from then on: no deadline changes when a zone's rules do.
 */
#ifndef PBEM_CORE_TURN_GAME_LIMITS_H
#define PBEM_CORE_TURN_GAME_LIMITS_H

#include "core/turn/game.h"

/* Whether facts of that kind tell of nothing else. */
bool game_limits_has(enum event_kind kind);

/* Applies such a fact. -1 when it can't be true. */
int game_limits_note(struct game *game, const struct entry_head *head, const struct event *event,
		     struct reason *reason);

/* What `late` and `outage` mean for turns; before the latter is counted. */
void game_limits_move(struct game *game, const struct entry_head *head, const struct event *event);

/* Since when counts what that entry asks: its time, or when its letters went out. */
int64_t game_limits_asked(const struct game *game, const struct entry_head *head);

/* Which seat's turn a clock waits for, and since which question; false: none. */
bool game_limits_slot(const struct game *game, unsigned clock, uint8_t *seat_out,
		      struct question *question_out);

/* The clock, when it runs for the question that is asked there; else NULL. */
const struct turn_clock *game_limits_clock(const struct game *game, unsigned clock);

/* The number of a day, since 1970, that is written "2026-12-24"; -1 when it is none. And back. */
enum { GAME_LIMITS_DAY = 11 }; /* bytes, with its NUL */
int64_t game_limits_day(const char *text);
void game_limits_print_day(int64_t day, char out[GAME_LIMITS_DAY]);

/* The days of a calendar year that lie between two, both included. */
int64_t game_limits_in_year(int64_t from, int64_t to, int year);

/* The days of a year on which a seat was away, or will be, as far as it is remembered. */
unsigned game_limits_away(const struct game *game, unsigned seat, int year);

#endif
