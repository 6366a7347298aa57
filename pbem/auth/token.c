/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include <openssl/crypto.h>

#include "core/base/text.h"
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
static const char game_bond_context[] = "pbem-token-v3 question";
static const char game_seal_context[] = "pbem-token-v3";

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
	raw[0] = (unsigned char)(token->version << 6 | token->key);
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
		.version = raw[0] >> 6,
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

/* What the bond is over, and what the seal is. */
static struct keys_said bond_of(const unsigned char *raw, const struct digest *asked, bool by_game)
{
	return (struct keys_said){by_game ? game_bond_context : bond_context, raw, FIELD_BYTES,
				  asked->hex};
}

static struct keys_said seal_of(const unsigned char *raw)
{
	static const char *const contexts[] = {NULL, first_context, seal_context,
					       game_seal_context};

	return (struct keys_said){contexts[raw[0] >> 6], raw,
				  raw[0] >> 6 == 1 ? FIRST_FIELD_BYTES : TOKEN_BYTES - SEAL_BYTES,
				  ""};
}

void token_write(const struct keys *keys, const struct token *token, const struct digest *asked,
		 char out[TOKEN_TEXT + 1])
{
	int key = keys_newest(keys);
	unsigned char raw[TOKEN_BYTES], signer[KEYS_BYTES];
	struct token whole = *token;
	struct keys_said said;

	whole.version = 3;
	whole.key = (uint8_t)key;
	whole.digest = (uint16_t)digest_start(asked, 4);
	pack(&whole, raw);
	keys_of_game(keys, key, whole.game, signer);
	said = bond_of(raw, asked, true);
	keys_sign_by(keys, signer, &said, raw + FIELD_BYTES, TOKEN_BOND_BYTES);
	said = seal_of(raw);
	keys_sign_by(keys, signer, &said, raw + said.len, SEAL_BYTES);
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

/* Whether what stands behind what is signed is its tag. */
static bool fits(const unsigned char *raw, const struct keys_said *said, const unsigned char *tag)
{
	return CRYPTO_memcmp(tag, raw + said->len, TOKEN_BYTES - said->len) == 0;
}

/* Of versions 1 and 2: by a key of the site. */
static bool is_of_site(const struct keys *keys, const unsigned char *raw)
{
	const struct keys_said said = seal_of(raw);
	const bool known = keys_has(keys, raw[0] & 63);
	unsigned char tag[TOKEN_BYTES];

	keys_sign(keys, known ? raw[0] & 63 : keys_newest(keys), &said, tag,
		  TOKEN_BYTES - said.len);
	return fits(raw, &said, tag) && known;
}

/* By a key that another site handed over with the game. */
static bool is_foreign(const struct keys *keys, const unsigned char *raw, uint32_t game,
		       unsigned char signer_out[KEYS_BYTES])
{
	const struct keys_said said = seal_of(raw);
	unsigned char tag[TOKEN_BYTES];
	const char *cursor;
	struct text lines;
	bool found = false;

	text_init(&lines, 1 << 20);
	keys_foreign(keys, game, &lines);
	cursor = lines.bytes;
	while (!found && keys_next_foreign(&cursor, raw[0] & 63, signer_out)) {
		keys_sign_by(keys, signer_out, &said, tag, SEAL_BYTES);
		found = fits(raw, &said, tag);
	}
	OPENSSL_cleanse(lines.bytes, lines.len);
	text_done(&lines);
	return found;
}

static bool is_of_game(const struct keys *keys, const unsigned char *raw, uint32_t game,
		       unsigned char signer_out[KEYS_BYTES])
{
	const struct keys_said said = seal_of(raw);
	const bool known = keys_has(keys, raw[0] & 63);
	unsigned char tag[TOKEN_BYTES];

	keys_of_game(keys, known ? raw[0] & 63 : keys_newest(keys), game, signer_out);
	keys_sign_by(keys, signer_out, &said, tag, SEAL_BYTES);
	return (fits(raw, &said, tag) && known) || is_foreign(keys, raw, game, signer_out);
}

bool token_look(const char *text, struct token *token_out)
{
	unsigned char raw[TOKEN_BYTES];

	if (!base32_read(text, raw) || raw[0] >> 6 == 0)
		return false;
	if (raw[0] >> 6 == 1)
		unpack_first(raw, token_out);
	else
		unpack(raw, token_out);
	return true;
}

bool token_read(const struct keys *keys, const char *text, struct token *token_out)
{
	unsigned char raw[TOKEN_BYTES];
	struct token token;
	bool genuine;

	if (!token_look(text, &token) || !base32_read(text, raw))
		return false;
	genuine = token.version < 3 ? is_of_site(keys, raw)
				    : is_of_game(keys, raw, token.game, token.signer);
	if (genuine)
		*token_out = token;
	return genuine;
}

bool token_is_bound(const struct keys *keys, const struct token *token, const struct digest *asked)
{
	unsigned char raw[FIELD_BYTES], bond[TOKEN_BOND_BYTES];
	struct keys_said said;

	if (token->version < 2 || (token->version == 2 && !keys_has(keys, token->key)))
		return false;
	pack(token, raw);
	said = bond_of(raw, asked, token->version == 3);
	if (token->version == 3)
		keys_sign_by(keys, token->signer, &said, bond, TOKEN_BOND_BYTES);
	else
		keys_sign(keys, token->key, &said, bond, TOKEN_BOND_BYTES);
	return CRYPTO_memcmp(bond, token->bond, TOKEN_BOND_BYTES) == 0;
}
