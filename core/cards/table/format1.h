/* SPDX-License-Identifier: MIT */
/*
 * What facts of cards said in game files of format 1, by numbers: "instead 255 255 255 MOVE 12 28
 * 400 20 1 255 0 0". Such files are read, and continued, in these words; in memory every fact has
 * today's.
 */
#ifndef PBEM_CORE_CARDS_TABLE_FORMAT1_H
#define PBEM_CORE_CARDS_TABLE_FORMAT1_H

#include "core/cards/deck/book.h"
#include "core/position/event.h"

struct text;

/* Whether the texts of such facts were others. */
bool format1_differs(enum event_kind kind);

/* Adds the text of such a fact as format 1 has it. -1 when it can't be told: the fact can't be
 * true. */
int format1_print(const struct book *book, const struct event *event, struct text *out);

/* Adds today's text of a fact whose text is one of format 1. -1 with the reason when it can't be
 * read. */
int format1_read(const struct book *book, const struct event *event, struct text *out,
		 struct reason *reason);

#endif
