/* SPDX-License-Identifier: MIT */
/* The lines by which a batch tells the ledger what changes: a word, then its values, parted by
 * tabs. */
#include <stdlib.h>

#include "core/base/text.h"
#include "pbem/promise/ledger.h"

static void add_field(struct text *out, const char *string)
{
	text_add_char(out, '\t');
	for (; *string != '\0'; string++)
		text_add_char(out, *string == '\t' || *string == '\n' ? ' ' : *string);
}

static void add_number(struct text *out, int64_t number)
{
	text_addf(out, "\t%lld", (long long)number);
}

/* A line that is a word and a number. */
static void add_line(struct text *out, const char *word, int64_t number)
{
	text_add(out, word);
	add_number(out, number);
	text_add_char(out, '\n');
}

void ledger_line_deed(struct text *out, const struct deed *deed)
{
	text_add(out, "deed");
	add_field(out, deed->digest);
	add_number(out, deed->when);
	add_field(out, deed->game);
	add_number(out, deed->seat);
	add_field(out, deed->what);
	text_add(out, "\n");
}

void ledger_line_id(struct text *out, const char *id, const char *digest)
{
	text_add(out, "letter");
	add_field(out, id);
	add_field(out, digest);
	text_add(out, "\n");
}

void ledger_line_message(struct text *out, const char *message_id, const char *token,
			 const char *digest)
{
	text_add(out, "message");
	add_field(out, message_id);
	add_field(out, token);
	add_field(out, digest);
	text_add(out, "\n");
}

void ledger_line_game(struct text *out, uint32_t number, const char *id)
{
	text_add(out, "game");
	add_number(out, number);
	add_field(out, id);
	text_add(out, "\n");
}

void ledger_line_due(struct text *out, const struct due *due)
{
	text_add(out, "due");
	add_number(out, due->game);
	add_number(out, due->when);
	add_number(out, due->head);
	add_number(out, due->fresh);
	text_add(out, "\n");
}

void ledger_line_settled(struct text *out, uint32_t number)
{
	add_line(out, "settled", number);
}

void ledger_line_alarm(struct text *out, const struct alarm *alarm)
{
	text_add(out, "alarm");
	add_number(out, alarm->game);
	add_number(out, alarm->when);
	text_add(out, "\n");
}

void ledger_line_no_alarm(struct text *out, uint32_t number)
{
	add_line(out, "no-alarm", number);
}

void ledger_line_no_sitters(struct text *out, uint32_t game)
{
	add_line(out, "no-sitters", game);
}

void ledger_line_sitter(struct text *out, const struct sitter *sitter, unsigned number,
			const char *address)
{
	text_add(out, "sitter");
	add_number(out, sitter->game);
	add_number(out, sitter->seat);
	add_number(out, number);
	add_field(out, address);
	add_number(out, sitter->since);
	text_add(out, "\n");
}

void ledger_line_outage(struct text *out, const struct outage *outage)
{
	text_add(out, "outage");
	add_number(out, outage->from);
	add_number(out, outage->to);
	text_add(out, "\n");
}

void ledger_line_fetched(struct text *out, const struct fetched *fetched)
{
	text_add(out, "fetched");
	add_number(out, fetched->when);
	add_field(out, fetched->intervals);
	text_add(out, "\n");
}

/* The beginning of a line about a seat. */
static void add_seat_line(struct text *out, const char *word, uint32_t game, unsigned seat)
{
	text_add(out, word);
	add_number(out, game);
	add_number(out, seat);
}

/* A line's end within a text stands as a vertical tab, which no letter's text has. */
void ledger_line_press(struct text *out, uint32_t game, unsigned seat, const struct press *press)
{
	char *text = base_strdup(press->text);

	for (char *c = text; *c != '\0'; c++)
		*c = *c == '\n' ? '\v' : *c;
	add_seat_line(out, "press", game, seat);
	add_number(out, press->sender);
	add_number(out, press->alone);
	add_field(out, press->cause);
	add_field(out, text);
	text_add(out, "\n");
	free(text);
}

void ledger_line_heard(struct text *out, uint32_t game, unsigned seat, int64_t number)
{
	add_seat_line(out, "heard", game, seat);
	add_number(out, number);
	text_add(out, "\n");
}

void ledger_line_carried(struct text *out, uint32_t game, unsigned seat, int64_t when)
{
	add_seat_line(out, "carried", game, seat);
	add_number(out, when);
	text_add(out, "\n");
}

void ledger_line_noted(struct text *out, uint32_t game, unsigned seat)
{
	add_seat_line(out, "noted", game, seat);
	text_add(out, "\n");
}

void ledger_line_refused(struct text *out, const char *id, int64_t when, const char *why)
{
	text_add(out, "refused");
	add_field(out, id);
	add_number(out, when);
	add_field(out, why);
	text_add(out, "\n");
}

void ledger_line_no_refusal(struct text *out, const char *id)
{
	text_add(out, "no-refusal");
	add_field(out, id);
	text_add(out, "\n");
}

void ledger_line_count(struct text *out, const char *name, int64_t add)
{
	text_add(out, "count");
	add_field(out, name);
	add_number(out, add);
	text_add(out, "\n");
}

void ledger_line_no_count(struct text *out, const char *name)
{
	text_add(out, "no-count");
	add_field(out, name);
	text_add(out, "\n");
}

void ledger_line_notice(struct text *out, int64_t when, const char *line)
{
	text_add(out, "notice");
	add_number(out, when);
	add_field(out, line);
	text_add(out, "\n");
}

void ledger_line_reported(struct text *out, int64_t last_notice)
{
	add_line(out, "reported", last_notice);
}
