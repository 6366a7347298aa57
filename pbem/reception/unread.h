/* SPDX-License-Identifier: MIT */
/* Letters that nobody reads: too large, too dangerous for a parser, or such that pbem has failed
 * over them. They are set aside; if the key of a seat is found in them, that seat hears of it. */
#ifndef PBEM_RECEPTION_UNREAD_H
#define PBEM_RECEPTION_UNREAD_H

#include <stdbool.h>

#include "pbem/desk/desk.h"

enum unread {
	UNREAD_LARGE,	/* larger than max-letter-bytes; it isn't kept */
	UNREAD_REFUSED, /* letter_read refused it */
	UNREAD_FAILED,	/* an earlier run crashed over it */
};

/*
 * `bytes` is the letter, or its start, or NULL when nothing of it is had; `why` is for the
 * moderator, and of a refused letter for the player too. A seat is told at most once a day; of a
 * letter that looks automatic only by a note in its next letter. *put_off_out is set when it must
 * wait because its game is damaged. -1 when pbem itself failed.
 */
int unread_take(struct desk *desk, const struct waiting *waiting, const char *bytes, size_t len,
		enum unread what, const char *why, bool *put_off_out, struct reason *reason);

/* A letter that looked automatic, and was read: when it has a live key and orders, its seat gets a
 * note. */
void unread_automatic(struct matter *matter);

#endif
