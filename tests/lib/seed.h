/* SPDX-License-Identifier: MIT */
/* Chance that is the same in every run: for tests by random games and letters. */
#ifndef PBEM_TESTS_SEED_H
#define PBEM_TESTS_SEED_H

/* The next number from a seed, below the limit. */
unsigned seed_below(unsigned *seed, unsigned limit);

#endif
