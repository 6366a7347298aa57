/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/batch/intake.h"
#include "pbem/batch/unloaded.h"

/* Counts of the ledger, with a game's id behind: how many runs could not read it, TOLD_RUNS when
 * the moderator has been told; and since when. */
#define RUNS "unloaded runs "
#define SINCE "unloaded since "

enum { TOLD_RUNS = 3, TOLD_SECONDS = 86400 };

/* One more run; false when there is nothing to count any more. */
static bool count_run(struct intake *intake, const char *id, const struct reason *why, int64_t now)
{
	char *runs_name = base_printf(RUNS "%s", id), *since_name = base_printf(SINCE "%s", id);
	int64_t before = intake_count(intake, runs_name), runs = before + 1;

	if (before == 0)
		intake_add_count(intake, since_name, now);
	else if (now - intake_count(intake, since_name) >= TOLD_SECONDS)
		runs = TOLD_RUNS;
	if (before < TOLD_RUNS)
		intake_add_count(intake, runs_name, runs - before);
	if (before < TOLD_RUNS && runs >= TOLD_RUNS)
		intake_notice(intake, now,
			      "Game %s can't be read, in several runs by now, and stands still: "
			      "%s. That may pass, so "
			      "its letters wait, its players aren't told and every run tries "
			      "again; look whether "
			      "the disk and the rights of its files are sound",
			      id, why->text);
	free(runs_name);
	free(since_name);
	return before < TOLD_RUNS;
}

struct forgetting {
	struct intake *intake;
	bool any;
};

static void forget(void *context, const char *name, int64_t value)
{
	struct forgetting *forgetting = context;
	const char *id = name + strlen(RUNS);
	char *since_name;

	(void)value;
	if (g_hash_table_contains(forgetting->intake->desk.unread, id))
		return;
	since_name = base_printf(SINCE "%s", id);
	intake_drop_count(forgetting->intake, name);
	intake_drop_count(forgetting->intake, since_name);
	forgetting->any = true;
	free(since_name);
}

int unloaded_note(struct intake *intake, int64_t now, bool complete, struct reason *reason)
{
	struct forgetting forgetting = {.intake = intake};
	GHashTableIter each;
	gpointer id, why;
	bool any = false;

	g_hash_table_iter_init(&each, intake->desk.unread);
	while (g_hash_table_iter_next(&each, &id, &why))
		any = count_run(intake, id, why, now) || any;
	if (complete)
		ledger_counts(intake->site->ledger, RUNS, forget, &forgetting);
	return any || forgetting.any ? intake_commit(intake, reason) : 0;
}
