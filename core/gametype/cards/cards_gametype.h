/* SPDX-License-Identifier: MIT */
/* Games with cards (core/cards), as a kind of game. The operations of its table that stand in files
 * of their own: each keeps the promise it has in core/variant/kind.h. */
#ifndef PBEM_CORE_KIND_CARDS_CARDS_KIND_H
#define PBEM_CORE_KIND_CARDS_CARDS_KIND_H

#include "core/order/order.h"
#include "core/record/gamefile_state.h"
#include "core/turn/game.h"
#include "core/variant/kind.h"

struct piles;
struct table;

extern const struct kind cards_kind;

/* ---- turns: cards_turn.c ---- */
/* The game begins while nobody holds a card; and from a table where cards are already known, its
 * words mixed in, with piles laid by deck_lay, or NULL. */
void cards_start(const struct game *game, struct event_list *events);
void cards_start_at(const struct game *game, const struct table *table, const struct piles *laid,
		    struct event_list *events);
/* Once the game has begun. */
enum verdict cards_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			  struct event_list *events, struct reason *why);
enum verdict cards_forfeit(const struct game *game, uint8_t seat, unsigned board,
			   struct event_list *events, struct reason *why);
bool cards_standing_turn(const struct game *game, struct game_standing *standing_out);
/* A card's secret target, a card to be discarded, a move said ahead. */
bool cards_is_secret(const struct game *game, const struct order *order);
void cards_lapse(const struct game *game, uint16_t seats, bool lost, struct event_list *events);

/* ---- before the game begins: cards_gather.c ---- */
void cards_gather_start(const struct game *game, struct event_list *events); /* start_lots */
bool cards_gather_close(const struct game *game, struct event_list *events); /* start_now */
/* `decide`, while words or decks are gathered. */
enum verdict cards_gather_decide(const struct game *game, uint8_t seat,
				 const struct order_list *orders, struct event_list *events,
				 struct reason *why);

/* ---- until when it waits for whom: cards_clock.c ([window-hours] [cards-that-ask], Panic) ---- */
int64_t cards_clock_deadline(const struct game *game, unsigned seat);
/* Under Panic alone, of who is next. */
int64_t cards_clock_turn_deadline(const struct game *game, unsigned seat);
/* Of the seat that may send its next turn, as soon as it first could, whoever else may answer
 * before.
 */
bool cards_clock_turn_asked(const struct game *game, unsigned clock, uint8_t *seat_out,
			    struct question *question_out);
/* What a fact that has been applied means for who may send his next turn since when. */
void cards_clock_note(struct game *game, const struct entry_head *head, const struct event *event);

/* ---- what is kept: cards_snapshot.c ---- */
void cards_write(const struct game *game, struct text *out);
unsigned cards_read_begin(struct game *game);
bool cards_read(struct game *game, struct gamefile_state *state, const char *word,
		const char *rest);
bool cards_read_end(struct game *game);

/* ---- what is played with: cards_outfits.c ---- */
extern const char *const cards_outfits[];

#endif
