/* SPDX-License-Identifier: MIT */
/*
 * Draws that are counted: rounds without capture or pawn move, positions that come again, want of
 * men [quiet-rounds] [draw-by-repetition] [dead-position]. For all kinds of games; what differs a
 * kind gives: by what key its history knows a position again, whose turns make a round
 * (position->in_play), whether men come back. What a draw means, the end of the game or a fresh
 * board, is the kind's own, too.
 */
#ifndef PBEM_CORE_RULES_DRAWS_H
#define PBEM_CORE_RULES_DRAWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/position/position.h"

struct event_list;
struct variant;

/* ---- which positions have been there ---- */

/* The positions a game has been through, for repetition [draw-by-repetition] [same-position].
 * Bounded: what lies before the last capture or pawn move can't come back and is forgotten. */
struct position_key {
	uint64_t words[2];
};

struct history {
	struct position_key *keys;
	size_t count, size;
};

void history_init(struct history *history);
void history_done(struct history *history);
void history_copy(struct history *to, const struct history *from);

/* The identity of a position for repetition. */
struct position_key history_key(const struct variant *variant, const struct position *position);

/* Makes a number part of the key: what lies beside the board. */
void history_key_mix(struct position_key *key, uint64_t value);

/* How often the position has been there, the last entry of the history included. */
unsigned history_occurrences(const struct history *history);

/* Notes a position in which a seat really moves; forgets the earlier ones when `quiet` restarted.
 */
void history_add(struct history *history, struct position_key key, bool restarted);

/* ---- what that means ---- */

/* Why a board is drawn by itself as a turn begins on it, a mate or stalemate found before: so many
 * rounds are behind it. "75-rounds", or NULL. */
const char *draws_by_rounds(const struct position *position);

/* From which time on a fact tells that a position occurs. */
enum draws_tell { DRAWS_TELL_ALL, DRAWS_TELL_AGAIN };

/* The same of the position that was added last to the history: adds the fact how often it has been
 * there, unless `record` is NULL. "repetition", or NULL. */
const char *draws_by_repetition(const struct history *history, enum draws_tell tell,
				struct event_list *record);

/* A board on which a draw may be claimed by the seat to move. */
struct draws {
	const struct variant *variant;
	const struct position *position;
	const struct history *history; /* the position of now is its last */
	bool refills;	/* men come back: no want of them counts [no-dead-position-with-cards]
			   [ring-never-dead] */
	unsigned board; /* its number, from 1; 0 where the game has but one */
};

/* Why it may be claimed now: third occurrence, 50 rounds, or a dead position. A word for the reason
 * ("repetition", "50-rounds", "dead-position"), or NULL: it can't, or the game is over. */
const char *draws_claim(const struct draws *draws);

/* REFUSED: who claimed one in vain is told what would be needed. */
enum verdict draws_deny(const struct draws *draws, struct reason *why);

#endif
