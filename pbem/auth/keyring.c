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

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/auth/keyring.h"
#include "pbem/sys/files.h"

struct keyring {
	EVP_MAC *hmac;
	EVP_MAC_CTX *contexts[KEYRING_MAX + 1]; /* by number, NULL where there is no key */
	int newest;				/* number of the key that signs; 0: no key */
	void (*foreign)(void *context, uint32_t game,
			struct strbuf *lines); /* NULL: no other site's keys */
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

void keyring_guard_memory(void)
{
	(void)CRYPTO_set_mem_functions(guarded_alloc, guarded_realloc, guarded_free);
}

/* Returns NULL if OpenSSL fails. */
static EVP_MAC_CTX *hmac_with(const struct keyring *keys, const unsigned char *bytes)
{
	char name[] = "SHA256";
	OSSL_PARAM params[] = {
		OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, name, 0),
		OSSL_PARAM_construct_end(),
	};
	EVP_MAC_CTX *mac = EVP_MAC_CTX_new(keys->hmac);

	if (mac != NULL && !EVP_MAC_init(mac, bytes, KEYRING_BYTES, params)) {
		EVP_MAC_CTX_free(mac);
		mac = NULL;
	}
	return mac;
}

static int key_use(struct keyring *keys, int number, const unsigned char *bytes)
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

/* Reads 2 * KEYRING_BYTES hexadecimal digits. Returns false if a character isn't such a digit. */
static bool read_hex(const char *hex, unsigned char bytes_out[KEYRING_BYTES])
{
	for (size_t i = 0; i < KEYRING_BYTES; i++) {
		int high = hex_value(hex[2 * i]), low = high < 0 ? -1 : hex_value(hex[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		bytes_out[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

/* Reads `len` bytes, or fewer at the end of the file. Returns -1 with errno. */
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

static int key_load(struct keyring *keys, const char *path, int number, struct reason *reason)
{
	unsigned char bytes[KEYRING_BYTES];
	char line[2 * KEYRING_BYTES + 2] = "";
	struct stat status;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	ssize_t got;
	int result = -1;

	if (fd < 0 || fstat(fd, &status) != 0) {
		reason_set_errno(reason, "%s", path);
	} else if ((status.st_mode & 077) != 0) {
		(void)reason_fail_as(reason, REASON_RIGHTS,
				     "%s can be read by others; run: chmod 600 %s", path, path);
	} else if ((got = read_whole(fd, line, 2 * KEYRING_BYTES)) < 0) {
		reason_set_errno(reason, "can't read %s", path);
	} else if (got != 2 * KEYRING_BYTES) {
		reason_set(reason, "%s should hold %d hexadecimal digits; restore it from a backup",
			   path, 2 * KEYRING_BYTES);
	} else {
		result = read_hex(line, bytes) ? 0 : -1;
		if (result != 0)
			reason_set(
				reason,
				"%s should hold hexadecimal digits only; restore it from a backup",
				path);
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

struct keyring *keyring_load(const char *folder, struct reason *reason)
{
	struct keyring *keys = base_zalloc(1, sizeof *keys);
	char *path = base_printf("%s/keys", folder);
	/* Loads all keys or none: tokens of a missing key would be rejected as forged. */
	char **names = files_list(path, false, reason);
	int result = names != NULL ? 0 : -1;

	keys->hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
	if (result == 0 && keys->hmac == NULL)
		result = reason_fail(reason, "%s: OpenSSL has no HMAC", path);
	for (size_t i = 0; result == 0 && names[i] != NULL; i++) {
		long number = strbuf_number(names[i], KEYRING_MAX);
		char *file;

		if (number < 1)
			continue;
		file = base_printf("%s/%ld", path, number);
		result = key_load(keys, file, (int)number, reason);
		free(file);
	}
	if (result == 0 && keys->newest == 0) {
		reason_set(reason, "%s contains no key; to make a key, run: pbem key new", path);
		result = -1;
	}
	g_strfreev(names);
	free(path);
	if (result != 0) {
		keyring_free(keys);
		return NULL;
	}
	return keys;
}

void keyring_free(struct keyring *keys)
{
	if (keys == NULL)
		return;
	for (size_t i = 0; i < ARRAY_LEN(keys->contexts); i++)
		EVP_MAC_CTX_free(keys->contexts[i]);
	EVP_MAC_free(keys->hmac);
	free(keys);
}

/* Returns the number after the highest existing one, or -1 if the folder can't be listed: an
 * existing key must never be overwritten. */
static int next_number(const char *path, struct reason *reason)
{
	char **names = files_list(path, true, reason);
	int newest = 0;

	if (names == NULL)
		return -1;
	for (size_t i = 0; names[i] != NULL; i++) {
		long number = strbuf_number(names[i], KEYRING_MAX);

		if (number > newest)
			newest = (int)number;
	}
	g_strfreev(names);
	return newest + 1;
}

int keyring_secret(char hex_out[2 * KEYRING_BYTES + 1], struct reason *reason)
{
	unsigned char bytes[KEYRING_BYTES];

	if (RAND_bytes(bytes, sizeof bytes) != 1)
		return reason_fail(reason, "OpenSSL could not get random bytes from the system");
	for (size_t i = 0; i < sizeof bytes; i++)
		snprintf(hex_out + 2 * i, 3, "%02x", bytes[i]);
	OPENSSL_cleanse(bytes, sizeof bytes);
	return 0;
}

int keyring_add(const char *folder, struct reason *reason)
{
	char hex[2 * KEYRING_BYTES + 2];
	char *path = base_printf("%s/keys", folder);
	int number = next_number(path, reason), result = -1;

	if (number > KEYRING_MAX) {
		reason_set(reason, "%s already has key %d, the last number there is", path,
			   KEYRING_MAX);
	} else if (number >= 0 && keyring_secret(hex, reason) == 0) {
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

int keyring_newest(const struct keyring *keys)
{
	return keys->newest;
}

bool keyring_has(const struct keyring *keys, int number)
{
	return keys->contexts[number] != NULL;
}

/* EVP_MAC_init without a key starts again with the present key. These calls fail only if memory is
 * missing. */
static void compute_tag(EVP_MAC_CTX *key, const struct keyring_signed_data *said,
			unsigned char *tag_out, size_t len)
{
	unsigned char whole[EVP_MAX_MD_SIZE];
	size_t whole_len = 0;

	if (!EVP_MAC_init(key, NULL, 0, NULL) ||
	    !EVP_MAC_update(key, (const unsigned char *)said->context, strlen(said->context) + 1) ||
	    !EVP_MAC_update(key, said->bytes, said->len) ||
	    !EVP_MAC_update(key, (const unsigned char *)said->more, strlen(said->more)) ||
	    !EVP_MAC_final(key, whole, &whole_len, sizeof whole) || whole_len < len)
		base_give_up("out of memory");
	memcpy(tag_out, whole, len);
}

void keyring_sign(const struct keyring *keys, int number, const struct keyring_signed_data *said,
		  unsigned char *tag_out, size_t len)
{
	compute_tag(keys->contexts[number], said, tag_out, len);
}

/* ---- a game's own keys ---- */

void keyring_of_game(const struct keyring *keys, int number, uint32_t game,
		     unsigned char key_out[KEYRING_BYTES])
{
	const unsigned char bytes[] = {(unsigned char)(game >> 24), (unsigned char)(game >> 16),
				       (unsigned char)(game >> 8), (unsigned char)game};
	const struct keyring_signed_data said = {"pbem-game-key-v1", bytes, sizeof bytes, ""};

	keyring_sign(keys, number, &said, key_out, KEYRING_BYTES);
}

void keyring_sign_by(const struct keyring *keys, const unsigned char key[KEYRING_BYTES],
		     const struct keyring_signed_data *said, unsigned char *tag_out, size_t len)
{
	EVP_MAC_CTX *mac = hmac_with(keys, key);

	if (mac == NULL)
		base_give_up("out of memory");
	compute_tag(mac, said, tag_out, len);
	EVP_MAC_CTX_free(mac);
}

void keyring_hand_over(const struct keyring *keys, uint32_t game, struct strbuf *lines)
{
	unsigned char key[KEYRING_BYTES];

	for (int number = 1; number <= KEYRING_MAX; number++) {
		if (!keyring_has(keys, number))
			continue;
		keyring_of_game(keys, number, game, key);
		strbuf_addf(lines, "key %d ", number);
		for (size_t i = 0; i < KEYRING_BYTES; i++)
			strbuf_addf(lines, "%02x", key[i]);
		strbuf_add_char(lines, '\n');
	}
	OPENSSL_cleanse(key, sizeof key);
}

void keyring_use_foreign(struct keyring *keys,
			 void (*add)(void *context, uint32_t game, struct strbuf *lines),
			 void *context)
{
	keys->foreign = add;
	keys->foreign_context = context;
}

void keyring_foreign(const struct keyring *keys, uint32_t game, struct strbuf *lines)
{
	if (keys->foreign != NULL)
		keys->foreign(keys->foreign_context, game, lines);
}

bool keyring_next_foreign(const char **cursor, int number, unsigned char key_out[KEYRING_BYTES])
{
	const char *line;
	size_t len;

	while (strbuf_next_line(cursor, *cursor + strlen(*cursor), &line, &len)) {
		char hex[2 * KEYRING_BYTES + 1];
		int which;

		if (len < sizeof hex + 5 || sscanf(line, "key %d %64[0-9a-f]", &which, hex) != 2 ||
		    which != number || strlen(hex) != sizeof hex - 1)
			continue;
		if (read_hex(hex, key_out))
			return true;
	}
	return false;
}
