/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/outage.h"
#include "pbem/batch/restore.h"
#include "pbem/site/log.h"

enum {
	INTERVALS = 5,			     /* remembered: the usual one is in their middle */
	LEAST_SECONDS = 6 * SECONDS_AN_HOUR, /* a limit of its own isn't shorter */
	NOTED_SECONDS = 1800,		     /* between two notes of runs that had all letters */
};

/* The intervals, the latest first; their number. */
static unsigned read_intervals(const struct fetched *fetched, int64_t out[INTERVALS])
{
	const char *cursor = fetched->intervals, *word;
	unsigned count = 0;
	size_t len;

	while (count < INTERVALS && text_next_word(&cursor, &word, &len))
		out[count++] = strtoll(word, NULL, 10);
	return count;
}

static int compare(const void *a, const void *b)
{
	int64_t first = *(const int64_t *)a, second = *(const int64_t *)b;

	return first < second ? -1 : first > second;
}

/* The intervals, the shortest first; their number. */
static unsigned sort_intervals(const struct fetched *fetched, int64_t out[INTERVALS])
{
	unsigned count = read_intervals(fetched, out);

	qsort(out, count, sizeof *out, compare);
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

static void tell(struct desk *desk, const struct outage *outage)
{
	char from[STAMP_SIZE], to[STAMP_SIZE], *line;

	stamp_print(outage->from, from);
	stamp_print(outage->to, to);
	line = base_printf("from %s to %s no run had all the letters: that time counts for no "
			   "deadline, and those that were still to come are later by it",
			   from, to);
	ledger_line_notice(&desk->batch.ledger, outage->to, line);
	log_line(desk->log, "outage: %s\n", line);
	free(line);
}

int outage_begin(struct desk *desk, int64_t now, struct reason *reason)
{
	struct ledger *ledger = desk->site->ledger;
	struct outage outage, known;
	struct fetched fetched;
	int64_t limit;

	if (restore_is_taking(ledger) || !ledger_fetched(ledger, &fetched))
		return ledger_check(ledger, reason);
	limit = outage_limit(desk->site->config, &fetched);
	if (limit == 0 || now - fetched.when <= limit)
		return 0;
	outage = (struct outage){fetched.when, now};
	ledger_line_outage(&desk->batch.ledger, &outage);
	if (!ledger_next_outage(ledger, fetched.when, &known))
		tell(desk, &outage);
	return commit_batch(desk, reason);
}

void outage_note_fetched(struct desk *desk, int64_t began)
{
	struct fetched fetched, now = {.when = began};
	int64_t intervals[INTERVALS];
	unsigned count;
	struct text text;

	(void)ledger_fetched(desk->site->ledger, &fetched);
	if (began - fetched.when < NOTED_SECONDS)
		return;
	text_init(&text, sizeof now.intervals - 1);
	if (fetched.when != 0) {
		text_addf(&text, "%lld", (long long)(began - fetched.when));
		count = read_intervals(&fetched, intervals);
		for (unsigned i = 0; i < count && i + 1 < INTERVALS; i++)
			text_addf(&text, " %lld", (long long)intervals[i]);
	}
	snprintf(now.intervals, sizeof now.intervals, "%s", text.bytes != NULL ? text.bytes : "");
	ledger_line_fetched(&desk->batch.ledger, &now);
	text_done(&text);
}
