/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "pbem/reading/apart/parcel.h"

enum {
	LINE_MAX_BYTES = 8192, /* of what is one line; letter_*.c keep below it */
	WHOLE_MAX_BYTES = 1 << 26,
	NUMBERS = 16, /* more than there are */
	MARK = 0x31746c62,
};

/* The strings of a letter, in the order in which they are written. */
static const struct field {
	size_t offset;
	bool is_text; /* of several lines */
} fields[] = {
	{offsetof(struct letter, why_automatic), false},
	{offsetof(struct letter, message_id), false},
	{offsetof(struct letter, references), false},
	{offsetof(struct letter, subject), false},
	{offsetof(struct letter, from), false},
	{offsetof(struct letter, unreadable), false},
	{offsetof(struct letter, bounced_id), false},
	{offsetof(struct letter, text), true},
};

static char **string_at(const struct letter *letter, const struct field *field)
{
	return (char **)((uintptr_t)letter + field->offset);
}

/* What is new is cut at `max_text`, of the lines it was made of. */
static size_t text_most(size_t max_text)
{
	return 4 * max_text + LINE_MAX_BYTES;
}

size_t parcel_most(size_t max_text, bool with_whole)
{
	return NUMBERS * 4 + MAX_TOKEN_CANDIDATES * TOKEN_TEXT +
	       ARRAY_LEN(fields) * LINE_MAX_BYTES + text_most(max_text) +
	       (with_whole ? WHOLE_MAX_BYTES : 0);
}

/* ---- writing ---- */

static void add_number(struct text *out, size_t number)
{
	const char bytes[] = {(char)(number & 0xff), (char)(number >> 8 & 0xff),
			      (char)(number >> 16 & 0xff), (char)(number >> 24 & 0xff)};

	text_add_bytes(out, bytes, sizeof bytes);
}

static void add_string(struct text *out, const char *string)
{
	const size_t len = strlen(string);

	add_number(out, len);
	text_add_bytes(out, string, len);
}

static void pack_letter(const struct letter *letter, struct text *out)
{
	add_number(out, letter->class);
	add_number(out, letter->from_alone);
	add_number(out, letter->bounce_permanent);
	add_number(out, letter->token_count);
	add_number(out, letter->header_token_count);
	for (unsigned i = 0; i < letter->token_count; i++)
		text_add_bytes(out, letter->tokens[i], TOKEN_TEXT);
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		add_string(out, *string_at(letter, &fields[i]));
}

void parcel_pack(const struct parcel *parcel, struct text *out)
{
	add_number(out, MARK);
	add_number(out, parcel->kind);
	add_number(out, parcel->doors);
	if (parcel->kind == PARCEL_REFUSED) {
		add_string(out, parcel->reason.text);
		return;
	}
	pack_letter(parcel->letter, out);
	add_number(out, parcel->whole != NULL);
	if (parcel->whole != NULL)
		add_string(out, parcel->whole);
}

/* ---- reading ---- */

/* Bytes in hand; once something is wrong nothing more is right. */
struct hand {
	const unsigned char *at, *end;
	bool wrong;
};

/* The next number; 0 when it is more than `most`. */
static uint32_t take_number(struct hand *hand, uint32_t most)
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
	for (size_t i = 0; i < len; i++) {
		const unsigned char byte = (unsigned char)bytes[i];

		if ((byte < 0x20 && !(is_text && (byte == '\n' || byte == '\t'))) || byte == 0x7f)
			return false;
	}
	return g_utf8_validate(bytes, (gssize)len, NULL);
}

/* The next string, allocated; never NULL. */
static char *take_string(struct hand *hand, size_t most, bool is_text)
{
	const uint32_t len = take_number(hand, (uint32_t)most);
	const char *bytes = (const char *)hand->at;

	if (hand->wrong || (size_t)(hand->end - hand->at) < len || !is_clean(bytes, len, is_text)) {
		hand->wrong = true;
		return base_strdup("");
	}
	hand->at += len;
	return base_strndup(bytes, len);
}

static void take_token(struct hand *hand, char *token)
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

static struct letter *take_letter(struct hand *hand, size_t max_text)
{
	struct letter *letter = base_zalloc(1, sizeof *letter);

	letter->class = (enum letter_class)take_number(hand, LETTER_GROUP);
	letter->from_alone = take_number(hand, 1) != 0;
	letter->bounce_permanent = take_number(hand, 1) != 0;
	letter->token_count = take_number(hand, MAX_TOKEN_CANDIDATES);
	letter->header_token_count = take_number(hand, letter->token_count);
	for (unsigned i = 0; i < letter->token_count; i++)
		take_token(hand, letter->tokens[i]);
	for (size_t i = 0; i < ARRAY_LEN(fields); i++)
		*string_at(letter, &fields[i]) = take_string(
			hand, fields[i].is_text ? text_most(max_text) : (size_t)LINE_MAX_BYTES,
			fields[i].is_text);
	return letter;
}

static void take_reason(struct hand *hand, struct reason *reason)
{
	char *why = take_string(hand, sizeof reason->text - 2, false);

	reason_set(reason, "%s", why);
	free(why);
}

void parcel_forget(struct parcel *parcel)
{
	letter_free(parcel->letter);
	free(parcel->whole);
	parcel->letter = NULL;
	parcel->whole = NULL;
}

int parcel_open(const char *bytes, size_t len, size_t max_text, struct parcel *parcel_out)
{
	struct hand hand = {.at = (const unsigned char *)bytes,
			    .end = (const unsigned char *)bytes + len};
	struct parcel parcel = {.letter = NULL};

	hand.wrong = take_number(&hand, UINT32_MAX) != MARK;
	parcel.kind = (enum parcel_kind)take_number(&hand, PARCEL_REFUSED);
	parcel.doors = take_number(&hand, UINT8_MAX);
	if (parcel.kind == PARCEL_LETTER) {
		parcel.letter = take_letter(&hand, max_text);
		if (take_number(&hand, 1) != 0)
			parcel.whole = take_string(&hand, WHOLE_MAX_BYTES, true);
	} else if (parcel.kind == PARCEL_REFUSED) {
		take_reason(&hand, &parcel.reason);
	} else {
		hand.wrong = true;
	}
	if (hand.wrong || hand.at != hand.end) {
		parcel_forget(&parcel);
		return -1;
	}
	*parcel_out = parcel;
	return 0;
}
