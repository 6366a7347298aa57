/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <glib.h>

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/batch/aside.h"
#include "pbem/batch/tally.h"

enum { NOTICES_A_DAY = 10 };

/* Whether the moderator is told of this one; of strangers' letters that come in heaps the count
 * will do. */
static bool is_told(struct desk *desk, int64_t received, bool genuine)
{
	return desk_raise(desk, 1, "aside told %s" LEDGER_OF_DAY, genuine ? "seats" : "strangers",
			  (long long)(received / SECONDS_A_DAY)) <
	       (genuine ? 10 : 1) * NOTICES_A_DAY;
}

/* Whether the batch alone leaves room for one more. */
static bool make_room(struct desk *desk, bool genuine, size_t len)
{
	if (desk->aside[genuine].letters >= ASIDE_LETTERS ||
	    desk->aside[genuine].bytes + len > ASIDE_BYTES)
		return false;
	desk->aside[genuine].letters++;
	desk->aside[genuine].bytes += len;
	return true;
}

void aside_put(struct desk *desk, const struct aside_letter *letter, const char *why)
{
	const bool genuine = letter->whose != NULL;
	const char *bytes = letter->bytes;
	char *path = base_printf("aside/%s%.32s.eml", genuine ? "seat-" : "", letter->digest);
	struct text copy;

	if (bytes != NULL && !make_room(desk, genuine, letter->len)) {
		tally_add(desk, TALLY_DROPPED, 1);
		bytes = NULL;
	}
	if (bytes != NULL) {
		text_init(&copy, letter->len + 4096);
		text_addf(&copy, "X-Pbem-Aside: %s; %s\n", letter->id, why);
		text_add_bytes(&copy, bytes, letter->len);
		batch_write(&desk->batch, path, copy.bytes, copy.len);
		text_done(&copy);
	}
	if (is_told(desk, letter->received, genuine))
		desk_notice(desk, letter->received,
			    bytes != NULL ? "A letter (%s)%s was set aside as %s: %s"
					  : "A letter (%s)%s was set aside%s: %s",
			    letter->id, genuine ? letter->whose : "", bytes != NULL ? path : "",
			    why);
	free(path);
}

/* ---- room ---- */

struct kept {
	char *path; /* relative to the site */
	time_t when;
	size_t bytes;
	bool genuine;
};

static int by_age(const void *a, const void *b)
{
	const struct kept *one = a, *other = b;

	if (one->when != other->when)
		return one->when < other->when ? -1 : 1;
	return strcmp(one->path, other->path);
}

/* 1: a file there that counts; 0: none such; -1 with errno: nobody can tell. */
static int look_at(DIR *dir, const char *name, struct kept *kept_out)
{
	struct stat status;

	/* A name with a blank is none of ours, and the journal has no way to write it. */
	if (name[0] == '.' || strpbrk(name, " \t\n") != NULL)
		return 0;
	if (fstatat(dirfd(dir), name, &status, AT_SYMLINK_NOFOLLOW) != 0)
		return errno == ENOENT ? 0 : -1;
	if (!S_ISREG(status.st_mode))
		return 0;
	*kept_out = (struct kept){
		.path = base_printf("aside/%s", name),
		.when = status.st_mtime,
		.bytes = (size_t)status.st_size,
		.genuine = strncmp(name, "seat-", 5) == 0 || strncmp(name, "unsent.", 7) == 0,
	};
	return 1;
}

static void free_kept(GArray *list)
{
	for (guint i = 0; i < list->len; i++)
		free(g_array_index(list, struct kept, i).path);
	g_array_free(list, TRUE);
}

/* What lies there; letters of ours that nobody would take count with those of seats. A folder that
 * isn't there holds none; -1 with the reason when nobody can tell. */
static int list_kept(const struct desk *desk, GArray *list, struct reason *reason)
{
	char *folder = config_path(desk->site->config, "aside");
	DIR *dir = opendir(folder);
	struct dirent *entry;
	struct kept kept;
	int found = dir != NULL || errno == ENOENT ? 0 : -1;

	while (dir != NULL && found >= 0 && (errno = 0, entry = readdir(dir)) != NULL) {
		found = look_at(dir, entry->d_name, &kept);
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

int aside_prune(struct desk *desk, struct reason *reason)
{
	size_t letters[2], bytes[2];
	GArray *list;
	int result;

	if (desk->aside[0].letters + desk->aside[1].letters == 0)
		return 0;
	list = g_array_new(FALSE, FALSE, sizeof(struct kept));
	result = list_kept(desk, list, reason);
	for (unsigned i = 0; i < 2; i++) {
		letters[i] = desk->aside[i].letters;
		bytes[i] = desk->aside[i].bytes;
	}
	for (guint i = 0; i < list->len; i++) {
		letters[g_array_index(list, struct kept, i).genuine]++;
		bytes[g_array_index(list, struct kept, i).genuine] +=
			g_array_index(list, struct kept, i).bytes;
	}
	if (list->len > 0)
		qsort(list->data, list->len, sizeof(struct kept), by_age);
	for (guint i = 0; result == 0 && i < list->len; i++) {
		const struct kept *kept = &g_array_index(list, struct kept, i);

		if (letters[kept->genuine] > ASIDE_LETTERS || bytes[kept->genuine] > ASIDE_BYTES) {
			batch_remove(&desk->batch, kept->path);
			tally_add(desk, TALLY_DROPPED, 1);
			letters[kept->genuine]--;
			bytes[kept->genuine] -= kept->bytes;
		}
	}
	free_kept(list);
	return result;
}
