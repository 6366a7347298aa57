/* SPDX-License-Identifier: MIT */
/* Automatic actions of continuing effects: when turns begin and end, and after moves. */
#ifndef PBEM_CORE_CARDS_BOARD_CONTINUOUS_TURN_H
#define PBEM_CORE_CARDS_BOARD_CONTINUOUS_TURN_H

#include "core/cards/board/card_board.h"

/*
 * Ends effects at the beginning of a seat's turn that is not lost, after card_board_begin_turn. A
 * Truce ends if the seat has no move [truce-and-stalemate], a Vendetta if it has no capture. A
 * Challenge that the seat can't meet ends, too.
 */
void continuous_turn_begins(const struct card_ruleset *book, struct card_board *field, uint8_t seat,
			    struct event_list *record);

/*
 * Applies the end of a seat's turn, which is complete (its move and cards, step 8) or was passed
 * over. Effects that bound the seat in this turn end. The lesser of two pieces left on one square
 * is lost. A Truce ends if a king would be in check without it [truce-and-check]. To be called
 * before checks are judged.
 */
void continuous_turn_ends(const struct card_ruleset *book, struct card_board *field, uint8_t seat,
			  struct event_list *record);

/* Captures pieces displaced since `first`, an index into field->turn_log.gone, that are on an
 * enemy's Man-Trap. To be called after a move, or a card whose effect `displaces`, before OX and
 * OM. */
void continuous_turn_spring(const struct card_ruleset *book, struct card_board *field,
			    unsigned first, struct event_list *record);

#endif
