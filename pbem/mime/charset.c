/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <glib.h>

#include "core/base/base.h"
#include "core/base/plain.h"
#include "core/base/text.h"
#include "pbem/reading/charset.h"
#include "pbem/reading/reply/reply_lines.h"

enum { NAME_MAX_LEN = 40 };

#define REPLACEMENT "\xef\xbf\xbd"

/* The declared names we hand to iconv, by their beginnings: what mail programs send, no more. */
static const struct family {
	const char *start;
	const char *name; /* iconv's, when it doesn't know the mail's */
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

/* windows-1252, 80 to 9F; 0: not used. */
static const uint16_t windows[32] = {
	0x20ac, 0,	0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
	0x2039, 0x0152, 0,	0x017d, 0,	0,	0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
	0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,	0x017e, 0x0178,
};

/* ---- UTF-8 ---- */

/* Reads one character; its length, or 0 when the bytes are none. */
static size_t utf8_read(const char *bytes, size_t len, uint32_t *out)
{
	/* GLib takes NUL for the text's end. */
	*out = *bytes == '\0' ? 0 : g_utf8_get_char_validated(bytes, (gssize)len);
	return *out <= 0x10ffff ? (size_t)g_utf8_skip[(unsigned char)*bytes] : 0;
}

static void utf8_add(struct text *out, uint32_t point)
{
	char bytes[6];

	text_add_bytes(out, bytes, (size_t)g_unichar_to_utf8(point, bytes));
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

static void windows_to_utf8(const char *bytes, size_t len, struct text *out)
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

/* Latin-1 as declared is windows-1252 as sent. */
static bool is_windows(const char *declared)
{
	return strcasecmp(declared, "iso-8859-1") == 0 || strcasecmp(declared, "iso8859-1") == 0 ||
	       strcasecmp(declared, "latin1") == 0 || strcasecmp(declared, "windows-1252") == 0;
}

/* False when iconv doesn't know the charset. */
static bool convert(const char *bytes, size_t len, const char *charset, struct text *out)
{
	iconv_t state = iconv_open("UTF-8", charset);
	char *in = (char *)(uintptr_t)bytes;

	if (state == (iconv_t)-1)
		return false;
	while (len > 0) {
		char chunk[4096], *to = chunk;
		size_t room = sizeof chunk;
		size_t rc = iconv(state, &in, &len, &to, &room);

		text_add_bytes(out, chunk, sizeof chunk - room);
		if (rc == (size_t)-1 && errno != E2BIG) {
			text_add(out, REPLACEMENT);
			in++;
			len--;
		}
	}
	iconv_close(state);
	return true;
}

static void to_utf8(const char *bytes, size_t len, const char *declared, struct text *out)
{
	const struct family *family = family_find(declared);
	bool valid = utf8_valid(bytes, len);

	if (valid && (family == NULL || !family->shifting)) {
		text_add_bytes(out, bytes, len);
		return;
	}
	if (family != NULL && !is_windows(declared) &&
	    convert(bytes, len, family->name ? family->name : declared, out))
		return;
	if (valid)
		text_add_bytes(out, bytes, len);
	else
		windows_to_utf8(bytes, len, out);
}

/* What the C library has in files of its own, a charset or several in each. EBCDIC and the like are
 * not among them: there is no mail in them. */
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

/* ---- what may stay ---- */

static bool is_blank(uint32_t point)
{
	return point == '\t' || point == 0xa0 || point == 0x1680 ||
	       (point >= 0x2000 && point <= 0x200a) || point == 0x202f || point == 0x205f ||
	       point == 0x3000;
}

static bool is_newline(uint32_t point)
{
	return point == '\n' || point == '\r' || point == 0x85 || point == 0x2028 ||
	       point == 0x2029;
}

/* Controls, soft hyphens, zero-width and direction marks, byte order marks, non-characters. */
static bool is_invisible(uint32_t point)
{
	return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0xad || point == 0x61c ||
	       point == 0x180e || (point >= 0x200b && point <= 0x200f) ||
	       (point >= 0x202a && point <= 0x202e) || (point >= 0x2060 && point <= 0x206f) ||
	       point == 0xfeff || (point >= 0xfff9 && point <= 0xfffb) ||
	       (point & 0xfffe) == 0xfffe || (point >= 0xe0000 && point <= 0xe0fff);
}

/* How many bytes of plain ASCII begin here. */
static size_t plain_run(const char *bytes, size_t len)
{
	size_t run = 0;

	while (run < len && bytes[run] >= 0x20 && bytes[run] < 0x7f)
		run++;
	return run;
}

static bool begins_line(const struct text *out)
{
	return out->len == 0 || out->bytes[out->len - 1] == '\n' ||
	       out->bytes[out->len - 1] == '\t';
}

/* A text as it is cleaned. */
struct cleaning {
	struct text *out;
	bool has_lf; /* or CR ends its lines */
	bool quoted; /* what was broken last, and goes on */
};

/* Whether a tab, or what else marks a quote, stands where the last line begins. */
static bool in_quote(const struct text *out)
{
	const char *newline = memrchr(out->bytes, '\n', out->len);
	const char *line = newline != NULL ? newline + 1 : out->bytes;

	return *line == '\t' ||
	       reply_is_quoted((struct span){line, out->len - (size_t)(line - out->bytes)});
}

/*
 * Takes in the end of a line that begins at `at`, and returns its length. Who breaks a quoted line
 * by anything but LF has set no mark in front of what follows, which may be an order of before: it
 * stays in the quote. But where there is no LF, CR is what ends lines; and a blank line ends a
 * quote.
 */
static size_t add_newline(struct cleaning *cleaning, const char *at, size_t len)
{
	uint32_t point, next = '\n';
	size_t step = utf8_read(at, len, &point);

	if (point == '\r' && len > 1 && at[1] == '\n')
		step = 2;
	else if (point != '\n' && (point != '\r' || cleaning->has_lf))
		utf8_read(at + step, len - step, &next);
	if (is_newline(next))
		cleaning->quoted = false;
	else if (!cleaning->quoted)
		cleaning->quoted = in_quote(cleaning->out);
	text_add_char(cleaning->out, cleaning->quoted ? ' ' : '\n');
	return step;
}

/* Valid UTF-8 in. */
static void clean(const char *bytes, size_t len, struct text *out)
{
	bool has_lf = len > 1 && memchr(bytes, '\n', len - 1) != NULL;
	struct cleaning cleaning = {out, has_lf, false};
	size_t at = 0;

	while (at < len) {
		size_t step = plain_run(bytes + at, len - at);
		uint32_t point;

		if (step > 0) {
			text_add_bytes(out, bytes + at, step);
			at += step;
			continue;
		}
		step = utf8_read(bytes + at, len - at, &point);
		if (step == 0) {
			/* Only when a limit cut a character in two. */
			step = 1;
		} else if (is_newline(point)) {
			step = add_newline(&cleaning, bytes + at, len - at);
		} else if (point == '\t' && begins_line(out)) {
			/* It may be the mark of a quote. */
			text_add_char(out, '\t');
		} else if (is_blank(point)) {
			text_add_char(out, ' ');
		} else if (!is_invisible(point)) {
			text_add_bytes(out, bytes + at, step);
		}
		at += step;
	}
}

char *charset_text(const char *bytes, size_t len, const char *declared)
{
	struct text decoded, out;

	text_init(&decoded, 0);
	text_init(&out, 0);
	to_utf8(bytes, len, declared, &decoded);
	clean(decoded.bytes, decoded.len, &out);
	text_done(&decoded);
	return out.bytes;
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
	len = plain_cut(text, len, max);
	while (len > 0 && text[len - 1] == ' ')
		len--;
	text[len] = '\0';
	return text;
}
