/* SPDX-License-Identifier: MIT */
/* SHA-256 as hex text, for the hash chain, digests of letters, and fair shuffles. */
#ifndef PBEM_CORE_UTIL_SHA256_H
#define PBEM_CORE_UTIL_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define SHA256_HEX 64 /* hex digits of a digest, without the NUL */

struct sha256 {
	char hex[SHA256_HEX + 1]; /* lower case */
};

/* Calculates the digest of some bytes. */
void sha256_bytes(const void *bytes, size_t len, struct sha256 *out);

/* Calculates the digest of two byte strings in sequence, as for a link of a chain. */
void sha256_pair(const void *first, size_t first_len, const void *second, size_t second_len,
		 struct sha256 *out);

/* Calculates the digest of any number of byte strings in sequence. */
struct sha256_run {
	const void *bytes;
	size_t len;
};
void sha256_runs(const struct sha256_run *runs, size_t count, struct sha256 *out);

/* Calculates HMAC-SHA256 of some bytes with a key. */
void sha256_keyed(const void *key, size_t key_len, const void *bytes, size_t len,
		  struct sha256 *out);

/* Frees what a context (context.h) keeps between calculations. Accepts NULL. */
struct sha256_engine;
void sha256_engine_free(struct sha256_engine *engine);

/* Returns the first hex digits of a digest, at most 8, as a number. */
uint32_t sha256_start(const struct sha256 *digest, unsigned digits);

#endif
