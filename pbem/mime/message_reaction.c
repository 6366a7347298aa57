/* SPDX-License-Identifier: MIT */
/* Recognises messages that a mail program writes when somebody taps a thumb or a heart. */
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "core/util/strbuf.h"
#include "pbem/mime/message_internal.h"
#include "pbem/mime/quoting/mail_clients.h"
#include "pbem/mime/quoting/quote_lines.h"

enum { LINES_MAX = 8 }; /* lines in which a reaction is searched; such messages have few */

bool message_has_reaction(GMimeObject *part)
{
	const char *disposition = g_mime_object_get_disposition(part);

	if (disposition != NULL && strcasecmp(disposition, "reaction") == 0)
		return true;
	if (!GMIME_IS_MULTIPART(part))
		return message_part_is(part, "text", "vnd.google.email-reaction+json") &&
		       (disposition == NULL || strcasecmp(disposition, "attachment") != 0);
	for (int i = 0; i < g_mime_multipart_get_count(GMIME_MULTIPART(part)); i++) {
		if (message_has_reaction(g_mime_multipart_get_part(GMIME_MULTIPART(part), i)))
			return true;
	}
	return false;
}

/* Reports whether the line is one that phones send, with a quotation: "Liked “Your move”", "Reacted
 * \U0001f44d to “Your move”". */
static bool is_liked(struct span line)
{
	size_t count;
	const struct span *phrases = mail_clients_phrases(MAIL_CLIENTS_LIKED, &count);

	for (size_t i = 0; i < count; i++) {
		if (span_starts(line, phrases[i].at) &&
		    (span_contains(line, "“") || span_contains(line, "„") ||
		     span_contains(line, "«") || memchr(line.at, '"', line.len) != NULL))
			return true;
	}
	return false;
}

/* Reports whether the line is like "Bob Miller reacted to your message:". */
static bool is_reacted(struct span line)
{
	size_t count;
	const struct span *phrases = mail_clients_phrases(MAIL_CLIENTS_REACTED, &count);

	for (size_t i = 0; i < count; i++) {
		if (span_contains(line, phrases[i].at))
			return true;
	}
	return false;
}

/* Reports whether the text ends with a quotation mark, as the quotation of a reaction does. */
static bool ends_quoted(const char *text)
{
	static const char *const marks[] = {"\"", "“", "”", "»", "«"};
	const struct span all = span_strip((struct span){text, strlen(text)}, " \n.");

	for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
		if (span_ends(all, marks[i]))
			return true;
	}
	return false;
}

bool message_sounds_like_reaction(const char *text)
{
	const char *cursor = text, *end = text + strlen(text);
	bool found = false;
	struct span line;

	for (unsigned i = 0; strbuf_next_line(&cursor, end, &line.at, &line.len); i++) {
		line = span_trim(line);
		if (i == 0 && is_liked(line) && ends_quoted(text))
			return true;
		found |= i < LINES_MAX && is_reacted(line);
		if (quote_may_be_order(line) && !is_reacted(line))
			return false;
	}
	return found;
}
