/* SPDX-License-Identifier: MIT */
/* Shared by the code for Peterson's turns. Private to peterson*.c. */
#ifndef PBEM_CORE_RULES_PETERSON_INTERNAL_H
#define PBEM_CORE_RULES_PETERSON_INTERNAL_H

#include "core/rules/peterson.h"
#include "core/variant/variant_data.h"

static inline void piece_set_add(struct piece_set *set, unsigned index)
{
	set->words[index / 64] |= (uint64_t)1 << index % 64;
}

static inline bool piece_set_has(const struct piece_set *set, unsigned index)
{
	return set->words[index / 64] >> index % 64 & 1;
}

/* Reports whether at most one seat is in play, so that no move follows. */
static inline bool peterson_is_over(const struct position *position)
{
	return (position->in_play & (position->in_play - 1)) == 0;
}

/*
 * peterson_moves_twice reports whether a piece of the move has already moved in this turn (1). The
 * function peterson_repeats reports whether the move is forbidden because of that, or because a
 * piece of the captured piece's owner has been captured before (2).
 */
bool peterson_moves_twice(const struct position *position, const struct peterson_log *log,
			  const struct move *move);
bool peterson_repeats(const struct position *position, const struct peterson_log *log,
		      const struct move *move);

/*
 * [several-moves], [attackers-counted]: returns the seats that attack a piece of the seat to move.
 */
uint16_t peterson_attackers(const struct variant *variant, const struct position *position);

/*
 * Returns the seat that commands what the move captures, or NO_SIDE if nobody commands it or
 * nothing is captured.
 */
uint8_t peterson_victim(const struct position *position, const struct move *move);

/* Makes the move and records it in the log. */
void peterson_go(const struct variant *variant, struct position *position, struct peterson_log *log,
		 const struct move *move, struct event_list *record);

/*
 * Checks [new-attacks] and [mate-by-one-move] for a turn of several moves. `paid` is the position
 * before its first move, `end` after its last. Faster if `why` is NULL.
 */
enum verdict peterson_judge(const struct variant *variant, const struct peterson_survey *survey,
			    const struct position *paid, const struct position *end,
			    const struct peterson_turn *turn, const struct peterson_log *log,
			    struct reason *why);

/*
 * Calls `each` for the payments that remove the pieces on the squares `gone` but not the one on
 * `stays`.
 */
void peterson_payments_with(const struct variant *variant, const struct position *position,
			    const square *gone, unsigned gone_count, square stays,
			    peterson_each *each, void *context);

/* Makes the turn's payments on the board and records that nothing is owed any more. */
void peterson_pay(const struct variant *variant, struct position *position,
		  const struct peterson_turn *turn, struct event_list *record);

#endif
