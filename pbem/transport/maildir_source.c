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

#include "core/base/stamp.h"
#include "core/base/text.h"
#include "pbem/host/host.h"
#include "pbem/host/owner.h"
#include "pbem/site/config.h"
#include "pbem/wire/ear.h"
#include "pbem/site/files.h"
#include "pbem/wire/maildir.h"

#define NOTE "pbem-batch" /* the ledger's last batch when letters were marked done last */

enum { MODE = 0700 };

struct maildir {
	struct source source;
	char *path;
	int fresh, done; /* new/ and cur/; turned around: cur/ and new/ */
	bool turned;	 /* source_open_done */
	bool marks;
	uint64_t max_letter_bytes;
	const struct config *config; /* borrowed */
	GHashTable *names;	     /* from a letter's id to its file's name in new/ */
	bool listed;		     /* names was filled */
	struct timespec seen;	     /* when new/ was changed last, as far as that was looked at */
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
	if (maildir->source.ear >= 0)
		close(maildir->source.ear);
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
	return reason_fail(
		reason,
		"mailbox-done is none: no letter is marked as done, so none can be taken again");
}

static enum wire maildir_open(const struct config *config, bool turned, struct source **source_out,
			      struct reason *reason)
{
	const char *done = config->mailbox_done, *path = config->mailbox + strlen(MAILDIR_SCHEME);
	struct maildir *maildir;

	if (done != NULL && !text_same(done, "flag") && !text_same(done, "none"))
		return wire_never(reason, "for a Maildir, mailbox-done is flag or none, not '%s'",
				  done);
	if (*path == '\0')
		return wire_never(reason, "mailbox: expected maildir:PATH");
	if (*path == '/' && access(path, X_OK) != 0) {
		const int number = errno;

		/* Made by us, it would be empty for ever, and nobody would notice. */
		reason_set(reason,
			   "mailbox: %s: %s. Make the folder, or mend its path in pbem.conf", path,
			   strerror(number));
		reason_judge_errno(reason, number);
		return reason_is_passing(reason) ? WIRE_LATER : WIRE_NEVER;
	}
	maildir = base_zalloc(1, sizeof *maildir);
	maildir->source.kind = &maildir_source;
	maildir->path = config_path(config, path);
	maildir->fresh = maildir->done = maildir->source.ear = -1;
	maildir->marks = done == NULL || text_same(done, "flag");
	maildir->turned = turned;
	maildir->config = config;
	maildir->max_letter_bytes = (uint64_t)config->max_letter_bytes;
	maildir->names = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
	if (open_parts(maildir, reason) != 0 || (turned && check_marks(maildir, reason) != 0)) {
		maildir_close(&maildir->source);
		return reason_is_passing(reason) ? WIRE_LATER : WIRE_NEVER;
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

static void add_letter(struct maildir *maildir, const char *name, GArray *letters)
{
	struct waiting letter = {0};
	struct stat status;

	if (*name == '.')
		return;
	if (fstatat(maildir->fresh, name, &status, AT_SYMLINK_NOFOLLOW) != 0) {
		/* It is there, whatever it is: fetching it will show. */
		if (errno == ENOENT)
			return;
		memset(&status, 0, sizeof status);
	} else if (!S_ISREG(status.st_mode)) {
		return;
	}
	maildir_id(name, letter.id);
	letter.bytes = (uint64_t)status.st_size;
	letter.received = maildir_delivered(name, &status);
	/* Two files that differ in their flags only are one letter. */
	if (g_hash_table_insert(maildir->names, base_strdup(letter.id), base_strdup(name)))
		g_array_append_val(letters, letter);
}

static enum wire scan(struct maildir *maildir, GArray *letters, struct reason *reason)
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
		add_letter(maildir, entry->d_name, letters);
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
	enum wire outcome = scan(maildir, letters, reason);

	g_array_sort(letters, compare_waiting);
	if (outcome == WIRE_DONE) {
		list_out->count = MIN(letters->len, max);
		list_out->letters = (struct waiting *)(void *)g_array_free(letters, FALSE);
	} else {
		g_array_free(letters, TRUE);
	}
	return outcome;
}

/* The ids of an earlier run are found again by reading the folder once. */
static enum wire ensure_names(struct maildir *maildir, struct reason *reason)
{
	GArray *letters;
	enum wire outcome;

	if (maildir->listed)
		return WIRE_DONE;
	letters = g_array_new(FALSE, FALSE, sizeof(struct waiting));
	outcome = scan(maildir, letters, reason);
	g_array_free(letters, TRUE);
	return outcome;
}

/* Reads to the end, but of what has more than `max` bytes only the start; -1 with errno. */
static int read_all(int fd, size_t max, struct text *out)
{
	char buffer[65536];
	ssize_t got;

	text_clear(out);
	while (out->len <= max && (got = read(fd, buffer, sizeof buffer)) != 0) {
		if (got < 0 && errno != EINTR)
			return -1;
		if (got > 0)
			text_add_bytes(out, buffer, (size_t)got);
	}
	return 0;
}

/* Opens a letter's file; -1 with errno. What is no file any more is none. */
static int open_letter(const struct maildir *maildir, const char *name)
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

/* Of a letter that is too large its start is wanted all the same. */
static size_t most_bytes(const struct maildir *maildir)
{
	return maildir->max_letter_bytes > SOURCE_START ? (size_t)maildir->max_letter_bytes
							: SOURCE_START;
}

/* What becomes of a letter: its file read into `bytes`, or why it can't be. `listed` is its size.
 */
static struct handed fetch_one(struct maildir *maildir, const char *name, size_t listed,
			       struct text *bytes, struct reason *why)
{
	struct handed handed = {.how = HANDED_GONE};
	int fd = name != NULL ? open_letter(maildir, name) : -1;

	if (name == NULL || (fd < 0 && errno == ENOENT))
		return handed;
	if (fd < 0 || read_all(fd, most_bytes(maildir), bytes) != 0) {
		reason_set(why, "%s/%s/%s: %s", maildir->path, waiting_part(maildir), name,
			   strerror(errno));
		handed.how = HANDED_NOT_NOW;
		handed.why = why->text;
	} else {
		handed.how =
			bytes->len > maildir->max_letter_bytes ? HANDED_TOO_LARGE : HANDED_OVER;
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
	struct text bytes;
	int stop = 0;

	text_init(&bytes, most_bytes(maildir) + 65536);
	for (size_t i = 0; i < count && outcome == WIRE_DONE && stop == 0; i++) {
		const char *name = g_hash_table_lookup(maildir->names, letters[i].id);
		const struct handed handed =
			fetch_one(maildir, name, (size_t)letters[i].bytes, &bytes, &why);

		stop = take(context, &letters[i], &handed);
	}
	text_done(&bytes);
	return outcome;
}

/* Not flushed: a mark that a power cut takes back is set again, for the ledger knows the letter. */
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

/* ---- what the ledger's state was when letters were marked last ---- */

static enum wire maildir_list_strays(struct source *source, const struct source_past *past,
				     struct waiting_list *list_out, struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	char *path = base_printf("%s/" NOTE, maildir->path);
	struct maildir turned = *maildir;
	enum wire outcome = WIRE_DONE;
	struct text noted;
	bool there;

	text_init(&noted, 64);
	if (files_read_if_there(path, &noted, &there, reason) != 0)
		outcome = WIRE_LATER;
	else if (strtoull(noted.bytes != NULL ? noted.bytes : "", NULL, 10) > past->batch) {
		turned.fresh = maildir->done;
		turned.names = g_hash_table_new_full(g_str_hash, g_str_equal, free, free);
		outcome = maildir_list(&turned.source, SIZE_MAX, list_out, reason);
		g_hash_table_destroy(turned.names);
	}
	text_done(&noted);
	free(path);
	return outcome;
}

/* Not flushed: it is never ahead of the ledger, whose commit was. */
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

/* ---- whose it is ---- */

static enum wire maildir_hold(struct source *source, enum source_hold how, struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	enum wire outcome;

	/* Every copy of the site has a copy of one that is in it. */
	if (maildir->config->host == NULL || !maildir->marks || !host_is_apart(maildir->config))
		return WIRE_DONE;
	outcome = owner_hold(maildir->config, maildir->path, how, &source->another, reason);
	source->claimed = outcome == WIRE_DONE && how != SOURCE_LOOK;
	return outcome;
}

static const char *maildir_unclaimed(struct source *source)
{
	return ((struct maildir *)source)->marks
		       ? NULL
		       : "mailbox-done is none, so nothing may be noted in the mailbox";
}

/* ---- hearing of letters ---- */

static enum wire maildir_watch(struct source *source, struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	char *path = base_printf("%s/%s", maildir->path, waiting_part(maildir));

	(void)reason;
	source->ear = ear_open(path, EAR_ARRIVALS);
	free(path);
	return WIRE_DONE;
}

/* What another machine delivers, on a disk they share, no ear tells of; but the folder changes.
 * What was taken out of it changes it too, and is no news. */
static enum wire maildir_heard(struct source *source, bool ask, bool *came_out,
			       struct reason *reason)
{
	struct maildir *maildir = (struct maildir *)source;
	struct waiting_list letters = {0};
	enum wire outcome = WIRE_DONE;
	struct stat status;

	(void)ask;
	*came_out = ear_heard(source->ear);
	if (fstat(maildir->fresh, &status) != 0 || status.st_nlink == 0)
		return wire_later(reason, "the folder %s/%s was taken away", maildir->path,
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
	.heard = maildir_heard,
};
