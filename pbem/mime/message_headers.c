/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "core/util/strbuf.h"
#include "pbem/mime/charset.h"
#include "pbem/mime/message_internal.h"
#include "pbem/mime/quoting/span.h"
#include "pbem/sys/address.h"

enum {
	ID_MAX = 250, /* most bytes of a Message-ID that is used */
	SUBJECT_MAX = 500,
	FROM_MAX = 1000,
	LAST_REFERENCES = 10, /* of the ids of a thread, in addition to its first */
};

/* ---- ids ---- */

/* Reads the id whose '<' is at `at`, up to its '>'. Removes folds within the id, which some
 * programs make. Returns NULL if it isn't an id. */
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

GPtrArray *message_ids(const char *value)
{
	GPtrArray *ids = g_ptr_array_new_with_free_func(free);

	while ((value = strchr(value, '<')) != NULL) {
		char *id = read_id(value, &value);

		if (id != NULL)
			g_ptr_array_add(ids, id);
	}
	return ids;
}

/* Returns the ids of a header, which some programs send as encoded words. */
static GPtrArray *header_ids(GMimeObject *message, const char *name)
{
	GMimeHeader *header =
		g_mime_header_list_get_header(g_mime_object_get_header_list(message), name);
	const char *raw = header != NULL ? g_mime_header_get_raw_value(header) : NULL;
	char *decoded;
	GPtrArray *ids;

	if (raw == NULL)
		return message_ids("");
	if (strstr(raw, "=?") == NULL)
		return message_ids(raw);
	decoded = g_mime_utils_header_decode_text(NULL, raw);
	ids = message_ids(decoded);
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
		/* Some programs write it without angle brackets. */
		const char *value = g_mime_object_get_header(message, "Message-Id");
		char *line = charset_line(value != NULL ? value : "", ID_MAX);

		id = base_strdup(strpbrk(line, " <>") == NULL && g_str_is_ascii(line) ? line : "");
		free(line);
	}
	g_ptr_array_unref(ids);
	return id;
}

static void add_reference(struct strbuf *out, const char *id)
{
	if (strchr(id, '@') == NULL)
		return;
	strbuf_addf(out, "%s<%s>", out->len > 0 ? " " : "", id);
}

/* Returns the References for an answer (RFC 5322 3.6.4): the message's own References (or else its
 * In-Reply-To), and its id. */
static char *read_references(GMimeObject *message, const char *message_id)
{
	GPtrArray *ids = header_ids(message, "References");
	struct strbuf out;

	if (ids->len == 0) {
		g_ptr_array_unref(ids);
		ids = header_ids(message, "In-Reply-To");
		if (ids->len > 1)
			g_ptr_array_set_size(ids, 0);
	}
	strbuf_init(&out, 0);
	for (guint i = 0; i < ids->len; i++) {
		if ((i == 0 || i + LAST_REFERENCES >= ids->len) &&
		    strcmp(ids->pdata[i], message_id) != 0)
			add_reference(&out, ids->pdata[i]);
	}
	add_reference(&out, message_id);
	g_ptr_array_unref(ids);
	return out.bytes;
}

/* ---- sender and subject ---- */

/* Returns the first mailbox of a list, or NULL if there is none. */
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
	char *address = charset_line(found != NULL ? found : "", FROM_MAX);
	char good[ADDRESS_MAX + 1];

	/* GMime returns internationalised domains decoded. */
	if (address_read(address, good)) {
		free(address);
		address = base_strdup(good);
	}
	for (char *c = address; *c != '\0'; c++)
		*c = (char)tolower((unsigned char)*c);
	return address;
}

/* Reports whether there is one From with one mailbox. */
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

static void find_tokens_in_headers(struct message *letter, GMimeObject *message, const char *name)
{
	GMimeHeaderList *headers = g_mime_object_get_header_list(message);
	int count = g_mime_header_list_get_count(headers);

	for (int i = 0; i < count; i++) {
		GMimeHeader *header = g_mime_header_list_get_header_at(headers, i);
		const char *raw = g_mime_header_get_raw_value(header);

		if (strcasecmp(g_mime_header_get_name(header), name) == 0 && raw != NULL)
			message_find_tokens(letter, raw, strlen(raw));
	}
}

/* Finds tokens in the ids from last to first, because the newest id of a thread is last. */
static void find_tokens_in_references(struct message *letter, GMimeObject *message,
				      const char *name)
{
	GPtrArray *ids = header_ids(message, name);

	for (guint i = ids->len; i > 0; i--) {
		const char *id = ids->pdata[i - 1];

		message_find_tokens(letter, id, strlen(id));
	}
	g_ptr_array_unref(ids);
}

void message_read_headers(struct message *letter, GMimeMessage *message)
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
		find_tokens_in_headers(letter, object, recipients[i]);
	find_tokens_in_references(letter, object, "In-Reply-To");
	find_tokens_in_references(letter, object, "References");
	message_find_tokens(letter, letter->subject, strlen(letter->subject));
	letter->header_token_count = letter->token_count;
}

/* ---- the id of a returned message ---- */

/* Reports whether the id is ours: it has our domain, or begins with a token. */
static bool is_our_id(const char *id, const char *domain)
{
	const char *at = strrchr(id, '@');

	if (domain == NULL || (at != NULL && strcasecmp(at + 1, domain) == 0))
		return true;
	return strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ234567") ==
	       TOKEN_TEXT;
}

char *message_find_id(const char *text, const char *domain)
{
	static const char name[] = "message-id:";
	const char *cursor = text, *end = text + strlen(text), *line;
	size_t len;

	while (strbuf_next_line(&cursor, end, &line, &len)) {
		struct span span = span_strip((struct span){line, len}, " \t>|\r");
		const char *open;
		char *id;

		if (!span_starts(span, name))
			continue;
		open = span.at + strlen(name);
		open += strspn(open, " \t\r\n>");
		id = *open == '<' ? read_id(open, &open) : NULL;
		if (id != NULL && is_our_id(id, domain))
			return id;
		free(id);
	}
	return base_strdup("");
}
