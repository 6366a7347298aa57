/* SPDX-License-Identifier: MIT */
/* Tables of all variants with cards by chance: options, decks of all cards, hands; told as `pbem
 * try` takes it. */
#ifndef PBEM_TESTS_LIB_TABLEDEAL_H
#define PBEM_TESTS_LIB_TABLEDEAL_H

#include "tests/lib/tableplay.h"

enum { TABLEDEAL_DECK = 24 };

/* A line as `pbem try` takes it. */
void tabledeal_tell_pile(struct tableplay *play, const char *word, enum zone zone, uint8_t seat);

void tabledeal_choose_rules(struct tableplay *play, const char *variant, uint64_t seed);

void tabledeal_open(struct tableplay *play, const char *variant, uint64_t seed);

#endif
