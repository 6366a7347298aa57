/* SPDX-License-Identifier: MIT */
/* The ledger kept small and sound, and read without a lock for each look-up. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pbem/promise/ledger_inner.h"

enum {
	LOG_BYTES = 1 << 20,	/* of a log left to be read through by whoever opens the ledger */
	SPARE_PAGES = 1024,	/* 4 MB that are free are no burden, and soon written again */
	COPIED_PAGES = 1 << 16, /* what is in use, to be copied while others wait: at most 256 MB */
};

void ledger_hold(struct ledger *ledger)
{
	/* If not, each look-up stands by itself, as ever. */
	if (sqlite3_get_autocommit(ledger->database))
		sqlite3_exec(ledger->database, "BEGIN", NULL, NULL, NULL);
}

void ledger_let_go(struct ledger *ledger)
{
	if (!sqlite3_get_autocommit(ledger->database))
		sqlite3_exec(ledger->database, "COMMIT", NULL, NULL, NULL);
}

/* Folds the log in, when it has more than that. It is whole in either place, so what can't be done
 * now, since the disk is full or somebody reads it, is left to another. */
static void fold(struct ledger *ledger, off_t spared)
{
	char *path = base_printf("%s-wal", ledger->path);
	struct stat status;

	if (stat(path, &status) == 0 && status.st_size > spared) {
		sqlite3_busy_timeout(ledger->database, 0);
		sqlite3_wal_checkpoint_v2(ledger->database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
					  NULL);
	}
	free(path);
}

static int64_t pages(struct ledger *ledger, const char *pragma)
{
	sqlite3_stmt *statement = NULL;
	int64_t count = 0;

	if (sqlite3_prepare_v2(ledger->database, pragma, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		count = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return count;
}

/* Gives back what letters took that are out. All that is in use is copied, but never more than is
 * given back: each page that was written is paid for once. That is so of a ledger of any age, while
 * freeing pages one by one would have to be agreed on when it is made. */
static void shrink(struct ledger *ledger)
{
	const int64_t spare = pages(ledger, "PRAGMA freelist_count");
	const int64_t used = pages(ledger, "PRAGMA page_count") - spare;

	if (spare <= SPARE_PAGES || spare <= used || used > COPIED_PAGES)
		return;
	sqlite3_busy_timeout(ledger->database, 0);
	sqlite3_exec(ledger->database, "VACUUM", NULL, NULL, NULL);
}

void ledger_set_apart(struct ledger *ledger, bool apart)
{
	ledger_let_go(ledger);
	ledger->apart = apart;
	ledger->outages_read = false;
	sqlite3_wal_autocheckpoint(ledger->database, apart ? 0 : LEDGER_LOG_PAGES);
}

void ledger_fold(struct ledger *ledger)
{
	if (ledger->apart || sqlite3_total_changes(ledger->database) > 0)
		return;
	shrink(ledger);
	fold(ledger, 0);
}

void ledger_fold_grown(struct ledger *ledger)
{
	if (!ledger->apart)
		fold(ledger, LOG_BYTES);
}

/* What SQLite says of all its pages: "ok", or of the first fault. */
static enum ledger_result check_pages(struct ledger *ledger, struct reason *reason)
{
	sqlite3_stmt *statement = NULL;
	enum ledger_result result = LEDGER_OPEN;
	const char *said = NULL;

	if (sqlite3_prepare_v2(ledger->database, "PRAGMA integrity_check(1)", -1, &statement,
			       NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		said = (const char *)sqlite3_column_text(statement, 0);
	if (said == NULL && ledger_is_passing(ledger)) {
		reason_set(reason, "can't read %s: %s", ledger->path,
			   sqlite3_errmsg(ledger->database));
		reason_make_passing(reason);
		result = LEDGER_LATER;
	} else if (said == NULL || strcmp(said, "ok") != 0) {
		reason_set(reason, "%s is damaged: %s", ledger->path,
			   said != NULL ? said : sqlite3_errmsg(ledger->database));
		(void)reason_is(reason, REASON_DAMAGED);
		result = LEDGER_FAILED;
	}
	sqlite3_finalize(statement);
	return result;
}

enum ledger_result ledger_examine(const char *folder, struct reason *reason)
{
	struct ledger *ledger;
	enum ledger_result result = ledger_open(folder, false, &ledger, reason);

	if (result == LEDGER_OPEN) {
		result = check_pages(ledger, reason);
		ledger_close(ledger);
	} else if (result == LEDGER_LATER) {
		(void)reason_is(reason, REASON_PASSING);
	}
	return result;
}
