/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "core/util/timestamp.h"
#include "pbem/sys/config.h"
#include "pbem/sys/files.h"
#include "pbem/sys/instance.h"
#include "pbem/transport/inotify.h"
#include "pbem/transport/maildir_owner.h"
#include "pbem/transport/maildir_source.h"

#define NOTE "pbem-batch" /* the ledger's last batch when messages were last marked as done */

enum { MODE = 0700 };

struct maildir {
	struct source source;
	char *path;
	int fresh, done; /* new/ and cur/; with source_open_done cur/ and new/ */
	bool turned;	 /* opened by source_open_done */
	bool marks;
	uint64_t max_message_bytes;
	const struct config *config; /* not owned */
	GHashTable *names;	     /* from a message's id to its file's name in new/ */
	bool listed;		     /* `names` has been filled */
	struct timespec seen;	     /* the last change of new/ that was noticed */
	char *description;
};

static int open_part(const char *path, const char *part, struct reason *reason)
{
	char *whole = base_printf("%s/%s", path, part);
	int fd = -1;

	if (files_make_folder(whole, MODE, reason) == 0) {
		fd = open(whole, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		if (fd < 0) {
			const int number = errno;

			reason_set(reason, "%s: %s", whole, strerror(number));
			reason_judge_errno(reason, number);
		}
	}
	free(whole);
	return fd;
}

static void maildir_close(struct source *source)
{
	struct maildir *maildir = (struct maildir *)source;

	if (maildir->fresh >= 0)
		close(maildir->fresh);
	if (maildir->done >= 0)
		close(maildir->done);
	if (maildir->source.poll_fd >= 0)
		close(maildir->source.poll_fd);
	g_hash_table_destroy(maildir->names);
	free(maildir->description);
	free(maildir->path);
	free(maildir);
}

static const char *waiting_part(const struct maildir *maildir)
{
	return maildir->turned ? "cur" : "new";
}

static const char *done_part(const struct maildir *maildir)
{
	return maildir->turned ? "new" : "cur";
}

static int open_parts(struct maildir *maildir, struct reason *reason)
{
	int tmp = open_part(maildir->path, "tmp", reason);

	if (tmp < 0)
		return -1;
	close(tmp);
	maildir->fresh = open_part(maildir->path, waiting_part(maildir), reason);
	if (maildir->fresh < 0)
		return -1;
	maildir->done = open_part(maildir->path, done_part(maildir), reason);
	return maildir->done < 0 ? -1 : 0;
}

static int check_marks(const struct maildir *maildir, struct reason *reason)
{
	if (maildir->marks)
		return 0;
	return reason_fail(reason, "pbem can't process letters again, because mailbox-done is "
				   "none, so no letter is marked as done");
}

static enum wire maildir_open(const struct config *config, bool turned, struct source **source_out,
			      struct reason *reason)
{
	const char *done = config->mailbox_done, *path = config->mailbox + strlen(MAILDIR_SCHEME);
	struct maildir *maildir;

	if (done != NULL && !strbuf_same(done, "flag") && !strbuf_same(done, "none"))
		return wire_never(reason, "for a Maildir, mailbox-done is flag or none, not '%s'",
				  done);
	if (*path == '\0')
		return wire_never(reason, "mailbox: expected maildir:PATH");
	if (*path == '/' && access(path, X_OK) != 0) {
		const int number = errno;

		/* If we made the folder, it would stay empty for ever, and nobody would notice. */
		reason_set(reason,
			   "mailbox: %s: %s. Make the folder, or correct its path in pbem.conf",
			   path, strerror(number));
		reason_judge_errno(reason, number);
		return reason_is_temporary(reason) ? WIRE_LATER : WIRE_NEVER;
	}
	maildir = base_zalloc(1, sizeof *maildir);
	maildir->source.kind = &maildir_source;
	maildir->path = config_path(config, path);
	maildir->fresh = maildir->done = maildir->source.poll_fd = -1;
	maildir->marks = done == NULL || strbuf_same(done, "flag");
	maildir->turned = turned;
	maildir->config = config;
	maildir->max_message_bytes = (uint64_t)config->max_message_bytes;
	maildir->names = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	if (open_parts(maildir, reason) != 0 || (turned && check_marks(maildir, reason) != 0)) {
		maildir_close(&maildir->source);
		return reason_is_temporary(reason) ? WIRE_LATER : WIRE_NEVER;
	}
	*source_out = &maildir->source;
	return WIRE_DONE;
}

static int compare_waiting(const void *a, const void *b)
{
	const struct waiting *one = a, *other = b;

	if (one->received != other->received)
		return one->received < other->received ? -1 : 1;
	return strcmp(one->id, other->id);
}

static void add_message(struct maildir *maildir, const char *name, GArray *letters)
{
	struct waiting letter = {0};
	struct stat status;

	if (*name == '.')
		return;
	if (fstatat(maildir->fresh, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
		/* There is something with that name; source_fetch will show what it is. */
		if (errno == ENOENT)
			return;
		memset(&status, 0, sizeof status);
	} else if (!S_ISREG(status.st_mode)) {
		return;
	}
	maildir_id(name, letter.id);
	letter.bytes = (uint64_t)status.st_size;
	letter.received = maildir_delivered(name, &status);
	/* Two files that differ only in their flags are one message. */
	if (g_hash_table_insert(maildir->names, base_strdup(letter.id), base_strdup(name)))
		g_array_append_val(letters, letter);
}

static enum wire scan_folder(struct maildir *maildir, GArray *letters, struct reason *reason)
{
	int fd = openat(maildir->fresh, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *folder = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (folder == NULL) {
		reason_set(reason, "%s/%s: %s", maildir->path, waiting_part(maildir),
			   strerror(errno));
		if (fd >= 0)
			close(fd);
		return WIRE_LATER;
	}
	g_hash_table_remove_all(maildir->names);
	for (errno = 0; (entry = readdir(folder)) != NULL; errno = 0)
		add_message(maildir, entry->d_name, letters);
	if (errno != 0) {
		reason_set(reason, "%s/%s: %s", maildir->path, waiting_part(maildir),
			   strerror(errno));
		closedir(folder);
		return WIRE_LATER;
	}
	closedir(folder);
	maildir->listed = true;
	return WIRE_DONE;
}

static enum wire maildir_list(struct source *source, size_t max, struct waiting_list *list_out,
			      struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	GArray *letters = g_array_new(FALSE, FALSE, sizeof(struct waiting));
	enum wire outcome = scan_folder(maildir, letters, reason);

	g_array_sort(letters, compare_waiting);
	if (outcome == WIRE_DONE) {
		list_out->count = MIN(letters->len, max);
		list_out->letters = (struct waiting *)(void *)g_array_free(letters, FALSE);
	} else {
		g_array_free(letters, TRUE);
	}
	return outcome;
}

/* Reads the folder once, if it hasn't been listed, to find the files of ids from an earlier run. */
static enum wire ensure_names(struct maildir *maildir, struct reason *reason)
{
	GArray *letters;
	enum wire outcome;

	if (maildir->listed)
		return WIRE_DONE;
	letters = g_array_new(FALSE, FALSE, sizeof(struct waiting));
	outcome = scan_folder(maildir, letters, reason);
	g_array_free(letters, TRUE);
	return outcome;
}

/* Reads a file to its end, or only its start if it has more than `max` bytes. Returns -1 with
 * errno. */
static int read_all(int fd, size_t max, struct strbuf *out)
{
	char buffer[65536];
	ssize_t got;

	strbuf_clear(out);
	while (out->len <= max && (got = read(fd, buffer, sizeof buffer)) != 0) {
		if (got < 0 && errno != EINTR)
			return -1;
		if (got > 0)
			strbuf_add_bytes(out, buffer, (size_t)got);
	}
	return 0;
}

/* Opens a message's file. Returns -1 with errno; a path that isn't a regular file any more counts
 * as missing. */
static int open_message(const struct maildir *maildir, const char *name)
{
	struct stat status;
	int fd = openat(maildir->fresh, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC),
	    number;

	if (fd < 0 || fstat(fd, &status) != 0)
		number = errno == ELOOP ? ENOENT : errno;
	else if (!S_ISREG(status.st_mode))
		number = ENOENT;
	else
		return fd;
	if (fd >= 0)
		close(fd);
	errno = number;
	return -1;
}

/* Returns how many bytes are read of a message: enough for the start of one that is too large. */
static size_t most_bytes(const struct maildir *maildir)
{
	return maildir->max_message_bytes > SOURCE_START ? (size_t)maildir->max_message_bytes
							 : SOURCE_START;
}

/* Returns a message: its file's bytes, which it reads into `bytes`, or why they can't be read.
 * `listed` is its listed size. */
static struct handed fetch_one(struct maildir *maildir, const char *name, size_t listed,
			       struct strbuf *bytes, struct reason *why)
{
	struct handed handed = {.how = HANDED_GONE};
	int fd = name != NULL ? open_message(maildir, name) : -1;

	if (name == NULL || (fd < 0 && errno == ENOENT))
		return handed;
	if (fd < 0 || read_all(fd, most_bytes(maildir), bytes) != 0) {
		reason_set(why, "%s/%s/%s: %s", maildir->path, waiting_part(maildir), name,
			   strerror(errno));
		handed.how = HANDED_NOT_NOW;
		handed.why = why->text;
	} else {
		handed.how =
			bytes->len > maildir->max_message_bytes ? HANDED_TOO_LARGE : HANDED_OVER;
		handed.bytes = bytes->bytes;
		handed.len = bytes->len;
		if (handed.how == HANDED_TOO_LARGE && bytes->len >= SOURCE_START &&
		    listed > bytes->len)
			handed.len = listed;
	}
	if (fd >= 0)
		close(fd);
	return handed;
}

static enum wire maildir_fetch(struct source *source, const struct waiting *letters, size_t count,
			       source_take take, void *context, struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	enum wire outcome = ensure_names(maildir, reason);
	struct reason why;
	struct strbuf bytes;
	int stop = 0;

	strbuf_init(&bytes, most_bytes(maildir) + 65536);
	for (size_t i = 0; i < count && outcome == WIRE_DONE && stop == 0; i++) {
		const char *name = g_hash_table_lookup(maildir->names, letters[i].id);
		const struct handed handed =
			fetch_one(maildir, name, (size_t)letters[i].bytes, &bytes, &why);

		stop = take(context, &letters[i], &handed);
	}
	strbuf_done(&bytes);
	return outcome;
}

/* Marks aren't flushed: if a power failure loses a mark, a later run sets it again, because the
 * ledger has the message. */
static enum wire maildir_mark(struct source *source, const struct waiting *letters, size_t count,
			      struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	enum wire outcome = maildir->marks ? ensure_names(maildir, reason) : WIRE_DONE;

	for (size_t i = 0; i < count && outcome == WIRE_DONE && maildir->marks; i++) {
		const char *name = g_hash_table_lookup(maildir->names, letters[i].id);
		char *done;

		if (name == NULL)
			continue;
		done = base_printf("%.*s%s", (int)strcspn(name, ":"), name,
				   maildir->turned ? "" : ":2,S");
		if (renameat(maildir->fresh, name, maildir->done, done) != 0 && errno != ENOENT) {
			reason_set(reason, "%s/%s/%s: %s", maildir->path, done_part(maildir), done,
				   strerror(errno));
			outcome = WIRE_LATER;
		}
		free(done);
	}
	return outcome;
}

/* ---- the ledger's last batch ---- */

static enum wire maildir_list_strays(struct source *source, const struct source_past *past,
				     struct waiting_list *list_out, struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	char *path = base_printf("%s/" NOTE, maildir->path);
	struct maildir turned = *maildir;
	enum wire outcome = WIRE_DONE;
	struct strbuf noted;
	bool there;

	strbuf_init(&noted, 64);
	if (files_read_if_there(path, &noted, &there, reason) != 0)
		outcome = WIRE_LATER;
	else if (strtoull(noted.bytes != NULL ? noted.bytes : "", NULL, 10) > past->batch) {
		turned.fresh = maildir->done;
		turned.names = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
		outcome = maildir_list(&turned.source, SIZE_MAX, list_out, reason);
		g_hash_table_destroy(turned.names);
	}
	strbuf_done(&noted);
	free(path);
	return outcome;
}

/* The note isn't flushed: it is never newer than the ledger, whose commit was flushed. */
static void maildir_note(struct source *source, uint64_t batch)
{
	struct maildir *maildir = (struct maildir *)source;
	char *path = base_printf("%s/" NOTE, maildir->path),
	     *line = base_printf("%" PRIu64 "\n", batch);

	if (maildir->marks && !maildir->turned)
		(void)files_write(path, line, strlen(line), NULL);
	free(line);
	free(path);
}

static const char *maildir_describe(struct source *source)
{
	struct maildir *maildir = (struct maildir *)source;

	free(maildir->description);
	maildir->description =
		base_printf("Maildir %s, %s", maildir->path,
			    maildir->marks ? "done letters go to cur/" : "marks nothing");
	return maildir->description;
}

/* ---- the owner ---- */

static enum wire maildir_hold(struct source *source, enum source_hold how, struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	enum wire outcome;

	/* If the mailbox is in the site's folder, every copy of the site has its own. */
	if (maildir->config->host == NULL || !maildir->marks || !instance_is_apart(maildir->config))
		return WIRE_DONE;
	outcome = maildir_owner_hold(maildir->config, maildir->path, how, &source->another, reason);
	source->claimed = outcome == WIRE_DONE && how != SOURCE_LOOK;
	return outcome;
}

static const char *maildir_unclaimed(struct source *source)
{
	return ((struct maildir *)source)->marks
		       ? NULL
		       : "mailbox-done is none, so pbem can't write a claim into the mailbox";
}

/* ---- new messages ---- */

static enum wire maildir_watch(struct source *source, struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	char *path = base_printf("%s/%s", maildir->path, waiting_part(maildir));

	(void)reason;
	source->poll_fd = inotify_open(path, INOTIFY_ARRIVALS);
	free(path);
	return WIRE_DONE;
}

/* Messages that another machine delivers on a shared disk cause no event, but the folder changes.
 * It also changes when a message is removed, so its list must show one. */
static enum wire maildir_heard(struct source *source, bool ask, bool *came_out,
			       struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	struct waiting_list letters = {0};
	enum wire outcome = WIRE_DONE;
	struct stat status;

	(void)ask;
	*came_out = inotify_has_events(source->poll_fd);
	if (fstat(maildir->fresh, &status) != 0 || status.st_nlink == 0)
		return wire_later(reason, "somebody removed the folder %s/%s", maildir->path,
				  waiting_part(maildir));
	if (status.st_mtim.tv_sec == maildir->seen.tv_sec &&
	    status.st_mtim.tv_nsec == maildir->seen.tv_nsec)
		return WIRE_DONE;
	maildir->seen = status.st_mtim;
	if (!*came_out) {
		outcome = maildir_list(source, 1, &letters, reason);
		*came_out = outcome == WIRE_DONE && letters.count > 0;
		free(letters.letters);
	}
	return outcome;
}

const struct source_kind maildir_source = {
	.scheme = MAILDIR_SCHEME,
	.open = maildir_open,
	.list = maildir_list,
	.fetch = maildir_fetch,
	.mark = maildir_mark,
	.close = maildir_close,
	.describe = maildir_describe,
	.list_strays = maildir_list_strays,
	.note = maildir_note,
	.hold = maildir_hold,
	.unclaimed = maildir_unclaimed,
	.watch = maildir_watch,
	.check_new = maildir_heard,
};
