/* SPDX-License-Identifier: MIT */
/* Reads a game's files as they will be after the commit, and takes games back. */
#include <stdlib.h>

#include "pbem/calendar/time_limits.h"
#include "pbem/site/workspace.h"
#include "pbem/sys/files.h"

/* Reads the first `written` bytes of a file of the game, and adds what the batch appends. */
static int read_with(const struct workspace_game *game, const char *name, uint64_t written,
		     const struct strbuf *added, struct strbuf *out, struct reason *reason)
{
	char *path = site_game_file(game->site, game->id, name);
	int result = written > 0 ? files_read(path, out, reason) : 0;

	if (result == 0 && out->len > written)
		out->len = (size_t)written;
	strbuf_add_bytes(out, added->bytes, added->len);
	free(path);
	return result;
}

int workspace_read(const struct workspace_game *game, struct workspace_files *files_out,
		   struct reason *reason)
{
	const bool sealed = game->file->sealed.secret[0] != '\0';
	struct workspace_files *files = files_out;
	int result;

	*files = (struct workspace_files){.path = site_game_file(game->site, game->id, "game.txt")};
	strbuf_init(&files->log, 0);
	strbuf_init(&files->sealed, 0);
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

void workspace_files_done(struct workspace_files *files)
{
	strbuf_done(&files->log);
	strbuf_done(&files->sealed);
	free(files->path);
}

/* Loads the game in its state after the entry. Returns NULL with the reason on failure. */
static struct gamefile *load_after_entry(const struct workspace_game *game, unsigned entry,
					 struct reason *reason)
{
	struct gamefile *then = NULL;
	struct workspace_files files;

	if (workspace_read(game, &files, reason) == 0)
		then = gamefile_load_entry(&files.bytes, game->site->library, entry, reason);
	if (then != NULL && !then->game.started && game->file->game.started) {
		reason_set(reason,
			   "the game had not begun at entry %u; the first entry that can be the "
			   "last one is entry %u",
			   entry, gamefile_start_of(&files.bytes));
		(void)reason_set_kind(reason, REASON_USAGE);
		gamefile_free(then);
		then = NULL;
	}
	workspace_files_done(&files);
	return then;
}

static int enter_takeback(const struct workspace *workspace, struct workspace_game *game,
			  const struct gamefile *then, const struct entry_head *head,
			  struct event_list *events, struct reason *reason)
{
	if (gamefile_undo(game->file, then, events, reason) < 0)
		return -1;
	workspace_note_wait(workspace, game, head->when, events);
	time_limits_add(&then->game, head, events);
	if (gamefile_add_undo(game->file, &then->game, head, events, &game->added, &game->sealed,
			      reason) < 0)
		return -1;
	event_list_clear(&game->owed);
	game->last_when = head->when;
	return 0;
}

int workspace_undo(const struct workspace *workspace, struct workspace_game *game, unsigned entry,
		   int64_t when, const char *cause, const struct event_list *first,
		   struct reason *reason)
{
	const struct entry_head head = {game->file->head + 1, when, cause};
	struct gamefile *then = load_after_entry(game, entry, reason);
	struct event_list events;
	int result = -1;

	if (then == NULL)
		return -1;
	event_list_init(&events);
	event_append(&events, &game->owed);
	if (first != NULL)
		event_append(&events, first);
	result = enter_takeback(workspace, game, then, &head, &events, reason);
	event_list_done(&events);
	gamefile_free(then);
	return result;
}
