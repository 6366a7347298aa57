/* SPDX-License-Identifier: MIT */
/* Moves away files that can be made again. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/maintenance/repair.h"
#include "pbem/store/ledger.h"
#include "pbem/store/sender_lock.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

static bool is_folder(const char *path)
{
	struct stat status;

	return lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Gives the file a second name, in the folder; a missing file needs none. On a bad disk a file that
 * can't be copied can still have a second name. A folder in place of a file can have one name only.
 */
static int link_into_folder(const char *from, const char *to, struct reason *reason)
{
	bool there = false;
	int result = files_is_there(from, &there, reason);

	if (result == 0 && there && !is_folder(from) && link(from, to) != 0) {
		reason_set_errno(reason, "can't keep %s as %s", from, to);
		result = -1;
	}
	step();
	return result;
}

/* Makes the folders of a path: "games/g1/watchers" has the same path in the folder as in the site.
 */
static int make_folder_of(const char *path, struct reason *reason)
{
	char *folder = base_strndup(path, (size_t)(strrchr(path, '/') - path));
	int result = files_make_folder(folder, 0700, reason);

	free(folder);
	return result;
}

/* Copies a file that others overwrite in place, as the journal does, and SQLite with its log. */
static int copy_into_folder(const struct config *config, const char *folder, const char *name,
			    struct reason *reason)
{
	char *from = config_path(config, name), *to = base_printf("%s/%s", folder, name);
	struct strbuf bytes;
	bool there = false;
	int result;

	strbuf_init(&bytes, (size_t)1 << 30);
	result = files_read_if_there(from, &bytes, &there, reason);
	if (result == 0 && there)
		result = make_folder_of(to, reason);
	if (result == 0 && there)
		result = files_replace(to, bytes.bytes, bytes.len, reason);
	step();
	strbuf_done(&bytes);
	free(to);
	free(from);
	return result;
}

/* Removes the first name. A folder has no second name, so it is renamed. */
static int remove_original(const char *from, const char *to, struct reason *reason)
{
	if (!is_folder(from))
		return files_remove(from, reason);
	return rename(from, to) == 0 ? 0 : reason_fail_change(reason, "can't rename %s", from);
}

/*
 * Moves the files away. All of them have their second name on the disk before the first loses its
 * own. A ledger goes before its log: without the log it would look sound but lack the latest
 * changes, while SQLite ignores a log without a ledger.
 */
static int move_away(const struct config *config, const char *folder, const char *const *names,
		     struct reason *reason)
{
	int result = 0;

	for (const char *const *name = names; result == 0 && *name != NULL; name++) {
		char *from = config_path(config, *name), *to = base_printf("%s/%s", folder, *name);

		result = make_folder_of(to, reason);
		if (result == 0 && (strcmp(*name, "ledger-wal") != 0 ||
				    copy_into_folder(config, folder, *name, reason) != 0))
			result = link_into_folder(from, to, reason);
		free(to);
		free(from);
	}
	if (result == 0)
		result = files_flush(config->folder, reason);
	for (const char *const *name = names; result == 0 && *name != NULL; name++) {
		char *from = config_path(config, *name), *to = base_printf("%s/%s", folder, *name);

		result = remove_original(from, to, reason);
		step();
		free(to);
		free(from);
	}
	return result == 0 ? files_flush(config->folder, reason) : -1;
}

/* Makes a folder such as "quarantine/repair-20261124T153000Z", a new one at each call. */
static int make_folder(const struct config *config, char **folder_out, struct reason *reason)
{
	char stamp[TIMESTAMP_SIZE], *folder = NULL;
	bool there = true;
	int result = 0;

	timestamp_print(step_time(), stamp);
	for (unsigned number = 1; result == 0 && there; number++) {
		free(folder);
		folder = base_printf("%s/quarantine/repair-%s-%u", config->folder, stamp, number);
		result = files_is_there(folder, &there, reason);
	}
	if (result == 0)
		result = files_make_folder(folder, 0700, reason);
	if (result == 0)
		*folder_out = folder;
	else
		free(folder);
	return result;
}

static int apply_cure(const struct config *config, const char *folder,
		      const struct repair_finding *finding, struct reason *reason)
{
	static const char *const ledger[] = {"ledger", "ledger-wal", "ledger-shm", NULL};
	const char *const alone[] = {finding->name, NULL};

	switch (finding->cure) {
	case REPAIR_NONE:
	case REPAIR_BY_RUN:
	case REPAIR_PEOPLE:
		return 0;
	case REPAIR_JOURNAL:
		return copy_into_folder(config, folder, finding->name, reason);
	case REPAIR_LEDGER:
		return move_away(config, folder, ledger, reason);
	case REPAIR_ASIDE:
		break;
	}
	return move_away(config, folder, alone, reason);
}

int repair_do(const struct repair *repair, char **folder_out, struct reason *reason)
{
	const struct config *config = repair->site->config;
	int lock, result;
	bool busy;

	/* A process that sends has the ledger open, and records what it has sent: none may start
	 * now. */
	if (sender_lock_take(config->folder, &lock, &busy, reason) != 0)
		return -1;
	if (busy) {
		reason_set(reason, "another process is sending letters; run 'pbem repair' again in "
				   "a few minutes");
		return reason_set_kind(reason, REASON_TEMPORARY);
	}
	result = make_folder(config, folder_out, reason);
	for (size_t i = 0; result == 0 && i < repair->count; i++)
		result = apply_cure(config, *folder_out, &repair->findings[i], reason);
	sender_lock_done(lock);
	return result;
}
