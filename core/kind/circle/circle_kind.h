/* SPDX-License-Identifier: MIT */
/* Rings of boards joined by stockpiles (core/ring/ring.h), as a kind of game. The operations of its
 * table that stand in files of their own: each keeps the promise it has in core/variant/kind.h. */
#ifndef PBEM_CORE_KIND_CIRCLE_CIRCLE_KIND_H
#define PBEM_CORE_KIND_CIRCLE_CIRCLE_KIND_H

#include "core/order/order.h"
#include "core/record/gamefile_state.h"
#include "core/turn/game.h"
#include "core/variant/kind.h"

extern const struct kind circle_kind;

/* ---- turns: circle_turn.c ---- */
void circle_start(const struct game *game, struct event_list *events);
enum verdict circle_decide(const struct game *game, uint8_t seat, const struct order_list *orders,
			   struct event_list *events, struct reason *why);
enum verdict circle_forfeit(const struct game *game, uint8_t seat, unsigned board,
			    struct event_list *events, struct reason *why);
bool circle_end_run(const struct game *game, struct event_list *events);

/* ---- what is kept, and whether it is sound: circle_snapshot.c ---- */
void circle_write(const struct game *game, struct text *out);
unsigned circle_read_begin(struct game *game);
bool circle_read(struct game *game, struct gamefile_state *state, const char *word,
		 const char *rest);
bool circle_read_end(struct game *game);
bool circle_is_sound(const struct game *game);

#endif
