/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/core_names.h>
#include <openssl/rand.h>

#include "core/base/text.h"
#include "pbem/site/files.h"
#include "pbem/desk/token.h"

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

struct keys {
	EVP_MAC *hmac;
	EVP_MAC_CTX *contexts[TOKEN_MAX_KEYS + 1]; /* by number, NULL where there is no key */
	int newest;				   /* number of the one that signs, 0: none */
};

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

/* ---- keys ---- */

static int key_use(struct keys *keys, int number, const unsigned char *bytes)
{
	char name[] = "SHA256";
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
		OSSL_PARAM_construct_end(),
	};
	EVP_MAC_CTX *mac = EVP_MAC_CTX_new(keys->hmac);

	if (mac == NULL || !EVP_MAC_init(mac, bytes, TOKEN_KEY_BYTES, params)) {
		EVP_MAC_CTX_free(mac);
		return -1;
	}
	keys->contexts[number] = mac;
	if (number > keys->newest)
		keys->newest = number;
	return 0;
}

static int hex_value(int c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

static int key_load(struct keys *keys, const char *path, int number, struct reason *reason)
{
	unsigned char bytes[TOKEN_KEY_BYTES];
	char line[2 * TOKEN_KEY_BYTES + 2] = "";
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	ssize_t got;
	int result = -1;

	if (fd < 0 || fstat(fd, &status) != 0) {
		reason_set_errno(reason, "%s", path);
	} else if ((status.st_mode & 077) != 0) {
		reason_set(reason, "%s can be read by others; run: chmod 600 %s", path, path);
	} else if ((got = read(fd, line, 2 * TOKEN_KEY_BYTES)) < 0) {
		reason_set_errno(reason, "can't read %s", path);
	} else if (got != 2 * TOKEN_KEY_BYTES) {
		reason_set(reason, "%s should hold %d hexadecimal digits", path,
			   2 * TOKEN_KEY_BYTES);
	} else {
		result = 0;
		for (size_t i = 0; i < TOKEN_KEY_BYTES && result == 0; i++) {
			int high = hex_value(line[2 * i]), low = hex_value(line[2 * i + 1]);

			if (high < 0 || low < 0) {
				reason_set(reason, "%s should hold hexadecimal digits only", path);
				result = -1;
			}
			bytes[i] = (unsigned char)(high << 4 | (low & 15));
		}
		if (result == 0 && key_use(keys, number, bytes) != 0) {
			reason_set(reason, "OpenSSL has no HMAC-SHA256");
			result = -1;
		}
	}
	OPENSSL_cleanse(bytes, sizeof bytes);
	OPENSSL_cleanse(line, sizeof line);
	if (fd >= 0)
		close(fd);
	return result;
}

struct keys *keys_load(const char *folder, struct reason *reason)
{
	struct keys *keys = base_zalloc(1, sizeof *keys);
	char *path = base_printf("%s/keys", folder);
	DIR *dir = opendir(path);
	struct dirent *entry;
	int result = 0;

	keys->hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	if (dir == NULL || keys->hmac == NULL) {
		if (dir == NULL)
			reason_set_errno(reason, "%s", path);
		else
			reason_set(reason, "%s: OpenSSL has no HMAC", path);
		result = -1;
	}
	while (result == 0 && (errno = 0, entry = readdir(dir)) != NULL) {
		long number = text_number(entry->d_name, TOKEN_MAX_KEYS);
		char *file;

		if (number < 1)
			continue;
		file = base_printf("%s/%ld", path, number);
		result = key_load(keys, file, (int)number, reason);
		free(file);
	}
	if (result == 0 && errno != 0) {
		/* A key left out would make a stranger's of every token it signed. */
		reason_set_errno(reason, "%s can't be listed to its end", path);
		result = -1;
	}
	if (result == 0 && keys->newest == 0) {
		reason_set(reason, "%s holds no key; make one with: pbem key new", path);
		result = -1;
	}
	if (dir != NULL)
		closedir(dir);
	free(path);
	if (result != 0) {
		keys_free(keys);
		return NULL;
	}
	return keys;
}

void keys_free(struct keys *keys)
{
	if (keys == NULL)
		return;
	for (size_t i = 0; i < ARRAY_LEN(keys->contexts); i++)
		EVP_MAC_CTX_free(keys->contexts[i]);
	EVP_MAC_free(keys->hmac);
	free(keys);
}

/* The number after the highest there is; -1 when nobody can tell: a key there must not be written
 * over. */
static int next_number(const char *path, struct reason *reason)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int newest = 0;

	while (dir != NULL && (errno = 0, entry = readdir(dir)) != NULL) {
		long number = text_number(entry->d_name, TOKEN_MAX_KEYS);

		if (number > newest)
			newest = (int)number;
	}
	if (errno != 0 && errno != ENOENT) {
		reason_set_errno(reason, "can't list %s", path);
		newest = -2;
	}
	if (dir != NULL)
		closedir(dir);
	return newest + 1;
}

int keys_add(const char *folder, struct reason *reason)
{
	unsigned char bytes[TOKEN_KEY_BYTES];
	char hex[2 * TOKEN_KEY_BYTES + 2];
	char *path = base_printf("%s/keys", folder);
	char *file = NULL;
	int number = next_number(path, reason), result = -1;

	if (number < 0) {
		free(path);
		return -1;
	}
	if (number > TOKEN_MAX_KEYS) {
		reason_set(reason, "%s already has key %d, the last number there is", path,
			   TOKEN_MAX_KEYS);
	} else if (RAND_bytes(bytes, sizeof bytes) != 1) {
		reason_set(reason, "OpenSSL could not get random bytes from the system");
	} else {
		for (size_t i = 0; i < sizeof bytes; i++)
			snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
		hex[sizeof hex - 2] = '\n';
		hex[sizeof hex - 1] = '\0';
		file = base_printf("%s/%d", path, number);
		result = files_replace(file, hex, sizeof hex - 1, reason);
	}
	OPENSSL_cleanse(bytes, sizeof bytes);
	OPENSSL_cleanse(hex, sizeof hex);
	free(file);
	free(path);
	return result == 0 ? number : -1;
}

/* ---- tokens ---- */

/* HMAC over a context, its NUL included, and one or two runs of bytes; cut to `len` bytes. */
static void sign(EVP_MAC_CTX *key, const char *context, const unsigned char *bytes,
		 size_t bytes_len, const char *more, unsigned char *tag_out, size_t len)
{
	unsigned char whole[EVP_MAX_MD_SIZE];
	size_t whole_len = 0;

	/* Init without a key starts over with the one set: in memory this can't fail. */
	if (!EVP_MAC_init(key, NULL, 0, NULL) ||
	    !EVP_MAC_update(key, (const unsigned char *)context, strlen(context) + 1) ||
	    !EVP_MAC_update(key, bytes, bytes_len) ||
	    !EVP_MAC_update(key, (const unsigned char *)more, strlen(more)) ||
	    !EVP_MAC_final(key, whole, &whole_len, sizeof whole) || whole_len < len)
		abort();
	memcpy(tag_out, whole, len);
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

int token_secret(char hex_out[2 * TOKEN_KEY_BYTES + 1], struct reason *reason)
{
	unsigned char bytes[TOKEN_KEY_BYTES];

	if (RAND_bytes(bytes, sizeof bytes) != 1) {
		reason_set(reason, "OpenSSL could not get random bytes from the system");
		return -1;
	}
	for (size_t i = 0; i < sizeof bytes; i++)
		snprintf(hex_out + 2 * i, 3, "%02x", bytes[i]);
	OPENSSL_cleanse(bytes, sizeof bytes);
	return 0;
}

static uint16_t first_bits(const struct digest *digest)
{
	unsigned bits = 0;

	for (size_t i = 0; i < 4 && digest->hex[i] != '\0'; i++)
		bits = bits << 4 | (unsigned)(hex_value(digest->hex[i]) & 15);
	return (uint16_t)bits;
}

void token_write(const struct keys *keys, const struct token *token, const struct digest *asked,
		 char out[TOKEN_TEXT + 1])
{
	EVP_MAC_CTX *key = keys->contexts[keys->newest];
	unsigned char raw[TOKEN_BYTES];
	struct token whole = *token;

	whole.key = (uint8_t)keys->newest;
	whole.digest = first_bits(asked);
	pack(&whole, raw);
	sign(key, bond_context, raw, FIELD_BYTES, asked->hex, raw + FIELD_BYTES, TOKEN_BOND_BYTES);
	sign(key, seal_context, raw, TOKEN_BYTES - SEAL_BYTES, "", raw + TOKEN_BYTES - SEAL_BYTES,
	     SEAL_BYTES);
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
	EVP_MAC_CTX *key, *known;
	size_t signed_len;
	bool first, genuine;

	if (!base32_read(text, raw) || (raw[0] >> 6 != 1 && raw[0] >> 6 != 2))
		return false;
	first = raw[0] >> 6 == 1;
	signed_len = first ? FIRST_FIELD_BYTES : TOKEN_BYTES - SEAL_BYTES;
	known = keys->contexts[raw[0] & 63];
	key = known != NULL ? known : keys->contexts[keys->newest];
	sign(key, first ? first_context : seal_context, raw, signed_len, "", tag,
	     TOKEN_BYTES - signed_len);
	genuine = CRYPTO_memcmp(tag, raw + signed_len, TOKEN_BYTES - signed_len) == 0;
	if (known == NULL || !genuine)
		return false;
	if (first)
		unpack_first(raw, token_out);
	else
		unpack(raw, token_out);
	return true;
}

bool token_is_bound(const struct keys *keys, const struct token *token, const struct digest *asked)
{
	EVP_MAC_CTX *key = keys->contexts[token->key & 63];
	unsigned char raw[FIELD_BYTES], bond[TOKEN_BOND_BYTES];

	if (token->version != 2 || key == NULL)
		return false;
	pack(token, raw);
	sign(key, bond_context, raw, FIELD_BYTES, asked->hex, bond, TOKEN_BOND_BYTES);
	return CRYPTO_memcmp(bond, token->bond, TOKEN_BOND_BYTES) == 0;
}
