/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/util/strbuf.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

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

static int replace_file(const char *path, const char *bytes, size_t len, bool flush,
			struct reason *reason)
{
	char *temporary = base_printf("%s" FILES_TORN, path);
	int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int result = -1;

	if (fd < 0)
		goto out;
	/* On a file system without locks, nobody else can lock the file either. */
	(void)files_lock(fd);
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
		reason_set_change(reason, "can't write %s", path);
	if (fd >= 0)
		close(fd);
	if (result != 0)
		unlink(temporary);
	free(temporary);
	return result;
}

int files_replace(const char *path, const char *bytes, size_t len, struct reason *reason)
{
	return replace_file(path, bytes, len, true, reason);
}

int files_write(const char *path, const char *bytes, size_t len, struct reason *reason)
{
	return replace_file(path, bytes, len, false, reason);
}

int files_write_at(const char *path, uint64_t offset, const char *bytes, size_t len, unsigned mode,
		   struct reason *reason)
{
	struct stat status;
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode);
	int result = -1;

	/* The umask must not change the mode: game files are public, all others are not. */
	if (fd < 0 || fstat(fd, &status) != 0 || (status.st_size == 0 && fchmod(fd, mode) != 0)) {
		reason_set_change(reason, "can't open %s", path);
	} else if ((uint64_t)status.st_size < offset) {
		reason_set(reason,
			   "%s has %lld bytes, but pbem wrote %llu bytes; somebody cut or replaced "
			   "the file",
			   path, (long long)status.st_size, (unsigned long long)offset);
		(void)reason_set_kind(reason, REASON_DAMAGED);
	} else if (lseek(fd, (off_t)offset, SEEK_SET) < 0 || files_write_all(fd, bytes, len) != 0) {
		reason_set_change(reason, "can't write %s", path);
	} else if ((uint64_t)status.st_size > offset + len &&
		   ftruncate(fd, (off_t)(offset + len)) != 0) {
		reason_set_change(reason, "can't shorten %s", path);
	} else {
		result = 0;
	}
	if (fd >= 0 && close(fd) != 0 && result == 0) {
		reason_set_change(reason, "can't write %s", path);
		result = -1;
	}
	step();
	return result;
}

int files_read(const char *path, struct strbuf *out, struct reason *reason)
{
	char block[65536];
	ssize_t got;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return reason_fail_errno(reason, "can't open %s", path);
	while ((got = read(fd, block, sizeof block)) > 0 || (got < 0 && errno == EINTR))
		if (got > 0)
			strbuf_add_bytes(out, block, (size_t)got);
	if (got < 0)
		reason_set_errno(reason, "can't read %s", path);
	close(fd);
	return got < 0 ? -1 : 0;
}

int files_read_if_there(const char *path, struct strbuf *out, bool *there_out,
			struct reason *reason)
{
	if (files_is_there(path, there_out, reason) != 0)
		return -1;
	return *there_out ? files_read(path, out, reason) : 0;
}

static int stat_if_there(const char *path, struct stat *status, bool *there_out,
			 struct reason *reason)
{
	bool there = stat(path, status) == 0;

	if (!there && errno != ENOENT && errno != ENOTDIR)
		return reason_fail_errno(reason, "can't find out whether there is %s", path);
	*there_out = there;
	return 0;
}

int files_is_there(const char *path, bool *there_out, struct reason *reason)
{
	struct stat status;

	return stat_if_there(path, &status, there_out, reason);
}

int files_close_folder(const char *path, struct reason *reason)
{
	struct stat status;

	if (stat(path, &status) != 0 || (status.st_mode & 077) == 0)
		return 0;
	if (chmod(path, status.st_mode & 0700) == 0)
		return 0;
	return reason_fail(
		reason,
		"other users can read %s, and pbem can't change this: %s. Run: chmod 700 %s", path,
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
			reason_set_change(reason, "can't make the folder %s", copy);
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

	if (stat_if_there(path, &status, &there, reason) != 0)
		return -1;
	if (!there || (status.st_mode & 077) == 0)
		return 0;
	return reason_fail_as(reason, REASON_RIGHTS,
			      "other users can read %s (mode %03o); run: chmod %s %s", path,
			      (unsigned)status.st_mode & 0777,
			      S_ISDIR(status.st_mode) ? "700" : "600", path);
}

/* Returns the user's name, or for a user without one the number in the form that sudo takes. */
static char *name_of(uid_t user, const struct passwd *entry)
{
	return entry != NULL ? base_strdup(entry->pw_name)
			     : base_printf("'#%lu'", (unsigned long)user);
}

/* Becomes the user permanently, with all of its groups. Returns false if this system doesn't let
 * root do that. */
static bool become_user(uid_t user, gid_t group, const struct passwd *entry)
{
	if (entry != NULL ? initgroups(entry->pw_name, entry->pw_gid) != 0
			  : setgroups(0, NULL) != 0)
		return false;
	if (entry != NULL)
		group = entry->pw_gid;
	if (setresgid(group, group, group) != 0 || setresuid(user, user, user) != 0)
		return false;
	if (entry != NULL) {
		setenv("HOME", entry->pw_dir, 1);
		setenv("USER", entry->pw_name, 1);
		setenv("LOGNAME", entry->pw_name, 1);
	}
	return true;
}

int files_become_owner(const char *path, struct reason *reason)
{
	struct stat status;

	if (geteuid() == 0 && stat(path, &status) == 0 && status.st_uid != 0)
		(void)become_user(status.st_uid, status.st_gid, getpwuid(status.st_uid));
	return files_check_owner(path, reason);
}

int files_check_owner(const char *path, struct reason *reason)
{
	struct stat status;
	char *name;

	if (stat(path, &status) != 0 || status.st_uid == geteuid())
		return 0;
	name = name_of(status.st_uid, getpwuid(status.st_uid));
	reason_set(reason,
		   "%s belongs to user %s, who can't read files of another user, so pbem did "
		   "nothing. Run: sudo -u %s pbem --site %s ...",
		   path, name, name, path);
	free(name);
	return reason_set_kind(reason, REASON_RIGHTS);
}

int files_flush(const char *folder, struct reason *reason)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int result = fd < 0 ? -1 : syncfs(fd);

	if (result != 0)
		reason_set_change(reason, "can't flush %s to the disk", folder);
	if (fd >= 0)
		close(fd);
	step();
	return result;
}

int files_remove(const char *path, struct reason *reason)
{
	if (unlink(path) != 0 && errno != ENOENT)
		return reason_fail_change(reason, "can't remove %s", path);
	step();
	return 0;
}

/* Returns the names in an open folder, or NULL with errno. */
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
	qsort(names, count, sizeof *names, strbuf_compare);
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
		reason_set_errno(reason, "can't list all of %s", path);
	if (dir != NULL)
		closedir(dir);
	return names;
}

void files_name_repair(struct reason *reason)
{
	const struct reason what = *reason;

	if (what.kind != REASON_DAMAGED || strstr(what.text, "pbem repair") != NULL)
		return;
	reason_set(reason, "%s. Run: pbem repair", what.text);
	(void)reason_set_kind(reason, REASON_DAMAGED);
}
