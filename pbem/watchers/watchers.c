/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/watchers/watchers_internal.h"

enum { SERIAL_TOP = 0xffff };

/* ---- in the workspace ---- */

static void free_watchers(void *pointer)
{
	struct watchers *watchers = pointer;

	watcher_list_done(&watchers->audience);
	free(watchers);
}

static void load_watchers(struct workspace *workspace, struct watchers *watchers)
{
	const char *id = watchers->game->id;
	char *name = base_printf("%s/watchers", id), *folder;
	const struct reason *unread = g_hash_table_lookup(workspace->unread, name);

	if (unread != NULL) {
		watchers->why = *unread;
		free(name);
		return;
	}
	folder = site_game_folder(workspace->site, id);
	watchers->there = watcher_list_load(folder, &watchers->audience, &watchers->why) == 0;
	if (!watchers->there && reason_is_temporary(&watchers->why)) {
		struct reason *why = base_alloc(sizeof *why);

		*why = watchers->why;
		g_hash_table_insert(workspace->unread, base_strdup(name), why);
	}
	free(folder);
	free(name);
}

struct watchers *watchers_of(struct workspace *workspace, struct workspace_game *game)
{
	struct watchers *watchers;

	if (workspace->watcher_lists == NULL)
		workspace->watcher_lists =
			g_hash_table_new_full(g_str_hash, g_str_equal, free, free_watchers);
	watchers = g_hash_table_lookup(workspace->watcher_lists, game->id);
	if (watchers == NULL) {
		watchers = base_zalloc(1, sizeof *watchers);
		watchers->game = game;
		load_watchers(workspace, watchers);
		g_hash_table_replace(workspace->watcher_lists, base_strdup(game->id), watchers);
	}
	return watchers;
}

void watchers_note_damaged(struct workspace *workspace, const struct watchers *watchers,
			   int64_t when)
{
	const char *id = watchers->game->id;

	if (!reason_is_temporary(&watchers->why) &&
	    workspace_is_first(workspace, 1, "damaged watchers %s", id))
		workspace_notice(
			workspace, when,
			"pbem can't read the list of watchers of game %s, so they get no letters: "
			"%s. Correct the file, or remove it; then the game has no watchers",
			id, watchers->why.text);
}

static void save_watchers(struct workspace *workspace, const struct watchers *watchers)
{
	char *path = base_printf("games/%s/watchers", watchers->game->id);
	struct strbuf out;

	strbuf_init(&out, 0);
	watcher_list_print(&watchers->audience, &out);
	transaction_write(&workspace->batch, path, out.bytes, out.len);
	strbuf_done(&out);
	free(path);
}

/* Adds the lines of the ledger about an address. */
static void index_watcher(struct workspace *workspace, const struct watchers *watchers,
			  const char *address, bool watches)
{
	char *small = g_ascii_strdown(address, -1);
	char *name = base_printf(WATCHER_LIST_COUNT " %s %s", small, watchers->game->id);

	if (!watches)
		workspace_drop_count(workspace, name);
	else if (workspace_count(workspace, name) == 0)
		workspace_add_count(workspace, name, 1);
	free(name);
	g_free(small);
}

/* ---- who may watch ---- */

/* Returns why no new watcher is accepted; NULL: new ones are. */
static const char *why_closed(struct workspace *workspace, const struct watchers *watchers)
{
	const struct game *game = &watchers->game->file->game;
	const struct watcher_list *audience = &watchers->audience;
	const unsigned inside = watcher_list_in(audience, WATCHER_WATCHES) +
				watcher_list_in(audience, WATCHER_WAITS);

	if (game->terms.watch == WATCH_NO)
		return "This game can't be watched, as was decided when it began.";
	if (game->outcome.status != STATUS_PLAYING)
		return "The game is over, so there is nothing more to watch.";
	if ((long)inside >= workspace->site->config->watchers || audience->serial >= SERIAL_TOP)
		return "This game has as many watchers as it can have; please try again later.";
	return NULL;
}

static const char *describe_refusal(struct workspace *workspace, const struct watchers *watchers,
				    const char *address)
{
	const struct seats *seats = &watchers->game->seats;

	for (unsigned i = 0; i < seats->count; i++)
		if (seats_has_address(&seats->seats[i], address))
			return "You have a seat in this game, and its letters come to you by that. "
			       "If you are out and wanted no more of them, write WATCH in a reply "
			       "to one of them.";
	return why_closed(workspace, watchers);
}

int watchers_request_confirmation(struct workspace *workspace, struct watchers *watchers,
				  const char *address, const struct watchers_cause *cause,
				  struct reason *reason)
{
	struct watcher *watcher = watcher_list_at(&watchers->audience, address);
	const char *why;

	if (watcher != NULL && watcher->state == WATCHER_WATCHES)
		return watchers_answer(
			workspace, watchers, watcher,
			&(struct watchers_reply){.what = WATCHERS_BOARD,
						 .why = "You watch this game already."},
			cause, reason);
	if (watcher != NULL && watcher->state == WATCHER_WAITS)
		return watchers_answer(
			workspace, watchers, watcher,
			&(struct watchers_reply){.what = WATCHERS_HELP,
						 .why = "The moderator has been asked already."},
			cause, reason);
	why = describe_refusal(workspace, watchers, address);
	if (why != NULL)
		return watchers_refuse(workspace, watchers->game->id, address, why, cause, reason);
	if (watcher != NULL) {
		watchers_withdraw_mail(workspace, watchers, watcher, "");
		watcher_list_remove(&watchers->audience, watcher);
	}
	watcher = watcher_list_add(&watchers->audience, address, cause->when);
	save_watchers(workspace, watchers);
	return watchers_send_asked(workspace, watchers, watcher, cause, reason);
}

/* ---- watching ---- */

static int begin_watching(struct workspace *workspace, struct watchers *watchers,
			  struct watcher *watcher, const char *why,
			  const struct watchers_cause *cause, struct reason *reason)
{
	watcher->state = WATCHER_WATCHES;
	watcher->when = cause->when;
	save_watchers(workspace, watchers);
	index_watcher(workspace, watchers, watcher->address, true);
	return watchers_answer(workspace, watchers, watcher,
			       &(struct watchers_reply){.what = WATCHERS_BOARD, .why = why}, cause,
			       reason);
}

static int request_approval(struct workspace *workspace, struct watchers *watchers,
			    struct watcher *watcher, const struct watchers_cause *cause,
			    struct reason *reason)
{
	const char *id = watchers->game->id;

	watcher->state = WATCHER_WAITS;
	watcher->when = cause->when;
	save_watchers(workspace, watchers);
	workspace_notice(workspace, cause->when,
			 "Somebody with a confirmed address wants to watch game %s, and needs your "
			 "permission. To allow this, run: pbem watcher %s allow %u (or refuse "
			 "instead of allow). 'pbem status %s' shows the address",
			 id, id, watcher->serial, id);
	return watchers_answer(
		workspace, watchers, watcher,
		&(struct watchers_reply){
			.what = WATCHERS_HELP,
			.why = "We have asked the moderator whether you may watch, and will tell "
			       "you."},
		cause, reason);
}

int watchers_enter(struct workspace *workspace, struct watchers *watchers, const char *address,
		   const struct watchers_cause *cause, const char **what_out, struct reason *reason)
{
	struct watcher *watcher = watcher_list_at(&watchers->audience, address);
	const char *why;

	if (watcher != NULL && watcher->state != WATCHER_ASKED) {
		*what_out = "WATCH: watches already";
		return watchers_request_confirmation(workspace, watchers, address, cause, reason);
	}
	why = describe_refusal(workspace, watchers, address);
	if (why != NULL) {
		*what_out = "WATCH: refused";
		return watchers_refuse(workspace, watchers->game->id, address, why, cause, reason);
	}
	if (watcher == NULL)
		watcher = watcher_list_add(&watchers->audience, address, cause->when);
	if (watchers->game->file->game.terms.watch == WATCH_ASK) {
		*what_out = "WATCH: the moderator is asked";
		return request_approval(workspace, watchers, watcher, cause, reason);
	}
	*what_out = "WATCH: watches";
	return begin_watching(workspace, watchers, watcher, "You watch this game from now on.",
			      cause, reason);
}

int watchers_allow(struct workspace *workspace, struct watchers *watchers, struct watcher *watcher,
		   const struct watchers_cause *cause, struct reason *reason)
{
	return begin_watching(workspace, watchers, watcher,
			      "The moderator lets you watch this game from now on.", cause, reason);
}

void watchers_drop(struct workspace *workspace, struct watchers *watchers,
		   const struct watcher *watcher)
{
	/* Answers to the watcher's own messages still go out. */
	watchers_withdraw_mail(workspace, watchers, watcher, WATCHERS_TURN);
	index_watcher(workspace, watchers, watcher->address, false);
	watcher_list_remove(&watchers->audience, watcher);
	save_watchers(workspace, watchers);
}

int watchers_leave(struct workspace *workspace, struct watchers *watchers,
		   const struct watcher *watcher, const char *why,
		   const struct watchers_cause *cause, struct reason *reason)
{
	const struct watcher left = *watcher;

	watchers_drop(workspace, watchers, watcher);
	return watchers_refuse(workspace, watchers->game->id, left.address, why, cause, reason);
}
