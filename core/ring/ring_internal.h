/* SPDX-License-Identifier: MIT */
/* Shared by the code of the ring. Private to ring*.c. */
#ifndef PBEM_CORE_RING_RING_INTERNAL_H
#define PBEM_CORE_RING_RING_INTERNAL_H

#include "core/ring/ring.h"

/*
 * Functions for events as in ring.h, used by the rules and by replays. The events must be possible
 * in the ring; replays check this first.
 */
void ring_stock(struct ring *ring, uint8_t seat, uint8_t side, uint8_t type, uint8_t set,
		struct event_list *record);
void ring_place(const struct variant *variant, struct ring *ring, unsigned board, uint8_t side,
		uint8_t type, uint8_t set, square at, struct event_list *record);
void ring_beat(struct ring *ring, uint8_t seat, const char *how, uint8_t by,
	       struct event_list *record);
void ring_close(struct ring *ring, unsigned board, struct event_list *record);
void ring_conquer(struct ring *ring, unsigned board, uint8_t side, uint8_t seat,
		  struct event_list *record);
void ring_refresh(const struct variant *variant, struct ring *ring, unsigned board, const char *how,
		  struct event_list *record);
void ring_turn(const struct variant *variant, struct ring *ring, unsigned board, uint8_t side,
	       struct event_list *record);

#endif
