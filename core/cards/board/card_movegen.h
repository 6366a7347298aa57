/* SPDX-License-Identifier: MIT */
/*
 * Moves on a board with cards: regular moves as continuing effects change them, attack, check,
 * mate. Slower than movegen, because it considers everything that a card can do to a board.
 */
#ifndef PBEM_CORE_CARDS_BOARD_CARD_MOVEGEN_H
#define PBEM_CORE_CARDS_BOARD_CARD_MOVEGEN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/board/card_board.h"
#include "core/position/move.h"
#include "core/rules/rules.h"

/* Reports whether the seat's royal piece could be captured if its enemies were to move now. This
 * has no consequence for a player who isn't to move. A piece that can't capture gives no check
 * [check-with-cards]. A seat whose next turn is lost by a Riposte spares the king of the seat whose
 * turn it answered [riposte-spares-mover]. Neutral pieces threaten all [neutral-checks-both]; a
 * Truce is ignored [truce-and-check]. */
bool card_movegen_in_check(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t seat);

/* Returns the set of seats whose pieces give that check. */
uint16_t card_movegen_checkers(const struct card_ruleset *book, const struct card_board *field,
			       uint8_t seat);

/*
 * Lists the regular moves open to the seat now. They are limited by continuing effects and
 * obligations (Truce, Vendetta, Challenge, magnets, Dungeon, two pieces on one square). Castling
 * follows [castling-with-cards]; pawns' double steps begin on the first or second rank. With
 * `safe`, lists only moves that leave the seat's royal piece safe (a challenged seat may leave it
 * exposed: [challenge-bares-king]). Otherwise lists all, because a card may still help. For a
 * Vendetta only captures that leave the king safe count as available.
 */
void card_movegen_moves(const struct card_ruleset *book, const struct card_board *field,
			uint8_t seat, bool safe, struct move_list *list_out);

/* Reports whether there is any regular move; cheaper than listing. */
bool card_movegen_any_move(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t seat);

/* Reports whether the seat must capture: a Vendetta is in play, and the seat has a capture that
 * leaves its king safe [challenge-under-vendetta] [vendetta-and-neutrals]. */
bool card_movegen_must_capture(const struct card_ruleset *book, const struct card_board *field,
			       uint8_t seat);

/* Lists the moves of one piece, without castling, by geometry: onto empty squares and onto enemies.
 * The safety of the king, Vendetta and Challenge don't matter. For cards that say "moves like". */
void card_movegen_of_piece(const struct card_ruleset *book, const struct card_board *field,
			   unsigned piece, uint8_t seat, struct move_list *list_out);

/* Makes a regular move: captures, the rook of a castling, promotion, en passant rights, the turn
 * log. It springs no trap; that comes later in the turn. */
void card_movegen_make(const struct card_ruleset *book, struct card_board *field,
		       const struct move *move, struct event_list *record);

/* Returns the key of the board for repetition: the position and the continuing effects, not the
 * hands [repetition-with-effects]. */
struct position_key card_movegen_key(const struct card_ruleset *book,
				     const struct card_board *field);

/* Reports whether the seat would be in check without a legal regular move if it had to move at once
 * [mate-by-card]. */
bool card_movegen_is_mated(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t seat);

#endif
