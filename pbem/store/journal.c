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

#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "pbem/store/journal.h"
#include "pbem/store/ledger.h"
#include "pbem/store/transaction.h"
#include "pbem/sys/files.h"
#include "pbem/sys/step.h"

enum {
	FORMAT = 1,
	HEAD_LEN = 128, /* "pbem-journal FORMAT BATCH LENGTH DIGEST", padded with spaces, newline */
};

/* ---- applying a batch ---- */

/* Overwrites a file in place. If a crash interrupts that, the journal writes the file again before
 * anybody reads it. */
static int write_file(const char *path, const char *bytes, size_t len, struct reason *reason)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
	int result = fd < 0 ? -1 : files_write_all(fd, bytes, len);

	if (fd >= 0 && close(fd) != 0)
		result = -1;
	if (result != 0)
		reason_set_change(reason, "can't write %s", path);
	step();
	return result;
}

static int make_folder_of(const char *path, struct reason *reason)
{
	char *folder = base_strdup(path);
	int result;

	*strrchr(folder, '/') = '\0';
	result = files_make_folder(folder, 0700, reason);
	free(folder);
	return result;
}

/* Renames a file. If only the new name exists, the file was renamed before a crash. */
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

/* Reports whether a relative name stays below the site's folder, like all names that pbem
 * writes. */
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

/* Renames a file to the name that follows the head line. */
static int rename_named(const char *folder, const char *path, const char *name, size_t len,
			struct reason *reason)
{
	char *to = base_strndup(name, len), *whole = base_printf("%s/%s", folder, to);
	int result = is_below(to) ? rename_file(path, whole, reason)
				  : reason_fail_as(reason, REASON_DAMAGED,
						   "%s/journal renames to '%s'", folder, to);

	free(whole);
	free(to);
	return result;
}

/* An operation on a file: a head line, bytes and a newline. */
struct op {
	char word[16], name[400]; /* the operation, and the file relative to the site */
	uint64_t offset;
	unsigned mode;
	const char *bytes;
	size_t len, used; /* length of `bytes`, and of the whole operation */
};

/* Parses the operation at the start of `ops`. Returns false if it isn't valid. */
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

static int redo_operation(const char *folder, const struct op *op, struct reason *reason)
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

/* The changes of a batch. */
struct journal_record {
	uint64_t number;
	struct ledger_changes changes;
	const char *files; /* operations */
	size_t files_len;
};

static int redo_record(const char *folder, struct ledger *ledger,
		       const struct journal_record *record, struct reason *reason)
{
	struct op op;

	for (size_t at = 0; at < record->files_len; at += op.used) {
		if (!read_op(record->files + at, record->files_len - at, &op))
			return reason_fail_as(
				reason, REASON_DAMAGED,
				"%s/journal has an operation no version of pbem writes", folder);
		if (redo_operation(folder, &op, reason) != 0)
			return -1;
	}
	if (ledger_apply(ledger, record->number, &record->changes, reason) != 0)
		return -1;
	return files_flush(folder, reason);
}

/* Parses a body: a line with the lengths of the ledger's and the outbox's lines, these lines, then
 * the operations on files. */
static int read_body(const char *folder, const char *body, size_t len,
		     struct journal_record *record, struct reason *reason)
{
	struct ledger_changes *changes = &record->changes;
	const char *lines = memchr(body, '\n', len);
	const size_t rest = lines != NULL ? len - (size_t)(lines + 1 - body) : 0;

	if (lines == NULL ||
	    sscanf(body, "%zu %zu", &changes->lines_len, &changes->letters_len) != 2 ||
	    changes->lines_len > rest || changes->letters_len > rest - changes->lines_len)
		return reason_fail_as(reason, REASON_DAMAGED,
				      "%s/journal is none that any version of pbem writes", folder);
	changes->lines = lines + 1;
	changes->letters = changes->lines + changes->lines_len;
	record->files = changes->letters + changes->letters_len;
	record->files_len = len - (size_t)(record->files - body);
	return 0;
}

/* ---- the journal's file ---- */

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
		return reason_fail_change(reason, "can't empty %s/journal", folder);
	step();
	return 0;
}

enum { RUNS = 4 }; /* parts that a body is written from */

static void make_head(uint64_t number, const struct sha256_run body[RUNS], char head[HEAD_LEN + 1])
{
	struct sha256_run runs[1 + RUNS] = {{&number, sizeof number}};
	struct sha256 digest;
	size_t len = 0;

	for (size_t i = 0; i < RUNS; i++) {
		runs[1 + i] = body[i];
		len += body[i].len;
	}
	sha256_runs(runs, 1 + RUNS, &digest);
	snprintf(head, HEAD_LEN + 1, "%-*s", HEAD_LEN, "");
	head[snprintf(head, HEAD_LEN, "pbem-journal %d %" PRIu64 " %zu %s", (int)FORMAT, number,
		      len, digest.hex)] = ' ';
	head[HEAD_LEN - 1] = '\n';
}

/* Reads `len` bytes, or fewer at the end of the file. Returns their number, or -1 on an error. */
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
 * Reads the record. *body_out is NULL if the journal is empty or the record is incomplete;
 * otherwise the caller frees it. Returns -1 if the journal can't be read or has another format,
 * because a committed batch may be in it.
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
	/* Treating the record as incomplete would lose a committed batch. */
	if (strbuf_check_format(head, "pbem-journal", FORMAT, reason) != 0) {
		reason_prefix(reason,
			      "%s/journal, which may contain an unfinished batch: ", folder);
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
			  (const struct sha256_run[RUNS]){{body, len}, {"", 0}, {"", 0}, {"", 0}},
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
	reason_prefix(reason, "the journal may contain an unfinished batch, so pbem does nothing "
			      "before it can read the journal: ");
	return -1;
}

enum journal_state journal_inspect(const char *folder, struct journal_batch *batch_out,
				   struct reason *reason)
{
	char *path = base_printf("%s/journal", folder);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	enum journal_state state = JOURNAL_TORN;
	struct journal_record record;

	*batch_out = (struct journal_batch){.body = NULL};
	if (fd < 0 && errno == ENOENT) {
		state = JOURNAL_EMPTY;
	} else if (fd < 0) {
		reason_set_errno(reason, "can't open %s", path);
		state = JOURNAL_UNKNOWN;
	} else if (read_record(fd, folder, &record.number, &batch_out->body, &batch_out->len,
			       reason) != 0) {
		state = JOURNAL_UNKNOWN;
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

/* Calculates what one operation makes of a file's bytes. */
static enum journal_change preview_operation(const struct op *op, enum journal_change said,
					     struct strbuf *bytes)
{
	const bool append = strcmp(op->word, "append") == 0;

	if ((!append && strcmp(op->word, "write") != 0) || (append && op->offset > bytes->len))
		return JOURNAL_NOTHING;
	bytes->len = append ? (size_t)op->offset : 0;
	bytes->bytes[bytes->len] = '\0';
	strbuf_add_bytes(bytes, op->bytes, op->len);
	return !append || op->offset == 0 || said == JOURNAL_WHOLE ? JOURNAL_WHOLE : JOURNAL_TAIL;
}

enum journal_change journal_preview(const struct journal_batch *batch, const char *name,
				    struct strbuf *bytes)
{
	enum journal_change said = JOURNAL_NOTHING;
	struct journal_record record;
	struct op op;

	if (batch->body == NULL || read_body("", batch->body, batch->len, &record, NULL) != 0)
		return JOURNAL_NOTHING;
	for (size_t at = 0; at < record.files_len; at += op.used) {
		if (!read_op(record.files + at, record.files_len - at, &op))
			return JOURNAL_NOTHING;
		if (strcmp(op.name, name) == 0)
			said = preview_operation(&op, said, bytes);
	}
	return said;
}

int journal_finish(const char *folder, struct ledger *ledger, struct reason *reason)
{
	int fd = open_journal(folder, reason), result;
	struct journal_record record = {.number = 0};
	size_t len = 0;
	char *body;

	if (fd < 0)
		return -1;
	result = read_record(fd, folder, &record.number, &body, &len, reason);
	if (result == 0 && body != NULL)
		result = read_body(folder, body, len, &record, reason) == 0
				 ? redo_record(folder, ledger, &record, reason)
				 : -1;
	if (result == 0)
		result = empty_journal(fd, folder, reason);
	free(body);
	close(fd);
	/* An error that is neither temporary nor damage is a lack of permission. */
	return result == 0 ? 0 : reason_set_kind(reason, REASON_RIGHTS);
}

/* Writes head and body and flushes them, which commits the batch. Its parts aren't copied first,
 * because a batch may be as large as everything else in memory. */
static int write_record(int fd, const char *folder, uint64_t number,
			const struct transaction *batch, struct reason *reason)
{
	char head[HEAD_LEN + 1], lengths[64];
	const int lengths_len = snprintf(lengths, sizeof lengths, "%zu %zu\n", batch->ledger.len,
					 batch->letters.len);
	const struct sha256_run body[RUNS] = {
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
		reason_set_change(reason, "nothing was changed: can't write %s/journal", folder);
		if (ftruncate(fd, 0) != 0)
			reason_set_change(reason,
					  "the next run decides whether the change is made: can't "
					  "write %s/journal, nor empty it",
					  folder);
		return -1;
	}
	step();
	return 0;
}

/* Prefixes the reason of a failure with a notice that the next run will complete the batch. */
static void prefix_retry_notice(struct reason *reason)
{
	const enum reason_kind kind = reason->kind;
	char *why = base_strdup(reason->text);

	/* The notice comes first, because a long reason is cut at its end. */
	reason_set(reason, "the change is in the journal, and the next run will complete it: %s",
		   why);
	reason_set_kind(reason, kind);
	free(why);
}

int journal_commit(const char *folder, struct ledger *ledger, const struct transaction *batch,
		   struct reason *reason)
{
	const struct journal_record record = {
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
				   "the batch is too large; lower batch-messages in pbem.conf");
	fd = open_journal(folder, reason);
	if (fd < 0)
		return -1;
	result = write_record(fd, folder, record.number, batch, reason);
	if (result == 0) {
		result = redo_record(folder, ledger, &record, reason);
		if (result == 0)
			result = empty_journal(fd, folder, reason);
		if (result != 0)
			prefix_retry_notice(reason);
	}
	close(fd);
	return result == 0 ? 0 : reason_set_kind(reason, REASON_RIGHTS);
}

bool journal_is_open(const char *folder)
{
	char *path = base_printf("%s/journal", folder);
	struct stat status;
	/* If the journal's state can't be read, a batch may be in it. */
	bool open_now = stat(path, &status) == 0 ? status.st_size > 0 : errno != ENOENT;

	free(path);
	return open_now;
}
