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

static inline bool pace_is(const char *amount)
{
	const char *trials = getenv("PBEM_TRIALS");

	return trials != NULL && strcmp(trials, amount) == 0;
}

/* Some are about a quarter of the way from few to the usual. */
static inline unsigned pace(unsigned usual, unsigned few)
{
	if (pace_is("few"))
		return few;
	return pace_is("some") ? usual / 4 + few - few / 4 : usual;
}

/* Whether nothing is to be left out. */
static inline bool pace_is_full(void)
{
	return getenv("PBEM_TRIALS") == NULL;
}

/* A number that the environment may set: for deep runs. */
static inline unsigned pace_wanted(const char *name, unsigned usual)
{
	const char *value = getenv(name);

	return value != NULL ? (unsigned)strtoul(value, NULL, 10) : usual;
}

/* A bound on processor time, made for an ordinary build. */
static inline double pace_seconds(double usual)
{
	return pace_is("few") ? 30 * usual : pace_is("some") ? 5 * usual : usual;
}

#endif
