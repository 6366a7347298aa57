/* SPDX-License-Identifier: MIT */
#include "core/position/move.h"
#include "core/rules/movegen.h"
#include "core/rules/perft.h"
#include "core/rules/peterson.h"
#include "core/variant/variant_data.h"

/*
 * Returns the number of turns without capture or pawn move before which no position can occur a
 * fifth time. With more than two seats, all except one may be passing.
 */
static size_t repetition_turns(const struct variant *variant)
{
	return variant->side_count == 2 ? 16 : 8;
}

/*
 * Counts the sequences that begin with these moves. Moves of the last depth are counted without
 * being made.
 */
static uint64_t count_sequences(const struct variant *variant, const struct position *position,
				const struct move_list *moves, unsigned depth)
{
	struct move_list list;
	uint64_t nodes = 0;

	if (depth == 1)
		return moves->count;
	for (unsigned i = 0; i < moves->count; i++) {
		struct position next = *position;

		move_make(variant, &next, &moves->moves[i], NULL);
		if (depth == 2)
			nodes += rules_next_moves(variant, &next, NULL);
		else if (rules_next_moves(variant, &next, &list) > 0)
			nodes += count_sequences(variant, &next, &list, depth - 1);
	}
	return nodes;
}

/* Counts move by move with the history, while the fifth repetition may end a sequence. */
static uint64_t count_repeating(const struct variant *variant, const struct position *position,
				const struct history *history, unsigned depth)
{
	struct move_list list;
	uint64_t nodes = 0;

	movegen_generate(variant, position, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct position next = *position;

		move_make(variant, &next, &list.moves[i], NULL);
		nodes += perft_after(variant, &next, history, depth - 1);
	}
	return nodes;
}

/* A count of turns with several moves or payments (Peterson). */
struct long_count {
	const struct variant *variant;
	const struct history *history;
	unsigned depth;
	uint64_t nodes;
};

static bool count_turn(void *context, const struct peterson_turn *turn,
		       const struct position *after)
{
	struct long_count *sum = context;
	struct position next = *after;

	(void)turn;
	sum->nodes += perft_after(sum->variant, &next, sum->history, sum->depth - 1);
	return true;
}

uint64_t perft_after(const struct variant *variant, struct position *position,
		     const struct history *history, unsigned depth)
{
	struct history then;
	struct move_list unused;
	uint64_t nodes;

	if (history == NULL || history->count + depth < repetition_turns(variant)) {
		rules_next_moves(variant, position, NULL);
		return perft_count(variant, position, NULL, depth);
	}
	repetition_copy(&then, history);
	rules_next_turn(variant, position, &then, &unused, NULL);
	nodes = perft_count(variant, position, &then, depth);
	repetition_done(&then);
	return nodes;
}

uint64_t perft_count(const struct variant *variant, const struct position *position,
		     const struct history *history, unsigned depth)
{
	struct move_list list;

	if (depth == 0)
		return 1;
	if (position->turn == NO_SIDE)
		return 0;
	if (peterson_has_long_turns(variant)) {
		struct long_count sum = {variant, history, depth, 0};

		if (depth == 1)
			return peterson_turns(variant, position, NULL, NULL);
		peterson_turns(variant, position, count_turn, &sum);
		return sum.nodes;
	}
	if (history != NULL && history->count + depth > repetition_turns(variant))
		return count_repeating(variant, position, history, depth);
	movegen_generate(variant, position, &list);
	return count_sequences(variant, position, &list, depth);
}
