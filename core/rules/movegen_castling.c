/* SPDX-License-Identifier: MIT */
/* Castling, and what else is rare enough to be tried on a copy of the position. */
#include "core/position/move.h"
#include "core/rules/movegen_scan.h"

/* Whether nobody of the sides given attacks the player's king once the move is made. */
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

/* Whether nothing stands in the castle's way and no opponent attacks it [castling-rule]. */
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

/* Castling of a king that has not moved and is not in check; with cards he may be, but for where he
 * lands [castling-with-cards]. */
static unsigned castlings(const struct scan *scan, const struct side *side, struct move_list *list)
{
	bool tried = movegen_feared(scan) != scan->foes || scan->variant->cards;
	unsigned found = 0;

	for (unsigned i = side->first_castle; i < side->end_castle; i++) {
		const struct castle *castle = &scan->variant->castles[i];
		const struct move move = move_of_castle(castle);

		if (scan->king != castle->king_from || !may_castle(scan, castle))
			continue;
		/* Own other colours and the dead mind only where the king lands [role-own-colours]
		 * [dead-still-guard].
		 */
		if ((castle->uncovers || tried) &&
		    !movegen_safe_after(scan, &move, movegen_feared(scan)))
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
		return castlings(scan, side, list);
	if (scan->guards == scan->foes
		    ? scan->checkers > 0
		    : movegen_attacked(scan->variant, position, scan->king, scan->foes))
		return 0;
	return castlings(scan, side, list);
}
