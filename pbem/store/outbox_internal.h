/* SPDX-License-Identifier: MIT */
/* What outbox.c, which opens the outbox and makes the changes of batches, shares with
 * outbox_post.c, which has what the sender does. */
#ifndef PBEM_PROMISE_OUTBOX_INNER_H
#define PBEM_PROMISE_OUTBOX_INNER_H

#include <stdint.h>

#include <sqlite3.h>

#include "pbem/promise/outbox.h"

enum outbox_statement {
	PUT,
	PUT_BESIDE,
	DROP,
	CLEAR,
	CLEAR_BESIDE,
	TOLD_LETTER,
	TOLD_CLAIM,
	TOLD,
	CLAIM,
	REMOVE,
	REMOVE_CLAIM,
	RELEASE,
	MARK,
	POSTPONE,
	FIND,
	FOUND,
	LIST_FOUND,
	LIST,
	COUNT,
	COUNT_CLAIMS,
	NEXT,
	HAS,
	BEGIN,
	COMMIT,
	ROLLBACK,
	STATEMENTS
};

struct outbox {
	sqlite3 *database;
	sqlite3_stmt *prepared[STATEMENTS];
};

/* Sets why SQLite has just failed; -1. */
int outbox_failed(struct outbox *outbox, struct reason *reason);

/* Runs a statement whose values are bound, and has no rows. */
int outbox_run(struct outbox *outbox, enum outbox_statement which, struct reason *reason);

#endif
