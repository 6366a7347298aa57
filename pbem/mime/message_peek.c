/* SPDX-License-Identifier: MIT */
/* Finds the possible senders of a message that no parser may read, from a limited number of its
 * first bytes. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/util/strbuf.h"
#include "pbem/mime/charset.h"
#include "pbem/mime/message_internal.h"

enum {
	HEADER_BYTES = 128 * 1024, /* most bytes of the header, however long it is */
	BODY_BYTES = 64 * 1024,
	FIELD_BYTES = 8 * 1024, /* most bytes of one field, without folds */
	ID_BYTES = 250,
	LINE_BYTES = 120,
};

/* One field of the header. */
struct header_field {
	char name[64];
	char value[FIELD_BYTES + 1];
	size_t len;
};

/* Reads the field at `at`. Returns where the next field begins, or NULL at the header's end. */
static const char *next_field(const char *at, const char *end, struct header_field *field)
{
	const char *line, *colon;
	size_t len, name;

	field->name[0] = field->value[0] = '\0';
	field->len = 0;
	if (!strbuf_next_line(&at, end, &line, &len) || len == 0 || *line == '\r')
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
		    !strbuf_next_line(&at, end, &line, &len))
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

static bool starts_with_word(const char *value, const char *word)
{
	size_t len = strlen(word);

	value += strspn(value, " \t");
	return strncasecmp(value, word, len) == 0 && !isalnum((unsigned char)value[len]) &&
	       value[len] != '-';
}

/* Reports whether a field shows that no person wrote the message. Knows fewer fields than
 * message_class.c, but those that nearly all automatic messages have. */
static bool is_automatic(const struct header_field *field)
{
	static const char *const precedences[] = {"bulk", "junk", "auto_reply", "auto-reply"};
	const char *value = field->value + strspn(field->value, " \t");

	if (strcasecmp(field->name, "Auto-Submitted") == 0)
		return *value != '\0' && !starts_with_word(value, "no");
	if (strncasecmp(field->name, "X-Auto", 6) == 0 ||
	    strncasecmp(field->name, "X-Vacation", 10) == 0)
		return strcasecmp(field->name, "X-Auto-Response-Suppress") != 0 &&
		       !starts_with_word(value, "no");
	if (strcasecmp(field->name, "Return-Path") == 0)
		return value[0] == '<' && value[1 + strspn(value + 1, " \t")] == '>';
	if (strcasecmp(field->name, "Content-Type") == 0)
		return starts_with_word(value, "multipart/report");
	for (size_t i = 0; i < ARRAY_LEN(precedences); i++)
		if (strcasecmp(field->name, "Precedence") == 0 &&
		    starts_with_word(value, precedences[i]))
			return true;
	return false;
}

/* Returns the text in the last angle brackets, or else the whole value; "" if that has spaces. The
 * caller frees it. */
static char *inside_brackets(const char *value, size_t max)
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

static void read_field(struct message *letter, const struct header_field *field,
		       const char *own_address)
{
	static const char *const carriers[] = {
		"To",		"Cc",
		"Delivered-To", "X-Original-To",
		"Envelope-To",	"X-Envelope-To",
		"In-Reply-To",	"References",
		"Subject",	NULL,
	};
	bool automatic = is_automatic(field);

	if (is_one_of(field->name, carriers))
		message_find_tokens(letter, field->value, field->len);
	if (strcasecmp(field->name, "Message-ID") == 0 && *letter->message_id == '\0') {
		free(letter->message_id);
		letter->message_id = inside_brackets(field->value, ID_BYTES);
	}
	if (strcasecmp(field->name, "From") == 0 && *letter->from == '\0') {
		free(letter->from);
		letter->from = inside_brackets(field->value, ID_BYTES);
		for (char *c = letter->from; *c != '\0'; c++)
			*c = (char)tolower((unsigned char)*c);
		automatic = message_from_machine(letter->from) ||
			    message_from_own(letter->from, own_address);
	}
	if (automatic && letter->class == MESSAGE_PLAIN) {
		letter->class = MESSAGE_AUTOMATIC;
		free(letter->why_automatic);
		letter->why_automatic = charset_line(field->name, LINE_BYTES);
	}
}

struct message *message_sample(const char *bytes, size_t len, const char *own_address)
{
	struct message *letter = message_unknown();
	struct header_field *field = base_alloc(sizeof *field);
	const char *end = bytes + len, *at = bytes, *next;

	while (at < end && at - bytes < HEADER_BYTES &&
	       (next = next_field(at, end, field)) != NULL) {
		read_field(letter, field, own_address);
		at = next;
	}
	message_check_from(letter);
	letter->header_token_count = letter->token_count;
	/* If the header is too long, the bytes after its limit are searched, too. */
	message_find_tokens(letter, at,
			    (size_t)(end - at) < BODY_BYTES ? (size_t)(end - at) : BODY_BYTES);
	free(field);
	return letter;
}
