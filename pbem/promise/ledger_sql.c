/* SPDX-License-Identifier: MIT */
/* The ledger's tables, and all that is asked of them. */
#include "pbem/promise/ledger_inner.h"

const char *const ledger_statements[STATEMENTS] = {
	[FIND_ID] = "SELECT 1 FROM letters WHERE id = ?1",
	[FIND_DEED] = "SELECT digest, time, game, seat, what FROM deeds WHERE digest = ?1",
	[FIND_MESSAGE] = "SELECT d.digest, d.time, d.game, d.seat, d.what FROM messages m "
			 "JOIN deeds d ON d.digest = m.digest "
			 "WHERE m.message_id = ?1 AND m.token = ?2",
	[FIND_GAME] = "SELECT id FROM games WHERE number = ?1",
	[FIND_NUMBER] = "SELECT number FROM games WHERE id = ?1",
	[LAST_GAME] = "SELECT COALESCE(MAX(number), 0) FROM games",
	[FIND_COUNT] = "SELECT value FROM counts WHERE name = ?1",
	[LIST_COUNTS] = "SELECT name, value FROM counts WHERE name >= ?1 AND name < ?1 || '~' "
			"ORDER BY name",
	[FIND_DUE] = "SELECT game, time, head, fresh FROM due WHERE game = ?1",
	[LIST_DUE] = "SELECT game, time, head, fresh FROM due WHERE game > ?1 "
		     "ORDER BY game LIMIT 1",
	[LIST_ALARMS] = "SELECT time, game FROM alarms WHERE (time, game) > (?1, ?2) AND time < ?3 "
			"ORDER BY time, game LIMIT 1",
	[LIST_SITTERS] = "SELECT DISTINCT game, seat, since FROM sitters WHERE address = ?1 ORDER "
			 "BY game, seat",
	[LIST_SITTERS_OF] = "SELECT seat, number, address, since FROM sitters WHERE game = ?1 "
			    "ORDER BY seat, number",
	[LIST_OUTAGES] = "SELECT begun, ended FROM outages WHERE ended > ?1 ORDER BY ended LIMIT 1",
	[FIND_FETCHED] = "SELECT time, intervals FROM fetched",
	[LIST_NOTICES] = "SELECT number, time, line FROM notices ORDER BY number",
	[LIST_PRESS] = "SELECT number, sender, alone, carried, cause, text FROM press "
		       "WHERE game = ?1 AND seat = ?2 ORDER BY number",
	[NEXT_PRESS] = "SELECT game, seat FROM press WHERE (game, seat) > (?1, ?2) "
		       "ORDER BY game, seat LIMIT 1",
	[FIND_REFUSAL] = "SELECT id, first, runs, why FROM refusals WHERE id = ?1",
	[LIST_REFUSALS] =
		"SELECT id, first, runs, why FROM refusals WHERE id > ?1 ORDER BY id LIMIT 1",
	[FIND_BATCH] = "SELECT number FROM batch",
	[ADD_DEED] = "INSERT OR IGNORE INTO deeds VALUES (?1, ?2, ?3, ?4, ?5)",
	[ADD_ID] = "INSERT OR IGNORE INTO letters VALUES (?1, ?2)",
	[ADD_MESSAGE] = "INSERT OR IGNORE INTO messages VALUES (?1, ?2, ?3)",
	[ADD_GAME] = "INSERT OR REPLACE INTO games VALUES (?1, ?2)",
	[ADD_COUNT] = ("INSERT INTO counts VALUES (?1, ?2) "
		       "ON CONFLICT (name) DO UPDATE SET value = value + excluded.value"),
	[DROP_COUNT] = "DELETE FROM counts WHERE name = ?1",
	[SET_DUE] = "INSERT OR REPLACE INTO due VALUES (?1, ?2, ?3, ?4)",
	[DROP_DUE] = "DELETE FROM due WHERE game = ?1",
	[SET_ALARM] = "INSERT OR REPLACE INTO alarms VALUES (?1, ?2)",
	[DROP_ALARM] = "DELETE FROM alarms WHERE game = ?1",
	[ADD_SITTER] = "INSERT OR REPLACE INTO sitters VALUES (?1, ?2, ?3, ?4, ?5)",
	[DROP_SITTERS] = "DELETE FROM sitters WHERE game = ?1",
	[SET_OUTAGE] = "INSERT OR REPLACE INTO outages VALUES (?1, ?2)",
	[SET_FETCHED] = "INSERT OR REPLACE INTO fetched VALUES (1, ?1, ?2)",
	[ADD_PRESS] = "INSERT INTO press (game, seat, sender, alone, carried, cause, text) "
		      "VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6)",
	[DROP_PRESS] =
		"DELETE FROM press WHERE game = ?1 AND seat = ?2 AND number <= ?3 AND sender >= 0",
	[CARRY_NOTES] =
		"UPDATE press SET carried = ?3 WHERE game = ?1 AND seat = ?2 AND sender < 0 "
		"AND carried = 0",
	[DROP_NOTES] =
		"DELETE FROM press WHERE game = ?1 AND seat = ?2 AND sender < 0 AND carried <> 0",
	[ADD_NOTICE] = "INSERT INTO notices (time, line) VALUES (?1, ?2)",
	[DROP_NOTICES] = "DELETE FROM notices WHERE number <= ?1",
	[ADD_REFUSAL] = ("INSERT INTO refusals VALUES (?1, ?2, 1, ?3) "
			 "ON CONFLICT (id) DO UPDATE SET runs = runs + 1, why = excluded.why"),
	[DROP_REFUSAL] = "DELETE FROM refusals WHERE id = ?1",
	[SET_BATCH] = "UPDATE batch SET number = ?1",
	[BEGIN] = "BEGIN IMMEDIATE",
	[COMMIT] = "COMMIT",
	[ROLLBACK] = "ROLLBACK",
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
	"CREATE TABLE IF NOT EXISTS refusals (id TEXT PRIMARY KEY, first INTEGER, runs INTEGER, "
	"why TEXT)"
	" WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS fetched (one INTEGER PRIMARY KEY, time INTEGER, intervals "
	"TEXT);"
	"CREATE TABLE IF NOT EXISTS press (number INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER,"
	" seat INTEGER, sender INTEGER, alone INTEGER, carried INTEGER, cause TEXT, text TEXT);"
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
