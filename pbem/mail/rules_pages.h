/* SPDX-License-Identifier: MIT */
/* The pages that explain the rules of a variant to players: games/NAME.txt, sent by HELP NAME. */
#ifndef PBEM_MAIL_RULES_PAGES_H
#define PBEM_MAIL_RULES_PAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "core/util/base.h"
#include "core/variant/variant.h"

struct strbuf;

/* The page of rulings, which all games share. */
#define RULES_PAGES_RULINGS "rulings"

/* Reports whether a topic of HELP asks for the rules of the game that is being played. */
bool rules_pages_are_own(const char *topic);

/* Finds the page on rules that a topic of HELP means, in the language in use, or the part of the
 * page that is named after a space. `variant` is the variant being played. *page_out is NULL if
 * there is no such page; the caller frees it. Returns -1 with the reason if that can't be known
 * now. */
int rules_pages_of_topic(const char *folder, const struct variant *variant, const char *topic,
			 char **page_out, struct reason *reason);

/*
 * For `pbem check`: checks that every variant has a page, and that additions, which are options
 * GROUP.NAME that are off or on, have a page GROUP.txt. No line may be wider than 72 columns, or be
 * read as an order in any language when a player quotes it. Passes each fault to `report`. Returns
 * the number of faults.
 */
size_t rules_pages_check(struct variant_library *library,
			 void (*report)(void *context, const char *line), void *context);

#endif
