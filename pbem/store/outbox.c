/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/store/ledger_fault.h"
#include "pbem/store/outbox_internal.h"

enum { NAME_MAX_BYTES = 255 };

/*
 * A message that replaces another of its name gets a new row, and so a place at the end. A claimed
 * message counts as sent, so it is neither replaced nor taken back. It makes room for a new message
 * of its name by taking the name "#ROW.NAME", which no batch writes.
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
	[REPORTED_LETTER] =
		"DELETE FROM outbox WHERE row IN (SELECT row FROM found WHERE number = ?1)",
	[REPORTED_CLAIM] =
		"DELETE FROM claims WHERE row IN (SELECT row FROM found WHERE number = ?1)",
	[REPORTED] = "DELETE FROM found WHERE number = ?1",
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
	[COUNT] = "SELECT COUNT(*) FROM outbox WHERE " NOT_GIVEN_UP,
	[OLDEST] = "SELECT MIN(since) FROM outbox WHERE " NOT_GIVEN_UP,
	[COUNT_CLAIMS] = "SELECT COUNT(*) FROM claims WHERE row > 0 AND " NOT_GIVEN_UP,
	[STOP] = "INSERT OR REPLACE INTO stops SELECT ?1, NULL WHERE NOT EXISTS"
		 " (SELECT 1 FROM stops WHERE until IS NULL)",
	[GO_ON] = "UPDATE stops SET until = MAX(since, ?1) WHERE until IS NULL",
	[FORGET_STOPS] = "DELETE FROM stops WHERE until <="
			 " (SELECT COALESCE(MIN(since), ?1) FROM outbox)",
	[STOPPED] = "SELECT COALESCE(SUM(MAX(0, MIN(COALESCE(until, ?2), ?2) - MAX(since, ?1))), 0)"
		    " FROM stops WHERE COALESCE(until, ?2) > ?1",
	[BEGIN] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK",
	[NEXT] = "SELECT MIN(next) FROM outbox WHERE " NOT_GIVEN_UP,
};

/*
 * The tables:
 * - the messages
 * - the claims: rows of messages that a process is sending
 * - the findings of sending that weren't reported to the moderator, with a row if the message was
 *   given up
 * - the times in which no message could be sent at all; `until` is NULL while that lasts
 */
static const char schema[] =
	"CREATE TABLE IF NOT EXISTS outbox (row INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT "
	"UNIQUE,"
	" recipient TEXT, since INTEGER, waited INTEGER DEFAULT 0, doubts INTEGER DEFAULT 0,"
	" next INTEGER DEFAULT 0, bytes BLOB);"
	"CREATE TABLE IF NOT EXISTS claims (row INTEGER PRIMARY KEY);"
	"CREATE TABLE IF NOT EXISTS found (number INTEGER PRIMARY KEY AUTOINCREMENT, row INTEGER,"
	" name TEXT, recipient TEXT, why TEXT);"
	"CREATE TABLE IF NOT EXISTS stops (since INTEGER PRIMARY KEY, until INTEGER);";

int outbox_failed(struct outbox *outbox, struct reason *reason)
{
	return store_report_fault(outbox->reader->database, outbox->reader->path, true, reason);
}

int outbox_open(struct store_reader *reader, bool writable, struct outbox **outbox_out)
{
	struct outbox *outbox = base_zalloc(1, sizeof *outbox);
	int result = SQLITE_OK;

	outbox->reader = reader;
	if (writable)
		result = sqlite3_exec(reader->database, schema, NULL, NULL, NULL);
	for (int i = 0; result == SQLITE_OK && i < STATEMENTS; i++)
		result = sqlite3_prepare_v3(reader->database, statements[i], -1,
					    SQLITE_PREPARE_PERSISTENT, &outbox->prepared[i], NULL);
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

void outbox_line_put(struct strbuf *out, const char *name, const char *to, int64_t since,
		     const char *bytes, size_t len)
{
	strbuf_addf(out, "put %s %s %" PRId64 " %zu\n", name, to, since, len);
	strbuf_add_bytes(out, bytes, len);
	strbuf_add_char(out, '\n');
}

void outbox_line_drop(struct strbuf *out, const char *name)
{
	strbuf_addf(out, "drop %s\n", name);
}

void outbox_line_clear(struct strbuf *out, const char *start)
{
	strbuf_addf(out, "clear %s\n", start);
}

int outbox_run(struct outbox *outbox, enum outbox_statement which, struct reason *reason)
{
	sqlite3_stmt *statement = outbox->prepared[which];
	int result = store_step(statement);

	sqlite3_reset(statement);
	return result == SQLITE_DONE ? 0 : outbox_failed(outbox, reason);
}

void outbox_line_reported(struct strbuf *out, int64_t number)
{
	strbuf_addf(out, "told %" PRId64 "\n", number);
}

static int run_named(struct outbox *outbox, enum outbox_statement which, const char *name,
		     struct reason *reason)
{
	sqlite3_bind_text(outbox->prepared[which], 1, name, -1, SQLITE_STATIC);
	return outbox_run(outbox, which, reason);
}

/* Makes claimed messages of that name (or start of names) give it up by `beside`, then runs
 * `which`. */
static int run_beside(struct outbox *outbox, enum outbox_statement beside,
		      enum outbox_statement which, const char *name, struct reason *reason)
{
	return run_named(outbox, beside, name, reason) == 0 ? run_named(outbox, which, name, reason)
							    : -1;
}

static int run_reported(struct outbox *outbox, int64_t number, struct reason *reason)
{
	static const enum outbox_statement STEPS[] = {REPORTED_LETTER, REPORTED_CLAIM, REPORTED};
	int result = 0;

	for (size_t i = 0; result == 0 && i < ARRAY_LEN(STEPS); i++) {
		sqlite3_bind_int64(outbox->prepared[STEPS[i]], 1, number);
		result = outbox_run(outbox, STEPS[i], reason);
	}
	return result;
}

/* Applies one change at the front of `lines`. Returns the number of bytes it used, 0 on failure. */
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
		return run_reported(outbox, number, reason) == 0 ? head_len : 0;
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
	(void)reason_set_kind(reason, REASON_DAMAGED);
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
	found = store_fetch_row(outbox->reader, statement);
	sqlite3_reset(statement);
	return found;
}

/* Returns the number in the first column of a statement's only row, or `none`. */
static int64_t find_number(struct outbox *outbox, enum outbox_statement which, int64_t none)
{
	sqlite3_stmt *statement = outbox->prepared[which];

	if (store_fetch_row(outbox->reader, statement) &&
	    sqlite3_column_type(statement, 0) != SQLITE_NULL)
		none = sqlite3_column_int64(statement, 0);
	sqlite3_reset(statement);
	return none;
}

size_t outbox_count(struct outbox *outbox, int64_t *since_out)
{
	*since_out = find_number(outbox, OLDEST, 0);
	return (size_t)find_number(outbox, COUNT, 0);
}

size_t outbox_claims(struct outbox *outbox)
{
	return (size_t)find_number(outbox, COUNT_CLAIMS, 0);
}

int64_t outbox_next(struct outbox *outbox)
{
	return find_number(outbox, NEXT, INT64_MAX);
}
