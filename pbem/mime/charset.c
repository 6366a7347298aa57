/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <glib.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "core/util/utf8.h"
#include "pbem/mime/charset.h"
#include "pbem/mime/html_tree.h"
#include "pbem/mime/quoting/join_lines.h"
#include "pbem/mime/quoting/quote_lines.h"

enum {
	NAME_MAX_LEN = 40,
	UTF7_LETTERS = 8 /* characters of base64 that contain three UTF-16 units */
};

#define REPLACEMENT "\xef\xbf\xbd"

/* The declared names that are passed to iconv, by their beginnings: those that mail programs send,
 * and no others. */
static const struct family {
	const char *start;
	const char *name; /* iconv's name, if iconv doesn't know the one in mail */
	bool shifting;	  /* its bytes may be valid UTF-8 and yet mean something else */
} families[] = {
	{"utf-7", NULL, true},
	{"unicode-1-1-utf-7", "UTF-7", true},
	{"utf-16", NULL, true},
	{"utf-32", NULL, true},
	{"ucs-2", NULL, true},
	{"iso-2022-jp", "ISO-2022-JP-2", true},
	{"iso-2022-kr", NULL, true},
	{"hz-gb-2312", "GB18030", false},
	{"iso-8859-8-", "ISO-8859-8", false},
	{"iso-8859-1", NULL, false},
	{"iso-8859-", NULL, false},
	{"iso8859-", NULL, false},
	{"latin", NULL, false},
	{"windows-874", "CP874", false},
	{"windows-", NULL, false},
	{"cp", NULL, false},
	{"x-cp125", "CP1250", false},
	{"ibm", NULL, false},
	{"koi8-", NULL, false},
	{"macintosh", NULL, false},
	{"x-mac-roman", "MACINTOSH", false},
	{"gb2312", "GB18030", false},
	{"gbk", "GB18030", false},
	{"x-gbk", "GB18030", false},
	{"gb18030", NULL, false},
	{"big5-hkscs", NULL, false},
	{"big5", "BIG5-HKSCS", false},
	{"euc-", NULL, false},
	{"x-euc-", "EUC-JP", false},
	{"shift_jis", "CP932", false},
	{"shift-jis", "CP932", false},
	{"x-sjis", "CP932", false},
	{"sjis", "CP932", false},
	{"ks_c_5601", "CP949", false},
	{"tis-620", NULL, false},
	{"viscii", NULL, false},
	{"armscii-8", NULL, false},
	{"georgian-ps", NULL, false},
};

/* Characters of windows-1252 from 80 to 9F; 0: unused. */
static const uint16_t windows[32] = {
	0x20ac, 0,	0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
	0x2039, 0x0152, 0,	0x017d, 0,	0,	0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
	0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,	0x017e, 0x0178,
};

/* ---- UTF-8 ---- */

/* Reads one character. Returns its length, or 0 if the bytes aren't a character. */
static size_t utf8_read(const char *bytes, size_t len, uint32_t *out)
{
	/* GLib takes NUL for the end of the text. */
	*out = *bytes == '\0' ? 0 : g_utf8_get_char_validated(bytes, (gssize)len);
	return *out <= 0x10ffff ? (size_t)g_utf8_skip[(unsigned char)*bytes] : 0;
}

static void utf8_add(struct strbuf *out, uint32_t point)
{
	char bytes[6];

	strbuf_add_bytes(out, bytes, (size_t)g_unichar_to_utf8(point, bytes));
}

static bool utf8_valid(const char *bytes, size_t len)
{
	size_t at = 0;

	while (at < len) {
		uint32_t point;
		size_t step = utf8_read(bytes + at, len - at, &point);

		if (step == 0)
			return false;
		at += step;
	}
	return true;
}

/* ---- other charsets ---- */

static void windows_to_utf8(const char *bytes, size_t len, struct strbuf *out)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char byte = (unsigned char)bytes[i];

		if (byte >= 0x80 && byte < 0xa0)
			utf8_add(out, windows[byte - 0x80] ? windows[byte - 0x80] : 0xfffd);
		else
			utf8_add(out, byte);
	}
}

static const struct family *family_find(const char *declared)
{
	if (declared == NULL || strlen(declared) > NAME_MAX_LEN ||
	    declared[strspn(declared,
			    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")] !=
		    '\0')
		return NULL;
	for (size_t i = 0; i < ARRAY_LEN(families); i++) {
		if (strncasecmp(declared, families[i].start, strlen(families[i].start)) == 0)
			return &families[i];
	}
	return NULL;
}

/* Reports whether text with this charset is really windows-1252, since programs declare
 * windows-1252 as Latin-1. */
static bool is_windows(const char *declared)
{
	return strcasecmp(declared, "iso-8859-1") == 0 || strcasecmp(declared, "iso8859-1") == 0 ||
	       strcasecmp(declared, "latin1") == 0 || strcasecmp(declared, "windows-1252") == 0;
}

/* Converts the bytes. Returns false if iconv doesn't know the charset. */
static bool convert_by_iconv(const char *bytes, size_t len, const char *charset, struct strbuf *out)
{
	iconv_t state = iconv_open("UTF-8", charset);
	char *in = (char *)(uintptr_t)bytes;

	if (state == (iconv_t)-1)
		return false;
	while (len > 0) {
		char chunk[4096], *to = chunk;
		size_t room = sizeof chunk;
		size_t rc = iconv(state, &in, &len, &to, &room);

		strbuf_add_bytes(out, chunk, sizeof chunk - room);
		if (rc == (size_t)-1 && errno != E2BIG) {
			strbuf_add(out, REPLACEMENT);
			in++;
			len--;
		}
	}
	iconv_close(state);
	return true;
}

/* ---- charsets of two and four bytes, and of seven bits ---- */

/* Counts the zero bytes at places that leave the remainder `place` when divided by `of`. */
static size_t count_zeros(const char *bytes, size_t len, size_t place, size_t of)
{
	size_t count = 0;

	for (size_t i = place; i < len; i += of)
		count += bytes[i] == '\0';
	return count;
}

static bool starts_with_bytes(const char *bytes, size_t len, const char *mark, size_t mark_len)
{
	return len >= mark_len && memcmp(bytes, mark, mark_len) == 0;
}

/* Returns the charset that a byte order mark shows, or NULL if there is none. The mark of UTF-8
 * doesn't matter here. */
static const char *charset_of_mark(const char *bytes, size_t len)
{
	static const struct {
		const char *bytes;
		size_t len;
		const char *name;
	} marks[] = {
		{"\xff\xfe\0\0", 4, "UTF-32LE"},
		{"\0\0\xfe\xff", 4, "UTF-32BE"},
		{"\xff\xfe", 2, "UTF-16LE"},
		{"\xfe\xff", 2, "UTF-16BE"},
	};

	for (size_t i = 0; i < ARRAY_LEN(marks); i++) {
		if (starts_with_bytes(bytes, len, marks[i].bytes, marks[i].len))
			return marks[i].name;
	}
	return NULL;
}

/* Returns the charset with two or four bytes per character that the bytes can be in. The positions
 * of most zeros show which half of a character is the high one. Returns NULL if there is no zero,
 * because each line end in such a charset has one. */
static const char *guess_wide_charset(const char *bytes, size_t len, bool four)
{
	const size_t even = count_zeros(bytes, len, 0, 2), odd = count_zeros(bytes, len, 1, 2);
	const char *mark = charset_of_mark(bytes, len);

	if (mark != NULL)
		return mark;
	if (even + odd == 0)
		return NULL;
	if (four && 2 * (even + odd) > len)
		return count_zeros(bytes, len, 0, 4) > count_zeros(bytes, len, 3, 4) ? "UTF-32BE"
										     : "UTF-32LE";
	return even > odd ? "UTF-16BE" : "UTF-16LE";
}

/* Reports whether each "+" is followed by what UTF-7 has there (RFC 2152): "Nf3+ Kd7" isn't UTF-7,
 * whatever is declared. */
static bool is_utf7(const char *bytes, size_t len)
{
	static const char base64[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < len; i++) {
		size_t run = 0;

		if (bytes[i] != '+')
			continue;
		i++;
		while (i + run < len && bytes[i + run] != '\0' &&
		       strchr(base64, bytes[i + run]) != NULL)
			run++;
		/* With 16 bits per unit, 3 letters contain one unit, 6 contain two, 8 contain
		 * three. */
		if (run == 0 ? i >= len || bytes[i] != '-'
			     : run % UTF7_LETTERS != 0 && run % UTF7_LETTERS != 3 &&
				       run % UTF7_LETTERS != 6)
			return false;
		i += run > 0 ? run - 1 : 0;
	}
	return true;
}

static bool name_starts_with(const char *name, const char *start)
{
	return strncasecmp(name, start, strlen(start)) == 0;
}

/* Returns the charset for iconv, given the declared one, or NULL if the bytes can't be in it. */
static const char *usable_charset(const char *bytes, size_t len, const char *declared,
				  const struct family *family)
{
	if (name_starts_with(declared, "utf-16") || name_starts_with(declared, "ucs-2"))
		return guess_wide_charset(bytes, len, false);
	if (name_starts_with(declared, "utf-32"))
		return guess_wide_charset(bytes, len, true);
	if ((name_starts_with(declared, "utf-7") ||
	     name_starts_with(declared, "unicode-1-1-utf-7")) &&
	    !is_utf7(bytes, len))
		return NULL;
	/* The shifting charsets have seven bits, and shift by an escape or a shift character. */
	if (name_starts_with(declared, "iso-2022-") && memchr(bytes, '\033', len) == NULL &&
	    memchr(bytes, '\016', len) == NULL)
		return NULL;
	return family->name != NULL ? family->name : declared;
}

static void to_utf8(const char *bytes, size_t len, const char *declared, struct strbuf *out)
{
	const struct family *family = family_find(declared);
	bool valid = utf8_valid(bytes, len);
	const char *name = NULL;

	if (valid && (family == NULL || !family->shifting)) {
		strbuf_add_bytes(out, bytes, len);
		return;
	}
	if (!valid && memchr(bytes, '\0', len) != NULL)
		name = charset_of_mark(bytes, len);
	if (name == NULL && family != NULL && !is_windows(declared))
		name = usable_charset(bytes, len, declared, family);
	if (name != NULL && convert_by_iconv(bytes, len, name, out))
		return;
	if (valid)
		strbuf_add_bytes(out, bytes, len);
	else
		windows_to_utf8(bytes, len, out);
}

/* Opens the charsets for which the C library has files, some of which contain several charsets.
 * EBCDIC and similar charsets are left out, because no mail uses them. */
void charset_open_all(void)
{
	static const char *const names[] = {
		"UTF-7",       "UTF-16",      "UTF-16LE",    "UTF-16BE",    "UTF-32",
		"UTF-32LE",    "UTF-32BE",    "UCS-2",	     "ISO-2022-JP", "ISO-2022-JP-2",
		"ISO-2022-KR", "GB18030",     "ISO-8859-1",  "ISO-8859-2",  "ISO-8859-3",
		"ISO-8859-4",  "ISO-8859-5",  "ISO-8859-6",  "ISO-8859-7",  "ISO-8859-8",
		"ISO-8859-9",  "ISO-8859-10", "ISO-8859-11", "ISO-8859-13", "ISO-8859-14",
		"ISO-8859-15", "ISO-8859-16", "CP874",	     "CP1250",	    "CP1251",
		"CP1252",      "CP1253",      "CP1254",	     "CP1255",	    "CP1256",
		"CP1257",      "CP1258",      "IBM437",	     "CP737",	    "CP775",
		"IBM850",      "IBM852",      "IBM855",	     "IBM857",	    "CP858",
		"IBM860",      "IBM861",      "IBM862",	     "IBM863",	    "IBM864",
		"IBM865",      "IBM866",      "IBM869",	     "KOI8-R",	    "KOI8-U",
		"MACINTOSH",   "BIG5-HKSCS",  "BIG5",	     "EUC-JP",	    "EUC-KR",
		"EUC-CN",      "EUC-TW",      "GBK",	     "CP932",	    "SHIFT_JIS",
		"CP949",       "TIS-620",     "VISCII",	     "ARMSCII-8",   "GEORGIAN-PS",
	};
	static iconv_t open_ones[ARRAY_LEN(names)];

	for (size_t i = 0; i < ARRAY_LEN(names); i++)
		open_ones[i] = iconv_open("UTF-8", names[i]);
	(void)open_ones;
}

/* ---- permitted characters ---- */

static bool is_blank(uint32_t point)
{
	return point == '\t' || point == 0xa0 || point == 0x1680 ||
	       (point >= 0x2000 && point <= 0x200a) || point == 0x202f || point == 0x205f ||
	       point == 0x3000;
}

/* Reports whether a character only ends lines: vertical tab, form feed, NEL, U+2028 and U+2029. */
static bool is_separator(uint32_t point)
{
	return point == '\v' || point == '\f' || point == 0x85 || point == 0x2028 ||
	       point == 0x2029;
}

static bool is_newline(uint32_t point)
{
	return point == '\n' || point == '\r' || is_separator(point);
}

/* Reports whether a character is invisible: controls, soft hyphens, zero-width and direction marks,
 * byte order marks, non-characters. */
static bool is_invisible(uint32_t point)
{
	return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0xad || point == 0x61c ||
	       point == 0x180e || (point >= 0x200b && point <= 0x200f) ||
	       (point >= 0x202a && point <= 0x202e) || (point >= 0x2060 && point <= 0x206f) ||
	       point == 0xfeff || (point >= 0xfff9 && point <= 0xfffb) ||
	       (point & 0xfffe) == 0xfffe || (point >= 0xe0000 && point <= 0xe0fff);
}

/* Returns how many bytes of printable ASCII begin here. */
static size_t ascii_run_length(const char *bytes, size_t len)
{
	size_t run = 0;

	while (run < len && bytes[run] >= 0x20 && bytes[run] < 0x7f)
		run++;
	return run;
}

static bool begins_line(const struct strbuf *out)
{
	return out->len == 0 || out->bytes[out->len - 1] == '\n' ||
	       out->bytes[out->len - 1] == '\t';
}

/* A text that is being cleaned. */
struct cleaning {
	struct strbuf *out;
	enum charset_form form;
	bool has_lf; /* without LF, CR ends its lines */
	bool quoted; /* the quoted line that was last broken continues */
};

/* Reports whether the last line begins with a tab or another mark of a quote. */
static bool in_quote(const struct strbuf *out)
{
	const char *newline = memrchr(out->bytes, '\n', out->len);
	const char *line = newline != NULL ? newline + 1 : out->bytes;

	return *line == '\t' ||
	       quote_is_quoted((struct span){line, out->len - (size_t)(line - out->bytes)});
}

/* Takes a line end at `at`, and returns its length. A program that breaks a quoted line by any
 * character except LF puts no mark before the rest, which may be an old order, so the rest stays in
 * the quote. But in a text without LF, CR ends lines, and an empty line ends a quote. */
static size_t add_newline(struct cleaning *cleaning, const char *at, size_t len)
{
	uint32_t point, next = '\n';
	size_t step = utf8_read(at, len, &point);

	if (cleaning->form == CHARSET_PAGE && is_separator(point)) {
		strbuf_add(cleaning->out, HTML_SEPARATOR);
		return step;
	}
	if (point == '\r' && len > 1 && at[1] == '\n')
		step = 2;
	else if (point != '\n' && (point != '\r' || cleaning->has_lf))
		utf8_read(at + step, len - step, &next);
	if (is_newline(next))
		cleaning->quoted = false;
	else if (!cleaning->quoted)
		cleaning->quoted = in_quote(cleaning->out);
	strbuf_add_char(cleaning->out, cleaning->quoted ? ' ' : '\n');
	return step;
}

/* Cleans valid UTF-8. */
static void clean_text(const char *bytes, size_t len, enum charset_form form, struct strbuf *out)
{
	bool has_lf = len > 1 && memchr(bytes, '\n', len - 1) != NULL;
	struct cleaning cleaning = {out, form, has_lf, false};
	size_t at = 0;

	while (at < len) {
		size_t step = ascii_run_length(bytes + at, len - at);
		uint32_t point;

		if (step > 0) {
			strbuf_add_bytes(out, bytes + at, step);
			at += step;
			continue;
		}
		step = utf8_read(bytes + at, len - at, &point);
		if (step == 0) {
			/* This happens only if a limit has cut a character in two. */
			step = 1;
		} else if (is_newline(point)) {
			step = add_newline(&cleaning, bytes + at, len - at);
		} else if (point == '\t' && begins_line(out)) {
			/* A tab may be the mark of a quote. */
			strbuf_add_char(out, '\t');
		} else if (is_blank(point)) {
			strbuf_add_char(out, ' ');
		} else if (!is_invisible(point) ||
			   (form == CHARSET_MARKED && point == QUOTE_JOIN)) {
			strbuf_add_bytes(out, bytes + at, step);
		}
		at += step;
	}
}

char *charset_text_as(const char *bytes, size_t len, const char *declared, enum charset_form form)
{
	struct strbuf decoded, out;

	strbuf_init(&decoded, 0);
	strbuf_init(&out, 0);
	to_utf8(bytes, len, declared, &decoded);
	clean_text(decoded.bytes, decoded.len, form, &out);
	strbuf_done(&decoded);
	return out.bytes;
}

char *charset_text(const char *bytes, size_t len, const char *declared)
{
	return charset_text_as(bytes, len, declared, CHARSET_PLAIN);
}

char *charset_line(const char *bytes, size_t max)
{
	char *text = charset_text(bytes, strlen(bytes), NULL);
	size_t len = 0;

	for (const char *from = text; *from != '\0'; from++) {
		char c = *from == '\n' || *from == '\t' ? ' ' : *from;

		if (c != ' ' || (len > 0 && text[len - 1] != ' '))
			text[len++] = c;
	}
	len = utf8_cut(text, len, max);
	while (len > 0 && text[len - 1] == ' ')
		len--;
	text[len] = '\0';
	return text;
}
