/* SPDX-License-Identifier: MIT */
#include "core/util/timestamp.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/unreadable_games.h"
#include "pbem/site/workspace.h"

enum { TOLD_RUNS = 3 }; /* COUNT_UNREAD_RUNS after the moderator was notified */

/* Counts one more run. Returns false if the moderator was notified before, so that nothing is
 * counted. */
static bool count_run(struct workspace *workspace, const char *id, const struct reason *why,
		      int64_t now)
{
	const struct count count = COUNT(COUNT_UNREAD_RUNS, .game = id);
	const struct count since = COUNT(COUNT_UNREAD_SINCE, .game = id);
	int64_t before = workspace_count(workspace, count), runs = before + 1;

	if (before >= TOLD_RUNS)
		return false;
	if (before == 0)
		workspace_add_count(workspace, since, now);
	else if (now - workspace_count(workspace, since) >= SECONDS_A_DAY)
		runs = TOLD_RUNS;
	workspace_set_count(workspace, count, runs);
	if (runs == TOLD_RUNS)
		workspace_notice(workspace, now,
				 "Several runs could not read game %s, and nobody can play the "
				 "game: %s. This may be temporary, so its letters wait, its "
				 "players get no notice, and every run tries again. Check the disk "
				 "and the permissions of the game's files",
				 id, why->text);
	return true;
}

/* Notifies the moderator at once of a game over which pbem itself fails. Returns false if that was
 * done before. */
static bool report_stuck_game(struct workspace *workspace, const char *id, const struct reason *why,
			      int64_t now)
{
	if (!workspace_is_first(workspace, now, COUNT(COUNT_STUCK, .game = id)))
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

/* Drops a count of a game that can be read again. */
static void drop_if_read(void *context, const struct count *which, int64_t value)
{
	struct dropped_counts *forgetting = context;

	(void)value;
	if (g_hash_table_contains(forgetting->workspace->unread, which->game))
		return;
	workspace_drop_count(forgetting->workspace, *which);
	forgetting->any = true;
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
		static const enum count_kind kinds[] = {COUNT_UNREAD_RUNS, COUNT_UNREAD_SINCE,
							COUNT_STUCK};

		for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
			ledger_counts(workspace->site->ledger, kinds[i], NULL, drop_if_read,
				      &forgetting);
	}
	return any || forgetting.any ? commit_batch(workspace, reason) : 0;
}
