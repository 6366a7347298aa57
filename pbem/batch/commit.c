/* SPDX-License-Identifier: MIT */
#include "core/base/stamp.h"
#include "pbem/ahead/ahead.h"
#include "pbem/batch/aside.h"
#include "pbem/batch/commit.h"
#include "pbem/desk/index.h"
#include "pbem/desk/people.h"
#include "pbem/gallery/gallery.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/remark.h"
#include "pbem/promise/journal.h"

enum {
	FULL = 200,	   /* games that lie open */
	DAYS_COUNTED = 30, /* of what is rationed by the day */
};

#define DAY "day begun"

/* Once a day, by a batch that has something to say anyway. */
static void forget_days(struct desk *desk)
{
	const int64_t day = desk->now / SECONDS_A_DAY, begun = desk_count(desk, DAY);

	if (day == begun || batch_is_empty(&desk->batch))
		return;
	desk_add_count(desk, DAY, day - begun);
	ledger_line_days(&desk->batch.ledger, day - DAYS_COUNTED);
}

int commit_batch(struct desk *desk, struct reason *reason)
{
	int result = desk->unsound.text[0] == '\0' ? 0 : -1;

	if (result != 0)
		*reason = desk->unsound; /* a passing one stays one */
	for (struct desk_game *game = desk->first; result == 0 && game != NULL; game = game->next)
		if (game->file != NULL && game->added.len > 0)
			result = ahead_follow(desk, game, reason);
	for (struct desk_game *game = desk->first; result == 0 && game != NULL; game = game->next)
		if (game->file != NULL)
			result = mailing_ask(desk, game, reason) == 0 &&
						 remark_send(desk, game, reason) == 0
					 ? gallery_tell(desk, game, NULL, reason)
					 : -1;
	index_note(desk);
	if (result == 0)
		result = aside_prune(desk, reason);
	if (result == 0)
		result = people_write(desk, reason);
	if (result == 0) {
		desk_write(desk);
		forget_days(desk);
	}
	if (result == 0 && !batch_is_empty(&desk->batch))
		result = journal_commit(desk->site->config->folder, desk->site->ledger,
					&desk->batch, reason);
	if (result == 0)
		result = people_note(desk, reason);
	if (result == 0)
		desk_begin(desk);
	return result;
}

static uint64_t letters_to_come(const struct desk *desk)
{
	uint64_t to_come = 0;

	for (const struct desk_game *game = desk->first; game != NULL; game = game->next)
		if (game->file != NULL && game->added.len > 0)
			to_come += desk_followers(desk, game);
	return to_come;
}

bool commit_is_large(const struct desk *desk)
{
	const uint64_t most = (uint64_t)desk->site->config->batch_bytes;
	const uint64_t written = desk->batch.letters.len;
	const uint64_t each = desk->letters > 0 ? written / desk->letters : 0;
	const uint64_t at_most = g_hash_table_size(desk->games) * (uint64_t)desk->most_followers;

	/* This is asked after each letter: mostly a look at each game isn't needed to tell. */
	if (written + each * at_most <= most)
		return false;
	return written + each * letters_to_come(desk) > most;
}

int commit_full(struct desk *desk, struct reason *reason)
{
	return g_hash_table_size(desk->games) >= FULL ||
			       desk->batch.letters.len > (uint64_t)desk->site->config->batch_bytes
		       ? commit_batch(desk, reason)
		       : 0;
}
