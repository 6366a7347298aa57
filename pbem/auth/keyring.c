/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>

#include "core/base/text.h"
#include "pbem/keys/keys.h"
#include "pbem/site/files.h"

struct keys {
	EVP_MAC *hmac;
	EVP_MAC_CTX *contexts[KEYS_MAX + 1]; /* by number, NULL where there is no key */
	int newest;			     /* number of the one that signs, 0: none */
	void (*foreign)(void *context, uint32_t game, struct text *lines); /* NULL: none */
	void *foreign_context;
};

static void *guarded_alloc(size_t size, const char *file, int line)
{
	(void)file;
	(void)line;
	return size > 0 ? base_alloc(size) : NULL;
}

static void guarded_free(void *old, const char *file, int line)
{
	(void)file;
	(void)line;
	free(old);
}

static void *guarded_realloc(void *old, size_t size, const char *file, int line)
{
	if (size > 0)
		return base_realloc(old, size);
	guarded_free(old, file, line);
	return NULL;
}

void keys_guard_memory(void)
{
	(void)CRYPTO_set_mem_functions(guarded_alloc, guarded_realloc, guarded_free);
}

/* NULL when OpenSSL can't. */
static EVP_MAC_CTX *hmac_with(const struct keys *keys, const unsigned char *bytes)
{
	char name[] = "SHA256";
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
		OSSL_PARAM_construct_end(),
	};
	EVP_MAC_CTX *mac = EVP_MAC_CTX_new(keys->hmac);

	if (mac != NULL && !EVP_MAC_init(mac, bytes, KEYS_BYTES, params)) {
		EVP_MAC_CTX_free(mac);
		mac = NULL;
	}
	return mac;
}

static int key_use(struct keys *keys, int number, const unsigned char *bytes)
{
	EVP_MAC_CTX *mac = hmac_with(keys, bytes);

	if (mac == NULL)
		return -1;
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

/* 2 * KEYS_BYTES digits; false when one isn't. */
static bool read_hex(const char *hex, unsigned char bytes_out[KEYS_BYTES])
{
	for (size_t i = 0; i < KEYS_BYTES; i++) {
		int high = hex_value(hex[2 * i]), low = high < 0 ? -1 : hex_value(hex[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		bytes_out[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

/* So many bytes, or fewer at the file's end; -1 with errno. */
static ssize_t read_whole(int fd, char *bytes, size_t len)
{
	size_t had = 0;
	ssize_t got = 1;

	while (had < len && got != 0) {
		got = read(fd, bytes + had, len - had);
		if (got < 0 && errno != EINTR)
			return -1;
		had += got > 0 ? (size_t)got : 0;
	}
	return (ssize_t)had;
}

static int key_load(struct keys *keys, const char *path, int number, struct reason *reason)
{
	unsigned char bytes[KEYS_BYTES];
	char line[2 * KEYS_BYTES + 2] = "";
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	ssize_t got;
	int result = -1;

	if (fd < 0 || fstat(fd, &status) != 0) {
		reason_set_errno(reason, "%s", path);
	} else if ((status.st_mode & 077) != 0) {
		reason_set(reason, "%s can be read by others; run: chmod 600 %s", path, path);
	} else if ((got = read_whole(fd, line, 2 * KEYS_BYTES)) < 0) {
		reason_set_errno(reason, "can't read %s", path);
	} else if (got != 2 * KEYS_BYTES) {
		reason_set(reason, "%s should hold %d hexadecimal digits", path, 2 * KEYS_BYTES);
	} else {
		result = read_hex(line, bytes) ? 0 : -1;
		if (result != 0)
			reason_set(reason, "%s should hold hexadecimal digits only", path);
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
	/* A key left out would make a stranger's of every token it signed: all, or none. */
	char **names = files_list(path, false, reason);
	int result = names != NULL ? 0 : -1;

	keys->hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	if (result == 0 && keys->hmac == NULL)
		result = reason_fail(reason, "%s: OpenSSL has no HMAC", path);
	for (size_t i = 0; result == 0 && names[i] != NULL; i++) {
		long number = text_number(names[i], KEYS_MAX);
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
	g_strfreev(names);
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
	char **names = files_list(path, true, reason);
	int newest = 0;

	if (names == NULL)
		return -1;
	for (size_t i = 0; names[i] != NULL; i++) {
		long number = text_number(names[i], KEYS_MAX);

		if (number > newest)
			newest = (int)number;
	}
	g_strfreev(names);
	return newest + 1;
}

int keys_secret(char hex_out[2 * KEYS_BYTES + 1], struct reason *reason)
{
	unsigned char bytes[KEYS_BYTES];

	if (RAND_bytes(bytes, sizeof bytes) != 1)
		return reason_fail(reason, "OpenSSL could not get random bytes from the system");
	for (size_t i = 0; i < sizeof bytes; i++)
		snprintf(hex_out + 2 * i, 3, "%02x", bytes[i]);
	OPENSSL_cleanse(bytes, sizeof bytes);
	return 0;
}

int keys_add(const char *folder, struct reason *reason)
{
	char hex[2 * KEYS_BYTES + 2];
	char *path = base_printf("%s/keys", folder);
	int number = next_number(path, reason), result = -1;

	if (number > KEYS_MAX) {
		reason_set(reason, "%s already has key %d, the last number there is", path,
			   KEYS_MAX);
	} else if (number >= 0 && keys_secret(hex, reason) == 0) {
		char *file = base_printf("%s/%d", path, number);

		hex[sizeof hex - 2] = '\n';
		hex[sizeof hex - 1] = '\0';
		result = files_replace(file, hex, sizeof hex - 1, reason);
		free(file);
	}
	OPENSSL_cleanse(hex, sizeof hex);
	free(path);
	return result == 0 ? number : -1;
}

int keys_newest(const struct keys *keys)
{
	return keys->newest;
}

bool keys_has(const struct keys *keys, int number)
{
	return keys->contexts[number] != NULL;
}

/* Init without a key starts over with the one set: in memory none of it can fail. */
static void sign(EVP_MAC_CTX *key, const struct keys_said *said, unsigned char *tag_out, size_t len)
{
	unsigned char whole[EVP_MAX_MD_SIZE];
	size_t whole_len = 0;

	if (!EVP_MAC_init(key, NULL, 0, NULL) ||
	    !EVP_MAC_update(key, (const unsigned char *)said->context, strlen(said->context) + 1) ||
	    !EVP_MAC_update(key, said->bytes, said->len) ||
	    !EVP_MAC_update(key, (const unsigned char *)said->more, strlen(said->more)) ||
	    !EVP_MAC_final(key, whole, &whole_len, sizeof whole) || whole_len < len)
		abort();
	memcpy(tag_out, whole, len);
}

void keys_sign(const struct keys *keys, int number, const struct keys_said *said,
	       unsigned char *tag_out, size_t len)
{
	sign(keys->contexts[number], said, tag_out, len);
}

/* ---- a game's own ---- */

void keys_of_game(const struct keys *keys, int number, uint32_t game,
		  unsigned char key_out[KEYS_BYTES])
{
	const unsigned char bytes[] = {(unsigned char)(game >> 24), (unsigned char)(game >> 16),
				       (unsigned char)(game >> 8), (unsigned char)game};
	const struct keys_said said = {"pbem-game-key-v1", bytes, sizeof bytes, ""};

	keys_sign(keys, number, &said, key_out, KEYS_BYTES);
}

void keys_sign_by(const struct keys *keys, const unsigned char key[KEYS_BYTES],
		  const struct keys_said *said, unsigned char *tag_out, size_t len)
{
	EVP_MAC_CTX *mac = hmac_with(keys, key);

	if (mac == NULL)
		abort();
	sign(mac, said, tag_out, len);
	EVP_MAC_CTX_free(mac);
}

void keys_hand_over(const struct keys *keys, uint32_t game, struct text *lines)
{
	unsigned char key[KEYS_BYTES];

	for (int number = 1; number <= KEYS_MAX; number++) {
		if (!keys_has(keys, number))
			continue;
		keys_of_game(keys, number, game, key);
		text_addf(lines, "key %d ", number);
		for (size_t i = 0; i < KEYS_BYTES; i++)
			text_addf(lines, "%02x", key[i]);
		text_add_char(lines, '\n');
	}
	OPENSSL_cleanse(key, sizeof key);
}

void keys_use_foreign(struct keys *keys,
		      void (*add)(void *context, uint32_t game, struct text *lines), void *context)
{
	keys->foreign = add;
	keys->foreign_context = context;
}

void keys_foreign(const struct keys *keys, uint32_t game, struct text *lines)
{
	if (keys->foreign != NULL)
		keys->foreign(keys->foreign_context, game, lines);
}

bool keys_next_foreign(const char **cursor, int number, unsigned char key_out[KEYS_BYTES])
{
	const char *line;
	size_t len;

	while (text_next_line(cursor, *cursor + strlen(*cursor), &line, &len)) {
		char hex[2 * KEYS_BYTES + 1];
		int which;

		if (len < sizeof hex + 5 || sscanf(line, "key %d %64[0-9a-f]", &which, hex) != 2 ||
		    which != number || strlen(hex) != sizeof hex - 1)
			continue;
		if (read_hex(hex, key_out))
			return true;
	}
	return false;
}
