/* SPDX-License-Identifier: MIT */
/* Shared by tests with random games: random choices, and events that must lead to the rules'
 * result. */
#ifndef PBEM_TESTS_LIB_RANDOM_H
#define PBEM_TESTS_LIB_RANDOM_H

#include "tests/lib/play.h"

uint32_t draw_number(uint32_t *chance, uint32_t below);

/* Asserts that the events from `first` on lead from the old position to the new one. */
void assert_events(const struct play *play, const struct position *before, size_t first);

/* Returns the moves, sorted, such as " e2e4 g1f3"; the caller frees the text. */
char *moves_in_words(const struct variant *variant, struct move_list *list);

#endif
