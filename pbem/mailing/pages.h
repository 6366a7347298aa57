/* SPDX-License-Identifier: MIT */
/* The pages that tell players the rules of a variant: games/NAME.txt, mailed by HELP NAME. */
#ifndef PBEM_MAILING_PAGES_H
#define PBEM_MAILING_PAGES_H

#include <stddef.h>

#include "core/base/base.h"
#include "core/variant/variant.h"

struct text;

/* The page of rulings, which all games share. */
#define PAGES_RULINGS "rulings"

/*
 * Adds the page of that name; a line `include OTHER` stands for another page. "rulings WORD" is a
 * part of that page: the groups whose heading holds the word, and the rulings whose name does. -1
 * when there is none of that name, or one that is included is missing; the reason is a passing one
 * when nobody can tell now.
 */
int pages_read(const char *folder, const char *name, struct text *out, struct reason *reason);

/*
 * For `pbem check`: every variant has a page, and so have additions, options GROUP.NAME of variants
 * that are off or on: GROUP.txt; none of their lines is wider than 72 columns or would be read as
 * an order when a player quotes it. Each fault is handed to `report`. Returns how many.
 */
size_t pages_check(struct variant_library *library, void (*report)(void *context, const char *line),
		   void *context);

#endif
