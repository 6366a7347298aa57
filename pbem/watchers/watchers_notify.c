/* SPDX-License-Identifier: MIT */
/* Decides what watchers are sent about a batch, and how late. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/variant/variant_data.h"
#include "pbem/site/game_index.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/watchers/watchers_internal.h"

enum { MISSED_LISTED = 8 }; /* further turns that are listed if the last message was never sent */

static bool is_over(const struct workspace_game *game)
{
	return game->file->game.outcome.status != STATUS_PLAYING;
}

/* Reports whether watchers see the game later than its players. When a game is over, everything is
 * public. */
static bool is_delayed(const struct workspace_game *game)
{
	return game->file->game.terms.watch_delay > 0;
}

static unsigned subtract_turns(unsigned turns, unsigned last)
{
	return turns > last ? turns - last : 0;
}

int watchers_load(const struct workspace_game *game, unsigned entry, struct lineage_lag *lag_out,
		  struct gamefile **seen_out, struct reason *reason)
{
	const struct game *now = &game->file->game;
	struct lineage_lag lag = {.now = UINT_MAX};
	struct workspace_files files;
	int result = 0;

	*seen_out = NULL;
	if (!is_delayed(game) && gametype_mail_of(now->variant)->conceal == NULL)
		return 0;
	result = workspace_read(game, &files, reason);
	if (result == 0 && is_delayed(game))
		lineage_lag(files.bytes.log, files.bytes.log_len, now->terms.watch_delay, entry,
			    &lag);
	if (result == 0)
		*seen_out = gamefile_load_seen(
			&files.bytes, game->site->library,
			is_over(game) || !is_delayed(game) ? SIZE_MAX : lag.now, reason);
	workspace_files_done(&files);
	if (lag_out != NULL)
		*lag_out = lag;
	return *seen_out != NULL ? 0 : -1;
}

void watchers_note_unseen(struct workspace *workspace, const struct workspace_game *game,
			  const struct reason *why)
{
	if (workspace_is_first(workspace, 1, "unseen %s", game->id))
		workspace_notice(workspace, workspace->now,
				 "The watchers of game %s get no more letters, because pbem can't "
				 "read the public part of the game: %s. Run: pbem verify %s",
				 game->id, why->text, game->id);
}

/* Counts the turns after that entry that were not taken back, as far as they are remembered. */
static unsigned count_turns_after(const struct game *game, unsigned entry)
{
	const struct turn_record *turn;
	unsigned count = 0;

	while ((turn = game_recent(game, count)) != NULL && turn->entry > entry)
		count++;
	return count;
}

/* Returns the turn after which turns are listed, of `turns` turns: those that watchers haven't
 * seen, and at least a round. */
static unsigned count_turns_to_list(const struct game *game, unsigned seen, unsigned turns)
{
	const unsigned round = subtract_turns(turns, variant_seats(game->variant));

	return seen < round ? seen : round;
}

/* Finds the news after that entry for watchers who see the game without delay. Returns false if
 * there is none. */
static bool find_news(const struct workspace_game *game, unsigned entry,
		      struct watchers_sight *sight_out)
{
	const struct game *now = &game->file->game;
	const unsigned fresh = count_turns_after(now, entry);
	const bool begun = now->started && !game->was_started;

	*sight_out = (struct watchers_sight){
		.since = count_turns_to_list(now, subtract_turns(now->turns, fresh), now->turns),
		.over = is_over(game) && !game->was_over,
		.back = now->undone.by > entry,
	};
	if (is_over(game) && !sight_out->over)
		return false;
	return sight_out->over || sight_out->back || begun || fresh > 0;
}

/* Does the same for watchers with a delay. No turn is new twice, and a takeback is news only if
 * they have seen the turn. */
static bool find_late_news(const struct workspace_game *game, const struct lineage_lag *lag,
			   struct watchers_sight *sight)
{
	const bool begun = game->file->game.started && !game->was_started;

	sight->since = count_turns_to_list(&game->file->game, lag->kept, lag->now);
	sight->back = lag->kept < lag->before || (game->was_over && !is_over(game));
	return sight->over || sight->back || begun || lag->now > lag->kept;
}

/* Sends one watcher a message, which replaces an unsent one. */
static int notify_watcher(struct workspace *workspace, struct watchers *watchers,
			  const struct watcher *watcher, struct watchers_sight sight,
			  const struct watchers_cause *cause, struct reason *reason)
{
	char *back = watchers_back_name(watchers, watcher);

	if (watchers_waits(workspace, watchers, watcher)) {
		sight.since = subtract_turns(sight.since, MISSED_LISTED);
		sight.back |= workspace_count(workspace, back) != 0;
	}
	if (!sight.back)
		workspace_drop_count(workspace, back);
	else if (workspace_count(workspace, back) == 0)
		workspace_add_count(workspace, back, 1);
	free(back);
	return watchers_show(workspace, watchers, watcher, &sight, "", true, cause, reason);
}

static int notify_watchers(struct workspace *workspace, struct watchers *watchers, unsigned entry,
			   struct watchers_sight *sight, struct reason *reason)
{
	struct workspace_game *game = watchers->game;
	char *digest = base_printf("%u", game->file->head);
	const struct watchers_cause cause = {NULL, digest, game->last_when};
	struct gamefile *seen = NULL;
	struct lineage_lag lag;
	struct reason why;
	int result = watchers_load(game, entry, &lag, &seen, &why);

	/* The players' moves must not wait for that. */
	if (result != 0 && !reason_is_temporary(&why)) {
		watchers_note_unseen(workspace, game, &why);
		free(digest);
		return 0;
	}
	if (result != 0)
		*reason = why;
	sight->game = seen != NULL ? &seen->game : &game->file->game;
	if (result == 0 && (!is_delayed(game) || find_late_news(game, &lag, sight)))
		for (size_t i = 0; result == 0 && i < watchers->audience.count; i++)
			if (watchers->audience.watchers[i].state == WATCHER_WATCHES)
				result = notify_watcher(workspace, watchers,
							&watchers->audience.watchers[i], *sight,
							&cause, reason);
	gamefile_free(seen);
	free(digest);
	return result;
}

int watchers_notify(struct workspace *workspace, struct workspace_game *game, const struct due *due,
		    struct reason *reason)
{
	const unsigned entry = due != NULL ? due->head : game->head;
	struct watchers_sight sight;
	struct watchers *watchers;

	if (game->file->game.terms.watch == WATCH_NO || game->is_new ||
	    (due == NULL && (game->added.len == 0 || game_index_waits(game))) ||
	    !find_news(game, entry, &sight))
		return 0;
	watchers = watchers_of(workspace, game);
	if (!watchers->there) {
		watchers_note_damaged(workspace, watchers, workspace->now);
		return 0;
	}
	if (watcher_list_in(&watchers->audience, WATCHER_WATCHES) == 0)
		return 0;
	return notify_watchers(workspace, watchers, entry, &sight, reason);
}
