/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/batch/backup_restore.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/outage.h"
#include "pbem/sys/log.h"

enum {
	INTERVALS = 5,			     /* remembered; the usual interval is their median */
	LEAST_SECONDS = 6 * SECONDS_AN_HOUR, /* the shortest limit, unless pbem.conf sets one */
	NOTED_SECONDS = 1800,		     /* between two records of runs that had all messages */
};

/* Reads the intervals, the newest first. Returns their number. */
static unsigned read_intervals(const struct fetched *fetched, int64_t out[INTERVALS])
{
	const char *cursor = fetched->intervals, *word;
	unsigned count = 0;
	size_t len;

	while (count < INTERVALS && strbuf_next_word(&cursor, &word, &len))
		out[count++] = strtoll(word, NULL, 10);
	return count;
}

static int compare_intervals(const void *a, const void *b)
{
	int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;

	return first < second ? -1 : first > second;
}

/* Reads the intervals and sorts them, the shortest first. Returns their number. */
static unsigned sort_intervals(const struct fetched *fetched, int64_t out[INTERVALS])
{
	unsigned count = read_intervals(fetched, out);

	qsort(out, count, sizeof *out, compare_intervals);
	return count;
}

int64_t outage_usual(const struct fetched *fetched)
{
	int64_t intervals[INTERVALS];
	unsigned count = sort_intervals(fetched, intervals);

	return count > 0 ? intervals[count / 2] : 0;
}

int64_t outage_longest(const struct fetched *fetched)
{
	int64_t intervals[INTERVALS];
	unsigned count = sort_intervals(fetched, intervals);

	return count > 0 ? intervals[count - 1] : 0;
}

int64_t outage_limit(const struct config *config, const struct fetched *fetched)
{
	int64_t usual = outage_usual(fetched);

	if (fetched->when == 0)
		return 0;
	if (config->outage_hours > 0)
		return config->outage_hours * SECONDS_AN_HOUR;
	if (usual == 0)
		return 0;
	return 3 * usual > LEAST_SECONDS ? 3 * usual : LEAST_SECONDS;
}

static void report_outage(struct workspace *workspace, const struct outage *outage)
{
	char from[TIMESTAMP_SIZE], to[TIMESTAMP_SIZE], *line;

	timestamp_print(outage->from, from);
	timestamp_print(outage->to, to);
	line = base_printf("From %s to %s, no run received all letters. This time doesn't count "
			   "for any deadline, so the next deadlines are later",
			   from, to);
	ledger_put(&workspace->batch.ledger, CHANGE_NOTICE, outage->to, line);
	log_line(workspace->log, "outage: %s\n", line);
	free(line);
}

int outage_begin(struct workspace *workspace, int64_t now, struct reason *reason)
{
	struct ledger *ledger = workspace->site->ledger;
	struct outage outage, known;
	struct fetched fetched;
	int64_t limit;

	if (backup_restore_is_taking(ledger) || !ledger_fetched(ledger, &fetched))
		return ledger_check(ledger, reason);
	limit = outage_limit(workspace->site->config, &fetched);
	if (limit == 0 || now - fetched.when <= limit)
		return 0;
	outage = (struct outage){fetched.when, now};
	ledger_put(&workspace->batch.ledger, CHANGE_OUTAGE, outage.from, outage.to);
	if (!ledger_next_outage(ledger, fetched.when, &known))
		report_outage(workspace, &outage);
	return commit_batch(workspace, reason);
}

void outage_note_fetched(struct workspace *workspace, int64_t began)
{
	struct fetched fetched, now = {.when = began};
	int64_t intervals[INTERVALS];
	unsigned count;
	struct strbuf text;

	(void)ledger_fetched(workspace->site->ledger, &fetched);
	if (began - fetched.when < NOTED_SECONDS)
		return;
	strbuf_init(&text, sizeof now.intervals - 1);
	if (fetched.when != 0) {
		strbuf_addf(&text, "%lld", (long long)(began - fetched.when));
		count = read_intervals(&fetched, intervals);
		for (unsigned i = 0; i < count && i + 1 < INTERVALS; i++)
			strbuf_addf(&text, " %lld", (long long)intervals[i]);
	}
	snprintf(now.intervals, sizeof now.intervals, "%s", text.bytes != NULL ? text.bytes : "");
	ledger_put(&workspace->batch.ledger, CHANGE_FETCHED, now.when, now.intervals);
	strbuf_done(&text);
}
