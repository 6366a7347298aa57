/* SPDX-License-Identifier: MIT */
#include "core/util/timestamp.h"
#include "pbem/batch/commit.h"
#include "pbem/batch/conditional_play.h"
#include "pbem/batch/quarantine.h"
#include "pbem/mail/announcement.h"
#include "pbem/mail/mail.h"
#include "pbem/site/game_index.h"
#include "pbem/site/preferences.h"
#include "pbem/store/journal.h"
#include "pbem/watchers/watchers.h"

enum {
	FULL = 200,	   /* games in the workspace that make a batch full */
	DAYS_COUNTED = 30, /* days for which daily counts are kept */
};

/* Drops old daily counts, once a day, with a batch that isn't empty anyway. */
static void drop_old_day_counts(struct workspace *workspace)
{
	const int64_t day = workspace->now / SECONDS_A_DAY;

	if (day == workspace_count(workspace, COUNT(COUNT_DAY_BEGUN)) ||
	    transaction_is_empty(&workspace->batch))
		return;
	workspace_set_count(workspace, COUNT(COUNT_DAY_BEGUN), day);
	ledger_put(&workspace->batch.ledger, CHANGE_DAYS, day - DAYS_COUNTED);
}

int commit_make(struct workspace *workspace, struct reason *reason)
{
	int result = workspace->unsound.text[0] == '\0' ? 0 : -1;

	if (result != 0)
		*reason = workspace->unsound; /* a temporary reason stays temporary */
	for (struct workspace_game *game = workspace->first; result == 0 && game != NULL;
	     game = game->next)
		if (game->file != NULL && game->added.len > 0)
			result = conditional_play_follow(workspace, game, reason);
	for (struct workspace_game *game = workspace->first; result == 0 && game != NULL;
	     game = game->next)
		if (game->file != NULL)
			result = mail_ask(workspace, game, reason) == 0 &&
						 announcement_send(workspace, game, reason) == 0
					 ? watchers_notify(workspace, game, NULL, reason)
					 : -1;
	return result;
}

int commit_write(struct workspace *workspace, struct reason *reason)
{
	int result;

	game_index_note(workspace);
	result = quarantine_prune(workspace, reason);
	if (result == 0)
		result = preferences_write(workspace, reason);
	if (result == 0) {
		workspace_write(workspace);
		drop_old_day_counts(workspace);
	}
	if (result == 0 && !transaction_is_empty(&workspace->batch)) {
		result = journal_commit(workspace->site->config->folder, workspace->site->ledger,
					&workspace->batch, reason);
		if (g_hash_table_size(workspace->people) > 0)
			preferences_forget(workspace->site);
	}
	workspace->at_fault = result != 0;
	if (result == 0)
		workspace_begin(workspace);
	return result;
}

int commit_batch(struct workspace *workspace, struct reason *reason)
{
	return commit_make(workspace, reason) == 0 ? commit_write(workspace, reason) : -1;
}

static uint64_t count_expected_messages(const struct workspace *workspace)
{
	uint64_t to_come = 0;

	for (const struct workspace_game *game = workspace->first; game != NULL; game = game->next)
		if (game->file != NULL && game->added.len > 0)
			to_come += workspace_followers(workspace, game);
	return to_come;
}

bool commit_is_large(const struct workspace *workspace)
{
	const uint64_t most = (uint64_t)workspace->site->config->batch_bytes;
	const uint64_t written = workspace->batch.letters.len;
	const uint64_t each = workspace->letters > 0 ? written / workspace->letters : 0;
	const uint64_t at_most =
		g_hash_table_size(workspace->games) * (uint64_t)workspace->most_followers;

	/* The function is called after each message, and mostly the result is known without looking
	 * at each game. */
	if (written + each * at_most <= most)
		return false;
	return written + each * count_expected_messages(workspace) > most;
}

int commit_full(struct workspace *workspace, struct reason *reason)
{
	return workspace->singly || g_hash_table_size(workspace->games) >= FULL ||
			       workspace->batch.letters.len >
				       (uint64_t)workspace->site->config->batch_bytes
		       ? commit_batch(workspace, reason)
		       : 0;
}
