/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "core/turn/clock.h"
#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/batch/outage.h"

enum {
	INTERVALS = 5,		  /* remembered: the usual one is in their middle */
	LEAST_SECONDS = 6 * 3600, /* a limit of its own isn't shorter */
	NOTED_SECONDS = 1800,	  /* between two notes of runs that had all letters */
	SECONDS_AN_HOUR = 3600,
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

int64_t outage_limit(const struct config *config, const struct fetched *fetched)
{
	int64_t intervals[INTERVALS], usual;
	unsigned count = read_intervals(fetched, intervals);

	if (fetched->when == 0)
		return 0;
	if (config->outage_hours > 0)
		return config->outage_hours * SECONDS_AN_HOUR;
	if (count == 0)
		return 0;
	qsort(intervals, count, sizeof *intervals, compare);
	usual = intervals[count / 2];
	return 3 * usual > LEAST_SECONDS ? 3 * usual : LEAST_SECONDS;
}

static void tell(struct intake *intake, const struct outage *outage)
{
	char from[STAMP_SIZE], to[STAMP_SIZE], *line;

	stamp_print(outage->from, from);
	stamp_print(outage->to, to);
	line = base_printf(
		"from %s to %s no run had all the letters: that time counts for no deadline, and "
		"those that were still to come are later by it",
		from, to);
	ledger_line_notice(&intake->batch.ledger, outage->to, line);
	run_log_line(intake->log, "outage: %s\n", line);
	free(line);
}

int outage_begin(struct intake *intake, int64_t now, struct reason *reason)
{
	struct ledger *ledger = intake->site->ledger;
	struct outage outage, known;
	struct fetched fetched;
	int64_t limit;

	if (!ledger_fetched(ledger, &fetched))
		return ledger_check(ledger, reason);
	limit = outage_limit(intake->site->config, &fetched);
	if (limit == 0 || now - fetched.when <= limit)
		return 0;
	outage = (struct outage){fetched.when, now};
	ledger_line_outage(&intake->batch.ledger, &outage);
	if (!ledger_next_outage(ledger, fetched.when, &known))
		tell(intake, &outage);
	return intake_commit(intake, reason);
}

void outage_note_fetched(struct intake *intake, int64_t began)
{
	struct fetched fetched, now = {.when = began};
	int64_t intervals[INTERVALS];
	unsigned count;
	struct text text;

	(void)ledger_fetched(intake->site->ledger, &fetched);
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
	ledger_line_fetched(&intake->batch.ledger, &now);
	text_done(&text);
}

void outage_count(struct ledger *ledger, struct game *game, struct event_list *facts)
{
	struct outage outage = {.to = game->counted};
	struct event_list owed;

	while (ledger_next_outage(ledger, outage.to, &outage)) {
		if (!clock_owes(game, &outage))
			continue;
		event_list_init(&owed);
		clock_add_outage(&outage, &owed);
		/* A bug if not: the fact is made so. */
		if (clock_count_outage(game, &owed.events[0]) == 0)
			event_append(facts, &owed);
		event_list_done(&owed);
	}
}
