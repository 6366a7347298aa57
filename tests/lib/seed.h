/* SPDX-License-Identifier: MIT */
/* Random numbers that are the same in every run: for tests by random games and messages. */
#ifndef PBEM_TESTS_LIB_SEED_H
#define PBEM_TESTS_LIB_SEED_H

/* The next number from a seed, below the limit. */
unsigned seed_below(unsigned *seed, unsigned limit);

#endif
