/* SPDX-License-Identifier: MIT */
/*
 * Captures of kings, where Peterson's rules allow them [frozen-seat]. A seat without its king
 * falls, and its army no longer attacks, pins or gives check. So each such move is tried on a copy.
 */
#include "core/position/move.h"
#include "core/rules/movegen_pins.h"

/*
 * Reports whether [own-king-safe] holds in the position after the seat has fallen
 * [kings-can-be-taken].
 */
bool movegen_safe_then(const struct scan *scan, const struct move *move)
{
	struct position next = *scan->position;
	struct scan then = {.variant = scan->variant, .board = scan->board, .position = &next};
	unsigned feared;

	move_make(scan->variant, &next, move, NULL);
	movegen_take_sides(&then);
	feared = then.guards;
	if (then.king != scan->king)
		feared |= next.dead;
	return then.king == NO_SQUARE ||
	       !movegen_attacked(scan->variant, &next, then.king, (uint8_t)feared);
}

/* Adds the capture by the piece on `from`, once for each kind it may become. */
static unsigned captures_by(const struct scan *scan, square from, square king,
			    struct move_list *list)
{
	const struct variant *variant = scan->variant;
	const struct piece *captor = position_piece(scan->position, from);
	bool promotes =
		captor->type == variant->pawn && variant->sides[captor->side].promotes[king];
	unsigned kinds = promotes ? variant->promotion_count : 1;
	struct move move = move_of(from, king);

	if (!movegen_safe_then(scan, &move))
		return 0;
	for (unsigned i = 0; list != NULL && i < kinds; i++) {
		if (promotes)
			move.promotion = variant->promotions[i];
		movegen_add(list, move);
	}
	return kinds;
}

/* Reports whether the mover's first piece in direction d from the king attacks the king. */
static bool attacks_from(const struct scan *scan, square from, unsigned d, unsigned empty)
{
	const struct reach *reach;
	unsigned attacks;

	if (!(scan->position->owner[from] & scan->movers))
		return false;
	reach = movegen_reach(scan->variant, scan->position, from);
	attacks = reach->slide_capture | (empty == 0 ? reach->step_capture : 0);
	return attacks >> movegen_opposite(d) & 1;
}

static unsigned captures_of(const struct scan *scan, square king, struct move_list *list)
{
	unsigned found = 0;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		unsigned empty;
		square from = movegen_ray(scan->board, scan->position, king, d, &empty);

		if (attacks_from(scan, from, d, empty))
			found += captures_by(scan, from, king, list);
	}
	for (unsigned i = 0; i < LEAPS; i++) {
		square from = scan->board->leap[king][i];

		if (scan->position->owner[from] & scan->movers &&
		    movegen_reach(scan->variant, scan->position, from)->leap_capture)
			found += captures_by(scan, from, king, list);
	}
	return found;
}

unsigned movegen_royal(const struct scan *scan, struct move_list *list)
{
	const struct position *position = scan->position;
	unsigned found = 0;

	for (unsigned side = 0; side < scan->variant->side_count; side++)
		if (scan->foes >> side & 1 && position->king[side] != NO_PIECE)
			found += captures_of(scan, position->pieces[position->king[side]].at, list);
	return found;
}
