/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/stamp.h"
#include "core/picture/pieces.h"
#include "pbem/desk/desk.h"
#include "pbem/site/files.h"
#include "pbem/times/limits.h"

void desk_init(struct desk *desk, struct site *site, int64_t now, const struct log *log)
{
	memset(desk, 0, sizeof *desk);
	desk->site = site;
	desk->now = now;
	desk->run = site->ledger != NULL ? (int64_t)ledger_batch(site->ledger) + 1 : 1;
	desk->log = log;
	batch_init(&desk->batch);
	desk->deeds = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	desk->counts = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	desk->people = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free);
	desk->end = &desk->first;
	desk->games = g_hash_table_new(g_str_hash, g_str_equal);
	desk->numbers = g_hash_table_new(g_direct_hash, g_direct_equal);
	desk->unread = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
}

/* Drops every game, written or not; but not which can't be read just now. */
static void clear_games(struct desk *desk)
{
	struct desk_game *game = desk->first, *next;

	g_hash_table_remove_all(desk->games);
	g_hash_table_remove_all(desk->numbers);
	desk->most_followers = 0;
	for (; game != NULL; game = next) {
		next = game->next;
		gamefile_free(game->file);
		seats_done(&game->seats);
		text_done(&game->added);
		text_done(&game->sealed);
		event_list_done(&game->owed);
		text_done(&game->remark);
		for (unsigned seat = 0; seat < MAX_SEATS; seat++)
			text_done(&game->remarks[seat]);
		free(game);
	}
	desk->first = NULL;
	desk->end = &desk->first;
}

void desk_done(struct desk *desk)
{
	clear_games(desk);
	g_hash_table_destroy(desk->games);
	g_hash_table_destroy(desk->numbers);
	if (desk->offers != NULL)
		g_hash_table_destroy(desk->offers);
	if (desk->galleries != NULL)
		g_hash_table_destroy(desk->galleries);
	if (desk->plans != NULL)
		g_hash_table_destroy(desk->plans);
	g_hash_table_destroy(desk->unread);
	g_hash_table_destroy(desk->people);
	g_hash_table_destroy(desk->counts);
	g_hash_table_destroy(desk->deeds);
	batch_done(&desk->batch);
	pieces_free(desk->pieces);
}

unsigned desk_followers(const struct desk *desk, const struct desk_game *game)
{
	const struct game *now = &game->file->game;

	return variant_seats(now->variant) +
	       (now->terms.watch != WATCH_NO ? (unsigned)desk->site->config->watchers : 0);
}

static void note_followers(struct desk *desk, const struct desk_game *game)
{
	const unsigned followers = desk_followers(desk, game);

	if (desk->most_followers < followers)
		desk->most_followers = followers;
}

static struct desk_game *new_game(struct desk *desk, const char *id, uint32_t number)
{
	struct desk_game *game = base_zalloc(1, sizeof *game);

	memcpy(game->id, id, strlen(id) + 1);
	game->number = number;
	game->site = desk->site;
	game->undo_refused = NO_SIDE;
	text_init(&game->added, 0);
	text_init(&game->sealed, 0);
	text_init(&game->remark, 0);
	event_list_init(&game->owed);
	g_hash_table_insert(desk->games, game->id, game);
	g_hash_table_insert(desk->numbers, GUINT_TO_POINTER(number), game);
	*desk->end = game;
	desk->end = &game->next;
	return game;
}

static bool is_over(const struct desk_game *game)
{
	return game->file->game.outcome.status != STATUS_PLAYING;
}

/* What the game was like before this batch. */
static void remember(struct desk_game *game)
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

/* What the journal has not finished there can't be: it was finished when the site was opened. So a
 * tail that is no entry is damage here, and to overtake it would undo what a player was told. */
static int check_tail(const struct desk_game *game, struct reason *reason)
{
	const struct gamefile *file = game->file;
	char *path = site_game_file(game->site, game->id, "game.txt");
	struct stat status;
	int result = stat(path, &status);

	if (result != 0) {
		reason_set_errno(reason, "can't look at %s", path);
	} else if ((uint64_t)status.st_size != file->size) {
		reason_set(reason,
			   "%s: behind entry %u, at byte %" PRIu64
			   ", something stands that is no whole entry; put back a good copy, or "
			   "ask: pbem verify",
			   path, file->head, file->size);
		result = -1;
	}
	free(path);
	return result;
}

/* Hands and traps may be in them: who could have read them must be looked into first. */
static int check_private(const struct desk_game *game, struct reason *reason)
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

/* The game's files, unless an earlier batch of this run could not read them. */
static void load(struct desk *desk, struct desk_game *game)
{
	const struct reason *unread = g_hash_table_lookup(desk->unread, game->id);
	char *folder;

	if (unread != NULL) {
		game->why = *unread;
		return;
	}
	folder = site_game_folder(desk->site, game->id);
	if (check_private(game, &game->why) == 0)
		game->file = gamefile_load(folder, desk->site->library, &game->why);
	if (game->file != NULL &&
	    (check_tail(game, &game->why) != 0 ||
	     seats_load(folder, game->file->game.variant, &game->seats, &game->why) != 0)) {
		gamefile_free(game->file);
		game->file = NULL;
	}
	if (game->file == NULL && reason_is_passing(&game->why)) {
		struct reason *why = base_alloc(sizeof *why);

		*why = game->why;
		g_hash_table_insert(desk->unread, base_strdup(game->id), why);
	}
	free(folder);
}

static struct desk_game *on_desk(const struct desk *desk, uint32_t number)
{
	return g_hash_table_lookup(desk->numbers, GUINT_TO_POINTER(number));
}

bool desk_id(const struct desk *desk, uint32_t number, char id_out[GAME_ID_MAX + 1])
{
	const struct desk_game *game = on_desk(desk, number);

	if (game == NULL)
		return ledger_game(desk->site->ledger, number, id_out);
	snprintf(id_out, GAME_ID_MAX + 1, "%s", game->id);
	return true;
}

struct desk_game *desk_game(struct desk *desk, uint32_t number)
{
	char id[GAME_ID_MAX + 1];
	struct desk_game *game = on_desk(desk, number);

	if (game != NULL || !ledger_game(desk->site->ledger, number, id))
		return game;
	game = new_game(desk, id, number);
	load(desk, game);
	if (game->file != NULL) {
		remember(game);
		note_followers(desk, game);
		desk_count_outages(desk->site->ledger, number, &game->file->game, &game->owed);
	}
	return game;
}

uint32_t desk_number(const struct desk *desk, const char *id)
{
	const struct desk_game *game = g_hash_table_lookup(desk->games, id);

	return game != NULL ? game->number : ledger_number(desk->site->ledger, id);
}

struct desk_game *desk_add(struct desk *desk, struct gamefile *file, const struct seats *seats)
{
	struct desk_game *game = new_game(desk, file->header.id, file->header.number);

	game->file = file;
	note_followers(desk, game);
	seats_copy(&game->seats, seats);
	gamefile_header(&file->header, file->game.variant, &game->added);
	game->is_new = true;
	return game;
}

/* What becomes of boards, for letters of a ring to tell. */
static void note_boards(struct desk_game *game, const struct event_list *events)
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

/* Who is to hear that an undo was declined. */
static void note_undo(struct desk_game *game, const struct event_list *events)
{
	for (size_t i = 0; i < events->count; i++)
		if (events->events[i].kind == EVENT_UNDO_REFUSED) {
			game->undo_refused = events->events[i].seat;
			game->undo_hopeful = game->file->game.undo_request.agreed;
		}
}

/* The sealed file as it stands on the disk, and what this batch adds to it. */
static int read_sealed(const struct desk_game *game, struct text *out, struct reason *reason)
{
	int result = 0;

	if (game->sealed_written > 0) {
		char *path = site_game_file(game->site, game->id, "sealed");

		result = files_read(path, out, reason);
		if (out->len > game->sealed_written)
			out->len = game->sealed_written;
		free(path);
	}
	text_add_bytes(out, game->sealed.bytes, game->sealed.len);
	return result;
}

/* A sealed file damaged long ago must not keep the game from ending: what can be read is published,
 * and verify names the rest. */
static int publish(struct desk_game *game, int64_t when, struct reason *reason)
{
	const struct entry_head head = {game->file->head + 1, when, "end"};
	struct event_list events;
	struct reason damage;
	struct text sealed;
	int result;

	text_init(&sealed, 0);
	event_list_init(&events);
	result = read_sealed(game, &sealed, reason);
	if (result == 0)
		(void)sealed_publish(sealed.bytes, sealed.len, &events, &damage);
	if (result == 0 && events.count > 0)
		result = gamefile_add(game->file, &head, &events, &game->added, NULL, reason);
	event_list_done(&events);
	text_done(&sealed);
	return result;
}

/* What the game owes of outages stands first in its next entry; until when it asks stands last. */
static int add_entry(struct desk_game *game, const struct entry_head *head,
		     const struct event_list *events, struct reason *reason)
{
	struct event_list all;
	int result;

	event_list_init(&all);
	event_append(&all, &game->owed);
	event_append(&all, events);
	limits_add(&game->file->game, head, &all);
	result = gamefile_add(game->file, head, &all, &game->added, &game->sealed, reason);
	event_list_done(&all);
	if (result == 0) {
		event_list_done(&game->owed);
		event_list_init(&game->owed);
	}
	return result;
}

int desk_enter(struct desk_game *game, int64_t when, const char *cause,
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
	return publish(game, when, reason);
}

bool desk_find_digest(struct desk *desk, const struct desk_game *game, unsigned entry,
		      struct digest *digest_out)
{
	char *path;
	struct text log;
	bool found = gamefile_find_digest(game->added.bytes, game->added.len, entry, digest_out);

	if (found || game->is_new)
		return found;
	path = site_game_file(desk->site, game->id, "game.txt");
	text_init(&log, 0);
	if (files_read(path, &log, &desk->unsound) == 0)
		found = gamefile_find_digest(log.bytes, log.len, entry, digest_out);
	text_done(&log);
	free(path);
	return found;
}

int64_t desk_last_entry(struct desk *desk, const char *id)
{
	char *path = site_game_file(desk->site, id, "game.txt"), stamp[STAMP_SIZE] = "", *entry;
	const char *last = NULL;
	int64_t when = -1;
	struct text file;

	text_init(&file, (size_t)1 << 30);
	if (files_read(path, &file, &desk->unsound) == 0)
		for (entry = file.bytes; (entry = strstr(entry, "\nentry ")) != NULL; entry++)
			last = entry;
	if (last != NULL && sscanf(last, "\nentry %*u %31s", stamp) == 1)
		when = stamp_read(stamp);
	text_done(&file);
	free(path);
	return when > 0 ? when : 0;
}

static void write_seats(const struct desk_game *game, struct batch *batch)
{
	char *path = base_printf("games/%s/seats", game->id);
	struct text seats;

	text_init(&seats, 0);
	seats_print(&game->seats, game->file->game.variant, &seats);
	batch_write(batch, path, seats.bytes, seats.len);
	text_done(&seats);
	free(path);
}

void desk_write(struct desk *desk)
{
	struct batch *batch = &desk->batch;

	for (struct desk_game *game = desk->first; game != NULL; game = game->next) {
		char *path;

		if (game->habits)
			write_seats(game, batch);
		if (game->added.len == 0)
			continue;
		if (game->sealed.len > 0) {
			path = base_printf("games/%s/sealed", game->id);
			batch_append(batch, path, game->sealed_written, game->sealed.bytes,
				     game->sealed.len, 0600);
			free(path);
		}
		path = base_printf("games/%s/game.txt", game->id);
		batch_append(batch, path, game->written, game->added.bytes, game->added.len, 0644);
		free(path);
	}
}

static void write_snapshots(struct desk *desk)
{
	struct text out;

	text_init(&out, 0);
	for (struct desk_game *game = desk->first; game != NULL; game = game->next) {
		char *path;

		if (game->added.len == 0)
			continue;
		text_clear(&out);
		gamefile_snapshot(game->file, &out);
		path = site_game_file(desk->site, game->id, "snapshot");
		/* In place: a torn one is known by its checksum, as is one that can't be written,
		 * and only makes the next load slower. */
		(void)files_write_at(path, 0, out.bytes, out.len, 0600, NULL);
		free(path);
	}
	text_done(&out);
}

void desk_begin(struct desk *desk)
{
	write_snapshots(desk);
	clear_games(desk);
	if (desk->offers != NULL)
		g_hash_table_remove_all(desk->offers);
	if (desk->galleries != NULL)
		g_hash_table_remove_all(desk->galleries);
	batch_clear(&desk->batch);
	g_hash_table_remove_all(desk->deeds);
	g_hash_table_remove_all(desk->people);
	g_hash_table_remove_all(desk->counts);
	memset(desk->aside, 0, sizeof desk->aside);
	desk->letters = 0;
}
