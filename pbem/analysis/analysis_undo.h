/* SPDX-License-Identifier: MIT */
/* Takes back moves on the analysis board. It keeps the games after the latest messages. */
#ifndef PBEM_ANALYSIS_ANALYSIS_UNDO_H
#define PBEM_ANALYSIS_ANALYSIS_UNDO_H

#include "core/util/base.h"

struct trial;

/* Keeps the game after the last message. Games before the last ANALYSIS_UNDO_MESSAGES messages are
 * forgotten. */
enum { ANALYSIS_UNDO_MESSAGES = 64 };
void analysis_undo_save(struct trial *trial);

/* Takes the game back if all seats have agreed to it by the last message. Returns REFUSED if the
 * game that it would go back to is forgotten; the game is then as it was before that message. */
enum verdict analysis_undo_take_back(struct trial *trial, struct reason *why);

void analysis_undo_done(struct trial *trial);

#endif
