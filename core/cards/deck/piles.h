/* SPDX-License-Identifier: MIT */
/*
 * The physical cards: who holds each, and which pile it is in. A plain value. A physical card (a
 * copy) never vanishes: it is in a draw pile, a hand, in play for an effect, in a discard pile, or
 * set aside.
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
	uint8_t owner; /* the seat whose deck it belongs to; NO_SIDE: the common deck */
	uint8_t zone;  /* enum zone */
	uint8_t seat;  /* the seat of the hand or pile; 0 for a common pile */
	int32_t place; /* order in its pile. Draw: the lowest is on top; hand: from the left;
			  discards: the highest is the latest */
};

struct piles {
	struct copy copies[MAX_COPIES];
	uint16_t count;
	bool common;
	int32_t stamp;		      /* increases with every discard */
	uint32_t shuffles[MAX_SIDES]; /* number of the latest shuffle of each seat's draw pile; [0]
					 for a common one (pbem-shuffle(7)) */
	uint16_t ran_out; /* times that the discards of a common deck became its draw pile */
};

void piles_init(struct piles *piles, bool common);

/*
 * Adds a new card at the end of a pile (draw: at the bottom; hand: at the right; discards: beneath)
 * and returns its copy number. There must be room: at most MAX_COPIES cards.
 *
 * In all functions here, the draw pile, the discards and the cards set aside of a common deck
 * belong to everybody, and `seat` doesn't matter for them.
 */
uint16_t piles_add(struct piles *piles, uint8_t kind, uint8_t owner, enum zone zone, uint8_t seat);

/* piles_list lists the copies in a pile, in its order (draw: top first; discards: latest first). It
 * returns their number, as piles_size does. */
unsigned piles_list(const struct piles *piles, enum zone zone, uint8_t seat,
		    uint16_t copies_out[MAX_COPIES]);
unsigned piles_size(const struct piles *piles, enum zone zone, uint8_t seat);

/* Returns the first copy of that kind in the order of piles_list (hand: leftmost; discards:
 * latest), or NO_COPY. */
uint16_t piles_find(const struct piles *piles, enum zone zone, uint8_t seat, uint8_t kind);

/* Returns the copy on top of the seat's draw pile, or NO_COPY. */
uint16_t piles_top(const struct piles *piles, uint8_t seat);

/* Puts the copy on top of its owner's discards, or of the common ones. */
void piles_discard(struct piles *piles, uint16_t copy);

/* Puts the copy into play for a continuing effect of the seat. */
void piles_play(struct piles *piles, uint16_t copy, uint8_t seat);

/* Puts the copy at the right of the seat's hand, wherever it was (Vulture, Legacy:
 * [taken-card-goes-right]). */
void piles_take(struct piles *piles, uint16_t copy, uint8_t seat);

/* Draws the top card of the seat's pile to the right of its hand. Returns NO_COPY if the pile is
 * empty. */
uint16_t piles_draw(struct piles *piles, uint8_t seat);

/* Removes the copy from the game with its owner [hand-of-who-left]. */
void piles_set_aside(struct piles *piles, uint16_t copy);

/* Puts the copy at the bottom of its owner's draw pile ([without-bishops], bishops = redraw). */
void piles_lay_under(struct piles *piles, uint16_t copy);

#endif
