/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/piece_set.h"
#include "core/util/timestamp.h"
#include "pbem/calendar/time_limits.h"
#include "pbem/site/site_faults.h"
#include "pbem/site/workspace.h"
#include "pbem/sys/files.h"

void workspace_init(struct workspace *workspace, struct site *site, int64_t now,
		    const struct log *log)
{
	memset(workspace, 0, sizeof *workspace);
	workspace->site = site;
	workspace->now = now;
	workspace->run = site->ledger != NULL ? (int64_t)ledger_batch(site->ledger) + 1 : 1;
	workspace->log = log;
	transaction_init(&workspace->batch);
	workspace->processed = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	workspace->counts = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	workspace->people = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free);
	workspace->end = &workspace->first;
	workspace->games = g_hash_table_new(g_str_hash, g_str_equal);
	workspace->numbers = g_hash_table_new(g_direct_hash, g_direct_equal);
	workspace->unread = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	workspace->touched = g_hash_table_new_full(g_str_hash, g_str_equal, free, NULL);
}

/* Drops every game, written or not, but keeps which games can't be read now. */
static void clear_games(struct workspace *workspace)
{
	struct workspace_game *game = workspace->first, *next;

	g_hash_table_remove_all(workspace->games);
	g_hash_table_remove_all(workspace->numbers);
	workspace->most_followers = 0;
	for (; game != NULL; game = next) {
		next = game->next;
		gamefile_free(game->file);
		seats_done(&game->seats);
		strbuf_done(&game->added);
		strbuf_done(&game->sealed);
		event_list_done(&game->owed);
		strbuf_done(&game->remark);
		for (unsigned seat = 0; seat < MAX_SEATS; seat++)
			strbuf_done(&game->remarks[seat]);
		free(game);
	}
	workspace->first = NULL;
	workspace->end = &workspace->first;
}

void workspace_done(struct workspace *workspace)
{
	clear_games(workspace);
	g_hash_table_destroy(workspace->games);
	g_hash_table_destroy(workspace->numbers);
	if (workspace->offers != NULL)
		g_hash_table_destroy(workspace->offers);
	if (workspace->watcher_lists != NULL)
		g_hash_table_destroy(workspace->watcher_lists);
	g_hash_table_destroy(workspace->touched);
	g_hash_table_destroy(workspace->unread);
	g_hash_table_destroy(workspace->people);
	g_hash_table_destroy(workspace->counts);
	g_hash_table_destroy(workspace->processed);
	transaction_done(&workspace->batch);
	piece_set_free(workspace->pieces);
}

unsigned workspace_followers(const struct workspace *workspace, const struct workspace_game *game)
{
	const struct game *now = &game->file->game;

	return variant_seats(now->variant) +
	       (now->terms.watch != WATCH_NO ? (unsigned)workspace->site->config->watchers : 0);
}

static void note_followers(struct workspace *workspace, const struct workspace_game *game)
{
	const unsigned followers = workspace_followers(workspace, game);

	if (workspace->most_followers < followers)
		workspace->most_followers = followers;
}

static struct workspace_game *new_game(struct workspace *workspace, const char *id, uint32_t number)
{
	struct workspace_game *game = base_zalloc(1, sizeof *game);

	memcpy(game->id, id, strlen(id) + 1);
	game->number = number;
	game->site = workspace->site;
	game->undo_refused = NO_SIDE;
	strbuf_init(&game->added, 0);
	strbuf_init(&game->sealed, 0);
	strbuf_init(&game->remark, 0);
	event_list_init(&game->owed);
	g_hash_table_insert(workspace->games, game->id, game);
	g_hash_table_insert(workspace->numbers, GUINT_TO_POINTER(number), game);
	*workspace->end = game;
	workspace->end = &game->next;
	return game;
}

static bool is_over(const struct workspace_game *game)
{
	return game->file->game.outcome.status != STATUS_PLAYING;
}

/* Remembers the game from before this batch. */
static void remember_state(struct workspace_game *game)
{
	for (unsigned i = 0; i < MAX_SEATS; i++)
		game->asked[i] = game->file->game.questions[i].entry;
	game->turns = game->file->game.turns;
	for (unsigned i = 0; i < variant_seats(game->file->game.variant); i++)
		if (game_in_play(&game->file->game, i))
			game->in_play |= (uint16_t)(1u << i);
	game->offering = game->file->game.offering;
	game->was_over = is_over(game);
	game->was_started = game->file->game.started;
	game->written = game->file->size;
	game->sealed_written = game->file->sealed.size;
	game->head = game->file->head;
}

/* Checks that nobody else can read the secret files, which may contain hands and traps. Otherwise a
 * person must first find out who has read them. */
static int check_private(const struct workspace_game *game, struct reason *reason)
{
	static const char *const names[] = {"sealed", "snapshot"};
	int result = 0;

	for (size_t i = 0; result == 0 && i < ARRAY_LEN(names); i++) {
		char *path = site_game_file(game->site, game->id, names[i]);

		result = files_check_private(path, reason);
		free(path);
	}
	return result;
}

/* Loads the game's files, unless an earlier batch of this run could not read them. */
static void load_game(struct workspace *workspace, struct workspace_game *game)
{
	const struct reason *unread = g_hash_table_lookup(workspace->unread, game->id);
	char *folder;

	if (unread != NULL) {
		game->why = *unread;
		return;
	}
	folder = site_game_folder(workspace->site, game->id);
	if (check_private(game, &game->why) == 0)
		game->file = gamefile_load(folder, workspace->site->library, &game->why);
	if (game->file != NULL &&
	    (site_faults_tail(game->site, game->file, &game->why) != 0 ||
	     seats_load(folder, game->file->game.variant, &game->seats, &game->why) != 0)) {
		gamefile_free(game->file);
		game->file = NULL;
	}
	if (game->file == NULL && reason_is_temporary(&game->why))
		workspace_put_off(workspace, game->id, &game->why);
	free(folder);
}

static struct workspace_game *find_in_workspace(const struct workspace *workspace, uint32_t number)
{
	return g_hash_table_lookup(workspace->numbers, GUINT_TO_POINTER(number));
}

bool workspace_id(const struct workspace *workspace, uint32_t number, char id_out[GAME_ID_MAX + 1])
{
	const struct workspace_game *game = find_in_workspace(workspace, number);

	if (game == NULL)
		return ledger_game(workspace->site->ledger, number, id_out);
	snprintf(id_out, GAME_ID_MAX + 1, "%s", game->id);
	return true;
}

struct workspace_game *workspace_game(struct workspace *workspace, uint32_t number)
{
	char id[GAME_ID_MAX + 1];
	struct workspace_game *game = find_in_workspace(workspace, number);

	if (game == NULL && !ledger_game(workspace->site->ledger, number, id))
		return NULL;
	workspace_touch(workspace, game != NULL ? game->id : id);
	if (game != NULL)
		return game;
	game = new_game(workspace, id, number);
	load_game(workspace, game);
	if (game->file != NULL) {
		remember_state(game);
		note_followers(workspace, game);
		workspace_count_outages(workspace->site->ledger, number, &game->file->game,
					&game->owed);
	}
	return game;
}

uint32_t workspace_number(const struct workspace *workspace, const char *id)
{
	const struct workspace_game *game = g_hash_table_lookup(workspace->games, id);

	return game != NULL ? game->number : ledger_number(workspace->site->ledger, id);
}

struct workspace_game *workspace_add(struct workspace *workspace, struct gamefile *file,
				     const struct seats *seats)
{
	struct workspace_game *game = new_game(workspace, file->header.id, file->header.number);

	game->file = file;
	note_followers(workspace, game);
	seats_copy(&game->seats, seats);
	gamefile_header(&file->header, file->game.variant, &game->added);
	game->is_new = true;
	return game;
}

/* Records boards that were set up again or conquered, for the mail of a ring. */
static void note_boards(struct workspace_game *game, const struct event_list *events)
{
	unsigned board = 0;

	for (size_t i = 0; i < events->count; i++) {
		const struct event *event = &events->events[i];

		if (event->kind == EVENT_BOARD)
			board = event->number - 1;
		else if (event->kind == EVENT_FRESH)
			game->fresh |= (uint16_t)(1u << board);
		else if (event->kind == EVENT_CONQUER)
			game->taken[event->seat] |= (uint16_t)(1u << board);
	}
}

/* Records who declined a takeback, and the seats that wanted it. */
static void note_undo(struct workspace_game *game, const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_UNDO_REFUSED) {
			game->undo_refused = events->events[i].seat;
			game->undo_hopeful = game->file->game.undo_request.agreed;
		}
}

/* Reads the sealed file on the disk, and adds what this batch appends to it. */
static int read_sealed(const struct workspace_game *game, struct strbuf *out, struct reason *reason)
{
	int result = 0;

	if (game->sealed_written > 0) {
		char *path = site_game_file(game->site, game->id, "sealed");

		result = files_read(path, out, reason);
		if (out->len > game->sealed_written)
			out->len = (size_t)game->sealed_written;
		free(path);
	}
	strbuf_add_bytes(out, game->sealed.bytes, game->sealed.len);
	return result;
}

/* Publishes the secrets of a game that has ended. A damaged sealed file must not keep the game from
 * ending: what can be read is published, and `pbem verify` reports the rest. */
static int publish_sealed(struct workspace_game *game, int64_t when, struct reason *reason)
{
	const struct entry_head head = {game->file->head + 1, when, "end"};
	struct event_list events;
	struct reason damage;
	struct strbuf sealed;
	int result;

	strbuf_init(&sealed, 0);
	event_list_init(&events);
	result = read_sealed(game, &sealed, reason);
	if (result == 0)
		(void)sealed_publish(sealed.bytes, sealed.len, &events, &damage);
	if (result == 0 && events.count > 0)
		result = gamefile_add(game->file, &head, &events, &game->added, NULL, reason);
	event_list_done(&events);
	strbuf_done(&sealed);
	return result;
}

/* Adds an entry. Outages that the game has not recorded come first in it, deadlines last. */
static int add_entry(struct workspace_game *game, const struct entry_head *head,
		     const struct event_list *events, struct reason *reason)
{
	struct event_list all;
	int result;

	event_list_init(&all);
	event_append(&all, &game->owed);
	event_append(&all, events);
	time_limits_add(&game->file->game, head, &all);
	result = gamefile_add(game->file, head, &all, &game->added, &game->sealed, reason);
	event_list_done(&all);
	if (result == 0) {
		event_list_done(&game->owed);
		event_list_init(&game->owed);
	}
	return result;
}

int workspace_enter(struct workspace_game *game, int64_t when, const char *cause,
		    const struct event_list *events, struct reason *reason)
{
	const struct entry_head head = {
		.number = game->file->head + 1,
		.when = when,
		.cause = cause,
	};

	const bool over = is_over(game);

	game->last_when = when;
	note_boards(game, events);
	note_undo(game, events);
	if (add_entry(game, &head, events, reason) < 0)
		return -1;
	if (over || !is_over(game) || game->file->sealed.secret[0] == '\0')
		return 0;
	return publish_sealed(game, when, reason);
}

bool workspace_find_digest(struct workspace *workspace, const struct workspace_game *game,
			   unsigned entry, struct sha256 *digest_out)
{
	char *path;
	struct strbuf log;
	bool found = gamefile_find_digest(game->added.bytes, game->added.len, entry, digest_out);

	if (found || game->is_new)
		return found;
	path = site_game_file(workspace->site, game->id, "game.txt");
	strbuf_init(&log, 0);
	if (files_read(path, &log, &workspace->unsound) == 0)
		found = gamefile_find_digest(log.bytes, log.len, entry, digest_out);
	strbuf_done(&log);
	free(path);
	return found;
}

int64_t workspace_last_entry(struct workspace *workspace, const char *id)
{
	char *path = site_game_file(workspace->site, id, "game.txt"), stamp[TIMESTAMP_SIZE] = "",
	     *entry;
	const char *last = NULL;
	int64_t when = -1;
	struct strbuf file;

	strbuf_init(&file, (size_t)1 << 30);
	if (files_read(path, &file, &workspace->unsound) == 0)
		for (entry = file.bytes; (entry = strstr(entry, "\nentry ")) != NULL; entry++)
			last = entry;
	if (last != NULL && sscanf(last, "\nentry %*u %31s", stamp) == 1)
		when = timestamp_read(stamp);
	strbuf_done(&file);
	free(path);
	return when > 0 ? when : 0;
}

static void write_seats(const struct workspace_game *game, struct transaction *batch)
{
	char *path = base_printf("games/%s/seats", game->id);
	struct strbuf seats;

	strbuf_init(&seats, 0);
	seats_print(&game->seats, game->file->game.variant, &seats);
	transaction_write(batch, path, seats.bytes, seats.len);
	strbuf_done(&seats);
	free(path);
}

void workspace_write(struct workspace *workspace)
{
	struct transaction *batch = &workspace->batch;

	for (struct workspace_game *game = workspace->first; game != NULL; game = game->next) {
		char *path;

		if (game->seats_changed)
			write_seats(game, batch);
		if (game->added.len == 0)
			continue;
		if (game->sealed.len > 0) {
			path = base_printf("games/%s/sealed", game->id);
			transaction_append(batch, path, game->sealed_written, game->sealed.bytes,
					   game->sealed.len, 0600);
			free(path);
		}
		path = base_printf("games/%s/game.txt", game->id);
		transaction_append(batch, path, game->written, game->added.bytes, game->added.len,
				   0644);
		free(path);
	}
}

static void write_snapshots(struct workspace *workspace)
{
	struct strbuf out;

	strbuf_init(&out, 0);
	for (struct workspace_game *game = workspace->first; game != NULL; game = game->next) {
		char *path;

		if (game->added.len == 0)
			continue;
		strbuf_clear(&out);
		gamefile_snapshot(game->file, &out);
		path = site_game_file(workspace->site, game->id, "snapshot");
		/* The snapshot is written in place. An incomplete one fails its checksum, and only
		 * makes the next load slower. */
		(void)files_write_at(path, 0, out.bytes, out.len, 0600, NULL);
		free(path);
	}
	strbuf_done(&out);
}

void workspace_begin(struct workspace *workspace)
{
	write_snapshots(workspace);
	workspace_drop(workspace);
}

void workspace_drop(struct workspace *workspace)
{
	clear_games(workspace);
	workspace->unsound = (struct reason){.text = ""};
	if (workspace->offers != NULL)
		g_hash_table_remove_all(workspace->offers);
	if (workspace->watcher_lists != NULL)
		g_hash_table_remove_all(workspace->watcher_lists);
	transaction_clear(&workspace->batch);
	g_hash_table_remove_all(workspace->processed);
	g_hash_table_remove_all(workspace->people);
	g_hash_table_remove_all(workspace->counts);
	memset(workspace->aside, 0, sizeof workspace->aside);
	workspace->letters = 0;
}
