/* SPDX-License-Identifier: MIT */
/*
 * Chooses how much of a long test is run: all of it in an ordinary build. PBEM_TRIALS reduces that
 * if a tool slows everything, or the same was run just before: "some" (sanitizers are several times
 * slower) or "few" (valgrind, thirty times).
 */
#ifndef PBEM_TESTS_LIB_PACE_H
#define PBEM_TESTS_LIB_PACE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Returns the number of trials. "some" is about a quarter of the way from `few` to `usual`. */
unsigned pace(unsigned usual, unsigned few);

/* Returns whether nothing is left out. */
bool pace_is_full(void);

/* Returns a number that the environment may set, for deep runs. */
unsigned pace_wanted(const char *name, unsigned usual);

/* Returns a limit of processor time, given for an ordinary build. */
double pace_seconds(double usual);

#endif
