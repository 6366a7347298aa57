/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "pbem/promise/ledger_inner.h"
#include "pbem/promise/outbox.h"
#include "pbem/site/step.h"

/* The journal is what makes a batch durable and files_flush what flushes this file: SQLite itself
 * need only keep it whole, which its write-ahead log does without a flush for each commit. Folding
 * that log into the file does flush, so while a run is at work it is let grow to 64 MB before. */
static const char pragmas[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";

static int failed(struct ledger *ledger, struct reason *reason)
{
	const int code = sqlite3_errcode(ledger->database);
	const bool damaged =
		(code == SQLITE_CORRUPT || code == SQLITE_NOTADB) && !ledger_is_passing(ledger);

	/* Who opens it says what to do himself. */
	reason_set(reason, "%s: %s%s", ledger->path, sqlite3_errmsg(ledger->database),
		   damaged && ledger->writable ? ". Ask: pbem repair" : "");
	if (damaged)
		(void)reason_is(reason, REASON_DAMAGED);
	return -1;
}

/* Once in the life of a ledger; killed half-way it is done again. */
static int bring_up_to_date(struct ledger *ledger)
{
	if (ledger_count(ledger, LEDGER_BOUND) != 0)
		return 0;
	for (size_t i = 0; i < LEDGER_UPGRADES; i++) {
		sqlite3_stmt *statement = NULL;
		int result = sqlite3_prepare_v2(ledger->database, ledger_upgrade[i], -1, &statement,
						NULL);

		if (result == SQLITE_OK) {
			sqlite3_bind_int64(statement, 1, step_time());
			result = sqlite3_step(statement);
		}
		sqlite3_finalize(statement);
		if (result != SQLITE_DONE)
			return -1;
	}
	return 0;
}

static bool prepare(struct ledger *ledger, const char *sql, sqlite3_stmt **out)
{
	return sqlite3_prepare_v3(ledger->database, sql, -1, SQLITE_PREPARE_PERSISTENT, out,
				  NULL) == SQLITE_OK;
}

/* What fails is told by SQLite. */
static int set_up(struct ledger *ledger, bool writable)
{
	sqlite3_busy_timeout(ledger->database, 10000);
	/* The log is folded into the file when it has grown, or by ledger_fold, not by whoever
	 * closes it. */
	sqlite3_db_config(ledger->database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	if (writable &&
	    (sqlite3_exec(ledger->database, pragmas, NULL, NULL, NULL) != SQLITE_OK ||
	     sqlite3_exec(ledger->database, ledger_schema, NULL, NULL, NULL) != SQLITE_OK))
		return -1;
	if (writable)
		sqlite3_wal_autocheckpoint(ledger->database, LEDGER_LOG_PAGES);
	if (sqlite3_exec(ledger->database, ledger_later_schema, NULL, NULL, NULL) != SQLITE_OK)
		return -1;
	for (int i = 0; i < STATEMENTS; i++)
		if (!prepare(ledger, ledger_statements[i], &ledger->prepared[i]))
			return -1;
	for (int i = 0; i < LEDGER_CHANGES; i++)
		if (!prepare(ledger, ledger_change[i].sql, &ledger->changes[i]))
			return -1;
	if (bring_up_to_date(ledger) != 0)
		return -1;
	return outbox_open(ledger->database, writable, &ledger->outbox);
}

struct outbox *ledger_outbox(struct ledger *ledger)
{
	return ledger->outbox;
}

/* Whether nothing forbids to write it: SQLite opens for reading only what it can't open otherwise,
 * whatever the disk said. */
static bool may_be_written(const struct ledger *ledger)
{
	static const char *const BESIDE[] = {"", "-wal", "-shm"};
	bool may = true;

	for (size_t i = 0; may && i < ARRAY_LEN(BESIDE); i++) {
		char *path = base_printf("%s%s", ledger->path, BESIDE[i]);

		may = access(path, W_OK) == 0 || errno == ENOENT;
		free(path);
	}
	return may;
}

bool ledger_is_passing(struct ledger *ledger)
{
	static const int CODES[] = {SQLITE_FULL,  SQLITE_IOERR,	   SQLITE_BUSY,	   SQLITE_LOCKED,
				    SQLITE_NOMEM, SQLITE_CANTOPEN, SQLITE_PROTOCOL};
	int code = sqlite3_errcode(ledger->database);

	for (size_t i = 0; i < ARRAY_LEN(CODES); i++)
		if (code == CODES[i])
			return true;
	/* What a disk fails to give SQLite calls damage while it looks something up. */
	if (code == SQLITE_CORRUPT && errno == EIO)
		return true;
	return code == SQLITE_READONLY && may_be_written(ledger);
}

static sqlite3_mem_methods memory;

static void *must_alloc(int size)
{
	void *bytes = memory.xMalloc(size);

	if (bytes == NULL)
		base_give_up("out of memory");
	return bytes;
}

static void *must_realloc(void *old, int size)
{
	void *bytes = memory.xRealloc(old, size);

	if (bytes == NULL)
		base_give_up("out of memory");
	return bytes;
}

/* Without memory SQLite would give an empty text for a letter or an address. */
static void guard_memory(void)
{
	sqlite3_mem_methods guarded;

	if (memory.xMalloc != NULL || sqlite3_config(SQLITE_CONFIG_GETMALLOC, &memory) != SQLITE_OK)
		return;
	guarded = memory;
	guarded.xMalloc = must_alloc;
	guarded.xRealloc = must_realloc;
	(void)sqlite3_config(SQLITE_CONFIG_MALLOC, &guarded);
}

/* What a later version made of it this one would misread. What can't be asked now the first
 * statement tells. */
static bool is_newer(struct ledger *ledger, struct reason *reason)
{
	sqlite3_stmt *statement = NULL;
	int format = LEDGER_FORMAT;

	if (sqlite3_prepare_v2(ledger->database, "PRAGMA user_version", -1, &statement, NULL) ==
		    SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		format = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	if (format <= LEDGER_FORMAT)
		return false;
	reason_set(reason,
		   "%s: a newer pbem wrote it, in format %d, and this one reads up to %d: "
		   "use that one again",
		   ledger->path, format, (int)LEDGER_FORMAT);
	(void)reason_is(reason, REASON_NEWER);
	return true;
}

enum ledger_result ledger_open(const char *folder, bool writable, struct ledger **ledger_out,
			       struct reason *reason)
{
	struct ledger *ledger = base_zalloc(1, sizeof *ledger);
	int flags = writable ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READWRITE;
	enum ledger_result result = LEDGER_FAILED;
	struct stat status;
	int opened;

	guard_memory();
	ledger->path = base_printf("%s/ledger", folder);
	ledger->is_new = stat(ledger->path, &status) != 0;
	if (ledger->is_new && errno != ENOENT) {
		/* Taken for a new one it would forget every letter dealt with. */
		reason_set_errno(reason, "can't tell whether there is %s", ledger->path);
		result = LEDGER_LATER;
		goto out;
	}
	if (!ledger->is_new && (status.st_mode & 077) != 0) {
		reason_set(reason, "%s can be read by others; run: chmod 600 %s", ledger->path,
			   ledger->path);
		goto out;
	}
	if (ledger->is_new && !writable) {
		reason_set(reason, "%s is missing; the next 'pbem run' makes it anew",
			   ledger->path);
		(void)reason_is(reason, REASON_MISSING);
		goto out;
	}
	errno = 0;
	opened =
		sqlite3_open_v2(ledger->path, &ledger->database, flags | SQLITE_OPEN_NOMUTEX, NULL);
	if (opened == SQLITE_OK && is_newer(ledger, reason)) {
		result = LEDGER_LATER;
		goto out;
	}
	if (opened != SQLITE_OK || set_up(ledger, writable) != 0) {
		(void)failed(ledger, reason);
		result = ledger_is_passing(ledger) ? LEDGER_LATER : LEDGER_FAILED;
		goto out;
	}
	if (!ledger->is_new)
		ledger->is_new = ledger_batch(ledger) == 0;
	if (ledger_check(ledger, reason) != 0) {
		result = reason_is_passing(reason) ? LEDGER_LATER : LEDGER_FAILED;
		if (result == LEDGER_FAILED) {
			reason_set(reason, "%s: %s", ledger->path, ledger->unsound);
			(void)reason_is(reason, REASON_DAMAGED);
		}
		goto out;
	}
	ledger->writable = writable;
	*ledger_out = ledger;
	return LEDGER_OPEN;
out:
	ledger_close(ledger);
	return result;
}

void ledger_close(struct ledger *ledger)
{
	if (ledger == NULL)
		return;
	if (ledger->writable)
		ledger_fold_grown(ledger);
	outbox_close(ledger->outbox);
	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(ledger->prepared[i]);
	for (int i = 0; i < LEDGER_CHANGES; i++)
		sqlite3_finalize(ledger->changes[i]);
	sqlite3_close(ledger->database);
	free(ledger->outages);
	free(ledger->path);
	free(ledger);
}

/* ---- changes, as ledger_line.c writes them ---- */

static int apply_line(struct ledger *ledger, const char *line, size_t len, struct reason *reason)
{
	const char *tab = memchr(line, '\t', len), *end = line + len;

	for (size_t i = 0; tab != NULL && i < LEDGER_CHANGES; i++) {
		sqlite3_stmt *statement = ledger->changes[i];
		const char *field = tab + 1, *word = ledger_change[i].word;

		if (strlen(word) != (size_t)(tab - line) || strncmp(word, line, strlen(word)) != 0)
			continue;
		sqlite3_reset(statement);
		for (int value = 1; value <= sqlite3_bind_parameter_count(statement); value++) {
			const char *next =
				field <= end ? memchr(field, '\t', (size_t)(end - field)) : NULL;

			if (next == NULL)
				next = end;
			sqlite3_bind_text(statement, value, field, (int)(next - field),
					  SQLITE_STATIC);
			field = next + 1;
		}
		if (sqlite3_step(statement) != SQLITE_DONE)
			return failed(ledger, reason);
		sqlite3_reset(statement);
		return 0;
	}
	return reason_fail(reason,
			   "the journal has a ledger line '%.*s' that no version of pbem writes",
			   (int)len, line);
}

static int run(struct ledger *ledger, enum statement which, struct reason *reason)
{
	sqlite3_reset(ledger->prepared[which]);
	if (sqlite3_step(ledger->prepared[which]) != SQLITE_DONE)
		return failed(ledger, reason);
	sqlite3_reset(ledger->prepared[which]);
	return 0;
}

static int apply_lines(struct ledger *ledger, const char *lines, size_t len, struct reason *reason)
{
	const char *cursor = lines, *line;
	size_t line_len;

	while (text_next_line(&cursor, lines + len, &line, &line_len))
		if (apply_line(ledger, line, line_len, reason) != 0)
			return -1;
	return 0;
}

int ledger_apply(struct ledger *ledger, uint64_t batch, const struct ledger_changes *changes,
		 struct reason *reason)
{
	int result;

	ledger_let_go(ledger);
	ledger->outages_read = false;
	if (batch <= ledger_batch(ledger))
		return 0;
	if (ledger_check(ledger, reason) != 0)
		return -1;
	result = run(ledger, BEGIN, reason);
	if (result != 0)
		return result;
	result = apply_lines(ledger, changes->lines, changes->lines_len, reason);
	if (result == 0)
		result = outbox_apply(ledger->outbox, changes->letters, changes->letters_len,
				      reason);
	if (result == 0) {
		sqlite3_bind_int64(ledger->prepared[SET_BATCH], 1, (sqlite3_int64)batch);
		result = run(ledger, SET_BATCH, reason);
	}
	if (result == 0)
		result = run(ledger, COMMIT, reason);
	if (result != 0)
		(void)run(ledger, ROLLBACK, NULL);
	step();
	return result;
}
