/* SPDX-License-Identifier: MIT */
#include "pbem/html/mailto_links.h"

#include <string.h>

#include <glib.h>

#include "core/util/strbuf.h"
#include "pbem/compose/html_body.h"

/* The style of a link: large enough for a thumb, and readable on any background. */
#define BUTTON                                                                                     \
	"display:inline-block;padding:7px 10px;margin:2px;border-radius:6px;background:#dbe7f5;"   \
	"color:#0b2545;text-decoration:none"

/* Adds text as it is written in a mailto: all except letters, digits and characters that are
 * never escaped are escaped. */
static void add_escaped(const char *plain, const char *also, struct strbuf *out)
{
	for (const char *c = plain; *c != '\0'; c++) {
		if (g_ascii_isalnum(*c) || strchr("-._~", *c) != NULL || strchr(also, *c) != NULL)
			strbuf_add_char(out, *c);
		else
			strbuf_addf(out, "%%%02X", (unsigned)(unsigned char)*c);
	}
}

/* Where a link contains the key, and whether it has a subject. The key is also in the address, if
 * that has room for it. */
enum href_content { HREF_KEY_IN_SUBJECT_AND_BODY, HREF_KEY_IN_BODY, HREF_BODY_ONLY };

static void add_href(const struct mailto_links *taps, const char *order, enum href_content said,
		     struct strbuf *out)
{
	char *line = g_strdup_printf("%s KEY %s", order, taps->token);

	strbuf_add(out, "mailto:");
	add_escaped(taps->address, "@+", out);
	strbuf_add_char(out, '?');
	if (said != HREF_BODY_ONLY) {
		strbuf_add(out, "subject=");
		add_escaped(said == HREF_KEY_IN_SUBJECT_AND_BODY ? line : order, "", out);
		strbuf_add_char(out, '&');
	}
	strbuf_add(out, "body=");
	add_escaped(line, "", out);
	g_free(line);
}

static bool make_href(const struct mailto_links *taps, const char *order, struct strbuf *href)
{
	if (taps->left == 0 || *taps->token == '\0' || !g_str_is_ascii(order) ||
	    !g_str_is_ascii(taps->address))
		return false;
	for (enum href_content said = taps->in_text ? HREF_KEY_IN_BODY
						    : HREF_KEY_IN_SUBJECT_AND_BODY;
	     said <= HREF_BODY_ONLY; said++) {
		strbuf_clear(href);
		add_href(taps, order, said, href);
		if (href->len <= MAILTO_LINKS_HREF_MAX)
			return true;
	}
	return false;
}

static void add_html_link(const char *href, size_t len, const char *label, struct strbuf *out)
{
	if (len > 0) {
		strbuf_add(out, "<a href=\"");
		html_body_text(out, href, len);
		strbuf_add(out, "\" style=\"" BUTTON "\">");
	}
	html_body_text(out, label, strlen(label));
	strbuf_add(out, len > 0 ? "</a>\n" : "\n");
}

/* Adds a link as text. After a bar nothing reads as an order when it is quoted. Between angle
 * brackets (RFC 3986 C) no program breaks a link, or takes more for a part of it. */
static void add_text_link(const char *href, size_t len, const char *label, struct strbuf *out)
{
	strbuf_addf(out, "  | %s", label);
	/* After several words the line would be broken when the text is wrapped. */
	if (len > 0)
		strbuf_addf(out, strchr(label, ' ') != NULL ? "\n  |   <%s>" : "  <%s>", href);
	strbuf_add_char(out, '\n');
}

bool mailto_links_add(struct mailto_links *taps, const char *order, const char *label,
		      struct strbuf *out)
{
	struct strbuf href;
	bool made;

	strbuf_init(&href, 0);
	made = make_href(taps, order, &href);
	if (made)
		taps->left--;
	else
		strbuf_clear(&href);
	(taps->in_text ? add_text_link : add_html_link)(href.bytes, href.len, label, out);
	strbuf_done(&href);
	return made;
}

void mailto_links_row(const struct mailto_links *taps, struct strbuf *out)
{
	strbuf_add(out, taps->in_text ? "" : "<div style=\"margin:6px 0\">");
}

void mailto_links_row_end(const struct mailto_links *taps, struct strbuf *out)
{
	strbuf_add(out, taps->in_text ? "" : "</div>\n");
}

void mailto_links_break(const struct mailto_links *taps, struct strbuf *out)
{
	strbuf_add(out, taps->in_text ? "" : "<br>\n");
}

void mailto_links_add_text(const struct mailto_links *taps, const char *words, struct strbuf *out)
{
	(taps->in_text ? add_text_link : add_html_link)("", 0, words, out);
}
