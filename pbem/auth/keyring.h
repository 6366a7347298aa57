/* SPDX-License-Identifier: MIT */
/* The keys of a site. The newest key signs, and all keys verify. */
#ifndef PBEM_AUTH_KEYRING_H
#define PBEM_AUTH_KEYRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/util/base.h"

struct keyring;
struct strbuf;

enum { KEYRING_MAX = 63, KEYRING_BYTES = 32 };

/* Makes OpenSSL end the process when memory runs out, as pbem does; some functions of OpenSSL crash
 * otherwise. Must be called before any other function of OpenSSL. */
void keyring_guard_memory(void);

/* Reads the keys in FOLDER/keys. Returns NULL if there is no key, if others can read a key, or if
 * any key can't be read. The caller frees it with keyring_free. */
struct keyring *keyring_load(const char *folder, struct reason *reason);
void keyring_free(struct keyring *keys);

/* Makes the next key in FOLDER/keys and flushes it to the disk; from now on it signs. Returns its
 * number or -1. Older keys verify until their files are deleted. */
int keyring_add(const char *folder, struct reason *reason);

/* Returns the number of the key that signs. */
int keyring_newest(const struct keyring *keys);

/* Reports whether there is a key of that number. */
bool keyring_has(const struct keyring *keys, int number);

/* The data to be signed: `context` with its final NUL, `len` bytes, and the string `more` without
 * its NUL. */
struct keyring_signed_data {
	const char *context;
	const unsigned char *bytes;
	size_t len;
	const char *more;
};

/* Computes the HMAC-SHA256 of the data with the key of that number, cut to `len` bytes (at most
 * 32). */
void keyring_sign(const struct keyring *keys, int number, const struct keyring_signed_data *said,
		  unsigned char *tag_out, size_t len);

/*
 * ---- a game's own keys ----
 *
 * A game's key is derived from a key of the site and the game's number, and signs the tokens of
 * that game. Its holder can verify and sign tokens of that game, but of no other game. So a game
 * takes its keys along to another site (pbem/migrate).
 */
void keyring_of_game(const struct keyring *keys, int number, uint32_t game,
		     unsigned char key_out[KEYRING_BYTES]);
void keyring_sign_by(const struct keyring *keys, const unsigned char key[KEYRING_BYTES],
		     const struct keyring_signed_data *said, unsigned char *tag_out, size_t len);

/* Adds the keys of a game to `lines`, for another site: one line for each key of this site. */
void keyring_hand_over(const struct keyring *keys, uint32_t game, struct strbuf *lines);

/* Registers a function that appends the lines of keys which other sites handed over with a game. It
 * appends nothing if there are none. */
void keyring_use_foreign(struct keyring *keys,
			 void (*add)(void *context, uint32_t game, struct strbuf *lines),
			 void *context);

/* Adds the lines of the keys that other sites handed over with the game. */
void keyring_foreign(const struct keyring *keys, uint32_t game, struct strbuf *lines);

/* Reads the next key of that number from the lines at *cursor, and advances *cursor. Returns false
 * after the last such key. */
bool keyring_next_foreign(const char **cursor, int number, unsigned char key_out[KEYRING_BYTES]);

/* Writes 32 random bytes as hexadecimal digits, for the secret of a game. Returns -1 if the system
 * has no random bytes. */
int keyring_secret(char hex_out[2 * KEYRING_BYTES + 1], struct reason *reason);

#endif
