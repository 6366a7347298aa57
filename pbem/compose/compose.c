/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <string.h>

#include <glib.h>

#include "core/base/base.h"
#include "core/base/text.h"
#include "pbem/writing/compose.h"
#include "pbem/writing/qp.h"

enum {
	LINE_MAX_COLUMNS = 76, /* RFC 2047 2: lines with encoded words */
	LOCAL_PART_MAX = 64,
	ADDRESS_MAX = 254,
	ID_MAX = 250, /* far from the 998 of RFC 5322 2.1.1, and as long as an address */
	FOREIGN_ID_MAX = 900,
	PLAIN_NAME_MAX = 60, /* longer names are encoded, because encoded words can be folded */
	REFERENCES_MAX = 20, /* ids; the first and the newest are what threading needs */
};

static const char word_start[] = "=?utf-8?q?", word_end[] = "?=";

/* A header being written: where in its line we are. */
struct header {
	struct text *out;
	size_t column;
};

bool compose_is_address(const char *address)
{
	const char *at = strchr(address, '@');
	size_t len = strlen(address);

	if (at == NULL || at == address || at[1] == '\0' || strchr(at + 1, '@') != NULL)
		return false;
	if (at - address > LOCAL_PART_MAX || len > ADDRESS_MAX)
		return false;
	for (const char *c = address; *c != '\0'; c++)
		if (*c <= ' ' || *c >= 0x7f || strchr("<>()[]\",:;\\", *c) != NULL)
			return false;
	return true;
}

/* A message id of other people's making: anything printable that can't end its brackets. */
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
 * A line of text fit for a header: valid UTF-8, every control a blank, runs of blanks one blank,
 * none at the ends. What comes from outside may hold line breaks, and a header must not.
 */
static void clean_line(const char *from, struct text *out)
{
	bool blank = false;

	while (*from != '\0') {
		char unit[QP_UNIT_MAX];
		size_t len = qp_next_unit(&from, unit, ' ');

		if (len == 1 && unit[0] == ' ') {
			blank = true;
			continue;
		}
		if (blank && out->len > 0)
			text_add_char(out, ' ');
		blank = false;
		text_add_bytes(out, unit, len);
	}
}

static void header_begin(struct header *header, struct text *out, const char *name)
{
	header->out = out;
	text_add(out, name);
	text_add_char(out, ':');
	header->column = strlen(name) + 1;
}

static void header_end(struct header *header)
{
	text_add_bytes(header->out, "\r\n", 2);
}

/* Goes to the next place for something `len` bytes long: a blank, or a fold (RFC 5322 2.2.3). */
static void header_gap(struct header *header, size_t len)
{
	if (header->column + 1 + len > LINE_MAX_COLUMNS) {
		text_add_bytes(header->out, "\r\n ", 3);
		header->column = 1;
	} else {
		text_add_char(header->out, ' ');
		header->column++;
	}
}

static void header_word(struct header *header, const char *word, size_t len)
{
	header_gap(header, len);
	text_add_bytes(header->out, word, len);
	header->column += len;
}

/* One character as it stands in an encoded word; the set is that of names (RFC 2047 5.3). */
static size_t encode_unit(const char *unit, size_t len, char encoded[3 * QP_UNIT_MAX])
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
		qp_hex((unsigned char)unit[i], encoded + 3 * i);
	return 3 * len;
}

/* Writes clean text as encoded words (RFC 2047), none over 75, each of whole characters. */
static void header_encoded(struct header *header, const char *text, size_t text_len)
{
	const char *end = text + text_len;
	const size_t frame = sizeof word_start - 1 + sizeof word_end - 1;

	while (text < end) {
		char encoded[3 * QP_UNIT_MAX];

		header_gap(header, frame + 3 * QP_UNIT_MAX);
		text_add(header->out, word_start);
		header->column += frame;
		while (text < end) {
			size_t unit_len = (size_t)(g_utf8_next_char(text) - text);
			size_t len = encode_unit(text, unit_len, encoded);

			if (header->column + len > LINE_MAX_COLUMNS)
				break;
			text_add_bytes(header->out, encoded, len);
			header->column += len;
			text += unit_len;
		}
		text_add(header->out, word_end);
	}
}

/* Whether a word can't stand in a header as it is: other letters than ASCII's, the look of an
 * encoded word, or too long for any line. */
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

/* Writes clean text: words as they are, from the first to the last that need it encoded. */
static void header_text(struct header *header, const char *text)
{
	const char *cursor = text, *word, *first = NULL, *last_end = NULL;
	size_t len;

	while (text_next_word(&cursor, &word, &len)) {
		if (!needs_encoding(word, len))
			continue;
		if (first == NULL)
			first = word;
		last_end = word + len;
	}
	cursor = text;
	while (text_next_word(&cursor, &word, &len)) {
		if (word == first) {
			header_encoded(header, first, (size_t)(last_end - first));
			cursor = last_end;
		} else {
			header_word(header, word, len);
		}
	}
}

/* A display name: an atom or two as they are, a quoted string, or encoded (RFC 5322 3.2.5). */
static void header_name(struct header *header, const char *name)
{
	size_t len = strlen(name);
	bool plain = true;
	struct text quoted;

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
	text_init(&quoted, 0);
	text_add_char(&quoted, '"');
	for (const char *c = name; *c != '\0'; c++) {
		if (*c == '"' || *c == '\\')
			text_add_char(&quoted, '\\');
		text_add_char(&quoted, *c);
	}
	text_add_char(&quoted, '"');
	header_word(header, quoted.bytes, quoted.len);
	text_done(&quoted);
}

static void add_mailbox(struct text *out, const char *header_title, const char *name,
			const char *address)
{
	struct header header;
	struct text clean;

	header_begin(&header, out, header_title);
	text_init(&clean, 0);
	clean_line(name != NULL ? name : "", &clean);
	if (clean.len > 0) {
		header_name(&header, clean.bytes);
		header_gap(&header, strlen(address) + 2);
		text_addf(out, "<%s>", address);
	} else {
		header_word(&header, address, strlen(address));
	}
	header_end(&header);
	text_done(&clean);
}

static void add_subject(struct text *out, const char *subject)
{
	struct header header;
	struct text clean;

	text_init(&clean, 0);
	clean_line(subject, &clean);
	header_begin(&header, out, "Subject");
	if (clean.len > 0)
		header_text(&header, clean.bytes);
	else
		text_add_char(out, ' ');
	header_end(&header);
	text_done(&clean);
}

/* RFC 5322 3.3, in English whatever the locale. */
static void add_date(struct text *out, int64_t date)
{
	static const char days[] = "SunMonTueWedThuFriSat";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	const time_t last = 253402300799; /* the end of the year 9999 */
	time_t seconds = date < 0 ? 0 : date > last ? last : (time_t)date;
	struct tm tm;

	gmtime_r(&seconds, &tm);
	text_addf(out, "Date: %.3s, %d %.3s %d %02d:%02d:%02d +0000\r\n", days + 3 * tm.tm_wday,
		  tm.tm_mday, months + 3 * tm.tm_mon, tm.tm_year + 1900, tm.tm_hour, tm.tm_min,
		  tm.tm_sec);
}

/* The next "<id>" of a References line, brackets included; what isn't one is passed over. */
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

/* Folded between the ids and never encoded: some programs take the line apart by blanks only. */
static void add_references(struct text *out, const char *references)
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
		if (addresses[i] == NULL || !compose_is_address(addresses[i]))
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

static void add_headers(const struct outgoing *letter, struct text *out)
{
	const char *answered = letter->in_reply_to;

	add_mailbox(out, "From", letter->from_name, letter->from_address);
	add_mailbox(out, "To", letter->to_name, letter->to_address);
	if (letter->reply_to != NULL)
		add_mailbox(out, "Reply-To", NULL, letter->reply_to);
	add_subject(out, letter->subject);
	add_date(out, letter->date);
	text_addf(out, "Message-ID: <%s>\r\n", letter->message_id);
	if (answered != NULL && is_id(answered, strlen(answered), FOREIGN_ID_MAX))
		text_addf(out, "In-Reply-To: <%s>\r\n", answered);
	if (letter->references != NULL)
		add_references(out, letter->references);
	/* RFC 3834 5; the other is Exchange's. Not List-Id, List-Post or Precedence: they make mail
	 * programs ignore Reply-To, and servers divert the letter. */
	text_addf(out, "Auto-Submitted: %s\r\n",
		  letter->is_reply ? "auto-replied" : "auto-generated");
	text_add(out, "X-Auto-Response-Suppress: OOF, AutoReply\r\n"
		      "MIME-Version: 1.0\r\n");
}

int compose_letter(const struct outgoing *letter, struct text *out, struct reason *reason)
{
	if (check_addresses(letter, reason) != 0)
		return -1;
	add_headers(letter, out);
	compose_body(letter, out);
	return 0;
}
