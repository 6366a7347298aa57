/* SPDX-License-Identifier: MIT */
/* Shared by outbox.c, which opens the outbox and makes the changes of batches, and
 * outbox_send.c, which is for the sender. */
#ifndef PBEM_STORE_OUTBOX_INTERNAL_H
#define PBEM_STORE_OUTBOX_INTERNAL_H

#include <stdint.h>

#include <sqlite3.h>

#include "pbem/store/outbox.h"

enum outbox_statement {
	PUT,
	PUT_BESIDE,
	DROP,
	CLEAR,
	CLEAR_BESIDE,
	REPORTED_LETTER,
	REPORTED_CLAIM,
	REPORTED,
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
	OLDEST,
	COUNT_CLAIMS,
	NEXT,
	HAS,
	STOP,
	GO_ON,
	FORGET_STOPS,
	STOPPED,
	BEGIN,
	COMMIT,
	ROLLBACK,
	STATEMENTS
};

struct outbox {
	struct store_reader *reader;
	sqlite3_stmt *prepared[STATEMENTS];
};

/* Describes SQLite's last error in `reason`. Returns -1. */
int outbox_failed(struct outbox *outbox, struct reason *reason);

/* Runs a statement that has no rows and whose values are bound. */
int outbox_run(struct outbox *outbox, enum outbox_statement which, struct reason *reason);

#endif
