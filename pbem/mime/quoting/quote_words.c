/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <strings.h>

#include "core/util/base.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/mime/quoting/quote_words.h"

enum {
	ADVERTISEMENT_MAX = 160, /* in bytes; no program's own line is longer */
	FIELD_NAME_MAX = 48,
};

static bool is_ascii_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Reports whether there are ASCII letters on both sides of the border at `at`, so that no word ends
 * there. */
static bool inside_word(struct span span, size_t at)
{
	return at > 0 && at < span.len && is_ascii_letter(span.at[at - 1]) &&
	       is_ascii_letter(span.at[at]);
}

static bool same_start(struct span span, struct span start)
{
	return span.len >= start.len && strncasecmp(span.at, start.at, start.len) == 0;
}

static bool same_end(struct span span, struct span end)
{
	return span.len >= end.len &&
	       strncasecmp(span.at + span.len - end.len, end.at, end.len) == 0;
}

static bool is_listed(enum mail_clients_list list, struct span span)
{
	size_t count;
	const struct span *phrases = mail_clients_phrases(list, &count);

	for (size_t i = 0; i < count; i++) {
		if (phrases[i].len == span.len && same_start(span, phrases[i]))
			return true;
	}
	return false;
}

enum head_field quote_words_field(struct span name)
{
	static const struct {
		enum mail_clients_list list;
		enum head_field field;
	} fields[] = {
		{MAIL_CLIENTS_FROM, FIELD_FROM},   {MAIL_CLIENTS_DATE, FIELD_DATE},
		{MAIL_CLIENTS_TO, FIELD_TO},	   {MAIL_CLIENTS_SUBJECT, FIELD_SUBJECT},
		{MAIL_CLIENTS_FIELD, FIELD_OTHER},
	};

	if (name.len == 0 || name.len > FIELD_NAME_MAX)
		return FIELD_NONE;
	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		if (is_listed(fields[i].list, name))
			return fields[i].field;
	}
	return FIELD_NONE;
}

bool quote_words_end_in_verb(struct span span)
{
	size_t count;
	const struct span *verbs = mail_clients_phrases(MAIL_CLIENTS_WROTE, &count);

	for (size_t i = 0; i < count; i++) {
		if (same_end(span, verbs[i]) && !inside_word(span, span.len - verbs[i].len))
			return true;
	}
	return false;
}

bool quote_words_have_verb(struct span span)
{
	size_t count;
	const struct span *verbs = mail_clients_phrases(MAIL_CLIENTS_WROTE, &count);

	for (size_t i = 0; i < count; i++) {
		const char *found = memmem(span.at, span.len, verbs[i].at, verbs[i].len);

		if (found != NULL && !inside_word(span, (size_t)(found - span.at)) &&
		    !inside_word(span, (size_t)(found - span.at) + verbs[i].len))
			return true;
	}
	return false;
}

/* Reports whether the text begins with a phrase of the list, and a word ends after the phrase. */
static bool starts_with_one(enum mail_clients_list list, struct span span)
{
	size_t count;
	const struct span *phrases = mail_clients_phrases(list, &count);

	for (size_t i = 0; i < count; i++) {
		if (same_start(span, phrases[i]) && !inside_word(span, phrases[i].len))
			return true;
	}
	return false;
}

bool quote_words_start_date(struct span span)
{
	return starts_with_one(MAIL_CLIENTS_DATED, span);
}

bool quote_words_start_head(struct span span)
{
	return starts_with_one(MAIL_CLIENTS_WRITER, span);
}

bool quote_words_are_original(struct span span)
{
	return is_listed(MAIL_CLIENTS_ORIGINAL, span) || span_starts(span, "Forwarded by ");
}

bool quote_words_are_forward(struct span span)
{
	return is_listed(MAIL_CLIENTS_FORWARD, span);
}

bool quote_words_are_advertisement(struct span line)
{
	const struct span *phrases;
	size_t count;

	if (line.len > ADVERTISEMENT_MAX)
		return false;
	if (span_contains(line, "Outlook") &&
	    (span_contains(line, "iOS") || span_contains(line, "Android")))
		return true;
	line = span_strip(line, " \t(<*_[->).!]");
	phrases = mail_clients_phrases(MAIL_CLIENTS_SENT, &count);
	for (size_t i = 0; i < count; i++) {
		if (same_start(line, phrases[i]))
			return true;
	}
	phrases = mail_clients_phrases(MAIL_CLIENTS_SENT_END, &count);
	for (size_t i = 0; i < count; i++) {
		if (same_end(line, phrases[i]))
			return true;
	}
	return false;
}
