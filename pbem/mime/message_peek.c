/* SPDX-License-Identifier: MIT */
/* Who a letter may be from that no parser is given: by its bytes alone, of which a bounded start is
 * read. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/text.h"
#include "pbem/reading/charset.h"
#include "pbem/reading/letter_inner.h"

enum {
	HEADER_BYTES = 128 * 1024, /* of the header, however long it is */
	BODY_BYTES = 64 * 1024,
	FIELD_BYTES = 8 * 1024, /* of one field, folds undone */
	ID_BYTES = 250,
	LINE_BYTES = 120,
};

/* One field of the header. */
struct field {
	char name[64];
	char value[FIELD_BYTES + 1];
	size_t len;
};

/* Reads the field at `at`; returns where the next begins, NULL at the header's end. */
static const char *next_field(const char *at, const char *end, struct field *field)
{
	const char *line, *colon;
	size_t len, name;

	field->name[0] = field->value[0] = '\0';
	field->len = 0;
	if (!text_next_line(&at, end, &line, &len) || len == 0 || *line == '\r')
		return NULL;
	colon = memchr(line, ':', len);
	name = colon != NULL ? (size_t)(colon - line) : len;
	if (name < len && name < sizeof field->name) {
		memcpy(field->name, line, name);
		field->name[name] = '\0';
		line += name + 1;
		len -= name + 1;
	}
	for (;;) {
		for (size_t i = 0; i < len && field->len < FIELD_BYTES; i++)
			field->value[field->len++] = line[i] == '\0' ? '?' : line[i];
		if (at >= end || (*at != ' ' && *at != '\t') ||
		    !text_next_line(&at, end, &line, &len))
			break;
	}
	field->value[field->len] = '\0';
	return at;
}

static bool is_one_of(const char *name, const char *const *names)
{
	for (; *names != NULL; names++)
		if (strcasecmp(name, *names) == 0)
			return true;
	return false;
}

static bool begins(const char *value, const char *word)
{
	size_t len = strlen(word);

	value += strspn(value, " \t");
	return strncasecmp(value, word, len) == 0 && !isalnum((unsigned char)value[len]) &&
	       value[len] != '-';
}

/* Signs that no person wrote it; fewer than letter_class.c knows, but those that nearly all of it
 * has. */
static bool tells_automatic(const struct field *field)
{
	static const char *const precedences[] = {"bulk", "junk", "auto_reply", "auto-reply"};
	const char *value = field->value + strspn(field->value, " \t");

	if (strcasecmp(field->name, "Auto-Submitted") == 0)
		return *value != '\0' && !begins(value, "no");
	if (strncasecmp(field->name, "X-Auto", 6) == 0 ||
	    strncasecmp(field->name, "X-Vacation", 10) == 0)
		return strcasecmp(field->name, "X-Auto-Response-Suppress") != 0 &&
		       !begins(value, "no");
	if (strcasecmp(field->name, "Return-Path") == 0)
		return value[0] == '<' && value[1 + strspn(value + 1, " \t")] == '>';
	if (strcasecmp(field->name, "Content-Type") == 0)
		return begins(value, "multipart/report");
	for (size_t i = 0; i < ARRAY_LEN(precedences); i++)
		if (strcasecmp(field->name, "Precedence") == 0 && begins(value, precedences[i]))
			return true;
	return false;
}

/* What stands between the last angle brackets, or the value alone; "" when that has blanks. */
static char *inside(const char *value, size_t max)
{
	const char *open = strrchr(value, '<');
	char *line = charset_line(open != NULL ? open + 1 : value, max);

	line[strcspn(line, ">")] = '\0';
	for (const char *c = line; *c != '\0'; c++)
		if (!isgraph((unsigned char)*c)) {
			*line = '\0';
			break;
		}
	return line;
}

static void take_field(struct letter *letter, const struct field *field, const char *own_address)
{
	static const char *const carriers[] = {
		"To",		"Cc",
		"Delivered-To", "X-Original-To",
		"Envelope-To",	"X-Envelope-To",
		"In-Reply-To",	"References",
		"Subject",	NULL,
	};
	bool automatic = tells_automatic(field);

	if (is_one_of(field->name, carriers))
		letter_find_tokens(letter, field->value, field->len);
	if (strcasecmp(field->name, "Message-ID") == 0 && *letter->message_id == '\0') {
		free(letter->message_id);
		letter->message_id = inside(field->value, ID_BYTES);
	}
	if (strcasecmp(field->name, "From") == 0 && *letter->from == '\0') {
		free(letter->from);
		letter->from = inside(field->value, ID_BYTES);
		for (char *c = letter->from; *c != '\0'; c++)
			*c = (char)tolower((unsigned char)*c);
		automatic = letter_from_machine(letter->from) ||
			    letter_from_own(letter->from, own_address);
	}
	if (automatic && letter->class == LETTER_PLAIN) {
		letter->class = LETTER_AUTOMATIC;
		free(letter->why_automatic);
		letter->why_automatic = charset_line(field->name, LINE_BYTES);
	}
}

struct letter *letter_sample(const char *bytes, size_t len, const char *own_address)
{
	struct letter *letter = letter_unknown();
	struct field *field = base_alloc(sizeof *field);
	const char *end = bytes + len, *at = bytes, *next;

	while (at < end && at - bytes < HEADER_BYTES &&
	       (next = next_field(at, end, field)) != NULL) {
		take_field(letter, field, own_address);
		at = next;
	}
	letter->header_token_count = letter->token_count;
	/* Of a header that goes on and on what follows isn't the text. */
	letter_find_tokens(letter, at,
			   (size_t)(end - at) < BODY_BYTES ? (size_t)(end - at) : BODY_BYTES);
	free(field);
	return letter;
}
