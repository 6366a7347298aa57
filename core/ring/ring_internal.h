/* SPDX-License-Identifier: MIT */
/* What the files of the ring share. Private to ring_*.c. */
#ifndef PBEM_CORE_RING_RING_INNER_H
#define PBEM_CORE_RING_RING_INNER_H

#include "core/ring/ring.h"

/* How many placements the seat to move on a board has; unless `list` is NULL they are added. */
unsigned ring_placements(const struct variant *variant, const struct ring *ring, unsigned board,
			 struct ring_list *list);

/*
 * Facts, as in ring.h, each applied the same by the rules and by a replay. They are true of the
 * ring: who replays them has asked.
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
