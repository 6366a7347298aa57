/* SPDX-License-Identifier: MIT */
#include "core/picture/film/film_lzw.h"

#include <string.h>

enum {
	CLEAR = 256,
	END,
	FIRST, /* code of a string */
	CODES = 4096,
	LEAST_BITS = 9,
	SLOT_BITS = 13,
	SLOTS = 1 << SLOT_BITS, /* twice as many as there are strings */
	BLOCK = 255,
};

/* Strings are a string that has a code, and a pixel behind it. */
struct lzw {
	uint32_t strings[SLOTS]; /* 0: free; else 1 + (code << 8 | pixel) */
	uint16_t codes[SLOTS];
	unsigned next, width; /* the next string's code; bits of a code */
	uint8_t common;
	uint16_t runs[CODES]; /* codes of so many common pixels, up to the longest that has one */
	size_t longest;
	uint32_t bits; /* that make no whole byte yet */
	unsigned bit_count;
	uint8_t block[1 + BLOCK];
	bool (*put)(void *context, const uint8_t *block);
	void *context;
	bool well;
};

static void forget(struct lzw *lzw)
{
	memset(lzw->strings, 0, sizeof lzw->strings);
	lzw->next = FIRST;
	lzw->width = LEAST_BITS;
	lzw->runs[1] = lzw->common;
	lzw->longest = 1;
}

static void put_block(struct lzw *lzw)
{
	if (lzw->block[0] > 0)
		lzw->well = lzw->well && lzw->put(lzw->context, lzw->block);
	lzw->block[0] = 0;
}

static void put_byte(struct lzw *lzw)
{
	lzw->block[++lzw->block[0]] = (uint8_t)lzw->bits;
	lzw->bits >>= 8;
	lzw->bit_count -= lzw->bit_count < 8 ? lzw->bit_count : 8;
	if (lzw->block[0] == BLOCK)
		put_block(lzw);
}

/* A code; who reads it is a string behind, and so are the bits it takes a code for. */
static void put_code(struct lzw *lzw, unsigned code)
{
	lzw->bits |= (uint32_t)code << lzw->bit_count;
	lzw->bit_count += lzw->width;
	while (lzw->bit_count >= 8)
		put_byte(lzw);
	if (lzw->next == 1u << lzw->width && lzw->next < CODES)
		lzw->width++;
}

/* How many of the pixels are common ones, before the first that isn't. */
static size_t run_of(const uint8_t *pixels, size_t most, uint8_t common)
{
	const uint64_t all = common * UINT64_C(0x0101010101010101);
	uint64_t eight = all;
	size_t count = 0;

	while (count + sizeof eight <= most &&
	       (memcpy(&eight, pixels + count, sizeof eight), eight == all))
		count += sizeof eight;
	while (count < most && pixels[count] == common)
		count++;
	return count;
}

/* The code of the string that begins with pixel *at, as far as it is one of common ones, with which
 * *at goes on behind. */
static unsigned begin(const struct lzw *lzw, const uint8_t *pixels, size_t count, size_t *at)
{
	const size_t left = count - *at, most = left < lzw->longest ? left : lzw->longest;
	const size_t run = run_of(pixels + *at, most, lzw->common);

	*at += run > 0 ? run : 1;
	return run > 0 ? lzw->runs[run] : pixels[*at - 1];
}

/* The string gets a code, or all are forgotten. */
static void learn(struct lzw *lzw, unsigned code, uint8_t pixel, size_t slot)
{
	if (lzw->next == CODES) {
		put_code(lzw, CLEAR);
		forget(lzw);
		return;
	}
	if (pixel == lzw->common && code == lzw->runs[lzw->longest])
		lzw->runs[++lzw->longest] = (uint16_t)lzw->next;
	lzw->strings[slot] = 1 + (code << 8 | pixel);
	lzw->codes[slot] = (uint16_t)lzw->next++;
}

/* Where the string is, or would be. */
static size_t find(const struct lzw *lzw, uint32_t string)
{
	size_t slot = string * 2654435761u >> (32 - SLOT_BITS);

	while (lzw->strings[slot] != 0 && lzw->strings[slot] != string)
		slot = (slot + 1) % SLOTS;
	return slot;
}

bool film_lzw(const uint8_t *pixels, size_t count, uint8_t common,
	      bool (*put)(void *context, const uint8_t *block), void *context)
{
	struct lzw lzw;
	size_t at = 0;
	unsigned code;

	lzw.bits = lzw.bit_count = lzw.block[0] = 0;
	lzw.common = common;
	lzw.put = put;
	lzw.context = context;
	lzw.well = true;
	forget(&lzw);
	put_code(&lzw, CLEAR);
	code = begin(&lzw, pixels, count, &at);
	while (lzw.well && at < count) {
		const size_t slot = find(&lzw, 1 + (code << 8 | pixels[at]));

		if (lzw.strings[slot] != 0) {
			code = lzw.codes[slot];
			at++;
			continue;
		}
		put_code(&lzw, code);
		learn(&lzw, code, pixels[at], slot);
		code = begin(&lzw, pixels, count, &at);
	}
	put_code(&lzw, code);
	put_code(&lzw, END);
	if (lzw.bit_count > 0)
		put_byte(&lzw);
	put_block(&lzw);
	return lzw.well;
}
