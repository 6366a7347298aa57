/* SPDX-License-Identifier: MIT */
/* What the judges of Peterson's turns share. Private to peterson*.c. */
#ifndef PBEM_CORE_RULES_PETERSON_INNER_H
#define PBEM_CORE_RULES_PETERSON_INNER_H

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

/* Whether only one seat is in play, or none: no move follows. */
static inline bool peterson_is_over(const struct position *position)
{
	return (position->in_play & (position->in_play - 1)) == 0;
}

/* Whether a piece that it moves has moved in this turn already (1); and whether it is forbidden for
 * that, or because a piece of the one it captures from has been captured (2). */
bool peterson_moves_twice(const struct position *position, const struct peterson_log *log,
			  const struct move *move);
bool peterson_repeats(const struct position *position, const struct peterson_log *log,
		      const struct move *move);

/* [several-moves], [attackers-counted]: the seats that attack a piece of the seat to move. */
uint16_t peterson_attackers(const struct variant *variant, const struct position *position);

/* The seat that commands what the move captures; NO_SIDE: nobody does, or nothing is captured. */
uint8_t peterson_victim(const struct position *position, const struct move *move);

/* Makes the move, and notes in the log what it does. */
void peterson_go(const struct variant *variant, struct position *position, struct peterson_log *log,
		 const struct move *move, struct event_list *record);

/*
 * [new-attacks] and [mate-by-one-move] of a turn of several moves: `paid` is the position before
 * its first move, `end` after its last. `why` may be NULL: then nobody asks for the reason, which
 * is faster.
 */
enum verdict peterson_judge(const struct variant *variant, const struct peterson_survey *survey,
			    const struct position *paid, const struct position *end,
			    const struct party_turn *turn, const struct peterson_log *log,
			    struct reason *why);

/* Whether what the turn pays may be taken off together, and whether it is a payment [debt-payment]
 * [paid-by-queen] [pays-what-he-can]. */
enum verdict peterson_check_exposure(const struct variant *variant, const struct position *start,
				     const struct party_turn *turn, struct reason *why);
enum verdict peterson_check_payment(const struct variant *variant, const struct position *start,
				    const struct party_turn *turn, struct reason *why);

/* The payments by which the pieces on the squares `gone` are removed, and that on `stays` isn't. */
void peterson_payments_with(const struct variant *variant, const struct position *position,
			    const square *gone, unsigned gone_count, square stays,
			    peterson_each *each, void *context);

/* Sorts a piece given, or traded, into what the turn pays. */
void peterson_add_removal(const struct variant *variant, struct party_turn *turn, square at);
void peterson_add_trade(const struct variant *variant, struct party_turn *turn, square at,
			uint8_t type);

/* Does on the board what the turn pays, and says that nothing is owed any more. */
void peterson_pay(const struct variant *variant, struct position *position,
		  const struct party_turn *turn, struct event_list *record);

#endif
