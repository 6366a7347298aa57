/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "core/util/strbuf.h"
#include "pbem/mime/charset.h"
#include "pbem/mime/message_text_parts.h"
#include "pbem/mime/quoting/quote_lines.h"
#include "pbem/mime/quoting/strip_quotes.h"

enum {
	SNIFF_BYTES = 1024, /* the first bytes of an HTML page, in which it may name its charset */
	CHARSET_MAX = 40,
};

/* ---- collecting the parts ---- */

/* Reads the value after `key` in the first bytes of a page. Returns false if there is none. */
static bool sniff_value(const char *bytes, size_t most, const char *key, char name[CHARSET_MAX + 1])
{
	const size_t key_len = strlen(key);

	for (size_t i = 0; i + key_len + 1 < most; i++) {
		size_t at = i + key_len, used = 0;

		if (strncasecmp(bytes + i, key, key_len) != 0)
			continue;
		while (at < most && strchr(" \t\"'", bytes[at]) != NULL && bytes[at] != '\0')
			at++;
		while (at < most && used < CHARSET_MAX &&
		       (isalnum((unsigned char)bytes[at]) || strchr("-_", bytes[at]) != NULL) &&
		       bytes[at] != '\0')
			name[used++] = bytes[at++];
		name[used] = '\0';
		return true;
	}
	return false;
}

/* Returns the charset that a page names, for a part that names none. The page was readable as
 * ASCII up to that name, so it is neither UTF-16 nor UTF-7, whatever it claims (HTML standard,
 * 13.2.3). */
static const char *sniff_charset(const char *bytes, size_t len, char name[CHARSET_MAX + 1])
{
	size_t most = len < SNIFF_BYTES ? len : SNIFF_BYTES;
	bool found = sniff_value(bytes, most, "charset=", name);

	if (!found && most > 5 && memcmp(bytes, "<?xml", 5) == 0)
		found = sniff_value(bytes, most, "encoding=", name);
	return found && strncasecmp(name, "utf-", 4) != 0 && strncasecmp(name, "ucs-", 4) != 0
		       ? name
		       : NULL;
}

static char *decode_part(GMimeObject *part, bool html)
{
	const char *charset = g_mime_object_get_content_type_parameter(part, "charset");
	char sniffed[CHARSET_MAX + 1];
	size_t len;
	char *bytes = message_part_bytes(part, &len), *text;

	if (charset == NULL && html)
		charset = sniff_charset(bytes, len, sniffed);
	text = charset_text_as(bytes, len, charset, html ? CHARSET_PAGE : CHARSET_PLAIN);
	free(bytes);
	return text;
}

static const char *file_name_of(GMimeObject *part)
{
	return GMIME_IS_PART(part) ? g_mime_part_get_filename(GMIME_PART(part)) : NULL;
}

/* Notes a part without readable text. */
static void note_other(struct message_parts *parts, GMimeObject *part)
{
	const char *name = file_name_of(part);
	enum message_sealed sealed = message_sealed_as(part);

	parts->winmail |= message_part_is(part, "application", "ms-tnef") ||
			  (name != NULL && strcasecmp(name, "winmail.dat") == 0);
	if (sealed > parts->sealed)
		parts->sealed = sealed;
	if (!message_part_is(part, "application", "pgp-signature") &&
	    !message_part_is(part, "application", "pkcs7-signature") &&
	    !message_part_is(part, "application", "x-pkcs7-signature"))
		parts->attachments++;
}

/* Reports whether a part is text/plain, or has a malformed type, which means the same (RFC 2045
 * 5.2). */
static bool is_plain(GMimeObject *part)
{
	const char *type = g_mime_object_get_header(part, "Content-Type");

	return message_part_is(part, "text", "plain") ||
	       (type != NULL && strchr(type, '/') == NULL);
}

/* Adds a text part. A part with a name is a file, whether it is to be shown or not, unless it is
 * the whole message. */
static void note_leaf(struct message_parts *parts, GMimeObject *part, bool alone)
{
	const char *disposition = g_mime_object_get_disposition(part);
	bool html = message_part_is(part, "text", "html");
	struct message_leaf *leaf;

	if (!html && !is_plain(part)) {
		note_other(parts, part);
		return;
	}
	leaf = &parts->leaves[parts->leaf_count++];
	leaf->part = part;
	leaf->html = html;
	leaf->attached = disposition != NULL && strcasecmp(disposition, "attachment") == 0;
	leaf->named = !alone && !leaf->attached && file_name_of(part) != NULL;
	leaf->text = decode_part(part, html);
	parts->attachments += leaf->attached;
}

/* Adds the text of a multipart in which no boundary was found: all of it precedes the first
 * boundary. */
static void note_prologue(struct message_parts *parts, GMimeObject *part)
{
	const char *prologue = g_mime_multipart_get_prologue(GMIME_MULTIPART(part));
	struct message_leaf *leaf;

	if (prologue == NULL)
		return;
	leaf = &parts->leaves[parts->leaf_count++];
	leaf->part = part;
	leaf->text = charset_text(prologue, strlen(prologue), NULL);
}

/* Collects the parts. Returns -1 if they exceed the limits. Messages inside the message are counted
 * but not read, because a forwarded copy must not be read as orders. */
static int collect_parts(struct message_parts *parts, GMimeObject *part, unsigned depth,
			 struct reason *reason)
{
	if (++parts->count > parts->limits->max_parts || depth > parts->limits->max_depth)
		return reason_fail(reason,
				   "it has more than %u parts, or parts nested deeper than %u",
				   parts->limits->max_parts, parts->limits->max_depth);
	if (message_part_is(part, "multipart", "encrypted")) {
		parts->sealed = MESSAGE_ENCRYPTED;
	} else if (GMIME_IS_MULTIPART(part)) {
		int count = g_mime_multipart_get_count(GMIME_MULTIPART(part));

		if (count == 0)
			note_prologue(parts, part);
		for (int i = 0; i < count; i++) {
			GMimeObject *child = g_mime_multipart_get_part(GMIME_MULTIPART(part), i);

			if (collect_parts(parts, child, depth + 1, reason) < 0)
				return -1;
		}
	} else if (message_part_is(part, "message", "*")) {
		parts->forwarded = true;
	} else {
		note_leaf(parts, part, depth == 1);
	}
	return 0;
}

/* ---- the text itself ---- */

/* Returns a copy of the text without what OpenPGP adds to a text it signs (RFC 9580 7). */
static char *unwrap_signed_text(const char *body)
{
	static const char begin[] = "-----BEGIN PGP SIGNED MESSAGE-----";
	const char *cursor = strstr(body, begin), *end = body + strlen(body), *line;
	bool in_header = true;
	struct strbuf out;
	size_t len;

	if (cursor == NULL || (cursor != body && cursor[-1] != '\n'))
		return base_strdup(body);
	strbuf_init(&out, 0);
	strbuf_next_line(&cursor, end, &line, &len);
	while (strbuf_next_line(&cursor, end, &line, &len)) {
		if (in_header) {
			in_header = len > 0;
			continue;
		}
		if (strncmp(line, "-----BEGIN PGP SIGNATURE-----", 29) == 0)
			break;
		if (len >= 2 && memcmp(line, "- ", 2) == 0) {
			line += 2;
			len -= 2;
		}
		strbuf_add_bytes(&out, line, len);
		strbuf_add_char(&out, '\n');
	}
	return out.bytes;
}

/* Records the joins of the new text as lines and places in them. */
static void note_joins(struct message *letter, const struct join_lines *joins)
{
	const char *text = letter->text, *begin = text;
	size_t len = strlen(text);
	unsigned line = 1;

	for (size_t i = 0; i < joins->count && letter->join_count < MESSAGE_JOINS_MAX; i++) {
		const char *at = text + joins->at[i], *newline;

		if (joins->at[i] > len)
			return;
		while ((newline = memchr(begin, '\n', (size_t)(at - begin))) != NULL) {
			line++;
			begin = newline + 1;
		}
		if (at > begin)
			letter->joins[letter->join_count++] =
				(struct order_join){line, (unsigned)(at - begin)};
	}
}

/* Sets text and unreadable from the whole text of the chosen parts, which contains our own
 * marks. */
static void read_body(struct message *letter, const char *body, const struct message_limits *limits)
{
	struct join_lines joins = {NULL, 0, 0}, left = {NULL, 0, 0};
	char *opened, *why;

	if (strncmp(body, "-----BEGIN PGP MESSAGE-----", 27) == 0 ||
	    strstr(body, "\n-----BEGIN PGP MESSAGE-----") != NULL) {
		letter->unreadable = base_strdup(
			"the message is encrypted: please send it again without encryption");
		letter->text = base_strdup("");
		return;
	}
	opened = unwrap_signed_text(body);
	join_lines_extract(opened, &joins);
	letter->text =
		strip_quotes_new_text_joined(opened, &joins, limits->max_text_bytes, &left, &why);
	note_joins(letter, &left);
	letter->unreadable = why != NULL ? why : base_strdup("");
	join_lines_done(&joins);
	join_lines_done(&left);
	free(opened);
}

static const char *why_unreadable(const struct message_parts *parts)
{
	if (parts->sealed == MESSAGE_ENCRYPTED)
		return "the message is encrypted: please send it again without encryption";
	if (parts->sealed == MESSAGE_SIGNED_OPAQUE)
		return "the letter is signed in a form (S/MIME, opaque) that can't be read here: "
		       "switch off signing, or choose to send signed letters as clear text, and "
		       "send it again";
	if (parts->sealed == MESSAGE_COMPRESSED)
		return "the letter is compressed in a form (S/MIME) that can't be read here: "
		       "switch that off, and send it again as plain text";
	if (parts->winmail)
		return "the letter is in Outlook's own format (winmail.dat): send it again as "
		       "plain text";
	if (parts->broken_html)
		return "the letter's HTML can't be read: send it again as plain text";
	if (parts->forwarded)
		return "the message has only another message attached: write your orders into the "
		       "message itself";
	if (parts->attachments > 0)
		return "the letter's own text is empty, and attachments are not read: write your "
		       "orders into the letter itself";
	return "the letter is empty: write your orders into it, above the text you answer to";
}

/* Returns the text as people see it, without our own marks. */
static char *without_signs(const char *body)
{
	struct join_lines joins = {NULL, 0, 0};
	char *copy = base_strdup(body);

	join_lines_extract(copy, &joins);
	join_lines_done(&joins);
	for (char *c = copy; *c != '\0'; c++)
		*c = *c == QUOTE_PART[0] ? '\n' : *c;
	return copy;
}

static void read_chosen(struct message *letter, struct message_parts *parts, GMimeObject *root,
			char **body_out)
{
	char *body = message_parts_text(parts, root);

	*body_out = without_signs(body != NULL ? body : "");
	if (parts->refusal != NULL) {
		letter->text = base_strdup("");
		letter->unreadable = base_strdup(parts->refusal);
	} else if (body != NULL) {
		read_body(letter, body, parts->limits);
	} else {
		letter->text = base_strdup("");
		letter->unreadable = base_strdup(why_unreadable(parts));
	}
	free(body);
}

int message_read_text(struct message *letter, GMimeMessage *message,
		      const struct message_limits *limits, char **body_out, struct reason *reason)
{
	GMimeObject *root = g_mime_message_get_mime_part(message);
	struct message_parts parts = {.limits = limits};
	int rc = 0;

	parts.leaves = base_zalloc(limits->max_parts, sizeof *parts.leaves);
	*body_out = NULL;
	if (root != NULL)
		rc = collect_parts(&parts, root, 1, reason);
	for (unsigned i = 0; rc == 0 && i < parts.leaf_count; i++)
		message_find_tokens(letter, parts.leaves[i].text, strlen(parts.leaves[i].text));
	if (rc == 0)
		read_chosen(letter, &parts, root, body_out);
	for (unsigned i = 0; i < parts.leaf_count; i++)
		free(parts.leaves[i].text);
	free(parts.leaves);
	return rc;
}

void message_read_bare_text(struct message *letter, const char *bytes, size_t len,
			    const struct message_limits *limits)
{
	struct message_parts nothing = {.limits = limits};
	char *body = charset_text(bytes, len, NULL);

	message_find_tokens(letter, body, strlen(body));
	if (body[strspn(body, " \n")] == '\0') {
		letter->text = base_strdup("");
		letter->unreadable = base_strdup(why_unreadable(&nothing));
	} else {
		read_body(letter, body, limits);
	}
	free(body);
}
