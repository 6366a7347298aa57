/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/base.h"
#include "core/util/sha256.h"
#include "core/util/strbuf.h"
#include "pbem/compose/compose.h"
#include "pbem/compose/quoted_printable.h"
#include "pbem/sys/address.h"

enum { BASE64_LINE = 76, MARK_DIGITS = 16 };

/* Adds the rest of a part's header, the empty line, and the part's contents. */
static void add_content(const char *text, bool encoded, struct strbuf *out)
{
	if (!encoded && quoted_printable_is_plain(text)) {
		strbuf_add(out, "Content-Transfer-Encoding: 7bit\r\n\r\n");
		quoted_printable_add_plain(text, out);
	} else {
		strbuf_add(out, "Content-Transfer-Encoding: quoted-printable\r\n\r\n");
		quoted_printable_add_encoded(text, out);
	}
}

static void add_text(const struct outgoing *letter, struct strbuf *out)
{
	strbuf_add(out, "Content-Type: text/plain; charset=utf-8\r\n");
	add_content(letter->text, false, out);
}

static void add_html(const struct outgoing *letter, struct strbuf *out)
{
	strbuf_add(out, "Content-Type: text/html; charset=utf-8\r\n");
	add_content(letter->html, true, out);
}

static void add_picture(const struct outgoing_picture *picture, struct strbuf *out)
{
	gchar *encoded = g_base64_encode(picture->bytes, picture->len);
	size_t len = strlen(encoded);

	strbuf_addf(out,
		    "Content-Type: %s; name=\"%s\"\r\n"
		    "Content-Transfer-Encoding: base64\r\n"
		    "Content-ID: <%s>\r\n"
		    "Content-Disposition: inline; filename=\"%s\"\r\n\r\n",
		    picture->type, picture->name, picture->id, picture->name);
	for (size_t at = 0; at < len; at += BASE64_LINE) {
		strbuf_add_bytes(out, encoded + at, MIN(BASE64_LINE, len - at));
		strbuf_add(out, "\r\n");
	}
	g_free(encoded);
}

/* Adds the HTML with its picture. Some programs show pictures only within multipart/related. Others
 * show nothing of a related part that has a `start` parameter. */
static void add_related(const struct outgoing *letter, const char *mark, struct strbuf *out)
{
	if (letter->picture == NULL) {
		add_html(letter, out);
		return;
	}
	strbuf_addf(out,
		    "Content-Type: multipart/related; type=\"text/html\";\r\n"
		    " boundary=\"=_looks_%s\"\r\n\r\n--=_looks_%s\r\n",
		    mark, mark);
	add_html(letter, out);
	strbuf_addf(out, "\r\n--=_looks_%s\r\n", mark);
	add_picture(letter->picture, out);
	strbuf_addf(out, "\r\n--=_looks_%s--\r\n", mark);
}

/* Adds what is shown: the text, or two alternatives with the same contents. */
static void add_shown(const struct outgoing *letter, const char *mark, struct strbuf *out)
{
	if (letter->html == NULL) {
		add_text(letter, out);
		return;
	}
	strbuf_addf(out,
		    "Content-Type: multipart/alternative;\r\n"
		    " boundary=\"=_both_%s\"\r\n\r\n--=_both_%s\r\n",
		    mark, mark);
	add_text(letter, out);
	strbuf_addf(out, "\r\n--=_both_%s\r\n", mark);
	add_related(letter, mark, out);
	strbuf_addf(out, "\r\n--=_both_%s--\r\n", mark);
}

static void add_attachments(const struct outgoing *letter, const char *mark, struct strbuf *out)
{
	strbuf_addf(out, "Content-Type: multipart/mixed; boundary=\"=_%s\"\r\n\r\n--=_%s\r\n", mark,
		    mark);
	add_shown(letter, mark, out);
	for (size_t i = 0; i < letter->attachment_count; i++) {
		const struct attachment *file = &letter->attachments[i];

		strbuf_addf(out,
			    "\r\n--=_%s\r\nContent-Type: %s;\r\n name=\"%s\"\r\n"
			    "Content-Disposition: attachment; filename=\"%s\"\r\n",
			    mark, file->type, file->name, file->name);
		add_content(file->text, false, out);
	}
	strbuf_addf(out, "\r\n--=_%s--\r\n", mark);
}

/* The boundary is derived from the message's id, so that nothing in the message can be that line.
 * Also, no quoted-printable text contains "=_" (RFC 2045 6.7). */
/* Adds the header fields of the body, an empty line and the body. */
static void add_body(const struct outgoing *letter, struct strbuf *out)
{
	struct sha256 digest;
	char *mark;

	sha256_bytes(letter->message_id, strlen(letter->message_id), &digest);
	mark = base_strndup(digest.hex, MARK_DIGITS);
	if (letter->attachment_count > 0)
		add_attachments(letter, mark, out);
	else
		add_shown(letter, mark, out);
	free(mark);
}

enum {
	LINE_MAX_COLUMNS = 76, /* RFC 2047 2: lines with encoded words */
	ID_MAX = 250,	       /* far from the 998 of RFC 5322 2.1.1, and as long as an address */
	FOREIGN_ID_MAX = 900,
	PLAIN_NAME_MAX = 60, /* longer names are encoded, because encoded words can be folded */
	REFERENCES_MAX = 20, /* ids; the first and the newest are what threading needs */
};

static const char word_start[] = "=?utf-8?q?", word_end[] = "?=";

/* A header that is being written, and the present column in its line. */
struct header {
	struct strbuf *out;
	size_t column;
};

/* Reports whether this may be a message id that others have made: anything printable except the
 * characters that end its brackets. */
static bool is_id(const char *id, size_t len, size_t max)
{
	if (len == 0 || len > max)
		return false;
	for (size_t i = 0; i < len; i++)
		if (id[i] <= ' ' || id[i] >= 0x7f || id[i] == '<' || id[i] == '>')
			return false;
	return true;
}

/*
 * Cleans a line of text for a header: valid UTF-8, every control a space, single spaces, none at
 * the ends. Text from outside may contain line breaks, and a header must not.
 */
static void clean_line(const char *from, struct strbuf *out)
{
	bool blank = false;

	while (*from != '\0') {
		char unit[QUOTED_PRINTABLE_UNIT_MAX];
		size_t len = quoted_printable_next_unit(&from, unit, ' ');

		if (len == 1 && unit[0] == ' ') {
			blank = true;
			continue;
		}
		if (blank && out->len > 0)
			strbuf_add_char(out, ' ');
		blank = false;
		strbuf_add_bytes(out, unit, len);
	}
}

static void header_begin(struct header *header, struct strbuf *out, const char *name)
{
	header->out = out;
	strbuf_add(out, name);
	strbuf_add_char(out, ':');
	header->column = strlen(name) + 1;
}

static void header_end(struct header *header)
{
	strbuf_add_bytes(header->out, "\r\n", 2);
}

/* Makes room for something `len` bytes long: adds a space, or folds the line (RFC 5322 2.2.3). */
static void header_gap(struct header *header, size_t len)
{
	if (header->column + 1 + len > LINE_MAX_COLUMNS) {
		strbuf_add_bytes(header->out, "\r\n ", 3);
		header->column = 1;
	} else {
		strbuf_add_char(header->out, ' ');
		header->column++;
	}
}

static void header_word(struct header *header, const char *word, size_t len)
{
	header_gap(header, len);
	strbuf_add_bytes(header->out, word, len);
	header->column += len;
}

/* Encodes one character for an encoded word. The characters that names allow stay unchanged (RFC
 * 2047 5.3). Returns the length. */
static size_t encode_unit(const char *unit, size_t len, char encoded[3 * QUOTED_PRINTABLE_UNIT_MAX])
{
	if (len == 1 && unit[0] == ' ') {
		encoded[0] = '_';
		return 1;
	}
	if (len == 1 && (g_ascii_isalnum(unit[0]) || strchr("!*+-/", unit[0]) != NULL)) {
		encoded[0] = unit[0];
		return 1;
	}
	for (size_t i = 0; i < len; i++)
		quoted_printable_hex((unsigned char)unit[i], encoded + 3 * i);
	return 3 * len;
}

/* Writes clean text as encoded words (RFC 2047) of at most 75 characters, none of which divides a
 * character. */
static void header_encoded(struct header *header, const char *text, size_t text_len)
{
	const char *end = text + text_len;
	const size_t frame = sizeof word_start - 1 + sizeof word_end - 1;

	while (text < end) {
		char encoded[3 * QUOTED_PRINTABLE_UNIT_MAX];

		header_gap(header, frame + 3 * QUOTED_PRINTABLE_UNIT_MAX);
		strbuf_add(header->out, word_start);
		header->column += frame;
		while (text < end) {
			size_t unit_len = (size_t)(g_utf8_next_char(text) - text);
			size_t len = encode_unit(text, unit_len, encoded);

			if (header->column + len > LINE_MAX_COLUMNS)
				break;
			strbuf_add_bytes(header->out, encoded, len);
			header->column += len;
			text += unit_len;
		}
		strbuf_add(header->out, word_end);
	}
}

/* Reports whether a word must be encoded in a header: it has characters outside ASCII, looks like
 * an encoded word, or is too long for any line. */
static bool needs_encoding(const char *word, size_t len)
{
	if (len > LINE_MAX_COLUMNS - 10)
		return true;
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)word[i] >= 0x80 ||
		    (word[i] == '=' && i + 1 < len && word[i + 1] == '?'))
			return true;
	return false;
}

/* Writes clean text. Encodes everything from the first to the last word that needs it. */
static void header_text(struct header *header, const char *text)
{
	const char *cursor = text, *word, *first = NULL, *last_end = NULL;
	size_t len;

	while (strbuf_next_word(&cursor, &word, &len)) {
		if (!needs_encoding(word, len))
			continue;
		if (first == NULL)
			first = word;
		last_end = word + len;
	}
	cursor = text;
	while (strbuf_next_word(&cursor, &word, &len)) {
		if (word == first) {
			header_encoded(header, first, (size_t)(last_end - first));
			cursor = last_end;
		} else {
			header_word(header, word, len);
		}
	}
}

/* Writes a display name: as atoms, as a quoted string, or encoded (RFC 5322 3.2.5). */
static void header_name(struct header *header, const char *name)
{
	size_t len = strlen(name);
	bool plain = true;
	struct strbuf quoted;

	if (len > PLAIN_NAME_MAX || needs_encoding(name, len)) {
		header_encoded(header, name, len);
		return;
	}
	for (const char *c = name; *c != '\0'; c++)
		if (!g_ascii_isalnum(*c) && strchr(" !#$%&'*+-/=?^_`{|}~", *c) == NULL)
			plain = false;
	if (plain) {
		header_word(header, name, len);
		return;
	}
	strbuf_init(&quoted, 0);
	strbuf_add_char(&quoted, '"');
	for (const char *c = name; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			strbuf_add_char(&quoted, '\\');
		strbuf_add_char(&quoted, *c);
	}
	strbuf_add_char(&quoted, '"');
	header_word(header, quoted.bytes, quoted.len);
	strbuf_done(&quoted);
}

static void add_mailbox(struct strbuf *out, const char *header_title, const char *name,
			const char *address)
{
	struct header header;
	struct strbuf clean;

	header_begin(&header, out, header_title);
	strbuf_init(&clean, 0);
	clean_line(name != NULL ? name : "", &clean);
	if (clean.len > 0) {
		header_name(&header, clean.bytes);
		header_gap(&header, strlen(address) + 2);
		strbuf_addf(out, "<%s>", address);
	} else {
		header_word(&header, address, strlen(address));
	}
	header_end(&header);
	strbuf_done(&clean);
}

static void add_subject(struct strbuf *out, const char *subject)
{
	struct header header;
	struct strbuf clean;

	strbuf_init(&clean, 0);
	clean_line(subject, &clean);
	header_begin(&header, out, "Subject");
	if (clean.len > 0)
		header_text(&header, clean.bytes);
	else
		strbuf_add_char(out, ' ');
	header_end(&header);
	strbuf_done(&clean);
}

/* Adds the date (RFC 5322 3.3), in English whatever the locale. */
static void add_date(struct strbuf *out, int64_t date)
{
	static const char days[] = "SunMonTueWedThuFriSat";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	const time_t last = 253402300799; /* the end of the year 9999 */
	time_t seconds = date < 0 ? 0 : date > last ? last : (time_t)date;
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strbuf_addf(out, "Date: %.3s, %d %.3s %d %02d:%02d:%02d +0000\r\n", days + 3 * tm.tm_wday,
		    tm.tm_mday, months + 3 * tm.tm_mon, tm.tm_year + 1900, tm.tm_hour, tm.tm_min,
		    tm.tm_sec);
}

/* Finds the next "<id>" of a References line, with its brackets. Skips what isn't an id. Returns
 * false if there are no more. */
static bool next_id(const char **cursor, const char **id_out, size_t *len_out)
{
	const char *start, *end;

	while ((start = strchr(*cursor, '<')) != NULL && (end = strchr(start, '>')) != NULL) {
		*cursor = end + 1;
		if (is_id(start + 1, (size_t)(end - start - 1), FOREIGN_ID_MAX)) {
			*id_out = start;
			*len_out = (size_t)(end - start + 1);
			return true;
		}
		*cursor = start + 1;
	}
	return false;
}

/* Adds References, folded between ids and never encoded: some programs split the line at spaces
 * only. */
static void add_references(struct strbuf *out, const char *references)
{
	const char *cursor = references, *id;
	struct header header;
	size_t len, count = 0, number = 0;

	while (next_id(&cursor, &id, &len))
		count++;
	if (count == 0)
		return;
	header_begin(&header, out, "References");
	cursor = references;
	while (next_id(&cursor, &id, &len)) {
		if (number == 0 || number + REFERENCES_MAX > count)
			header_word(&header, id, len);
		number++;
	}
	header_end(&header);
}

static int check_addresses(const struct outgoing *letter, struct reason *reason)
{
	const char *addresses[] = {letter->from_address, letter->to_address, letter->reply_to};

	for (size_t i = 0; i < ARRAY_LEN(addresses); i++) {
		if (addresses[i] == NULL && i == 2)
			continue;
		if (addresses[i] == NULL || !address_is_good(addresses[i]))
			return reason_fail(
				reason, "\"%.80s\" is not a mail address such as anna@example.org",
				addresses[i] == NULL ? "" : addresses[i]);
	}
	if (!is_id(letter->message_id, strlen(letter->message_id), ID_MAX))
		return reason_fail(
			reason,
			"\"%.80s\" can't be a Message-ID: printable ASCII without blanks and <> "
			"is needed",
			letter->message_id);
	return 0;
}

static void add_headers(const struct outgoing *letter, struct strbuf *out)
{
	const char *answered = letter->in_reply_to;

	add_mailbox(out, "From", letter->from_name, letter->from_address);
	add_mailbox(out, "To", letter->to_name, letter->to_address);
	if (letter->reply_to != NULL)
		add_mailbox(out, "Reply-To", NULL, letter->reply_to);
	add_subject(out, letter->subject);
	add_date(out, letter->date);
	strbuf_addf(out, "Message-ID: <%s>\r\n", letter->message_id);
	if (answered != NULL && is_id(answered, strlen(answered), FOREIGN_ID_MAX))
		strbuf_addf(out, "In-Reply-To: <%s>\r\n", answered);
	if (letter->references != NULL)
		add_references(out, letter->references);
	/* RFC 3834 5; the other field is Exchange's. List-Id, List-Post and Precedence are left
	 * out: they make mail programs ignore Reply-To, and servers divert the message. */
	strbuf_addf(out, "Auto-Submitted: %s\r\n",
		    letter->is_reply ? "auto-replied" : "auto-generated");
	strbuf_add(out, "X-Auto-Response-Suppress: OOF, AutoReply\r\n"
			"MIME-Version: 1.0\r\n");
}

int compose_message(const struct outgoing *letter, struct strbuf *out, struct reason *reason)
{
	if (check_addresses(letter, reason) != 0)
		return -1;
	add_headers(letter, out);
	add_body(letter, out);
	return 0;
}
