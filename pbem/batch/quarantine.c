/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/batch/ignored_counts.h"
#include "pbem/batch/quarantine.h"

enum { NOTICES_A_DAY = 10 };

/* Reports whether the moderator is notified of this message. There is a daily limit, lower for
 * messages of strangers, for which the count is enough. */
static bool may_notify_moderator(struct workspace *workspace, int64_t received, bool genuine)
{
	return workspace_raise(workspace, 1,
			       COUNT(COUNT_QUARANTINED, .number = genuine,
				     .day = received / SECONDS_A_DAY)) <
	       (genuine ? 10 : 1) * NOTICES_A_DAY;
}

/* Reserves room for a message. Returns false if the batch alone would exceed the limits. */
static bool reserve_room(struct workspace *workspace, bool genuine, size_t len)
{
	if (workspace->aside[genuine].letters >= QUARANTINE_LETTERS ||
	    workspace->aside[genuine].bytes + len > QUARANTINE_BYTES)
		return false;
	workspace->aside[genuine].letters++;
	workspace->aside[genuine].bytes += len;
	return true;
}

void quarantine_put(struct workspace *workspace, const struct quarantine_letter *letter,
		    const char *why)
{
	const bool genuine = letter->whose != NULL;
	const char *bytes = letter->bytes;
	char *path = base_printf("quarantine/%s%.32s.eml", genuine ? "seat-" : "", letter->digest);
	struct strbuf copy;

	if (bytes != NULL && !reserve_room(workspace, genuine, letter->len)) {
		ignored_counts_add(workspace, IGNORED_COUNTS_DROPPED, 1);
		bytes = NULL;
	}
	if (bytes != NULL) {
		strbuf_init(&copy, letter->len + 4096);
		strbuf_addf(&copy, "X-Pbem-Quarantine: %s; %s\n", letter->id, why);
		strbuf_add_bytes(&copy, bytes, letter->len);
		transaction_write(&workspace->batch, path, copy.bytes, copy.len);
		strbuf_done(&copy);
	}
	if (may_notify_moderator(workspace, letter->received, genuine))
		workspace_notice(workspace, letter->received,
				 bytes != NULL ? "A letter (%s)%s was quarantined as %s: %s"
					       : "A letter (%s)%s was quarantined%s: %s",
				 letter->id, genuine ? letter->whose : "",
				 bytes != NULL ? path : "", why);
	free(path);
}

/* ---- room ---- */

struct quarantined {
	char *path; /* relative to the site */
	time_t when;
	size_t bytes;
	bool genuine;
};

static int compare_age(const void *a, const void *b)
{
	const struct quarantined *one = a, *other = b;

	if (one->when != other->when)
		return one->when < other->when ? -1 : 1;
	return strcmp(one->path, other->path);
}

/* Reads a file's age and size. Returns 1; 0 if the file is gone or doesn't count; -1 with errno on
 * failure. */
static int stat_quarantined(DIR *dir, const char *name, struct quarantined *kept_out)
{
	struct stat status;

	/* A name with a space isn't pbem's, and can't be written in the journal. */
	if (name[0] == '.' || strpbrk(name, " \t\n") != NULL)
		return 0;
	if (fstatat(dirfd(dir), name, &status, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT ? 0 : -1;
	if (!S_ISREG(status.st_mode))
		return 0;
	*kept_out = (struct quarantined){
		.path = base_printf("quarantine/%s", name),
		.when = status.st_mtime,
		.bytes = (size_t)status.st_size,
		.genuine = strncmp(name, "seat-", 5) == 0 || strncmp(name, "unsent.", 7) == 0,
	};
	return 1;
}

static void free_quarantined(GArray *list)
{
	for (guint i = 0; i < list->len; i++)
		free(g_array_index(list, struct quarantined, i).path);
	g_array_free(list, TRUE);
}

/* Lists the kept messages. pbem's own undeliverable messages count like those of seats. A missing
 * folder has none. Returns -1 with the reason if the folder can't be read. */
static int list_quarantined(const struct workspace *workspace, GArray *list, struct reason *reason)
{
	char *folder = config_path(workspace->site->config, "quarantine");
	DIR *dir = opendir(folder);
	struct dirent *entry;
	struct quarantined kept;
	int found = dir != NULL || errno == ENOENT ? 0 : -1;

	while (dir != NULL && found >= 0 && (errno = 0, entry = readdir(dir)) != NULL) {
		found = stat_quarantined(dir, entry->d_name, &kept);
		if (found > 0)
			g_array_append_val(list, kept);
	}
	if (found < 0 || (dir != NULL && errno != 0)) {
		reason_set_errno(reason, "can't tell what room there is in %s", folder);
		found = -1;
	}
	if (dir != NULL)
		closedir(dir);
	free(folder);
	return found < 0 ? -1 : 0;
}

int quarantine_prune(struct workspace *workspace, struct reason *reason)
{
	size_t letters[2], bytes[2];
	GArray *list;
	int result;

	if (workspace->aside[0].letters + workspace->aside[1].letters == 0)
		return 0;
	list = g_array_new(FALSE, FALSE, sizeof(struct quarantined));
	result = list_quarantined(workspace, list, reason);
	for (unsigned i = 0; i < 2; i++) {
		letters[i] = workspace->aside[i].letters;
		bytes[i] = workspace->aside[i].bytes;
	}
	for (guint i = 0; i < list->len; i++) {
		letters[g_array_index(list, struct quarantined, i).genuine]++;
		bytes[g_array_index(list, struct quarantined, i).genuine] +=
			g_array_index(list, struct quarantined, i).bytes;
	}
	if (list->len > 0)
		qsort(list->data, list->len, sizeof(struct quarantined), compare_age);
	for (guint i = 0; result == 0 && i < list->len; i++) {
		const struct quarantined *kept = &g_array_index(list, struct quarantined, i);

		if (letters[kept->genuine] > QUARANTINE_LETTERS ||
		    bytes[kept->genuine] > QUARANTINE_BYTES) {
			transaction_remove(&workspace->batch, kept->path);
			ignored_counts_add(workspace, IGNORED_COUNTS_DROPPED, 1);
			letters[kept->genuine]--;
			bytes[kept->genuine] -= kept->bytes;
		}
	}
	free_quarantined(list);
	return result;
}
