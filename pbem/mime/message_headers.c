/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "core/base/text.h"
#include "pbem/reading/charset.h"
#include "pbem/reading/letter_inner.h"
#include "pbem/reading/reply/span.h"

enum {
	ID_MAX = 250, /* bytes of a Message-ID we pass on */
	SUBJECT_MAX = 500,
	ADDRESS_MAX = 254,    /* RFC 5321 4.5.3.1.3, without the angle brackets */
	LAST_REFERENCES = 10, /* of a thread's ids, besides its first */
};

/* ---- ids ---- */

/* Reads the id whose '<' is at `at`, up to '>'; a fold within it, which some programs make, is
 * undone. NULL when it isn't one. */
static char *read_id(const char *at, const char **end_out)
{
	char id[ID_MAX + 1];
	size_t len = 0;

	for (at++; *at != '\0' && *at != '>' && *at != '<'; at++) {
		if (*at == '\r' || *at == '\n') {
			at += strspn(at, "\r\n\t ") - 1;
			continue;
		}
		if (len == ID_MAX || !isgraph((unsigned char)*at)) {
			len = 0;
			break;
		}
		id[len++] = *at;
	}
	*end_out = at;
	return *at == '>' && len > 0 ? base_strndup(id, len) : NULL;
}

GPtrArray *letter_ids(const char *value)
{
	GPtrArray *ids = g_ptr_array_new_with_free_func(free);

	while ((value = strchr(value, '<')) != NULL) {
		char *id = read_id(value, &value);

		if (id != NULL)
			g_ptr_array_add(ids, id);
	}
	return ids;
}

/* The ids of a header, which some programs send as encoded words. */
static GPtrArray *header_ids(GMimeObject *message, const char *name)
{
	GMimeHeader *header =
		g_mime_header_list_get_header(g_mime_object_get_header_list(message), name);
	const char *raw = header != NULL ? g_mime_header_get_raw_value(header) : NULL;
	char *decoded;
	GPtrArray *ids;

	if (raw == NULL)
		return letter_ids("");
	if (strstr(raw, "=?") == NULL)
		return letter_ids(raw);
	decoded = g_mime_utils_header_decode_text(NULL, raw);
	ids = letter_ids(decoded);
	g_free(decoded);
	return ids;
}

static char *read_message_id(GMimeObject *message)
{
	GPtrArray *ids = header_ids(message, "Message-Id");
	char *id;

	if (ids->len > 0) {
		id = base_strdup(ids->pdata[0]);
	} else {
		/* Some write it without angle brackets. */
		const char *value = g_mime_object_get_header(message, "Message-Id");
		char *line = charset_line(value != NULL ? value : "", ID_MAX);

		id = base_strdup(strpbrk(line, " <>") == NULL && g_str_is_ascii(line) ? line : "");
		free(line);
	}
	g_ptr_array_unref(ids);
	return id;
}

static void add_reference(struct text *out, const char *id)
{
	if (strchr(id, '@') == NULL)
		return;
	text_addf(out, "%s<%s>", out->len > 0 ? " " : "", id);
}

/* RFC 5322 3.6.4: what its References say (or else its In-Reply-To), and its own id. */
static char *read_references(GMimeObject *message, const char *message_id)
{
	GPtrArray *ids = header_ids(message, "References");
	struct text out;

	if (ids->len == 0) {
		g_ptr_array_unref(ids);
		ids = header_ids(message, "In-Reply-To");
		if (ids->len > 1)
			g_ptr_array_set_size(ids, 0);
	}
	text_init(&out, 0);
	for (guint i = 0; i < ids->len; i++) {
		if ((i == 0 || i + LAST_REFERENCES >= ids->len) &&
		    strcmp(ids->pdata[i], message_id) != 0)
			add_reference(&out, ids->pdata[i]);
	}
	add_reference(&out, message_id);
	g_ptr_array_unref(ids);
	return out.bytes;
}

/* ---- who and what ---- */

static bool is_address(const char *address)
{
	const char *at = strchr(address, '@');

	return at != NULL && at != address && at[1] != '\0' && strchr(at + 1, '@') == NULL &&
	       strlen(address) <= ADDRESS_MAX && strpbrk(address, " <>()[]\\,;:\"") == NULL;
}

/* The first mailbox of a list; NULL when there is none. */
static const char *first_address(InternetAddressList *list)
{
	int count = list != NULL ? internet_address_list_length(list) : 0;

	for (int i = 0; i < count; i++) {
		InternetAddress *address = internet_address_list_get_address(list, i);

		if (INTERNET_ADDRESS_IS_MAILBOX(address))
			return internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(address));
	}
	return NULL;
}

static char *read_from(GMimeMessage *message)
{
	const char *found = first_address(g_mime_message_get_from(message));
	char *address = charset_line(found != NULL ? found : "", 2 * ADDRESS_MAX);

	for (char *c = address; *c != '\0'; c++)
		*c = (char)tolower((unsigned char)*c);
	if (!is_address(address))
		*address = '\0';
	return address;
}

/* One From, which is one mailbox. */
static bool is_from_alone(GMimeMessage *message)
{
	GMimeHeaderList *headers = g_mime_object_get_header_list(GMIME_OBJECT(message));
	InternetAddressList *list = g_mime_message_get_from(message);
	int count = g_mime_header_list_get_count(headers), froms = 0;

	for (int i = 0; i < count; i++) {
		GMimeHeader *header = g_mime_header_list_get_header_at(headers, i);

		froms += strcasecmp(g_mime_header_get_name(header), "From") == 0;
	}
	return froms == 1 && list != NULL && internet_address_list_length(list) == 1 &&
	       INTERNET_ADDRESS_IS_MAILBOX(internet_address_list_get_address(list, 0));
}

static char *read_subject(GMimeObject *message)
{
	GMimeHeader *header =
		g_mime_header_list_get_header(g_mime_object_get_header_list(message), "Subject");
	const char *raw = header != NULL ? g_mime_header_get_raw_value(header) : NULL;
	char *decoded = g_mime_utils_header_decode_text(NULL, raw != NULL ? raw : "");
	char *subject = charset_line(decoded != NULL ? decoded : "", SUBJECT_MAX);

	g_free(decoded);
	return subject;
}

/* ---- tokens ---- */

static void find_in_headers(struct letter *letter, GMimeObject *message, const char *name)
{
	GMimeHeaderList *headers = g_mime_object_get_header_list(message);
	int count = g_mime_header_list_get_count(headers);

	for (int i = 0; i < count; i++) {
		GMimeHeader *header = g_mime_header_list_get_header_at(headers, i);
		const char *raw = g_mime_header_get_raw_value(header);

		if (strcasecmp(g_mime_header_get_name(header), name) == 0 && raw != NULL)
			letter_find_tokens(letter, raw, strlen(raw));
	}
}

/* The newest id of a thread stands last. */
static void find_in_references(struct letter *letter, GMimeObject *message, const char *name)
{
	GPtrArray *ids = header_ids(message, name);

	for (guint i = ids->len; i > 0; i--) {
		const char *id = ids->pdata[i - 1];

		letter_find_tokens(letter, id, strlen(id));
	}
	g_ptr_array_unref(ids);
}

void letter_read_headers(struct letter *letter, GMimeMessage *message)
{
	static const char *const recipients[] = {
		"To", "Cc", "Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To",
	};
	GMimeObject *object = GMIME_OBJECT(message);

	letter->message_id = read_message_id(object);
	letter->references = read_references(object, letter->message_id);
	letter->subject = read_subject(object);
	letter->from = read_from(message);
	letter->from_alone = *letter->from != '\0' && is_from_alone(message);
	for (size_t i = 0; i < ARRAY_LEN(recipients); i++)
		find_in_headers(letter, object, recipients[i]);
	find_in_references(letter, object, "In-Reply-To");
	find_in_references(letter, object, "References");
	letter_find_tokens(letter, letter->subject, strlen(letter->subject));
	letter->header_token_count = letter->token_count;
}

/* ---- a returned letter's id ---- */

/* Whether the id is one of ours: of our domain, or begun with a token. */
static bool is_ours(const char *id, const char *domain)
{
	const char *at = strrchr(id, '@');

	if (domain == NULL || (at != NULL && strcasecmp(at + 1, domain) == 0))
		return true;
	return strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ234567") ==
	       TOKEN_TEXT;
}

char *letter_find_id(const char *text, const char *domain)
{
	static const char name[] = "message-id:";
	const char *cursor = text, *end = text + strlen(text), *line;
	size_t len;

	while (text_next_line(&cursor, end, &line, &len)) {
		struct span span = span_strip((struct span){line, len}, " \t>|\r");
		const char *open;
		char *id;

		if (!span_starts(span, name))
			continue;
		open = span.at + strlen(name);
		open += strspn(open, " \t\r\n>");
		id = *open == '<' ? read_id(open, &open) : NULL;
		if (id != NULL && is_ours(id, domain))
			return id;
		free(id);
	}
	return base_strdup("");
}
