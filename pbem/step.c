/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>

#include "core/text.h"
#include "pbem/step.h"

void
step(void)
{
	static long stop_after = -2, count;

	if (stop_after == -2) {
		const char *value = getenv("PBEM_STOP_AFTER");

		stop_after = value != NULL ? text_number(value, 1000000) : -1;
	}
	if (++count == stop_after)
		raise(SIGKILL);
}
