/* SPDX-License-Identifier: MIT */
/*
 * Seats and armies: which seats take turns, which armies move in them, and what becomes of beaten
 * ones.
 */
#ifndef PBEM_CORE_POSITION_MOVE_ARMIES_H
#define PBEM_CORE_POSITION_MOVE_ARMIES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/event/event.h"
#include "core/position/position.h"
#include "core/variant/variant.h"

/*
 * Reports whether the seat takes turns, because it is in play or another seat plays it
 * ([beaten-armies] role).
 */
bool move_seat_takes_turns(const struct variant *variant, const struct position *position,
			   uint8_t seat);

/*
 * Returns the seat in whose turn the side's pieces move: with `role` its own, otherwise its
 * commander's.
 */
uint8_t move_seat_of(const struct variant *variant, const struct position *position, uint8_t side);

/* Returns the sides whose pieces move in that seat's turn. */
uint8_t move_seat_armies(const struct variant *variant, const struct position *position,
			 uint8_t seat);

/*
 * Puts the seat out of the game; `how` and `by` are as in EVENT_BEATEN. move_seat_leave decides
 * what becomes of its armies.
 */
void move_seat_beaten(struct position *position, uint8_t seat, uint8_t by, const char *how,
		      struct event_list *record);

/*
 * Removes the king of a beaten seat. Its pieces, and those that it had conquered
 * [conquests-pass-on], pass to `by` (unless NO_SIDE) if the variant has this rule. Otherwise their
 * fate is that of [beaten-armies].
 */
void move_seat_leave(const struct variant *variant, struct position *position, uint8_t seat,
		     uint8_t by, struct event_list *record);

#endif
