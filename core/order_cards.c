/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "core/order_cards.h"
#include "core/text.h"

/* The word `word` at the start of `text`, in any case: what follows it and its blanks, or NULL. */
static char *
behind_word(char *text, const char *word)
{
	size_t len = strlen(word);

	if (strncasecmp(text, word, len) != 0 || (text[len] != ' ' && text[len] != '\0'))
		return NULL;
	return text + len + strspn(text + len, " ");
}

char *
order_cards_condition(char *rest, enum order_kind *kind_out)
{
	char *behind = behind_word(rest, "fogged");

	*kind_out = behind != NULL ? ORDER_IF_FOGGED : ORDER_IF_CHAOS;
	if (behind == NULL)
		behind = behind_word(rest, "chaos");
	return behind == NULL ? NULL : behind_word(behind, "move");
}

static bool
is_greeting(const char *first, size_t len)
{
	static const char *const words[] = {"well", "on", "nicely", "fair", "again"};

	for (size_t i = 0; i < ARRAY_LEN(words); i++) {
		if (strlen(words[i]) == len && strncasecmp(words[i], first, len) == 0)
			return true;
	}
	return false;
}

bool
order_cards_words(const char *written, enum order_kind kind, struct text *out)
{
	const char *word;
	size_t len;

	while (text_next_word(&written, &word, &len)) {
		if (out->len == 0 && kind == ORDER_PLAY && is_greeting(word, strcspn(word, " !.,")))
			return false;
		if (out->len > 0)
			text_add_char(out, ' ');
		text_add_bytes(out, word, len);
	}
	return out->len > 0;
}
