/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/phrase/phrase.h"
#include "pbem/keys/token.h"
#include "pbem/mailing/mailing_moment.h"
#include "pbem/signup/offers.h"
#include "pbem/site/files.h"

static void free_offer(void *pointer)
{
	struct desk_offer *offer = pointer;

	offer_done(&offer->offer);
	free(offer);
}

static GHashTable *table(struct desk *desk)
{
	if (desk->offers == NULL)
		desk->offers = g_hash_table_new_full(g_str_hash, g_str_equal, free, free_offer);
	return desk->offers;
}

static struct desk_offer *put(struct desk *desk, const char *id)
{
	struct desk_offer *offer = base_zalloc(1, sizeof *offer);

	snprintf(offer->offer.id, sizeof offer->offer.id, "%s", id);
	g_hash_table_replace(table(desk), base_strdup(id), offer);
	return offer;
}

static void load(struct desk *desk, struct desk_offer *offer)
{
	const char *folder = desk->site->config->folder, *id = offer->offer.id;
	const struct reason *unread = g_hash_table_lookup(desk->unread, id);
	struct offer loaded;

	if (unread != NULL) {
		offer->why = *unread;
		return;
	}
	offer->there = offer_load(folder, id, &loaded, &offer->why) == 0;
	if (offer->there) {
		offer->offer = loaded;
	} else if (reason_is_passing(&offer->why)) {
		struct reason *why = base_alloc(sizeof *why);

		*why = offer->why;
		g_hash_table_insert(desk->unread, base_strdup(id), why);
	}
}

static struct desk_offer *unless_dropped(struct desk_offer *offer)
{
	return offer == NULL || offer->dropped ? NULL : offer;
}

static struct desk_offer *open_row(struct desk *desk, const struct ledger_offer *row)
{
	struct desk_offer *offer = g_hash_table_lookup(table(desk), row->id);

	if (offer == NULL) {
		offer = put(desk, row->id);
		offer->offer.number = row->number;
		load(desk, offer);
	}
	return unless_dropped(offer);
}

struct desk_offer *offers_named(struct desk *desk, const char *id)
{
	struct desk_offer *offer = g_hash_table_lookup(table(desk), id);
	struct ledger_offer row;

	if (offer != NULL)
		return unless_dropped(offer);
	return ledger_offer_named(desk->site->ledger, id, &row) ? open_row(desk, &row) : NULL;
}

/* Of those on the desk the one of that number, or the rematch of that game. */
static struct desk_offer *on_desk(struct desk *desk, uint32_t number, uint32_t rematch)
{
	GHashTableIter each;
	void *value;

	g_hash_table_iter_init(&each, table(desk));
	while (g_hash_table_iter_next(&each, NULL, &value)) {
		struct desk_offer *offer = value;

		if (number != 0 && offer->offer.number == number)
			return offer;
		if (rematch != 0 && !offer->dropped && offer->offer.rematch_number == rematch)
			return offer;
	}
	return NULL;
}

struct desk_offer *offers_numbered(struct desk *desk, uint32_t number)
{
	struct desk_offer *offer = on_desk(desk, number, 0);
	struct ledger_offer row;

	if (offer != NULL || number == 0)
		return unless_dropped(offer);
	return ledger_next_offer(desk->site->ledger, number - 1, &row) && row.number == number
		       ? open_row(desk, &row)
		       : NULL;
}

struct desk_offer *offers_rematch(struct desk *desk, uint32_t game)
{
	struct desk_offer *offer = on_desk(desk, 0, game);
	struct ledger_offer row;

	if (offer != NULL)
		return offer;
	return ledger_offer_rematch(desk->site->ledger, game, &row) ? open_row(desk, &row) : NULL;
}

bool offers_is_over(const struct desk_offer *offer, int64_t when)
{
	return offer->there && offer->offer.closes != 0 && offer->offer.closes < when;
}

struct desk_offer *offers_new(struct desk *desk, const struct offer *offer)
{
	struct desk_offer *made = put(desk, offer->id);

	made->offer = *offer;
	made->there = true;
	offers_write(desk, made);
	return made;
}

/* Appending at the start is writing it whole, and makes the folder. */
void offers_write(struct desk *desk, const struct desk_offer *offer)
{
	char *path = base_printf("offers/%s", offer->offer.id);
	struct text out;

	text_init(&out, 0);
	offer_print(&offer->offer, &out);
	batch_append(&desk->batch, path, 0, out.bytes, out.len, 0600);
	offer_index(&offer->offer, &desk->batch.ledger);
	text_done(&out);
	free(path);
}

void offers_drop(struct desk *desk, struct desk_offer *offer)
{
	char *path = base_printf("offers/%s", offer->offer.id);

	batch_remove(&desk->batch, path);
	ledger_line_no_offer(&desk->batch.ledger, offer->offer.number);
	offer->dropped = true;
	free(path);
}

uint32_t offers_next_number(struct desk *desk)
{
	uint32_t last = site_last_number(desk->site);
	GHashTableIter each;
	void *value;

	g_hash_table_iter_init(&each, table(desk));
	while (g_hash_table_iter_next(&each, NULL, &value)) {
		const struct desk_offer *offer = value;

		last = offer->offer.number > last ? offer->offer.number : last;
	}
	for (const struct desk_game *game = desk->first; game != NULL; game = game->next)
		last = game->number > last ? game->number : last;
	return last < TOKEN_MAX_GAME ? last + 1 : 0;
}

int offers_is_id_taken(struct desk *desk, const char *id, bool *taken_out, struct reason *reason)
{
	char *folder = site_game_folder(desk->site, id);
	char *gone = base_printf("%s/moved/%s", desk->site->config->folder, id);
	int result = files_is_there(folder, taken_out, reason);

	/* One that has left may come back. */
	if (result == 0 && !*taken_out)
		result = files_is_there(gone, taken_out, reason);
	free(gone);
	free(folder);
	*taken_out = *taken_out || g_hash_table_lookup(desk->games, id) != NULL ||
		     offers_named(desk, id) != NULL;
	return result;
}

/* In the language spoken; what the ledger says of it where it can't be read. */
static void tell(struct desk *desk, const struct ledger_offer *row, struct text *out)
{
	const struct desk_offer *known = offers_named(desk, row->id);
	const struct offer *offer;
	struct text names;

	if (known == NULL || !known->there) {
		text_add(out, row->line);
		return;
	}
	offer = &known->offer;
	text_init(&names, 0);
	offer_names(offer, &names);
	text_addf(out, phrase("%s  %s, %u of %u seats free"), offer->id, offer->variant,
		  offer_free(offer), offer->seats);
	text_addf(out, "%s%s", names.len > 0 ? ": " : "", names.bytes);
	if (offer->closes != 0) {
		text_add(out, phrase("; until "));
		mailing_moment(offer_zone(offer), offer->closes, out);
	}
	text_done(&names);
}

void offers_list(struct desk *desk, unsigned max, const char *but, struct text *out)
{
	struct ledger_offer row = {.number = 0};
	unsigned listed = 0, more = 0;

	while (ledger_next_offer(desk->site->ledger, row.number, &row)) {
		if (row.rematch != 0 || (but != NULL && strcmp(row.id, but) == 0))
			continue;
		if (listed < max) {
			tell(desk, &row, out);
			text_add_char(out, '\n');
		}
		listed += listed < max;
		more++;
	}
	if (more > listed)
		text_addf(out, phrase("and %u more\n"), more - listed);
}
