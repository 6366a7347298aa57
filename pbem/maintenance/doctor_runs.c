/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>

#include "core/util/timestamp.h"
#include "pbem/batch/outage.h"
#include "pbem/maintenance/doctor.h"
#include "pbem/sys/step.h"

enum {
	LEAST_GAP = 2 * SECONDS_AN_HOUR
}; /* a shorter time without runs isn't a gap, however often runs usually are */

/* Returns text such as "40 minutes", "7 hours", "3 days". */
static char *format_seconds(int64_t seconds)
{
	if (seconds < 2 * SECONDS_AN_HOUR)
		return base_printf("%" PRId64 " minutes", seconds / 60);
	if (seconds < 2 * SECONDS_A_DAY)
		return base_printf("%" PRId64 " hours", seconds / SECONDS_AN_HOUR);
	return base_printf("%" PRId64 " days", seconds / SECONDS_A_DAY);
}

/* Reports gaps that cron, a timer or `watch` has left, as far as they are recorded, including the
 * time since the last run. */
static void check_gaps(const struct fetched *fetched, int64_t since)
{
	int64_t usual = outage_usual(fetched), longest = outage_longest(fetched);
	char *often, *gap;

	if (since > longest)
		longest = since;
	if (usual == 0 || longest < LEAST_GAP || longest <= 3 * usual)
		return;
	often = format_seconds(usual);
	gap = format_seconds(longest);
	doctor_report_note(
		"runs",
		"there was no run for %s, although runs are usually %s apart; check that cron, the "
		"timer or pbem watch is working, and read the log of that time",
		gap, often);
	free(gap);
	free(often);
}

void doctor_runs(struct doctor_report *visit)
{
	struct fetched fetched;
	char when[TIMESTAMP_SIZE];
	int64_t limit, since;

	if (!ledger_fetched(visit->site->ledger, &fetched))
		return;
	limit = outage_limit(visit->site->config, &fetched);
	since = step_time() - fetched.when;
	timestamp_print(fetched.when, when);
	if (limit != 0 && since > limit) {
		doctor_report_fault(
			visit, "runs",
			"no run has received all letters since %s; read the log. The next run that "
			"receives all letters moves the deadlines by the lost time",
			when);
		return;
	}
	doctor_report_ok("runs", "a run received all letters at %s or a little later", when);
	check_gaps(&fetched, since);
}
