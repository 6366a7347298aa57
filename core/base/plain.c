/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "core/base/base.h"
#include "core/base/plain.h"

/* What stands for the characters first to last; "" leaves them out. */
static const struct {
	uint32_t first, last;
	const char *ascii;
} equivalents[] = {
	{0x0080, 0x009f, " "},				/* controls */
	{0x00a0, 0x00a0, " "},				/* no-break space */
	{0x00ab, 0x00ab, "\""},	 {0x00ad, 0x00ad, ""},	/* soft hyphen */
	{0x00b4, 0x00b4, "'"},	 {0x00b7, 0x00b7, "*"}, /* middle dot */
	{0x00bb, 0x00bb, "\""},	 {0x00d7, 0x00d7, "x"}, /* multiplication sign */
	{0x1680, 0x1680, " "},	 {0x2000, 0x200a, " "},
	{0x200b, 0x200f, ""}, /* zero width, direction marks */
	{0x2010, 0x2015, "-"},	 {0x2018, 0x201b, "'"},
	{0x201c, 0x201f, "\""},	 {0x2022, 0x2022, "*"}, /* bullet */
	{0x2026, 0x2026, "..."}, {0x2028, 0x2029, " "},
	{0x202a, 0x202e, ""},	 {0x202f, 0x202f, " "},
	{0x2032, 0x2032, "'"},	 {0x2033, 0x2033, "\""},
	{0x2043, 0x2043, "-"},	 {0x205f, 0x205f, " "},
	{0x2060, 0x2069, ""},	 {0x2192, 0x2192, "-"}, /* an arrow between two squares */
	{0x2212, 0x2212, "-"},	 {0x2654, 0x2654, "K"}, /* figurines, white and black */
	{0x2655, 0x2655, "Q"},	 {0x2656, 0x2656, "R"},
	{0x2657, 0x2657, "B"},	 {0x2658, 0x2658, "N"},
	{0x2659, 0x2659, "P"},	 {0x265a, 0x265a, "K"},
	{0x265b, 0x265b, "Q"},	 {0x265c, 0x265c, "R"},
	{0x265d, 0x265d, "B"},	 {0x265e, 0x265e, "N"},
	{0x265f, 0x265f, "P"},	 {0x2715, 0x2715, "x"},
	{0x3000, 0x3000, " "},	 {0xfe00, 0xfe0f, ""}, /* variation selectors */
	{0xfe58, 0xfe58, "-"},	 {0xfe63, 0xfe63, "-"},
	{0xfeff, 0xfeff, ""},
};

size_t plain_decode(const char *string, uint32_t *code_out)
{
	const unsigned char *bytes = (const unsigned char *)string;
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	size_t len = *bytes < 0x80   ? 1
		     : *bytes < 0xc0 ? 0
		     : *bytes < 0xe0 ? 2
		     : *bytes < 0xf0 ? 3
		     : *bytes < 0xf8 ? 4
				     : 0;
	uint32_t code = len == 1 ? *bytes : *bytes & (0x7fu >> (len & 7));

	for (size_t i = 1; i < len; i++) {
		if ((bytes[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (bytes[i] & 0x3f);
	}
	if (len > 1 && (code < least[len] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)))
		return 0; /* longer than need be, beyond Unicode, or half a pair of UTF-16 */
	*code_out = code;
	return len;
}

/* The plain form of one character, or NULL: it stays as it is. */
static const char *equivalent(uint32_t code, char full_width[2])
{
	if (code < 0x20 || code == 0x7f)
		return " ";
	if (code < 0x80)
		return NULL;
	if (code >= 0xff01 && code <= 0xff5e) {
		full_width[0] = (char)(code - 0xfee0);
		full_width[1] = '\0';
		return full_width;
	}
	for (size_t i = 0; i < ARRAY_LEN(equivalents); i++) {
		if (code >= equivalents[i].first && code <= equivalents[i].last)
			return equivalents[i].ascii;
	}
	return NULL;
}

/* Cyrillic letters that look as Latin ones, where they name a square ("е5" is "e5") or castle. */
static const char *look_alike(uint32_t code, char before, char behind)
{
	static const struct {
		uint32_t code;
		const char *ascii;
	} letters[] = {
		{0x0410, "A"}, {0x0415, "E"}, {0x0421, "C"},
		{0x0430, "a"}, {0x0435, "e"}, {0x0441, "c"},
	};

	if (code == 0x041e)
		return before == '-' || behind == '-' ? "O" : NULL;
	for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
		if (letters[i].code == code && behind >= '1' && behind <= '9')
			return letters[i].ascii;
	}
	return NULL;
}

static bool add(struct plain *out, const char *bytes, size_t len, size_t origin)
{
	if (out->len + len >= PLAIN_MAX) {
		out->cut = true;
		return false;
	}
	for (size_t i = 0; i < len; i++) {
		out->origin[out->len] = origin;
		out->text[out->len++] = bytes[i];
	}
	return true;
}

void plain_line(const char *line, struct plain *out)
{
	size_t at = 0;

	out->len = 0;
	out->cut = false;
	while (line[at] != '\0') {
		uint32_t code = 0;
		size_t len = plain_decode(line + at, &code);
		char full_width[2];
		const char *plain = len == 0 ? "?" : equivalent(code, full_width);

		if (plain == NULL)
			plain = look_alike(code, out->len > 0 ? out->text[out->len - 1] : '\0',
					   line[at + len]);
		if (!add(out, plain ? plain : line + at, plain ? strlen(plain) : len, at))
			break;
		at += len ? len : 1;
	}
	out->origin[out->len] = at;
	out->text[out->len] = '\0';
}

size_t plain_cut(const char *text, size_t len, size_t max)
{
	if (len <= max)
		return len;
	while (max > 0 && ((unsigned char)text[max] & 0xc0) == 0x80)
		max--;
	return max;
}

size_t plain_character(const char *text)
{
	uint32_t code;
	size_t len = plain_decode(text, &code);

	return len > 0 ? len : 1;
}

size_t plain_picture(const char *text)
{
	static const struct {
		uint32_t first, last;
	} pictures[] = {
		{0x00a9, 0x00a9}, {0x00ae, 0x00ae},   {0x20d0, 0x20ff},	  {0x2122, 0x2122},
		{0x2139, 0x2139}, {0x2190, 0x2bff},   {0x3030, 0x3030},	  {0x303d, 0x303d},
		{0x3297, 0x3299}, {0x1f000, 0x1faff}, {0xe0020, 0xe007f},
	};
	uint32_t code;
	size_t len = plain_decode(text, &code);

	for (size_t i = 0; len > 0 && i < ARRAY_LEN(pictures); i++) {
		if (code >= pictures[i].first && code <= pictures[i].last)
			return len;
	}
	return 0;
}

/* What a character above ASCII is compared as: a small letter, as its code, or 0, nothing. */
static uint32_t fold(uint32_t code)
{
	/* U+00C0 to U+017F */
	static const char latin[] =
		"aaaaaaaceeeeiiiidnoooooxouuuuytsaaaaaaaceeeeiiiidnooooo/ouuuuyty"
		"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllll"
		"nnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

	if (code >= 0x00c0 && code <= 0x017f)
		return (unsigned char)latin[code - 0x00c0];
	if (code >= 0x0300 && code <= 0x036f)
		return 0;
	if (code >= 0x0218 && code <= 0x021b)
		return code < 0x021a ? 's' : 't';
	if (code == 0x0401 || code == 0x0451)
		return 0x0435;
	if (code == 0x0419 || code == 0x0439)
		return 0x0438;
	if (code >= 0x0400 && code <= 0x040f)
		return code + 0x50;
	return code >= 0x0410 && code <= 0x042f ? code + 0x20 : code;
}

/* Cyrillic letters are all that is left above ASCII and is known: two bytes each. */
static size_t encode(uint32_t code, char out[2])
{
	if (code < 0x80) {
		out[0] = (char)tolower((int)code);
		return code > 0;
	}
	if (code >= 0x800)
		code = 0x7ff;
	out[0] = (char)(0xc0 | code >> 6);
	out[1] = (char)(0x80 | (code & 0x3f));
	return 2;
}

void plain_fold(const char *word, size_t len, char *out, size_t size)
{
	size_t used = 0;

	for (size_t at = 0; at < len;) {
		uint32_t code = 0;
		size_t bytes = plain_decode(word + at, &code), more;
		char letter[2];

		at += bytes > 0 ? bytes : 1;
		more = encode(bytes > 0 ? fold(code) : '?', letter);
		if (used + more >= size)
			break;
		memcpy(out + used, letter, more);
		used += more;
	}
	out[used] = '\0';
}
