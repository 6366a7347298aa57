/* SPDX-License-Identifier: MIT */
/* Writes what the ledger has about one game, as lines for another site's ledger. */

#include "pbem/store/ledger_internal.h"

static sqlite3_stmt *start_query(struct ledger *ledger, enum statement which, uint32_t number,
				 const char *id)
{
	sqlite3_stmt *statement = ledger->prepared[which];

	sqlite3_reset(statement);
	if (id != NULL)
		sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
	else
		sqlite3_bind_int64(statement, 1, number);
	return statement;
}

static const char *column_text(sqlite3_stmt *statement, int index)
{
	const char *text = (const char *)sqlite3_column_text(statement, index);

	return text != NULL ? text : "";
}

static void export_processed(struct ledger *ledger, const char *id, struct strbuf *taken)
{
	sqlite3_stmt *row = start_query(ledger, LIST_PROCESSED_OF, 0, id);

	while (ledger_fetch_row(ledger, row))
		ledger_put(taken, CHANGE_PROCESSED, column_text(row, 0),
			   sqlite3_column_int64(row, 1), column_text(row, 2),
			   sqlite3_column_int(row, 3), column_text(row, 4));
	row = start_query(ledger, LIST_MESSAGES_OF, 0, id);
	while (ledger_fetch_row(ledger, row))
		ledger_put(taken, CHANGE_MESSAGE, column_text(row, 0), column_text(row, 1),
			   column_text(row, 2));
}

/* Exports the news for seats. A note that mail contains stays marked, with -1, which is no run's
 * number at the other site. */
static void export_press(struct ledger *ledger, uint32_t number, struct strbuf *taken)
{
	sqlite3_stmt *row = start_query(ledger, LIST_PRESS_OF, number, NULL);

	while (ledger_fetch_row(ledger, row)) {
		const int seat = sqlite3_column_int(row, 0);

		ledger_put(taken, CHANGE_PRESS, number, seat, sqlite3_column_int(row, 1),
			   sqlite3_column_int(row, 2), column_text(row, 4), column_text(row, 5));
		if (sqlite3_column_int64(row, 3) != 0)
			ledger_put(taken, CHANGE_CARRIED, number, seat, -1);
	}
}

static void export_counts(struct ledger *ledger, const char *id, struct strbuf *taken,
			  struct strbuf *left)
{
	sqlite3_stmt *row = start_query(ledger, LIST_COUNTS_OF, 0, id);

	while (ledger_fetch_row(ledger, row)) {
		const char *kind = column_text(row, 0), *subject = column_text(row, 1);
		const char *detail = column_text(row, 3);
		const int64_t number = sqlite3_column_int64(row, 4);
		const int64_t day = sqlite3_column_int64(row, 5);
		const int told = sqlite3_column_int(row, 6);

		ledger_put(taken, CHANGE_COUNT, kind, subject, id, detail, number, day, told,
			   sqlite3_column_int64(row, 7));
		if (left != NULL)
			ledger_put(left, CHANGE_NO_COUNT, kind, subject, id, detail, number, day,
				   told);
	}
}

void ledger_export_game(struct ledger *ledger, uint32_t number, const char *id,
			struct strbuf *taken, struct strbuf *left)
{
	export_processed(ledger, id, taken);
	export_press(ledger, number, taken);
	export_counts(ledger, id, taken, left);
	if (left == NULL)
		return;
	ledger_put(left, CHANGE_NO_SITTERS, number);
	ledger_put(left, CHANGE_NO_ALARM, number);
	ledger_put(left, CHANGE_SETTLED, number);
	ledger_put(left, CHANGE_NO_PRESS, number);
	ledger_put(left, CHANGE_NO_GAME, number);
}
