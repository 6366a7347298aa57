/* SPDX-License-Identifier: MIT */
/*
 * The words of an open turn as they are used: what stands behind PLAY and ANSWER, and what was
 * said. Most take a few bytes where the structs that are worked with have room for the longest
 * there are. A plain value, which only grows until the turn is settled.
 */
#ifndef PBEM_CORE_CARDS_TABLE_STORE_H
#define PBEM_CORE_CARDS_TABLE_STORE_H

#include "core/cards/play/play.h"

enum { STORE_MAX = 13312 };

struct store {
	uint16_t used;
	uint8_t bytes[STORE_MAX];
};

/* Words in it. */
struct span {
	uint16_t at, len;
};

/* Whether as many more bytes fit. */
bool store_has_room(const struct store *store, size_t len);

/* Targets, or a text, behind all that is there; there must be room (store_len_*). */
struct span store_add_targets(struct store *store, const struct target *targets, unsigned count);
struct span store_add_text(struct store *store, const char *text);
size_t store_len_targets(const struct target *targets, unsigned count);

/* The targets, at most MAX_PLAY_WORDS; how many. What a target doesn't use is zero. */
unsigned store_targets(const struct store *store, struct span span,
		       struct target targets_out[MAX_PLAY_WORDS]);

/* The text, which is the store's. */
const char *store_text(const struct store *store, struct span span);

/* The first square of each target is none any more. */
void store_blind(struct store *store, struct span span);

#endif
