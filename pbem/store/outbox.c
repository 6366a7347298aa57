/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/promise/outbox_inner.h"

enum { NAME_MAX_BYTES = 255 };

/*
 * What replaces a letter of its name gets a row of its own, and with it its own place at the end. A
 * letter that is claimed is replaced and taken back no more: it counts as sent, and makes room for
 * one of its name by bearing another, "#ROW.NAME", that no batch writes.
 */
#define CLAIMED "row IN (SELECT row FROM claims)"
#define NOT_CLAIMED "row NOT IN (SELECT row FROM claims)"
#define NOT_GIVEN_UP "row NOT IN (SELECT row FROM found WHERE row IS NOT NULL)"
#define BESIDE "UPDATE outbox SET name = '#' || row || '.' || name WHERE " CLAIMED " AND "
#define BEGINS "substr(name, 1, length(?1)) = ?1"

static const char *const statements[STATEMENTS] = {
	[PUT] = ("INSERT OR REPLACE INTO outbox (name, recipient, since, bytes) "
		 "VALUES (?1, ?2, ?3, ?4)"),
	[PUT_BESIDE] = BESIDE "name = ?1",
	[DROP] = "DELETE FROM outbox WHERE name = ?1",
	[CLEAR] = "DELETE FROM outbox WHERE " BEGINS,
	[CLEAR_BESIDE] = BESIDE BEGINS,
	[TOLD_LETTER] = "DELETE FROM outbox WHERE row IN (SELECT row FROM found WHERE number = ?1)",
	[TOLD_CLAIM] = "DELETE FROM claims WHERE row IN (SELECT row FROM found WHERE number = ?1)",
	[TOLD] = "DELETE FROM found WHERE number = ?1",
	[CLAIM] = "INSERT INTO claims SELECT row FROM outbox WHERE row = ?1",
	[REMOVE] = "DELETE FROM outbox WHERE row = ?1",
	[REMOVE_CLAIM] = "DELETE FROM claims WHERE row = ?1",
	[RELEASE] = "DELETE FROM claims WHERE " NOT_GIVEN_UP,
	[MARK] = "INSERT OR REPLACE INTO claims VALUES (0)",
	[POSTPONE] = "UPDATE outbox SET waited = 1, doubts = ?2, next = ?3 WHERE row = ?1",
	[FIND] = "SELECT name, recipient, since, doubts, bytes FROM outbox WHERE row = ?1",
	[FOUND] = "INSERT INTO found (row, name, recipient, why) VALUES (?1, ?2, ?3, ?4)",
	[LIST_FOUND] = "SELECT number, row, name, recipient, why FROM found ORDER BY number",
	[LIST] = "SELECT row, recipient, waited, next FROM outbox WHERE row > ?1 AND " NOT_CLAIMED
		 " ORDER BY row",
	[HAS] = "SELECT 1 FROM outbox WHERE name = ?1 AND " NOT_CLAIMED,
	[COUNT] = "SELECT COUNT(*), COALESCE(MIN(since), 0) FROM outbox WHERE " NOT_GIVEN_UP,
	[COUNT_CLAIMS] = "SELECT COUNT(*) FROM claims WHERE row > 0 AND " NOT_GIVEN_UP,
	[BEGIN] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK",
	[NEXT] = "SELECT MIN(next) FROM outbox WHERE " NOT_GIVEN_UP,
};

static const char schema[] =
	"CREATE TABLE IF NOT EXISTS outbox (row INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT "
	"UNIQUE,"
	" recipient TEXT, since INTEGER, waited INTEGER DEFAULT 0, doubts INTEGER DEFAULT 0,"
	" next INTEGER DEFAULT 0, bytes BLOB);";

/* Rows of letters that somebody is sending; and what sending has found, of which the moderator has
 * not been told: with a row of one that is given up. */
static const char post_schema[] =
	"CREATE TABLE IF NOT EXISTS claims (row INTEGER PRIMARY KEY);"
	"CREATE TABLE IF NOT EXISTS found (number INTEGER PRIMARY KEY AUTOINCREMENT, row INTEGER,"
	" name TEXT, recipient TEXT, why TEXT);";

/* One of before letters had an order of their own: it has them in the order in which they were put.
 */
static const char is_old[] =
	"SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'outbox' AND NOT EXISTS"
	" (SELECT 1 FROM pragma_table_info('outbox') WHERE name = 'row')";

int outbox_failed(struct outbox *outbox, struct reason *reason)
{
	return reason_fail(reason, "the outbox: %s", sqlite3_errmsg(outbox->database));
}

static int count_row(void *context, int count, char **values, char **names)
{
	(void)count, (void)values, (void)names;
	++*(int *)context;
	return 0;
}

/* Whether the table is as versions before made it; false, too, when that can't be asked: then all
 * else fails. */
static bool is_by_name(struct sqlite3 *database)
{
	int rows = 0;

	return sqlite3_exec(database, is_old, count_row, &rows, NULL) == SQLITE_OK && rows > 0;
}

/* Gives an old table's letters their rows. Asked again within: another process may have been first.
 */
static int number_letters(struct sqlite3 *database)
{
	char *sql;
	int result = sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	if (result != SQLITE_OK)
		return result;
	sql = base_printf(
		"ALTER TABLE outbox RENAME TO outbox_by_name; %s"
		"INSERT INTO outbox (name, recipient, since, bytes)"
		" SELECT name, recipient, since, bytes FROM outbox_by_name ORDER BY rowid;"
		"DROP TABLE outbox_by_name;",
		schema);
	if (is_by_name(database))
		result = sqlite3_exec(database, sql, NULL, NULL, NULL);
	free(sql);
	/* If not, closing takes it back, and until then SQLite knows what was wrong. */
	return result == SQLITE_OK ? sqlite3_exec(database, "COMMIT", NULL, NULL, NULL) : result;
}

int outbox_open(struct sqlite3 *database, bool writable, struct outbox **outbox_out)
{
	struct outbox *outbox = base_zalloc(1, sizeof *outbox);
	int result = SQLITE_OK;

	outbox->database = database;
	if (is_by_name(database))
		result = number_letters(database);
	if (result == SQLITE_OK && writable)
		result = sqlite3_exec(database, schema, NULL, NULL, NULL);
	if (result == SQLITE_OK)
		result = sqlite3_exec(database, post_schema, NULL, NULL, NULL);
	for (int i = 0; result == SQLITE_OK && i < STATEMENTS; i++)
		result = sqlite3_prepare_v3(database, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
					    &outbox->prepared[i], NULL);
	if (result != SQLITE_OK) {
		outbox_close(outbox);
		return -1;
	}
	*outbox_out = outbox;
	return 0;
}

void outbox_close(struct outbox *outbox)
{
	if (outbox == NULL)
		return;
	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(outbox->prepared[i]);
	free(outbox);
}

/* ---- changes: "put NAME TO SINCE LEN", its bytes and a newline; "drop NAME"; "clear START"; "told
 * NUMBER" ---- */

void outbox_line_put(struct text *out, const char *name, const char *to, int64_t since,
		     const char *bytes, size_t len)
{
	text_addf(out, "put %s %s %" PRId64 " %zu\n", name, to, since, len);
	text_add_bytes(out, bytes, len);
	text_add_char(out, '\n');
}

void outbox_line_drop(struct text *out, const char *name)
{
	text_addf(out, "drop %s\n", name);
}

void outbox_line_clear(struct text *out, const char *start)
{
	text_addf(out, "clear %s\n", start);
}

int outbox_run(struct outbox *outbox, enum outbox_statement which, struct reason *reason)
{
	sqlite3_stmt *statement = outbox->prepared[which];
	int result = sqlite3_step(statement);

	sqlite3_reset(statement);
	return result == SQLITE_DONE ? 0 : outbox_failed(outbox, reason);
}

void outbox_line_told(struct text *out, int64_t number)
{
	text_addf(out, "told %" PRId64 "\n", number);
}

static int run_named(struct outbox *outbox, enum outbox_statement which, const char *name,
		     struct reason *reason)
{
	sqlite3_bind_text(outbox->prepared[which], 1, name, -1, SQLITE_STATIC);
	return outbox_run(outbox, which, reason);
}

/* Claimed letters of that name, or beginning, make room first. */
static int run_beside(struct outbox *outbox, enum outbox_statement beside,
		      enum outbox_statement which, const char *name, struct reason *reason)
{
	return run_named(outbox, beside, name, reason) == 0 ? run_named(outbox, which, name, reason)
							    : -1;
}

static int run_told(struct outbox *outbox, int64_t number, struct reason *reason)
{
	static const enum outbox_statement STEPS[] = {TOLD_LETTER, TOLD_CLAIM, TOLD};
	int result = 0;

	for (size_t i = 0; result == 0 && i < ARRAY_LEN(STEPS); i++) {
		sqlite3_bind_int64(outbox->prepared[STEPS[i]], 1, number);
		result = outbox_run(outbox, STEPS[i], reason);
	}
	return result;
}

/* One change at the front of `lines`. Returns the bytes it took, 0 on failure. */
static size_t apply_one(struct outbox *outbox, const char *lines, size_t len, struct reason *reason)
{
	const char *newline = memchr(lines, '\n', len);
	size_t head_len = newline != NULL ? (size_t)(newline - lines) + 1 : 0, bytes_len;
	char head[1024], name[NAME_MAX_BYTES + 1], to[NAME_MAX_BYTES + 1];
	int64_t since, number;

	if (head_len == 0 || head_len >= sizeof head)
		goto torn;
	memcpy(head, lines, head_len);
	head[head_len] = '\0';
	if (sscanf(head, "drop %255s", name) == 1)
		return run_beside(outbox, PUT_BESIDE, DROP, name, reason) == 0 ? head_len : 0;
	if (sscanf(head, "clear %255s", name) == 1)
		return run_beside(outbox, CLEAR_BESIDE, CLEAR, name, reason) == 0 ? head_len : 0;
	if (sscanf(head, "told %" SCNd64, &number) == 1)
		return run_told(outbox, number, reason) == 0 ? head_len : 0;
	if (sscanf(head, "put %255s %255s %" SCNd64 " %zu", name, to, &since, &bytes_len) != 4 ||
	    bytes_len >= len - head_len)
		goto torn;
	sqlite3_bind_text(outbox->prepared[PUT], 2, to, -1, SQLITE_STATIC);
	sqlite3_bind_int64(outbox->prepared[PUT], 3, since);
	sqlite3_bind_blob64(outbox->prepared[PUT], 4, lines + head_len, bytes_len, SQLITE_STATIC);
	return run_beside(outbox, PUT_BESIDE, PUT, name, reason) == 0 ? head_len + bytes_len + 1
								      : 0;
torn:
	reason_set(reason, "the journal has an outbox line that no version of pbem writes");
	return 0;
}

int outbox_apply(struct outbox *outbox, const char *lines, size_t len, struct reason *reason)
{
	size_t at = 0;

	while (at < len) {
		size_t used = apply_one(outbox, lines + at, len - at, reason);

		if (used == 0)
			return -1;
		at += used;
	}
	return 0;
}

bool outbox_has(struct outbox *outbox, const char *name)
{
	sqlite3_stmt *statement = outbox->prepared[HAS];
	bool found;

	sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
	found = sqlite3_step(statement) == SQLITE_ROW;
	sqlite3_reset(statement);
	return found;
}

size_t outbox_count(struct outbox *outbox, int64_t *since_out)
{
	sqlite3_stmt *statement = outbox->prepared[COUNT];
	size_t count = 0;

	*since_out = 0;
	if (sqlite3_step(statement) == SQLITE_ROW) {
		count = (size_t)sqlite3_column_int64(statement, 0);
		*since_out = sqlite3_column_int64(statement, 1);
	}
	sqlite3_reset(statement);
	return count;
}

size_t outbox_claims(struct outbox *outbox)
{
	sqlite3_stmt *statement = outbox->prepared[COUNT_CLAIMS];
	size_t count = 0;

	if (sqlite3_step(statement) == SQLITE_ROW)
		count = (size_t)sqlite3_column_int64(statement, 0);
	sqlite3_reset(statement);
	return count;
}

int64_t outbox_next(struct outbox *outbox)
{
	sqlite3_stmt *statement = outbox->prepared[NEXT];
	int64_t next = INT64_MAX;

	if (sqlite3_step(statement) == SQLITE_ROW &&
	    sqlite3_column_type(statement, 0) != SQLITE_NULL)
		next = sqlite3_column_int64(statement, 0);
	sqlite3_reset(statement);
	return next;
}
