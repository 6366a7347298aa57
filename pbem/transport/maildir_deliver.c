/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"
#include "pbem/transport/maildir_source.h"

enum {
	FOLDER_MODE = 0700,
	LETTER_MODE = 0600,
	NAME_LEN_MAX = 200,
	EARLIEST = 946684800, /* the year 2000: a smaller number isn't a time of delivery */
	FEW = 4, /* flushing that many messages is quicker than flushing the whole disk */
};

/* ---- names of files ---- */

void maildir_id(const char *name, char id[WAITING_ID_MAX + 1])
{
	size_t len = strcspn(name, ":");
	struct sha256 digest;
	struct strbuf text;

	strbuf_init(&text, 0);
	strbuf_add(&text, MAILDIR_SCHEME);
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)name[i];

		if (c <= ' ' || c >= 127 || c == '%' || c == '=')
			strbuf_addf(&text, "%%%02X", c);
		else
			strbuf_add_char(&text, (char)c);
	}
	if (text.len > WAITING_ID_MAX) {
		sha256_bytes(name, len, &digest);
		strbuf_clear(&text);
		strbuf_addf(&text, "%s=%s", MAILDIR_SCHEME, digest.hex);
	}
	memcpy(id, text.bytes, text.len + 1);
	strbuf_done(&text);
}

int64_t maildir_delivered(const char *name, const struct stat *status)
{
	char *end;
	long long seconds;

	if (*name < '0' || *name > '9')
		return status->st_mtime;
	seconds = strtoll(name, &end, 10);
	if (*end != '.' || seconds < EARLIEST || seconds > (long long)time(NULL) + SECONDS_A_DAY)
		return status->st_mtime;
	return seconds;
}

/* ---- delivering ---- */

static int check_name(const char *name, struct reason *reason)
{
	if (*name != '\0' && *name != '.' && strlen(name) <= NAME_LEN_MAX &&
	    strpbrk(name, "/:\n") == NULL)
		return 0;
	return reason_fail(reason, "a letter's file can't have the name '%s'", name);
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
		reason_set_change(reason, "%s", path);
	return fd;
}

/* Reports whether the message is in the Maildir already: as a new file, or as a mail program leaves
 * it after showing it. */
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

static int write_message(const struct maildir_delivery *delivery, const char *path,
			 const char *bytes, size_t len)
{
	int fd = openat(delivery->folder, path,
			O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, LETTER_MODE);
	struct timespec times[2];
	int result;

	if (fd < 0)
		return -1;
	result = files_write_all(fd, bytes, len);
	/* The file's time shows the order of messages sent one after the other. The kernel's own
	 * time stays the same for some milliseconds. */
	if (result == 0 && clock_gettime(CLOCK_REALTIME, &times[0]) == 0) {
		times[1] = times[0];
		(void)futimens(fd, times);
	}
	if (result == 0 && delivery->each)
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

/*
 * Reports whether one syncfs is as safe as an fsync of each file. It is if it waits for all data
 * and for the disk's own cache, and reports what could not be written. Linux's own disk file
 * systems do so: ext4 and its relatives commit their journal, the others their log or checkpoint,
 * as for an fsync. FUSE promises nothing of the kind, whatever file system is below it. Others have
 * not been examined.
 */
static bool is_flushed_whole(int folder)
{
	static const unsigned long KNOWN[] = {
		0xef53,	    /* ext2, ext3, ext4 */
		0x58465342, /* XFS */
		0x9123683e, /* btrfs */
		0xf2f52010, /* F2FS */
		0x01021994, /* tmpfs, which loses everything anyway */
	};
	struct statfs status;

	if (fstatfs(folder, &status) != 0)
		return false;
	for (size_t i = 0; i < ARRAY_LEN(KNOWN); i++)
		if ((unsigned long)status.f_type == KNOWN[i])
			return true;
	return false;
}

int maildir_begin(struct maildir_delivery *delivery, const char *maildir, size_t letters,
		  struct reason *reason)
{
	/* The folder is opened before anything is written, because syncfs reports errors since
	 * then. */
	int folder = open_folder(maildir, reason);

	if (folder < 0)
		return -1;
	delivery->path = base_strdup(maildir);
	delivery->folder = folder;
	delivery->each = letters <= FEW || !is_flushed_whole(folder);
	delivery->names = g_ptr_array_new_with_free_func(free);
	return 0;
}

static int fail_delivery(const struct maildir_delivery *delivery, const char *name,
			 struct reason *reason)
{
	return reason_fail_change(reason, "%s/new/%s", delivery->path, name);
}

int maildir_add(struct maildir_delivery *delivery, const char *name, const char *bytes, size_t len,
		struct reason *reason)
{
	char *path;
	int result;

	if (check_name(name, reason) != 0)
		return -1;
	/* A run that ended before its flush may have renamed the file; maildir_end flushes the
	 * folder in any case. */
	if (is_delivered(delivery->folder, name))
		return 0;
	path = base_printf("tmp/%s", name);
	result = write_message(delivery, path, bytes, len);
	if (result != 0) {
		(void)fail_delivery(delivery, name, reason);
		unlinkat(delivery->folder, path, 0);
	} else {
		g_ptr_array_add(delivery->names, base_strdup(name));
	}
	free(path);
	return result;
}

static int rename_all(const struct maildir_delivery *delivery, struct reason *reason)
{
	int result = 0;

	for (guint i = 0; result == 0 && i < delivery->names->len; i++) {
		const char *name = delivery->names->pdata[i];
		char *from = base_printf("tmp/%s", name), *to = base_printf("new/%s", name);

		if (renameat(delivery->folder, from, delivery->folder, to) != 0)
			result = fail_delivery(delivery, name, reason);
		free(from);
		free(to);
	}
	return result;
}

static int deliver_all(const struct maildir_delivery *delivery, struct reason *reason)
{
	if (!delivery->each && delivery->names->len > 0 && syncfs(delivery->folder) != 0)
		return fail_delivery(delivery, "", reason);
	step();
	if (rename_all(delivery, reason) != 0)
		return -1;
	step();
	if (flush_new(delivery->folder) != 0)
		return fail_delivery(delivery, "", reason);
	step();
	return 0;
}

int maildir_end(struct maildir_delivery *delivery, bool deliver, struct reason *reason)
{
	int result = deliver ? deliver_all(delivery, reason) : 0;

	for (guint i = 0; (result != 0 || !deliver) && i < delivery->names->len; i++) {
		char *path = base_printf("tmp/%s", (const char *)delivery->names->pdata[i]);

		unlinkat(delivery->folder, path, 0);
		free(path);
	}
	g_ptr_array_free(delivery->names, TRUE);
	close(delivery->folder);
	free(delivery->path);
	return result;
}
