/* SPDX-License-Identifier: MIT */
/* Castling, and checks on a copy of the position for rare moves. */
#include "core/position/move.h"
#include "core/rules/movegen_pins.h"

bool movegen_safe_after(const struct scan *scan, const struct move *move, uint8_t sides)
{
	const struct position *position = scan->position;
	struct position next;

	if (scan->king == NO_SQUARE)
		return true;
	next = *position;
	move_make(scan->variant, &next, move, NULL);
	return !movegen_attacked(scan->variant, &next,
				 movegen_king(&next, position->controller[position->turn]), sides);
}

/* Reports whether the castling's path is empty and not attacked by opponents [castling-rule]. */
static bool may_castle(const struct scan *scan, const struct castle *castle)
{
	const struct position *position = scan->position;
	const struct piece *rook = position_piece(position, castle->rook_from);
	const uint8_t *starts = scan->variant->sides[castle->side].starts;

	if (rook == NULL || rook->moved || rook->side != castle->side ||
	    rook->type != starts[castle->rook_from])
		return false;
	for (unsigned i = 0; i < castle->clear_count; i++)
		if (position->owner[castle->clear[i]] != OWNER_NONE)
			return false;
	for (unsigned i = 0; i < castle->safe_count && !scan->variant->cards; i++)
		if (movegen_attacked(scan->variant, position, castle->safe[i], scan->foes))
			return false;
	return true;
}

/*
 * Adds castlings of a king that has not moved and is not in check. In games with cards the king may
 * be in check before, but not after castling [castling-with-cards].
 */
static unsigned generate_castlings(const struct scan *scan, const struct side *side,
				   struct move_list *list)
{
	bool tried = movegen_threatening_sides(scan) != scan->foes || scan->variant->cards;
	unsigned found = 0;

	for (unsigned i = side->first_castle; i < side->end_castle; i++) {
		const struct castle *castle = &scan->variant->castles[i];
		const struct move move = move_of_castle(castle);

		if (scan->king != castle->king_from || !may_castle(scan, castle))
			continue;
		/*
		 * The player's other colours and the dead only matter on the king's final square
		 * [role-own-colours] [dead-still-guard].
		 */
		if ((castle->uncovers || tried) &&
		    !movegen_safe_after(scan, &move, movegen_threatening_sides(scan)))
			continue;
		found++;
		if (list != NULL)
			movegen_add(list, move);
	}
	return found;
}

unsigned movegen_castles(const struct scan *scan, struct move_list *list)
{
	const struct position *position = scan->position;
	const struct piece *king = position_piece(position, scan->king);
	const struct side *side = &scan->variant->sides[king->side];

	if (king->moved || side->first_castle == side->end_castle)
		return 0;
	if (scan->variant->cards)
		return generate_castlings(scan, side, list);
	if (scan->guards == scan->foes
		    ? scan->checkers > 0
		    : movegen_attacked(scan->variant, position, scan->king, scan->foes))
		return 0;
	return generate_castlings(scan, side, list);
}
