/* SPDX-License-Identifier: MIT */
/* The cards that a seat holds, and its possible plays. */
#ifndef PBEM_CORE_CARDS_SUBMIT_HAND_H
#define PBEM_CORE_CARDS_SUBMIT_HAND_H

#include "core/cards/state/card_state.h"

/* Lists the kinds of card in the seat's hand, each once, and returns their number. */
unsigned hand_kinds(const struct card_state *table, uint8_t seat,
		    uint8_t kinds_out[MAX_CARD_KINDS]);

/* Returns how many cards of that kind the seat holds. */
unsigned hand_copies(const struct card_state *table, uint8_t seat, uint8_t kind);

/* Returns the card as which a card of that kind acts for the seat now; NULL if it can't be
 * played in this game, or finds nothing to copy. */
const struct card *hand_acts_as(const struct card_state *table, uint8_t seat, uint8_t kind);

/* Returns the context in which the seat would play the card at that moment on the board, without
 * targets. */
struct effect_context hand_moment(const struct card_state *table, struct card_board *field,
				  uint8_t seat, const struct card *card, enum card_when when);

/*
 * Plays a card for the seat to move on the board, and judges the card (not the end of the turn).
 * With EFFECT_CONTEXT_SPENT or EFFECT_CONTEXT_REFUSED the board may be half changed. Seats that
 * would be asked for an answer are not asked.
 */
enum effect_context_result hand_try(const struct card_state *table, const struct play *play,
				    const struct card *card, enum card_when when,
				    struct card_board *field);

#endif
