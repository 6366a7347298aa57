/* SPDX-License-Identifier: MIT */
/* One message of a seat while it is decided, on a copy of the table. Private to submit_*.c. */
#ifndef PBEM_CORE_CARDS_SUBMIT_SUBMIT_INTERNAL_H
#define PBEM_CORE_CARDS_SUBMIT_SUBMIT_INTERNAL_H

#include "core/cards/submit/submit.h"
#include "core/order/order_parse.h"

struct submit {
	struct card_state *table; /* the copy */
	uint8_t seat;
	const struct order_list *orders;
	size_t at;	/* the first order that isn't done yet */
	bool has_turn;	/* the seat's own turn was among the orders done */
	bool discarded; /* a card was discarded on another's turn */
	struct event_list *record;
	struct reason *why;
};

/* Returns the next order from message->at on that belongs to a turn (PLAY, MOVE, PASS, ANSWER,
 * DISCARD), or NULL. */
const struct order *submit_next(const struct submit *message);

/* Reports whether the message has a MOVE from order `from` on. */
bool submit_has_move(const struct submit *message, size_t from);

/* Skips the order that submit_next returns, because it is done. */
void submit_advance(struct submit *message);

/* Returns REFUSED with the sentence. */
enum verdict submit_refuse(const struct submit *message, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Reads the card of a PLAY order and the card that it acts as. Returns REFUSED if there is no such
 * card, the seat doesn't hold it, this game leaves it out, or Haunting Memories finds nothing to
 * copy. Haunting Memories copies `previous`, the card before it in the same reaction; if that is
 * NULL, the last one put down.
 */
enum verdict submit_read_card(const struct submit *message, const struct order *order,
			      const struct action *previous, struct action *action_out,
			      struct play *play_out);

/* Decides the seat's own turn: all orders from message->at on. The caller has checked phase and
 * turn. */
enum verdict submit_turn(struct submit *message);

/* Makes a move said in advance when the turn's own move was taken away [said-ahead]. Returns
 * whether it was made. */
bool submit_apply_ahead(struct card_state *table, struct event_list *record);

/* Plays moves said in advance and held turns, until none is due. */
void submit_apply_deferred(struct card_state *table, struct event_list *record);

#endif
