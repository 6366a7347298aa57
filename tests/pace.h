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

/* A bound on processor time, made for an ordinary build: valgrind and the sanitizers slow everything. */
static inline double
pace_seconds(double usual)
{
#ifdef __SANITIZE_ADDRESS__
	usual *= 5;
#endif
	return getenv("PBEM_SLOW") != NULL ? 30 * usual : usual;
}

#endif
