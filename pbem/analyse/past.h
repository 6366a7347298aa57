/* SPDX-License-Identifier: MIT */
/* What UNDO goes back to on the analysis board: the games as they stood after the latest messages.
 */
#ifndef PBEM_ANALYSE_PAST_H
#define PBEM_ANALYSE_PAST_H

#include "core/base/base.h"

struct trial;

/* The game stands so after the last message; what is older than PAST_MESSAGES is forgotten. */
enum { PAST_MESSAGES = 64 };
void past_keep(struct trial *trial);

/* When all have agreed to it by the last message, the game is taken back. REFUSED when what it
 * would go back to is forgotten: then it is as it was before that message. */
enum verdict past_take_back(struct trial *trial, struct reason *why);

void past_done(struct trial *trial);

#endif
