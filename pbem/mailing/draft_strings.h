/* SPDX-License-Identifier: MIT */
/* The values of letters that are strings already; for draft_values.c. */
#ifndef PBEM_MAILING_DRAFT_STRINGS_H
#define PBEM_MAILING_DRAFT_STRINGS_H

#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/draft.h"

/* Of every kind of game; ended by a row without a name. */
extern const struct mail_value draft_strings[];

#endif
