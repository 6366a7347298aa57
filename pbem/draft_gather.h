/* SPDX-License-Identifier: MIT */
/* The values of a letter that tell what a game with cards gathers before it begins (letters_table.h). */
#ifndef PBEM_DRAFT_GATHER_H
#define PBEM_DRAFT_GATHER_H

#include "pbem/draft.h"

void draft_gathering(const struct draft *draft, struct text *out);
void draft_joins(const struct draft *draft, struct text *out);
void draft_builds(const struct draft *draft, struct text *out);
void draft_arranges(const struct draft *draft, struct text *out);
void draft_stacked(const struct draft *draft, struct text *out);
void draft_share(const struct draft *draft, struct text *out);
void draft_deck(const struct draft *draft, struct text *out);

#endif
