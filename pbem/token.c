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

#include "core/text.h"
#include "pbem/files.h"
#include "pbem/token.h"

enum {
	TOKEN_VERSION = 1,
	FIELD_BYTES = 10,
	TAG_BYTES = 16,
	TOKEN_BYTES = FIELD_BYTES + TAG_BYTES,
	HIDDEN_MIN = 24 /* letters in a row that no word of a language has */
};

/* Keeps our HMACs apart from any other use of the same key. */
static const char context[] = "pbem-token-v1";

struct keys {
	EVP_MAC *hmac;
	EVP_MAC_CTX *contexts[TOKEN_MAX_KEYS + 1]; /* by number, NULL where there is no key */
	int newest;                                /* number of the one that signs, 0: none */
};

/* ---- base32 (RFC 4648), lower case, no padding ---- */

static void
base32_write(const unsigned char raw[TOKEN_BYTES], char out[TOKEN_TEXT + 1])
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

static bool
base32_read(const char *text, unsigned char raw[TOKEN_BYTES])
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

static int
key_use(struct keys *keys, int number, const unsigned char *bytes)
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

static int
hex_value(int c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

static int
key_load(struct keys *keys, const char *path, int number, struct reason *reason)
{
	unsigned char bytes[TOKEN_KEY_BYTES];
	char line[2 * TOKEN_KEY_BYTES + 2] = "";
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	int result = -1;

	if (fd < 0 || fstat(fd, &status) != 0) {
		reason_set(reason, "%s: %s", path, strerror(errno));
	} else if ((status.st_mode & 077) != 0) {
		reason_set(reason, "%s can be read by others; run: chmod 600 %s", path, path);
	} else if (read(fd, line, 2 * TOKEN_KEY_BYTES) != 2 * TOKEN_KEY_BYTES) {
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

struct keys *
keys_load(const char *folder, struct reason *reason)
{
	struct keys *keys = base_zalloc(1, sizeof *keys);
	char *path = base_printf("%s/keys", folder);
	DIR *dir = opendir(path);
	struct dirent *entry;
	int result = 0;

	keys->hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	if (dir == NULL || keys->hmac == NULL) {
		reason_set(reason, "%s: %s", path,
		           dir == NULL ? strerror(errno) : "OpenSSL has no HMAC");
		result = -1;
	}
	while (result == 0 && (entry = readdir(dir)) != NULL) {
		long number = text_number(entry->d_name, TOKEN_MAX_KEYS);
		char *file;

		if (number < 1)
			continue;
		file = base_printf("%s/%ld", path, number);
		result = key_load(keys, file, (int)number, reason);
		free(file);
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

void
keys_free(struct keys *keys)
{
	if (keys == NULL)
		return;
	for (size_t i = 0; i < ARRAY_LEN(keys->contexts); i++)
		EVP_MAC_CTX_free(keys->contexts[i]);
	EVP_MAC_free(keys->hmac);
	free(keys);
}

/* The number after the highest there is. */
static int
next_number(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int newest = 0;

	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		long number = text_number(entry->d_name, TOKEN_MAX_KEYS);

		if (number > newest)
			newest = (int)number;
	}
	if (dir != NULL)
		closedir(dir);
	return newest + 1;
}

int
keys_add(const char *folder, struct reason *reason)
{
	unsigned char bytes[TOKEN_KEY_BYTES];
	char hex[2 * TOKEN_KEY_BYTES + 2];
	char *path = base_printf("%s/keys", folder);
	char *file = NULL;
	int number = next_number(path), result = -1;

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

static void
pack(const struct token *token, int key, unsigned char raw[FIELD_BYTES])
{
	raw[0] = (unsigned char)(TOKEN_VERSION << 6 | key);
	for (int i = 0; i < 4; i++)
		raw[1 + i] = (unsigned char)(token->game >> (24 - 8 * i));
	raw[5] = (unsigned char)(token->purpose << 5 | (token->seat & 31));
	raw[6] = (unsigned char)(token->question >> 8);
	raw[7] = (unsigned char)token->question;
	raw[8] = (unsigned char)(token->expires >> 8);
	raw[9] = (unsigned char)token->expires;
}

static void
sign(EVP_MAC_CTX *key, const unsigned char fields[FIELD_BYTES], unsigned char tag[TAG_BYTES])
{
	unsigned char whole[EVP_MAX_MD_SIZE];
	size_t len = 0;

	/* Init without a key starts over with the one set: in memory this can't fail. */
	if (!EVP_MAC_init(key, NULL, 0, NULL) ||
	    !EVP_MAC_update(key, (const unsigned char *)context, sizeof context) ||
	    !EVP_MAC_update(key, fields, FIELD_BYTES) ||
	    !EVP_MAC_final(key, whole, &len, sizeof whole) || len < TAG_BYTES)
		abort();
	memcpy(tag, whole, TAG_BYTES);
}

int
token_secret(char hex_out[2 * TOKEN_KEY_BYTES + 1], struct reason *reason)
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

void
token_write(const struct keys *keys, const struct token *token, char out[TOKEN_TEXT + 1])
{
	unsigned char raw[TOKEN_BYTES];

	pack(token, keys->newest, raw);
	sign(keys->contexts[keys->newest], raw, raw + FIELD_BYTES);
	base32_write(raw, out);
}

void
token_hide(char *text)
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

bool
token_read(const struct keys *keys, const char *text, struct token *token_out)
{
	unsigned char raw[TOKEN_BYTES], tag[TAG_BYTES];
	EVP_MAC_CTX *key;
	bool known, genuine;

	if (!base32_read(text, raw))
		return false;
	key = raw[0] >> 6 == TOKEN_VERSION ? keys->contexts[raw[0] & 63] : NULL;
	known = key != NULL;
	sign(known ? key : keys->contexts[keys->newest], raw, tag);
	genuine = CRYPTO_memcmp(tag, raw + FIELD_BYTES, TAG_BYTES) == 0;
	if (!known || !genuine)
		return false;
	token_out->game = (uint32_t)raw[1] << 24 | (uint32_t)raw[2] << 16 | (uint32_t)raw[3] << 8 |
	                  raw[4];
	token_out->purpose = raw[5] >> 5;
	token_out->seat = raw[5] & 31;
	token_out->question = (uint16_t)(raw[6] << 8 | raw[7]);
	token_out->expires = (uint16_t)(raw[8] << 8 | raw[9]);
	return true;
}
