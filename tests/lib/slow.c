/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/lib/slow.h"

static const struct reach *slow_reach(const struct variant *variant, const struct piece *piece)
{
	return &variant->sides[piece->side].reach[piece->type];
}

bool slow_attacks(const struct variant *variant, const struct position *position,
		  const struct piece *piece, square target)
{
	const struct reach *reach = slow_reach(variant, piece);

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		square at = variant->board.step[piece->at][d];

		if (at == target && reach->step_capture >> d & 1)
			return true;
		for (; at != NO_SQUARE && reach->slide_capture >> d & 1;
		     at = variant->board.step[at][d]) {
			if (at == target)
				return true;
			if (position->piece_at[at] != NO_PIECE)
				break;
		}
	}
	for (unsigned i = 0; i < LEAPS && reach->leap_capture; i++)
		if (variant->board.leap[piece->at][i] == target && target != NO_SQUARE)
			return true;
	return false;
}

bool slow_attacked(const struct variant *variant, const struct position *position, square target,
		   unsigned sides)
{
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->fate == ON_BOARD && sides >> piece->side & 1 &&
		    slow_attacks(variant, position, piece, target))
			return true;
	}
	return false;
}

static bool slow_allied(const struct variant *variant, uint8_t a, uint8_t b)
{
	return variant->sides[a].team == variant->sides[b].team;
}

unsigned slow_enemies(const struct variant *variant, const struct position *position,
		      uint8_t player)
{
	unsigned sides = 0;

	for (unsigned side = 0; side < variant->side_count; side++) {
		uint8_t owner = position->controller[side];

		if (owner != NO_SIDE && position->in_play >> owner & 1 &&
		    !slow_allied(variant, owner, player))
			sides |= 1u << side;
	}
	return sides;
}

/* Returns the armies that the player commands and that aren't the player's own. */
static unsigned slow_colonies(const struct variant *variant, const struct position *position,
			      uint8_t player)
{
	unsigned sides = 0;

	for (unsigned side = 0; side < variant->side_count; side++)
		if (position->controller[side] == player && side != player)
			sides |= 1u << side;
	return sides;
}

square slow_king(const struct variant *variant, const struct position *position, uint8_t player)
{
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->fate == ON_BOARD && piece->side == player &&
		    piece->type == variant->royal)
			return piece->at;
	}
	return NO_SQUARE;
}

/* Returns whether the mover's king is safe [own-king-safe] [beaten-armies] [role-own-king]
 * [role-own-colours] [dead-still-guard]. */
static bool slow_is_safe(const struct variant *variant, const struct position *position,
			 const struct move *move)
{
	uint8_t seat = position->turn, player = position->controller[seat];
	bool own_turn = seat == player, role = variant->beaten == BEATEN_ROLE;
	struct position next = *position;
	unsigned feared = 0;
	square king;

	move_make(variant, &next, move, NULL);
	king = slow_king(variant, &next, player);
	if (own_turn)
		feared |= slow_enemies(variant, &next, player);
	if (role)
		feared |= slow_colonies(variant, &next, player);
	if (king != slow_king(variant, position, player))
		feared |= next.dead;
	return king == NO_SQUARE || !slow_attacked(variant, &next, king, feared);
}

static bool slow_takeable(const struct variant *variant, const struct position *position,
			  const struct piece *captor, const struct piece *victim)
{
	uint8_t owner = position->controller[victim->side];
	uint8_t player = position->controller[captor->side];
	unsigned equator = variant->equator;

	if (position->obstacles >> victim->side & 1)
		return false;
	if (victim->type == variant->royal && !variant->peterson.capture)
		return false;
	/* [frozen-seat]: a seat that lost its turn by a mate can lose only its king. */
	if (victim->type != variant->royal && owner != NO_SIDE &&
	    position->frozen >> (variant->beaten == BEATEN_ROLE ? victim->side : owner) & 1)
		return false;
	if (owner != NO_SIDE && slow_allied(variant, owner, player))
		return false;
	/* [pawn-truce] */
	return !(captor->truce == TRUCE_BOUND && victim->truce != TRUCE_NONE &&
		 board_rank(&variant->board, captor->at) < equator &&
		 board_rank(&variant->board, victim->at) < equator);
}

static void slow_add(const struct variant *variant, const struct position *position,
		     struct move move, struct move_list *list)
{
	const struct piece *piece = position_piece(position, move.from);
	bool promotes =
		piece->type == variant->pawn && variant->sides[piece->side].promotes[move.to];

	for (unsigned i = 0; i < (promotes ? variant->promotion_count : 1); i++) {
		move.promotion = promotes ? variant->promotions[i] : NO_TYPE;
		if (slow_is_safe(variant, position, &move))
			list->moves[list->count++] = move;
	}
}

static struct move slow_move(square from, square to)
{
	return (struct move){.from = from,
			     .to = to,
			     .other = NO_SQUARE,
			     .rook_to = NO_SQUARE,
			     .kind = MOVE_PLAIN,
			     .promotion = NO_TYPE};
}

/* Returns whether the piece may go to a square: it is empty, or has something to capture. */
static bool slow_may_go(const struct variant *variant, const struct position *position,
			const struct piece *piece, square to, bool moves, bool captures)
{
	const struct piece *there = to == NO_SQUARE ? NULL : position_piece(position, to);

	if (to == NO_SQUARE)
		return false;
	return there == NULL ? moves : captures && slow_takeable(variant, position, piece, there);
}

static void slow_piece_moves(const struct variant *variant, const struct position *position,
			     const struct piece *piece, struct move_list *list)
{
	const struct reach *reach = slow_reach(variant, piece);
	const struct board *board = &variant->board;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		square to = board->step[piece->at][d];

		if (slow_may_go(variant, position, piece, to, reach->step_move >> d & 1,
				reach->step_capture >> d & 1))
			slow_add(variant, position, slow_move(piece->at, to), list);
		if (!((reach->slide_move | reach->slide_capture) >> d & 1))
			continue;
		for (; to != NO_SQUARE; to = board->step[to][d]) {
			if (slow_may_go(variant, position, piece, to, reach->slide_move >> d & 1,
					reach->slide_capture >> d & 1))
				slow_add(variant, position, slow_move(piece->at, to), list);
			if (position_piece(position, to) != NULL)
				break;
		}
	}
	for (unsigned i = 0; i < LEAPS; i++)
		if (slow_may_go(variant, position, piece, board->leap[piece->at][i],
				reach->leap_move, reach->leap_capture))
			slow_add(variant, position, slow_move(piece->at, board->leap[piece->at][i]),
				 list);
}

static void slow_pawn_extras(const struct variant *variant, const struct position *position,
			     const struct piece *pawn, struct move_list *list)
{
	const struct reach *reach = slow_reach(variant, pawn);
	const struct board *board = &variant->board;

	for (unsigned d = 0; d < DIRECTIONS; d++) {
		square over = board->step[pawn->at][d];
		square to = over == NO_SQUARE ? NO_SQUARE : board->step[over][d];
		struct move move = slow_move(pawn->at, to);

		if (to == NO_SQUARE || !(reach->step_move >> d & 1) ||
		    (pawn->moved && !variant->cards) ||
		    !variant->sides[pawn->side].steps_twice[pawn->at] ||
		    position_piece(position, over) != NULL || position_piece(position, to) != NULL)
			continue;
		move.kind = MOVE_DOUBLE_STEP;
		move.rook_to = over;
		slow_add(variant, position, move, list);
	}
	for (unsigned slot = 0; slot < MAX_PASSANTS; slot++) {
		struct passant right = position->passant[slot];
		struct move move = slow_move(pawn->at, right.over);

		if (right.over == NO_SQUARE || position_piece(position, right.over) != NULL ||
		    !slow_attacks(variant, position, pawn, right.over) ||
		    !slow_takeable(variant, position, pawn, position_piece(position, right.pawn)))
			continue;
		move.kind = MOVE_EN_PASSANT;
		move.other = right.pawn;
		slow_add(variant, position, move, list);
	}
}

static bool slow_may_castle(const struct variant *variant, const struct position *position,
			    const struct castle *castle)
{
	const struct piece *king = position_piece(position, castle->king_from);
	const struct piece *rook = position_piece(position, castle->rook_from);
	unsigned enemies = slow_enemies(variant, position, castle->side);
	unsigned d = 0;
	square at;

	if (king == NULL || rook == NULL || king->moved || rook->moved ||
	    king->side != castle->side || rook->side != castle->side ||
	    king->type != variant->royal ||
	    rook->type != variant->sides[castle->side].starts[castle->rook_from])
		return false;
	for (bool found = false; !found; d += !found) {
		assert_true(d < DIRECTIONS);
		for (at = king->at; at != NO_SQUARE; at = variant->board.step[at][d])
			found |= at == rook->at;
	}
	for (at = variant->board.step[king->at][d]; at != rook->at; at = variant->board.step[at][d])
		if (position_piece(position, at) != NULL)
			return false;
	for (at = king->at;; at = variant->board.step[at][d]) {
		if ((!variant->cards && slow_attacked(variant, position, at, enemies)) ||
		    (at != king->at && at != rook->at && position_piece(position, at) != NULL))
			return false;
		if (at == castle->king_to)
			break;
	}
	at = castle->rook_to;
	return at == king->at || at == rook->at || position_piece(position, at) == NULL;
}

void slow_moves(const struct variant *variant, const struct position *position,
		struct move_list *list)
{
	uint8_t seat = position->turn, player = position->controller[seat];

	list->count = 0;
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->fate != ON_BOARD || position->controller[piece->side] != player ||
		    (variant->beaten == BEATEN_ROLE && piece->side != seat))
			continue;
		slow_piece_moves(variant, position, piece, list);
		if (piece->type == variant->pawn)
			slow_pawn_extras(variant, position, piece, list);
	}
	for (unsigned i = 0; i < variant->castle_count && seat == player; i++) {
		const struct castle *castle = &variant->castles[i];
		struct move move = {
			.from = castle->king_from,
			.to = castle->king_to,
			.other = castle->rook_from,
			.rook_to = castle->rook_to,
			.kind = MOVE_CASTLE,
			.promotion = NO_TYPE,
		};

		if (castle->side == player && slow_may_castle(variant, position, castle) &&
		    slow_is_safe(variant, position, &move))
			list->moves[list->count++] = move;
	}
}
