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

/* ---- turns: cards_decide.c ---- */
/* Begin the game: while nobody holds a card, or with the words of `table` and piles laid by
 * deck_lay (or NULL). */
void cards_start(const struct game *game, struct event_list *events);
void cards_start_at(const struct game *game, const struct card_state *table,
		    const struct piles *laid, struct event_list *events);
/* Decides orders once the game has begun. */
enum verdict cards_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			  struct event_list *events, struct reason *why);
enum verdict cards_forfeit(const struct game *game, uint8_t seat, unsigned board,
			   struct event_list *events, struct reason *why);
bool cards_standing_turn(const struct game *game, struct game_pending_turn *standing_out);
/* Reports whether the order is secret: a card with a secret target, a discard, a move said in
 * advance, words, a deck. */
bool cards_is_secret(const struct game *game, const struct order *order);
void cards_lapse(const struct game *game, uint16_t seats, bool lost, struct event_list *events);

/* ---- before the game begins: cards_setup.c ---- */
void cards_gather_start(const struct game *game, struct event_list *events); /* start_lots */
bool cards_gather_close(const struct game *game, struct event_list *events); /* start_now */
/* Decides orders while words or decks are gathered. */
enum verdict cards_gather_decide(const struct game *game, uint8_t seat,
				 const struct order_list *orders, struct event_list *events,
				 struct reason *why);

/* ---- deadlines: cards_clock.c ([window-hours] [cards-that-ask], Panic) ---- */
int64_t cards_clock_deadline(const struct game *game, unsigned seat);
/* Returns the deadline under Panic of the seat whose turn is next, or 0. */
int64_t cards_clock_turn_deadline(const struct game *game, unsigned seat);
/* Finds the question since which the seat `clock` may send its next turn, though others may still
 * answer before it. */
bool cards_clock_turn_asked(const struct game *game, unsigned clock, uint8_t *seat_out,
			    struct question *question_out);
/* Applies an event, which has been applied to the table, to the clock of the seat that may send
 * its next turn. */
void cards_clock_note(struct game *game, const struct entry_head *head, const struct event *event);

/* ---- snapshots: cards_snapshot.c ---- */
extern const struct packing cards_packing;
void cards_save(const struct game *game, struct strbuf *out);
bool cards_restore(struct game *game, struct packed *bytes);

/* ---- known sets of cards: cards_known_sets.c ---- */
extern const char *const cards_outfits[];

#endif
