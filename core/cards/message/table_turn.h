/* SPDX-License-Identifier: MIT */
/* Turns beginning and ending: windows, whose turn comes next, who is mated, draws. For table_*.c.
 */
#ifndef PBEM_CORE_CARDS_MESSAGE_TABLE_TURN_H
#define PBEM_CORE_CARDS_MESSAGE_TABLE_TURN_H

#include "core/cards/table/table.h"

/* The turn of position.turn begins: due effects happen, mates and stalemates are called, seats that
 * lose their turn are passed over, until somebody is to move or to answer, or the game is over. */
void table_turn_begin(struct table *table, struct event_list *record);

/* The same from where a demand at its beginning was answered (Under Elf Hill). */
void table_turn_begun(struct table *table, struct event_list *record);

/* The open turn is final; the next one begins. */
void table_turn_final(struct table *table, struct event_list *record);

/* The seat in turn has no move, and says so (PASS): the turn is passed over, or it is stalemate. */
void table_turn_without_move(struct table *table, struct event_list *record);

/* The turn that has begun is lost: it is passed over at once. */
void table_turn_lose(struct table *table, struct event_list *record);

/* The mover has no move left that he may make without a card: he is mated, or stalemated (C4, W7).
 */
void table_turn_stuck(struct table *table, struct event_list *record);

/* The windows that open after something `actor` has done (C1, W2). */
void window_open(struct table *table, uint8_t actor);

/*
 * Sets the phase, and goes on as far as nobody is waited for: the turn is final when the windows
 * are closed, or the mover moves again.
 */
void window_advance(struct table *table, struct event_list *record);

/* Whether the seat is asked after what `actor` has done: an opponent of the mover (C12), after a
 * reaction any other (W2), that holds a card and has played none. */
bool window_admits(const struct table *table, uint8_t seat, uint8_t actor);

/* Whether its standing PASS holds for the turn as it stands (C2). */
bool window_is_waived(const struct table *table, uint8_t seat);

/* The seat's turn that waited for the windows to close is to be decided now: its orders, or NULL
 * when it has none or the board has changed, and it has been given back (C6). The text is the
 * table's. */
const char *window_held(struct table *table, struct event_list *record);

/* The seat is out of the game, beaten by `by` or by nobody (NO_SIDE): C14. */
void table_turn_beat(struct table *table, uint8_t seat, uint8_t by, const char *how,
		     struct event_list *record);

/* C14: what was handed back to seats that have left in this turn leaves the game, too. */
void table_turn_clear_gone(struct table *table, struct event_list *record);

/* The finished turn, in a line. A void one is passed over, which is told by that. */
void table_turn_note_played(const struct table *table, struct event_list *record);

/* W6, R20: the cards named leave the hands of those who played none, and others are drawn. */
void table_turn_discard(struct table *table, struct event_list *record);

/* A seat leaves the game. A turn of its own is over as it stands; another's stands open as before.
 */
void table_turn_leave(struct table *table, uint8_t seat, const char *how,
		      struct event_list *record);

#endif
