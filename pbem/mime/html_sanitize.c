/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/mime/html_to_text.h"

enum { RAW_NAME_MAX = 9 };

struct cleaner {
	const char *at, *end;
	struct strbuf out;
	size_t tags;
	bool no_plain; /* there is no further "-->" */
	bool endless;  /* there is no further "--!>" either, so neither is searched again */
};

static void copy_until(struct cleaner *cleaner, const char *stop)
{
	strbuf_add_bytes(&cleaner->out, cleaner->at, (size_t)(stop - cleaner->at));
	cleaner->at = stop;
}

static bool starts_here(const struct cleaner *cleaner, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(cleaner->end - cleaner->at) >= len &&
	       strncasecmp(cleaner->at, word, len) == 0;
}

/* Returns the position after the first `mark` from `from` on, or NULL. */
static const char *find_after(const struct cleaner *cleaner, const char *from, const char *mark)
{
	size_t len = strlen(mark);
	const char *found;

	if (from > cleaner->end)
		return NULL;
	found = memmem(from, (size_t)(cleaner->end - from), mark, len);
	return found == NULL ? NULL : found + len;
}

/* Returns the end of the comment that begins at `at`, or NULL. A comment ends with "-->" or "--!>",
 * or at once in "<!-->" and "<!--->". */
static const char *comment_end(struct cleaner *cleaner)
{
	const char *body = cleaner->at + 4, *plain, *odd;

	if (body < cleaner->end && *body == '>')
		return body + 1;
	if (body + 1 < cleaner->end && body[0] == '-' && body[1] == '>')
		return body + 2;
	plain = cleaner->no_plain ? NULL : find_after(cleaner, body, "-->");
	cleaner->no_plain |= plain == NULL;
	if (plain == NULL)
		return find_after(cleaner, body, "--!>");
	odd = memmem(body, (size_t)(plain - body), "--!>", 4);
	return odd != NULL ? odd + 4 : plain;
}

/* Copies a tag up to its ">". A ">" in quotes doesn't count. */
static void copy_tag(struct cleaner *cleaner)
{
	const char *c = cleaner->at + 1;
	char quote = '\0', before = '<';

	for (; c < cleaner->end; c++) {
		if (quote != '\0')
			quote = *c == quote ? '\0' : quote;
		else if (*c == '>')
			break;
		else if ((*c == '"' || *c == '\'') && before == '=')
			quote = *c;
		if (!isspace((unsigned char)*c))
			before = *c;
	}
	copy_until(cleaner, c < cleaner->end ? c + 1 : c);
}

/* Returns the element's name if its text isn't HTML and is copied up to the tag that ends it, or
 * NULL. */
static const char *raw_element(const struct cleaner *cleaner)
{
	static const char *const names[] = {"style", "script", "title",	  "textarea",
					    "xmp",   "iframe", "noembed", "noframes"};

	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		size_t len = strlen(names[i]);

		if ((size_t)(cleaner->end - cleaner->at) > len + 1 &&
		    strncasecmp(cleaner->at + 1, names[i], len) == 0 &&
		    !isalnum((unsigned char)cleaner->at[1 + len]))
			return names[i];
	}
	return NULL;
}

/* Copies text that has no tags, escaped so that libxml2 finds none either. */
static void copy_escaped(struct cleaner *cleaner, const char *stop)
{
	for (; cleaner->at < stop; cleaner->at++) {
		if (*cleaner->at == '<')
			strbuf_add(&cleaner->out, "&lt;");
		else if (*cleaner->at == '&' && cleaner->at + 1 < stop &&
			 (isalpha((unsigned char)cleaner->at[1]) || cleaner->at[1] == '#'))
			strbuf_add(&cleaner->out, "&amp;");
		else
			strbuf_add_char(&cleaner->out, *cleaner->at);
	}
}

/* Reports whether the tag is <plaintext>, after which no tag counts, not even one that would end
 * it. */
static bool is_plaintext(const struct cleaner *cleaner)
{
	static const char tag[] = "<plaintext";

	return starts_here(cleaner, tag) && cleaner->at + strlen(tag) < cleaner->end &&
	       !isalnum((unsigned char)cleaner->at[strlen(tag)]);
}

static void copy_element(struct cleaner *cleaner)
{
	const char *name = raw_element(cleaner);
	char closing[RAW_NAME_MAX + 3] = "</";
	const char *c;

	bool plaintext = is_plaintext(cleaner);

	copy_tag(cleaner);
	cleaner->tags++;
	if (plaintext)
		copy_escaped(cleaner, cleaner->end);
	if (name == NULL)
		return;
	strcat(closing, name);
	for (c = cleaner->at; c < cleaner->end; c++) {
		if (*c == '<' && (size_t)(cleaner->end - c) >= strlen(closing) &&
		    strncasecmp(c, closing, strlen(closing)) == 0)
			break;
	}
	if (strcmp(name, "xmp") == 0)
		copy_escaped(cleaner, c);
	else
		copy_until(cleaner, c);
}

/* Reports whether the tag is "</br>", which browsers take for a line break. */
static bool is_closed_break(const struct cleaner *cleaner)
{
	return starts_here(cleaner, "</br") && cleaner->at + 4 < cleaner->end &&
	       !isalnum((unsigned char)cleaner->at[4]);
}

/* Handles the "<" at the present position. */
static void clean_markup(struct cleaner *cleaner)
{
	const char *end = NULL;

	if (starts_here(cleaner, "<!--")) {
		end = cleaner->endless ? NULL : comment_end(cleaner);
		cleaner->endless |= end == NULL;
		/* libxml2 would not take this for text by itself. */
		if (end == NULL) {
			strbuf_add(&cleaner->out, "&lt;!--");
			cleaner->at += 4;
			return;
		}
	} else if (starts_here(cleaner, "<!doctype")) {
		copy_tag(cleaner);
		return;
	} else if (starts_here(cleaner, "<!") || starts_here(cleaner, "<?") ||
		   (starts_here(cleaner, "</") && cleaner->at + 2 < cleaner->end &&
		    !isalpha((unsigned char)cleaner->at[2]))) {
		end = memchr(cleaner->at, '>', (size_t)(cleaner->end - cleaner->at));
		end = end == NULL ? cleaner->end : end + 1;
	} else if (is_closed_break(cleaner)) {
		strbuf_add(&cleaner->out, "<br>");
		cleaner->tags++;
		end = memchr(cleaner->at, '>', (size_t)(cleaner->end - cleaner->at));
		end = end == NULL ? cleaner->end : end + 1;
	} else if (cleaner->at + 1 < cleaner->end &&
		   (isalpha((unsigned char)cleaner->at[1]) || cleaner->at[1] == '/')) {
		copy_element(cleaner);
		return;
	} else {
		strbuf_add(&cleaner->out, "&lt;");
		cleaner->at++;
		return;
	}
	cleaner->at = end;
}

char *html_sanitize_comments(const char *html, size_t len, size_t *tags_out)
{
	struct cleaner cleaner = {.at = html, .end = html + len};

	strbuf_init(&cleaner.out, 4 * len + 8);
	while (cleaner.at < cleaner.end) {
		const char *next = memchr(cleaner.at, '<', (size_t)(cleaner.end - cleaner.at));

		copy_until(&cleaner, next != NULL ? next : cleaner.end);
		if (cleaner.at < cleaner.end)
			clean_markup(&cleaner);
	}
	*tags_out = cleaner.tags;
	return cleaner.out.bytes;
}
