/* SPDX-License-Identifier: MIT */
#include "pbem/looks/taps.h"

#include <string.h>

#include <glib.h>

#include "core/base/text.h"
#include "pbem/writing/markup.h"

/* To be hit by a thumb, and to be read on paper of any colour. */
#define BUTTON                                                                                     \
	"display:inline-block;padding:7px 10px;margin:2px;border-radius:6px;background:#dbe7f5;"   \
	"color:#0b2545;text-decoration:none"

/* Adds text as it stands in a mailto: all but letters, digits and what is never escaped. */
static void add_escaped(const char *plain, const char *also, struct text *out)
{
	for (const char *c = plain; *c != '\0'; c++) {
		if (g_ascii_isalnum(*c) || strchr("-._~", *c) != NULL || strchr(also, *c) != NULL)
			text_add_char(out, *c);
		else
			text_addf(out, "%%%02X", (unsigned)(unsigned char)*c);
	}
}

/* How much of it is said twice: the key is in the address, too, where that can hold it. */
enum said { SAID_TWICE, KEY_ONCE, SAID_ONCE };

static void add_href(const struct taps *taps, const char *order, enum said said, struct text *out)
{
	char *line = g_strdup_printf("%s KEY %s", order, taps->token);

	text_add(out, "mailto:");
	add_escaped(taps->address, "@+", out);
	text_add_char(out, '?');
	if (said != SAID_ONCE) {
		text_add(out, "subject=");
		add_escaped(said == SAID_TWICE ? line : order, "", out);
		text_add_char(out, '&');
	}
	text_add(out, "body=");
	add_escaped(line, "", out);
	g_free(line);
}

static bool make_href(const struct taps *taps, const char *order, struct text *href)
{
	if (taps->left == 0 || *taps->token == '\0' || !g_str_is_ascii(order) ||
	    !g_str_is_ascii(taps->address))
		return false;
	for (enum said said = taps->in_text ? KEY_ONCE : SAID_TWICE; said <= SAID_ONCE; said++) {
		text_clear(href);
		add_href(taps, order, said, href);
		if (href->len <= TAPS_HREF_MAX)
			return true;
	}
	return false;
}

static void add_shown(const char *href, size_t len, const char *label, struct text *out)
{
	if (len > 0) {
		text_add(out, "<a href=\"");
		markup_text(out, href, len);
		text_add(out, "\" style=\"" BUTTON "\">");
	}
	markup_text(out, label, strlen(label));
	text_add(out, len > 0 ? "</a>\n" : "\n");
}

/* Behind a bar nothing reads as an order when it is quoted, and between angles (RFC 3986 C) no
 * program breaks a link, or takes more for it. */
static void add_line(const char *href, size_t len, const char *label, struct text *out)
{
	text_addf(out, "  | %s", label);
	/* Between words a line of the text would be broken. */
	if (len > 0)
		text_addf(out, strchr(label, ' ') != NULL ? "\n  |   <%s>" : "  <%s>", href);
	text_add_char(out, '\n');
}

bool taps_add(struct taps *taps, const char *order, const char *label, struct text *out)
{
	struct text href;
	bool made;

	text_init(&href, 0);
	made = make_href(taps, order, &href);
	if (made)
		taps->left--;
	else
		text_clear(&href);
	(taps->in_text ? add_line : add_shown)(href.bytes, href.len, label, out);
	text_done(&href);
	return made;
}

void taps_row(const struct taps *taps, struct text *out)
{
	text_add(out, taps->in_text ? "" : "<div style=\"margin:6px 0\">");
}

void taps_row_end(const struct taps *taps, struct text *out)
{
	text_add(out, taps->in_text ? "" : "</div>\n");
}

void taps_break(const struct taps *taps, struct text *out)
{
	text_add(out, taps->in_text ? "" : "<br>\n");
}

void taps_say(const struct taps *taps, const char *words, struct text *out)
{
	(taps->in_text ? add_line : add_shown)("", 0, words, out);
}
