/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <strings.h>

#include "core/base/base.h"
#include "pbem/reading/reply/mailers.h"
#include "pbem/reading/reply/reply_words.h"

enum {
	ADVERTISEMENT_MAX = 160, /* bytes; no program's own line is longer */
	FIELD_NAME_MAX = 48,
};

static bool is_ascii_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Whether ASCII letters stand on both sides of the border at `at`: then no word ends there. */
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

static bool is_listed(enum mailers_list list, struct span span)
{
	size_t count;
	const struct span *phrases = mailers_phrases(list, &count);

	for (size_t i = 0; i < count; i++) {
		if (phrases[i].len == span.len && same_start(span, phrases[i]))
			return true;
	}
	return false;
}

enum head_field reply_words_field(struct span name)
{
	static const struct {
		enum mailers_list list;
		enum head_field field;
	} fields[] = {
		{MAILERS_FROM, FIELD_FROM},   {MAILERS_DATE, FIELD_DATE},
		{MAILERS_TO, FIELD_TO},	      {MAILERS_SUBJECT, FIELD_SUBJECT},
		{MAILERS_FIELD, FIELD_OTHER},
	};

	if (name.len == 0 || name.len > FIELD_NAME_MAX)
		return FIELD_NONE;
	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		if (is_listed(fields[i].list, name))
			return fields[i].field;
	}
	return FIELD_NONE;
}

bool reply_words_end_in_verb(struct span span)
{
	size_t count;
	const struct span *verbs = mailers_phrases(MAILERS_WROTE, &count);

	for (size_t i = 0; i < count; i++) {
		if (same_end(span, verbs[i]) && !inside_word(span, span.len - verbs[i].len))
			return true;
	}
	return false;
}

bool reply_words_have_verb(struct span span)
{
	size_t count;
	const struct span *verbs = mailers_phrases(MAILERS_WROTE, &count);

	for (size_t i = 0; i < count; i++) {
		const char *found = memmem(span.at, span.len, verbs[i].at, verbs[i].len);

		if (found != NULL && !inside_word(span, (size_t)(found - span.at)) &&
		    !inside_word(span, (size_t)(found - span.at) + verbs[i].len))
			return true;
	}
	return false;
}

/* Whether it begins with a phrase of the list, and the word ends there. */
static bool starts_with_one(enum mailers_list list, struct span span)
{
	size_t count;
	const struct span *phrases = mailers_phrases(list, &count);

	for (size_t i = 0; i < count; i++) {
		if (same_start(span, phrases[i]) && !inside_word(span, phrases[i].len))
			return true;
	}
	return false;
}

bool reply_words_start_date(struct span span)
{
	return starts_with_one(MAILERS_DATED, span);
}

bool reply_words_start_head(struct span span)
{
	return starts_with_one(MAILERS_WRITER, span);
}

bool reply_words_are_original(struct span span)
{
	return is_listed(MAILERS_ORIGINAL, span) || span_starts(span, "Forwarded by ");
}

bool reply_words_are_forward(struct span span)
{
	return is_listed(MAILERS_FORWARD, span);
}

bool reply_words_are_advertisement(struct span line)
{
	const struct span *phrases;
	size_t count;

	if (line.len > ADVERTISEMENT_MAX)
		return false;
	if (span_contains(line, "Outlook") &&
	    (span_contains(line, "iOS") || span_contains(line, "Android")))
		return true;
	line = span_strip(line, " \t(<*_[->).!]");
	phrases = mailers_phrases(MAILERS_SENT, &count);
	for (size_t i = 0; i < count; i++) {
		if (same_start(line, phrases[i]))
			return true;
	}
	phrases = mailers_phrases(MAILERS_SENT_END, &count);
	for (size_t i = 0; i < count; i++) {
		if (same_end(line, phrases[i]))
			return true;
	}
	return false;
}
