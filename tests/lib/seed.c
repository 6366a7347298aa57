/* SPDX-License-Identifier: MIT */
#include "tests/lib/seed.h"

unsigned seed_below(unsigned *seed, unsigned limit)
{
	*seed = *seed * 1103515245u + 12345u;
	return (*seed >> 16) % limit;
}
