/* SPDX-License-Identifier: MIT */
/* Turns beginning and ending: whose turn comes next, who is mated, draws. */
#ifndef PBEM_CORE_CARDS_MESSAGE_TURNS_H
#define PBEM_CORE_CARDS_MESSAGE_TURNS_H

#include "core/cards/table/table.h"

/* The turn of position.turn begins: due effects happen, mates and stalemates are called, seats that
 * lose their turn are passed over, until somebody is to move or to answer, or the game is over. */
void turns_begin(struct table *table, struct event_list *record);

/* The same from where a demand at its beginning was answered (Under Elf Hill). */
void turns_begun(struct table *table, struct event_list *record);

/* The open turn is final; the next one begins. */
void turns_final(struct table *table, struct event_list *record);

/* The seat in turn has no move, and says so (PASS): the turn is passed over, or it is stalemate. */
void turns_without_move(struct table *table, struct event_list *record);

/* The turn that has begun is lost: it is passed over at once. */
void turns_lose(struct table *table, struct event_list *record);

/* The mover has no move left that he may make without a card: he is mated, or stalemated
 * [fog-and-the-move] [spent-then-move].
 */
void turns_stuck(struct table *table, struct event_list *record);

/* The seat is out of the game, beaten by `by` or by nobody (NO_SIDE): [hand-of-who-left]. */
void turns_beat(struct table *table, uint8_t seat, uint8_t by, const char *how,
		struct event_list *record);

/* [hand-of-who-left]: what was handed back to seats that have left in this turn leaves the game,
 * too. */
void turns_clear_gone(struct table *table, struct event_list *record);

/* The finished turn, in a line. A void one is passed over, which is told by that. */
void turns_note_played(const struct table *table, struct event_list *record);

/* [final-discard], [lapsed-discard]: the cards named leave the hands of those who played none, and
 * others are drawn. */
void turns_discard(struct table *table, struct event_list *record);

#endif
