/* SPDX-License-Identifier: MIT */
/*
 * How much of a long test is run: all of it in an ordinary build. Where a tool slows everything a part
 * is, as PBEM_SLOW says: "sanitizers", several times slower, or "valgrind", thirty times.
 */
#ifndef PBEM_TESTS_PACE_H
#define PBEM_TESTS_PACE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool
pace_is(const char *tool)
{
	const char *slow = getenv("PBEM_SLOW");

	return slow != NULL && strcmp(slow, tool) == 0;
}

/* Of the sanitizers about a quarter of the way from there to the usual. */
static inline unsigned
pace(unsigned usual, unsigned under_valgrind)
{
	if (pace_is("valgrind"))
		return under_valgrind;
	return pace_is("sanitizers") ? usual / 4 + under_valgrind - under_valgrind / 4 : usual;
}

/* Whether nothing is to be left out. */
static inline bool
pace_is_full(void)
{
	return getenv("PBEM_SLOW") == NULL;
}

/* A number that the environment may set: for deep runs. */
static inline unsigned
pace_wanted(const char *name, unsigned usual)
{
	const char *value = getenv(name);

	return value != NULL ? (unsigned)strtoul(value, NULL, 10) : usual;
}

/* A bound on processor time, made for an ordinary build. */
static inline double
pace_seconds(double usual)
{
	return pace_is("valgrind") ? 30 * usual : pace_is("sanitizers") ? 5 * usual : usual;
}

#endif
