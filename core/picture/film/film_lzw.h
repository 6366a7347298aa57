/* SPDX-License-Identifier: MIT */
/*
 * The compression of GIF: LZW, least bits first, in blocks of up to 255 bytes. Films are the most
 * of an archive's work, and this several times as fast as what giflib has for it.
 */
#ifndef PBEM_CORE_PICTURE_FILM_LZW_H
#define PBEM_CORE_PICTURE_FILM_LZW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Hands the compressed pixels on, at least one, block by block: each begins with its length. Most
 * are `common`, of which runs are taken at a stroke. False, at once, when `put` is. */
bool film_lzw(const uint8_t *pixels, size_t count, uint8_t common,
	      bool (*put)(void *context, const uint8_t *block), void *context);

#endif
