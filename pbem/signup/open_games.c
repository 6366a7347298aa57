/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/auth/token.h"
#include "pbem/mail/mail_dates.h"
#include "pbem/signup/open_games.h"
#include "pbem/sys/files.h"

static void free_offer(void *pointer)
{
	struct workspace_offer *offer = pointer;

	open_game_done(&offer->offer);
	free(offer);
}

static GHashTable *offer_table(struct workspace *workspace)
{
	if (workspace->offers == NULL)
		workspace->offers =
			g_hash_table_new_full(g_str_hash, g_str_equal, free, free_offer);
	return workspace->offers;
}

static struct workspace_offer *add_offer(struct workspace *workspace, const char *id)
{
	struct workspace_offer *offer = base_zalloc(1, sizeof *offer);

	snprintf(offer->offer.id, sizeof offer->offer.id, "%s", id);
	g_hash_table_replace(offer_table(workspace), base_strdup(id), offer);
	return offer;
}

static void load_offer(struct workspace *workspace, struct workspace_offer *offer)
{
	const char *folder = workspace->site->config->folder, *id = offer->offer.id;
	const struct reason *unread = g_hash_table_lookup(workspace->unread, id);
	struct open_game loaded;

	if (unread != NULL) {
		offer->why = *unread;
		return;
	}
	offer->there = open_game_load(folder, id, &loaded, &offer->why) == 0;
	if (offer->there) {
		offer->offer = loaded;
	} else if (reason_is_temporary(&offer->why)) {
		struct reason *why = base_alloc(sizeof *why);

		*why = offer->why;
		g_hash_table_insert(workspace->unread, base_strdup(id), why);
	}
}

static struct workspace_offer *unless_dropped(struct workspace_offer *offer)
{
	return offer == NULL || offer->dropped ? NULL : offer;
}

static struct workspace_offer *open_row(struct workspace *workspace, const struct ledger_offer *row)
{
	struct workspace_offer *offer = g_hash_table_lookup(offer_table(workspace), row->id);

	workspace_touch(workspace, row->id);
	if (offer == NULL) {
		offer = add_offer(workspace, row->id);
		offer->offer.number = row->number;
		load_offer(workspace, offer);
	}
	return unless_dropped(offer);
}

struct workspace_offer *open_games_named(struct workspace *workspace, const char *id)
{
	struct workspace_offer *offer = g_hash_table_lookup(offer_table(workspace), id);
	struct ledger_offer row;

	if (offer != NULL)
		workspace_touch(workspace, id);
	if (offer != NULL)
		return unless_dropped(offer);
	return ledger_offer_named(workspace->site->ledger, id, &row) ? open_row(workspace, &row)
								     : NULL;
}

/* Returns, of the open games in the workspace, the one of that number, or the rematch of that
 * game. */
static struct workspace_offer *find_in_workspace(struct workspace *workspace, uint32_t number,
						 uint32_t rematch)
{
	GHashTableIter each;
	void *value;

	g_hash_table_iter_init(&each, offer_table(workspace));
	while (g_hash_table_iter_next(&each, NULL, &value)) {
		struct workspace_offer *offer = value;

		if (number != 0 && offer->offer.number == number)
			return offer;
		if (rematch != 0 && !offer->dropped && offer->offer.rematch_number == rematch)
			return offer;
	}
	return NULL;
}

struct workspace_offer *open_games_numbered(struct workspace *workspace, uint32_t number)
{
	struct workspace_offer *offer = find_in_workspace(workspace, number, 0);
	struct ledger_offer row;

	if (offer != NULL || number == 0)
		return unless_dropped(offer);
	return ledger_next_offer(workspace->site->ledger, number - 1, &row) && row.number == number
		       ? open_row(workspace, &row)
		       : NULL;
}

struct workspace_offer *open_games_rematch(struct workspace *workspace, uint32_t game)
{
	struct workspace_offer *offer = find_in_workspace(workspace, 0, game);
	struct ledger_offer row;

	if (offer != NULL)
		return offer;
	return ledger_offer_rematch(workspace->site->ledger, game, &row) ? open_row(workspace, &row)
									 : NULL;
}

bool open_games_is_over(const struct workspace_offer *offer, int64_t when)
{
	if (!offer->there)
		return offer->why.kind == REASON_MISSING;
	return offer->offer.closes != 0 && offer->offer.closes < when;
}

struct workspace_offer *open_games_new(struct workspace *workspace, const struct open_game *offer)
{
	struct workspace_offer *made = add_offer(workspace, offer->id);

	made->offer = *offer;
	made->there = true;
	open_games_write(workspace, made);
	return made;
}

/* Appending at the start writes the whole file, and makes the folder. */
void open_games_write(struct workspace *workspace, const struct workspace_offer *offer)
{
	char *path = base_printf("offers/%s", offer->offer.id);
	struct strbuf out;

	strbuf_init(&out, 0);
	open_game_print(&offer->offer, &out);
	transaction_append(&workspace->batch, path, 0, out.bytes, out.len, 0600);
	open_game_index(&offer->offer, &workspace->batch.ledger);
	strbuf_done(&out);
	free(path);
}

void open_games_drop(struct workspace *workspace, struct workspace_offer *offer)
{
	char *path = base_printf("offers/%s", offer->offer.id);
	char *kept = base_printf("quarantine/repair-offers/%s.%u", offer->offer.id,
				 (unsigned)offer->offer.number);

	if (offer->there || offer->why.kind == REASON_MISSING)
		transaction_remove(&workspace->batch, path);
	else
		transaction_rename(&workspace->batch, path, kept);
	ledger_put(&workspace->batch.ledger, CHANGE_NO_OFFER, offer->offer.number);
	offer->dropped = true;
	free(kept);
	free(path);
}

uint32_t open_games_next_number(struct workspace *workspace)
{
	uint32_t last = site_last_number(workspace->site);
	GHashTableIter each;
	void *value;

	g_hash_table_iter_init(&each, offer_table(workspace));
	while (g_hash_table_iter_next(&each, NULL, &value)) {
		const struct workspace_offer *offer = value;

		last = offer->offer.number > last ? offer->offer.number : last;
	}
	for (const struct workspace_game *game = workspace->first; game != NULL; game = game->next)
		last = game->number > last ? game->number : last;
	return last < TOKEN_MAX_GAME ? last + 1 : 0;
}

int open_games_is_id_taken(struct workspace *workspace, const char *id, bool *taken_out,
			   struct reason *reason)
{
	char *folder = site_game_folder(workspace->site, id);
	char *gone = base_printf("%s/moved/%s", workspace->site->config->folder, id);
	int result = files_is_there(folder, taken_out, reason);

	/* An open game that has left may come back. */
	if (result == 0 && !*taken_out)
		result = files_is_there(gone, taken_out, reason);
	free(gone);
	free(folder);
	*taken_out = *taken_out || g_hash_table_lookup(workspace->games, id) != NULL ||
		     open_games_named(workspace, id) != NULL;
	return result;
}

/* Adds a description in the language in use, or the ledger's line if the open game can't be
 * read. */
static void describe_offer(struct workspace *workspace, const struct ledger_offer *row,
			   struct strbuf *out)
{
	const struct workspace_offer *known = open_games_named(workspace, row->id);
	const struct open_game *offer;
	struct strbuf names;

	if (known == NULL || !known->there) {
		strbuf_add(out, row->line);
		return;
	}
	offer = &known->offer;
	strbuf_init(&names, 0);
	open_game_names(offer, &names);
	strbuf_addf(out, translate("%s  %s, %u of %u seats free"), offer->id, offer->variant,
		    open_game_free(offer), offer->seats);
	strbuf_addf(out, "%s%s", names.len > 0 ? ": " : "", names.bytes);
	if (offer->closes != 0) {
		strbuf_add(out, translate("; until "));
		mail_moment(open_game_zone(offer), offer->closes, out);
	}
	strbuf_done(&names);
}

void open_games_list(struct workspace *workspace, unsigned max, const char *but, struct strbuf *out)
{
	struct ledger_offer row = {.number = 0};
	unsigned listed = 0, more = 0;

	while (ledger_next_offer(workspace->site->ledger, row.number, &row)) {
		if (row.rematch != 0 || (but != NULL && strcmp(row.id, but) == 0))
			continue;
		if (listed < max) {
			describe_offer(workspace, &row, out);
			strbuf_add_char(out, '\n');
		}
		listed += listed < max;
		more++;
	}
	if (more > listed)
		strbuf_addf(out, translate("and %u more\n"), more - listed);
}
