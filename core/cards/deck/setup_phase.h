/* SPDX-License-Identifier: MIT */
/*
 * The data that a game with cards gathers from its seats before it begins [fair-shuffles]. First
 * come words for the shuffles, if the option `words` asks for them. Then come decks, if seats build
 * or order them. Events make all changes.
 */
#ifndef PBEM_CORE_CARDS_DECK_SETUP_PHASE_H
#define PBEM_CORE_CARDS_DECK_SETUP_PHASE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/deck/deck.h"
#include "core/event/event.h"
#include "core/order/order_parse.h"
#include "core/util/base.h"

enum setup_phase_stage { SETUP_PHASE_NOTHING, SETUP_PHASE_WORDS, SETUP_PHASE_DECKS };

struct setup_phase {
	uint8_t stage; /* enum setup_phase_stage: what is gathered now */
	uint16_t in;   /* set of the seats that have sent theirs; they may send again */
	struct stack shares[MAX_SIDES];
	struct stack decks[MAX_SIDES];
};

/* Copies `from` to `to`: of each stack only the cards in it. */
void setup_phase_copy(struct setup_phase *to, const struct setup_phase *from);

/*
 * Begins the next stage, or from SETUP_PHASE_NOTHING the first. Applies its events and adds them to
 * `events`. Deals the shares when decks are gathered. Returns false, without events, if the game
 * can begin.
 */
bool setup_phase_next(const struct card_ruleset *book, struct setup_phase *gather,
		      const struct lots *lots, struct event_list *events);

/*
 * Decides a seat's JOIN or DECK. ACCEPTED: its events are applied and added. REFUSED: `why` has all
 * faults of the deck, or says that this isn't gathered now.
 */
enum verdict setup_phase_take(const struct card_ruleset *book, struct setup_phase *gather,
			      struct lots *lots, uint8_t seat, const struct order *order,
			      struct event_list *events, struct reason *why);

/* Returns the set of seats whose words or decks are missing. */
uint16_t setup_phase_missing(const struct card_ruleset *book, const struct setup_phase *gather);

/* Reports whether the program builds the decks and seats only put them in order (deck = auto, order
 * = stacked). */
bool setup_phase_orders_only(const struct card_ruleset *book);

/* Lays the piles and first hands with which the game begins. For a seat that has sent no deck, the
 * program builds one. */
void setup_phase_lay(const struct card_ruleset *book, const struct setup_phase *gather,
		     const struct lots *lots, struct piles *piles_out);

/* Applies an event of these kinds. Returns -1 with the reason if the event can't be true. */
int setup_phase_apply(const struct card_ruleset *book, struct setup_phase *gather,
		      struct lots *lots, const struct event *event, struct reason *reason);

/* Removes the shares and decks of all seats except that one (NO_SIDE: of all seats). */
void setup_phase_conceal(struct setup_phase *gather, uint8_t seat);

#endif
