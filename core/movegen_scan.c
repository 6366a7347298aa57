/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/move.h"
#include "core/movegen_scan.h"

bool
movegen_attacked(const struct variant *variant, const struct position *position, square at, uint8_t foes)
{
	const struct board *board = &variant->board;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		unsigned empty;
		square from = movegen_ray(board, position, at, d, &empty);

		if (position->owner[from] & foes) {
			const struct reach *reach = movegen_reach(variant, position, from);
			unsigned attacks = reach->slide_capture;

			if (empty == 0)
				attacks |= reach->step_capture;
			if (attacks >> movegen_opposite(d) & 1)
				return true;
		}
	}
	for (unsigned i = 0; i < LEAPS; i++) {
		square from = board->leap[at][i];

		if (position->owner[from] & foes &&
		    movegen_reach(variant, position, from)->leap_capture)
			return true;
	}
	return false;
}

/* The sides that give check to the seat: those of other players still in play (V2). */
static uint8_t
foes_of(const struct variant *variant, const struct position *position, uint8_t seat)
{
	unsigned foes = 0;

	for (unsigned side = 0; side < variant->side_count; side++) {
		uint8_t controller = position->controller[side];

		if (controller != seat && controller != NO_SIDE &&
		    position->in_play >> controller & 1)
			foes |= 1u << side;
	}
	return (uint8_t)foes;
}

static uint8_t
sides_of(const struct variant *variant, const struct position *position, uint8_t seat)
{
	unsigned sides = 0;

	for (unsigned side = 0; side < variant->side_count; side++)
		if (position->controller[side] == seat)
			sides |= 1u << side;
	return (uint8_t)sides;
}

square
movegen_king(const struct position *position, uint8_t seat)
{
	uint8_t king = position->king[seat];

	return king == NO_PIECE ? NO_SQUARE : position->pieces[king].at;
}

bool
move_in_check(const struct variant *variant, const struct position *position, uint8_t seat)
{
	square king = movegen_king(position, seat);

	return king != NO_SQUARE &&
	       movegen_attacked(variant, position, king, foes_of(variant, position, seat));
}

/* A foe's slide along direction d of the king gives check: notes where it can be parried. */
static void
note_slide(struct scan *scan, unsigned d, square from)
{
	struct place king = scan->board->place[scan->king][d % ORIENTATIONS];
	struct place foe = scan->board->place[from][d % ORIENTATIONS];

	scan->shadow |= (uint8_t)(1u << movegen_opposite(d));
	scan->orientation = (uint8_t)(d % ORIENTATIONS);
	scan->line = king.line;
	scan->low = king.place < foe.place ? king.place : foe.place;
	scan->high = king.place < foe.place ? foe.place : king.place;
}

/* Walks one ray out from the king: a foe at its end may give check, a man of ours be pinned. */
INLINE void
look_out(struct scan *scan, unsigned d)
{
	const struct position *position = scan->position;
	unsigned empty, further;
	square from = movegen_ray(scan->board, position, scan->king, d, &empty), behind;
	uint8_t owner = position->owner[from];
	const struct reach *reach;

	if (owner & scan->foes) {
		reach = movegen_reach(scan->variant, position, from);
		if (reach->slide_capture >> movegen_opposite(d) & 1) {
			scan->checkers++;
			scan->checker = from;
			note_slide(scan, d, from);
		} else if (empty == 0 && reach->step_capture >> movegen_opposite(d) & 1) {
			scan->checkers++;
			scan->checker = from;
		}
	} else if (owner & scan->movers) {
		behind = movegen_ray(scan->board, position, from, d, &further);
		if (position->owner[behind] & scan->foes &&
		    movegen_reach(scan->variant, position, behind)->slide_capture >> movegen_opposite(d) & 1)
			scan->free[position->piece_at[from]] =
				(uint8_t)(1u << d | 1u << movegen_opposite(d));
	}
}

static void
look_out_for_leaps(struct scan *scan)
{
	const square *leap = scan->board->leap[scan->king];

	for (unsigned i = 0; i < LEAPS; i++) {
		if (scan->position->owner[leap[i]] & scan->foes &&
		    movegen_reach(scan->variant, scan->position, leap[i])->leap_capture) {
			scan->checkers++;
			scan->checker = leap[i];
		}
	}
}

void
movegen_scan(struct scan *scan, const struct variant *variant, const struct position *position)
{
	uint8_t seat = position->turn;

	scan->variant = variant;
	scan->board = &variant->board;
	scan->position = position;
	scan->movers = sides_of(variant, position, seat);
	scan->foes = foes_of(variant, position, seat);
	/* V1: no king is captured, not even one left open by a third player. */
	scan->blocking = scan->movers | OWNER_RIM | OWNER_ROYAL;
	scan->king = movegen_king(position, seat);
	scan->checkers = 0;
	scan->checker = NO_SQUARE;
	scan->line = scan->low = scan->high = scan->orientation = scan->shadow = 0;
	memset(scan->free, 0xff, position->piece_count);
	if (scan->king == NO_SQUARE)
		return;
	for (unsigned d = 0; d < DIRECTIONS; d++)
		look_out(scan, d);
	look_out_for_leaps(scan);
}

