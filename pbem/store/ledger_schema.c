/* SPDX-License-Identifier: MIT */
/* The ledger's tables, and all that is asked of them. */
#include "pbem/promise/ledger_inner.h"

const char *const ledger_statements[STATEMENTS] = {
	[FIND_ID] = "SELECT 1 FROM letters WHERE id = ?1",
	[FIND_DEED] = "SELECT digest, time, game, seat, what FROM deeds WHERE digest = ?1",
	[FIND_MESSAGE] = "SELECT d.digest, d.time, d.game, d.seat, d.what FROM messages m JOIN "
			 "deeds d ON d.digest = m.digest WHERE m.message_id = ?1 AND m.token = ?2",
	[FIND_GAME] = "SELECT id FROM games WHERE number = ?1",
	[FIND_MOVED] = "SELECT id FROM moved WHERE number = ?1",
	[LIST_DEEDS_OF] =
		"SELECT digest, time, game, seat, what FROM deeds WHERE game = ?1 ORDER BY "
		"digest",
	[LIST_MESSAGES_OF] =
		"SELECT m.message_id, m.token, m.digest FROM messages m JOIN deeds d ON "
		"d.digest = m.digest WHERE d.game = ?1 ORDER BY 1, 2",
	/* Notes that a letter bears already first. */
	[LIST_PRESS_OF] =
		"SELECT seat, sender, alone, carried, cause, text FROM press WHERE game = "
		"?1 ORDER BY carried = 0, number",
	[LIST_COUNTS_OF] =
		"SELECT name, value FROM counts WHERE ' ' || name || ' ' GLOB '* ' || ?1 "
		"|| ' *' ORDER BY name",
	[FIND_NUMBER] = "SELECT number FROM games WHERE id = ?1",
	[LAST_GAME] = "SELECT MAX(COALESCE((SELECT MAX(number) FROM games), 0), "
		      "COALESCE((SELECT MAX(number) FROM offers), 0), "
		      "COALESCE((SELECT MAX(number) FROM moved), 0))",
	[FIND_OFFER] = "SELECT number, id, closes, rematch, line FROM offers WHERE id = ?1",
	[FIND_REMATCH] = "SELECT number, id, closes, rematch, line FROM offers WHERE rematch = ?1 "
			 "AND rematch <> 0",
	[LIST_OFFERS] = "SELECT number, id, closes, rematch, line FROM offers WHERE number > ?1 "
			"ORDER BY number LIMIT 1",
	[LIST_CLOSED] = "SELECT number, id, closes, rematch, line FROM offers WHERE closes <> 0 "
			"AND closes < ?1 AND number > ?2 ORDER BY number LIMIT 1",
	[FIND_COUNT] = "SELECT value FROM counts WHERE name = ?1",
	[LIST_COUNTS] = "SELECT name, value FROM counts WHERE name >= ?1 AND name < ?1 || '~' "
			"ORDER BY name",
	[FIND_DUE] = "SELECT game, time, head, fresh FROM due WHERE game = ?1",
	[LIST_DUE] =
		"SELECT game, time, head, fresh FROM due WHERE game > ?1 ORDER BY game LIMIT 1",
	[LIST_ALARMS] = "SELECT time, game FROM alarms WHERE (time, game) > (?1, ?2) AND time < ?3 "
			"ORDER BY time, game LIMIT 1",
	[LIST_SITTERS] = "SELECT DISTINCT game, seat, since FROM sitters WHERE address = ?1 ORDER "
			 "BY game, seat",
	[LIST_SITTERS_OF] = "SELECT seat, number, address, since FROM sitters WHERE game = ?1 "
			    "ORDER BY seat, number",
	[LIST_WAITING] = "SELECT DISTINCT game, seat, since FROM sitters WHERE since > 0 ORDER BY "
			 "since, game, seat",
	[LIST_OUTAGES] = "SELECT begun, ended FROM outages ORDER BY ended",
	[FIND_FETCHED] = "SELECT time, intervals FROM fetched",
	[LIST_NOTICES] = "SELECT number, time, line FROM notices ORDER BY number",
	[LIST_PRESS] = "SELECT number, sender, alone, carried, cause, text FROM press WHERE game = "
		       "?1 AND seat = ?2 ORDER BY number",
	[NEXT_PRESS] = "SELECT game, seat FROM press WHERE (game, seat) > (?1, ?2) ORDER BY game, "
		       "seat LIMIT 1",
	[FIND_PERSON] = "SELECT value FROM people WHERE address = ?1 AND key = ?2",
	[LIST_PERSON] = "SELECT key, value FROM people WHERE address = ?1",
	[LIST_PEOPLE] = "SELECT address, key, value FROM people ORDER BY address, key",
	[FIND_REFUSAL] = "SELECT id, first, runs, why FROM refusals WHERE id = ?1",
	[LIST_REFUSALS] =
		"SELECT id, first, runs, why FROM refusals WHERE id > ?1 ORDER BY id LIMIT 1",
	[FIND_BATCH] = "SELECT number FROM batch",
	[SET_BATCH] = "UPDATE batch SET number = ?1",
	[BEGIN] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK",
};

const struct ledger_change ledger_change[LEDGER_CHANGES] = {
	{"deed", "INSERT OR IGNORE INTO deeds VALUES (?1, ?2, ?3, ?4, ?5)"},
	{"letter", "INSERT OR IGNORE INTO letters VALUES (?1, ?2)"},
	{"message", "INSERT OR IGNORE INTO messages VALUES (?1, ?2, ?3)"},
	{"game", "INSERT OR REPLACE INTO games VALUES (?1, ?2)"},
	{"count", "INSERT INTO counts VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = "
		  "value + excluded.value"},
	{"notice", "INSERT INTO notices (time, line) VALUES (?1, ?2)"},
	{"no-count", "DELETE FROM counts WHERE name = ?1"},
	/* What stands behind the last of what isn't a digit is the day's number. */
	{"days", "DELETE FROM counts WHERE name GLOB '* on day [0-9]*' AND "
		 "CAST(substr(name, length(rtrim(name, '0123456789')) + 1) AS INTEGER) < ?1"},
	{"reported", "DELETE FROM notices WHERE number <= ?1"},
	{"due", "INSERT OR REPLACE INTO due VALUES (?1, ?2, ?3, ?4)"},
	{"settled", "DELETE FROM due WHERE game = ?1"},
	{"sitter", "INSERT OR REPLACE INTO sitters VALUES (?1, ?2, ?3, ?4, ?5)"},
	{"no-sitters", "DELETE FROM sitters WHERE game = ?1"},
	{"alarm", "INSERT OR REPLACE INTO alarms VALUES (?1, ?2)"},
	{"no-alarm", "DELETE FROM alarms WHERE game = ?1"},
	{"press", "INSERT INTO press (game, seat, sender, alone, carried, cause, text) VALUES (?1, "
		  "?2, ?3, ?4, 0, ?5, ?6)"},
	{"heard",
	 "DELETE FROM press WHERE game = ?1 AND seat = ?2 AND number <= ?3 AND sender >= 0"},
	{"carried", "UPDATE press SET carried = ?3 WHERE game = ?1 AND seat = ?2 AND sender < 0 "
		    "AND carried = 0"},
	{"noted",
	 "DELETE FROM press WHERE game = ?1 AND seat = ?2 AND sender < 0 AND carried <> 0"},
	{"outage", "INSERT OR REPLACE INTO outages VALUES (?1, ?2)"},
	{"no-outage", "DELETE FROM outages WHERE begun = ?1"},
	{"fetched", "INSERT OR REPLACE INTO fetched VALUES (1, ?1, ?2)"},
	{"refused", "INSERT INTO refusals VALUES (?1, ?2, 1, ?3) ON CONFLICT (id) DO UPDATE SET "
		    "runs = runs + 1, why = excluded.why"},
	{"person", "INSERT OR REPLACE INTO people VALUES (?1, ?2, ?3)"},
	{"no-people", "DELETE FROM people WHERE ?1 = '0'"},
	{"no-refusal", "DELETE FROM refusals WHERE id = ?1"},
	{"offer", "INSERT OR REPLACE INTO offers VALUES (?1, ?2, ?3, ?4, ?5)"},
	{"no-offer", "DELETE FROM offers WHERE number = ?1"},
	{"no-game", "DELETE FROM games WHERE number = ?1"},
	{"no-press", "DELETE FROM press WHERE game = ?1"},
	{"moved", "INSERT OR REPLACE INTO moved VALUES (?1, ?2)"},
	{"no-moved", "DELETE FROM moved WHERE number = ?1"},
};

const char ledger_schema[] =
	"CREATE TABLE IF NOT EXISTS deeds (digest TEXT PRIMARY KEY, time INTEGER, game TEXT,"
	" seat INTEGER, what TEXT) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS letters (id TEXT PRIMARY KEY, digest TEXT) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS messages (message_id TEXT, token TEXT, digest TEXT,"
	" PRIMARY KEY (message_id, token)) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS games (number INTEGER PRIMARY KEY, id TEXT UNIQUE);"
	"CREATE TABLE IF NOT EXISTS counts (name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS notices (number INTEGER PRIMARY KEY AUTOINCREMENT,"
	" time INTEGER, line TEXT);"
	"CREATE TABLE IF NOT EXISTS batch (number INTEGER);"
	"INSERT INTO batch SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM batch);";

const char ledger_later_schema[] =
	"CREATE TABLE IF NOT EXISTS due (game INTEGER PRIMARY KEY,"
	" time INTEGER, head INTEGER, fresh INTEGER);"
	"CREATE TABLE IF NOT EXISTS alarms (game INTEGER PRIMARY KEY, time INTEGER);"
	"CREATE TABLE IF NOT EXISTS sitters (game INTEGER, seat INTEGER, number INTEGER, address "
	"TEXT,"
	" since INTEGER, PRIMARY KEY (game, seat, number)) WITHOUT ROWID;"
	"CREATE INDEX IF NOT EXISTS sitter_addresses ON sitters (address, game, seat, since);"
	"CREATE TABLE IF NOT EXISTS outages (begun INTEGER PRIMARY KEY, ended INTEGER);"
	"CREATE TABLE IF NOT EXISTS offers (number INTEGER PRIMARY KEY, id TEXT UNIQUE, closes "
	"INTEGER, rematch INTEGER, line TEXT);"
	"CREATE TABLE IF NOT EXISTS refusals (id TEXT PRIMARY KEY, first INTEGER, runs INTEGER, "
	"why TEXT)"
	" WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS people (address TEXT, key TEXT, value TEXT,"
	" PRIMARY KEY (address, key)) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS fetched (one INTEGER PRIMARY KEY, time INTEGER, intervals "
	"TEXT);"
	"CREATE TABLE IF NOT EXISTS moved (number INTEGER PRIMARY KEY, id TEXT UNIQUE);"
	"CREATE TABLE IF NOT EXISTS press (number INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER,"
	" seat INTEGER, sender INTEGER, alone INTEGER, carried INTEGER, cause TEXT, text TEXT);"
	"CREATE INDEX IF NOT EXISTS offer_closes ON offers (closes);"
	"CREATE INDEX IF NOT EXISTS offer_rematches ON offers (rematch);"
	"CREATE INDEX IF NOT EXISTS press_seats ON press (game, seat, number);"
	"CREATE INDEX IF NOT EXISTS alarm_times ON alarms (time, game);";

const char *const ledger_upgrade[LEDGER_UPGRADES] = {
	"INSERT OR IGNORE INTO counts SELECT '" LEDGER_MADE "', ?1 FROM batch WHERE number = 0",
	("INSERT OR IGNORE INTO counts SELECT '" LEDGER_NEWEST
	 "' || substr(id, 1, instr(id, '.') - 1),"
	 " MAX(CAST(substr(id, instr(id, '.') + 1) AS INTEGER)) FROM letters"
	 " WHERE id LIKE 'imap:%' GROUP BY 1"),
	"INSERT OR IGNORE INTO counts VALUES ('" LEDGER_BOUND "', ?1)",
};
