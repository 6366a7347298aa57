/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <time.h>

#include "core/base/text.h"
#include "pbem/site/step.h"

enum { FINAL_SECONDS = 600 };

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

long step_final_seconds(void)
{
	const char *value = getenv("PBEM_FINAL_SECONDS");
	long set = value != NULL ? text_number(value, FINAL_SECONDS) : -1;

	return set > 0 ? set : FINAL_SECONDS;
}
