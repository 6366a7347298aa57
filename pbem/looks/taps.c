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
	for (enum said said = SAID_TWICE; said <= SAID_ONCE; said++) {
		text_clear(href);
		add_href(taps, order, said, href);
		if (href->len <= TAPS_HREF_MAX)
			return true;
	}
	return false;
}

bool taps_add(struct taps *taps, const char *order, const char *label, struct text *out)
{
	struct text href;
	bool made;

	text_init(&href, 0);
	made = make_href(taps, order, &href);
	if (made) {
		text_add(out, "<a href=\"");
		markup_text(out, href.bytes, href.len);
		text_add(out, "\" style=\"" BUTTON "\">");
		taps->left--;
	}
	markup_text(out, label, strlen(label));
	text_add(out, made ? "</a>\n" : "\n");
	text_done(&href);
	return made;
}
