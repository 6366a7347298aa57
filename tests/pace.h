/* SPDX-License-Identifier: MIT */
/* How much of a long test is run: under valgrind, where all takes thirty times as long, a part. */
#ifndef PBEM_TESTS_PACE_H
#define PBEM_TESTS_PACE_H

#include <stdlib.h>

static inline unsigned
pace(unsigned usual, unsigned under_valgrind)
{
	return getenv("PBEM_SLOW") != NULL ? under_valgrind : usual;
}

#endif
