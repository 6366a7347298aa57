/* SPDX-License-Identifier: MIT */
/* Functions that html.c and the files that make its values share. */
#ifndef PBEM_HTML_HTML_INTERNAL_H
#define PBEM_HTML_HTML_INTERNAL_H

#include <stdbool.h>

#include "pbem/html/html.h"
#include "pbem/html/mailto_links.h"

/* Returns a value of the message's text; "" when the message doesn't have it. */
const char *html_text(const struct html_letter *letter, const char *name);

/* ---- html_cards.c ---- */

/* The first reports whether a text shows whole cards, or pages of them: lines "* Bog, 4 points"
 * with indented lines below. The second puts each card into a separate frame. */
bool html_are_cards(const char *text);
void html_cards(const char *text, struct strbuf *out);

/* ---- html_moves.c and html_replies.c ---- */

/* Reports whether a word of a list is a move or a square: it has a digit. */
bool html_are_move(const char *word, size_t len);

/*
 * Add links, and nothing if there are no orders of the kind. In this order they are:
 * - for moves, one row for each piece
 * - for payments, with the moves that may follow if there is room for all
 * - for plays, now or in the seat's next own turn
 * - for answers
 * - for other orders
 * - for resigning, in the message about it
 * - for orders that may have been meant
 */
void html_moves(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out);
void html_payments(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out);
void html_plays(const struct html_letter *letter, bool next, struct mailto_links *taps,
		struct strbuf *out);
void html_answers(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out);
void html_others(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out);
void html_resigning(const struct html_letter *letter, struct mailto_links *taps,
		    struct strbuf *out);
void html_nearest(const struct html_letter *letter, struct mailto_links *taps, struct strbuf *out);

#endif
