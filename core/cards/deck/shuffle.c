/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "core/util/strbuf.h"

#include "core/cards/deck/shuffle.h"

void shuffle_init(struct shuffle *chance, const char *game, const char *pile, unsigned number,
		  const char *secret, const char *const *words, size_t word_count,
		  const char *public_words)
{
	struct strbuf text;

	strbuf_init(&text, 0);
	strbuf_addf(&text, "%s/%s/%u|%s", game, pile, number, secret);
	for (size_t i = 0; i < word_count; i++)
		strbuf_addf(&text, "|%s", words[i]);
	if (public_words != NULL)
		strbuf_addf(&text, "|%s", public_words);
	sha256_bytes(text.bytes, text.len, &chance->seed);
	chance->next = 0;
	strbuf_done(&text);
}

static uint32_t next_number(struct shuffle *chance)
{
	char text[SHA256_HEX + 16];
	struct sha256 digest;
	int len;

	len = snprintf(text, sizeof(text), "%s:%lu", chance->seed.hex,
		       (unsigned long)chance->next++);
	sha256_bytes(text, (size_t)len, &digest);
	return sha256_start(&digest, 8);
}

uint32_t shuffle_below(struct shuffle *chance, uint32_t limit)
{
	uint64_t all = (uint64_t)1 << 32, fair;
	uint32_t number;

	assert(limit > 0);
	/* Numbers above the last whole multiple of `limit` would make small results more likely. */
	fair = all - all % limit;
	do
		number = next_number(chance);
	while (number >= fair);
	return number % limit;
}

void shuffle_shuffle(struct shuffle *chance, uint16_t *items, size_t count)
{
	for (size_t k = count; k >= 2; k--) {
		uint32_t j = shuffle_below(chance, (uint32_t)k);
		uint16_t kept = items[k - 1];

		items[k - 1] = items[j];
		items[j] = kept;
	}
}
