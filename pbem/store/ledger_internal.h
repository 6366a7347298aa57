/* SPDX-License-Identifier: MIT */
/* Definitions that the files ledger*.c share: the prepared statements and the open ledger. */
#ifndef PBEM_STORE_LEDGER_INTERNAL_H
#define PBEM_STORE_LEDGER_INTERNAL_H

#include <stdbool.h>

#include <sqlite3.h>

#include "pbem/store/ledger.h"
#include "pbem/store/ledger_fault.h"

/* Statements that are prepared once; ledger_schema.c has their text. */
enum statement {
	FIND_ID,
	FIND_PROCESSED,
	FIND_MESSAGE,
	FIND_GAME,
	FIND_MOVED,
	LIST_PROCESSED_OF,
	LIST_MESSAGES_OF,
	LIST_PRESS_OF,
	LIST_COUNTS_OF,
	FIND_NUMBER,
	LAST_GAME,
	FIND_OFFER,
	FIND_REMATCH,
	LIST_OFFERS,
	LIST_CLOSED,
	FIND_COUNT,
	LIST_COUNTS,
	LIST_COUNTS_WITH,
	FIND_DUE,
	LIST_DUE,
	LIST_ALARMS,
	LIST_SITTERS,
	LIST_SITTERS_OF,
	LIST_WAITING,
	LIST_OUTAGES,
	FIND_FETCHED,
	LIST_NOTICES,
	FIND_REFUSAL,
	LIST_REFUSALS,
	LIST_PRESS,
	NEXT_PRESS,
	FIND_BATCH,
	SET_BATCH,
	BEGIN,
	COMMIT,
	ROLLBACK,
	STATEMENTS
};

/* SQLite's user_version. A version of pbem that changes a table's meaning raises it. */
enum { LEDGER_FORMAT = 1 };

/* Pages (64 MB) that the write-ahead log may have before a commit folds it into the file. */
enum { LEDGER_LOG_PAGES = 16384 };

extern const char *const ledger_statements[STATEMENTS];

/*
 * The first word of a change's line, the types of its values, and the statement that makes the
 * change. Type n is a number. Type s is a text without newlines. Type t is a text whose newlines
 * become vertical tabs, which no message's text contains. All values are bound as text, because
 * SQLite converts them to the column's type.
 */
struct change_form {
	const char *word, *types, *sql;
};
extern const struct change_form ledger_changes[LEDGER_CHANGES];

/* The words for kinds of counts, as the table of counts has them. */
extern const char *const ledger_count_words[COUNT_KINDS];

extern const char ledger_schema[];

struct ledger {
	struct store_reader reader;
	sqlite3_stmt *prepared[STATEMENTS], *changes[LEDGER_CHANGES];
	struct outbox *outbox;
	bool is_new, writable;
	bool apart;		/* the site's lock is released (ledger_set_apart) */
	struct outage *outages; /* all outages by their ends, if outages_read */
	size_t outage_count;
	bool outages_read;
};

/* Does the same as store_fetch_row. */
bool ledger_fetch_row(struct ledger *ledger, struct sqlite3_stmt *statement);

/* Folds a log of more than 1 MB into the file, unless the site's lock is released. */
void ledger_checkpoint_grown(struct ledger *ledger);

#endif
