/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/reading/html.h"

enum { RAW_NAME_MAX = 9 };

struct cleaner {
	const char *at, *end;
	struct text out;
	size_t tags;
	bool no_plain; /* there is no further "-->" ... */
	bool endless;  /* ... nor "--!>": what was not found isn't looked for again */
};

static void copy_until(struct cleaner *cleaner, const char *stop)
{
	text_add_bytes(&cleaner->out, cleaner->at, (size_t)(stop - cleaner->at));
	cleaner->at = stop;
}

static bool follows(const struct cleaner *cleaner, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(cleaner->end - cleaner->at) >= len &&
	       strncasecmp(cleaner->at, word, len) == 0;
}

/* Behind the first `mark` from `from` on, or NULL. */
static const char *behind(const struct cleaner *cleaner, const char *from, const char *mark)
{
	size_t len = strlen(mark);
	const char *found;

	if (from > cleaner->end)
		return NULL;
	found = memmem(from, (size_t)(cleaner->end - from), mark, len);
	return found == NULL ? NULL : found + len;
}

/* The end of the comment that begins at `at`: "-->", "--!>", or at once, "<!-->" and "<!--->". */
static const char *comment_end(struct cleaner *cleaner)
{
	const char *body = cleaner->at + 4, *plain, *odd;

	if (body < cleaner->end && *body == '>')
		return body + 1;
	if (body + 1 < cleaner->end && body[0] == '-' && body[1] == '>')
		return body + 2;
	plain = cleaner->no_plain ? NULL : behind(cleaner, body, "-->");
	cleaner->no_plain |= plain == NULL;
	if (plain == NULL)
		return behind(cleaner, body, "--!>");
	odd = memmem(body, (size_t)(plain - body), "--!>", 4);
	return odd != NULL ? odd + 4 : plain;
}

/* A tag, to its ">"; one in quotes doesn't count. */
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

/* The elements whose text is no HTML: it is left alone to the tag that ends them. */
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

static void copy_element(struct cleaner *cleaner)
{
	const char *name = raw_element(cleaner);
	char closing[RAW_NAME_MAX + 3] = "</";
	const char *c;

	copy_tag(cleaner);
	cleaner->tags++;
	if (name == NULL)
		return;
	strcat(closing, name);
	for (c = cleaner->at; c < cleaner->end; c++) {
		if (*c == '<' && (size_t)(cleaner->end - c) >= strlen(closing) &&
		    strncasecmp(c, closing, strlen(closing)) == 0)
			break;
	}
	copy_until(cleaner, c);
}

/* "<" stands here. */
static void clean_one(struct cleaner *cleaner)
{
	const char *end = NULL;

	if (follows(cleaner, "<!--")) {
		end = cleaner->endless ? NULL : comment_end(cleaner);
		cleaner->endless |= end == NULL;
		/* As text, which libxml2 would not take it for. */
		if (end == NULL) {
			text_add(&cleaner->out, "&lt;!--");
			cleaner->at += 4;
			return;
		}
	} else if (follows(cleaner, "<!doctype")) {
		copy_tag(cleaner);
		return;
	} else if (follows(cleaner, "<!") || follows(cleaner, "<?") ||
		   (follows(cleaner, "</") && cleaner->at + 2 < cleaner->end &&
		    !isalpha((unsigned char)cleaner->at[2]))) {
		end = memchr(cleaner->at, '>', (size_t)(cleaner->end - cleaner->at));
		end = end == NULL ? cleaner->end : end + 1;
	} else if (cleaner->at + 1 < cleaner->end &&
		   (isalpha((unsigned char)cleaner->at[1]) || cleaner->at[1] == '/')) {
		copy_element(cleaner);
		return;
	} else {
		text_add(&cleaner->out, "&lt;");
		cleaner->at++;
		return;
	}
	cleaner->at = end;
}

char *html_without_comments(const char *html, size_t len, size_t *tags_out)
{
	struct cleaner cleaner = {.at = html, .end = html + len};

	text_init(&cleaner.out, 4 * len + 8);
	while (cleaner.at < cleaner.end) {
		const char *next = memchr(cleaner.at, '<', (size_t)(cleaner.end - cleaner.at));

		copy_until(&cleaner, next != NULL ? next : cleaner.end);
		if (cleaner.at < cleaner.end)
			clean_one(&cleaner);
	}
	*tags_out = cleaner.tags;
	return cleaner.out.bytes;
}
