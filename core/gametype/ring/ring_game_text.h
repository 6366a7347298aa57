/* SPDX-License-Identifier: MIT */
/* A seat's view of a ring (core/ring/ring.h) as lines of text, by the same rules as in
 * game_text.h. */
#ifndef PBEM_CORE_GAMETYPE_RING_RING_GAME_TEXT_H
#define PBEM_CORE_GAMETYPE_RING_RING_GAME_TEXT_H

#include "core/view/game_text.h"

struct strbuf;
struct view_choice;

/*
 * Draws the boards of a seat side by side, or with BOARD_COMPACT below each other. Each is drawn
 * from the seat's own side, under a title that says who is to move. If the seat plays on none (or
 * is NO_SIDE), draws all boards of the ring from White's side. Then come the meanings of the
 * letters, and who plays whom around the ring.
 */
void ring_game_boards(const struct game *game, uint8_t seat, enum board_style style,
		      struct strbuf *out);

/* Draws one board, from 0, in the same way. */
void ring_game_board(const struct game *game, unsigned board, uint8_t seat, struct strbuf *out);

/* Draws board `board`, from 0, as view_board_for does: from the side of a seat that plays there,
 * else from White's. */
void ring_game_sheet(const struct game *game, unsigned board, uint8_t seat, enum board_style style,
		     struct strbuf *out);

/* Adds only who plays whom around the ring. */
void ring_game_line(const struct game *game, struct strbuf *out);

/* Lists a seat's stockpile, one line for each kind and set: where it can be placed, or why it
 * can't. Adds nothing if the stockpile is empty. */
void ring_game_stock(const struct game *game, uint8_t seat, struct strbuf *out);

/* For examples: finds what the seat can move on the first board where it is to move, and adds a
 * placement. */
void ring_game_choose(const struct game *game, uint8_t seat, struct view_choice *choice);
void ring_game_placement(const struct game *game, uint8_t seat, struct strbuf *out);

/* Lists the seat's orders; see view_choices. */
void ring_game_choices(const struct game *game, uint8_t seat, enum choice_kind which, unsigned most,
		       struct choice_list *list);

/* Adds the turns on the seat's own boards since it last moved on each, that move included. */
void ring_game_since(const struct game *game, uint8_t seat, struct strbuf *out);

/* Returns the board of a turn, from 0. The turn's text begins with its number. */
unsigned ring_game_board_of(const struct turn_record *record);

#endif
