/* SPDX-License-Identifier: MIT */
/*
 * The cards themselves: who holds which, what lies in which pile. A plain value. A physical card (a
 * copy) never vanishes: it is in a draw pile, a hand, in play under an effect, in a discard pile,
 * or set aside.
 */
#ifndef PBEM_CORE_CARDS_DECK_PILES_H
#define PBEM_CORE_CARDS_DECK_PILES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/deck/card.h"
#include "core/variant/variant.h"

enum {
	MAX_COPIES = 512, /* physical cards of a game, all decks together */
	HAND_SIZE = 5,
};

enum zone { ZONE_DRAW, ZONE_HAND, ZONE_PLAY, ZONE_DISCARDS, ZONE_ASIDE, ZONES };

struct copy {
	uint8_t kind;  /* kind of card */
	uint8_t owner; /* the seat whose deck it is of; NO_SIDE: the common deck */
	uint8_t zone;  /* enum zone */
	uint8_t seat;  /* whose hand or pile; 0 for a common one */
	int32_t place; /* order in its pile: draw: the lowest is on top; hand: from the left;
			  discards: the highest is the latest */
};

struct piles {
	struct copy copies[MAX_COPIES];
	uint16_t count;
	bool common;
	int32_t stamp;		      /* grows with every discard */
	uint32_t shuffles[MAX_SIDES]; /* the number of the latest shuffle of each seat's draw pile;
					 of a common one the first (pbem-shuffle(7)) */
	uint16_t ran_out;	      /* how often the discards of a common deck became its pile */
};

void piles_init(struct piles *piles, bool common);

/*
 * A seat's pile: with a common deck the draw pile, the discards and what is set aside are
 * everybody's, whatever seat is named.
 *
 * Puts a new card at the end of a pile (draw: at the bottom; hand: at the right; discards:
 * beneath). There must be room: at most MAX_COPIES.
 */
uint16_t piles_add(struct piles *piles, uint8_t kind, uint8_t owner, enum zone zone, uint8_t seat);

/* The copies in a pile, in its order (draw: top first; discards: latest first); how many. */
unsigned piles_list(const struct piles *piles, enum zone zone, uint8_t seat,
		    uint16_t copies_out[MAX_COPIES]);
unsigned piles_size(const struct piles *piles, enum zone zone, uint8_t seat);

/* The first copy of that kind as piles_list has them (hand: leftmost; discards: latest), or
 * NO_COPY. */
uint16_t piles_find(const struct piles *piles, enum zone zone, uint8_t seat, uint8_t kind);

/* The copy on top of the seat's draw pile, or NO_COPY. */
uint16_t piles_top(const struct piles *piles, uint8_t seat);

/* The copy goes to its owner's discards (or the common ones), on top. */
void piles_discard(struct piles *piles, uint16_t copy);

/* The copy is laid in play beside the board by the seat, for a continuing effect. */
void piles_play(struct piles *piles, uint16_t copy, uint8_t seat);

/* The copy comes to the right of the seat's hand, wherever it was (Vulture, Legacy:
 * [taken-card-goes-right]). */
void piles_take(struct piles *piles, uint16_t copy, uint8_t seat);

/* Draws the top card of the seat's pile to the right of its hand; NO_COPY when the pile is empty.
 */
uint16_t piles_draw(struct piles *piles, uint8_t seat);

/* The copy leaves the game with its owner [hand-of-who-left]. */
void piles_set_aside(struct piles *piles, uint16_t copy);

/* The copy goes to the bottom of its owner's draw pile ([without-bishops], bishops = redraw). */
void piles_lay_under(struct piles *piles, uint16_t copy);

#endif
