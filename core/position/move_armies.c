/* SPDX-License-Identifier: MIT */
#include "core/position/move_armies.h"
#include "core/variant/variant_data.h"

bool move_seat_takes_turns(const struct variant *variant, const struct position *position,
			   uint8_t seat)
{
	uint8_t player = position->controller[seat];

	return position->in_play >> seat & 1 ||
	       (variant->beaten == BEATEN_ROLE && player != seat && player != NO_SIDE);
}

uint8_t move_seat_of(const struct variant *variant, const struct position *position, uint8_t side)
{
	return variant->beaten == BEATEN_ROLE ? side : position->controller[side];
}

uint8_t move_seat_armies(const struct variant *variant, const struct position *position,
			 uint8_t seat)
{
	unsigned sides = 0;

	for (uint8_t side = 0; side < variant->side_count; side++)
		if (move_seat_of(variant, position, side) == seat &&
		    position->controller[side] != NO_SIDE)
			sides |= 1u << side;
	return (uint8_t)sides;
}

void move_seat_beaten(struct position *position, uint8_t seat, uint8_t by, const char *how,
		      struct event_list *record)
{
	struct event event = event_about(EVENT_BEATEN, seat, 0, how);

	event.by = by;
	event_add(record, event);
	position_remove_seat(position, seat);
}

/* Leaves an army without a commander, with the fate that the variant specifies [beaten-armies]. */
static void abandon_army(const struct variant *variant, struct position *position, uint8_t side,
			 struct event_list *record)
{
	static const char *const fates[] = {
		[BEATEN_INERT] = "inert",	  [BEATEN_ROLE] = "dead",
		[BEATEN_KINGDOM] = "dead",	  [BEATEN_DEAD] = "dead",
		[BEATEN_OBSTACLES] = "obstacles", [BEATEN_REMOVED] = "removed",
	};

	/* [en-passant-of-beaten] */
	if (position->passant[side].over != NO_SQUARE)
		position_close_passant(position, side, record);
	for (unsigned i = 0; variant->beaten == BEATEN_REMOVED && i < position->piece_count; i++)
		if (position->pieces[i].side == side && position->pieces[i].fate == ON_BOARD)
			position_remove(variant, position, position->pieces[i].at, record);
	position_abandon(position, side, fates[variant->beaten], record);
}

void move_seat_leave(const struct variant *variant, struct position *position, uint8_t seat,
		     uint8_t by, struct event_list *record)
{
	bool conquered = by != NO_SIDE &&
			 (variant->beaten == BEATEN_ROLE || variant->beaten == BEATEN_KINGDOM);

	if (position->king[seat] != NO_PIECE)
		position_remove(variant, position, position->pieces[position->king[seat]].at,
				record);
	for (uint8_t side = 0; side < variant->side_count; side++) {
		if (position->controller[side] != seat)
			continue;
		if (!conquered) {
			abandon_army(variant, position, side, record);
			continue;
		}
		/*
		 * [en-passant-of-beaten]: a seat that falls in another's turn may still have an
		 * open right.
		 */
		if (move_seat_of(variant, position, side) == seat &&
		    position->passant[side].over != NO_SQUARE)
			position_close_passant(position, side, record);
		position_conquer(position, side, by, record);
	}
}
