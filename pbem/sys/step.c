/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/sys/step.h"

enum { FINAL_SECONDS = 600, HEARTBEAT_SECONDS = 600 };

void step(void)
{
	static long stop_after = -2, count;

	if (stop_after == -2) {
		const char *value = getenv("PBEM_STOP_AFTER");

		stop_after = value != NULL ? strbuf_number(value, 1000000) : -1;
	}
	if (++count == stop_after)
		raise(SIGKILL);
}

int64_t step_time(void)
{
	static int64_t looks;
	const char *value = getenv("PBEM_TIME"), *pace = value != NULL ? strchr(value, ':') : NULL;
	char *moment = value != NULL ? base_strndup(value, strcspn(value, ":")) : NULL;
	int64_t set = moment != NULL ? strbuf_large_number(moment, INT64_C(253402300799)) : -1;
	const long each = pace != NULL ? strbuf_number(pace + 1, INT32_MAX) : -1;

	free(moment);
	if (set >= 0 && each > 0)
		set += looks++ / each;
	return set >= 0 ? set : time(NULL);
}

int64_t step_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Returns the number in the environment if it is at most `standard`, or else `standard`. */
static long seconds_from_environment(const char *name, int32_t standard)
{
	const char *value = getenv(name);
	long set = value != NULL ? strbuf_number(value, standard) : -1;

	return set > 0 ? set : standard;
}

long step_final_seconds(void)
{
	return seconds_from_environment("PBEM_FINAL_SECONDS", FINAL_SECONDS);
}

long step_heartbeat_seconds(void)
{
	return seconds_from_environment("PBEM_HEARTBEAT", HEARTBEAT_SECONDS);
}
