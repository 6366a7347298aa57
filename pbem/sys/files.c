/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "pbem/site/files.h"
#include "pbem/site/step.h"

int files_lock(int fd)
{
	int result;

	do
		result = flock(fd, LOCK_EX | LOCK_NB);
	while (result != 0 && errno == EINTR);
	return result;
}

int files_write_all(int fd, const char *bytes, size_t len)
{
	while (len > 0) {
		ssize_t written = write(fd, bytes, len);

		if (written < 0 && errno != EINTR)
			return -1;
		if (written > 0) {
			bytes += written;
			len -= (size_t)written;
		}
	}
	return 0;
}

static int flush_folder_of(const char *path)
{
	char *folder = base_strdup(path), *slash = strrchr(folder, '/');
	int fd, result;

	if (slash != NULL)
		*slash = '\0';
	fd = open(slash != NULL ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(folder);
	if (fd < 0)
		return -1;
	result = fsync(fd);
	close(fd);
	return result;
}

static int replace(const char *path, const char *bytes, size_t len, bool flush,
		   struct reason *reason)
{
	char *temporary = base_printf("%s.tmp", path);
	int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int result = -1;

	if (fd < 0)
		goto out;
	if (files_write_all(fd, bytes, len) != 0 || (flush && fsync(fd) != 0))
		goto out;
	if (close(fd) != 0) {
		fd = -1;
		goto out;
	}
	fd = -1;
	step();
	if (rename(temporary, path) != 0 || (flush && flush_folder_of(path) != 0))
		goto out;
	step();
	result = 0;
out:
	if (result != 0)
		reason_set(reason, "can't write %s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	if (result != 0)
		unlink(temporary);
	free(temporary);
	return result;
}

int files_replace(const char *path, const char *bytes, size_t len, struct reason *reason)
{
	return replace(path, bytes, len, true, reason);
}

int files_write(const char *path, const char *bytes, size_t len, struct reason *reason)
{
	return replace(path, bytes, len, false, reason);
}

int files_write_at(const char *path, uint64_t offset, const char *bytes, size_t len, unsigned mode,
		   struct reason *reason)
{
	struct stat status;
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
	int result = -1;

	/* Exactly that mode, whatever the umask: game files are public, all else is not. */
	if (fd < 0 || fstat(fd, &status) != 0 || (status.st_size == 0 && fchmod(fd, mode) != 0)) {
		reason_set(reason, "can't open %s: %s", path, strerror(errno));
	} else if ((uint64_t)status.st_size < offset) {
		reason_set(reason,
			   "%s has %lld bytes where %llu were written: it was cut or replaced",
			   path, (long long)status.st_size, (unsigned long long)offset);
	} else if (lseek(fd, (off_t)offset, SEEK_SET) < 0 || files_write_all(fd, bytes, len) != 0) {
		reason_set(reason, "can't write %s: %s", path, strerror(errno));
	} else if ((uint64_t)status.st_size > offset + len &&
		   ftruncate(fd, (off_t)(offset + len)) != 0) {
		reason_set(reason, "can't cut %s: %s", path, strerror(errno));
	} else {
		result = 0;
	}
	if (fd >= 0 && close(fd) != 0 && result == 0) {
		reason_set(reason, "can't write %s: %s", path, strerror(errno));
		result = -1;
	}
	step();
	return result;
}

int files_read(const char *path, struct text *out, struct reason *reason)
{
	char block[65536];
	ssize_t got;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return reason_fail_errno(reason, "can't open %s", path);
	while ((got = read(fd, block, sizeof block)) > 0 || (got < 0 && errno == EINTR))
		if (got > 0)
			text_add_bytes(out, block, (size_t)got);
	if (got < 0)
		reason_set_errno(reason, "can't read %s", path);
	close(fd);
	return got < 0 ? -1 : 0;
}

int files_read_if_there(const char *path, struct text *out, bool *there_out, struct reason *reason)
{
	if (files_is_there(path, there_out, reason) != 0)
		return -1;
	return *there_out ? files_read(path, out, reason) : 0;
}

static int look_at(const char *path, struct stat *status, bool *there_out, struct reason *reason)
{
	bool there = stat(path, status) == 0;

	if (!there && errno != ENOENT && errno != ENOTDIR)
		return reason_fail_errno(reason, "can't tell whether there is %s", path);
	*there_out = there;
	return 0;
}

int files_is_there(const char *path, bool *there_out, struct reason *reason)
{
	struct stat status;

	return look_at(path, &status, there_out, reason);
}

int files_close_folder(const char *path, struct reason *reason)
{
	struct stat status;

	if (stat(path, &status) != 0 || (status.st_mode & 077) == 0)
		return 0;
	if (chmod(path, status.st_mode & 0700) == 0)
		return 0;
	return reason_fail(reason,
			   "%s is open to others, and can't be closed: %s. Run: chmod 700 %s", path,
			   strerror(errno), path);
}

int files_make_folder(const char *path, unsigned mode, struct reason *reason)
{
	char *copy = base_strdup(path);
	int result = 0;

	for (char *slash = strchr(copy + 1, '/'); result == 0; slash = strchr(slash + 1, '/')) {
		if (slash != NULL)
			*slash = '\0';
		if (mkdir(copy, mode) == 0 ? chmod(copy, mode) != 0 : errno != EEXIST) {
			const int number = errno;

			reason_set(reason, "can't make the folder %s: %s", copy, strerror(number));
			reason_judge_errno(reason, number);
			result = -1;
		}
		if (slash == NULL)
			break;
		*slash = '/';
	}
	free(copy);
	return result;
}

int files_check_private(const char *path, struct reason *reason)
{
	struct stat status;
	bool there;

	if (look_at(path, &status, &there, reason) != 0)
		return -1;
	if (!there || (status.st_mode & 077) == 0)
		return 0;
	return reason_fail(reason, "%s is open to others (mode %03o); run: chmod %s %s", path,
			   (unsigned)status.st_mode & 0777, S_ISDIR(status.st_mode) ? "700" : "600",
			   path);
}

int files_flush(const char *folder, struct reason *reason)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int result = fd < 0 ? -1 : syncfs(fd);

	if (result != 0)
		reason_set(reason, "can't flush %s to the disk: %s", folder, strerror(errno));
	if (fd >= 0)
		close(fd);
	step();
	return result;
}

int files_remove(const char *path, struct reason *reason)
{
	if (unlink(path) != 0 && errno != ENOENT)
		return reason_fail(reason, "can't remove %s: %s", path, strerror(errno));
	step();
	return 0;
}

/* The names of an open folder; NULL, and errno says why. */
static char **list_open(DIR *dir)
{
	size_t count = 0, size = 0;
	char **names = base_grow(NULL, 0, &size, sizeof *names);
	struct dirent *entry;

	while (dir != NULL && (errno = 0, entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		names[count++] = base_strdup(entry->d_name);
		names = base_grow(names, count, &size, sizeof *names);
	}
	if (dir != NULL && errno != 0) {
		while (count > 0)
			free(names[--count]);
		free(names);
		return NULL;
	}
	names[count] = NULL;
	qsort(names, count, sizeof *names, text_compare);
	return names;
}

char **files_list(const char *path, bool may_miss, struct reason *reason)
{
	DIR *dir = opendir(path);
	char **names;

	if (dir == NULL && !(may_miss && errno == ENOENT)) {
		reason_set_errno(reason, "%s", path);
		return NULL;
	}
	names = list_open(dir);
	if (names == NULL)
		reason_set_errno(reason, "%s can't be listed to its end", path);
	if (dir != NULL)
		closedir(dir);
	return names;
}

void files_name_repair(struct reason *reason)
{
	const struct reason what = *reason;

	if (reason_kind(&what) != REASON_DAMAGED)
		return;
	reason_set(reason, "%s. Ask: pbem repair", what.text);
	(void)reason_is(reason, REASON_DAMAGED);
}
