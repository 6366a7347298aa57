/* SPDX-License-Identifier: MIT */
/* The lines by which a batch tells the ledger what changes: a word, then its values, parted by
 * tabs. */
#include <stdlib.h>

#include "core/base/text.h"
#include "pbem/promise/ledger.h"

/* A value: a text, or without one a number. */
struct value {
	const char *text;
	int64_t number;
};

#define TEXT(string)                                                                               \
	{                                                                                          \
		.text = (string)                                                                   \
	}
#define NUMBER(of)                                                                                 \
	{                                                                                          \
		.number = (of)                                                                     \
	}
#define LINE(out, word, ...)                                                                       \
	add_line(out, word, (const struct value[]){__VA_ARGS__},                                   \
		 sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value))

static void add_line(struct text *out, const char *word, const struct value *values, size_t count)
{
	text_add(out, word);
	for (const struct value *value = values; value < values + count; value++) {
		text_add_char(out, '\t');
		if (value->text == NULL)
			text_addf(out, "%lld", (long long)value->number);
		else
			for (const char *c = value->text; *c != '\0'; c++)
				text_add_char(out, *c == '\t' || *c == '\n' ? ' ' : *c);
	}
	text_add_char(out, '\n');
}

void ledger_line_deed(struct text *out, const struct deed *deed)
{
	LINE(out, "deed", TEXT(deed->digest), NUMBER(deed->when), TEXT(deed->game),
	     NUMBER(deed->seat), TEXT(deed->what));
}

void ledger_line_id(struct text *out, const char *id, const char *digest)
{
	LINE(out, "letter", TEXT(id), TEXT(digest));
}

void ledger_line_message(struct text *out, const char *message_id, const char *token,
			 const char *digest)
{
	LINE(out, "message", TEXT(message_id), TEXT(token), TEXT(digest));
}

void ledger_line_game(struct text *out, uint32_t number, const char *id)
{
	LINE(out, "game", NUMBER(number), TEXT(id));
}

void ledger_line_moved(struct text *out, uint32_t number, const char *id)
{
	LINE(out, "moved", NUMBER(number), TEXT(id));
}

void ledger_line_no_moved(struct text *out, uint32_t number)
{
	LINE(out, "no-moved", NUMBER(number));
}

void ledger_line_offer(struct text *out, const struct ledger_offer *offer)
{
	LINE(out, "offer", NUMBER(offer->number), TEXT(offer->id), NUMBER(offer->closes),
	     NUMBER(offer->rematch), TEXT(offer->line));
}

void ledger_line_no_offer(struct text *out, uint32_t number)
{
	LINE(out, "no-offer", NUMBER(number));
}

void ledger_line_due(struct text *out, const struct due *due)
{
	LINE(out, "due", NUMBER(due->game), NUMBER(due->when), NUMBER(due->head),
	     NUMBER(due->fresh));
}

void ledger_line_settled(struct text *out, uint32_t number)
{
	LINE(out, "settled", NUMBER(number));
}

void ledger_line_alarm(struct text *out, const struct alarm *alarm)
{
	LINE(out, "alarm", NUMBER(alarm->game), NUMBER(alarm->when));
}

void ledger_line_no_alarm(struct text *out, uint32_t number)
{
	LINE(out, "no-alarm", NUMBER(number));
}

void ledger_line_no_sitters(struct text *out, uint32_t game)
{
	LINE(out, "no-sitters", NUMBER(game));
}

void ledger_line_sitter(struct text *out, const struct sitter *sitter, unsigned number,
			const char *address)
{
	LINE(out, "sitter", NUMBER(sitter->game), NUMBER(sitter->seat), NUMBER(number),
	     TEXT(address), NUMBER(sitter->since));
}

void ledger_line_person(struct text *out, const char *address, const char *key, const char *value)
{
	LINE(out, "person", TEXT(address), TEXT(key), TEXT(value));
}

void ledger_line_no_people(struct text *out)
{
	LINE(out, "no-people", NUMBER(0));
}

void ledger_line_outage(struct text *out, const struct outage *outage)
{
	LINE(out, "outage", NUMBER(outage->from), NUMBER(outage->to));
}

void ledger_line_no_outage(struct text *out, const struct outage *outage)
{
	LINE(out, "no-outage", NUMBER(outage->from));
}

void ledger_line_fetched(struct text *out, const struct fetched *fetched)
{
	LINE(out, "fetched", NUMBER(fetched->when), TEXT(fetched->intervals));
}

/* A line's end within a text stands as a vertical tab, which no letter's text has. */
void ledger_line_press(struct text *out, uint32_t game, unsigned seat, const struct press *press)
{
	char *text = base_strdup(press->text);

	for (char *c = text; *c != '\0'; c++)
		*c = *c == '\n' ? '\v' : *c;
	LINE(out, "press", NUMBER(game), NUMBER(seat), NUMBER(press->sender), NUMBER(press->alone),
	     TEXT(press->cause), TEXT(text));
	free(text);
}

void ledger_line_heard(struct text *out, uint32_t game, unsigned seat, int64_t number)
{
	LINE(out, "heard", NUMBER(game), NUMBER(seat), NUMBER(number));
}

void ledger_line_carried(struct text *out, uint32_t game, unsigned seat, int64_t run)
{
	LINE(out, "carried", NUMBER(game), NUMBER(seat), NUMBER(run));
}

void ledger_line_noted(struct text *out, uint32_t game, unsigned seat)
{
	LINE(out, "noted", NUMBER(game), NUMBER(seat));
}

void ledger_line_refused(struct text *out, const char *id, int64_t when, const char *why)
{
	LINE(out, "refused", TEXT(id), NUMBER(when), TEXT(why));
}

void ledger_line_no_refusal(struct text *out, const char *id)
{
	LINE(out, "no-refusal", TEXT(id));
}

void ledger_line_count(struct text *out, const char *name, int64_t add)
{
	LINE(out, "count", TEXT(name), NUMBER(add));
}

void ledger_line_no_count(struct text *out, const char *name)
{
	LINE(out, "no-count", TEXT(name));
}

void ledger_line_days(struct text *out, int64_t day)
{
	LINE(out, "days", NUMBER(day));
}

void ledger_line_notice(struct text *out, int64_t when, const char *line)
{
	LINE(out, "notice", NUMBER(when), TEXT(line));
}

void ledger_line_reported(struct text *out, int64_t last_notice)
{
	LINE(out, "reported", NUMBER(last_notice));
}
