/* SPDX-License-Identifier: MIT */
/*
 * How much of a long test is run: all of it in an ordinary build. Where a tool slows everything, or
 * the same was run just before, PBEM_TRIALS says how much is: "some" (sanitizers make all several
 * times slower) or "few" (valgrind, thirty times).
 */
#ifndef PBEM_TESTS_PACE_H
#define PBEM_TESTS_PACE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Some are about a quarter of the way from few to the usual. */
unsigned pace(unsigned usual, unsigned few);

/* Whether nothing is to be left out. */
bool pace_is_full(void);

/* A number that the environment may set: for deep runs. */
unsigned pace_wanted(const char *name, unsigned usual);

/* A bound on processor time, made for an ordinary build. */
double pace_seconds(double usual);

#endif
