/* SPDX-License-Identifier: MIT */
/* The pages that tell players the rules of a variant: games/NAME.txt, mailed by HELP NAME. */
#ifndef PBEM_MAILING_PAGES_H
#define PBEM_MAILING_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/base.h"
#include "core/variant/variant.h"

struct text;

/* The page of rulings, which all games share. */
#define PAGES_RULINGS "rulings"

/* Whether a topic of HELP asks for the rules of the game that is played. */
bool pages_are_own(const char *topic);

/* The page on rules that a topic of HELP means, in the language that is spoken, or the part of it
 * that is named behind a blank; `variant` is the game that is played. NULL when there is none; the
 * caller frees it. -1: nobody can tell now. */
int pages_of_topic(const char *folder, const struct variant *variant, const char *topic,
		   char **page_out, struct reason *reason);

/*
 * For `pbem check`: every variant has a page, and so have additions, options GROUP.NAME of variants
 * that are off or on: GROUP.txt; none of their lines is wider than 72 columns or would be read as
 * an order when a player quotes it, in any language. Each fault is handed to `report`. Returns how
 * many.
 */
size_t pages_check(struct variant_library *library, void (*report)(void *context, const char *line),
		   void *context);

#endif
