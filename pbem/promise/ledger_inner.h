/* SPDX-License-Identifier: MIT */
/* What ledger.c, which opens the ledger and changes it, shares with ledger_find.c, which looks
 * things up. */
#ifndef PBEM_PROMISE_LEDGER_INNER_H
#define PBEM_PROMISE_LEDGER_INNER_H

#include <stdbool.h>

#include <sqlite3.h>

#include "pbem/promise/ledger.h"

/* Statements prepared once, their text in ledger_sql.c. */
enum statement {
	FIND_ID,
	FIND_DEED,
	FIND_MESSAGE,
	FIND_GAME,
	FIND_NUMBER,
	LAST_GAME,
	FIND_COUNT,
	LIST_COUNTS,
	FIND_DUE,
	LIST_DUE,
	LIST_ALARMS,
	LIST_SITTERS,
	LIST_SITTERS_OF,
	LIST_OUTAGES,
	FIND_FETCHED,
	LIST_NOTICES,
	FIND_REFUSAL,
	LIST_REFUSALS,
	LIST_PRESS,
	NEXT_PRESS,
	FIND_BATCH,
	ADD_DEED,
	ADD_ID,
	ADD_MESSAGE,
	ADD_GAME,
	ADD_COUNT,
	DROP_COUNT,
	SET_DUE,
	DROP_DUE,
	SET_ALARM,
	DROP_ALARM,
	ADD_SITTER,
	DROP_SITTERS,
	SET_OUTAGE,
	SET_FETCHED,
	ADD_PRESS,
	DROP_PRESS,
	CARRY_NOTES,
	DROP_NOTES,
	ADD_NOTICE,
	DROP_NOTICES,
	ADD_REFUSAL,
	DROP_REFUSAL,
	SET_BATCH,
	BEGIN,
	COMMIT,
	ROLLBACK,
	STATEMENTS
};

enum { LEDGER_UPGRADES = 3 };

extern const char *const ledger_statements[STATEMENTS];

/* The tables; and those of later, which a site of before them has made by whoever opens the ledger.
 */
extern const char ledger_schema[], ledger_later_schema[];

/* For a ledger of before tokens were bound to digests: since when they are; and of each mailbox the
 * newest letter that was dealt with. */
extern const char *const ledger_upgrade[LEDGER_UPGRADES];

struct ledger {
	sqlite3 *database;
	sqlite3_stmt *prepared[STATEMENTS];
	struct outbox *outbox;
	char *path;
	bool is_new;
	char unsound[200]; /* why a look-up failed, or "" */
	bool unread;	   /* that may pass: the disk failed, not what stands on it */
};

/* Whether what SQLite has just failed over may go well another time. */
bool ledger_is_passing(struct ledger *ledger);

#endif
