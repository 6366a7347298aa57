/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/unreadable_games.h"
#include "pbem/site/workspace.h"

/* Prefixes of counts in the ledger, followed by a game's id: how many runs could not read the game
 * (TOLD_RUNS after the moderator was notified), and since when. */
#define RUNS "unloaded runs "
#define SINCE "unloaded since "

enum { TOLD_RUNS = 3 };

/* Counts one more run. Returns false if the moderator was notified before, so that nothing is
 * counted. */
static bool count_run(struct workspace *workspace, const char *id, const struct reason *why,
		      int64_t now)
{
	char *runs_name = base_printf(RUNS "%s", id), *since_name = base_printf(SINCE "%s", id);
	int64_t before = workspace_count(workspace, runs_name), runs = before + 1;

	if (before == 0)
		workspace_add_count(workspace, since_name, now);
	else if (now - workspace_count(workspace, since_name) >= SECONDS_A_DAY)
		runs = TOLD_RUNS;
	if (before < TOLD_RUNS)
		workspace_add_count(workspace, runs_name, runs - before);
	if (before < TOLD_RUNS && runs >= TOLD_RUNS)
		workspace_notice(workspace, now,
				 "Several runs could not read game %s, and nobody can play the "
				 "game: %s. This may be temporary, so its letters wait, its "
				 "players get no notice, and every run tries again. Check the disk "
				 "and the permissions of the game's files",
				 id, why->text);
	free(runs_name);
	free(since_name);
	return before < TOLD_RUNS;
}

/* Notifies the moderator at once of a game over which pbem itself fails. Returns false if that was
 * done before. */
static bool report_stuck_game(struct workspace *workspace, const char *id, const struct reason *why,
			      int64_t now)
{
	if (!workspace_is_first(workspace, now, LEDGER_STUCK "%s", id))
		return false;
	workspace_notice(
		workspace, now,
		"pbem fails at game %s (%s), and nobody can play the game. All other games go on, "
		"and later runs try again. Please report this. Run: pbem repair %s",
		id, why->text, id);
	return true;
}

struct dropped_counts {
	struct workspace *workspace;
	bool any;
};

static void drop_stuck_count(void *context, const char *name, int64_t value)
{
	struct dropped_counts *forgetting = context;

	(void)value;
	if (g_hash_table_contains(forgetting->workspace->unread, name + strlen(LEDGER_STUCK)))
		return;
	workspace_drop_count(forgetting->workspace, name);
	forgetting->any = true;
}

static void drop_run_count(void *context, const char *name, int64_t value)
{
	struct dropped_counts *forgetting = context;
	const char *id = name + strlen(RUNS);
	char *since_name;

	(void)value;
	if (g_hash_table_contains(forgetting->workspace->unread, id))
		return;
	since_name = base_printf(SINCE "%s", id);
	workspace_drop_count(forgetting->workspace, name);
	workspace_drop_count(forgetting->workspace, since_name);
	forgetting->any = true;
	free(since_name);
}

int unreadable_games_note(struct workspace *workspace, int64_t now, bool complete,
			  struct reason *reason)
{
	struct dropped_counts forgetting = {.workspace = workspace};
	GHashTableIter each;
	gpointer id, why;
	bool any = false;

	g_hash_table_iter_init(&each, workspace->unread);
	while (g_hash_table_iter_next(&each, &id, &why))
		any = (reason_is_temporary(why) ? count_run : report_stuck_game)(workspace, id, why,
										 now) ||
		      any;
	if (complete) {
		ledger_counts(workspace->site->ledger, RUNS, drop_run_count, &forgetting);
		ledger_counts(workspace->site->ledger, LEDGER_STUCK, drop_stuck_count, &forgetting);
	}
	return any || forgetting.any ? commit_batch(workspace, reason) : 0;
}
