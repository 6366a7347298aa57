/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "core/text.h"
#include "pbem/config.h"
#include "pbem/outbox.h"
#include "pbem/sink.h"
#include "pbem/step.h"

enum { SECONDS_A_DAY = 86400, NAME_MAX_BYTES = 255 };

enum statement { PUT, DROP, FIND, LIST, COUNT, HAS, STATEMENTS };

static const char *const statements[STATEMENTS] = {
	[PUT] = "INSERT OR REPLACE INTO outbox VALUES (?1, ?2, ?3, ?4)",
	[DROP] = "DELETE FROM outbox WHERE name = ?1",
	[FIND] = "SELECT recipient, since, bytes FROM outbox WHERE name = ?1",
	[LIST] = "SELECT name FROM outbox ORDER BY name",
	[HAS] = "SELECT 1 FROM outbox WHERE name = ?1",
	[COUNT] = "SELECT COUNT(*), COALESCE(MIN(since), 0) FROM outbox",
};

static const char schema[] = "CREATE TABLE IF NOT EXISTS outbox (name TEXT PRIMARY KEY,"
                             " recipient TEXT, since INTEGER, bytes BLOB);";

struct outbox {
	sqlite3 *database;
	sqlite3_stmt *prepared[STATEMENTS];
};

/* One pass over the outbox. */
struct pass {
	const struct config *config;
	struct outbox *outbox;
	struct sink *sink;
	int64_t now;
	outbox_give_up give_up;
	void *context;
	struct outbox_report report;
	bool stuck; /* the outbox itself fails */
};

static int
failed(struct outbox *outbox, struct reason *reason)
{
	reason_set(reason, "the outbox: %s", sqlite3_errmsg(outbox->database));
	return -1;
}

int
outbox_open(struct sqlite3 *database, bool writable, struct outbox **outbox_out,
            struct reason *reason)
{
	struct outbox *outbox = base_zalloc(1, sizeof *outbox);
	int result = SQLITE_OK;

	outbox->database = database;
	if (writable)
		result = sqlite3_exec(database, schema, NULL, NULL, NULL);
	for (int i = 0; result == SQLITE_OK && i < STATEMENTS; i++)
		result = sqlite3_prepare_v3(database, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
		                            &outbox->prepared[i], NULL);
	if (result != SQLITE_OK) {
		(void)failed(outbox, reason);
		outbox_close(outbox);
		return -1;
	}
	*outbox_out = outbox;
	return 0;
}

void
outbox_close(struct outbox *outbox)
{
	if (outbox == NULL)
		return;
	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(outbox->prepared[i]);
	free(outbox);
}

/* ---- changes: "put NAME TO SINCE LEN", its bytes and a newline; "drop NAME" ---- */

void
outbox_line_put(struct text *out, const char *name, const char *to, int64_t since,
                const char *bytes, size_t len)
{
	text_addf(out, "put %s %s %" PRId64 " %zu\n", name, to, since, len);
	text_add_bytes(out, bytes, len);
	text_add_char(out, '\n');
}

void
outbox_line_drop(struct text *out, const char *name)
{
	text_addf(out, "drop %s\n", name);
}

static int
run_named(struct outbox *outbox, enum statement which, const char *name, struct reason *reason)
{
	sqlite3_stmt *statement = outbox->prepared[which];
	int result;

	sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
	result = sqlite3_step(statement);
	sqlite3_reset(statement);
	return result == SQLITE_DONE ? 0 : failed(outbox, reason);
}

/* One change at the front of `lines`. Returns the bytes it took, 0 on failure. */
static size_t
apply_one(struct outbox *outbox, const char *lines, size_t len, struct reason *reason)
{
	const char *newline = memchr(lines, '\n', len);
	size_t head_len = newline != NULL ? (size_t)(newline - lines) + 1 : 0, bytes_len;
	char head[1024], name[NAME_MAX_BYTES + 1], to[NAME_MAX_BYTES + 1];
	int64_t since;

	if (head_len == 0 || head_len >= sizeof head)
		goto torn;
	memcpy(head, lines, head_len);
	head[head_len] = '\0';
	if (sscanf(head, "drop %255s", name) == 1)
		return run_named(outbox, DROP, name, reason) == 0 ? head_len : 0;
	if (sscanf(head, "put %255s %255s %" SCNd64 " %zu", name, to, &since, &bytes_len) != 4 ||
	    bytes_len > len - head_len || head_len + bytes_len + 1 > len)
		goto torn;
	sqlite3_bind_text(outbox->prepared[PUT], 2, to, -1, SQLITE_STATIC);
	sqlite3_bind_int64(outbox->prepared[PUT], 3, since);
	sqlite3_bind_blob64(outbox->prepared[PUT], 4, lines + head_len, bytes_len, SQLITE_STATIC);
	return run_named(outbox, PUT, name, reason) == 0 ? head_len + bytes_len + 1 : 0;
torn:
	reason_set(reason, "the journal has an outbox line that no version of pbem writes");
	return 0;
}

int
outbox_apply(struct outbox *outbox, const char *lines, size_t len, struct reason *reason)
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

bool
outbox_has(struct outbox *outbox, const char *name)
{
	sqlite3_stmt *statement = outbox->prepared[HAS];
	bool found;

	sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
	found = sqlite3_step(statement) == SQLITE_ROW;
	sqlite3_reset(statement);
	return found;
}

size_t
outbox_count(struct outbox *outbox, int64_t *since_out)
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

/* ---- sending ---- */

/* The names of all letters, sorted. The caller frees the array and each name. */
static char **
list_names(struct outbox *outbox, size_t *count_out)
{
	sqlite3_stmt *statement = outbox->prepared[LIST];
	size_t count = 0, size = 64;
	char **names = base_alloc(size * sizeof *names);

	while (sqlite3_step(statement) == SQLITE_ROW) {
		if (count == size)
			names = base_realloc(names, (size *= 2) * sizeof *names);
		names[count++] = base_strdup((const char *)sqlite3_column_text(statement, 0));
	}
	sqlite3_reset(statement);
	*count_out = count;
	return names;
}

static bool
is_too_old(const struct pass *pass, int64_t since)
{
	return pass->config->retry_days * (int64_t)SECONDS_A_DAY < pass->now - since;
}

/* Tries the letter the FIND statement stands on. WIRE_LATER: it still waits. */
static enum wire
try_found(struct pass *pass, const char *name, sqlite3_stmt *letter, struct reason *reason)
{
	const char *to = (const char *)sqlite3_column_text(letter, 0);
	const char *bytes = sqlite3_column_blob(letter, 2);
	size_t len = (size_t)sqlite3_column_bytes(letter, 2);
	enum wire result;

	result = sink_send(pass->sink, pass->config->address, to, name, bytes, len, reason);
	if (result == WIRE_LATER && !sink_is_down(pass->sink) &&
	    is_too_old(pass, sqlite3_column_int64(letter, 1))) {
		reason_prefix(reason, "not accepted for more than %ld days: ",
		              pass->config->retry_days);
		result = WIRE_NEVER;
	}
	if (result == WIRE_NEVER)
		pass->give_up(pass->context, name, to, bytes, len, reason->text);
	return result;
}

static enum wire
try_letter(struct pass *pass, const char *name, struct reason *reason)
{
	sqlite3_stmt *letter = pass->outbox->prepared[FIND];
	enum wire result = WIRE_LATER;

	sqlite3_bind_text(letter, 1, name, -1, SQLITE_STATIC);
	if (sqlite3_step(letter) == SQLITE_ROW)
		result = try_found(pass, name, letter, reason);
	else
		pass->stuck = failed(pass->outbox, reason) != 0;
	sqlite3_reset(letter);
	if (result == WIRE_DONE) {
		step();
		/* Not flushed: a letter that comes back after a power cut is sent again as it was.
		 * When it can't be taken out at all no other is sent, lest every run send them all. */
		pass->stuck = run_named(pass->outbox, DROP, name, reason) != 0;
		step();
	}
	return pass->stuck ? WIRE_LATER : result;
}

static void
try_letters(struct pass *pass, char **names, size_t count, struct reason *reason)
{
	for (size_t i = 0; i < count; i++) {
		struct reason why = {""};

		switch (try_letter(pass, names[i], &why)) {
		case WIRE_DONE:
			pass->report.sent++;
			break;
		case WIRE_NEVER:
			pass->report.given_up++;
			break;
		case WIRE_LATER:
			pass->report.waiting++;
			*reason = why;
			if (!sink_is_down(pass->sink) && !pass->stuck)
				break;
			pass->report.waiting += count - i - 1;
			return;
		}
	}
}

enum wire
outbox_send(const struct config *config, struct outbox *outbox, struct sink *sink, int64_t now,
            outbox_give_up give_up, void *context, struct outbox_report *report_out,
            struct reason *reason)
{
	struct pass pass = {
		.config = config,
		.outbox = outbox,
		.sink = sink,
		.now = now,
		.give_up = give_up,
		.context = context,
	};
	size_t count;
	char **names = list_names(outbox, &count);

	try_letters(&pass, names, count, reason);
	for (size_t i = 0; i < count; i++)
		free(names[i]);
	free(names);
	*report_out = pass.report;
	if (pass.report.waiting == 0)
		return WIRE_DONE;
	return sink_needs_mending(sink) ? WIRE_NEVER : WIRE_LATER;
}
