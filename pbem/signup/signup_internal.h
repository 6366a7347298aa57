/* SPDX-License-Identifier: MIT */
/* Functions that the files signup*.c share. */
#ifndef PBEM_SIGNUP_SIGNUP_INTERNAL_H
#define PBEM_SIGNUP_SIGNUP_INTERNAL_H

#include "pbem/signup/signup.h"

/* ---- signup_mail.c ---- */

/* Asks a person for agreement to a rematch. */
int signup_invite_rematch(struct workspace *workspace, const struct workspace_offer *offer,
			  const struct open_game_person *person, const char *asker,
			  const struct signup_cause *cause, struct reason *reason);

/* Takes back the person's unsent message, which is no longer true. */
void signup_withdraw_mail(struct workspace *workspace, const struct open_game *offer,
			  const struct open_game_person *person);

#endif
