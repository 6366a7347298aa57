/* SPDX-License-Identifier: MIT */
/*
 * How pieces go on a field: regular moves as continuing effects change them, attack, check, mate.
 * Slower than movegen, and it knows everything a card can do to a board.
 */
#ifndef PBEM_CORE_CARDS_FIELD_WAYS_H
#define PBEM_CORE_CARDS_FIELD_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/cards/field/field.h"
#include "core/position/move.h"
#include "core/rules/rules.h"

/* Whether a player whose turn it is not loses nothing by it: the seat's royal piece could be
 * captured now if its enemies were to move ([check-with-cards]: a piece that can't capture gives
 * none; a seat whose next turn is lost by a Riposte spares the king of whose turn it answered,
 * [riposte-spares-mover]; neutral pieces threaten all, [neutral-checks-both]; a Truce counts for
 * nothing, [truce-and-check]). */
bool ways_in_check(const struct book *book, const struct field *field, uint8_t seat);

/* The set of seats whose pieces do. */
uint16_t ways_checkers(const struct book *book, const struct field *field, uint8_t seat);

/*
 * The regular moves open to the seat now: what continuing effects and obligations allow (Truce,
 * Vendetta, Challenge, magnets, Dungeon, splits), castling as [castling-with-cards] has it, pawns'
 * double steps from the first or second rank, en passant. With `safe` only those that leave the
 * seat's royal piece safe (a challenged seat may leave it so: [challenge-bares-king]); without,
 * all, for a card may still cure it. Vendetta counts as available only captures that leave the king
 * safe.
 */
void ways_moves(const struct book *book, const struct field *field, uint8_t seat, bool safe,
		struct move_list *list_out);

/* Whether there is any; cheaper than listing. */
bool ways_any_move(const struct book *book, const struct field *field, uint8_t seat);

/* Whether a Vendetta in play finds a capture the seat must make, its king safe after it
 * [challenge-under-vendetta] [vendetta-and-neutrals].
 */
bool ways_must_capture(const struct book *book, const struct field *field, uint8_t seat);

/* Those of one piece, castling aside, by geometry: onto empty squares and onto enemies, whatever
 * the king suffers and whatever Vendetta or Challenge ask. For cards that say "moves like". */
void ways_of_piece(const struct book *book, const struct field *field, unsigned piece, uint8_t seat,
		   struct move_list *list_out);

/* Makes a regular move: captures, rook of a castling, promotion, en passant rights, the story's
 * path; springs no trap (that is the turn's, after it). */
void ways_make(const struct book *book, struct field *field, const struct move *move,
	       struct event_list *record);

/* The identity of the field for repetition: the board and the continuing effects, not the hands
 * [repetition-with-effects]. */
struct position_key ways_key(const struct book *book, const struct field *field);

/* Whether the seat, were it to move at once, is in check without a legal regular move
 * [mate-by-card]. */
bool ways_is_mated(const struct book *book, const struct field *field, uint8_t seat);

#endif
