/* SPDX-License-Identifier: MIT */
/* Look-ups in the ledger. Each takes O(log n), except lists. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pbem/store/ledger_internal.h"

static sqlite3_stmt *bind_text(struct ledger *ledger, enum statement which, const char *first,
			       const char *second)
{
	sqlite3_stmt *statement = ledger->prepared[which];

	sqlite3_reset(statement);
	sqlite3_bind_text(statement, 1, first, -1, SQLITE_STATIC);
	if (second != NULL)
		sqlite3_bind_text(statement, 2, second, -1, SQLITE_STATIC);
	return statement;
}

static sqlite3_stmt *bind_numbers(struct ledger *ledger, enum statement which,
				  const int64_t *numbers, int count)
{
	sqlite3_stmt *statement = ledger->prepared[which];

	sqlite3_reset(statement);
	for (int i = 0; i < count; i++)
		sqlite3_bind_int64(statement, i + 1, numbers[i]);
	return statement;
}

static sqlite3_stmt *bind_number(struct ledger *ledger, enum statement which, int64_t number)
{
	return bind_numbers(ledger, which, &number, 1);
}

static const char *column_text(sqlite3_stmt *statement, int index)
{
	const char *text = (const char *)sqlite3_column_text(statement, index);

	return text != NULL ? text : "";
}

#define COPY_COLUMN(to, statement, index)                                                          \
	snprintf(to, sizeof to, "%s", column_text(statement, index))

bool store_fetch_row(struct store_reader *reader, sqlite3_stmt *statement)
{
	int result;

	/* After a temporary failure nothing else is tried: each attempt may wait ten seconds for a
	 * lock. */
	if (reader->unread)
		return false;
	result = store_step(statement);
	if (result != SQLITE_ROW && result != SQLITE_DONE) {
		snprintf(reader->unsound, sizeof reader->unsound, "%s",
			 sqlite3_errmsg(reader->database));
		reader->unread =
			store_fault_of(reader->database, reader->path) == STORE_FAULT_TEMPORARY;
	}
	return result == SQLITE_ROW;
}

bool ledger_fetch_row(struct ledger *ledger, sqlite3_stmt *statement)
{
	return store_fetch_row(&ledger->reader, statement);
}

int ledger_check(const struct ledger *ledger, struct reason *reason)
{
	if (ledger->reader.unsound[0] == '\0')
		return 0;
	reason_set(reason, "pbem can't read %s, so it changed nothing: %s. %s", ledger->reader.path,
		   ledger->reader.unsound,
		   ledger->reader.unread
			   ? "The next run will try again; if that fails, too, check the disk"
		   : ledger->reader.doubted ? "Correct this fault"
					    : "The file is damaged; run: pbem repair");
	if (ledger->reader.unread)
		reason_make_temporary(reason);
	else if (!ledger->reader.doubted)
		(void)reason_set_kind(reason, REASON_DAMAGED);
	return -1;
}

static bool find_processed(struct ledger *ledger, sqlite3_stmt *statement,
			   struct processed *processed_out)
{
	bool found = ledger_fetch_row(ledger, statement);

	if (found && processed_out != NULL) {
		memset(processed_out, 0, sizeof *processed_out);
		COPY_COLUMN(processed_out->digest, statement, 0);
		processed_out->when = sqlite3_column_int64(statement, 1);
		COPY_COLUMN(processed_out->game, statement, 2);
		processed_out->seat = sqlite3_column_int(statement, 3);
		COPY_COLUMN(processed_out->what, statement, 4);
	}
	sqlite3_reset(statement);
	return found;
}

bool ledger_knows_id(struct ledger *ledger, const char *id)
{
	return find_processed(ledger, bind_text(ledger, FIND_ID, id, NULL), NULL);
}

bool ledger_knows_digest(struct ledger *ledger, const char *digest, struct processed *processed_out)
{
	return find_processed(ledger, bind_text(ledger, FIND_PROCESSED, digest, NULL),
			      processed_out);
}

bool ledger_knows_message(struct ledger *ledger, const char *message_id, const char *token,
			  struct processed *processed_out)
{
	return find_processed(ledger, bind_text(ledger, FIND_MESSAGE, message_id, token),
			      processed_out);
}

/* Finds the id of a present or moved game. */
static bool find_id(struct ledger *ledger, enum statement which, uint32_t number,
		    char id_out[GAME_ID_MAX + 1])
{
	sqlite3_stmt *statement = bind_number(ledger, which, number);
	bool found = ledger_fetch_row(ledger, statement);

	if (found)
		snprintf(id_out, GAME_ID_MAX + 1, "%s", column_text(statement, 0));
	sqlite3_reset(statement);
	return found;
}

bool ledger_game(struct ledger *ledger, uint32_t number, char id_out[GAME_ID_MAX + 1])
{
	return find_id(ledger, FIND_GAME, number, id_out);
}

bool ledger_moved(struct ledger *ledger, uint32_t number, char id_out[GAME_ID_MAX + 1])
{
	return find_id(ledger, FIND_MOVED, number, id_out);
}

void ledger_doubt(struct ledger *ledger, const struct reason *why)
{
	snprintf(ledger->reader.unsound, sizeof ledger->reader.unsound, "%.199s", why->text);
	ledger->reader.unread = reason_is_temporary(why);
	ledger->reader.doubted = true;
}

static int64_t find_number(struct ledger *ledger, sqlite3_stmt *statement)
{
	int64_t number =
		ledger_fetch_row(ledger, statement) ? sqlite3_column_int64(statement, 0) : 0;

	sqlite3_reset(statement);
	return number;
}

uint32_t ledger_number(struct ledger *ledger, const char *id)
{
	return (uint32_t)find_number(ledger, bind_text(ledger, FIND_NUMBER, id, NULL));
}

uint32_t ledger_last_game(struct ledger *ledger)
{
	return (uint32_t)find_number(ledger, ledger->prepared[LAST_GAME]);
}

bool ledger_is_new(struct ledger *ledger)
{
	return ledger->is_new;
}

static bool find_offer(struct ledger *ledger, sqlite3_stmt *statement,
		       struct ledger_offer *offer_out)
{
	bool found = ledger_fetch_row(ledger, statement);

	if (found) {
		offer_out->number = (uint32_t)sqlite3_column_int64(statement, 0);
		COPY_COLUMN(offer_out->id, statement, 1);
		offer_out->closes = sqlite3_column_int64(statement, 2);
		offer_out->rematch = (uint32_t)sqlite3_column_int64(statement, 3);
		COPY_COLUMN(offer_out->line, statement, 4);
	}
	sqlite3_reset(statement);
	return found;
}

bool ledger_offer_named(struct ledger *ledger, const char *id, struct ledger_offer *offer_out)
{
	return find_offer(ledger, bind_text(ledger, FIND_OFFER, id, NULL), offer_out);
}

bool ledger_offer_rematch(struct ledger *ledger, uint32_t game, struct ledger_offer *offer_out)
{
	return find_offer(ledger, bind_number(ledger, FIND_REMATCH, game), offer_out);
}

bool ledger_next_offer(struct ledger *ledger, uint32_t after, struct ledger_offer *offer_out)
{
	return find_offer(ledger, bind_number(ledger, LIST_OFFERS, after), offer_out);
}

bool ledger_next_closed(struct ledger *ledger, uint32_t after, int64_t before,
			struct ledger_offer *offer_out)
{
	const int64_t numbers[] = {before, after};

	return find_offer(ledger, bind_numbers(ledger, LIST_CLOSED, numbers, 2), offer_out);
}

static bool find_due(struct ledger *ledger, enum statement which, uint32_t number,
		     struct due *due_out)
{
	sqlite3_stmt *statement = bind_number(ledger, which, number);
	bool found = ledger_fetch_row(ledger, statement);

	if (found)
		*due_out = (struct due){
			.game = (uint32_t)sqlite3_column_int64(statement, 0),
			.when = sqlite3_column_int64(statement, 1),
			.head = (unsigned)sqlite3_column_int64(statement, 2),
			.fresh = (uint16_t)sqlite3_column_int64(statement, 3),
		};
	sqlite3_reset(statement);
	return found;
}

bool ledger_due(struct ledger *ledger, uint32_t number, struct due *due_out)
{
	return find_due(ledger, FIND_DUE, number, due_out);
}

bool ledger_next_due(struct ledger *ledger, uint32_t after, struct due *due_out)
{
	return find_due(ledger, LIST_DUE, after, due_out);
}

bool ledger_next_alarm(struct ledger *ledger, const struct alarm *after, int64_t before,
		       struct alarm *alarm_out)
{
	const int64_t numbers[] = {after->when, after->game, before};
	sqlite3_stmt *statement = bind_numbers(ledger, LIST_ALARMS, numbers, 3);
	bool found = ledger_fetch_row(ledger, statement);

	if (found)
		*alarm_out = (struct alarm){
			.when = sqlite3_column_int64(statement, 0),
			.game = (uint32_t)sqlite3_column_int64(statement, 1),
		};
	sqlite3_reset(statement);
	return found;
}

static void list_sitters(struct ledger *ledger, sqlite3_stmt *statement,
			 void (*each)(void *context, const struct sitter *sitter), void *context)
{
	while (ledger_fetch_row(ledger, statement)) {
		const struct sitter sitter = {
			.game = (uint32_t)sqlite3_column_int64(statement, 0),
			.seat = (unsigned)sqlite3_column_int(statement, 1),
			.since = sqlite3_column_int64(statement, 2),
		};

		each(context, &sitter);
	}
	sqlite3_reset(statement);
}

void ledger_sitters(struct ledger *ledger, const char *address,
		    void (*each)(void *context, const struct sitter *sitter), void *context)
{
	list_sitters(ledger, bind_text(ledger, LIST_SITTERS, address, NULL), each, context);
}

void ledger_waiting(struct ledger *ledger, void (*each)(void *context, const struct sitter *sitter),
		    void *context)
{
	list_sitters(ledger, ledger->prepared[LIST_WAITING], each, context);
}

void ledger_sitters_of(struct ledger *ledger, uint32_t game, struct strbuf *out)
{
	sqlite3_stmt *statement = bind_number(ledger, LIST_SITTERS_OF, game);

	while (ledger_fetch_row(ledger, statement))
		ledger_put(out, CHANGE_SITTER, game, sqlite3_column_int(statement, 0),
			   sqlite3_column_int(statement, 1), column_text(statement, 2),
			   sqlite3_column_int64(statement, 3));
	sqlite3_reset(statement);
}

/* Reads all outages at once: there are few, and every game that is opened needs them. */
static void read_outages(struct ledger *ledger)
{
	sqlite3_stmt *statement = ledger->prepared[LIST_OUTAGES];
	size_t size = 0;

	free(ledger->outages);
	ledger->outages = NULL;
	ledger->outage_count = 0;
	while (ledger_fetch_row(ledger, statement)) {
		ledger->outages = base_grow(ledger->outages, ledger->outage_count, &size,
					    sizeof *ledger->outages);
		ledger->outages[ledger->outage_count++] = (struct outage){
			sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1)};
	}
	sqlite3_reset(statement);
	/* If that failed, ledger_check prevents a commit. */
	ledger->outages_read = true;
}

bool ledger_next_outage(struct ledger *ledger, int64_t after, struct outage *outage_out)
{
	if (!ledger->outages_read)
		read_outages(ledger);
	for (size_t i = 0; i < ledger->outage_count; i++)
		if (ledger->outages[i].to > after) {
			*outage_out = ledger->outages[i];
			return true;
		}
	return false;
}

bool ledger_fetched(struct ledger *ledger, struct fetched *fetched_out)
{
	sqlite3_stmt *statement = ledger->prepared[FIND_FETCHED];
	bool found = ledger_fetch_row(ledger, statement);

	*fetched_out = (struct fetched){.when = 0};
	if (found) {
		fetched_out->when = sqlite3_column_int64(statement, 0);
		COPY_COLUMN(fetched_out->intervals, statement, 1);
	}
	sqlite3_reset(statement);
	return found;
}

static bool find_refusal(struct ledger *ledger, enum statement which, const char *id,
			 struct refusal *refusal_out)
{
	sqlite3_stmt *statement = bind_text(ledger, which, id, NULL);
	bool found = ledger_fetch_row(ledger, statement);

	if (found) {
		COPY_COLUMN(refusal_out->id, statement, 0);
		refusal_out->first = sqlite3_column_int64(statement, 1);
		refusal_out->runs = sqlite3_column_int64(statement, 2);
		COPY_COLUMN(refusal_out->why, statement, 3);
	}
	sqlite3_reset(statement);
	return found;
}

bool ledger_refusal(struct ledger *ledger, const char *id, struct refusal *refusal_out)
{
	return find_refusal(ledger, FIND_REFUSAL, id, refusal_out);
}

bool ledger_next_refusal(struct ledger *ledger, const char *after, struct refusal *refusal_out)
{
	return find_refusal(ledger, LIST_REFUSALS, after, refusal_out);
}

int64_t ledger_count(struct ledger *ledger, struct count which)
{
	sqlite3_stmt *statement = bind_text(ledger, FIND_COUNT, ledger_count_words[which.kind],
					    which.subject != NULL ? which.subject : "");

	sqlite3_bind_text(statement, 3, which.game != NULL ? which.game : "", -1, SQLITE_STATIC);
	sqlite3_bind_text(statement, 4, which.detail != NULL ? which.detail : "", -1,
			  SQLITE_STATIC);
	sqlite3_bind_int64(statement, 5, which.number);
	sqlite3_bind_int64(statement, 6, which.day);
	sqlite3_bind_int(statement, 7, which.told);
	return find_number(ledger, statement);
}

void ledger_counts(struct ledger *ledger, enum count_kind kind, const char *subject,
		   void (*each)(void *context, const struct count *which, int64_t value),
		   void *context)
{
	sqlite3_stmt *statement =
		bind_text(ledger, subject != NULL ? LIST_COUNTS_WITH : LIST_COUNTS,
			  ledger_count_words[kind], subject);

	while (ledger_fetch_row(ledger, statement)) {
		const struct count which = {
			.kind = kind,
			.subject = column_text(statement, 1),
			.game = column_text(statement, 2),
			.detail = column_text(statement, 3),
			.number = sqlite3_column_int64(statement, 4),
			.day = sqlite3_column_int64(statement, 5),
		};

		each(context, &which, sqlite3_column_int64(statement, 7));
	}
	sqlite3_reset(statement);
}

uint64_t ledger_batch(struct ledger *ledger)
{
	return (uint64_t)find_number(ledger, ledger->prepared[FIND_BATCH]);
}

int64_t ledger_notices(struct ledger *ledger,
		       void (*each)(void *context, int64_t when, const char *line), void *context)
{
	sqlite3_stmt *statement = ledger->prepared[LIST_NOTICES];
	int64_t last = 0;

	while (ledger_fetch_row(ledger, statement)) {
		last = sqlite3_column_int64(statement, 0);
		each(context, sqlite3_column_int64(statement, 1), column_text(statement, 2));
	}
	sqlite3_reset(statement);
	return last;
}

void ledger_press(struct ledger *ledger, uint32_t game, unsigned seat,
		  void (*each)(void *context, const struct press *press), void *context)
{
	const int64_t numbers[] = {game, seat};
	sqlite3_stmt *statement = bind_numbers(ledger, LIST_PRESS, numbers, 2);

	while (ledger_fetch_row(ledger, statement)) {
		char *text = base_strdup(column_text(statement, 5));
		const struct press press = {
			.number = sqlite3_column_int64(statement, 0),
			.sender = sqlite3_column_int(statement, 1),
			.alone = sqlite3_column_int(statement, 2) != 0,
			.carried = sqlite3_column_int64(statement, 3),
			.cause = column_text(statement, 4),
			.text = text,
		};

		for (char *c = text; *c != '\0'; c++)
			*c = *c == '\v' ? '\n' : *c;
		each(context, &press);
		free(text);
	}
	sqlite3_reset(statement);
}

bool ledger_next_press(struct ledger *ledger, uint32_t *game, unsigned *seat)
{
	const int64_t numbers[] = {*game, *seat};
	sqlite3_stmt *statement = bind_numbers(ledger, NEXT_PRESS, numbers, 2);
	bool found = ledger_fetch_row(ledger, statement);

	if (found) {
		*game = (uint32_t)sqlite3_column_int64(statement, 0);
		*seat = (unsigned)sqlite3_column_int(statement, 1);
	}
	sqlite3_reset(statement);
	return found;
}
