/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include <openssl/crypto.h>

#include "core/util/strbuf.h"
#include "pbem/auth/keyring.h"
#include "pbem/auth/token.h"

enum {
	TOKEN_BYTES = 26,
	FIELD_BYTES = 12,
	SEAL_BYTES = TOKEN_BYTES - FIELD_BYTES - TOKEN_BOND_BYTES,
	TOKEN_VERSION = 3, /* 1 and 2 were never released */
	HIDDEN_MIN = 24	   /* letters in a row, more than any word has */
};

/* The contexts keep our HMACs apart from each other and from any other use of the same key. */
static const char bond_context[] = "pbem-token-v3 question";
static const char seal_context[] = "pbem-token-v3";

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
	/* The last two bits are padding. If they could differ from zero, a token would have several
	 * spellings. */
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

static void pack_token(const struct token *token, unsigned char raw[FIELD_BYTES])
{
	raw[0] = (unsigned char)(TOKEN_VERSION << 6 | token->key);
	raw[1] = (unsigned char)(token->game >> 16);
	put_16(raw + 2, token->game & 0xffff);
	raw[4] = (unsigned char)(token->purpose << 5 | (token->seat & 31));
	raw[5] = token->generation;
	put_16(raw + 6, token->question);
	put_16(raw + 8, token->expires);
	put_16(raw + 10, token->digest);
}

static void unpack_token(const unsigned char raw[TOKEN_BYTES], struct token *token_out)
{
	*token_out = (struct token){
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

/* Return the data that the bond covers, and the data that the seal (the second half) covers. */
static struct keyring_signed_data bond_data(const unsigned char *raw, const struct sha256 *asked)
{
	return (struct keyring_signed_data){bond_context, raw, FIELD_BYTES, asked->hex};
}

static struct keyring_signed_data seal_data(const unsigned char *raw)
{
	return (struct keyring_signed_data){seal_context, raw, TOKEN_BYTES - SEAL_BYTES, ""};
}

void token_write(const struct keyring *keys, const struct token *token, const struct sha256 *asked,
		 char out[TOKEN_TEXT + 1])
{
	int key = keyring_newest(keys);
	unsigned char raw[TOKEN_BYTES], signer[KEYRING_BYTES];
	struct token whole = *token;
	struct keyring_signed_data said;

	whole.key = (uint8_t)key;
	whole.digest = (uint16_t)sha256_start(asked, 4);
	pack_token(&whole, raw);
	keyring_of_game(keys, key, whole.game, signer);
	said = bond_data(raw, asked);
	keyring_sign_by(keys, signer, &said, raw + FIELD_BYTES, TOKEN_BOND_BYTES);
	said = seal_data(raw);
	keyring_sign_by(keys, signer, &said, raw + said.len, SEAL_BYTES);
	OPENSSL_cleanse(signer, sizeof signer);
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

/* Reports whether the tag after the signed bytes is right. */
static bool is_valid_tag(const unsigned char *raw, const struct keyring_signed_data *said,
			 const unsigned char *tag)
{
	return CRYPTO_memcmp(tag, raw + said->len, TOKEN_BYTES - said->len) == 0;
}

/* Reports whether a key signed the token that another site handed over with the game. */
static bool is_signed_by_foreign_key(const struct keyring *keys, const unsigned char *raw,
				     uint32_t game, unsigned char signer_out[KEYRING_BYTES])
{
	const struct keyring_signed_data said = seal_data(raw);
	unsigned char tag[TOKEN_BYTES];
	const char *cursor;
	struct strbuf lines;
	bool found = false;

	strbuf_init(&lines, 1 << 20);
	keyring_foreign(keys, game, &lines);
	cursor = lines.bytes;
	while (!found && keyring_next_foreign(&cursor, raw[0] & 63, signer_out)) {
		keyring_sign_by(keys, signer_out, &said, tag, SEAL_BYTES);
		found = is_valid_tag(raw, &said, tag);
	}
	OPENSSL_cleanse(lines.bytes, lines.len);
	strbuf_done(&lines);
	return found;
}

static bool is_signed_for_game(const struct keyring *keys, const unsigned char *raw, uint32_t game,
			       unsigned char signer_out[KEYRING_BYTES])
{
	const struct keyring_signed_data said = seal_data(raw);
	const bool known = keyring_has(keys, raw[0] & 63);
	unsigned char tag[TOKEN_BYTES];

	keyring_of_game(keys, known ? raw[0] & 63 : keyring_newest(keys), game, signer_out);
	keyring_sign_by(keys, signer_out, &said, tag, SEAL_BYTES);
	return (is_valid_tag(raw, &said, tag) && known) ||
	       is_signed_by_foreign_key(keys, raw, game, signer_out);
}

bool token_look(const char *text, struct token *token_out)
{
	unsigned char raw[TOKEN_BYTES];

	if (!base32_read(text, raw) || raw[0] >> 6 != TOKEN_VERSION)
		return false;
	unpack_token(raw, token_out);
	return true;
}

bool token_read(const struct keyring *keys, const char *text, struct token *token_out)
{
	unsigned char raw[TOKEN_BYTES];
	struct token token;

	if (!token_look(text, &token) || !base32_read(text, raw) ||
	    !is_signed_for_game(keys, raw, token.game, token.signer))
		return false;
	*token_out = token;
	return true;
}

bool token_is_bound(const struct keyring *keys, const struct token *token,
		    const struct sha256 *asked)
{
	unsigned char raw[FIELD_BYTES], bond[TOKEN_BOND_BYTES];
	struct keyring_signed_data said;

	pack_token(token, raw);
	said = bond_data(raw, asked);
	keyring_sign_by(keys, token->signer, &said, bond, TOKEN_BOND_BYTES);
	return CRYPTO_memcmp(bond, token->bond, TOKEN_BOND_BYTES) == 0;
}
