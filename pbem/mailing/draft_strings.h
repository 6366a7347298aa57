/* SPDX-License-Identifier: MIT */
/* The values of letters that the mail holds as they are; for draft_values.c. */
#ifndef PBEM_MAILING_DRAFT_STRINGS_H
#define PBEM_MAILING_DRAFT_STRINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "pbem/mailing/mail.h"

struct text;

struct draft_string {
	const char *name;
	size_t member; /* of struct mail; of `wish` the value is "yes" where that has this name */
};

/* Ended by a row without a name. */
extern const struct draft_string draft_strings[];

/* Adds the value of that name; false when it is none of these. */
bool draft_add_string(const struct mail *mail, const char *name, struct text *out);

#endif
