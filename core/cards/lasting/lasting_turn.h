/* SPDX-License-Identifier: MIT */
/* What lasting effects do by themselves, at moments that the table of the game knows. */
#ifndef PBEM_CORE_CARDS_LASTING_LASTING_TURN_H
#define PBEM_CORE_CARDS_LASTING_LASTING_TURN_H

#include "core/cards/field/field.h"

/*
 * A seat's turn begins and is not lost, field_begin_turn is done: Truce goes if the seat has no
 * move [truce-and-stalemate], Vendetta if it has no capture, a Challenge that it can't meet lapses.
 */
void lasting_turn_begins(const struct book *book, struct field *field, uint8_t seat,
			 struct event_list *record);

/*
 * A seat's turn is complete (its move and cards, step 8), or was passed over: what bound it in this
 * turn ends, of two pieces left on one square the lesser is lost, Truce goes if a king is in check
 * as if there were none [truce-and-check]. Before checks are judged.
 */
void lasting_turn_ends(const struct book *book, struct field *field, uint8_t seat,
		       struct event_list *record);

/* After a move, or a card whose effect `displaces`: pieces displaced since `first`, an index into
 * field->story.gone, that stand on an enemy's Man-Trap are captured. Before OX and OM. */
void lasting_turn_spring(const struct book *book, struct field *field, unsigned first,
			 struct event_list *record);

#endif
