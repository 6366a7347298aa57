/* SPDX-License-Identifier: MIT */
/* Finds tokens in texts that players send to others. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/util/base.h"
#include "pbem/auth/token.h"

bool token_within(const struct keyring *keys, const char *text)
{
	char *letters = base_alloc(strlen(text) + 1);
	size_t len = 0;
	bool found = false;

	/* Keeps only characters that a token may have, so that quoting, decoration and line breaks
	 * can't hide a token. */
	for (const char *c = text; *c != '\0'; c++)
		if (isalpha((unsigned char)*c) || (*c >= '2' && *c <= '7'))
			letters[len++] = *c;
	for (size_t at = 0; !found && at + TOKEN_TEXT <= len; at++) {
		char word[TOKEN_TEXT + 1];
		struct token token;

		memcpy(word, letters + at, TOKEN_TEXT);
		word[TOKEN_TEXT] = '\0';
		found = token_read(keys, word, &token);
	}
	free(letters);
	return found;
}
