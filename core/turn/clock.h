/* SPDX-License-Identifier: MIT */
/*
 * Until when a game waits for whom, and what follows when that time is over; of answers, in a kind
 * of game that has a clock for them (core/variant/kind.h), as games with cards have; of turns:
 * clock_turns.h. What time it is comes in as an argument. All of it follows from what everybody
 * knows: how long a seat is waited for tells nothing of its hand [all-are-asked].
 */
#ifndef PBEM_CORE_TURN_CLOCK_H
#define PBEM_CORE_TURN_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/turn/game.h"
#include "core/turn/game_times.h"

struct order_list;
struct text;

/* Whether anybody's time is limited in such a game. */
bool clock_is_timed(const struct game *game);

/* The last moment at which the seat may answer what it is asked, a whole minute, in seconds since
 * 1970; 0 when it isn't asked anything, or has as long as it likes. */
int64_t clock_deadline(const struct game *game, unsigned seat);

/* The first moment by which anything of the seat must be here, an answer or a turn; 0: there is
 * none.
 */
int64_t clock_until(const struct game *game, unsigned seat);

/* When something is to be done next: the first of all deadlines, or a reminder; 0: never. The
 * latter also by who is away (clock_turns_next). */
int64_t clock_next(const struct game *game);
int64_t clock_next_back(const struct game *game,
			int64_t (*back)(const struct game *game, unsigned seat, int64_t when));

/* The set of seats whose time was over before `now`. */
uint16_t clock_overdue(const struct game *game, int64_t now);

/* Those of them who lose the turn they should have sent (Panic). */
uint16_t clock_losing(const struct game *game, int64_t now);

/* Adds a `lapse` for each seat whose time was over. */
void clock_add_lapses(const struct game *game, int64_t now, struct event_list *events);

/*
 * What follows from that: the facts of an entry with the cause "clock", the first of them a `lapse`
 * for each such seat. False, and none, when there is no such seat.
 */
bool clock_decide(const struct game *game, int64_t now, struct event_list *events);

/* So many hours from then, up to a whole minute. */
int64_t clock_hours_after(int64_t when, unsigned hours);

/* Whether an outage moves anything the game asks: something was asked before its end, and it isn't
 * counted yet. */
bool clock_owes(const struct game *game, const struct outage *outage);

/* Adds the fact by which it is counted. Such facts stand first in an entry: by what its deadlines
 * were moved can be told from the game file alone. One that is applied twice does nothing. */
void clock_add_outage(const struct outage *outage, struct event_list *events);

/* Applies one such fact. -1 when it is none, or moves nothing. */
int clock_count_outage(struct game *game, const struct event *fact);

/* Applies those that an entry begins with. -1 when one is none, or moves nothing. */
int clock_count_outages(struct game *game, const struct event_list *facts);

/* Whether orders that came at that moment came in time. REFUSED says until when they should have.
 * Talk, questions, AUTOPASS, a word on another's draw and resigning are never too late. */
enum verdict clock_admit(const struct game *game, unsigned seat, const struct order_list *orders,
			 int64_t now, struct reason *why);

/* "2026-11-24 18:00 UTC". */
void clock_print(int64_t when, struct text *out);

#endif
