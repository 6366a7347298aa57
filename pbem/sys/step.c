/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "core/base/text.h"
#include "pbem/site/step.h"

enum { FINAL_SECONDS = 600, HEARTBEAT_SECONDS = 600 };

void step(void)
{
	static long stop_after = -2, count;

	if (stop_after == -2) {
		const char *value = getenv("PBEM_STOP_AFTER");

		stop_after = value != NULL ? text_number(value, 1000000) : -1;
	}
	if (++count == stop_after)
		raise(SIGKILL);
}

int64_t step_time(void)
{
	const char *value = getenv("PBEM_TIME");
	long set = value != NULL ? text_number(value, INT32_MAX) : -1;

	return set >= 0 ? set : time(NULL);
}

int64_t step_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* So many, or fewer, as the environment has it. */
static long seconds(const char *name, long standard)
{
	const char *value = getenv(name);
	long set = value != NULL ? text_number(value, standard) : -1;

	return set > 0 ? set : standard;
}

long step_final_seconds(void)
{
	return seconds("PBEM_FINAL_SECONDS", FINAL_SECONDS);
}

long step_heartbeat_seconds(void)
{
	return seconds("PBEM_HEARTBEAT", HEARTBEAT_SECONDS);
}
