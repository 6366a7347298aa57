/* SPDX-License-Identifier: MIT */
/* What a letter's template may tell, made only if the letter offers it. */
#ifndef PBEM_MAILING_DRAFT_VALUES_H
#define PBEM_MAILING_DRAFT_VALUES_H

#include "pbem/mailing/draft.h"

/* Fills in the values that letters_table.h names for this letter; all else must be set. */
void draft_offer_values(struct draft *draft);

#endif
