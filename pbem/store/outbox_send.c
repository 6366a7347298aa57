/* SPDX-License-Identifier: MIT */
/* The sender's view of the outbox, one message at a time. */
#include <stdlib.h>
#include <string.h>

#include "pbem/store/ledger_fault.h"
#include "pbem/store/outbox_internal.h"

int outbox_list(struct outbox *outbox, int64_t behind, struct outbox_list *list_out,
		struct reason *reason)
{
	sqlite3_stmt *statement = outbox->prepared[LIST];
	struct outbox_list list = {.letters = NULL};
	size_t size = 0;
	int result;

	sqlite3_bind_int64(statement, 1, behind);
	while ((result = store_step(statement)) == SQLITE_ROW) {
		list.letters = base_grow(list.letters, list.count, &size, sizeof *list.letters);
		list.letters[list.count++] = (struct outbox_place){
			.row = sqlite3_column_int64(statement, 0),
			.to = base_strdup((const char *)sqlite3_column_text(statement, 1)),
			.waited = sqlite3_column_int(statement, 2) != 0,
			.next = sqlite3_column_int64(statement, 3),
		};
	}
	sqlite3_reset(statement);
	if (result != SQLITE_DONE) {
		outbox_list_free(&list);
		return outbox_failed(outbox, reason);
	}
	*list_out = list;
	return 0;
}

void outbox_list_free(struct outbox_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->letters[i].to);
	free(list->letters);
}

int outbox_claim(struct outbox *outbox, int64_t row, bool *there_out, struct reason *reason)
{
	sqlite3_bind_int64(outbox->prepared[CLAIM], 1, row);
	if (outbox_run(outbox, CLAIM, reason) != 0)
		return -1;
	*there_out = sqlite3_changes(outbox->reader->database) > 0;
	return 0;
}

/* Returns the name that the batch gave the message, even if the message has made room for
 * another. */
static const char *own_name(const char *name)
{
	const char *dot = *name == '#' ? strchr(name, '.') : NULL;

	return dot != NULL ? dot + 1 : name;
}

int outbox_read(struct outbox *outbox, int64_t row, struct outbox_letter *letter_out,
		struct reason *reason)
{
	sqlite3_stmt *statement = outbox->prepared[FIND];
	const void *bytes;

	sqlite3_bind_int64(statement, 1, row);
	if (store_step(statement) != SQLITE_ROW) {
		sqlite3_reset(statement);
		return outbox_failed(outbox, reason);
	}
	letter_out->name = base_strdup(own_name((const char *)sqlite3_column_text(statement, 0)));
	letter_out->to = base_strdup((const char *)sqlite3_column_text(statement, 1));
	letter_out->since = sqlite3_column_int64(statement, 2);
	letter_out->doubts = (unsigned)sqlite3_column_int(statement, 3);
	bytes = sqlite3_column_blob(statement, 4);
	letter_out->len = (size_t)sqlite3_column_bytes(statement, 4);
	letter_out->bytes = base_alloc(letter_out->len + 1);
	if (letter_out->len > 0)
		memcpy(letter_out->bytes, bytes, letter_out->len);
	letter_out->bytes[letter_out->len] = '\0';
	sqlite3_reset(statement);
	return 0;
}

void outbox_letter_done(struct outbox_letter *letter)
{
	free(letter->name);
	free(letter->to);
	free(letter->bytes);
}

/* ---- results of sending ---- */

/* Commits the transaction if `result` is 0, otherwise rolls it back. Returns -1 if nothing was
 * changed. */
static int end_transaction(struct outbox *outbox, int result, struct reason *reason)
{
	if (result == 0)
		result = outbox_run(outbox, COMMIT, reason);
	if (result != 0)
		(void)outbox_run(outbox, ROLLBACK, NULL);
	return result;
}

static int run_on_row(struct outbox *outbox, enum outbox_statement which, int64_t row,
		      struct reason *reason)
{
	sqlite3_bind_int64(outbox->prepared[which], 1, row);
	return outbox_run(outbox, which, reason);
}

int outbox_remove(struct outbox *outbox, const int64_t *rows, size_t count, struct reason *reason)
{
	int result = outbox_run(outbox, BEGIN, reason);

	if (result != 0)
		return -1;
	for (size_t i = 0; result == 0 && i < count; i++) {
		result = run_on_row(outbox, REMOVE, rows[i], reason);
		if (result == 0)
			result = run_on_row(outbox, REMOVE_CLAIM, rows[i], reason);
	}
	return end_transaction(outbox, result, reason);
}

int outbox_postpone(struct outbox *outbox, int64_t row, unsigned doubts, int64_t next,
		    struct reason *reason)
{
	sqlite3_bind_int64(outbox->prepared[POSTPONE], 2, doubts);
	sqlite3_bind_int64(outbox->prepared[POSTPONE], 3, next);
	return run_on_row(outbox, POSTPONE, row, reason);
}

/* Records a finding. `row` is 0 unless the message is given up. */
static int note_found(struct outbox *outbox, int64_t row, const struct outbox_letter *letter,
		      const char *why, struct reason *reason)
{
	sqlite3_stmt *statement = outbox->prepared[FOUND];

	if (row != 0)
		sqlite3_bind_int64(statement, 1, row);
	else
		sqlite3_bind_null(statement, 1);
	sqlite3_bind_text(statement, 2, letter->name, -1, SQLITE_STATIC);
	sqlite3_bind_text(statement, 3, letter->to, -1, SQLITE_STATIC);
	sqlite3_bind_text(statement, 4, why, -1, SQLITE_STATIC);
	return outbox_run(outbox, FOUND, reason);
}

int outbox_doubt(struct outbox *outbox, int64_t row, const struct outbox_letter *letter,
		 int64_t next, const char *why, struct reason *reason)
{
	int result = outbox_run(outbox, BEGIN, reason);

	if (result != 0)
		return -1;
	result = outbox_postpone(outbox, row, letter->doubts, next, reason);
	if (result == 0)
		result = note_found(outbox, 0, letter, why, reason);
	return end_transaction(outbox, result, reason);
}

int outbox_give_up(struct outbox *outbox, int64_t row, const struct outbox_letter *letter,
		   const char *why, struct reason *reason)
{
	return note_found(outbox, row, letter, why, reason);
}

/* ---- how long nothing could be sent ---- */

int outbox_stop(struct outbox *outbox, int64_t now, struct reason *reason)
{
	sqlite3_bind_int64(outbox->prepared[STOP], 1, now);
	return outbox_run(outbox, STOP, reason);
}

int outbox_go_on(struct outbox *outbox, int64_t now, struct reason *reason)
{
	sqlite3_bind_int64(outbox->prepared[GO_ON], 1, now);
	if (outbox_run(outbox, GO_ON, reason) != 0)
		return -1;
	sqlite3_bind_int64(outbox->prepared[FORGET_STOPS], 1, now);
	return outbox_run(outbox, FORGET_STOPS, reason);
}

int outbox_stopped(struct outbox *outbox, int64_t since, int64_t now, int64_t *seconds_out,
		   struct reason *reason)
{
	sqlite3_stmt *statement = outbox->prepared[STOPPED];
	int result;

	sqlite3_bind_int64(statement, 1, since);
	sqlite3_bind_int64(statement, 2, now);
	result = store_step(statement) == SQLITE_ROW ? 0 : outbox_failed(outbox, reason);
	if (result == 0)
		*seconds_out = sqlite3_column_int64(statement, 0);
	sqlite3_reset(statement);
	return result;
}

/* ---- under the site's lock ---- */

int outbox_findings(struct outbox *outbox,
		    void (*each)(void *context, const struct outbox_finding *finding),
		    void *context, struct reason *reason)
{
	sqlite3_stmt *statement = outbox->prepared[LIST_FOUND];
	int result;

	while ((result = store_step(statement)) == SQLITE_ROW) {
		const struct outbox_finding finding = {
			.number = sqlite3_column_int64(statement, 0),
			.row = sqlite3_column_int64(statement, 1),
			.name = (const char *)sqlite3_column_text(statement, 2),
			.to = (const char *)sqlite3_column_text(statement, 3),
			.why = (const char *)sqlite3_column_text(statement, 4),
		};

		each(context, &finding);
	}
	sqlite3_reset(statement);
	return result == SQLITE_DONE ? 0 : outbox_failed(outbox, reason);
}

int outbox_release(struct outbox *outbox, struct reason *reason)
{
	return outbox_run(outbox, RELEASE, reason);
}

int outbox_begin(struct outbox *outbox, struct reason *reason)
{
	return outbox_release(outbox, reason) == 0 ? outbox_run(outbox, MARK, reason) : -1;
}
