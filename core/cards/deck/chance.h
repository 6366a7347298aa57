/* SPDX-License-Identifier: MIT */
/*
 * Shuffles that anyone can check with sha256sum [fair-shuffles]: every pile's order follows from
 * the game's secret seed and the players' words. pbem-shuffle(7) tells how.
 */
#ifndef PBEM_CORE_CARDS_DECK_CHANCE_H
#define PBEM_CORE_CARDS_DECK_CHANCE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/digest.h"

/* The unbiased stream of numbers of one pile's shuffle. */
struct chance {
	struct digest seed;
	uint32_t next;
};

/*
 * The chance of shuffle number `number` of `pile` ("deck-white") in `game`: SHA-256 of
 * "GAME/PILE/NUMBER|SECRET|WORDS|WORDS|..."; `words` in turn order, "" for none; `public_words` may
 * be NULL.
 */
void chance_init(struct chance *chance, const char *game, const char *pile, unsigned number,
		 const char *secret, const char *const *words, size_t word_count,
		 const char *public_words);

/* The next number below `limit`, which isn't 0; all are equally likely. */
uint32_t chance_below(struct chance *chance, uint32_t limit);

/* Shuffles (Fisher-Yates from the top); element 0 is drawn first afterwards. */
void chance_shuffle(struct chance *chance, uint16_t *items, size_t count);

#endif
