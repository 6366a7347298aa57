/* SPDX-License-Identifier: MIT */
/*
 * What a game with cards gathers from its seats before it begins [fair-shuffles]: words that are
 * mixed into the shuffles, where the option `words` asks for them; then, where seats build or order
 * their decks, those. All of it changes by facts.
 */
#ifndef PBEM_CORE_CARDS_DECK_GATHER_H
#define PBEM_CORE_CARDS_DECK_GATHER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/base.h"
#include "core/cards/deck/deck.h"
#include "core/position/event.h"
#include "core/order/order.h"

enum gather_stage { GATHER_NOTHING, GATHER_WORDS, GATHER_DECKS };

struct gather {
	uint8_t stage; /* enum gather_stage: what is gathered now */
	uint16_t in;   /* set of the seats that have sent it; they may send it anew */
	struct stack shares[MAX_SIDES];
	struct stack decks[MAX_SIDES];
};

/* Makes `to` the same as `from`, without the cards that aren't there. */
void gather_copy(struct gather *to, const struct gather *from);

/*
 * The next stage, from GATHER_NOTHING the first: its facts are added, and in force. The shares are
 * dealt when decks are gathered. False, and none, when the game can begin.
 */
bool gather_next(const struct book *book, struct gather *gather, const struct lots *lots,
		 struct event_list *events);

/*
 * A seat's JOIN or DECK. ACCEPTED: its facts are added, and in force. REFUSED with all that is
 * wrong with its deck, or because that isn't gathered now.
 */
enum verdict gather_take(const struct book *book, struct gather *gather, struct lots *lots,
			 uint8_t seat, const struct order *order, struct event_list *events,
			 struct reason *why);

/* The seats whose words or decks are missing. */
uint16_t gather_missing(const struct book *book, const struct gather *gather);

/* Whether seats only put their decks in order, which the program builds (deck = auto, order =
 * stacked). */
bool gather_orders_only(const struct book *book);

/* The piles and first hands with which the game begins: for a seat that has sent no deck the
 * program builds it. */
void gather_lay(const struct book *book, const struct gather *gather, const struct lots *lots,
		struct piles *piles_out);

/* Applies a fact of these kinds. -1 with the reason when it can't be true. */
int gather_apply(const struct book *book, struct gather *gather, struct lots *lots,
		 const struct event *event, struct reason *reason);

/* Leaves only what that seat may know: its own share and deck. NO_SIDE: none. */
void gather_conceal(struct gather *gather, uint8_t seat);

#endif
