/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/order/order_cards.h"
#include "core/base/plain.h"
#include "core/base/text.h"
#include "core/words/words.h"

/* The word `word` at the start of `text`, in any case: what follows it and its blanks, or NULL. */
static char *behind_word(char *text, const char *word)
{
	size_t len = strlen(word);

	if (strncasecmp(text, word, len) != 0 || (text[len] != ' ' && text[len] != '\0'))
		return NULL;
	return text + len + strspn(text + len, " ");
}

char *order_cards_condition(char *rest, enum order_kind *kind_out)
{
	char *behind = behind_word(rest, "fogged");

	*kind_out = behind != NULL ? ORDER_IF_FOGGED : ORDER_IF_CHAOS;
	if (behind == NULL)
		behind = behind_word(rest, "chaos");
	return behind == NULL ? NULL : behind_word(behind, "move");
}

bool order_cards_words(const char *written, enum order_kind kind, struct text *out)
{
	const char *word;
	size_t len;

	if (kind == ORDER_AUTOPASS) {
		int rules = order_cards_autopass(written);

		order_cards_print_autopass(rules < 0 ? 0 : (unsigned)rules, out);
		return rules >= 0;
	}
	while (text_next_word(&written, &word, &len)) {
		if (out->len == 0 && kind == ORDER_PLAY &&
		    words_has(WORDS_GREETING, word, strcspn(word, " !.,")))
			return false;
		if (out->len > 0)
			text_add_char(out, ' ');
		text_add_bytes(out, word, len);
	}
	return out->len > 0;
}

static const struct {
	const char *word;
	unsigned rule;
} exceptions[] = {
	{"CHECK", AUTOPASS_CHECK}, {"CAPTURE", AUTOPASS_CAPTURE}, {"CARD", AUTOPASS_CARD}};

static unsigned exception_named(const char *word, size_t len)
{
	for (size_t i = 0; i < ARRAY_LEN(exceptions); i++) {
		if (strlen(exceptions[i].word) == len &&
		    strncasecmp(exceptions[i].word, word, len) == 0)
			return exceptions[i].rule;
	}
	return 0;
}

int order_cards_autopass(const char *written)
{
	unsigned rules = AUTOPASS_ON;
	const char *word;
	size_t len;

	if (strcasecmp(written, "on") == 0)
		return AUTOPASS_ON;
	if (strcasecmp(written, "off") == 0)
		return 0;
	if (!text_next_word(&written, &word, &len) || len != 6 ||
	    strncasecmp(word, "unless", len) != 0)
		return -1;
	while (text_next_word(&written, &word, &len)) {
		unsigned rule;

		while (len > 0 && word[len - 1] == ',')
			len--;
		rule = exception_named(word, len);
		if (rule == 0)
			return -1;
		rules |= rule;
	}
	return rules == AUTOPASS_ON ? -1 : (int)rules;
}

void order_cards_print_autopass(unsigned rules, struct text *out)
{
	const char *gap = " ";

	text_add(out, rules == 0 ? "OFF" : rules == AUTOPASS_ON ? "ON" : "UNLESS");
	for (size_t i = 0; i < ARRAY_LEN(exceptions); i++) {
		if (rules & exceptions[i].rule) {
			text_addf(out, "%s%s", gap, exceptions[i].word);
			gap = ", ";
		}
	}
}

/* Cuts off what people and mail programs put around a name. */
static const char *strip(char *name)
{
	size_t len;

	while (*name != '\0' && strchr(" \"'*_`;:", *name) != NULL)
		name++;
	len = strlen(name);
	while (len > 0 && strchr(" \"'*_`.;:", name[len - 1]) != NULL)
		name[--len] = '\0';
	return name;
}

void order_cards_list(const char *written, struct text *out)
{
	while (*written != '\0') {
		size_t len = strcspn(written, ","), word_len;
		char *copy = base_strndup(written, len);
		const char *name, *word;
		struct plain plain;

		plain_line(copy, &plain);
		free(copy);
		name = strip(plain.text);
		/* Between the parts of a name that was broken over two lines stands a blank, too.
		 */
		while (text_next_word(&name, &word, &word_len)) {
			text_add(out, out->len > 0 ? " " : "");
			text_add_bytes(out, word, word_len);
		}
		written += len;
		if (*written == ',') {
			text_add_char(out, ',');
			written++;
		}
	}
}
