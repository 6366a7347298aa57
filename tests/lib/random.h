/* SPDX-License-Identifier: MIT */
/* What tests by random games share: chance, and facts that must lead where the rules led. */
#ifndef PBEM_TESTS_RANDOM_H
#define PBEM_TESTS_RANDOM_H

#include "tests/lib/play.h"

uint32_t draw_number(uint32_t *chance, uint32_t below);

/* The lines of the record from `first` on lead from the old position to the new one. */
void assert_facts(const struct play *play, const struct position *before, size_t first);

/* The moves, sorted, as " e2e4 g1f3"; the caller frees it. */
char *moves_in_words(const struct variant *variant, struct move_list *list);

#endif
