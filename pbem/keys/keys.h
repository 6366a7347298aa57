/* SPDX-License-Identifier: MIT */
/* A site's keys: the newest signs, all of them verify. */
#ifndef PBEM_KEYS_KEYS_H
#define PBEM_KEYS_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/base.h"

enum { KEYS_MAX = 63, KEYS_BYTES = 32 };

struct keys;
struct text;

/* From now on OpenSSL ends the process when memory runs out, as pbem does: some of its functions
 * crash then. To be called before any of them. */
void keys_guard_memory(void);

/* Reads FOLDER/keys. NULL when there is none, or a file can be read by others. */
struct keys *keys_load(const char *folder, struct reason *reason);
void keys_free(struct keys *keys);

/* Makes the next key in FOLDER/keys, flushed to the disk; from now on it signs. Returns its number
 * or -1. Older keys go on verifying until their files are deleted. */
int keys_add(const char *folder, struct reason *reason);

/* The number of the key that signs; and whether there is one of that number. */
int keys_newest(const struct keys *keys);
bool keys_has(const struct keys *keys, int number);

/* What is signed: a context, its NUL included, and one or two runs of bytes. */
struct keys_said {
	const char *context;
	const unsigned char *bytes;
	size_t len;
	const char *more;
};

/* HMAC-SHA256 with the key of that number over it; cut to `len` bytes, 32 at most. */
void keys_sign(const struct keys *keys, int number, const struct keys_said *said,
	       unsigned char *tag_out, size_t len);

/*
 * ---- a game's own keys ----
 *
 * Made of the site's key of that number and the game's, they sign what is said in that game alone.
 * Whoever is handed one can check and sign that game's tokens and no other's: that is what a game
 * takes along to another site (pbem/moving).
 */
void keys_of_game(const struct keys *keys, int number, uint32_t game,
		  unsigned char key_out[KEYS_BYTES]);
void keys_sign_by(const struct keys *keys, const unsigned char key[KEYS_BYTES],
		  const struct keys_said *said, unsigned char *tag_out, size_t len);

/* As they are handed over, a line each: those of the game made of all keys of this site. */
void keys_hand_over(const struct keys *keys, uint32_t game, struct text *lines);

/* Where keys are that other sites handed over with a game: `add` appends their lines, nothing where
 * there are none. */
void keys_use_foreign(struct keys *keys,
		      void (*add)(void *context, uint32_t game, struct text *lines), void *context);

/* Those lines; and the next of them of a key of that number: false behind the last. */
void keys_foreign(const struct keys *keys, uint32_t game, struct text *lines);
bool keys_next_foreign(const char **cursor, int number, unsigned char key_out[KEYS_BYTES]);

/* 32 random bytes as hex, for the secret of a game. -1 when the system has none. */
int keys_secret(char hex_out[2 * KEYS_BYTES + 1], struct reason *reason);

#endif
