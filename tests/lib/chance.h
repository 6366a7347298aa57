/* SPDX-License-Identifier: MIT */
/* Chance that is the same in every run: for tests by random games with cards. */
#ifndef PBEM_TESTS_CHANCE_H
#define PBEM_TESTS_CHANCE_H

/* The next number from a seed, below the limit. */
static inline unsigned chance_below(unsigned *seed, unsigned limit)
{
	*seed = *seed * 1103515245u + 12345u;
	return (*seed >> 16) % limit;
}

#endif
