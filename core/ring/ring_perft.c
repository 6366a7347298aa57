/* SPDX-License-Identifier: MIT */
#include "core/ring/ring.h"

static uint64_t count_last(const struct variant *variant, const struct ring *ring)
{
	uint64_t nodes = 0;

	for (unsigned i = 0; i < ring->boards; i++)
		nodes += ring_count(variant, ring, i);
	return nodes;
}

uint64_t ring_perft(const struct variant *variant, const struct ring *ring, unsigned depth)
{
	struct ring_list list;
	uint64_t nodes = 0;

	if (depth == 0)
		return 1;
	if (depth == 1)
		return count_last(variant, ring);
	ring_list_init(&list);
	ring_legal_all(variant, ring, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct ring *next = ring_copy(ring);

		ring_run(variant, next, &list.moves[i]);
		nodes += ring_perft(variant, next, depth - 1);
		ring_free(next);
	}
	ring_list_done(&list);
	return nodes;
}
