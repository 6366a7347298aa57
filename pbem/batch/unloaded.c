/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/desk/desk.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/unloaded.h"

/* Counts of the ledger, with a game's id behind: how many runs could not read it, TOLD_RUNS when
 * the moderator has been told; and since when. */
#define RUNS "unloaded runs "
#define SINCE "unloaded since "

enum { TOLD_RUNS = 3 };

/* One more run; false when there is nothing to count any more. */
static bool count_run(struct desk *desk, const char *id, const struct reason *why, int64_t now)
{
	char *runs_name = base_printf(RUNS "%s", id), *since_name = base_printf(SINCE "%s", id);
	int64_t before = desk_count(desk, runs_name), runs = before + 1;

	if (before == 0)
		desk_add_count(desk, since_name, now);
	else if (now - desk_count(desk, since_name) >= SECONDS_A_DAY)
		runs = TOLD_RUNS;
	if (before < TOLD_RUNS)
		desk_add_count(desk, runs_name, runs - before);
	if (before < TOLD_RUNS && runs >= TOLD_RUNS)
		desk_notice(
			desk, now,
			"Game %s can't be read, in several runs by now, and stands still: %s. That "
			"may pass, so its letters wait, its players aren't told and every run "
			"tries again; look whether the disk and the rights of its files are sound",
			id, why->text);
	free(runs_name);
	free(since_name);
	return before < TOLD_RUNS;
}

struct forgetting {
	struct desk *desk;
	bool any;
};

static void forget(void *context, const char *name, int64_t value)
{
	struct forgetting *forgetting = context;
	const char *id = name + strlen(RUNS);
	char *since_name;

	(void)value;
	if (g_hash_table_contains(forgetting->desk->unread, id))
		return;
	since_name = base_printf(SINCE "%s", id);
	desk_drop_count(forgetting->desk, name);
	desk_drop_count(forgetting->desk, since_name);
	forgetting->any = true;
	free(since_name);
}

int unloaded_note(struct desk *desk, int64_t now, bool complete, struct reason *reason)
{
	struct forgetting forgetting = {.desk = desk};
	GHashTableIter each;
	gpointer id, why;
	bool any = false;

	g_hash_table_iter_init(&each, desk->unread);
	while (g_hash_table_iter_next(&each, &id, &why))
		any = count_run(desk, id, why, now) || any;
	if (complete)
		ledger_counts(desk->site->ledger, RUNS, forget, &forgetting);
	return any || forgetting.any ? commit_batch(desk, reason) : 0;
}
