/* SPDX-License-Identifier: MIT */
/* A game's files as they will be when the batch is committed, and games taken back by them. */
#include <stdlib.h>

#include "pbem/desk/desk.h"
#include "pbem/site/files.h"
#include "pbem/times/limits.h"

/* The first `written` bytes of a file of the game, and what the batch adds. */
static int read_with(const struct desk_game *game, const char *name, uint64_t written,
		     const struct text *added, struct text *out, struct reason *reason)
{
	char *path = site_game_file(game->site, game->id, name);
	int result = written > 0 ? files_read(path, out, reason) : 0;

	if (result == 0 && out->len > written)
		out->len = written;
	text_add_bytes(out, added->bytes, added->len);
	free(path);
	return result;
}

int desk_read(const struct desk_game *game, struct desk_files *files_out, struct reason *reason)
{
	const bool sealed = game->file->sealed.secret[0] != '\0';
	struct desk_files *files = files_out;
	int result;

	*files = (struct desk_files){.path = site_game_file(game->site, game->id, "game.txt")};
	text_init(&files->log, 0);
	text_init(&files->sealed, 0);
	result = read_with(game, "game.txt", game->written, &game->added, &files->log, reason);
	if (result == 0 && sealed)
		result = read_with(game, "sealed", game->sealed_written, &game->sealed,
				   &files->sealed, reason);
	files->bytes = (struct gamefile_bytes){
		.path = files->path,
		.log = files->log.bytes,
		.log_len = files->log.len,
		.sealed = sealed ? files->sealed.bytes : NULL,
		.sealed_len = files->sealed.len,
	};
	return result;
}

void desk_files_done(struct desk_files *files)
{
	text_done(&files->log);
	text_done(&files->sealed);
	free(files->path);
}

/* The game as it stood after the entry; NULL with the reason. */
static struct gamefile *load(const struct desk_game *game, unsigned entry, struct reason *reason)
{
	struct gamefile *then = NULL;
	struct desk_files files;

	if (desk_read(game, &files, reason) == 0)
		then = gamefile_load_entry(&files.bytes, game->site->library, entry, reason);
	if (then != NULL && !then->game.started && game->file->game.started) {
		reason_set(reason,
			   "with entry %u the game hadn't begun; it did with entry %u, the first "
			   "that can be the last to stay",
			   entry, gamefile_start_of(&files.bytes));
		(void)reason_is(reason, REASON_ASKED);
		gamefile_free(then);
		then = NULL;
	}
	desk_files_done(&files);
	return then;
}

static int enter(const struct desk *desk, struct desk_game *game, const struct gamefile *then,
		 const struct entry_head *head, struct event_list *events, struct reason *reason)
{
	if (gamefile_undo(game->file, then, events, reason) < 0)
		return -1;
	desk_note_wait(desk, game, head->when, events);
	limits_add(&then->game, head, events);
	if (gamefile_add_undo(game->file, &then->game, head, events, &game->added, &game->sealed,
			      reason) < 0)
		return -1;
	event_list_clear(&game->owed);
	game->last_when = head->when;
	return 0;
}

int desk_undo(const struct desk *desk, struct desk_game *game, unsigned entry, int64_t when,
	      const char *cause, const struct event_list *first, struct reason *reason)
{
	const struct entry_head head = {game->file->head + 1, when, cause};
	struct gamefile *then = load(game, entry, reason);
	struct event_list events;
	int result = -1;

	if (then == NULL)
		return -1;
	event_list_init(&events);
	event_append(&events, &game->owed);
	if (first != NULL)
		event_append(&events, first);
	result = enter(desk, game, then, &head, &events, reason);
	event_list_done(&events);
	gamefile_free(then);
	return result;
}
