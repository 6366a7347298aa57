/* SPDX-License-Identifier: MIT */
/*
 * Shuffles that anyone can check with sha256sum [fair-shuffles]: the order of every pile follows
 * from the game's secret seed and the players' words. See pbem-shuffle(7).
 */
#ifndef PBEM_CORE_CARDS_DECK_SHUFFLE_H
#define PBEM_CORE_CARDS_DECK_SHUFFLE_H

#include <stddef.h>
#include <stdint.h>

#include "core/util/sha256.h"

/* The unbiased stream of numbers for the shuffle of one pile. */
struct shuffle {
	struct sha256 seed;
	uint32_t next;
};

/*
 * Starts the numbers for shuffle `number` of `pile` ("deck-white") in `game`. The seed is the
 * SHA-256 of "GAME/PILE/NUMBER|SECRET|WORDS|WORDS|...". `words` are in turn order, "" for none;
 * `public_words` may be NULL.
 */
void shuffle_init(struct shuffle *chance, const char *game, const char *pile, unsigned number,
		  const char *secret, const char *const *words, size_t word_count,
		  const char *public_words);

/* Returns the next number below `limit`, which isn't 0. All are equally likely. */
uint32_t shuffle_below(struct shuffle *chance, uint32_t limit);

/* Shuffles the items (Fisher-Yates from the top). Element 0 will be drawn first. */
void shuffle_shuffle(struct shuffle *chance, uint16_t *items, size_t count);

#endif
