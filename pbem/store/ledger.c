/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/util/strbuf.h"
#include "pbem/store/ledger_internal.h"
#include "pbem/store/outbox.h"
#include "pbem/sys/step.h"

/* The journal makes a batch durable, and files_flush flushes the ledger. So SQLite only has to keep
 * its file consistent, which the write-ahead log does without a flush for each commit. Folding the
 * log into the file flushes, so during a run the log may grow to 64 MB first. */
static const char begin[] = "PRAGMA user_version = 1";
static const char pragmas[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";

static int report_failure(struct ledger *ledger, struct reason *reason)
{
	return store_report_fault(ledger->reader.database, ledger->reader.path, ledger->writable,
				  reason);
}

/* Reports whether the folder has a journal, so that an earlier ledger was lost. */
static bool replaces_lost(const struct ledger *ledger)
{
	char *journal = base_printf("%.*s/journal",
				    (int)(strrchr(ledger->reader.path, '/') - ledger->reader.path),
				    ledger->reader.path);
	const bool lost = access(journal, F_OK) == 0;

	free(journal);
	return lost;
}

/* Records when a new ledger was created, before its first batch. A lost ledger may have known
 * messages that arrived in the same second. */
static int note_made(struct ledger *ledger)
{
	char *sql;
	int result;

	if (ledger_batch(ledger) != 0 || ledger_count(ledger, COUNT(COUNT_LEDGER_MADE)) != 0 ||
	    ledger->reader.unsound[0] != '\0')
		return 0;
	sql = base_printf(
		"INSERT OR IGNORE INTO counts VALUES ('%s', '', '', '', 0, 0, 0, %" PRId64 ")",
		ledger_count_words[COUNT_LEDGER_MADE], step_time() + replaces_lost(ledger));
	result = sqlite3_exec(ledger->reader.database, sql, NULL, NULL, NULL);
	free(sql);
	return result == SQLITE_OK ? 0 : -1;
}

static bool prepare_statement(struct ledger *ledger, const char *sql, sqlite3_stmt **out)
{
	return sqlite3_prepare_v3(ledger->reader.database, sql, -1, SQLITE_PREPARE_PERSISTENT, out,
				  NULL) == SQLITE_OK;
}

/* Prepares an open ledger. Returns -1 on failure, which SQLite then describes. */
static int set_up(struct ledger *ledger, bool writable)
{
	sqlite3_busy_timeout(ledger->reader.database, 10000);
	/* The log is folded into the file when it has grown, or by ledger_checkpoint, not whenever
	 * a process closes the ledger. */
	sqlite3_db_config(ledger->reader.database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	if (writable &&
	    (sqlite3_exec(ledger->reader.database, pragmas, NULL, NULL, NULL) != SQLITE_OK ||
	     sqlite3_exec(ledger->reader.database, ledger_schema, NULL, NULL, NULL) != SQLITE_OK))
		return -1;
	if (writable)
		sqlite3_wal_autocheckpoint(ledger->reader.database, LEDGER_LOG_PAGES);
	for (int i = 0; i < STATEMENTS; i++)
		if (!prepare_statement(ledger, ledger_statements[i], &ledger->prepared[i]))
			return -1;
	for (int i = 0; i < LEDGER_CHANGES; i++)
		if (!prepare_statement(ledger, ledger_changes[i].sql, &ledger->changes[i]))
			return -1;
	if (writable && note_made(ledger) != 0)
		return -1;
	return outbox_open(&ledger->reader, writable, &ledger->outbox);
}

struct outbox *ledger_outbox(struct ledger *ledger)
{
	return ledger->outbox;
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

/* Makes the process end when SQLite gets no memory. Otherwise SQLite could return an empty text
 * instead of a message or an address. */
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

/* SQLite treats a file that is shorter than the smallest page as empty. */
enum { FORMAT_MOST = 9999, PAGE_LEAST = 512 };

/* Returns whether counts have names, as in format 0. A file without them isn't a ledger. */
static bool has_named_counts(struct ledger *ledger)
{
	sqlite3_stmt *statement = NULL;
	const bool named = prepare_statement(ledger, "SELECT name FROM counts", &statement);

	sqlite3_finalize(statement);
	return named;
}

/* Returns true, with the reason, if another version wrote the ledger, which this one would misread,
 * or if the format is impossible. If the format can't be read now, the first statement reports
 * that. */
static bool is_of_other_version(struct ledger *ledger, struct reason *reason)
{
	sqlite3_stmt *statement = NULL;
	int format = LEDGER_FORMAT;

	if (sqlite3_prepare_v2(ledger->reader.database, "PRAGMA user_version", -1, &statement,
			       NULL) == SQLITE_OK &&
	    store_step(statement) == SQLITE_ROW)
		format = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	if (format == LEDGER_FORMAT || (format == 0 && !has_named_counts(ledger)))
		return false;
	/* No version will ever have such a number: the file is damaged. */
	if (format < 0 || format > FORMAT_MOST) {
		reason_set(reason, "%s has the unknown format %d", ledger->reader.path, format);
		(void)reason_set_kind(reason, REASON_DAMAGED);
		return true;
	}
	if (format < LEDGER_FORMAT) {
		reason_set(reason, "%s: an older pbem wrote this file; run: convert-site %.*s",
			   ledger->reader.path,
			   (int)(strlen(ledger->reader.path) - strlen("/ledger")),
			   ledger->reader.path);
		(void)reason_set_kind(reason, REASON_NEWER);
		return true;
	}
	reason_set(reason,
		   "%s: a newer pbem wrote this file, in format %d, and this pbem reads formats up "
		   "to %d; use the newer pbem again",
		   ledger->reader.path, format, (int)LEDGER_FORMAT);
	(void)reason_set_kind(reason, REASON_NEWER);
	return true;
}

/* Creates a ledger. It gets its name only when it is complete, because an empty file of that name
 * counts as damaged. Logs of a lost ledger are removed first: without it they are useless. */
static int make_file(const char *path, struct reason *reason)
{
	static const char *const OLD[] = {"-wal", "-shm", "-journal", ".new", ".new-journal"};
	char *made = base_printf("%s.new", path);
	sqlite3 *database = NULL;
	int result = 0;

	for (size_t i = 0; result == 0 && i < ARRAY_LEN(OLD); i++) {
		char *old = base_printf("%s%s", path, OLD[i]);

		if (unlink(old) != 0 && errno != ENOENT)
			result = reason_fail_change(reason, "can't remove %s", old);
		free(old);
	}
	errno = 0;
	if (result == 0 &&
	    (sqlite3_open_v2(made, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) !=
		     SQLITE_OK ||
	     sqlite3_exec(database, begin, NULL, NULL, NULL) != SQLITE_OK))
		result = store_report_fault(database, made, false, reason);
	sqlite3_close(database);
	if (result == 0 && rename(made, path) != 0)
		result = reason_fail_change(reason, "can't rename %s", made);
	if (result != 0)
		(void)unlink(made);
	free(made);
	return result;
}

/* Checks that the ledger's file can be opened. Creates a missing file if `writable`. */
static enum ledger_result find_file(struct ledger *ledger, bool writable, struct reason *reason)
{
	struct stat status;

	ledger->is_new = stat(ledger->reader.path, &status) != 0;
	if (ledger->is_new && errno != ENOENT) {
		/* A new ledger would lose the record of all processed messages. */
		reason_set_errno(reason, "can't find out whether there is %s", ledger->reader.path);
		return LEDGER_LATER;
	}
	if (!ledger->is_new && (status.st_mode & 077) != 0 && !S_ISDIR(status.st_mode)) {
		reason_set(reason, "%s can be read by others; run: chmod 600 %s",
			   ledger->reader.path, ledger->reader.path);
		return LEDGER_FAILED;
	}
	if (!ledger->is_new && (!S_ISREG(status.st_mode) || status.st_size < PAGE_LEAST)) {
		reason_set(reason, "%s is %s", ledger->reader.path,
			   S_ISREG(status.st_mode) ? "empty or incomplete" : "not a file");
		(void)reason_set_kind(reason, REASON_DAMAGED);
		return LEDGER_FAILED;
	}
	if (ledger->is_new && !writable) {
		reason_set(reason, "%s is missing; the next 'pbem run' rebuilds it",
			   ledger->reader.path);
		(void)reason_set_kind(reason, REASON_MISSING);
		return LEDGER_FAILED;
	}
	if (ledger->is_new && make_file(ledger->reader.path, reason) != 0)
		return reason_is_temporary(reason) ? LEDGER_LATER : LEDGER_FAILED;
	return LEDGER_OPEN;
}

enum ledger_result ledger_open(const char *folder, bool writable, struct ledger **ledger_out,
			       struct reason *reason)
{
	struct ledger *ledger = base_zalloc(1, sizeof *ledger);
	enum ledger_result result;
	int opened;

	guard_memory();
	ledger->reader.path = base_printf("%s/ledger", folder);
	result = find_file(ledger, writable, reason);
	if (result != LEDGER_OPEN)
		goto out;
	errno = 0;
	opened = sqlite3_open_v2(ledger->reader.path, &ledger->reader.database,
				 SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
	if (opened == SQLITE_OK && is_of_other_version(ledger, reason)) {
		result = reason_is_temporary(reason) ? LEDGER_LATER : LEDGER_FAILED;
		goto out;
	}
	if (opened != SQLITE_OK || set_up(ledger, writable) != 0) {
		(void)report_failure(ledger, reason);
		result = reason_is_temporary(reason) ? LEDGER_LATER : LEDGER_FAILED;
		goto out;
	}
	if (!ledger->is_new)
		ledger->is_new = ledger_batch(ledger) == 0;
	if (ledger_check(ledger, reason) != 0) {
		result = reason_is_temporary(reason) ? LEDGER_LATER : LEDGER_FAILED;
		if (result == LEDGER_FAILED) {
			reason_set(reason, "%s: %s", ledger->reader.path, ledger->reader.unsound);
			(void)reason_set_kind(reason, REASON_DAMAGED);
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
		ledger_checkpoint_grown(ledger);
	outbox_close(ledger->outbox);
	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(ledger->prepared[i]);
	for (int i = 0; i < LEDGER_CHANGES; i++)
		sqlite3_finalize(ledger->changes[i]);
	sqlite3_close(ledger->reader.database);
	free(ledger->outages);
	free(ledger->reader.path);
	free(ledger);
}

/* ---- changes, as ledger_changes.c writes them ---- */

static int apply_line(struct ledger *ledger, const char *line, size_t len, struct reason *reason)
{
	const char *tab = memchr(line, '\t', len), *end = line + len;

	for (size_t i = 0; tab != NULL && i < LEDGER_CHANGES; i++) {
		sqlite3_stmt *statement = ledger->changes[i];
		const char *field = tab + 1, *word = ledger_changes[i].word;

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
		if (store_step(statement) != SQLITE_DONE)
			return report_failure(ledger, reason);
		sqlite3_reset(statement);
		return 0;
	}
	return reason_fail_as(reason, REASON_DAMAGED,
			      "the journal has a ledger line '%.*s' that no version of pbem writes",
			      (int)len, line);
}

static int run_statement(struct ledger *ledger, enum statement which, struct reason *reason)
{
	sqlite3_reset(ledger->prepared[which]);
	if (store_step(ledger->prepared[which]) != SQLITE_DONE)
		return report_failure(ledger, reason);
	sqlite3_reset(ledger->prepared[which]);
	return 0;
}

static int apply_lines(struct ledger *ledger, const char *lines, size_t len, struct reason *reason)
{
	const char *cursor = lines, *line;
	size_t line_len;

	while (strbuf_next_line(&cursor, lines + len, &line, &line_len))
		if (apply_line(ledger, line, line_len, reason) != 0)
			return -1;
	return 0;
}

int ledger_apply(struct ledger *ledger, uint64_t batch, const struct ledger_changes *changes,
		 struct reason *reason)
{
	int result;

	ledger_end_reading(ledger);
	ledger->outages_read = false;
	if (batch <= ledger_batch(ledger))
		return 0;
	if (ledger_check(ledger, reason) != 0)
		return -1;
	result = run_statement(ledger, BEGIN, reason);
	if (result != 0)
		return result;
	result = apply_lines(ledger, changes->lines, changes->lines_len, reason);
	if (result == 0)
		result = outbox_apply(ledger->outbox, changes->letters, changes->letters_len,
				      reason);
	if (result == 0) {
		sqlite3_bind_int64(ledger->prepared[SET_BATCH], 1, (sqlite3_int64)batch);
		result = run_statement(ledger, SET_BATCH, reason);
	}
	if (result == 0)
		result = run_statement(ledger, COMMIT, reason);
	if (result != 0)
		(void)run_statement(ledger, ROLLBACK, NULL);
	step();
	return result;
}
