/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/utf8.h"
#include "pbem/sandbox/sandbox_protocol.h"
#include "pbem/sys/address.h"

#define CAPITALS "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

enum {
	LINE_MAX_BYTES =
		8192, /* of a string of one line; pbem/mime has lower limits for messages */
	WHOLE_MAX_BYTES = 1 << 26,
	NUMBERS = 16, /* more than a message has */
	ID_MAX_BYTES = 250,
	MARK = 0x31746c62,
};

/* The strings of a message, in the order in which they are written. */
static const struct string_field {
	size_t offset;
	bool is_text; /* it has several lines */
} fields[] = {
	{offsetof(struct message, why_automatic), false},
	{offsetof(struct message, message_id), false},
	{offsetof(struct message, references), false},
	{offsetof(struct message, subject), false},
	{offsetof(struct message, from), false},
	{offsetof(struct message, unreadable), false},
	{offsetof(struct message, bounced_id), false},
	{offsetof(struct message, text), true},
};

static char **string_at(const struct message *letter, const struct string_field *field)
{
	return (char **)((uintptr_t)letter + field->offset);
}

/* Returns the limit of a whole text whose new text is cut at `max_text`. */
static size_t text_most(size_t max_text)
{
	return 4 * max_text + LINE_MAX_BYTES;
}

size_t sandbox_protocol_most(size_t max_text, bool with_whole)
{
	return (NUMBERS + 2 * MESSAGE_JOINS_MAX) * 4 + MAX_TOKEN_CANDIDATES * TOKEN_TEXT +
	       ARRAY_LEN(fields) * LINE_MAX_BYTES + text_most(max_text) +
	       (with_whole ? WHOLE_MAX_BYTES : 0);
}

/* ---- writing ---- */

static void add_number(struct strbuf *out, size_t number)
{
	const char bytes[] = {(char)(number & 0xff), (char)(number >> 8 & 0xff),
			      (char)(number >> 16 & 0xff), (char)(number >> 24 & 0xff)};

	strbuf_add_bytes(out, bytes, sizeof bytes);
}

static void add_string(struct strbuf *out, const char *string)
{
	const size_t len = strlen(string);

	add_number(out, len);
	strbuf_add_bytes(out, string, len);
}

static void pack_message(const struct message *letter, struct strbuf *out)
{
	add_number(out, letter->class);
	add_number(out, letter->from_alone);
	add_number(out, letter->bounce_permanent);
	add_number(out, letter->token_count);
	add_number(out, letter->header_token_count);
	for (unsigned i = 0; i < letter->token_count; i++)
		strbuf_add_bytes(out, letter->tokens[i], TOKEN_TEXT);
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		add_string(out, *string_at(letter, &fields[i]));
	add_number(out, letter->join_count);
	for (unsigned i = 0; i < letter->join_count; i++) {
		add_number(out, letter->joins[i].line);
		add_number(out, letter->joins[i].at);
	}
}

void sandbox_protocol_pack(const struct sandbox_protocol *parcel, struct strbuf *out)
{
	add_number(out, MARK);
	add_number(out, parcel->kind);
	add_number(out, parcel->doors);
	if (parcel->kind == SANDBOX_PROTOCOL_REFUSED) {
		add_string(out, parcel->reason.text);
		return;
	}
	pack_message(parcel->letter, out);
	add_number(out, parcel->whole != NULL);
	if (parcel->whole != NULL)
		add_string(out, parcel->whole);
}

/* ---- reading ---- */

/* The bytes that are not read yet. After the first error nothing more is read. */
struct unpacker {
	const unsigned char *at, *end;
	bool wrong;
};

/* Takes the next number, or 0 if it is more than `most`. */
static uint32_t unpack_number(struct unpacker *hand, uint32_t most)
{
	uint32_t number = 0;

	if (hand->wrong || hand->end - hand->at < 4) {
		hand->wrong = true;
		return 0;
	}
	for (int i = 3; i >= 0; i--)
		number = number << 8 | hand->at[i];
	hand->at += 4;
	hand->wrong = number > most;
	return hand->wrong ? 0 : number;
}

static bool is_clean(const char *bytes, size_t len, bool is_text)
{
	if (!g_utf8_validate(bytes, (gssize)len, NULL))
		return false;
	for (const char *at = bytes; at < bytes + len; at = g_utf8_next_char(at)) {
		const uint32_t code = g_utf8_get_char(at);

		if (utf8_is_active(code) && !(is_text && (code == '\n' || code == '\t')))
			return false;
	}
	return true;
}

/* Takes the next string. Never returns NULL; the caller frees it. */
static char *unpack_string(struct unpacker *hand, size_t most, bool is_text)
{
	const uint32_t len = unpack_number(hand, (uint32_t)most);
	const char *bytes = (const char *)hand->at;

	if (hand->wrong || (size_t)(hand->end - hand->at) < len || !is_clean(bytes, len, is_text)) {
		hand->wrong = true;
		return base_strdup("");
	}
	hand->at += len;
	return base_strndup(bytes, len);
}

static void unpack_token(struct unpacker *hand, char *token)
{
	if (hand->wrong || hand->end - hand->at < TOKEN_TEXT) {
		hand->wrong = true;
		return;
	}
	memcpy(token, hand->at, TOKEN_TEXT);
	token[TOKEN_TEXT] = '\0';
	hand->at += TOKEN_TEXT;
	hand->wrong = strspn(token, "abcdefghijklmnopqrstuvwxyz234567") != TOKEN_TEXT;
}

/* Takes the joins, which must be in order and within the length of a text. */
static void unpack_joins(struct unpacker *hand, struct message *letter, size_t most)
{
	struct order_join last = {1, 0};

	letter->join_count = unpack_number(hand, MESSAGE_JOINS_MAX);
	for (unsigned i = 0; i < letter->join_count; i++) {
		struct order_join *join = &letter->joins[i];

		join->line = unpack_number(hand, (uint32_t)most);
		join->at = unpack_number(hand, (uint32_t)most);
		hand->wrong |=
			join->line < last.line || (join->line == last.line && join->at <= last.at);
		last = *join;
	}
}

/* Returns the length of the printable ASCII characters, without spaces and those in `but`, that the
 * text begins with. */
static size_t word_length(const char *text, const char *but)
{
	size_t len = 0;

	while (text[len] > ' ' && text[len] < 0x7f && strchr(but, text[len]) == NULL)
		len++;
	return len;
}

static bool is_ascii_word(const char *text, const char *but)
{
	return text[word_length(text, but)] == '\0';
}

/* Reports whether the text is a list of ids in angle brackets, separated by spaces. */
static bool are_references(const char *text)
{
	for (; *text != '\0'; text += *text == ' ') {
		if (*text++ != '<')
			return false;
		text += word_length(text, "<>");
		if (*text++ != '>' || (*text != '\0' && *text != ' '))
			return false;
	}
	return true;
}

/* Reports whether the fields make sense to the code that uses them, beyond their form. */
static bool makes_sense(const struct message *letter)
{
	const char *from = letter->from;
	char good[ADDRESS_MAX + 1];

	if (*from != '\0' && (!address_read(from, good) || strcmp(from, good) != 0 ||
			      strpbrk(from, CAPITALS) != NULL))
		return false;
	if (letter->from_alone && *from == '\0')
		return false;
	if (strlen(letter->message_id) > ID_MAX_BYTES || !is_ascii_word(letter->message_id, "<>"))
		return false;
	if (!are_references(letter->references))
		return false;
	if (letter->class != MESSAGE_BOUNCE &&
	    (*letter->bounced_id != '\0' || letter->bounce_permanent))
		return false;
	return (letter->class == MESSAGE_PLAIN) == (*letter->why_automatic == '\0');
}

static struct message *unpack_message(struct unpacker *hand, size_t max_text)
{
	struct message *letter = base_zalloc(1, sizeof *letter);

	letter->class = (enum message_class)unpack_number(hand, MESSAGE_AWAY);
	letter->from_alone = unpack_number(hand, 1) != 0;
	letter->bounce_permanent = unpack_number(hand, 1) != 0;
	letter->token_count = unpack_number(hand, MAX_TOKEN_CANDIDATES);
	letter->header_token_count = unpack_number(hand, letter->token_count);
	for (unsigned i = 0; i < letter->token_count; i++)
		unpack_token(hand, letter->tokens[i]);
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		*string_at(letter, &fields[i]) = unpack_string(
			hand, fields[i].is_text ? text_most(max_text) : (size_t)LINE_MAX_BYTES,
			fields[i].is_text);
	unpack_joins(hand, letter, text_most(max_text));
	hand->wrong = hand->wrong || !makes_sense(letter);
	return letter;
}

static void unpack_error(struct unpacker *hand, struct reason *reason)
{
	char *why = unpack_string(hand, sizeof reason->text - 2, false);

	reason_set(reason, "%s", why);
	free(why);
}

void sandbox_protocol_forget(struct sandbox_protocol *parcel)
{
	message_free(parcel->letter);
	free(parcel->whole);
	parcel->letter = NULL;
	parcel->whole = NULL;
}

int sandbox_protocol_open(const char *bytes, size_t len, size_t max_text,
			  struct sandbox_protocol *parcel_out)
{
	struct unpacker hand = {.at = (const unsigned char *)bytes,
				.end = (const unsigned char *)bytes + len};
	struct sandbox_protocol parcel = {.letter = NULL};

	hand.wrong = unpack_number(&hand, UINT32_MAX) != MARK;
	parcel.kind = (enum sandbox_protocol_kind)unpack_number(&hand, SANDBOX_PROTOCOL_REFUSED);
	parcel.doors = unpack_number(&hand, UINT8_MAX);
	if (parcel.kind == SANDBOX_PROTOCOL_LETTER) {
		parcel.letter = unpack_message(&hand, max_text);
		if (unpack_number(&hand, 1) != 0)
			parcel.whole = unpack_string(&hand, WHOLE_MAX_BYTES, true);
	} else if (parcel.kind == SANDBOX_PROTOCOL_REFUSED) {
		unpack_error(&hand, &parcel.reason);
	} else {
		hand.wrong = true;
	}
	if (hand.wrong || hand.at != hand.end) {
		sandbox_protocol_forget(&parcel);
		return -1;
	}
	*parcel_out = parcel;
	return 0;
}
