/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include <openssl/crypto.h>

#include "pbem/keys/keys.h"
#include "pbem/keys/token.h"

enum {
	TOKEN_BYTES = 26,
	FIELD_BYTES = 12,
	SEAL_BYTES = TOKEN_BYTES - FIELD_BYTES - TOKEN_BOND_BYTES,
	FIRST_FIELD_BYTES = 10, /* of version 1 */
	HIDDEN_MIN = 24		/* letters in a row that no word of a language has */
};

/* Keep our HMACs apart from each other and from any other use of the same key. */
static const char first_context[] = "pbem-token-v1";
static const char bond_context[] = "pbem-token-v2 question";
static const char seal_context[] = "pbem-token-v2";

/* ---- base32 (RFC 4648), lower case, no padding ---- */

static void base32_write(const unsigned char raw[TOKEN_BYTES], char out[TOKEN_TEXT + 1])
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
	unsigned bits = 0, held = 0;
	size_t used = 0;

	for (size_t i = 0; i < TOKEN_BYTES; i++) {
		held = held << 8 | raw[i];
		for (bits += 8; bits >= 5; bits -= 5)
			out[used++] = letters[held >> (bits - 5) & 31];
	}
	out[used++] = letters[held << (5 - bits) & 31];
	out[used] = '\0';
}

static bool base32_read(const char *text, unsigned char raw[TOKEN_BYTES])
{
	unsigned bits = 0, held = 0;
	size_t used = 0;

	if (strlen(text) != TOKEN_TEXT)
		return false;
	for (size_t i = 0; i < TOKEN_TEXT; i++) {
		int c = tolower((unsigned char)text[i]);

		if (c >= 'a' && c <= 'z')
			held = held << 5 | (unsigned)(c - 'a');
		else if (c >= '2' && c <= '7')
			held = held << 5 | (unsigned)(c - '2' + 26);
		else
			return false;
		bits += 5;
		if (bits >= 8) {
			bits -= 8;
			raw[used++] = (unsigned char)(held >> bits);
		}
	}
	/* The two bits left over are padding: anything but zero would be a second spelling. */
	return (held & 3) == 0;
}

static void put_16(unsigned char raw[2], unsigned number)
{
	raw[0] = (unsigned char)(number >> 8);
	raw[1] = (unsigned char)number;
}

static uint16_t get_16(const unsigned char raw[2])
{
	return (uint16_t)(raw[0] << 8 | raw[1]);
}

static void pack(const struct token *token, unsigned char raw[FIELD_BYTES])
{
	raw[0] = (unsigned char)(2 << 6 | token->key);
	raw[1] = (unsigned char)(token->game >> 16);
	put_16(raw + 2, token->game & 0xffff);
	raw[4] = (unsigned char)(token->purpose << 5 | (token->seat & 31));
	raw[5] = token->generation;
	put_16(raw + 6, token->question);
	put_16(raw + 8, token->expires);
	put_16(raw + 10, token->digest);
}

static void unpack(const unsigned char raw[TOKEN_BYTES], struct token *token_out)
{
	*token_out = (struct token){
		.version = 2,
		.key = raw[0] & 63,
		.game = (uint32_t)raw[1] << 16 | get_16(raw + 2),
		.purpose = raw[4] >> 5,
		.seat = raw[4] & 31,
		.generation = raw[5],
		.question = get_16(raw + 6),
		.expires = get_16(raw + 8),
		.digest = get_16(raw + 10),
	};
	memcpy(token_out->bond, raw + FIELD_BYTES, TOKEN_BOND_BYTES);
}

static void unpack_first(const unsigned char raw[FIRST_FIELD_BYTES], struct token *token_out)
{
	*token_out = (struct token){
		.version = 1,
		.key = raw[0] & 63,
		.game = (uint32_t)get_16(raw + 1) << 16 | get_16(raw + 3),
		.purpose = raw[5] >> 5,
		.seat = raw[5] & 31,
		.question = get_16(raw + 6),
		.expires = get_16(raw + 8),
	};
}

void token_write(const struct keys *keys, const struct token *token, const struct digest *asked,
		 char out[TOKEN_TEXT + 1])
{
	int key = keys_newest(keys);
	unsigned char raw[TOKEN_BYTES];
	struct token whole = *token;

	whole.key = (uint8_t)key;
	whole.digest = (uint16_t)digest_start(asked, 4);
	pack(&whole, raw);
	keys_sign(keys, key, bond_context, raw, FIELD_BYTES, asked->hex, raw + FIELD_BYTES,
		  TOKEN_BOND_BYTES);
	keys_sign(keys, key, seal_context, raw, TOKEN_BYTES - SEAL_BYTES, "",
		  raw + TOKEN_BYTES - SEAL_BYTES, SEAL_BYTES);
	base32_write(raw, out);
}

void token_hide(char *text)
{
	static const char alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
	static const char instead[] = "[key]";
	char *to = text;

	for (const char *from = text; *from != '\0';) {
		size_t run = strspn(from, alphabet);

		if (run >= HIDDEN_MIN) {
			memcpy(to, instead, sizeof instead - 1);
			to += sizeof instead - 1;
			from += run;
		} else {
			run = run > 0 ? run : 1;
			memmove(to, from, run);
			to += run;
			from += run;
		}
	}
	*to = '\0';
}

bool token_read(const struct keys *keys, const char *text, struct token *token_out)
{
	unsigned char raw[TOKEN_BYTES], tag[TOKEN_BYTES];
	int key;
	size_t signed_len;
	bool first, known, genuine;

	if (!base32_read(text, raw) || (raw[0] >> 6 != 1 && raw[0] >> 6 != 2))
		return false;
	first = raw[0] >> 6 == 1;
	signed_len = first ? FIRST_FIELD_BYTES : TOKEN_BYTES - SEAL_BYTES;
	known = keys_has(keys, raw[0] & 63);
	key = known ? raw[0] & 63 : keys_newest(keys);
	keys_sign(keys, key, first ? first_context : seal_context, raw, signed_len, "", tag,
		  TOKEN_BYTES - signed_len);
	genuine = CRYPTO_memcmp(tag, raw + signed_len, TOKEN_BYTES - signed_len) == 0;
	if (!known || !genuine)
		return false;
	if (first)
		unpack_first(raw, token_out);
	else
		unpack(raw, token_out);
	return true;
}

bool token_is_bound(const struct keys *keys, const struct token *token, const struct digest *asked)
{
	int key = token->key & 63;
	unsigned char raw[FIELD_BYTES], bond[TOKEN_BOND_BYTES];

	if (token->version != 2 || !keys_has(keys, key))
		return false;
	pack(token, raw);
	keys_sign(keys, key, bond_context, raw, FIELD_BYTES, asked->hex, bond, TOKEN_BOND_BYTES);
	return CRYPTO_memcmp(bond, token->bond, TOKEN_BOND_BYTES) == 0;
}
