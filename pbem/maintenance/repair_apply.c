/* SPDX-License-Identifier: MIT */
/* Setting aside what can be made again. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/promise/carrier.h"
#include "pbem/promise/ledger.h"
#include "pbem/repair/repair.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"

/* A second name for the file, in the folder; one that isn't there needs none. What a bad disk
 * doesn't give can't be copied, but can have that. */
static int keep(const char *from, const char *to, struct reason *reason)
{
	bool there = false;
	int result = files_is_there(from, &there, reason);

	if (result == 0 && there && link(from, to) != 0) {
		reason_set_errno(reason, "can't keep %s as %s", from, to);
		result = -1;
	}
	step();
	return result;
}

/* "games/g1/watchers" lies in a folder as in the site. */
static int make_folder_of(const char *path, struct reason *reason)
{
	char *folder = base_strndup(path, (size_t)(strrchr(path, '/') - path));
	int result = files_make_folder(folder, 0700, reason);

	free(folder);
	return result;
}

/* A copy, of what others write over where it lies: the journal does, and SQLite its log. */
static int keep_copy(const struct config *config, const char *folder, const char *name,
		     struct reason *reason)
{
	char *from = config_path(config, name), *to = base_printf("%s/%s", folder, name);
	struct text bytes;
	bool there = false;
	int result;

	text_init(&bytes, (size_t)1 << 30);
	result = files_read_if_there(from, &bytes, &there, reason);
	if (result == 0 && there)
		result = make_folder_of(to, reason);
	if (result == 0 && there)
		result = files_replace(to, bytes.bytes, bytes.len, reason);
	step();
	text_done(&bytes);
	free(to);
	free(from);
	return result;
}

/*
 * All of them are kept, on the disk, before the first loses its own. A ledger goes
 * before its log: without the log it would look sound, and have forgotten what stood there, while
 * SQLite drops a log without a ledger.
 */
static int set_aside(const struct config *config, const char *folder, const char *const *names,
		     struct reason *reason)
{
	int result = 0;

	for (const char *const *name = names; result == 0 && *name != NULL; name++) {
		char *from = config_path(config, *name), *to = base_printf("%s/%s", folder, *name);

		result = make_folder_of(to, reason);
		if (result == 0 && (strcmp(*name, "ledger-wal") != 0 ||
				    keep_copy(config, folder, *name, reason) != 0))
			result = keep(from, to, reason);
		free(to);
		free(from);
	}
	if (result == 0)
		result = files_flush(config->folder, reason);
	for (const char *const *name = names; result == 0 && *name != NULL; name++) {
		char *from = config_path(config, *name);

		result = files_remove(from, reason);
		step();
		free(from);
	}
	return result == 0 ? files_flush(config->folder, reason) : -1;
}

/* "aside/repair-20261124T153000Z", another with each call. */
static int make_folder(const struct config *config, char **folder_out, struct reason *reason)
{
	char stamp[STAMP_SIZE], *folder = NULL;
	bool there = true;
	int result = 0;

	stamp_print(step_time(), stamp);
	for (unsigned number = 1; result == 0 && there; number++) {
		free(folder);
		folder = base_printf("%s/aside/repair-%s-%u", config->folder, stamp, number);
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

static int mend(const struct config *config, const char *folder,
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
		return keep_copy(config, folder, finding->name, reason);
	case REPAIR_LEDGER:
		return set_aside(config, folder, ledger, reason);
	case REPAIR_ASIDE:
		break;
	}
	return set_aside(config, folder, alone, reason);
}

int repair_do(const struct repair *repair, char **folder_out, struct reason *reason)
{
	const struct config *config = repair->site->config;
	int lock, result;
	bool busy;

	/* Who sends has the ledger open, and writes what he has sent: nobody may begin to. */
	if (carrier_take(config->folder, &lock, &busy, reason) != 0)
		return -1;
	if (busy) {
		reason_set(reason, "letters are being sent just now; ask again when that is done");
		return reason_is(reason, REASON_PASSING);
	}
	result = make_folder(config, folder_out, reason);
	for (size_t i = 0; result == 0 && i < repair->count; i++)
		result = mend(config, *folder_out, &repair->findings[i], reason);
	carrier_done(lock);
	return result;
}
