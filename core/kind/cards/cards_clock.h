/* SPDX-License-Identifier: MIT */
/* Until when a game with cards waits for whom ([window-hours] [cards-that-ask], Panic). */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_CLOCK_H
#define PBEM_CORE_KIND_CARDS_CARDS_CLOCK_H

#include "core/turn/game.h"

/* kind.deadline: until when the game waits for the seat, be it for a turn, an answer or a choice;
 * 0: no end. */
int64_t cards_clock_deadline(const struct game *game, unsigned seat);

/* kind.turn_deadline: when the seat's own turn must be in, which is under Panic; 0 when it isn't,
 * or isn't the next one. */
int64_t cards_clock_turn_deadline(const struct game *game, unsigned seat);

/* What a fact that has been applied means for who may send his next turn since when. */
void cards_clock_note(struct game *game, const struct event *event);

#endif
