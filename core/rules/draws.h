/* SPDX-License-Identifier: MIT */
/*
 * Draws by counting: rounds without capture or pawn move, repeated positions, lack of material
 * [quiet-rounds] [draw-by-repetition] [dead-position]. Each kind of game supplies the key that
 * identifies a position, the seats whose turns make a round (position->in_play), and whether
 * captured pieces may come back. The kind also decides whether a draw ends the game or resets a
 * board.
 */
#ifndef PBEM_CORE_RULES_DRAWS_H
#define PBEM_CORE_RULES_DRAWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/position/position.h"
#include "core/util/base.h"

struct event_list;
struct variant;

/* ---- history of positions ---- */

/*
 * The positions of a game, for repetition [draw-by-repetition] [same-position]. Positions before
 * the last capture or pawn move can't recur and are dropped.
 */
struct position_key {
	uint64_t words[2];
};

struct history {
	struct position_key *keys;
	size_t count, size;
	bool played_on; /* repetition and quiet rounds don't end the game automatically: it was
			   played elsewhere by other rules, and went on */
};

void repetition_init(struct history *history);
void repetition_done(struct history *history);
void repetition_copy(struct history *to, const struct history *from);

/* Returns the key of a position for repetition. */
struct position_key repetition_key(const struct variant *variant, const struct position *position);

/* Mixes a number into the key, for state other than the board. */
void repetition_key_mix(struct position_key *key, uint64_t value);

/* Returns how often the last position of the history has occurred. */
unsigned repetition_occurrences(const struct history *history);

/* Adds a position in which a seat has a move. If `restarted`, drops the earlier ones. */
void repetition_add(struct history *history, struct position_key key, bool restarted);

/* ---- draws ---- */

/*
 * Returns why a board is drawn automatically at the beginning of a turn after a number of rounds:
 * "75-rounds" or NULL. Mate and stalemate must have been checked before.
 */
const char *draws_by_rounds(const struct position *position);

/* Selects whether the first occurrence of a position is reported too. */
enum draws_report { DRAWS_REPORT_ALL, DRAWS_REPORT_REPEATED };

/*
 * Returns why a board is drawn automatically by the last position of the history: "repetition" or
 * NULL. Unless `record` is NULL, adds the event with the number of occurrences.
 */
const char *draws_by_repetition(const struct history *history, enum draws_report tell,
				struct event_list *record);

/* A board on which the seat to move may claim a draw. */
struct draws {
	const struct variant *variant;
	const struct position *position;
	const struct history *history; /* ends with the present position */
	bool refills;	/* captured pieces may come back, so that there is no dead position
			   [no-dead-position-with-cards] [ring-never-dead] */
	unsigned board; /* its number, from 1; 0 in games with one board */
};

/*
 * Returns why a draw may be claimed now: "repetition" (third occurrence), "50-rounds" or
 * "dead-position". Returns NULL if it can't be claimed, or the game is over.
 */
const char *draws_claim(const struct draws *draws);

/* Returns REFUSED, with what a valid claim would need. */
enum verdict draws_deny(const struct draws *draws, struct reason *why);

#endif
