/* SPDX-License-Identifier: MIT */
/*
 * How the lines of facts are spelled, for event.c, which prints them, and event_read.c. A form is a
 * line whose fields are a letter behind '%':
 *   i  side
 *   k  kind of piece
 *   f  square `from`
 *   t  square `to`
 *   s  seat
 *   b  seat `by`
 *   n  number
 *   a  number of an action, counted from 1
 *   c  number, unused when it is EVENT_NO_NUMBER
 *   e  the text, which is the number of an action, counted from 1
 *   p  number of a piece, told by where it began
 *   w  the text's next word, "-" for none
 *   *  the text's rest
 * What stands in brackets is left out when its field is unused. The first word tells the kind, and
 * is the same in all formats.
 */
#ifndef PBEM_CORE_POSITION_EVENT_INNER_H
#define PBEM_CORE_POSITION_EVENT_INNER_H

#include "core/position/event.h"

enum { EVENT_NUMBER_MAX = 1000000000 };

/* What a line of the kind holds in that format of game files, spelled as said above. */
const char *event_form(enum event_kind kind, unsigned format);

/* Whether facts of that form have a text. */
bool event_has_text(const char *form);

/* The kind whose lines begin with that word; -1 when none do. */
int event_kind_of(const char *word, size_t len);

#endif
