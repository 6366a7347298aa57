/* SPDX-License-Identifier: MIT */
/* What the files signup*.c share. */
#ifndef PBEM_SIGNUP_SIGNUP_INNER_H
#define PBEM_SIGNUP_SIGNUP_INNER_H

#include "pbem/signup/signup.h"

/* ---- signup_mail.c ---- */

/* Asks a person of a rematch whether he wants it. */
int signup_ask_rematch(struct desk *desk, const struct desk_offer *offer,
		       const struct offer_person *person, const char *asker,
		       const struct signup_cause *cause, struct reason *reason);

/* The person's unsent letters aren't true any more. */
void signup_take_back(struct desk *desk, const struct offer *offer,
		      const struct offer_person *person);

#endif
