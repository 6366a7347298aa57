/* SPDX-License-Identifier: MIT */
/* The first half of a move: a game leaves its site. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/auth/keyring.h"
#include "pbem/batch/commit.h"
#include "pbem/migrate/migrate_internal.h"
#include "pbem/site/preferences.h"
#include "pbem/site/watcher_list.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

enum { KEYS_FILE_MAX = 1 << 20 };

/* ---- whether it can leave ---- */

static int fail_with_kind(struct reason *reason, enum reason_kind kind)
{
	return reason_set_kind(reason, kind);
}

/* Checks that the game can leave: its worklist has ended, because the end of a worklist can't be
 * moved, and no rematch is open. */
static int check_from(const struct site *from, const struct workspace_game *game,
		      struct reason *reason)
{
	char *worklist = config_path(from->config, "worklist");
	struct ledger_offer rematch;
	struct due due;
	bool there;
	int result = files_is_there(worklist, &there, reason);

	free(worklist);
	if (result != 0)
		return -1;
	if (there || ledger_due(from->ledger, game->number, &due)) {
		reason_set(
			reason,
			"a run of %s isn't finished, and may change game %s; first run: pbem run",
			from->config->folder, game->id);
		reason_make_temporary(reason);
		return -1;
	}
	if (ledger_offer_rematch(from->ledger, game->number, &rematch)) {
		reason_set(reason,
			   "the rematch of game %s is still open, as game %s. Move the game after "
			   "the rematch has begun, or first run: pbem close %s",
			   game->id, rematch.id, rematch.id);
		return fail_with_kind(reason, REASON_USAGE);
	}
	return 0;
}

static int report_number_taken(const struct site *to, const char *id, uint32_t number,
			       struct reason *reason)
{
	reason_set(reason,
		   "%s already has or had a game with the number %u: %s. If games move between "
		   "sites, each site needs different game numbers; see first-game in pbem.conf(5)",
		   to->config->folder, (unsigned)number, id);
	return fail_with_kind(reason, REASON_EXISTS);
}

/* Checks that the game's number is free at the other site: it is in the game's first line and in
 * every key, so it can't change. */
static int check_number(const struct site *to, const struct workspace_game *game,
			struct reason *reason)
{
	const uint32_t number = game->number;
	struct ledger_offer offer;
	char id[GAME_ID_MAX + 1];

	if (ledger_game(to->ledger, number, id) ||
	    (ledger_moved(to->ledger, number, id) && strcmp(id, game->id) != 0))
		return report_number_taken(to, id, number, reason);
	if (ledger_next_offer(to->ledger, number - 1, &offer) && offer.number == number)
		return report_number_taken(to, offer.id, number, reason);
	return 0;
}

static int check_to(const struct site *to, const struct workspace_game *game, struct reason *reason)
{
	char *folder = site_game_folder(to, game->id);
	struct moved_game elsewhere;
	struct ledger_offer offer;
	struct reason none;
	bool there = false;
	int result = files_is_there(folder, &there, reason);

	free(folder);
	if (result != 0)
		return -1;
	if (moved_game_load(to->config->folder, game->id, &elsewhere, &none) == 0)
		there |= elsewhere.number != game->number;
	else if (none.kind != REASON_MISSING)
		*reason = none, result = -1;
	if (result == 0 && (there || ledger_offer_named(to->ledger, game->id, &offer))) {
		reason_set(reason,
			   "%s already has or had another game with the name %s; a site can't have "
			   "two games with the same name",
			   to->config->folder, game->id);
		return fail_with_kind(reason, REASON_EXISTS);
	}
	return result == 0 ? check_number(to, game, reason) : -1;
}

/* ---- what goes along ---- */

/* Adds the settings that players and watchers have made for their mail. */
static int add_people(struct site *from, const struct workspace_game *game, struct strbuf *out,
		      struct reason *reason)
{
	char *folder = site_game_folder(from, game->id);
	struct watcher_list audience;
	int result = watcher_list_load(folder, &audience, reason);

	free(folder);
	if (result != 0)
		return -1;
	for (unsigned seat = 0; seat < game->seats.count; seat++)
		for (unsigned i = 0; i < game->seats.seats[seat].address_count; i++)
			preferences_print(from, game->seats.seats[seat].addresses[i], out);
	for (size_t i = 0; i < audience.count; i++)
		preferences_print(from, audience.watchers[i].address, out);
	watcher_list_done(&audience);
	return 0;
}

/* Adds each line of keys that isn't in `but`, with the word for the site that made them. */
static void add_lines(const struct strbuf *lines, const char *word, const struct strbuf *but,
		      struct strbuf *out)
{
	const char *cursor = lines->bytes, *line;
	size_t len;

	while (strbuf_next_line(&cursor, lines->bytes + lines->len, &line, &len)) {
		char *whole = base_printf("%.*s\n", (int)len, line);

		if (strncmp(whole, "key ", 4) == 0 &&
		    (but == NULL || strstr(but->bytes, whole) == NULL))
			strbuf_addf(out, "%s %s", word, whole + 4);
		free(whole);
	}
}

/* Adds the keys of sites where the game was before, and those that this site made for it, each
 * once. The note that stays here distinguishes the two. */
static int add_keys(const struct site *from, const struct workspace_game *game,
		    struct moved_game *note, struct strbuf *out, struct strbuf *stays,
		    struct reason *reason)
{
	char *path = site_game_file(from, game->id, MOVED_GAME_KEYS);
	struct strbuf before, own;
	bool there;
	int result;

	strbuf_init(&before, KEYS_FILE_MAX);
	strbuf_init(&own, KEYS_FILE_MAX);
	result = files_read_if_there(path, &before, &there, reason);
	note->moves = moved_game_moves(before.bytes) + 1;
	keyring_hand_over(from->keys, game->number, &own);
	strbuf_addf(out, "moves %u\n", note->moves);
	add_lines(&before, "key", &own, out);
	strbuf_add(stays, out->bytes);
	add_lines(&own, "key", NULL, out);
	add_lines(&own, MIGRATE_OWN, NULL, stays);
	strbuf_done(&own);
	strbuf_done(&before);
	free(path);
	return result;
}

/* ---- the batch ---- */

/* Adds a whole file in a folder of the site. */
static void add_file(struct transaction *batch, const char *folder, const char *name,
		     const struct strbuf *text)
{
	char *path = base_printf("%s/%s", folder, name);

	transaction_append(batch, path, 0, text->bytes, text->len, 0600);
	free(path);
}

static void add_note(struct transaction *batch, const struct moved_game *note,
		     const struct strbuf *keys)
{
	char *name = base_printf("%s.%s", note->id, MOVED_GAME_KEYS);
	struct strbuf text;

	strbuf_init(&text, 0);
	moved_game_print(note, &text);
	add_file(batch, "moved", note->id, &text);
	add_file(batch, "moved", name, keys);
	strbuf_done(&text);
	free(name);
}

static int add_departure(struct workspace *workspace, const struct workspace_game *game,
			 struct moved_game *note, struct reason *reason)
{
	struct site *from = workspace->site;
	char *folder;
	char *home = base_printf("games/%s", note->id);
	struct strbuf keys, stays, people, lines;
	int result;

	strbuf_init(&keys, KEYS_FILE_MAX);
	strbuf_init(&stays, KEYS_FILE_MAX);
	strbuf_init(&people, 0);
	strbuf_init(&lines, 0);
	result = add_keys(from, game, note, &keys, &stays, reason) == 0
			 ? add_people(from, game, &people, reason)
			 : -1;
	folder = moved_game_folder(note);
	if (result == 0) {
		ledger_export_game(from->ledger, note->number, note->id, &lines,
				   &workspace->batch.ledger);
		ledger_put_no_count(&workspace->batch.ledger,
				    COUNT(COUNT_CAME, .number = note->number));
		ledger_put(&workspace->batch.ledger, CHANGE_MOVED, note->number, note->id);
		transaction_rename(&workspace->batch, home, folder);
		add_file(&workspace->batch, folder, MOVED_GAME_KEYS, &keys);
		add_file(&workspace->batch, folder, MIGRATE_PEOPLE, &people);
		add_file(&workspace->batch, folder, MIGRATE_LEDGER, &lines);
		add_note(&workspace->batch, note, &stays);
	}
	strbuf_done(&lines);
	strbuf_done(&people);
	strbuf_done(&stays);
	strbuf_done(&keys);
	free(folder);
	free(home);
	return result;
}

/* Writes outages that were only counted in memory so far into the game's file, because they are
 * this site's. */
static int note_outages(struct workspace *workspace, struct workspace_game **game,
			struct reason *reason)
{
	const uint32_t number = (*game)->number;
	struct event_list events;
	int result;

	if ((*game)->owed.count == 0)
		return 0;
	event_list_init(&events);
	event_add(&events, event_about(EVENT_MODERATOR, NO_SIDE, 0, ""));
	result = workspace_enter(*game, workspace->now, "moderator", &events, reason);
	event_list_done(&events);
	if (result == 0)
		result = commit_batch(workspace, reason);
	if (result == 0)
		*game = workspace_game(workspace, number);
	if (result == 0 && (*game == NULL || (*game)->file == NULL))
		result = reason_fail(reason, "pbem can't read the game any more");
	return result;
}

static struct workspace_game *find_game(struct workspace *workspace, const char *id,
					struct reason *reason)
{
	const uint32_t number = ledger_number(workspace->site->ledger, id);
	struct workspace_game *game = number != 0 ? workspace_game(workspace, number) : NULL;

	if (game == NULL)
		reason_set(reason, "the ledger of %s doesn't contain game %s",
			   workspace->site->config->folder, id);
	else if (game->file == NULL)
		*reason = game->why;
	return game != NULL && game->file != NULL ? game : NULL;
}

int migrate_export(struct site *from, const struct site *to, const char *id, struct moved_game *out,
		   struct reason *reason)
{
	struct workspace_game *game;
	struct workspace workspace;
	int result = -1;

	workspace_init(&workspace, from, step_time(), NULL);
	game = find_game(&workspace, id, reason);
	if (game != NULL && check_from(from, game, reason) == 0 &&
	    check_to(to, game, reason) == 0 && note_outages(&workspace, &game, reason) == 0) {
		*out = (struct moved_game){
			.number = game->number,
			.when = workspace.now,
		};
		snprintf(out->id, sizeof out->id, "%s", id);
		snprintf(out->to, sizeof out->to, "%s", to->config->folder);
		result = add_departure(&workspace, game, out, reason) == 0
				 ? commit_batch(&workspace, reason)
				 : -1;
	}
	workspace_done(&workspace);
	return result;
}
