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
	[CHANGE_COUNT] = {"count", "ssssnnnn",
			  "INSERT INTO counts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT "
			  "DO UPDATE SET value = value + excluded.value"},
	[CHANGE_NO_COUNT] = {"no-count", "ssssnnn",
			     "DELETE FROM counts WHERE kind = ?1 AND subject = ?2 AND game = ?3 "
			     "AND detail = ?4 AND number = ?5 AND day = ?6 AND told = ?7"},
	[CHANGE_DAYS] = {"days", "n", "DELETE FROM counts WHERE day <> 0 AND day < ?1"},
	[CHANGE_NOTICE] = {"notice", "ns", "INSERT INTO notices (time, line) VALUES (?1, ?2)"},
	[CHANGE_REPORTED] = {"reported", "n", "DELETE FROM notices WHERE number <= ?1"},
};

const char *const ledger_count_words[COUNT_KINDS] = {
	[COUNT_LEDGER_MADE] = "ledger made",
	[COUNT_NEWEST] = "newest",
	[COUNT_LOST] = "lost",
	[COUNT_CAME] = "came",
	[COUNT_STUCK] = "stands still",
	[COUNT_UNREAD_RUNS] = "unread runs",
	[COUNT_UNREAD_SINCE] = "unread since",
	[COUNT_RETAKING] = "taken again",
	[COUNT_RESTORED] = "backup restored",
	[COUNT_DAY_BEGUN] = "day begun",
	[COUNT_DAY_TOLD] = "day told",
	[COUNT_SUMMARY_DAY] = "summary day",
	[COUNT_NO_TIMES] = "no times",
	[COUNT_BAD_PIECES] = "bad pieces",
	[COUNT_BAD_SETTING] = "bad setting",
	[COUNT_BAD_GAME] = "bad game",
	[COUNT_BAD_OFFER] = "bad offer",
	[COUNT_BAD_WATCHERS] = "bad watchers",
	[COUNT_BAD_VIEW] = "bad view",
	[COUNT_OFFER_STUCK] = "offer stuck",
	[COUNT_IGNORED] = "ignored",
	[COUNT_BOARD_TO] = "board to",
	[COUNT_BOUNCES] = "bounces",
	[COUNT_WATCHER_BOUNCES] = "watcher bounces",
	[COUNT_REMATCHES] = "rematches",
	[COUNT_TAKEBACK] = "takeback",
	[COUNT_WATCHES] = "watches",
	[COUNT_COMMAND] = "command",
	[COUNT_ANSWERS] = "answers",
	[COUNT_MESSAGES] = "messages",
	[COUNT_ELSEWHERE] = "elsewhere",
	[COUNT_OLD_ANSWERS] = "old answers",
	[COUNT_OLD_MESSAGES] = "old messages",
	[COUNT_OLD_ELSEWHERE] = "old elsewhere",
	[COUNT_NAMES] = "names",
	[COUNT_VACATIONS] = "vacations",
	[COUNT_SAYS] = "says",
	[COUNT_ADDRESS_CHANGES] = "address changes",
	[COUNT_UNREADABLE] = "unreadable",
	[COUNT_AUTOMATIC] = "automatic",
	[COUNT_AWAY] = "away",
	[COUNT_REVOKED] = "revoked",
	[COUNT_OTHERS_TOKENS] = "others' tokens",
	[COUNT_JOINER_ANSWERS] = "joiner answers",
	[COUNT_WATCHER_ANSWERS] = "watcher answers",
	[COUNT_REPEATS] = "repeats",
	[COUNT_KEYLESS] = "keyless",
	[COUNT_JOINS] = "joins",
	[COUNT_UNWATCHES] = "unwatches",
	[COUNT_OUTDATED] = "outdated",
	[COUNT_COMMANDS] = "commands",
	[COUNT_CONFIRMATIONS] = "confirmations",
	[COUNT_QUARANTINED] = "quarantined",
};

static const char *text_of(const char *text)
{
	return text != NULL ? text : "";
}

void ledger_put_count(struct strbuf *out, struct count which, int64_t add)
{
	ledger_put(out, CHANGE_COUNT, ledger_count_words[which.kind], text_of(which.subject),
		   text_of(which.game), text_of(which.detail), which.number, which.day, which.told,
		   add);
}

void ledger_put_no_count(struct strbuf *out, struct count which)
{
	ledger_put(out, CHANGE_NO_COUNT, ledger_count_words[which.kind], text_of(which.subject),
		   text_of(which.game), text_of(which.detail), which.number, which.day, which.told);
}

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
