/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "core/base/digest.h"

/* One context for the whole process: EVP's set-up costs more than hashing a letter. */
static EVP_MD_CTX *context;

static void write_hex(const unsigned char *raw, struct digest *out)
{
	static const char digits[] = "0123456789abcdef";

	for (unsigned i = 0; i < DIGEST_HEX / 2; i++) {
		out->hex[2 * i] = digits[raw[i] >> 4];
		out->hex[2 * i + 1] = digits[raw[i] & 15];
	}
	out->hex[DIGEST_HEX] = '\0';
}

void digest_runs(const struct digest_run *runs, size_t count, struct digest *out)
{
	static EVP_MD *sha256;
	unsigned char raw[EVP_MAX_MD_SIZE];
	unsigned raw_len = 0;
	bool well;

	if (context == NULL) {
		context = EVP_MD_CTX_new();
		sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
	}
	/* SHA-256 in memory fails only where OpenSSL itself is broken: a bug, not an outcome. */
	well = context != NULL && sha256 != NULL && EVP_DigestInit_ex2(context, sha256, NULL);
	for (size_t i = 0; i < count && well; i++)
		well = EVP_DigestUpdate(context, runs[i].bytes, runs[i].len);
	if (!well || !EVP_DigestFinal_ex(context, raw, &raw_len))
		abort();
	write_hex(raw, out);
}

void digest_pair(const void *first, size_t first_len, const void *second, size_t second_len,
		 struct digest *out)
{
	const struct digest_run runs[] = {{first, first_len}, {second, second_len}};

	digest_runs(runs, 2, out);
}

void digest_bytes(const void *bytes, size_t len, struct digest *out)
{
	digest_pair(bytes, len, "", 0, out);
}

void digest_keyed(const void *key, size_t key_len, const void *bytes, size_t len,
		  struct digest *out)
{
	unsigned char raw[EVP_MAX_MD_SIZE];

	if (HMAC(EVP_sha256(), key, (int)key_len, bytes, len, raw, NULL) == NULL)
		abort();
	write_hex(raw, out);
}

uint32_t digest_start(const struct digest *digest, unsigned digits)
{
	char start[9] = "";

	memcpy(start, digest->hex, digits);
	return (uint32_t)strtoul(start, NULL, 16);
}
