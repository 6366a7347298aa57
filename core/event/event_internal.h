/* SPDX-License-Identifier: MIT */
/*
 * The spelling of events in lines, for event.c, which prints them, and event_parse.c. A form is a
 * line whose fields are a letter after '%':
 *
 *   i  side
 *   k  kind of piece
 *   f  square `from`
 *   t  square `to`
 *   s  seat
 *   b  seat `by`
 *   n  number
 *   a  number of an action, counted from 1
 *   c  number, unused if it is EVENT_NO_NUMBER
 *   e  the text, which is the number of an action, counted from 1
 *   p  number of a piece, as its square in the array
 *   w  the text's next word, "-" for none
 *   *  the rest of the text
 *
 * A part in brackets is left out if its field is unused. The first word is the kind.
 */
#ifndef PBEM_CORE_EVENT_EVENT_INTERNAL_H
#define PBEM_CORE_EVENT_EVENT_INTERNAL_H

#include "core/event/event.h"

enum { EVENT_NUMBER_MAX = 1000000000 };

/* Returns the form of the lines of that kind. */
const char *event_form(enum event_kind kind);

#endif
