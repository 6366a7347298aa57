/* SPDX-License-Identifier: MIT */
/*
 * What the generator knows before it looks for moves: rays walked out from the king tell who gives
 * check and who is pinned. Private to movegen*.c and peterson*.c.
 */
#ifndef PBEM_CORE_RULES_MOVEGEN_SCAN_H
#define PBEM_CORE_RULES_MOVEGEN_SCAN_H

#include "core/position/move.h"
#include "core/position/position.h"
#include "core/variant/variant_data.h"

#define INLINE static inline __attribute__((always_inline))

/* One generation: who moves, who is taken, and what the king's safety asks. */
struct scan {
	const struct variant *variant;
	const struct board *board;
	const struct position *position;
	uint8_t movers;	  /* sides that move in this turn */
	uint8_t foes;	  /* sides that give check */
	uint8_t guards;	  /* sides that must not attack the king after the turn */
	bool played;	  /* another player's turn with a beaten seat's pieces */
	bool truce;	  /* [pawn-truce] is to be minded */
	uint8_t blocking; /* owners on whose squares no move may end */
	square king;	  /* the player's; NO_SQUARE when he has none */
	unsigned checkers;
	square checker;
	/* Of a check by a slide, the places between: there it can be parried. */
	uint8_t orientation, line, low, high;
	uint8_t shadow;		  /* directions away from a slide that gives check */
	uint8_t free[MAX_PIECES]; /* directions each piece may go without baring its king */
};

INLINE unsigned movegen_opposite(unsigned direction)
{
	return (direction + 4) % DIRECTIONS;
}

/* The first square from `from` that isn't empty, and how many empty ones lie before it. */
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

/* Sides as a seat sees them. */
struct relations {
	uint8_t own, allies, foes;
};

/* Those a seat commands, its partner's, and those that give check to it: of other players still in
 * play [own-king-safe]. What nobody commands is none of these. */
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

/* Whether a piece of a side of the set `foes` attacks the square. */
bool movegen_attacked(const struct variant *variant, const struct position *position, square at,
		      uint8_t foes);

/* Where the seat's king stands, or NO_SQUARE. */
square movegen_king(const struct position *position, uint8_t seat);

/* Fills in who moves, who is taken, who is feared, and where the king is; of a scan whose variant,
 * board and position are given. */
void movegen_take_sides(struct scan *scan);

/* Fills in all there is to know before the seat to move looks for its moves. */
void movegen_scan(struct scan *scan, const struct variant *variant,
		  const struct position *position);

/* Whom a king that moves minds: the dead too [beaten-armies] [dead-still-guard]. */
INLINE uint8_t movegen_feared(const struct scan *scan)
{
	return scan->guards | scan->position->dead;
}

INLINE void movegen_add(struct move_list *list, struct move move)
{
	if (list->count < MAX_MOVES)
		list->moves[list->count++] = move;
}

/* Whether nobody of the sides given attacks the player's king once the move is made. */
bool movegen_safe_after(const struct scan *scan, const struct move *move, uint8_t sides);

/* The king's ways to castle now: how many, and unless `list` is NULL they are added. */
unsigned movegen_castles(const struct scan *scan, struct move_list *list);

/* The same of those who are feared once it is made, when a seat may fall by it
 * [kings-can-be-taken]. */
bool movegen_safe_then(const struct scan *scan, const struct move *move);

/* Whether the piece of that index, which is neither king nor pawn, may go to the square. */
bool movegen_goes(const struct scan *scan, unsigned index, square to);

/* Whether a pawn's step, or two, might lead there. */
bool movegen_nears(const struct scan *scan, const struct piece *pawn, square to);

/* Captures of kings [frozen-seat]: how many, and unless `list` is NULL they are added. */
unsigned movegen_royal(const struct scan *scan, struct move_list *list);

/* Whether a move to the square answers the one check there is. */
INLINE bool movegen_parries(const struct scan *scan, square to)
{
	struct place place = scan->board->place[to][scan->orientation];

	return to == scan->checker ||
	       (place.line == scan->line && place.place > scan->low && place.place < scan->high);
}

#endif
