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
	FIND_MOVED,
	LIST_DEEDS_OF,
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
	FIND_PERSON,
	LIST_PERSON,
	LIST_PEOPLE,
	FIND_BATCH,
	SET_BATCH,
	BEGIN,
	COMMIT,
	ROLLBACK,
	STATEMENTS
};

enum { LEDGER_UPGRADES = 3, LEDGER_CHANGES = 32 };

/* As a version that changes what a table means will raise SQLite's user_version. */
enum { LEDGER_FORMAT = 0 };

/* So many pages its log may have, 64 MB, before a commit folds it. */
enum { LEDGER_LOG_PAGES = 16384 };

extern const char *const ledger_statements[STATEMENTS];

/* The word of a change line (ledger_line.c), and its statement, which takes as many values as the
 * line has. All may be bound as text, since SQLite gives them their column's type. */
struct ledger_change {
	const char *word, *sql;
};
extern const struct ledger_change ledger_change[LEDGER_CHANGES];

/* The tables; and those of later, which a site of before them has made by whoever opens the ledger.
 */
extern const char ledger_schema[], ledger_later_schema[];

/* For a ledger of before tokens were bound to digests: since when they are; and of each mailbox the
 * newest letter that was dealt with. */
extern const char *const ledger_upgrade[LEDGER_UPGRADES];

struct ledger {
	sqlite3 *database;
	sqlite3_stmt *prepared[STATEMENTS], *changes[LEDGER_CHANGES];
	struct outbox *outbox;
	char *path;
	bool is_new, writable;
	bool apart;		/* the site's lock was let go of */
	struct outage *outages; /* all there are, by their ends, since the last change */
	size_t outage_count;
	bool outages_read;
	char unsound[200]; /* why a look-up failed, or "" */
	bool unread;	   /* that may pass: the disk failed, not what stands on it */
	bool doubted;	   /* it is another file that can't be used (ledger_doubt) */
};

/* Folds a log that has grown. */
void ledger_fold_grown(struct ledger *ledger);

/* Whether the statement has a row, or one more; a failure makes the ledger unsound. */
bool ledger_look(struct ledger *ledger, struct sqlite3_stmt *statement);

/* Whether what SQLite has just failed over may go well another time. */
bool ledger_is_passing(struct ledger *ledger);

#endif
