/* SPDX-License-Identifier: MIT */
/*
 * Orders as links (RFC 6068) that open the reader's mail program with the message written, ready to
 * be sent. Mail programs drop line ends in such messages, or write "<BR>" for them, cut them at "="
 * and damage text that isn't ASCII. So a link contains one complete line, "MOVE e2-e4 KEY xxxx", in
 * its subject and in its body.
 */
#ifndef PBEM_HTML_MAILTO_LINKS_H
#define PBEM_HTML_MAILTO_LINKS_H

#include <stdbool.h>

struct strbuf;

enum {
	MAILTO_LINKS_MAX = 120,	    /* links in an HTML part */
	MAILTO_LINKS_TEXT_MAX = 40, /* links in a text, where each takes two lines */
	MAILTO_LINKS_HREF_MAX =
		239, /* characters of a link: some programs cut off much longer ones */
};

/* The links of one message, or of one part of it. */
struct mailto_links {
	const char *address; /* where answers go */
	const char *token;   /* the key in the message */
	unsigned left;	     /* how many more links there may be */
	bool in_text;	     /* the links are in the text, one per line, and not in the HTML */
};

/* Adds a link that writes the order, and shows the label. Returns false, and adds only the label,
 * if the link would be too long or isn't ASCII, or if there are enough links. */
bool mailto_links_add(struct mailto_links *taps, const char *order, const char *label,
		      struct strbuf *out);

/* Lay out links: begin and end a row, begin a new line in it, and add words. In a text each link
 * has its own line anyway. */
void mailto_links_row(const struct mailto_links *taps, struct strbuf *out);
void mailto_links_row_end(const struct mailto_links *taps, struct strbuf *out);
void mailto_links_break(const struct mailto_links *taps, struct strbuf *out);
void mailto_links_add_text(const struct mailto_links *taps, const char *words, struct strbuf *out);

#endif
