/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "core/util/strbuf.h"
#include "pbem/site/moved_game.h"
#include "pbem/site/seats.h"
#include "pbem/site/site_faults.h"
#include "pbem/site/watcher_list.h"
#include "pbem/store/journal.h"
#include "pbem/sys/files.h"

/* The journal was finished when the site was opened, so anything after the last entry is damage.
 * Overwriting it could undo what a player was sent. */
int site_faults_tail(const struct site *site, const struct gamefile *file, struct reason *reason)
{
	char *path = site_game_file(site, file->header.id, "game.txt");
	struct stat status;
	int result = stat(path, &status);

	if (result != 0)
		reason_set_errno(reason, "can't look at %s", path);
	else if ((uint64_t)status.st_size != file->size)
		result = reason_fail_as(reason, REASON_DAMAGED,
					"%s: the data after entry %u, at byte %" PRIu64
					", is not a complete entry",
					path, file->head, file->size);
	free(path);
	return result;
}

/* Checks whether the snapshot is newer than the game file, which shows that entries are missing. A
 * snapshot may be deleted at any time, and one that doesn't fit is ignored. */
static int check_against_snapshot(const struct site *site, const char *folder,
				  const struct gamefile *file, struct reason *reason)
{
	const unsigned beyond = gamefile_snapshot_beyond(folder, file, site->library);

	return beyond == 0 ? 0
			   : reason_fail_as(reason, REASON_DAMAGED,
					    "the last entry is %u, but the snapshot in the same "
					    "folder was made after entry %u; the entries between "
					    "them are lost",
					    file->head, beyond);
}

/* Reports whether a run has written to the game since it was loaded. Commands that only look at a
 * site don't hold the lock, and entries that a run adds meanwhile aren't damage. */
static bool was_written(const struct site *site, const char *folder, const struct gamefile *file)
{
	struct gamefile *now;
	struct reason reason;
	bool written;

	if (journal_is_open(site->config->folder))
		return true;
	now = gamefile_load(folder, site->library, &reason);
	written = now != NULL && now->size != file->size;
	gamefile_free(now);
	return written;
}

/* Checks the keys of an earlier site, if the game came from one. */
static int check_foreign_keys(const struct site *site, const char *id, struct reason *reason)
{
	char *path = site_game_file(site, id, MOVED_GAME_KEYS);
	struct strbuf text;
	bool there = false;
	int result;

	strbuf_init(&text, 0);
	result = files_check_private(path, reason);
	if (result == 0)
		result = files_read_if_there(path, &text, &there, reason);
	if (result == 0 && there && moved_game_moves(text.bytes) == 0)
		result = reason_fail_as(reason, REASON_DAMAGED,
					"the first line isn't the number of the game's moves to "
					"another site");
	strbuf_done(&text);
	free(path);
	return result;
}

struct search {
	const char *id;
	site_faults_take *take;
	void *context;
};

/* Passes on the fault of a file, if there is one. */
static void note_result(const struct search *search, const char *file, int result,
			const struct reason *why)
{
	char *name = base_printf("games/%s/%s", search->id, file);

	if (result != 0)
		search->take(search->context, name, why);
	free(name);
}

void site_faults_of_game(const struct site *site, const struct gamefile *file,
			 site_faults_take *take, void *context)
{
	static const char *const secret[] = {"sealed", "snapshot"};
	const char *id = file->header.id;
	const struct search search = {id, take, context};
	char *folder = site_game_folder(site, id);
	struct watcher_list watchers = {.count = 0};
	struct seats seats = {.count = 0};
	struct reason why;

	for (size_t i = 0; i < ARRAY_LEN(secret); i++) {
		char *path = site_game_file(site, id, secret[i]);

		note_result(&search, secret[i], files_check_private(path, &why), &why);
		free(path);
	}
	if ((site_faults_tail(site, file, &why) != 0 ||
	     check_against_snapshot(site, folder, file, &why) != 0) &&
	    !was_written(site, folder, file))
		note_result(&search, "game.txt", -1, &why);
	note_result(&search, "seats", seats_load(folder, file->game.variant, &seats, &why), &why);
	note_result(&search, "watchers", watcher_list_load(folder, &watchers, &why), &why);
	note_result(&search, MOVED_GAME_KEYS, check_foreign_keys(site, id, &why), &why);
	watcher_list_done(&watchers);
	seats_done(&seats);
	free(folder);
}
