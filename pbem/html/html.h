/* SPDX-License-Identifier: MIT */
/*
 * Makes the HTML of a message where its text has values: the board as a picture; moves, plays and
 * other answers as links (mailto_links.h); cards in frames. Each is in the place of the template's
 * value of that name, with the same content. All of it is made from what the message's seat may
 * know.
 */
#ifndef PBEM_HTML_HTML_H
#define PBEM_HTML_HTML_H

#include <stdbool.h>
#include <stdint.h>

#include "core/game/game.h"
#include "core/util/strbuf.h"
#include "pbem/compose/template.h"

struct piece_set;

enum { HTML_VALUES = 13 };

/* The message. Everything is borrowed. */
struct html_letter {
	const struct game *game; /* as its seat may know it */
	uint8_t seat, from;  /* the reader; and from whose side boards are drawn, NO_SIDE: the first
				one's */
	const char *address; /* where answers go */
	const char *token;   /* the key in the message */
	unsigned board;	     /* of several boards the one to be shown, from 1; 0: the usual ones */
	const char *picture_id;		/* Content-ID of the picture; NULL: there is none */
	const struct piece_set *pieces; /* for the picture; NULL: pbem's own */
	const struct value *values;	/* the values of its text */
	size_t count;
};

struct html {
	struct value values[HTML_VALUES]; /* HTML */
	char *owned[HTML_VALUES];
	size_t count;
	struct strbuf picture;	  /* the picture's bytes; empty: there is none */
	const char *picture_type; /* "image/png" */
	const char *picture_name; /* "board.png" */
};

/* Make the HTML; and the board alone, for a reader without a seat, whose `seat` is NO_SIDE. The
 * caller calls html_done. */
void html_make(const struct html_letter *letter, struct html *looks_out);
void html_make_board(const struct html_letter *letter, struct html *looks_out);
void html_done(struct html *looks);

/* Adds the same links as lines of a text, for readers who tap links there (TEXTLINKS ON). Includes
 * only orders that act: queries are typed faster. A text has fewer links than HTML. Adds nothing if
 * there are none. */
void html_links(const struct html_letter *letter, struct strbuf *out);

#endif
