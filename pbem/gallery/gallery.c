/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/gallery/gallery_inner.h"

enum { SERIAL_TOP = 0xffff };

/* ---- on the desk ---- */

static void free_gallery(void *pointer)
{
	struct gallery *gallery = pointer;

	audience_done(&gallery->audience);
	free(gallery);
}

static void load(struct desk *desk, struct gallery *gallery)
{
	const char *id = gallery->game->id;
	char *name = base_printf("%s/watchers", id), *folder;
	const struct reason *unread = g_hash_table_lookup(desk->unread, name);

	if (unread != NULL) {
		gallery->why = *unread;
		free(name);
		return;
	}
	folder = site_game_folder(desk->site, id);
	gallery->there = audience_load(folder, &gallery->audience, &gallery->why) == 0;
	if (!gallery->there && reason_is_passing(&gallery->why)) {
		struct reason *why = base_alloc(sizeof *why);

		*why = gallery->why;
		g_hash_table_insert(desk->unread, base_strdup(name), why);
	}
	free(folder);
	free(name);
}

struct gallery *gallery_of(struct desk *desk, struct desk_game *game)
{
	struct gallery *gallery;

	if (desk->galleries == NULL)
		desk->galleries =
			g_hash_table_new_full(g_str_hash, g_str_equal, free, free_gallery);
	gallery = g_hash_table_lookup(desk->galleries, game->id);
	if (gallery == NULL) {
		gallery = base_zalloc(1, sizeof *gallery);
		gallery->game = game;
		load(desk, gallery);
		g_hash_table_replace(desk->galleries, base_strdup(game->id), gallery);
	}
	return gallery;
}

void gallery_note_damaged(struct desk *desk, const struct gallery *gallery, int64_t when)
{
	const char *id = gallery->game->id;

	if (!reason_is_passing(&gallery->why) && desk_is_first(desk, 1, "damaged watchers %s", id))
		desk_notice(
			desk, when,
			"Who watches game %s can't be read, and gets no letters: %s. Mend that, "
			"or take the file away, and nobody watches",
			id, gallery->why.text);
}

static void keep(struct desk *desk, const struct gallery *gallery)
{
	char *path = base_printf("games/%s/watchers", gallery->game->id);
	struct text out;

	text_init(&out, 0);
	audience_print(&gallery->audience, &out);
	batch_write(&desk->batch, path, out.bytes, out.len);
	text_done(&out);
	free(path);
}

/* What the ledger is to say of an address. */
static void note(struct desk *desk, const struct gallery *gallery, const char *address,
		 bool watches)
{
	char *small = g_ascii_strdown(address, -1);
	char *name = base_printf(AUDIENCE_COUNT " %s %s", small, gallery->game->id);

	if (!watches)
		desk_drop_count(desk, name);
	else if (desk_count(desk, name) == 0)
		desk_add_count(desk, name, 1);
	free(name);
	g_free(small);
}

/* ---- who may watch ---- */

/* Why nobody who isn't there yet can come; NULL: he can. */
static const char *why_closed(struct desk *desk, const struct gallery *gallery)
{
	const struct game *game = &gallery->game->file->game;
	const struct audience *audience = &gallery->audience;
	const unsigned inside =
		audience_in(audience, WATCHER_WATCHES) + audience_in(audience, WATCHER_WAITS);

	if (game->terms.watch == WATCH_NO)
		return "This game can't be watched: so it was chosen when it began.";
	if (game->outcome.status != STATUS_PLAYING)
		return "The game is over, so there is nothing more to watch.";
	if (inside >= desk->site->config->watchers || audience->serial >= SERIAL_TOP)
		return "As many watch this game as can; try again later.";
	return NULL;
}

static const char *why_not(struct desk *desk, const struct gallery *gallery, const char *address)
{
	const struct seats *seats = &gallery->game->seats;

	for (unsigned i = 0; i < seats->count; i++)
		if (seats_has_address(&seats->seats[i], address))
			return "You have a seat in this game, and its letters come to you by that. "
			       "If you are out and wanted no more of them, write WATCH in a reply "
			       "to one of them.";
	return why_closed(desk, gallery);
}

int gallery_ask(struct desk *desk, struct gallery *gallery, const char *address,
		const struct gallery_cause *cause, struct reason *reason)
{
	struct watcher *watcher = audience_at(&gallery->audience, address);
	const char *why;

	if (watcher != NULL && watcher->state == WATCHER_WATCHES)
		return gallery_answer(
			desk, gallery, watcher,
			&(struct gallery_reply){.what = GALLERY_BOARD,
						.why = "You watch this game already."},
			cause, reason);
	if (watcher != NULL && watcher->state == WATCHER_WAITS)
		return gallery_answer(
			desk, gallery, watcher,
			&(struct gallery_reply){.what = GALLERY_HELP,
						.why = "The moderator has been asked already."},
			cause, reason);
	why = why_not(desk, gallery, address);
	if (why != NULL)
		return gallery_refuse(desk, gallery->game->id, address, why, cause, reason);
	if (watcher != NULL) {
		gallery_take_back(desk, gallery, watcher, "");
		audience_remove(&gallery->audience, watcher);
	}
	watcher = audience_add(&gallery->audience, address, cause->when);
	keep(desk, gallery);
	return gallery_send_asked(desk, gallery, watcher, cause, reason);
}

/* ---- watching ---- */

static int begin(struct desk *desk, struct gallery *gallery, struct watcher *watcher,
		 const char *why, const struct gallery_cause *cause, struct reason *reason)
{
	watcher->state = WATCHER_WATCHES;
	watcher->when = cause->when;
	keep(desk, gallery);
	note(desk, gallery, watcher->address, true);
	return gallery_answer(desk, gallery, watcher,
			      &(struct gallery_reply){.what = GALLERY_BOARD, .why = why}, cause,
			      reason);
}

static int ask_moderator(struct desk *desk, struct gallery *gallery, struct watcher *watcher,
			 const struct gallery_cause *cause, struct reason *reason)
{
	const char *id = gallery->game->id;

	watcher->state = WATCHER_WAITS;
	watcher->when = cause->when;
	keep(desk, gallery);
	desk_notice(desk, cause->when,
		    "Somebody wants to watch game %s, by a confirmed address, and waits for your "
		    "word: pbem watcher %s allow %u, or refuse. 'pbem status %s' tells the address",
		    id, id, watcher->serial, id);
	return gallery_answer(
		desk, gallery, watcher,
		&(struct gallery_reply){
			.what = GALLERY_HELP,
			.why = "The moderator is asked whether you may watch; you hear of it."},
		cause, reason);
}

int gallery_enter(struct desk *desk, struct gallery *gallery, const char *address,
		  const struct gallery_cause *cause, const char **what_out, struct reason *reason)
{
	struct watcher *watcher = audience_at(&gallery->audience, address);
	const char *why;

	if (watcher != NULL && watcher->state != WATCHER_ASKED) {
		*what_out = "WATCH: watches already";
		return gallery_ask(desk, gallery, address, cause, reason);
	}
	why = why_not(desk, gallery, address);
	if (why != NULL) {
		*what_out = "WATCH: refused";
		return gallery_refuse(desk, gallery->game->id, address, why, cause, reason);
	}
	if (watcher == NULL)
		watcher = audience_add(&gallery->audience, address, cause->when);
	if (gallery->game->file->game.terms.watch == WATCH_ASK) {
		*what_out = "WATCH: the moderator is asked";
		return ask_moderator(desk, gallery, watcher, cause, reason);
	}
	*what_out = "WATCH: watches";
	return begin(desk, gallery, watcher, "You watch this game from now on.", cause, reason);
}

int gallery_allow(struct desk *desk, struct gallery *gallery, struct watcher *watcher,
		  const struct gallery_cause *cause, struct reason *reason)
{
	return begin(desk, gallery, watcher, "The moderator lets you watch this game from now on.",
		     cause, reason);
}

void gallery_drop(struct desk *desk, struct gallery *gallery, const struct watcher *watcher)
{
	/* What answers a letter of his still does. */
	gallery_take_back(desk, gallery, watcher, GALLERY_TURN);
	note(desk, gallery, watcher->address, false);
	audience_remove(&gallery->audience, watcher);
	keep(desk, gallery);
}

int gallery_leave(struct desk *desk, struct gallery *gallery, const struct watcher *watcher,
		  const char *why, const struct gallery_cause *cause, struct reason *reason)
{
	const struct watcher left = *watcher;

	gallery_drop(desk, gallery, watcher);
	return gallery_refuse(desk, gallery->game->id, left.address, why, cause, reason);
}
