/* SPDX-License-Identifier: MIT */
/*
 * Keys of letters. The first byte is the purpose of a genuine one, which the next ones spoil: a
 * place, and what stands there now. No other text than a genuine one, in any case, is ever taken
 * for one.
 */
#include "tests/fuzz/fuzz.h"

#include <stdio.h>
#include <sys/stat.h>

#include "pbem/auth/token.h"

enum { GENUINE = 6 };

static struct keyring *keys;
static char genuine[GENUINE][TOKEN_TEXT + 1];
static struct sha256 asked;

static void token_start(void)
{
	static const char key[] =
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n";
	char *path = base_printf("%s/keys", fuzz_folder());
	struct reason reason = {.text = ""};

	memset(asked.hex, 'a', SHA256_HEX);
	mkdir(path, 0700);
	free(path);
	fuzz_write("keys/1", key, strlen(key));
	path = base_printf("%s/keys/1", fuzz_folder());
	chmod(path, 0600);
	free(path);
	keys = keyring_load(fuzz_folder(), &reason);
	if (keys == NULL)
		fuzz_fail("%s", reason.text);
	for (unsigned i = 0; i < GENUINE; i++) {
		struct token token = {.game = 1 + i * 70000,
				      .purpose = (uint8_t)i,
				      .question = 3,
				      .seat = (uint8_t)i,
				      .expires = 20800};

		token_write(keys, &token, &asked, genuine[i]);
	}
}

static void judge(const char *text)
{
	struct token token;
	bool known = false, read = token_read(keys, text, &token);

	for (unsigned i = 0; i < GENUINE; i++)
		known = known || strbuf_same(text, genuine[i]);
	if (read != known)
		fuzz_fail("'%s' is %s", text, read ? "taken for a key" : "no key any more");
	if (read && !token_is_bound(keys, &token, &asked))
		fuzz_fail("'%s' has lost its question", text);
}

static void token_once(const char *bytes, size_t len)
{
	unsigned number = fuzz_pick(&bytes, &len, GENUINE);
	char text[TOKEN_TEXT + 1], *whole, *hidden;

	memcpy(text, genuine[number], sizeof text);
	whole = fuzz_string(bytes, len);
	hidden = base_printf("%s %s", whole, text);
	judge(whole);
	(void)token_within(keys, whole);
	token_hide(hidden);
	if (strstr(hidden, text) != NULL)
		fuzz_fail("'%s' isn't hidden", hidden);
	for (; len >= 2; len -= 2, bytes += 2)
		if (bytes[1] != '\0')
			text[(unsigned char)bytes[0] % TOKEN_TEXT] = bytes[1];
	judge(text);
	free(hidden);
	free(whole);
}

const struct fuzz fuzz_token = {"token", token_start, token_once};
