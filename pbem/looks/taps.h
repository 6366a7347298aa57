/* SPDX-License-Identifier: MIT */
/*
 * Orders to be tapped: links (RFC 6068) that open the reader's mail program with the letter
 * written, which he only has to send. Mail programs drop line ends in such letters, or write "<BR>"
 * for them, cut them at "=" and spoil what isn't ASCII: so a link holds one line that needs no
 * other, "MOVE e2-e4 KEY xxxx", in its subject as in its body.
 */
#ifndef PBEM_LOOKS_TAPS_H
#define PBEM_LOOKS_TAPS_H

#include <stdbool.h>

struct text;

enum {
	TAPS_MAX = 120,	     /* links in a part to look at */
	TAPS_TEXT_MAX = 40,  /* in a text, where each is two lines long */
	TAPS_HREF_MAX = 239, /* characters of one: some programs cut what is much longer */
};

/* The links of one letter, or of one part of it. */
struct taps {
	const char *address; /* where answers to it go */
	const char *token;   /* that it bears */
	unsigned left;	     /* how many links it may still have */
	bool in_text;	     /* they stand in its text, a line each, and not in what is looked at */
};

/* Adds a link that writes the order, and shows the label; without the link where it would be too
 * long or isn't ASCII, or when there are enough: then it returns false. */
bool taps_add(struct taps *taps, const char *order, const char *label, struct text *out);

/* What links stand in: rows, in which some stand below others, and words among them. In a text each
 * has a line anyway. */
void taps_row(const struct taps *taps, struct text *out);
void taps_row_end(const struct taps *taps, struct text *out);
void taps_break(const struct taps *taps, struct text *out);
void taps_say(const struct taps *taps, const char *words, struct text *out);

#endif
