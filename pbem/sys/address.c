/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <glib.h>

#include "core/util/base.h"
#include "core/util/strbuf.h"
#include "pbem/sys/address.h"

enum {
	LOCAL_PART_MAX = 64,
	LABEL_MAX = 63,		    /* RFC 1035 2.3.4 */
	TEXT_MAX = 4 * ADDRESS_MAX, /* a longer text never becomes an address */
};

static bool is_ascii(const char *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)text[i] >= 0x80)
			return false;
	return true;
}

/* Reports whether all characters beyond ASCII are visible letters, digits, marks or signs. */
static bool are_visible(const char *text, size_t len)
{
	if (!g_utf8_validate(text, (gssize)len, NULL))
		return false;
	for (const char *at = text; at < text + len; at = g_utf8_next_char(at))
		if ((unsigned char)*at >= 0x80 && !g_unichar_isgraph(g_utf8_get_char(at)))
			return false;
	return true;
}

bool address_is_good(const char *address)
{
	const char *at = strchr(address, '@');
	size_t len = strlen(address);

	if (at == NULL || at == address || at[1] == '\0' || strchr(at + 1, '@') != NULL)
		return false;
	if (at - address > LOCAL_PART_MAX || len > ADDRESS_MAX)
		return false;
	for (const char *c = address; *c != '\0'; c++)
		if ((unsigned char)*c <= ' ' || *c == 0x7f || strchr("<>()[]\",:;\\", *c) != NULL)
			return false;
	return is_ascii(at, strlen(at)) && are_visible(address, (size_t)(at - address));
}

bool address_is_ascii(const char *address)
{
	return is_ascii(address, strlen(address));
}

/* ---- Punycode (RFC 3492) ---- */

enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, FIRST_BIAS = 72, FIRST = 128 };

/* Adapts the bias (section 6.1). */
static uint32_t adapt_bias(uint32_t delta, uint32_t count, bool first)
{
	uint32_t k = 0;

	delta = first ? delta / DAMP : delta / 2;
	delta += delta / count;
	for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
		delta /= BASE - T_MIN;
	return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

/* Adds one number, with digits of growing weight (section 3.3). */
static void add_number(uint32_t number, uint32_t bias, struct strbuf *out)
{
	static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";

	for (uint32_t k = BASE;; k += BASE) {
		const uint32_t t = k <= bias ? T_MIN : k >= bias + T_MAX ? T_MAX : k - bias;

		if (number < t)
			break;
		strbuf_add_char(out, digits[t + (number - t) % (BASE - t)]);
		number = (number - t) / (BASE - t);
	}
	strbuf_add_char(out, digits[number]);
}

/* Returns the smallest character of the label that isn't less than `least`. */
static uint32_t next_of(const uint32_t *label, size_t len, uint32_t least)
{
	uint32_t next = UINT32_MAX;

	for (size_t i = 0; i < len; i++)
		if (label[i] >= least && label[i] < next)
			next = label[i];
	return next;
}

/* Adds a label in Punycode (section 6.3). No number overflows, because labels are short. */
static void add_punycode(const uint32_t *label, size_t len, struct strbuf *out)
{
	uint32_t n = FIRST, delta = 0, bias = FIRST_BIAS, basic = 0, done;

	for (size_t i = 0; i < len; i++)
		if (label[i] < FIRST) {
			strbuf_add_char(out, (char)label[i]);
			basic++;
		}
	if (basic > 0)
		strbuf_add_char(out, '-');
	for (done = basic; done < len; delta++, n++) {
		const uint32_t next = next_of(label, len, n);

		delta += (next - n) * (done + 1);
		n = next;
		for (size_t i = 0; i < len; i++) {
			delta += label[i] < n;
			if (label[i] != n)
				continue;
			add_number(delta, bias, out);
			bias = adapt_bias(delta, done + 1, done == basic);
			delta = 0;
			done++;
		}
	}
}

/* ---- domains ---- */

/* Adds a label that isn't ASCII in its "xn--" form. Returns false if it is too long or has an
 * invisible character. */
static bool add_label(const char *label, size_t len, struct strbuf *out)
{
	uint32_t characters[LABEL_MAX];
	size_t count = 0;

	for (const char *at = label; at < label + len; at = g_utf8_next_char(at)) {
		if (count == LABEL_MAX || !g_unichar_isgraph(g_utf8_get_char(at)))
			return false;
		characters[count++] = g_utf8_get_char(at);
	}
	strbuf_add(out, "xn--");
	add_punycode(characters, count, out);
	return true;
}

/* Returns the length of a label, and of the full stop after it. East Asian users also type their
 * own full stop (UTS 46). */
static size_t label_end(const char *at, size_t *stop_out)
{
	static const char ideographic[] = "\u3002";
	const size_t len = strcspn(at, ".");
	const char *other = strstr(at, ideographic);

	*stop_out = at[len] == '.' ? 1 : 0;
	if (other == NULL || other >= at + len)
		return len;
	*stop_out = strlen(ideographic);
	return (size_t)(other - at);
}

/* Adds a domain in lower case and in composed characters without typographic variants, as such
 * domains are registered. */
static bool add_domain(const char *domain, struct strbuf *out)
{
	char *small = g_utf8_strdown(domain, -1);
	char *composed = g_utf8_normalize(small, -1, G_NORMALIZE_NFKC);
	bool good = composed != NULL;
	size_t stop = 0;

	for (const char *at = composed; good;) {
		const size_t len = label_end(at, &stop);

		if (is_ascii(at, len))
			strbuf_add_bytes(out, at, len);
		else
			good = add_label(at, len, out);
		if (stop == 0)
			break;
		strbuf_add_char(out, '.');
		at += len + stop;
	}
	g_free(composed);
	g_free(small);
	return good;
}

/* Adds the part before the @, with characters beyond ASCII composed and in lower case, so that
 * spellings which look the same become the same. */
static void add_local(const char *local, size_t len, struct strbuf *out)
{
	char *composed = g_utf8_normalize(local, (gssize)len, G_NORMALIZE_NFC), *again;
	struct strbuf small;

	strbuf_init(&small, 0);
	for (const char *at = composed; *at != '\0'; at = g_utf8_next_char(at)) {
		const gunichar code = g_utf8_get_char(at);
		char bytes[8];

		strbuf_add_bytes(&small, bytes,
				 (size_t)g_unichar_to_utf8(
					 code < 0x80 ? code : g_unichar_tolower(code), bytes));
	}
	again = g_utf8_normalize(small.bytes, -1, G_NORMALIZE_NFC);
	strbuf_add(out, again);
	strbuf_done(&small);
	g_free(again);
	g_free(composed);
}

bool address_read(const char *text, char address_out[ADDRESS_MAX + 1])
{
	const char *at = strchr(text, '@');
	const size_t len = strlen(text);
	struct strbuf out;
	bool good = len <= TEXT_MAX && at != NULL;

	strbuf_init(&out, 0);
	if (good && address_is_ascii(text)) {
		strbuf_add(&out, text);
	} else if (good && g_utf8_validate(text, -1, NULL)) {
		add_local(text, (size_t)(at - text), &out);
		strbuf_add_char(&out, '@');
		if (address_is_ascii(at))
			strbuf_add(&out, at + 1);
		else
			good = add_domain(at + 1, &out);
	}
	good = good && address_is_good(out.bytes);
	snprintf(address_out, ADDRESS_MAX + 1, "%s", good ? out.bytes : "");
	strbuf_done(&out);
	return good;
}

char *address_domain(const char *address)
{
	const char *domain = strchr(address, '@') + 1;

	while (strlen(domain) > ADDRESS_DOMAIN_MAX && strchr(domain, '.') != NULL)
		domain = strchr(domain, '.') + 1;
	return base_printf("%.*s", ADDRESS_DOMAIN_MAX, domain);
}
