/* SPDX-License-Identifier: MIT */
#include "pbem/ahead/ahead.h"
#include "pbem/batch/aside.h"
#include "pbem/batch/commit.h"
#include "pbem/desk/index.h"
#include "pbem/desk/people.h"
#include "pbem/gallery/gallery.h"
#include "pbem/mailing/mailing.h"
#include "pbem/mailing/remark.h"
#include "pbem/promise/journal.h"

enum { FULL = 200 }; /* games that lie open */

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
	if (result == 0)
		desk_write(desk);
	if (result == 0 && !batch_is_empty(&desk->batch))
		result = journal_commit(desk->site->config->folder, desk->site->ledger,
					&desk->batch, reason);
	if (result == 0)
		result = people_note(desk, reason);
	if (result == 0)
		desk_begin(desk);
	return result;
}

/* How many letters its entries will lead to, at most. */
static unsigned followers(const struct desk_game *game, const struct config *config)
{
	const struct game *now = &game->file->game;

	return variant_seats(now->variant) +
	       (now->terms.watch != WATCH_NO ? (unsigned)config->watchers : 0);
}

uint64_t commit_outgoing(const struct desk *desk)
{
	const uint64_t written = desk->batch.letters.len;
	uint64_t to_come = 0;

	for (const struct desk_game *game = desk->first; game != NULL; game = game->next)
		if (game->file != NULL && game->added.len > 0)
			to_come += followers(game, desk->site->config);
	return written + (desk->letters > 0 ? written / desk->letters * to_come : 0);
}

int commit_full(struct desk *desk, struct reason *reason)
{
	return g_hash_table_size(desk->games) >= FULL ||
			       desk->batch.letters.len > (uint64_t)desk->site->config->batch_bytes
		       ? commit_batch(desk, reason)
		       : 0;
}
