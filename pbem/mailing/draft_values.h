/* SPDX-License-Identifier: MIT */
/* What a letter's template may tell, made only if the letter offers it. */
#ifndef PBEM_MAILING_DRAFT_VALUES_H
#define PBEM_MAILING_DRAFT_VALUES_H

#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/draft.h"

/* What letters of every kind of game have, but for what the mail holds as it is, ended by a row
 * without a name. A kind's own come first. */
extern const struct mail_value draft_values[];

/* Fills in the values that the table of letters names for this letter; all else must be set. A
 * letter that stands in no row of the table, or has more values than DRAFT_VALUES, is a bug. */
void draft_offer_values(struct draft *draft);

#endif
