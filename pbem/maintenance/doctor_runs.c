/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/stamp.h"
#include "pbem/batch/outage.h"
#include "pbem/doctor/doctor.h"
#include "pbem/site/step.h"

enum {
	LEAST_GAP = 2 * SECONDS_AN_HOUR
}; /* no runs for less is no gap, however many there are else */

/* "40 minutes", "7 hours", "3 days". */
static char *say_seconds(int64_t seconds)
{
	if (seconds < 2 * SECONDS_AN_HOUR)
		return base_printf("%" PRId64 " minutes", seconds / 60);
	if (seconds < 2 * SECONDS_A_DAY)
		return base_printf("%" PRId64 " hours", seconds / SECONDS_AN_HOUR);
	return base_printf("%" PRId64 " days", seconds / SECONDS_A_DAY);
}

/* What cron, a timer or `watch` has left out, as far as it is remembered: the time since the last
 * run too. */
static void check_gaps(const struct fetched *fetched, int64_t since)
{
	int64_t usual = outage_usual(fetched), longest = outage_longest(fetched);
	char *often, *gap;

	if (since > longest)
		longest = since;
	if (usual == 0 || longest < LEAST_GAP || longest <= 3 * usual)
		return;
	often = say_seconds(usual);
	gap = say_seconds(longest);
	visit_note("runs",
		   "among the last there was none for %s, where %s are usual: see that cron, the "
		   "timer or pbem watch goes on, and what the log tells of that time",
		   gap, often);
	free(gap);
	free(often);
}

void doctor_runs(struct visit *visit)
{
	struct fetched fetched;
	char when[STAMP_SIZE];
	int64_t limit, since;

	if (!ledger_fetched(visit->site->ledger, &fetched))
		return;
	limit = outage_limit(visit->site->config, &fetched);
	since = step_time() - fetched.when;
	stamp_print(fetched.when, when);
	if (limit != 0 && since > limit) {
		visit_ill(visit, "runs",
			  "none has had all the letters since %s; look into the log. By so much "
			  "the next one that has them moves the deadlines",
			  when);
		return;
	}
	visit_well("runs", "one had all the letters at %s, or somewhat later", when);
	check_gaps(&fetched, since);
}
