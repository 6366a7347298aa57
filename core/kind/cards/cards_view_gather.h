/* SPDX-License-Identifier: MIT */
/*
 * What a seat sees while a game with cards gathers words and decks, as lines at most 72 columns
 * wide. No line reads as an order.
 */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_VIEW_GATHER_H
#define PBEM_CORE_KIND_CARDS_CARDS_VIEW_GATHER_H

#include "core/turn/game.h"

struct text;

/* Whose words or decks the game waits for; nothing when it waits for none. */
void cards_gather_status(const struct game *game, struct text *out);

/* The cards of the seat's share, whole, in the set's order; nothing while none is dealt. */
void cards_gather_share(const struct game *game, uint8_t seat, struct text *out);

/* The cards of the deck it has sent, in that order, with their points and what they come to;
 * nothing while it has sent none. */
void cards_gather_deck(const struct game *game, uint8_t seat, struct text *out);

#endif
