/* SPDX-License-Identifier: MIT */
/*
 * Deadlines for responses, and the consequences of missing them. Kinds of games with response times
 * (core/variant/gametype.h), such as games with cards, have these deadlines. turn_clock.h has the
 * deadlines of turns. Callers pass the present time. Deadlines depend on public events only, so
 * that the time a seat has reveals nothing about its hand [all-are-asked].
 */
#ifndef PBEM_CORE_GAME_CLOCK_H
#define PBEM_CORE_GAME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game/game.h"
#include "core/game/game_question_times.h"

struct order_list;
struct strbuf;

/* Reports whether any seat's time is limited in the game. */
bool clock_is_timed(const struct game *game);

/*
 * Returns the last moment at which the seat may respond, a whole minute, in seconds since 1970.
 * Returns 0 if the seat is asked nothing or has unlimited time.
 */
int64_t clock_deadline(const struct game *game, unsigned seat);

/* Returns the earliest deadline of the seat, for a response or a turn; 0 if there is none. */
int64_t clock_until(const struct game *game, unsigned seat);

/*
 * Returns when something must be done next: at the first of all deadlines or reminders; 0: never.
 * clock_next_back takes absences into account (`back` is that of turn_clock_next).
 */
int64_t clock_next(const struct game *game);
int64_t clock_next_back(const struct game *game,
			int64_t (*back)(const struct game *game, unsigned seat, int64_t when));

/* Returns the set of seats whose response time ended before `now`. */
uint16_t clock_overdue(const struct game *game, int64_t now);

/* Returns the set of those seats that lose the turn they should have sent (Panic). */
uint16_t clock_losing(const struct game *game, int64_t now);

/* Adds a `lapse` for each seat whose response time ended before `now`. */
void clock_add_lapses(const struct game *game, int64_t now, struct event_list *events);

/*
 * Decides the consequences: adds the events of an entry with the cause "clock", which begin with a
 * `lapse` for each such seat. Returns false and adds nothing if there is no such seat.
 */
bool clock_decide(const struct game *game, int64_t now, struct event_list *events);

/* Returns the moment that many hours after `when`, with `when` rounded up to a whole minute. */
int64_t clock_hours_after(int64_t when, unsigned hours);

/*
 * Reports whether an outage moves any deadline of the game: something was asked before the end of
 * the outage, and the game hasn't counted the outage up to its end.
 */
bool clock_outage_moves_deadline(const struct game *game, const struct outage *outage);

/*
 * Adds the event that counts an outage. Such events come first in an entry, so that the game file
 * alone shows how the deadlines of the entry were moved. Applying an event twice has no effect.
 */
void clock_add_outage(const struct outage *outage, struct event_list *events);

/* Applies an event that counts an outage. Returns -1 if it is malformed or moves no deadline. */
int clock_count_outage(struct game *game, const struct event *event);

/*
 * Applies the outages that an entry begins with. Returns -1 if one is malformed or moves no
 * deadline.
 */
int clock_count_outages(struct game *game, const struct event_list *events);

/*
 * Checks that orders received at `now` are in time. REFUSED says what the deadline was. Talk,
 * queries, AUTOPASS, an answer to another seat's draw offer and resigning are never too late.
 */
enum verdict clock_admit(const struct game *game, unsigned seat, const struct order_list *orders,
			 int64_t now, struct reason *why);

/* Adds a time as "2026-11-24 18:00 UTC". */
void clock_print(int64_t when, struct strbuf *out);

#endif
