/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/digest.h"
#include "core/base/text.h"
#include "pbem/site/files.h"
#include "pbem/promise/batch.h"
#include "pbem/promise/journal.h"
#include "pbem/promise/ledger.h"
#include "pbem/site/step.h"

enum {
	FORMAT = 1,
	HEAD_LEN = 128, /* "pbem-journal FORMAT BATCH LENGTH DIGEST", blanks to its end, newline */
};

/* ---- making it true ---- */

/* Writes a file in place: a torn one is written again by the journal before anybody reads it. */
static int write_file(const char *path, const char *bytes, size_t len, struct reason *reason)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	int result = fd < 0 ? -1 : files_write_all(fd, bytes, len);

	if (fd >= 0 && close(fd) != 0)
		result = -1;
	if (result != 0)
		reason_set(reason, "can't write %s: %s", path, strerror(errno));
	step();
	return result;
}

/* The folder that it is in. */
static int make_folder_of(const char *path, struct reason *reason)
{
	char *folder = base_strdup(path);
	int result;

	*strrchr(folder, '/') = '\0';
	result = files_make_folder(folder, 0700, reason);
	free(folder);
	return result;
}

/* One that was renamed before a crash isn't there under its old name any more. */
static int rename_file(const char *path, const char *to, struct reason *reason)
{
	bool there;

	if (make_folder_of(to, reason) != 0)
		return -1;
	if (rename(path, to) != 0) {
		const int error = errno;

		if (error != ENOENT || files_is_there(to, &there, reason) != 0 || !there) {
			reason_set(reason, "can't rename %s to %s: %s", path, to, strerror(error));
			reason_judge_errno(reason, error);
			return -1;
		}
	}
	step();
	return 0;
}

static int append_file(const char *path, uint64_t offset, const char *bytes, size_t len,
		       unsigned mode, struct reason *reason)
{
	if (offset == 0 && make_folder_of(path, reason) != 0)
		return -1;
	return files_write_at(path, offset, bytes, len, mode, reason);
}

/* Whether it is the name of a file below the site's folder, as all are that pbem writes. */
static bool is_below(const char *name)
{
	const char *part = name;

	while (part != NULL && *part != '\0' && *part != '/' &&
	       !(part[0] == '.' && part[1 + (part[1] == '.')] == '/') && strcmp(part, ".") != 0 &&
	       strcmp(part, "..") != 0) {
		part = strchr(part, '/');
		if (part == NULL)
			return true;
		part++;
	}
	return false;
}

/* What it is called from now on stands behind the head line. */
static int rename_named(const char *folder, const char *path, const char *name, size_t len,
			struct reason *reason)
{
	char *to = base_strndup(name, len), *whole = base_printf("%s/%s", folder, to);
	int result = is_below(to) ? rename_file(path, whole, reason)
				  : reason_fail(reason, "%s/journal renames to '%s'", folder, to);

	free(whole);
	free(to);
	return result;
}

/* An operation: a head line, its bytes behind that, a newline. */
struct op {
	char word[16], name[400]; /* what is done, to which file of the site */
	uint64_t offset;
	unsigned mode;
	const char *bytes;
	size_t len, used; /* of the bytes, and of all of it */
};

/* False when it is none. */
static bool read_op(const char *ops, size_t len, struct op *out)
{
	const char *newline = memchr(ops, '\n', len);
	size_t head_len = newline != NULL ? (size_t)(newline - ops) + 1 : 0;
	char head[512];

	if (head_len == 0 || head_len >= sizeof head)
		return false;
	memcpy(head, ops, head_len);
	head[head_len] = '\0';
	if (sscanf(head, "%15s %399s %" SCNu64 " %o %zu", out->word, out->name, &out->offset,
		   &out->mode, &out->len) != 5 ||
	    !is_below(out->name) || out->len >= len - head_len)
		return false;
	out->bytes = newline + 1;
	out->used = head_len + out->len + 1;
	return true;
}

static int redo_one(const char *folder, const struct op *op, struct reason *reason)
{
	char *path = base_printf("%s/%s", folder, op->name);
	int result;

	if (strcmp(op->word, "append") == 0)
		result = append_file(path, op->offset, op->bytes, op->len, op->mode, reason);
	else if (strcmp(op->word, "remove") == 0)
		result = files_remove(path, reason);
	else if (strcmp(op->word, "rename") == 0)
		result = rename_named(folder, path, op->bytes, op->len, reason);
	else
		result = write_file(path, op->bytes, op->len, reason);
	free(path);
	return result;
}

/* What a batch changes. */
struct record {
	uint64_t number;
	struct ledger_changes changes;
	const char *files; /* operations */
	size_t files_len;
};

static int redo(const char *folder, struct ledger *ledger, const struct record *record,
		struct reason *reason)
{
	struct op op;

	for (size_t at = 0; at < record->files_len; at += op.used) {
		if (!read_op(record->files + at, record->files_len - at, &op))
			return reason_fail(reason,
					   "%s/journal has an operation no version of pbem writes",
					   folder);
		if (redo_one(folder, &op, reason) != 0)
			return -1;
	}
	if (ledger_apply(ledger, record->number, &record->changes, reason) != 0)
		return -1;
	return files_flush(folder, reason);
}

/* A body: the lengths of the ledger's and the outbox's lines, these, then the files' operations. */
static int read_body(const char *folder, const char *body, size_t len, struct record *record,
		     struct reason *reason)
{
	struct ledger_changes *changes = &record->changes;
	const char *lines = memchr(body, '\n', len);
	const size_t rest = lines != NULL ? len - (size_t)(lines + 1 - body) : 0;

	if (lines == NULL ||
	    sscanf(body, "%zu %zu", &changes->lines_len, &changes->letters_len) != 2 ||
	    changes->lines_len > rest || changes->letters_len > rest - changes->lines_len)
		return reason_fail(reason, "%s/journal is none that any version of pbem writes",
				   folder);
	changes->lines = lines + 1;
	changes->letters = changes->lines + changes->lines_len;
	record->files = changes->letters + changes->letters_len;
	record->files_len = len - (size_t)(record->files - body);
	return 0;
}

/* ---- the file ---- */

static int open_journal(const char *folder, struct reason *reason)
{
	char *path = base_printf("%s/journal", folder);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

	if (fd < 0)
		reason_set_errno(reason, "can't open %s", path);
	free(path);
	return fd;
}

static int empty_journal(int fd, const char *folder, struct reason *reason)
{
	if (ftruncate(fd, 0) != 0)
		return reason_fail(reason, "can't empty %s/journal: %s", folder, strerror(errno));
	step();
	return 0;
}

enum { RUNS = 4 }; /* of bytes, of which a body may consist */

static void make_head(uint64_t number, const struct digest_run body[RUNS], char head[HEAD_LEN + 1])
{
	struct digest_run runs[1 + RUNS] = {{&number, sizeof number}};
	struct digest digest;
	size_t len = 0;

	for (size_t i = 0; i < RUNS; i++) {
		runs[1 + i] = body[i];
		len += body[i].len;
	}
	digest_runs(runs, 1 + RUNS, &digest);
	snprintf(head, HEAD_LEN + 1, "%-*s", HEAD_LEN, "");
	head[snprintf(head, HEAD_LEN, "pbem-journal %d %" PRIu64 " %zu %s", (int)FORMAT, number,
		      len, digest.hex)] = ' ';
	head[HEAD_LEN - 1] = '\n';
}

/* As many bytes as there are, at most `len`; -1 when they can't be read. */
static ssize_t read_at(int fd, char *bytes, size_t len, off_t offset)
{
	size_t have = 0;

	while (have < len) {
		ssize_t got = pread(fd, bytes + have, len - have, offset + (off_t)have);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		have += (size_t)got;
	}
	return (ssize_t)have;
}

/*
 * The record whole; *body_out is NULL when what is there is not a complete one. That is known only
 * of what could be read: -1 when nobody can tell, for a committed batch may stand there.
 */
static int read_record(int fd, const char *folder, uint64_t *number_out, char **body_out,
		       size_t *len_out, struct reason *reason)
{
	char head[HEAD_LEN + 1] = "", wanted[HEAD_LEN + 1], *body;
	ssize_t got = read_at(fd, head, HEAD_LEN, 0);
	struct stat status;
	size_t len;

	*body_out = NULL;
	if (got < 0 || fstat(fd, &status) != 0)
		goto unreadable;
	/* To take it for torn would lose a committed batch. */
	if (text_check_format(head, "pbem-journal", FORMAT, reason) != 0) {
		reason_prefix(reason,
			      "%s/journal, where a batch may wait to be made true: ", folder);
		return -1;
	}
	if (got != HEAD_LEN ||
	    sscanf(head, "pbem-journal 1 %" SCNu64 " %zu", number_out, &len) != 2 ||
	    (uint64_t)status.st_size - HEAD_LEN < len || len == 0)
		return 0;
	body = base_alloc(len + 1);
	got = read_at(fd, body, len, HEAD_LEN);
	body[len] = '\0';
	if (got == (ssize_t)len) {
		make_head(*number_out,
			  (const struct digest_run[RUNS]){{body, len}, {"", 0}, {"", 0}, {"", 0}},
			  wanted);
		if (memcmp(head, wanted, HEAD_LEN) == 0) {
			*body_out = body;
			*len_out = len;
			return 0;
		}
	}
	free(body);
	if (got >= 0)
		return 0;
unreadable:
	reason_set_errno(reason, "can't read %s/journal", folder);
	reason_prefix(reason, "a batch may wait there to be made true, so nothing is done before "
			      "it can be read: ");
	return -1;
}

enum journal_state journal_look(const char *folder, struct journal_batch *batch_out,
				struct reason *reason)
{
	char *path = base_printf("%s/journal", folder);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	enum journal_state state = JOURNAL_TORN;
	struct record record;

	*batch_out = (struct journal_batch){.body = NULL};
	if (fd < 0 && errno == ENOENT) {
		state = JOURNAL_EMPTY;
	} else if (fd < 0) {
		reason_set_errno(reason, "can't open %s", path);
		state = JOURNAL_UNTOLD;
	} else if (read_record(fd, folder, &record.number, &batch_out->body, &batch_out->len,
			       reason) != 0) {
		state = JOURNAL_UNTOLD;
	} else if (batch_out->body != NULL) {
		state = JOURNAL_WAITS;
	} else if (lseek(fd, 0, SEEK_END) == 0) {
		state = JOURNAL_EMPTY;
	}
	if (fd >= 0)
		close(fd);
	free(path);
	return state;
}

/* What one operation makes of a file's bytes. */
static enum journal_word foretell_op(const struct op *op, enum journal_word said,
				     struct text *bytes)
{
	const bool append = strcmp(op->word, "append") == 0;

	if ((!append && strcmp(op->word, "write") != 0) || (append && op->offset > bytes->len))
		return JOURNAL_NOTHING;
	bytes->len = append ? (size_t)op->offset : 0;
	bytes->bytes[bytes->len] = '\0';
	text_add_bytes(bytes, op->bytes, op->len);
	return !append || op->offset == 0 || said == JOURNAL_WHOLE ? JOURNAL_WHOLE : JOURNAL_TAIL;
}

enum journal_word journal_foretell(const struct journal_batch *batch, const char *name,
				   struct text *bytes)
{
	enum journal_word said = JOURNAL_NOTHING;
	struct record record;
	struct op op;

	if (batch->body == NULL || read_body("", batch->body, batch->len, &record, NULL) != 0)
		return JOURNAL_NOTHING;
	for (size_t at = 0; at < record.files_len; at += op.used) {
		if (!read_op(record.files + at, record.files_len - at, &op))
			return JOURNAL_NOTHING;
		if (strcmp(op.name, name) == 0)
			said = foretell_op(&op, said, bytes);
	}
	return said;
}

int journal_finish(const char *folder, struct ledger *ledger, struct reason *reason)
{
	int fd = open_journal(folder, reason), result;
	struct record record = {.number = 0};
	size_t len = 0;
	char *body;

	if (fd < 0)
		return -1;
	result = read_record(fd, folder, &record.number, &body, &len, reason);
	if (result == 0 && body != NULL)
		result = read_body(folder, body, len, &record, reason) == 0
				 ? redo(folder, ledger, &record, reason)
				 : -1;
	if (result == 0)
		result = empty_journal(fd, folder, reason);
	free(body);
	close(fd);
	return result;
}

/* Head and body, flushed: then the batch is committed. What it consists of is written as it lies,
 * for it may be as large as all else that a run holds. */
static int write_record(int fd, const char *folder, uint64_t number, const struct batch *batch,
			struct reason *reason)
{
	char head[HEAD_LEN + 1], lengths[64];
	const int lengths_len = snprintf(lengths, sizeof lengths, "%zu %zu\n", batch->ledger.len,
					 batch->letters.len);
	const struct digest_run body[RUNS] = {
		{lengths, (size_t)lengths_len},
		{batch->ledger.bytes, batch->ledger.len},
		{batch->letters.bytes, batch->letters.len},
		{batch->files.bytes, batch->files.len},
	};
	int result;

	make_head(number, body, head);
	result = files_write_all(fd, head, HEAD_LEN);
	for (size_t i = 0; i < RUNS && result == 0; i++)
		result = files_write_all(fd, body[i].bytes, body[i].len);
	if (result == 0)
		result = fdatasync(fd);
	if (result != 0) {
		reason_set(reason, "can't write %s/journal: %s; nothing has happened", folder,
			   strerror(errno));
		(void)ftruncate(fd, 0);
		return -1;
	}
	step();
	return 0;
}

int journal_commit(const char *folder, struct ledger *ledger, const struct batch *batch,
		   struct reason *reason)
{
	const struct record record = {
		.number = ledger_batch(ledger) + 1,
		.changes = {batch->ledger.bytes, batch->ledger.len, batch->letters.bytes,
			    batch->letters.len},
		.files = batch->files.bytes,
		.files_len = batch->files.len,
	};
	int fd, result;

	if (ledger_check(ledger, reason) != 0)
		return -1;
	if (batch->files.overflow || batch->ledger.overflow || batch->letters.overflow)
		return reason_fail(reason,
				   "the batch is too large; lower batch-letters in pbem.conf");
	fd = open_journal(folder, reason);
	if (fd < 0)
		return -1;
	result = write_record(fd, folder, record.number, batch, reason);
	if (result == 0)
		result = redo(folder, ledger, &record, reason);
	if (result == 0)
		result = empty_journal(fd, folder, reason);
	close(fd);
	return result;
}

bool journal_is_open(const char *folder)
{
	char *path = base_printf("%s/journal", folder);
	struct stat status;
	/* One that can't be looked at may hold a batch. */
	bool open_now = stat(path, &status) == 0 ? status.st_size > 0 : errno != ENOENT;

	free(path);
	return open_now;
}
