/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>

#include "pbem/mime/message_internal.h"

static bool is_base32(const char *word)
{
	for (size_t i = 0; i < TOKEN_TEXT; i++) {
		if (!isalpha((unsigned char)word[i]) && (word[i] < '2' || word[i] > '7'))
			return false;
	}
	return true;
}

static void add_token(struct message *letter, const char *word)
{
	char *token = letter->tokens[letter->token_count];

	for (size_t i = 0; i < TOKEN_TEXT; i++)
		token[i] = (char)tolower((unsigned char)word[i]);
	token[TOKEN_TEXT] = '\0';
	for (unsigned i = 0; i < letter->token_count; i++) {
		if (strcmp(letter->tokens[i], token) == 0)
			return;
	}
	letter->token_count++;
}

void message_find_tokens(struct message *letter, const char *bytes, size_t len)
{
	size_t at = 0;

	while (at < len && letter->token_count < MAX_TOKEN_CANDIDATES) {
		size_t start = at;

		while (at < len && isalnum((unsigned char)bytes[at]))
			at++;
		if (at - start == TOKEN_TEXT && is_base32(bytes + start))
			add_token(letter, bytes + start);
		if (at == start)
			at++;
	}
}
