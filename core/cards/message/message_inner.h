/* SPDX-License-Identifier: MIT */
/* One message of a seat being decided, on a copy of the table. For message_*.c. */
#ifndef PBEM_CORE_CARDS_MESSAGE_MESSAGE_INNER_H
#define PBEM_CORE_CARDS_MESSAGE_MESSAGE_INNER_H

#include "core/cards/message/message.h"
#include "core/order/order.h"

struct message {
	struct table *table; /* the copy */
	uint8_t seat;
	const struct order_list *orders;
	size_t at;     /* the first order not yet done */
	bool has_turn; /* the seat's own turn was among those done */
	struct event_list *record;
	struct reason *why;
};

/* The next order from message->at on that belongs to a turn (PLAY, MOVE, PASS, ANSWER, DISCARD), or
 * NULL; what lies between is skipped. */
const struct order *message_next(const struct message *message);

/* Whether a MOVE stands in it from that order on. */
bool message_has_move(const struct message *message, size_t from);

/* It is done. */
void message_take(struct message *message);

/* REFUSED, with the sentence. */
enum verdict message_refuse(const struct message *message, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Reads the card of a PLAY order and what it acts as. REFUSED when there is no such card, the seat
 * doesn't hold it, this game leaves it out, or Haunting Memories finds nothing to copy. `previous`:
 * the card of the same reaction that is put down before it, which is copied then; or NULL, for the
 * last one that lies on the table.
 */
enum verdict message_read_card(const struct message *message, const struct order *order,
			       const struct action *previous, struct action *action_out,
			       struct play *play_out);

/* The seat's own turn, from message->at on: everything that is left. Phase and turn are right. */
enum verdict message_turn(struct message *message);

/* A move said ahead for when the turn's own one is taken away [said-ahead]: done if it can be. */
bool message_ahead(struct table *table, struct event_list *record);

/* One PLAY, or Plots Within Plots with its two, that answers another's turn. */
enum verdict message_react(struct message *message);

/* ANSWER to the demand that is open. */
enum verdict message_answer(struct message *message);

/* Moves said ahead and turns that waited, as long as there are such. */
void message_go_on(struct table *table, struct event_list *record);

/* Whether the seat would be to move, or to answer, if all windows closed now; `next_out` is the
 * table then. */
bool message_is_next(const struct table *table, uint8_t seat, struct table *next_out);

#endif
