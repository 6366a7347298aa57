/* SPDX-License-Identifier: MIT */
/* What watchers are to hear of a batch, and how late. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "core/variant/variant_data.h"
#include "pbem/desk/index.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/gallery/gallery_inner.h"

enum { MISSED_LISTED = 8 }; /* turns more, where the letter before was never sent */

static bool is_over(const struct desk_game *game)
{
	return game->file->game.outcome.status != STATUS_PLAYING;
}

/* Whether they see it later than its players; when it is over all is public. */
static bool is_late(const struct desk_game *game)
{
	return game->file->game.terms.watch_delay > 0;
}

static unsigned without(unsigned turns, unsigned last)
{
	return turns > last ? turns - last : 0;
}

int gallery_load(const struct desk_game *game, unsigned entry, struct lineage_lag *lag_out,
		 struct gamefile **seen_out, struct reason *reason)
{
	const struct game *now = &game->file->game;
	struct lineage_lag lag = {.now = UINT_MAX};
	struct desk_files files;
	int result = 0;

	*seen_out = NULL;
	if (!is_late(game) && desk_mail_kind(now->variant)->conceal == NULL)
		return 0;
	result = desk_read(game, &files, reason);
	if (result == 0 && is_late(game))
		lineage_lag(files.bytes.log, files.bytes.log_len, now->terms.watch_delay, entry,
			    &lag);
	if (result == 0)
		*seen_out = gamefile_load_seen(&files.bytes, game->site->library,
					       is_over(game) || !is_late(game) ? SIZE_MAX : lag.now,
					       reason);
	desk_files_done(&files);
	if (lag_out != NULL)
		*lag_out = lag;
	return *seen_out != NULL ? 0 : -1;
}

void gallery_note_unseen(struct desk *desk, const struct desk_game *game, const struct reason *why)
{
	if (desk_is_first(desk, 1, "unseen %s", game->id))
		desk_notice(desk, desk->now,
			    "Who watches game %s gets no more letters, for what they may see of it "
			    "can't be read from its beginning: %s. Ask: pbem verify %s",
			    game->id, why->text, game->id);
}

/* Turns that stand and were made behind that entry, as far as they are remembered. */
static unsigned turns_behind(const struct game *game, unsigned entry)
{
	const struct turn_record *turn;
	unsigned count = 0;

	while ((turn = game_recent(game, count)) != NULL && turn->entry > entry)
		count++;
	return count;
}

/* Turns behind which one are listed, of so many: those they haven't seen, and a round in any case.
 */
static unsigned listed_behind(const struct game *game, unsigned seen, unsigned turns)
{
	const unsigned round = without(turns, variant_seats(game->variant));

	return seen < round ? seen : round;
}

/* What has happened behind that entry that they may know, if they see it at once; false: nothing.
 */
static bool look(const struct desk_game *game, unsigned entry, struct gallery_sight *sight_out)
{
	const struct game *now = &game->file->game;
	const unsigned fresh = turns_behind(now, entry);
	const bool begun = now->started && !game->was_started;

	*sight_out = (struct gallery_sight){
		.since = listed_behind(now, without(now->turns, fresh), now->turns),
		.over = is_over(game) && !game->was_over,
		.back = now->undone.by > entry,
	};
	if (is_over(game) && !sight_out->over)
		return false;
	return sight_out->over || sight_out->back || begun || fresh > 0;
}

/* The same, if they see it later: no turn twice, and of what was taken back only what they have
 * seen. */
static bool look_late(const struct desk_game *game, const struct lineage_lag *lag,
		      struct gallery_sight *sight)
{
	const bool begun = game->file->game.started && !game->was_started;

	sight->since = listed_behind(&game->file->game, lag->kept, lag->now);
	sight->back = lag->kept < lag->before || (game->was_over && !is_over(game));
	return sight->over || sight->back || begun || lag->now > lag->kept;
}

/* One watcher's letter, which takes the place of one that waits still. */
static int tell_one(struct desk *desk, struct gallery *gallery, const struct watcher *watcher,
		    struct gallery_sight sight, const struct gallery_cause *cause,
		    struct reason *reason)
{
	char *back = gallery_back_name(gallery, watcher);

	if (gallery_waits(desk, gallery, watcher)) {
		sight.since = without(sight.since, MISSED_LISTED);
		sight.back |= desk_count(desk, back) != 0;
	}
	if (!sight.back)
		desk_drop_count(desk, back);
	else if (desk_count(desk, back) == 0)
		desk_add_count(desk, back, 1);
	free(back);
	return gallery_show(desk, gallery, watcher, &sight, "", true, cause, reason);
}

static int tell_all(struct desk *desk, struct gallery *gallery, unsigned entry,
		    struct gallery_sight *sight, struct reason *reason)
{
	struct desk_game *game = gallery->game;
	char *digest = base_printf("%u", game->file->head);
	const struct gallery_cause cause = {NULL, digest, game->last_when};
	struct gamefile *seen = NULL;
	struct lineage_lag lag;
	struct reason why;
	int result = gallery_load(game, entry, &lag, &seen, &why);

	/* What its players do must not wait for that. */
	if (result != 0 && !reason_is_passing(&why)) {
		gallery_note_unseen(desk, game, &why);
		free(digest);
		return 0;
	}
	if (result != 0)
		*reason = why;
	sight->game = seen != NULL ? &seen->game : &game->file->game;
	if (result == 0 && (!is_late(game) || look_late(game, &lag, sight)))
		for (size_t i = 0; result == 0 && i < gallery->audience.count; i++)
			if (gallery->audience.watchers[i].state == WATCHER_WATCHES)
				result = tell_one(desk, gallery, &gallery->audience.watchers[i],
						  *sight, &cause, reason);
	gamefile_free(seen);
	free(digest);
	return result;
}

int gallery_tell(struct desk *desk, struct desk_game *game, const struct due *due,
		 struct reason *reason)
{
	const unsigned entry = due != NULL ? due->head : game->head;
	struct gallery_sight sight;
	struct gallery *gallery;

	if (game->file->game.terms.watch == WATCH_NO || game->is_new ||
	    (due == NULL && (game->added.len == 0 || index_waits(game))) ||
	    !look(game, entry, &sight))
		return 0;
	gallery = gallery_of(desk, game);
	if (!gallery->there) {
		gallery_note_damaged(desk, gallery, desk->now);
		return 0;
	}
	if (audience_in(&gallery->audience, WATCHER_WATCHES) == 0)
		return 0;
	return tell_all(desk, gallery, entry, &sight, reason);
}
