/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/archive/game_catalog.h"
#include "pbem/archive/output_dir.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

enum { FILE_MODE = 0644, FOLDER_MODE = 0755, OWN_MODE = 0600 };

/* The beginning of the names of files that are being written, in the top folder. */
#define NEW ".new"

/* Returns 1 if the folder has a file that isn't hidden, 0 if it has none, and -1 with the reason if
 * it can't be listed. */
static int has_files(const char *folder, struct reason *reason)
{
	char **names = files_list(folder, false, reason);
	const int found = names == NULL ? -1 : names[0] != NULL;

	g_strfreev(names);
	return found;
}

/* Checks that the folder may be written into: it is an archive, or empty. An empty folder becomes
 * an empty archive, so that an interrupted one can be recognised. */
static int claim_folder(struct output_dir *output, struct reason *reason)
{
	char *mark = output_dir_path(output, GAME_CATALOG_FILE);
	bool there = false;
	int result = files_is_there(mark, &there, reason);
	const int has = result != 0 || there ? 0 : has_files(output->folder, reason);

	if (has < 0)
		result = -1;
	else if (has > 0)
		result = (reason_set(reason,
				     "%s is neither empty nor an archive; choose a new folder or "
				     "the folder of an archive",
				     output->folder),
			  reason_set_kind(reason, REASON_USAGE));
	else if (result == 0 && !there)
		result = output_dir_put(output, GAME_CATALOG_FILE, "", 0, reason);
	free(mark);
	return result;
}

/* Removes files that were never finished. No other process can be writing them, because this one
 * holds the lock. */
static void remove_unfinished_files(const struct output_dir *output)
{
	GDir *dir = g_dir_open(output->folder, 0, NULL);
	const char *name;

	while (dir != NULL && (name = g_dir_read_name(dir)) != NULL)
		if (strbuf_starts(name, NEW))
			output_dir_remove(output, name);
	if (dir != NULL)
		g_dir_close(dir);
}

static void release_folder(struct output_dir *output)
{
	if (output->lock >= 0)
		close(output->lock);
	free(output->folder);
	*output = (struct output_dir){.lock = -1};
}

int output_dir_open(const char *folder, struct output_dir *output, struct reason *reason)
{
	*output = (struct output_dir){.folder = base_strdup(folder), .lock = -1};
	if (files_make_folder(folder, FOLDER_MODE, reason) != 0) {
		(void)reason_set_kind(reason, REASON_EXISTS);
		goto failed;
	}
	output->lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (output->lock < 0) {
		reason_set_errno(reason, "can't open %s", folder);
		(void)reason_set_kind(reason, REASON_EXISTS);
		goto failed;
	}
	if (files_lock(output->lock) != 0) {
		if (errno == EWOULDBLOCK)
			reason_set(reason, "another 'pbem archive' is working on %s", folder);
		else
			reason_set_errno(reason, "can't lock %s", folder);
		reason_make_temporary(reason);
		goto failed;
	}
	if (claim_folder(output, reason) != 0)
		goto failed;
	remove_unfinished_files(output);
	return 0;
failed:
	release_folder(output);
	return -1;
}

void output_dir_close(struct output_dir *output)
{
	remove_unfinished_files(output);
	release_folder(output);
}

char *output_dir_path(const struct output_dir *output, const char *name)
{
	return base_printf("%s/%s", output->folder, name);
}

static bool file_has_bytes(const char *path, const char *bytes, size_t len)
{
	struct stat status;
	struct strbuf there;
	bool same;

	if (stat(path, &status) != 0 || (size_t)status.st_size != len)
		return false;
	strbuf_init(&there, SIZE_MAX);
	same = files_read(path, &there, NULL) == 0 && there.len == len &&
	       memcmp(there.bytes, bytes, len) == 0;
	strbuf_done(&there);
	return same;
}

/* Returns the name of the file that a process is writing: the same for all its files. */
static char *temporary_path(const struct output_dir *output)
{
	return base_printf("%s/" NEW ".%ld", output->folder, (long)getpid());
}

static int replace_file(const struct output_dir *output, const char *path, mode_t mode,
			const char *bytes, size_t len, struct reason *reason)
{
	char *temporary = temporary_path(output);
	int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, OWN_MODE);
	bool done = fd >= 0 && fchmod(fd, mode) == 0 && files_write_all(fd, bytes, len) == 0;

	if (fd >= 0 && close(fd) != 0)
		done = false;
	step();
	if (!done || rename(temporary, path) != 0) {
		reason_set_errno(reason, "can't write %s", path);
		(void)reason_set_kind(reason, REASON_EXISTS);
		unlink(temporary);
		done = false;
	}
	step();
	free(temporary);
	return done ? 0 : -1;
}

/* Makes the folders in a file's name. */
static int make_folders(const struct output_dir *output, const char *name, struct reason *reason)
{
	int result = 0;

	for (const char *slash = name; result == 0 && (slash = strchr(slash, '/')) != NULL;
	     slash++) {
		char *path = base_printf("%s/%.*s", output->folder, (int)(slash - name), name);

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

int output_dir_put(struct output_dir *output, const char *name, const char *bytes, size_t len,
		   struct reason *reason)
{
	/* A name that begins with a dot is no page's: a web server must not show the file. */
	const mode_t mode = *name == '.' ? OWN_MODE : FILE_MODE;
	char *path = output_dir_path(output, name);
	int result = 0;

	if (!file_has_bytes(path, bytes, len)) {
		result = make_folders(output, name, reason);
		result = result == 0 ? replace_file(output, path, mode, bytes, len, reason) : -1;
		output->written++;
	}
	free(path);
	return result;
}

void output_dir_remove(const struct output_dir *output, const char *name)
{
	char *path = output_dir_path(output, name);

	(void)remove(path);
	free(path);
}
