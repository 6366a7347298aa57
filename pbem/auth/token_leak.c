/* SPDX-License-Identifier: MIT */
/* Keys in what a player wants to say. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/base.h"
#include "pbem/keys/token.h"

bool token_within(const struct keys *keys, const char *text)
{
	char *letters = base_alloc(strlen(text) + 1);
	size_t len = 0;
	bool found = false;

	/* However it was quoted, decorated, cut or wrapped: what stands between its letters counts
	 * for nothing. */
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
