/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/batch/aside.h"
#include "pbem/batch/tally.h"

enum { SECONDS_A_DAY = 86400, NOTICES_A_DAY = 10 };

/* Whether the moderator is told of this one; of strangers' letters that come in heaps the count
 * will do. */
static bool is_told(struct matter *matter, bool genuine)
{
	char *name = base_printf("aside told %s %lld", genuine ? "seats" : "strangers",
				 (long long)(matter->waiting->received / SECONDS_A_DAY));
	bool told = intake_count(matter->intake, name) < (genuine ? 10 : 1) * NOTICES_A_DAY;

	if (told)
		intake_add_count(matter->intake, name, 1);
	free(name);
	return told;
}

/* Whether the batch alone leaves room for one more. */
static bool make_room(struct intake *intake, bool genuine, size_t len)
{
	if (intake->aside[genuine].letters >= ASIDE_LETTERS ||
	    intake->aside[genuine].bytes + len > ASIDE_BYTES)
		return false;
	intake->aside[genuine].letters++;
	intake->aside[genuine].bytes += len;
	return true;
}

void aside_put(struct matter *matter, const char *bytes, size_t len, bool genuine, const char *why)
{
	char *path = base_printf("aside/%s%.32s.eml", genuine ? "seat-" : "", matter->deed.digest);
	struct text copy, whose;

	text_init(&whose, 0);
	if (genuine && matter->game->file != NULL)
		text_addf(&whose, " by %s in game %s",
			  variant_seat_title(matter_game(matter)->variant, matter->seat),
			  matter->game->id);
	if (bytes != NULL && !make_room(matter->intake, genuine, len)) {
		tally_add(matter->intake, TALLY_DROPPED, 1);
		bytes = NULL;
	}
	if (bytes != NULL) {
		text_init(&copy, len + 4096);
		text_addf(&copy, "X-Pbem-Aside: %s; %s\n", matter->waiting->id, why);
		text_add_bytes(&copy, bytes, len);
		batch_write(&matter->intake->batch, path, copy.bytes, copy.len);
		text_done(&copy);
	}
	if (is_told(matter, genuine))
		intake_notice(matter->intake, matter->waiting->received,
			      "A letter (%s)%s was set aside%s%s: %s", matter->waiting->id,
			      whose.bytes, bytes != NULL ? " as " : "", bytes != NULL ? path : "",
			      why);
	matter->deed.seat = -1;
	snprintf(matter->deed.what, sizeof matter->deed.what, "set aside: %.120s", why);
	text_done(&whose);
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

/* What lies there; letters of ours that nobody would take count with those of seats. */
static GArray *list_kept(const struct intake *intake)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct kept));
	char *folder = config_path(intake->site->config, "aside");
	DIR *dir = opendir(folder);
	struct dirent *entry;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		struct kept kept = {.path = base_printf("aside/%s", entry->d_name)};
		struct stat status;

		/* A name with a blank is none of ours, and the journal has no way to write it. */
		if (entry->d_name[0] == '.' || strpbrk(entry->d_name, " \t\n") != NULL ||
		    fstatat(dirfd(dir), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
		    !S_ISREG(status.st_mode)) {
			free(kept.path);
			continue;
		}
		kept.when = status.st_mtime;
		kept.bytes = (size_t)status.st_size;
		kept.genuine = strncmp(entry->d_name, "seat-", 5) == 0 ||
			       strncmp(entry->d_name, "unsent.", 7) == 0;
		g_array_append_val(list, kept);
	}
	if (dir != NULL)
		closedir(dir);
	free(folder);
	return list;
}

void aside_prune(struct intake *intake)
{
	size_t letters[2], bytes[2];
	GArray *list;

	if (intake->aside[0].letters + intake->aside[1].letters == 0)
		return;
	list = list_kept(intake);
	for (unsigned i = 0; i < 2; i++) {
		letters[i] = intake->aside[i].letters;
		bytes[i] = intake->aside[i].bytes;
	}
	for (guint i = 0; i < list->len; i++) {
		letters[g_array_index(list, struct kept, i).genuine]++;
		bytes[g_array_index(list, struct kept, i).genuine] +=
			g_array_index(list, struct kept, i).bytes;
	}
	if (list->len > 0)
		qsort(list->data, list->len, sizeof(struct kept), by_age);
	for (guint i = 0; i < list->len; i++) {
		struct kept *kept = &g_array_index(list, struct kept, i);

		if (letters[kept->genuine] > ASIDE_LETTERS || bytes[kept->genuine] > ASIDE_BYTES) {
			batch_remove(&intake->batch, kept->path);
			tally_add(intake, TALLY_DROPPED, 1);
			letters[kept->genuine]--;
			bytes[kept->genuine] -= kept->bytes;
		}
		free(kept->path);
	}
	g_array_free(list, TRUE);
}
