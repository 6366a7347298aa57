/* SPDX-License-Identifier: MIT */
/* SHA-256, as hex text: the hash chain, letters' digests and the fair shuffles. */
#ifndef PBEM_CORE_BASE_DIGEST_H
#define PBEM_CORE_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#define DIGEST_HEX 64 /* characters of a digest, without the NUL */

struct digest {
	char hex[DIGEST_HEX + 1]; /* lower case */
};

/* The digest of some bytes. */
void digest_bytes(const void *bytes, size_t len, struct digest *out);

/* The digest of two runs of bytes, one after the other: a chain's link. */
void digest_pair(const void *first, size_t first_len, const void *second, size_t second_len,
		 struct digest *out);

/* The same of any number of runs. */
struct digest_run {
	const void *bytes;
	size_t len;
};
void digest_runs(const struct digest_run *runs, size_t count, struct digest *out);

/* HMAC-SHA256 of some bytes under a key. */
void digest_keyed(const void *key, size_t key_len, const void *bytes, size_t len,
		  struct digest *out);

/* The number that a digest's first hex digits are, 8 at most. */
uint32_t digest_start(const struct digest *digest, unsigned digits);

#endif
