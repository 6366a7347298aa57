/* SPDX-License-Identifier: MIT */
/* Games with cards (core/cards), as a kind of game. Here are the operations of its table that
 * have files of their own; they are documented in core/variant/gametype.h. */
#ifndef PBEM_CORE_GAMETYPE_CARDS_CARDS_GAMETYPE_H
#define PBEM_CORE_GAMETYPE_CARDS_CARDS_GAMETYPE_H

#include "core/game/game.h"
#include "core/gamefile/gamefile_packing.h"
#include "core/order/order_parse.h"
#include "core/variant/gametype.h"

struct piles;
struct card_state;

extern const struct gametype cards_gametype;

/* Begin the game: while nobody holds a card, or with the words of `table` and piles laid by
 * deck_lay (or NULL). */
void cards_start_at(const struct game *game, const struct card_state *table,
		    const struct piles *laid, struct event_list *events);

/* ---- before the game begins: cards_setup.c ---- */
void cards_gather_start(const struct game *game, struct event_list *events); /* start_lots */
bool cards_gather_close(const struct game *game, struct event_list *events); /* start_now */
/* Decides orders while words or decks are gathered. */
enum verdict cards_gather_decide(const struct game *game, uint8_t seat,
				 const struct order_list *orders, struct event_list *events,
				 struct reason *why);

/* ---- snapshots: cards_snapshot.c ---- */
extern const struct packing cards_packing;
void cards_save(const struct game *game, struct strbuf *out);
bool cards_restore(struct game *game, struct packed *bytes);

/* ---- known sets of cards: cards_known_sets.c ---- */
extern const char *const cards_outfits[];

#endif
