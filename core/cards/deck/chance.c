/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"

#include "core/cards/deck/chance.h"

void chance_init(struct chance *chance, const char *game, const char *pile, unsigned number,
		 const char *secret, const char *const *words, size_t word_count,
		 const char *public_words)
{
	struct text text;

	text_init(&text, 0);
	text_addf(&text, "%s/%s/%u|%s", game, pile, number, secret);
	for (size_t i = 0; i < word_count; i++)
		text_addf(&text, "|%s", words[i]);
	if (public_words != NULL)
		text_addf(&text, "|%s", public_words);
	digest_bytes(text.bytes, text.len, &chance->seed);
	chance->next = 0;
	text_done(&text);
}

static uint32_t next_number(struct chance *chance)
{
	char text[DIGEST_HEX + 16];
	struct digest digest;
	int len;

	len = snprintf(text, sizeof(text), "%s:%lu", chance->seed.hex,
		       (unsigned long)chance->next++);
	digest_bytes(text, (size_t)len, &digest);
	return digest_start(&digest, 8);
}

uint32_t chance_below(struct chance *chance, uint32_t limit)
{
	uint64_t all = (uint64_t)1 << 32, fair;
	uint32_t number;

	assert(limit > 0);
	/* Numbers above the last whole multiple would make the small results likelier. */
	fair = all - all % limit;
	do
		number = next_number(chance);
	while (number >= fair);
	return number % limit;
}

void chance_shuffle(struct chance *chance, uint16_t *items, size_t count)
{
	for (size_t k = count; k >= 2; k--) {
		uint32_t j = chance_below(chance, (uint32_t)k);
		uint16_t kept = items[k - 1];

		items[k - 1] = items[j];
		items[j] = kept;
	}
}
