/* SPDX-License-Identifier: MIT */
/*
 * Data that the generator collects before it looks for moves: rays from the king show which pieces
 * give check and which are pinned. Private to movegen*.c and peterson*.c.
 */
#ifndef PBEM_CORE_RULES_MOVEGEN_PINS_H
#define PBEM_CORE_RULES_MOVEGEN_PINS_H

#include "core/position/move.h"
#include "core/position/position.h"
#include "core/variant/variant_data.h"

#define INLINE static inline __attribute__((always_inline))

/* One generation of moves: the sides that move or are captured, and what keeps the king safe. */
struct scan {
	const struct variant *variant;
	const struct board *board;
	const struct position *position;
	uint8_t movers;	  /* sides that move in this turn */
	uint8_t foes;	  /* sides that give check */
	uint8_t guards;	  /* sides that must not attack the king after the turn */
	bool played;	  /* another player's turn with a beaten seat's pieces */
	bool truce;	  /* [pawn-truce] must be checked */
	uint8_t blocking; /* owners of squares where no move may end */
	square king;	  /* of the player's king; NO_SQUARE if there is none */
	unsigned checkers;
	square checker;
	/* the squares between the king and a sliding checker, where the check can be blocked */
	uint8_t orientation, line, low, high;
	uint8_t shadow;		  /* directions away from a sliding checker */
	uint8_t free[MAX_PIECES]; /* directions in which each piece may move without exposing its
				     king */
};

INLINE unsigned movegen_opposite(unsigned direction)
{
	return (direction + 4) % DIRECTIONS;
}

/*
 * Returns the first occupied square from `from` in a direction, and the number of empty squares
 * before it.
 */
INLINE square movegen_ray(const struct board *board, const struct position *position, square from,
			  unsigned direction, unsigned *empty_out)
{
	struct place at = board->place[from][direction % ORIENTATIONS];
	uint32_t occupied = position->occupied[at.line];
	unsigned stop;

	if (direction < 4) {
		*empty_out = (unsigned)__builtin_ctz(occupied >> (at.place + 1));
		stop = at.place + 1 + *empty_out;
	} else {
		stop = 31 - (unsigned)__builtin_clz(occupied & ((1u << at.place) - 1));
		*empty_out = at.place - 1 - stop;
	}
	return board->line_square[at.line][stop];
}

INLINE const struct reach *movegen_reach(const struct variant *variant,
					 const struct position *position, square at)
{
	const struct piece *piece = &position->pieces[position->piece_at[at]];

	return &variant->sides[piece->side].reach[piece->type];
}

/* Sides in relation to a seat. */
struct relations {
	uint8_t own, allies, foes;
};

/*
 * Returns three sets: the sides that a seat commands, its partner's, and those of other players in
 * play, which can give check to it [own-king-safe]. Sides that nobody commands are in none of them.
 */
INLINE struct relations movegen_relations(const struct variant *variant,
					  const struct position *position, uint8_t seat)
{
	struct relations relations = {0, 0, 0};

	for (unsigned side = 0; side < variant->side_count; side++) {
		uint8_t controller = position->controller[side], bit = (uint8_t)(1u << side);

		if (controller == seat)
			relations.own |= bit;
		else if (controller == NO_SIDE)
			continue;
		else if (variant->sides[controller].team == variant->sides[seat].team)
			relations.allies |= bit;
		else
			relations.foes |= bit;
	}
	return relations;
}

/* Reports whether a piece of a side of the set `foes` attacks the square. */
bool movegen_attacked(const struct variant *variant, const struct position *position, square at,
		      uint8_t foes);

/*
 * Sets the sides that move, are captured and threaten, and the king's square, of a scan whose
 * variant, board and position are set.
 */
void movegen_take_sides(struct scan *scan);

/*
 * Returns the sides that a moving king must avoid, including the dead [beaten-armies]
 * [dead-still-guard].
 */
INLINE uint8_t movegen_threatening_sides(const struct scan *scan)
{
	return scan->guards | scan->position->dead;
}

INLINE void movegen_add(struct move_list *list, struct move move)
{
	if (list->count < MAX_MOVES)
		list->moves[list->count++] = move;
}

/*
 * Checks the move like movegen_safe_after, for the sides that threaten the king after the move, if
 * a seat may fall by it [kings-can-be-taken].
 */
bool movegen_safe_then(const struct scan *scan, const struct move *move);

/* Returns the number of captures of kings [frozen-seat], and adds them unless `list` is NULL. */
unsigned movegen_royal(const struct scan *scan, struct move_list *list);

/* Reports whether a move to the square parries the only check. */
INLINE bool movegen_parries(const struct scan *scan, square to)
{
	struct place place = scan->board->place[to][scan->orientation];

	return to == scan->checker ||
	       (place.line == scan->line && place.place > scan->low && place.place < scan->high);
}

#endif
