/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "core/util/base.h"
#include "core/util/context.h"
#include "core/util/sha256.h"

/* In memory, SHA-256 only fails without memory, or if OpenSSL itself is broken. */
static const char broken[] = "OpenSSL can't calculate SHA-256";

/* Kept in the context: EVP's set-up costs more than hashing a message. */
struct sha256_engine {
	EVP_MD_CTX *state;
	EVP_MD *method;
};

static void write_hex(const unsigned char *raw, struct sha256 *out)
{
	static const char digits[] = "0123456789abcdef";

	for (unsigned i = 0; i < SHA256_HEX / 2; i++) {
		out->hex[2 * i] = digits[raw[i] >> 4];
		out->hex[2 * i + 1] = digits[raw[i] & 15];
	}
	out->hex[SHA256_HEX] = '\0';
}

static struct sha256_engine *engine_new(void)
{
	struct sha256_engine *engine = base_zalloc(1, sizeof *engine);

	engine->state = EVP_MD_CTX_new();
	engine->method = EVP_MD_fetch(NULL, "SHA256", NULL);
	if (engine->state == NULL || engine->method == NULL)
		base_give_up(broken);
	return engine;
}

void sha256_engine_free(struct sha256_engine *engine)
{
	if (engine == NULL)
		return;
	EVP_MD_CTX_free(engine->state);
	EVP_MD_free(engine->method);
	free(engine);
}

void sha256_runs(const struct sha256_run *runs, size_t count, struct sha256 *out)
{
	struct context *context = context_in_force();
	struct sha256_engine *engine = context != NULL ? context->sha256 : NULL;
	unsigned char raw[EVP_MAX_MD_SIZE];
	unsigned raw_len = 0;
	bool well;

	if (engine == NULL)
		engine = engine_new();
	well = EVP_DigestInit_ex2(engine->state, engine->method, NULL);
	for (size_t i = 0; i < count && well; i++)
		well = EVP_DigestUpdate(engine->state, runs[i].bytes, runs[i].len);
	if (!well || !EVP_DigestFinal_ex(engine->state, raw, &raw_len))
		base_give_up(broken);
	if (context != NULL)
		context->sha256 = engine;
	else
		sha256_engine_free(engine);
	write_hex(raw, out);
}

void sha256_pair(const void *first, size_t first_len, const void *second, size_t second_len,
		 struct sha256 *out)
{
	const struct sha256_run runs[] = {{first, first_len}, {second, second_len}};

	sha256_runs(runs, 2, out);
}

void sha256_bytes(const void *bytes, size_t len, struct sha256 *out)
{
	sha256_pair(bytes, len, "", 0, out);
}

void sha256_keyed(const void *key, size_t key_len, const void *bytes, size_t len,
		  struct sha256 *out)
{
	unsigned char raw[EVP_MAX_MD_SIZE];

	if (HMAC(EVP_sha256(), key, (int)key_len, bytes, len, raw, NULL) == NULL)
		base_give_up(broken);
	write_hex(raw, out);
}

uint32_t sha256_start(const struct sha256 *digest, unsigned digits)
{
	char start[9] = "";

	memcpy(start, digest->hex, digits);
	return (uint32_t)strtoul(start, NULL, 16);
}
