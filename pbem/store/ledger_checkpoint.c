/* SPDX-License-Identifier: MIT */
/* Keeps the ledger small, checks its pages, and lets look-ups share one read transaction. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "pbem/store/ledger_internal.h"

enum {
	LOG_BYTES = 1 << 20,	/* length of the log up to which ledger_close leaves it */
	SPARE_PAGES = 1024,	/* free pages (4 MB) that aren't worth freeing */
	COPIED_PAGES = 1 << 16, /* used pages (256 MB) up to which VACUUM may copy them */
};

void ledger_begin_reading(struct ledger *ledger)
{
	/* If this fails, each look-up takes a lock of its own. */
	if (sqlite3_get_autocommit(ledger->reader.database))
		sqlite3_exec(ledger->reader.database, "BEGIN", NULL, NULL, NULL);
}

void ledger_end_reading(struct ledger *ledger)
{
	if (!sqlite3_get_autocommit(ledger->reader.database))
		sqlite3_exec(ledger->reader.database, "COMMIT", NULL, NULL, NULL);
}

/* Folds the log into the file if it has more than `spared` bytes. If that fails, because the disk
 * is full or somebody reads the log, a later process does it; no data is lost. */
static void checkpoint_log(struct ledger *ledger, off_t spared)
{
	char *path = base_printf("%s-wal", ledger->reader.path);
	struct stat status;

	if (stat(path, &status) == 0 && status.st_size > spared) {
		sqlite3_busy_timeout(ledger->reader.database, 0);
		sqlite3_wal_checkpoint_v2(ledger->reader.database, NULL, SQLITE_CHECKPOINT_TRUNCATE,
					  NULL, NULL);
	}
	free(path);
}

static int64_t count_pages(struct ledger *ledger, const char *pragma)
{
	sqlite3_stmt *statement = NULL;
	int64_t count = 0;

	if (sqlite3_prepare_v2(ledger->reader.database, pragma, -1, &statement, NULL) ==
		    SQLITE_OK &&
	    store_step(statement) == SQLITE_ROW)
		count = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return count;
}

/* Frees the space of messages that were sent. VACUUM copies all used pages, so it runs only if more
 * pages are free than used. SQLite's auto_vacuum would have to be chosen when the ledger is
 * created. */
static void free_unused_pages(struct ledger *ledger)
{
	const int64_t spare = count_pages(ledger, "PRAGMA freelist_count");
	const int64_t used = count_pages(ledger, "PRAGMA page_count") - spare;

	if (spare <= SPARE_PAGES || spare <= used || used > COPIED_PAGES)
		return;
	sqlite3_busy_timeout(ledger->reader.database, 0);
	sqlite3_exec(ledger->reader.database, "VACUUM", NULL, NULL, NULL);
}

void ledger_set_apart(struct ledger *ledger, bool apart)
{
	ledger_end_reading(ledger);
	ledger->apart = apart;
	ledger->outages_read = false;
	sqlite3_wal_autocheckpoint(ledger->reader.database, apart ? 0 : LEDGER_LOG_PAGES);
}

void ledger_checkpoint(struct ledger *ledger)
{
	if (ledger->apart || sqlite3_total_changes(ledger->reader.database) > 0)
		return;
	free_unused_pages(ledger);
	checkpoint_log(ledger, 0);
}

void ledger_checkpoint_grown(struct ledger *ledger)
{
	if (!ledger->apart)
		checkpoint_log(ledger, LOG_BYTES);
}

/* Lets SQLite check all pages. Returns LEDGER_OPEN if they are sound; otherwise sets the reason. */
static enum ledger_result check_pages(struct ledger *ledger, struct reason *reason)
{
	sqlite3_stmt *statement = NULL;
	enum ledger_result result = LEDGER_OPEN;
	const char *said = NULL;

	if (sqlite3_prepare_v2(ledger->reader.database, "PRAGMA integrity_check(1)", -1, &statement,
			       NULL) == SQLITE_OK &&
	    store_step(statement) == SQLITE_ROW)
		said = (const char *)sqlite3_column_text(statement, 0);
	if (said == NULL) {
		(void)store_report_fault(ledger->reader.database, ledger->reader.path, false,
					 reason);
		result = reason_is_temporary(reason) ? LEDGER_LATER : LEDGER_FAILED;
	} else if (strcmp(said, "ok") != 0) {
		reason_set(reason, "%s is damaged: %s", ledger->reader.path, said);
		(void)reason_set_kind(reason, REASON_DAMAGED);
		result = LEDGER_FAILED;
	} else if (store_forbids_writing(ledger->reader.path)) {
		reason_set(reason, "%s is damaged: its first bytes forbid writing",
			   ledger->reader.path);
		(void)reason_set_kind(reason, REASON_DAMAGED);
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
		(void)reason_set_kind(reason, REASON_TEMPORARY);
	}
	return result;
}
