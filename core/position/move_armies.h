/* SPDX-License-Identifier: MIT */
/* Seats as moves concern them: who takes turns, who moves which army, what becomes of those beaten.
 */
#ifndef PBEM_CORE_POSITION_MOVE_SEAT_H
#define PBEM_CORE_POSITION_MOVE_SEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/position/event.h"
#include "core/position/position.h"
#include "core/variant/variant.h"

/* Whether turns come round to the seat: it is in play, or another plays it ([beaten-armies] role).
 */
bool move_seat_takes_turns(const struct variant *variant, const struct position *position,
			   uint8_t seat);

/* The seat in whose turn the side's pieces move: under `role` its own, else its commander's. */
uint8_t move_seat_of(const struct variant *variant, const struct position *position, uint8_t side);

/* The sides whose pieces move in that seat's turn. */
uint8_t move_seat_armies(const struct variant *variant, const struct position *position,
			 uint8_t seat);

/* The seat is out of the game; `how` and `by` as in EVENT_BEATEN. What becomes of its armies is
 * what move_seat_leave says. */
void move_seat_beaten(struct position *position, uint8_t seat, uint8_t by, const char *how,
		      struct event_list *record);

/* The king of a beaten seat goes; its pieces, and those it had conquered [conquests-pass-on], pass
 * to `by`, if there is one (not NO_SIDE) and the game is played so; else they are what
 * [beaten-armies] makes of them. */
void move_seat_leave(const struct variant *variant, struct position *position, uint8_t seat,
		     uint8_t by, struct event_list *record);

#endif
