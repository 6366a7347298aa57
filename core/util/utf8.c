/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"

/* The text that replaces the characters from first to last; "" removes them. */
static const struct {
	uint32_t first, last;
	const char *ascii;
} equivalents[] = {
	{0x0080, 0x009f, " "},			       /* controls */
	{0x00a0, 0x00a0, " "},			       /* no-break space */
	{0x00a1, 0x00a1, " "},	{0x00bf, 0x00bf, " "}, /* Spanish sentences begin with these */
	{0x00ab, 0x00ab, "\""}, {0x00ad, 0x00ad, ""},  /* soft hyphen */
	{0x00b4, 0x00b4, "'"},	{0x00b7, 0x00b7, "*"}, /* middle dot */
	{0x00bb, 0x00bb, "\""}, {0x00d7, 0x00d7, "x"}, /* multiplication sign */
	{0x060c, 0x060c, ","},	{0x061b, 0x061b, ";"}, /* Arabic and Urdu */
	{0x061f, 0x061f, "?"},	{0x066a, 0x066a, "%"},
	{0x06d4, 0x06d4, "."},	{0x0964, 0x0965, "."},
	{0x1362, 0x1362, "."}, /* danda; Ethiopic full stop */
	{0x0589, 0x0589, "."},	{0x037e, 0x037e, ";"},
	{0x0387, 0x0387, ";"},	{0x1680, 0x1680, " "},
	{0x2000, 0x200a, " "},	{0x200b, 0x200f, ""}, /* zero width, direction marks */
	{0x2010, 0x2015, "-"},	{0x2018, 0x201b, "'"},
	{0x201c, 0x201f, "\""}, {0x2022, 0x2022, "*"}, /* bullet */
	{0x2016, 0x2017, " "},	{0x2020, 0x2021, " "},
	{0x2023, 0x2023, "*"},	{0x2024, 0x2024, "."},
	{0x2025, 0x2025, ".."}, {0x2026, 0x2026, "..."},
	{0x2028, 0x2029, " "},	{0x202a, 0x202e, ""},
	{0x202f, 0x202f, " "},	{0x2032, 0x2032, "'"},
	{0x2033, 0x2033, "\""}, {0x2034, 0x2038, " "},
	{0x2039, 0x203a, "\""}, {0x203c, 0x203c, "!!"},
	{0x203d, 0x203d, "?"},	{0x2047, 0x2047, "??"},
	{0x2048, 0x2048, "?!"}, {0x2049, 0x2049, "!?"},
	{0x2044, 0x2044, "/"},	{0x2043, 0x2043, "-"},
	{0x205f, 0x205f, " "},	{0x2060, 0x2069, ""},
	{0x2192, 0x2192, "-"},			       /* an arrow between two squares */
	{0x2212, 0x2212, "-"},	{0x2654, 0x2654, "K"}, /* figurines, white and black */
	{0x2655, 0x2655, "Q"},	{0x2656, 0x2656, "R"},
	{0x2657, 0x2657, "B"},	{0x2658, 0x2658, "N"},
	{0x2659, 0x2659, "P"},	{0x265a, 0x265a, "K"},
	{0x265b, 0x265b, "Q"},	{0x265c, 0x265c, "R"},
	{0x265d, 0x265d, "B"},	{0x265e, 0x265e, "N"},
	{0x265f, 0x265f, "P"},	{0x2715, 0x2715, "x"},
	{0x275b, 0x2760, "\""}, {0x2768, 0x2775, "\""},
	{0x27e6, 0x27ef, "\""}, {0x2e00, 0x2e0f, "\""},
	{0x2e3a, 0x2e3b, "-"},	{0x2e40, 0x2e40, "-"},
	{0x3001, 0x3001, ","},	{0x3002, 0x3002, "."}, /* Chinese and Japanese */
	{0x3008, 0x3011, "\""}, {0x3014, 0x301b, "\""},
	{0x301c, 0x301c, "-"},	{0x301d, 0x301f, "\""},
	{0x30a0, 0x30a0, "-"},	{0x30fb, 0x30fb, "*"},
	{0x30fc, 0x30fc, "-"},	{0x3161, 0x3161, "-"},
	{0xfe10, 0xfe10, ","},	{0xfe12, 0xfe12, "."},
	{0xfe30, 0xfe32, "-"},	{0xfe35, 0xfe48, "\""},
	{0xfe50, 0xfe51, ","},	{0xfe52, 0xfe52, "."},
	{0xfe54, 0xfe54, ";"},	{0xfe55, 0xfe55, ":"},
	{0xfe56, 0xfe56, "?"},	{0xfe57, 0xfe57, "!"},
	{0xfe59, 0xfe5e, "\""}, {0xff5f, 0xff60, "\""},
	{0xff61, 0xff61, "."},	{0xff62, 0xff63, "\""},
	{0xff64, 0xff64, ","},	{0xff65, 0xff65, "*"},
	{0xff70, 0xff70, "-"},	{0x3000, 0x3000, " "},
	{0xfe00, 0xfe0f, ""}, /* variation selectors */
	{0xfe58, 0xfe58, "-"},	{0xfe63, 0xfe63, "-"},
	{0xfeff, 0xfeff, ""},
};

size_t utf8_decode(const char *string, uint32_t *code_out)
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
		return 0; /* longer than necessary, beyond Unicode, or half of a surrogate pair */
	*code_out = code;
	return len;
}

/* Reads a digit of another script. Each row of digits begins with 0. */
static bool is_digit_elsewhere(uint32_t code, char *digit_out)
{
	static const uint32_t zeros[] = {
		0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66,
		0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0de6, 0x0e50, 0x0ed0, 0x0f20,
		0x1040, 0x17e0, 0x1810, 0x2070, 0x2080, 0xa620, 0xabf0, 0x1fbf0,
	};

	for (size_t i = 0; i < ARRAY_LEN(zeros); i++)
		if (code >= zeros[i] && code <= zeros[i] + 9) {
			*digit_out = (char)('0' + (code - zeros[i]));
			return code != 0x2071; /* superscript i */
		}
	*digit_out = code == 0xb9 ? '1' : code == 0xb2 ? '2' : code == 0xb3 ? '3' : '\0';
	if (code >= 0x1d7ce && code <= 0x1d7ff)
		*digit_out = (char)('0' + (code - 0x1d7ce) % 10);
	if (code >= 0x2460 && code <= 0x2468)
		*digit_out = (char)('1' + (code - 0x2460));
	return *digit_out != '\0';
}

/*
 * Reads a letter in mathematical styles, script, circles or squares, which programs for decorated
 * text write.
 */
static bool is_letter_elsewhere(uint32_t code, char *letter_out)
{
	static const struct {
		uint32_t code;
		char letter;
	} holes[] = {
		{0x2102, 'C'}, {0x210a, 'g'}, {0x210b, 'H'}, {0x210c, 'H'}, {0x210d, 'H'},
		{0x210e, 'h'}, {0x2110, 'I'}, {0x2112, 'L'}, {0x2115, 'N'}, {0x2119, 'P'},
		{0x211a, 'Q'}, {0x211b, 'R'}, {0x211c, 'R'}, {0x211d, 'R'}, {0x212a, 'K'},
		{0x212c, 'B'}, {0x212d, 'C'}, {0x212f, 'e'}, {0x2130, 'E'}, {0x2131, 'F'},
		{0x2133, 'M'}, {0x2134, 'o'}, {0x2146, 'd'}, {0x2147, 'e'}, {0x2148, 'i'},
	};
	static const uint32_t capitals[] = {0x1f130, 0x1f150};

	*letter_out = '\0';
	if (code >= 0x1d400 && code <= 0x1d6a3) {
		uint32_t at = (code - 0x1d400) % 52;

		*letter_out = (char)(at < 26 ? 'A' + at : 'a' + (at - 26));
	}
	if (code >= 0x24b6 && code <= 0x24e9)
		*letter_out = (char)(code < 0x24d0 ? 'A' + (code - 0x24b6) : 'a' + (code - 0x24d0));
	for (size_t i = 0; i < ARRAY_LEN(capitals); i++)
		if (code >= capitals[i] && code < capitals[i] + 26)
			*letter_out = (char)('A' + (code - capitals[i]));
	for (size_t i = 0; i < ARRAY_LEN(holes); i++)
		if (holes[i].code == code)
			*letter_out = holes[i].letter;
	return *letter_out != '\0';
}

/* Returns the plain form of a character, or NULL if it stays as it is. */
static const char *plain_equivalent(uint32_t code, char full_width[2])
{
	full_width[1] = '\0';
	if (code < 0x20 || code == 0x7f)
		return " ";
	if (code < 0x80)
		return NULL;
	if (code >= 0xff01 && code <= 0xff5e) {
		full_width[0] = (char)(code - 0xfee0);
		return full_width;
	}
	if (is_digit_elsewhere(code, full_width) || is_letter_elsewhere(code, full_width))
		return full_width;
	for (size_t i = 0; i < ARRAY_LEN(equivalents); i++) {
		if (code >= equivalents[i].first && code <= equivalents[i].last)
			return equivalents[i].ascii;
	}
	return NULL;
}

/*
 * Returns the Latin letter that a Cyrillic or Greek letter looks like, in squares ("е5" is "e5") or
 * castling.
 */
static const char *latin_look_alike(uint32_t code, char before, char behind)
{
	static const struct {
		uint32_t code;
		const char *ascii;
	} letters[] = {
		{0x0410, "A"}, {0x0415, "E"}, {0x0421, "C"}, {0x0430, "a"}, {0x0435, "e"},
		{0x0441, "c"}, {0x0391, "A"}, {0x0395, "E"}, {0x03b1, "a"}, {0x03b5, "e"},
	};

	if (code == 0x041e)
		return before == '-' || behind == '-' ? "O" : NULL;
	for (size_t i = 0; i < ARRAY_LEN(letters); i++) {
		if (letters[i].code == code && behind >= '1' && behind <= '9')
			return letters[i].ascii;
	}
	return NULL;
}

static bool append_bytes(struct utf8 *out, const char *bytes, size_t len, size_t origin)
{
	if (out->len + len >= UTF8_MAX) {
		out->cut = true;
		return false;
	}
	for (size_t i = 0; i < len; i++) {
		out->origin[out->len] = origin;
		out->text[out->len++] = bytes[i];
	}
	return true;
}

void utf8_line(const char *line, struct utf8 *out)
{
	size_t at = 0;

	out->len = 0;
	out->cut = false;
	while (line[at] != '\0') {
		uint32_t code = 0;
		size_t len = utf8_decode(line + at, &code);
		char full_width[2];
		const char *plain = len == 0 ? "?" : plain_equivalent(code, full_width);

		if (plain == NULL)
			plain = latin_look_alike(code,
						 out->len > 0 ? out->text[out->len - 1] : '\0',
						 line[at + len]);
		if (!append_bytes(out, plain ? plain : line + at, plain ? strlen(plain) : len, at))
			break;
		at += len ? len : 1;
	}
	out->origin[out->len] = at;
	out->text[out->len] = '\0';
}

/*
 * Returns what replaces a character that the line may not contain ("": nothing), or NULL if it may.
 */
static const char *replacement_for(uint32_t code)
{
	if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x2028 || code == 0x2029)
		return " ";
	if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
	    code == 0xfeff)
		return "";
	return NULL;
}

char *utf8_clean_line(const char *written)
{
	struct strbuf said;

	strbuf_init(&said, 0);
	while (*written != '\0') {
		uint32_t code = 0;
		size_t len = utf8_decode(written, &code);
		const char *instead = len == 0 ? "?" : replacement_for(code);

		if (instead != NULL)
			strbuf_add(&said, said.len == 0 && *instead == ' ' ? "" : instead);
		else if (code != ' ' || said.len > 0)
			strbuf_add_bytes(&said, written, len);
		written += len > 0 ? len : 1;
	}
	while (said.len > 0 && said.bytes[said.len - 1] == ' ')
		said.bytes[--said.len] = '\0';
	return strbuf_take(&said);
}

size_t utf8_cut(const char *text, size_t len, size_t max)
{
	if (len <= max)
		return len;
	while (max > 0 && ((unsigned char)text[max] & 0xc0) == 0x80)
		max--;
	return max;
}

size_t utf8_character(const char *text)
{
	uint32_t code;
	size_t len = utf8_decode(text, &code);

	return len > 0 ? len : 1;
}

size_t utf8_picture(const char *text)
{
	static const struct {
		uint32_t first, last;
	} pictures[] = {
		{0x00a9, 0x00a9}, {0x00ae, 0x00ae},   {0x20d0, 0x20ff},	  {0x2122, 0x2122},
		{0x2139, 0x2139}, {0x2190, 0x2bff},   {0x3030, 0x3030},	  {0x303d, 0x303d},
		{0x3297, 0x3299}, {0x1f000, 0x1faff}, {0xe0020, 0xe007f},
	};
	uint32_t code;
	size_t len = utf8_decode(text, &code);

	for (size_t i = 0; len > 0 && i < ARRAY_LEN(pictures); i++) {
		if (code >= pictures[i].first && code <= pictures[i].last)
			return len;
	}
	return 0;
}

/*
 * Returns the character with which one above ASCII is compared: a small letter, or 0 for nothing.
 */
static uint32_t fold_character(uint32_t code)
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

/* Encodes a folded character. Above ASCII only Cyrillic letters are known, of two bytes each. */
static size_t encode_folded(uint32_t code, char out[2])
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

void utf8_fold(const char *word, size_t len, char *out, size_t size)
{
	size_t used = 0;

	for (size_t at = 0; at < len;) {
		uint32_t code = 0;
		size_t bytes = utf8_decode(word + at, &code), more;
		char letter[2];

		at += bytes > 0 ? bytes : 1;
		more = encode_folded(bytes > 0 ? fold_character(code) : '?', letter);
		if (used + more >= size)
			break;
		memcpy(out + used, letter, more);
		used += more;
	}
	out[used] = '\0';
}

bool utf8_is_active(uint32_t code)
{
	return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x61c ||
	       (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069);
}

void utf8_show(struct strbuf *out, const char *bytes, size_t len, bool lines)
{
	for (size_t at = 0, step; at < len; at += step) {
		const size_t left = len - at < 4 ? len - at : 4;
		char character[5] = "";
		uint32_t code = 0;

		memcpy(character, bytes + at, left);
		step = bytes[at] == '\0' ? 1 : utf8_decode(character, &code);
		if (step == 0) {
			step = 1;
			strbuf_addf(out, "\\x%02X", (unsigned)(unsigned char)bytes[at]);
		} else if (utf8_is_active(code) && code != '\t' && !(lines && code == '\n')) {
			strbuf_addf(out, "\\u{%X}", (unsigned)code);
		} else {
			strbuf_add_bytes(out, bytes + at, step);
		}
	}
}
