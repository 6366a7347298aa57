/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/archive/parts/catalogue.h"
#include "pbem/archive/parts/shelf.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"

enum { FILE_MODE = 0644, FOLDER_MODE = 0755 };

/* What is being written begins with that, in the first folder. */
#define NEW ".new"

/* Whether anything lies there that isn't hidden; -1: it can't be listed. */
static int has_files(const char *folder, struct reason *reason)
{
	char **names = files_list(folder, false, reason);
	const int found = names == NULL ? -1 : names[0] != NULL;

	g_strfreev(names);
	return found;
}

/* That it may be written into: an archive, or nothing at all, which becomes an empty archive, so
 * that one that is interrupted is known for what it is. */
static int claim(struct shelf *shelf, struct reason *reason)
{
	char *mark = shelf_path(shelf, CATALOGUE_FILE);
	bool there = false;
	int result = files_is_there(mark, &there, reason);
	const int has = result != 0 || there ? 0 : has_files(shelf->folder, reason);

	if (has < 0)
		result = -1;
	else if (has > 0)
		result = (reason_set(reason,
				     "%s is no archive, and not empty: expected a folder that pbem "
				     "may fill, a new one or an archive's",
				     shelf->folder),
			  reason_is(reason, REASON_ASKED));
	else if (result == 0 && !there)
		result = shelf_put(shelf, CATALOGUE_FILE, "", 0, reason);
	free(mark);
	return result;
}

/* Takes away what was never finished: who holds the lock is alone. */
static void sweep(const struct shelf *shelf)
{
	GDir *dir = g_dir_open(shelf->folder, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
		if (text_starts(name, NEW))
			shelf_remove(shelf, name);
	if (dir != NULL)
		g_dir_close(dir);
}

static void leave(struct shelf *shelf)
{
	if (shelf->lock >= 0)
		close(shelf->lock);
	free(shelf->folder);
	*shelf = (struct shelf){.lock = -1};
}

int shelf_open(const char *folder, struct shelf *shelf, struct reason *reason)
{
	*shelf = (struct shelf){.folder = base_strdup(folder), .lock = -1};
	if (files_make_folder(folder, FOLDER_MODE, reason) != 0) {
		(void)reason_is(reason, REASON_TAKEN);
		goto failed;
	}
	shelf->lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (shelf->lock < 0) {
		reason_set_errno(reason, "can't open %s", folder);
		(void)reason_is(reason, REASON_TAKEN);
		goto failed;
	}
	if (files_lock(shelf->lock) != 0) {
		if (errno == EWOULDBLOCK)
			reason_set(reason, "another 'pbem archive' is at work on %s", folder);
		else
			reason_set_errno(reason, "can't lock %s", folder);
		reason_make_passing(reason);
		goto failed;
	}
	if (claim(shelf, reason) != 0)
		goto failed;
	sweep(shelf);
	return 0;
failed:
	leave(shelf);
	return -1;
}

void shelf_close(struct shelf *shelf)
{
	sweep(shelf);
	leave(shelf);
}

char *shelf_path(const struct shelf *shelf, const char *name)
{
	return base_printf("%s/%s", shelf->folder, name);
}

/* Whether the file has these very bytes. */
static bool has(const char *path, const char *bytes, size_t len)
{
	struct stat status;
	struct text there;
	bool same;

	if (stat(path, &status) != 0 || (size_t)status.st_size != len)
		return false;
	text_init(&there, SIZE_MAX);
	same = files_read(path, &there, NULL) == 0 && there.len == len &&
	       memcmp(there.bytes, bytes, len) == 0;
	text_done(&there);
	return same;
}

/* What a process is writing has one name for all its files. */
static char *temporary_path(const struct shelf *shelf)
{
	return base_printf("%s/" NEW ".%ld", shelf->folder, (long)getpid());
}

static int replace(const struct shelf *shelf, const char *path, const char *bytes, size_t len,
		   struct reason *reason)
{
	char *temporary = temporary_path(shelf);
	int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, FILE_MODE);
	bool done = fd >= 0 && fchmod(fd, FILE_MODE) == 0 && files_write_all(fd, bytes, len) == 0;

	if (fd >= 0 && close(fd) != 0)
		done = false;
	step();
	if (!done || rename(temporary, path) != 0) {
		reason_set_errno(reason, "can't write %s", path);
		(void)reason_is(reason, REASON_TAKEN);
		unlink(temporary);
		done = false;
	}
	step();
	free(temporary);
	return done ? 0 : -1;
}

/* The folders that a file's name has in front. */
static int make_folders(const struct shelf *shelf, const char *name, struct reason *reason)
{
	int result = 0;

	for (const char *slash = name; result == 0 && (slash = strchr(slash, '/')) != NULL;
	     slash++) {
		char *path = base_printf("%s/%.*s", shelf->folder, (int)(slash - name), name);

		if (mkdir(path, FOLDER_MODE) == 0)
			result = chmod(path, FOLDER_MODE);
		else if (errno != EEXIST)
			result = -1;
		if (result != 0)
			reason_set_errno(reason, "can't make %s", path);
		free(path);
	}
	return result;
}

int shelf_put(struct shelf *shelf, const char *name, const char *bytes, size_t len,
	      struct reason *reason)
{
	char *path = shelf_path(shelf, name);
	int result = 0;

	if (!has(path, bytes, len)) {
		result = make_folders(shelf, name, reason);
		result = result == 0 ? replace(shelf, path, bytes, len, reason) : -1;
		shelf->written++;
	}
	free(path);
	return result;
}

void shelf_remove(const struct shelf *shelf, const char *name)
{
	char *path = shelf_path(shelf, name);

	(void)remove(path);
	free(path);
}
