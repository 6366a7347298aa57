/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/base.h"
#include "pbem/site/files.h"
#include "pbem/wire/maildir.h"

enum { FOLDER_MODE = 0700, LETTER_MODE = 0600, NAME_LEN_MAX = 200 };

static int check_name(const char *name, struct reason *reason)
{
	if (*name != '\0' && *name != '.' && strlen(name) <= NAME_LEN_MAX &&
	    strpbrk(name, "/:\n") == NULL)
		return 0;
	return reason_fail(reason, "'%s' can't be the name of a letter's file", name);
}

int maildir_make(const char *path, struct reason *reason)
{
	static const char *const PARTS[] = {"tmp", "new", "cur"};

	for (size_t i = 0; i < ARRAY_LEN(PARTS); i++) {
		char *part = base_printf("%s/%s", path, PARTS[i]);
		int result = files_make_folder(part, FOLDER_MODE, reason);

		free(part);
		if (result != 0)
			return -1;
	}
	return 0;
}

static int open_folder(const char *path, struct reason *reason)
{
	int fd;

	if (maildir_make(path, reason) != 0)
		return -1;
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		reason_set(reason, "%s: %s", path, strerror(errno));
	return fd;
}

/* Whether the letter is there already: new, or as a mail program leaves what it has shown. */
static bool is_delivered(int folder, const char *name)
{
	static const char *const FORMS[][2] = {{"new/", ""}, {"cur/", ":2,"}, {"cur/", ":2,S"}};
	bool found = false;

	for (size_t i = 0; i < ARRAY_LEN(FORMS) && !found; i++) {
		char *path = base_printf("%s%s%s", FORMS[i][0], name, FORMS[i][1]);
		struct stat status;

		found = fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
		free(path);
	}
	return found;
}

static int write_letter(int folder, const char *path, const char *bytes, size_t len)
{
	int fd = openat(folder, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
			LETTER_MODE);
	struct timespec times[2];
	int result;

	if (fd < 0)
		return -1;
	result = files_write_all(fd, bytes, len);
	/* By the file's time letters are told apart that leave one after the other; the kernel's
	 * own is the same for some thousandths of a second. */
	if (result == 0 && clock_gettime(CLOCK_REALTIME, &times[0]) == 0) {
		times[1] = times[0];
		(void)futimens(fd, times);
	}
	if (result == 0)
		result = fsync(fd);
	if (close(fd) != 0)
		result = -1;
	return result;
}

static int flush_new(int folder)
{
	int fd = openat(folder, "new", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int result;

	if (fd < 0)
		return -1;
	result = fsync(fd);
	close(fd);
	return result;
}

int maildir_deliver(const char *maildir, const char *name, const char *bytes, size_t len,
		    struct reason *reason)
{
	char *from, *to;
	int folder, result = 0;

	if (check_name(name, reason) != 0)
		return -1;
	folder = open_folder(maildir, reason);
	if (folder < 0)
		return -1;
	from = base_printf("tmp/%s", name);
	to = base_printf("new/%s", name);
	if (!is_delivered(folder, name)) {
		result = write_letter(folder, from, bytes, len);
		if (result == 0)
			result = renameat(folder, from, folder, to);
	}
	/* Also of one that was there: it may have been renamed by a run that ended before its
	 * flush. */
	if (result == 0)
		result = flush_new(folder);
	if (result != 0) {
		reason_set(reason, "%s/%s: %s", maildir, to, strerror(errno));
		unlinkat(folder, from, 0);
	}
	close(folder);
	free(from);
	free(to);
	return result;
}
