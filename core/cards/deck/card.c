/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/deck/card.h"
#include "core/util/deffile.h"
#include "core/util/strbuf.h"

const char *const card_men[] = {"king", "queen", "rook", "bishop", "knight", "pawn", NULL};

int card_read_needs(struct card *card, const char *word, struct reason *reason)
{
	card->needs_bishop = strcmp(word, "bishop") == 0;
	card->needs_turning = strcmp(word, "turning") == 0;
	if (strlen(word) >= sizeof card->needs ||
	    !(card->needs_bishop || card->needs_turning || strchr(word, '=') != NULL))
		return reason_fail(reason,
				   "expected: needs bishop, needs turning, or needs OPTION=VALUE");
	strcpy(card->needs, word);
	return 0;
}

/* Returns the next letter or digit of a name; ' ' for any run of spaces and hyphens, NUL at the
 * end. */
static char next_letter(const char **cursor)
{
	const char *at = *cursor;
	char c;

	while (*at == '!' || *at == '\'')
		at++;
	if (*at == ' ' || *at == '\t' || *at == '-') {
		while (*at == ' ' || *at == '\t' || *at == '-')
			at++;
		c = *at == '\0' ? '\0' : ' ';
	} else {
		c = (char)tolower((unsigned char)*at);
		at += *at != '\0';
	}
	*cursor = at;
	return c;
}

/* Returns the length of the name at the beginning of `text`, in bytes; 0 if `text` doesn't begin
 * with it. */
static size_t name_length(const char *name, const char *text)
{
	const char *at = text;
	char wanted;

	while ((wanted = next_letter(&name)) != '\0')
		if (next_letter(&at) != wanted)
			return 0;
	if (isalnum((unsigned char)*at))
		return 0;
	while (*at == '!' || *at == '\'')
		at++;
	return (size_t)(at - text);
}

uint8_t card_named(const struct card_set *set, const char *text, size_t *used_out)
{
	uint8_t best = NO_CARD;
	size_t most = 0;

	for (unsigned i = 0; i < set->count; i++) {
		size_t used = name_length(set->cards[i].name, text);

		if (used > most) {
			most = used;
			best = (uint8_t)i;
		}
	}
	if (used_out != NULL && best != NO_CARD)
		*used_out = most;
	return best;
}

/* Copies the beginning of `text`, with as many words as the name has, in lower case. */
static void copy_words_like_name(const char *name, const char *text, char out[2 * CARD_NAME_MAX])
{
	size_t words = 1, len = 0;

	for (const char *at = name; *at != '\0'; at++)
		words += *at == ' ';
	for (; *text != '\0' && len + 1 < 2 * CARD_NAME_MAX; text++) {
		if (*text == ' ' && --words == 0)
			break;
		out[len++] = (char)tolower((unsigned char)*text);
	}
	out[len] = '\0';
}

const char *card_nearest(const struct card_set *set, const char *text)
{
	const char *nearest = NULL;

	/* The longest of several matches counts: "fog of ware" begins like Bog, too. */
	for (unsigned i = 0; i < set->count; i++) {
		char typed[2 * CARD_NAME_MAX], name[CARD_NAME_MAX + 1];
		const char *one[2] = {name, NULL};

		copy_words_like_name(set->cards[i].name, text, typed);
		for (size_t k = 0; k <= strlen(set->cards[i].name); k++)
			name[k] = (char)tolower((unsigned char)set->cards[i].name[k]);
		if (deffile_nearest(typed, one) != NULL &&
		    (nearest == NULL || strlen(name) > strlen(nearest)))
			nearest = set->cards[i].name;
	}
	return nearest;
}
