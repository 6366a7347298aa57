/* SPDX-License-Identifier: MIT */
/* Rings of boards joined by stockpiles (core/ring/ring.h), as a kind of game. Here are the
 * operations of its table that have files of their own; they are documented in
 * core/variant/gametype.h. */
#ifndef PBEM_CORE_GAMETYPE_RING_RING_GAMETYPE_H
#define PBEM_CORE_GAMETYPE_RING_RING_GAMETYPE_H

#include "core/game/game.h"
#include "core/gamefile/gamefile_packing.h"
#include "core/order/order_parse.h"
#include "core/variant/gametype.h"

extern const struct gametype ring_gametype;

/* ---- turns: ring_game_decide.c ---- */
void ring_game_start(const struct game *game, struct event_list *events);
enum verdict ring_game_decide(const struct game *game, uint8_t seat,
			      const struct order_list *orders, struct event_list *events,
			      struct reason *why);
enum verdict ring_game_forfeit(const struct game *game, uint8_t seat, unsigned board,
			       struct event_list *events, struct reason *why);
bool ring_game_end_run(const struct game *game, struct event_list *events);

/* ---- snapshots, and whether they are sound: ring_game_snapshot.c ---- */
extern const struct packing ring_game_packing;
void ring_game_save(const struct game *game, struct strbuf *out);
bool ring_game_restore(struct game *game, struct packed *bytes);
bool ring_game_is_sound(const struct game *game);

#endif
