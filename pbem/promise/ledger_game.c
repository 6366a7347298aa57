/* SPDX-License-Identifier: MIT */
/* What the ledger has of one game, as lines that another site's ledger can be told. */
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "pbem/promise/ledger_inner.h"

static sqlite3_stmt *ask(struct ledger *ledger, enum statement which, uint32_t number,
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

static const char *column(sqlite3_stmt *statement, int index)
{
	const char *text = (const char *)sqlite3_column_text(statement, index);

	return text != NULL ? text : "";
}

static void take_deeds(struct ledger *ledger, const char *id, struct text *taken)
{
	sqlite3_stmt *row = ask(ledger, LIST_DEEDS_OF, 0, id);

	while (ledger_look(ledger, row)) {
		struct deed deed = {
			.when = sqlite3_column_int64(row, 1),
			.seat = sqlite3_column_int(row, 3),
		};

		snprintf(deed.digest, sizeof deed.digest, "%s", column(row, 0));
		snprintf(deed.game, sizeof deed.game, "%s", column(row, 2));
		snprintf(deed.what, sizeof deed.what, "%s", column(row, 4));
		ledger_line_deed(taken, &deed);
	}
	row = ask(ledger, LIST_MESSAGES_OF, 0, id);
	while (ledger_look(ledger, row))
		ledger_line_message(taken, column(row, 0), column(row, 1), column(row, 2));
}

/* A note that a letter bears stays borne: by a run that no run there is. */
static void take_press(struct ledger *ledger, uint32_t number, struct text *taken)
{
	sqlite3_stmt *row = ask(ledger, LIST_PRESS_OF, number, NULL);

	while (ledger_look(ledger, row)) {
		const struct press press = {
			.sender = sqlite3_column_int(row, 1),
			.alone = sqlite3_column_int(row, 2) != 0,
			.carried = sqlite3_column_int64(row, 3),
			.cause = column(row, 4),
			.text = column(row, 5),
		};
		const unsigned seat = (unsigned)sqlite3_column_int(row, 0);

		ledger_line_press(taken, number, seat, &press);
		if (press.carried != 0)
			ledger_line_carried(taken, number, seat, -1);
	}
}

static void take_counts(struct ledger *ledger, const char *id, struct text *taken,
			struct text *left)
{
	sqlite3_stmt *row = ask(ledger, LIST_COUNTS_OF, 0, id);

	while (ledger_look(ledger, row)) {
		ledger_line_count(taken, column(row, 0), sqlite3_column_int64(row, 1));
		if (left != NULL)
			ledger_line_no_count(left, column(row, 0));
	}
}

void ledger_take_game(struct ledger *ledger, uint32_t number, const char *id, struct text *taken,
		      struct text *left)
{
	take_deeds(ledger, id, taken);
	take_press(ledger, number, taken);
	take_counts(ledger, id, taken, left);
	if (left == NULL)
		return;
	ledger_line_no_sitters(left, number);
	ledger_line_no_alarm(left, number);
	ledger_line_settled(left, number);
	text_addf(left, "no-press\t%u\nno-game\t%u\n", (unsigned)number, (unsigned)number);
}
