/* SPDX-License-Identifier: MIT */
/* The values of a letter that tell what a game with cards gathers before it begins
 * (letters_table.h). */
#ifndef PBEM_KIND_MAIL_GATHER_VALUES_H
#define PBEM_KIND_MAIL_GATHER_VALUES_H

#include "pbem/mailing/draft.h"

/*
 * The values gathering, joins, builds, arranges, stacked, share and deck: empty unless the game
 * waits for what they are about.
 */
void draft_gather_any(const struct draft *draft, struct text *out);
void draft_gather_joins(const struct draft *draft, struct text *out);
void draft_gather_builds(const struct draft *draft, struct text *out);
void draft_gather_arranges(const struct draft *draft, struct text *out);
void draft_gather_stacked(const struct draft *draft, struct text *out);
void draft_gather_share(const struct draft *draft, struct text *out);
void draft_gather_deck(const struct draft *draft, struct text *out);

#endif
