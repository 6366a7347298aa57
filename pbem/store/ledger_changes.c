/* SPDX-License-Identifier: MIT */
/* The ledger's changes: each has a line in a batch, and a statement that makes it. */
#include <assert.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "pbem/store/ledger_internal.h"

/* A line has the word and the values, separated by tabs. */
const struct change_form ledger_changes[LEDGER_CHANGES] = {
	[CHANGE_PROCESSED] = {"deed", "snsns",
			      "INSERT OR IGNORE INTO deeds VALUES (?1, ?2, ?3, ?4, ?5)"},
	[CHANGE_ID] = {"letter", "ss", "INSERT OR IGNORE INTO letters VALUES (?1, ?2)"},
	[CHANGE_MESSAGE] = {"message", "sss", "INSERT OR IGNORE INTO messages VALUES (?1, ?2, ?3)"},
	[CHANGE_GAME] = {"game", "ns", "INSERT OR REPLACE INTO games VALUES (?1, ?2)"},
	[CHANGE_NO_GAME] = {"no-game", "n", "DELETE FROM games WHERE number = ?1"},
	[CHANGE_MOVED] = {"moved", "ns", "INSERT OR REPLACE INTO moved VALUES (?1, ?2)"},
	[CHANGE_NO_MOVED] = {"no-moved", "n", "DELETE FROM moved WHERE number = ?1"},
	[CHANGE_OFFER] = {"offer", "nsnns",
			  "INSERT OR REPLACE INTO offers VALUES (?1, ?2, ?3, ?4, ?5)"},
	[CHANGE_NO_OFFER] = {"no-offer", "n", "DELETE FROM offers WHERE number = ?1"},
	[CHANGE_DUE] = {"due", "nnnn", "INSERT OR REPLACE INTO due VALUES (?1, ?2, ?3, ?4)"},
	[CHANGE_SETTLED] = {"settled", "n", "DELETE FROM due WHERE game = ?1"},
	[CHANGE_ALARM] = {"alarm", "nn", "INSERT OR REPLACE INTO alarms VALUES (?1, ?2)"},
	[CHANGE_NO_ALARM] = {"no-alarm", "n", "DELETE FROM alarms WHERE game = ?1"},
	[CHANGE_SITTER] = {"sitter", "nnnsn",
			   "INSERT OR REPLACE INTO sitters VALUES (?1, ?2, ?3, ?4, ?5)"},
	[CHANGE_NO_SITTERS] = {"no-sitters", "n", "DELETE FROM sitters WHERE game = ?1"},
	[CHANGE_OUTAGE] = {"outage", "nn", "INSERT OR REPLACE INTO outages VALUES (?1, ?2)"},
	[CHANGE_NO_OUTAGE] = {"no-outage", "n", "DELETE FROM outages WHERE begun = ?1"},
	[CHANGE_FETCHED] = {"fetched", "ns", "INSERT OR REPLACE INTO fetched VALUES (1, ?1, ?2)"},
	[CHANGE_PRESS] = {"press", "nnnnst",
			  "INSERT INTO press (game, seat, sender, alone, carried, cause, text) "
			  "VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6)"},
	[CHANGE_NO_PRESS] = {"no-press", "n", "DELETE FROM press WHERE game = ?1"},
	[CHANGE_DELIVERED] = {"heard", "nnn",
			      "DELETE FROM press WHERE game = ?1 AND seat = ?2 AND number <= ?3 "
			      "AND sender >= 0"},
	[CHANGE_CARRIED] = {"carried", "nnn",
			    "UPDATE press SET carried = ?3 WHERE game = ?1 AND seat = ?2 AND "
			    "sender < 0 AND carried = 0"},
	[CHANGE_NOTED] =
		{"noted", "nn",
		 "DELETE FROM press WHERE game = ?1 AND seat = ?2 AND sender < 0 AND carried <> 0"},
	[CHANGE_REFUSED] = {"refused", "sns",
			    "INSERT INTO refusals VALUES (?1, ?2, 1, ?3) ON CONFLICT (id) DO "
			    "UPDATE SET runs = runs + 1, why = excluded.why"},
	[CHANGE_NO_REFUSAL] = {"no-refusal", "s", "DELETE FROM refusals WHERE id = ?1"},
	[CHANGE_COUNT] = {"count", "sn",
			  "INSERT INTO counts VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET "
			  "value = value + excluded.value"},
	[CHANGE_NO_COUNT] = {"no-count", "s", "DELETE FROM counts WHERE name = ?1"},
	/* The day's number follows the last character that isn't a digit. */
	[CHANGE_DAYS] =
		{"days", "n",
		 "DELETE FROM counts WHERE name GLOB '* on day [0-9]*' AND CAST(substr(name, "
		 "length(rtrim(name, '0123456789')) + 1) AS INTEGER) < ?1"},
	[CHANGE_NOTICE] = {"notice", "ns", "INSERT INTO notices (time, line) VALUES (?1, ?2)"},
	[CHANGE_REPORTED] = {"reported", "n", "DELETE FROM notices WHERE number <= ?1"},
};

#undef ledger_put
void ledger_put(struct strbuf *out, enum ledger_change change, const struct ledger_value *values,
		size_t count)
{
	const struct change_form *form = &ledger_changes[change];

	assert(strlen(form->types) == count);
	strbuf_add(out, form->word);
	for (size_t i = 0; i < count; i++) {
		const char newline = form->types[i] == 't' ? '\v' : ' ';
		const char *text = values[i].text;

		assert((text == NULL) == (form->types[i] == 'n'));
		strbuf_add_char(out, '\t');
		if (text == NULL)
			strbuf_addf(out, "%lld", (long long)values[i].number);
		for (; text != NULL && *text != '\0'; text++)
			strbuf_add_char(out, *text == '\n' ? newline : *text == '\t' ? ' ' : *text);
	}
	strbuf_add_char(out, '\n');
}
