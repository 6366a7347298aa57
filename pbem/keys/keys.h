/* SPDX-License-Identifier: MIT */
/* A site's keys: the newest signs, all of them verify. */
#ifndef PBEM_KEYS_KEYS_H
#define PBEM_KEYS_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"

enum { KEYS_MAX = 63, KEYS_BYTES = 32 };

struct keys;

/* Reads FOLDER/keys. NULL when there is none, or a file can be read by others. */
struct keys *keys_load(const char *folder, struct reason *reason);
void keys_free(struct keys *keys);

/* Makes the next key in FOLDER/keys, flushed to the disk; from now on it signs. Returns its number
 * or -1. Older keys go on verifying until their files are deleted. */
int keys_add(const char *folder, struct reason *reason);

/* The number of the key that signs; and whether there is one of that number. */
int keys_newest(const struct keys *keys);
bool keys_has(const struct keys *keys, int number);

/* HMAC-SHA256 with the key of that number over a context, its NUL included, and one or two runs of
 * bytes; cut to `len` bytes, 32 at most. */
void keys_sign(const struct keys *keys, int number, const char *context, const unsigned char *bytes,
	       size_t bytes_len, const char *more, unsigned char *tag_out, size_t len);

/* 32 random bytes as hex, for the secret of a game. -1 when the system has none. */
int keys_secret(char hex_out[2 * KEYS_BYTES + 1], struct reason *reason);

#endif
