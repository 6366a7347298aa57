/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/position/move_armies.h"
#include "core/rules/movegen_pins.h"

INLINE bool attacked_along(const struct variant *variant, const struct position *position,
			   square at, uint8_t foes, unsigned d)
{
	unsigned empty, attacks;
	square from = movegen_ray(&variant->board, position, at, d, &empty);
	const struct reach *reach;

	if (!(position->owner[from] & foes))
		return false;
	reach = movegen_reach(variant, position, from);
	attacks = reach->slide_capture | (empty == 0 ? reach->step_capture : 0);
	return attacks >> movegen_opposite(d) & 1;
}

bool movegen_attacked(const struct variant *variant, const struct position *position, square at,
		      uint8_t foes)
{
	const square *leap = variant->board.leap[at];

	/* Both directions of a line together, because they use the same data. */
	for (unsigned d = 0; d < ORIENTATIONS; d++)
		if (attacked_along(variant, position, at, foes, d) ||
		    attacked_along(variant, position, at, foes, d + ORIENTATIONS))
			return true;
	for (unsigned i = 0; i < LEAPS; i++)
		if (position->owner[leap[i]] & foes &&
		    movegen_reach(variant, position, leap[i])->leap_capture)
			return true;
	return false;
}

square movegen_king(const struct position *position, uint8_t seat)
{
	uint8_t king = position->king[seat];

	return king == NO_PIECE ? NO_SQUARE : position->pieces[king].at;
}

/*
 * Records a check by a slide along direction d of the king, and the squares where it can be
 * blocked.
 */
static void record_sliding_check(struct scan *scan, unsigned d, square from)
{
	struct place king = scan->board->place[scan->king][d % ORIENTATIONS];
	struct place foe = scan->board->place[from][d % ORIENTATIONS];

	scan->shadow |= (uint8_t)(1u << movegen_opposite(d));
	scan->orientation = (uint8_t)(d % ORIENTATIONS);
	scan->line = king.line;
	scan->low = king.place < foe.place ? king.place : foe.place;
	scan->high = king.place < foe.place ? foe.place : king.place;
}

/* Looks along one ray from the king for a checker at its end, or for a pinned piece. */
INLINE void look_out(struct scan *scan, unsigned d)
{
	const struct position *position = scan->position;
	unsigned empty, further;
	square from = movegen_ray(scan->board, position, scan->king, d, &empty), behind;
	uint8_t owner = position->owner[from];
	const struct reach *reach;

	if (owner & scan->guards) {
		reach = movegen_reach(scan->variant, position, from);
		if (reach->slide_capture >> movegen_opposite(d) & 1) {
			scan->checkers++;
			scan->checker = from;
			record_sliding_check(scan, d, from);
		} else if (empty == 0 && reach->step_capture >> movegen_opposite(d) & 1) {
			scan->checkers++;
			scan->checker = from;
		}
	} else if (owner & scan->movers) {
		behind = movegen_ray(scan->board, position, from, d, &further);
		if (position->owner[behind] & scan->guards &&
		    movegen_reach(scan->variant, position, behind)->slide_capture >>
				    movegen_opposite(d) &
			    1)
			scan->free[position->piece_at[from]] =
				(uint8_t)(1u << d | 1u << movegen_opposite(d));
	}
}

static void find_leaping_checkers(struct scan *scan)
{
	const square *leap = scan->board->leap[scan->king];

	for (unsigned i = 0; i < LEAPS; i++) {
		if (scan->position->owner[leap[i]] & scan->guards &&
		    movegen_reach(scan->variant, scan->position, leap[i])->leap_capture) {
			scan->checkers++;
			scan->checker = leap[i];
		}
	}
}

/* Returns the armies of frozen seats [frozen-seat]. */
static uint8_t immune_sides(const struct variant *variant, const struct position *position)
{
	unsigned sides = 0;

	for (uint8_t seat = 0; seat < variant->side_count; seat++)
		if (position->frozen >> seat & 1)
			sides |= move_seat_armies(variant, position, seat);
	return (uint8_t)sides;
}

void movegen_take_sides(struct scan *scan)
{
	const struct position *position = scan->position;
	uint8_t seat = position->turn, player = position->controller[seat];
	struct relations relations = {0, 0, 0};

	if (player != NO_SIDE)
		relations = movegen_relations(scan->variant, position, player);
	scan->played = player != seat;
	scan->movers = relations.own;
	scan->foes = scan->guards = relations.foes;
	/* In an open turn the seat may have left, and then nobody plays for it. */
	if (scan->variant->beaten == BEATEN_ROLE && player != NO_SIDE) {
		/* [role-own-king] and [role-own-colours]: a player's king must be safe from the
		 * player's other colours in all turns of the player, and from opponents only in
		 * its own turns. */
		uint8_t others = (uint8_t)(relations.own & ~(1u << player));

		scan->movers = (uint8_t)(relations.own & 1u << seat);
		scan->guards = scan->played ? others : relations.foes | others;
	}
	/*
	 * [king-never-taken]: no king is captured, not even one that a third player has left in
	 * check. In variants with captures of kings, movegen_royal finds them.
	 */
	scan->blocking =
		relations.own | relations.allies | position->obstacles | OWNER_RIM | OWNER_ROYAL;
	if (position->frozen)
		scan->blocking |= immune_sides(scan->variant, position);
	scan->king = player == NO_SIDE ? NO_SQUARE : movegen_king(position, player);
}

void movegen_scan(struct scan *scan, const struct variant *variant, const struct position *position)
{
	scan->variant = variant;
	scan->board = &variant->board;
	scan->position = position;
	movegen_take_sides(scan);
	scan->truce = variant->truce[0] != NO_SQUARE;
	scan->checkers = 0;
	scan->checker = NO_SQUARE;
	scan->line = scan->low = scan->high = scan->orientation = scan->shadow = 0;
	memset(scan->free, 0xff, position->piece_count);
	if (scan->king == NO_SQUARE || scan->played)
		return;
	for (unsigned d = 0; d < ORIENTATIONS; d++) {
		look_out(scan, d);
		look_out(scan, d + ORIENTATIONS);
	}
	find_leaping_checkers(scan);
}

/*
 * Reports whether a slide in one of these directions leads from one square to another, which may be
 * entered.
 */
static bool slides_to(const struct scan *scan, unsigned directions, square from, square to)
{
	const struct place *start = scan->board->place[from], *end = scan->board->place[to];

	for (unsigned o = 0; o < ORIENTATIONS; o++) {
		const bool up = end[o].place > start[o].place;
		const unsigned d = up ? o : movegen_opposite(o);
		unsigned empty;

		if (start[o].line != end[o].line || !(directions >> d & 1))
			continue;
		movegen_ray(scan->board, scan->position, from, d, &empty);
		if (up ? start[o].place + empty + 1 >= end[o].place
		       : end[o].place + empty + 1 >= start[o].place)
			return true;
	}
	return false;
}

bool movegen_goes(const struct scan *scan, unsigned index, square to)
{
	const struct piece *piece = &scan->position->pieces[index];
	const struct reach *reach = &scan->variant->sides[piece->side].reach[piece->type];
	const uint8_t owner = scan->position->owner[to], free = scan->free[index];
	const bool captures = owner != OWNER_NONE;

	if (owner & scan->blocking || (scan->checkers && !movegen_parries(scan, to)))
		return false;
	if (free == 0xff && (captures ? reach->leap_capture : reach->leap_move))
		for (unsigned i = 0; i < LEAPS; i++)
			if (scan->board->leap[piece->at][i] == to)
				return true;
	for (unsigned ways = free & (captures ? reach->step_capture : reach->step_move); ways != 0;
	     ways &= ways - 1)
		if (scan->board->step[piece->at][__builtin_ctz(ways)] == to)
			return true;
	return slides_to(scan, free & (captures ? reach->slide_capture : reach->slide_move),
			 piece->at, to);
}

bool movegen_nears(const struct scan *scan, const struct piece *pawn, square to)
{
	const struct reach *reach = &scan->variant->sides[pawn->side].reach[pawn->type];

	for (unsigned ways = reach->step_move | reach->step_capture; ways != 0; ways &= ways - 1) {
		unsigned d = (unsigned)__builtin_ctz(ways);
		square over = scan->board->step[pawn->at][d];

		if (over == to || (over != NO_SQUARE && scan->board->step[over][d] == to))
			return true;
	}
	return false;
}
