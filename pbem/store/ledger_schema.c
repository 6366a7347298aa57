/* SPDX-License-Identifier: MIT */
/* The ledger's tables, and all SQL statements that use them. */
#include "pbem/store/ledger_internal.h"

const char *const ledger_statements[STATEMENTS] = {
	[FIND_ID] = "SELECT 1 FROM letters WHERE id = ?1",
	[FIND_PROCESSED] = "SELECT digest, time, game, seat, what FROM deeds WHERE digest = ?1",
	[FIND_MESSAGE] = "SELECT d.digest, d.time, d.game, d.seat, d.what FROM messages m JOIN "
			 "deeds d ON d.digest = m.digest WHERE m.message_id = ?1 AND m.token = ?2",
	[FIND_GAME] = "SELECT id FROM games WHERE number = ?1",
	[FIND_MOVED] = "SELECT id FROM moved WHERE number = ?1",
	[LIST_PROCESSED_OF] =
		"SELECT digest, time, game, seat, what FROM deeds WHERE game = ?1 ORDER BY "
		"digest",
	[LIST_MESSAGES_OF] =
		"SELECT m.message_id, m.token, m.digest FROM messages m JOIN deeds d ON "
		"d.digest = m.digest WHERE d.game = ?1 ORDER BY 1, 2",
	/* Notes that mail contains come first. */
	[LIST_PRESS_OF] =
		"SELECT seat, sender, alone, carried, cause, text FROM press WHERE game = "
		"?1 ORDER BY carried = 0, number",
	[LIST_COUNTS_OF] =
		"SELECT kind, subject, game, detail, number, day, told, value FROM counts WHERE "
		"game = ?1",
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
	[FIND_COUNT] = "SELECT value FROM counts WHERE kind = ?1 AND subject = ?2 AND game = ?3 "
		       "AND detail = ?4 AND number = ?5 AND day = ?6 AND told = ?7",
	[LIST_COUNTS] = "SELECT kind, subject, game, detail, number, day, told, value FROM counts "
			"WHERE kind = ?1 AND told = 0 ORDER BY game, subject, detail, number",
	[LIST_COUNTS_WITH] =
		"SELECT kind, subject, game, detail, number, day, told, value FROM counts WHERE "
		"kind = ?1 AND subject = ?2 AND told = 0 ORDER BY game, detail, number",
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
	[FIND_REFUSAL] = "SELECT id, first, runs, why FROM refusals WHERE id = ?1",
	[LIST_REFUSALS] =
		"SELECT id, first, runs, why FROM refusals WHERE id > ?1 ORDER BY id LIMIT 1",
	[FIND_BATCH] = "SELECT number FROM batch",
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
	"CREATE TABLE IF NOT EXISTS counts (kind TEXT, subject TEXT, game TEXT, detail TEXT,"
	" number INTEGER, day INTEGER, told INTEGER, value INTEGER,"
	" PRIMARY KEY (kind, subject, game, detail, number, day, told)) WITHOUT ROWID;"
	"CREATE TABLE IF NOT EXISTS notices (number INTEGER PRIMARY KEY AUTOINCREMENT,"
	" time INTEGER, line TEXT);"
	"CREATE TABLE IF NOT EXISTS batch (number INTEGER);"
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
	"CREATE TABLE IF NOT EXISTS fetched (one INTEGER PRIMARY KEY, time INTEGER, intervals "
	"TEXT);"
	"CREATE TABLE IF NOT EXISTS moved (number INTEGER PRIMARY KEY, id TEXT UNIQUE);"
	"CREATE TABLE IF NOT EXISTS press (number INTEGER PRIMARY KEY AUTOINCREMENT, game INTEGER,"
	" seat INTEGER, sender INTEGER, alone INTEGER, carried INTEGER, cause TEXT, text TEXT);"
	"CREATE INDEX IF NOT EXISTS offer_closes ON offers (closes);"
	"CREATE INDEX IF NOT EXISTS offer_rematches ON offers (rematch);"
	"CREATE INDEX IF NOT EXISTS press_seats ON press (game, seat, number);"
	"CREATE INDEX IF NOT EXISTS alarm_times ON alarms (time, game);"
	"INSERT INTO batch SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM batch);";
