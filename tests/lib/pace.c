/* SPDX-License-Identifier: MIT */
#include "tests/lib/pace.h"

static bool pace_is(const char *amount)
{
	const char *trials = getenv("PBEM_TRIALS");

	return trials != NULL && strcmp(trials, amount) == 0;
}

unsigned pace(unsigned usual, unsigned few)
{
	if (pace_is("few"))
		return few;
	return pace_is("some") ? usual / 4 + few - few / 4 : usual;
}

bool pace_is_full(void)
{
	return getenv("PBEM_TRIALS") == NULL;
}

unsigned pace_wanted(const char *name, unsigned usual)
{
	const char *value = getenv(name);

	return value != NULL ? (unsigned)strtoul(value, NULL, 10) : usual;
}

double pace_seconds(double usual)
{
	return pace_is("few") ? 30 * usual : pace_is("some") ? 5 * usual : usual;
}
