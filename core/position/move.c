/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/position/move.h"
#include "core/position/move_armies.h"
#include "core/position/move_pawn_truce.h"
#include "core/variant/variant_data.h"

/* Returns the second square of a move's text. Castling names the king's square, then the rook's. */
static square second_square(const struct move *move)
{
	return move->kind == MOVE_CASTLE ? move->other : move->to;
}

void move_text(const struct variant *variant, const struct move *move, char text_out[MOVE_TEXT_MAX])
{
	const struct board *board = &variant->board;
	char *end = text_out;

	if (move->marked) {
		*end++ = variant->types[move->behind - 1].letter;
		*end++ = ':';
	}
	end = board_square_name(board, move->from, end);
	end = board_square_name(board, second_square(move), end);
	if (move->kind == MOVE_CASTLE && variant->castles_anywhere) {
		*end++ = ':';
		end = board_square_name(board, move->to, end);
	}
	if (move->promotion == NO_TYPE)
		return;
	*end++ = '=';
	*end++ = variant->types[move->promotion].letter;
	*end = '\0';
}

struct move move_of_castle(const struct castle *castle)
{
	struct move move = move_of(castle->king_from, castle->king_to);

	move.other = castle->rook_from;
	move.rook_to = castle->rook_to;
	move.kind = MOVE_CASTLE;
	return move;
}

/* A move and its text, for sorting. */
struct named_move {
	char text[MOVE_TEXT_MAX];
	struct move move;
};

static int compare_moves(const void *a, const void *b)
{
	return strcmp(((const struct named_move *)a)->text, ((const struct named_move *)b)->text);
}

bool move_is_sound(const struct variant *variant, const struct move *move)
{
	return position_is_square(variant, move->from) && position_is_square(variant, move->to) &&
	       position_is_square_or_none(variant, move->other) &&
	       position_is_square_or_none(variant, move->rook_to) && move->kind <= MOVE_CASTLE &&
	       position_is_type_or_none(variant, move->promotion) &&
	       move->behind <= variant->type_count && base_is_bool(&move->marked) &&
	       (!move->marked || move->behind != 0);
}

void move_list_sort(const struct variant *variant, struct move_list *list)
{
	struct named_move *named = base_alloc(list->count * sizeof *named);

	for (unsigned i = 0; i < list->count; i++) {
		named[i].move = list->moves[i];
		move_text(variant, &list->moves[i], named[i].text);
	}
	qsort(named, list->count, sizeof *named, compare_moves);
	for (unsigned i = 0; i < list->count; i++)
		list->moves[i] = named[i].move;
	free(named);
}

const struct move *move_list_find(const struct variant *variant, const struct move_list *list,
				  const char *text)
{
	bool marked = isupper((unsigned char)text[0]) && text[1] == ':';
	const char *squares = text + (marked ? 2 : 0);
	size_t used = 0;
	square from = board_square_at(&variant->board, squares, &used);
	square to = board_square_at(&variant->board, squares + used, NULL);
	char name[MOVE_TEXT_MAX];

	for (unsigned i = 0; i < list->count; i++) {
		if (list->moves[i].from != from || second_square(&list->moves[i]) != to)
			continue;
		move_text(variant, &list->moves[i], name);
		if (strcmp(name, text) == 0)
			return &list->moves[i];
	}
	return NULL;
}

/*
 * Counts a capture: it begins a round, or belongs to the running one [exchange-round]
 * [round-length]. Pieces that nobody plays don't count [nobodys-men].
 */
static void update_exchange(const struct variant *variant, struct position *position,
			    const struct piece *victim, struct event_list *record)
{
	uint8_t loser = position->controller[victim->side];
	uint8_t player = position->controller[position->turn];
	uint8_t worth = victim->type == variant->royal ? 0 : variant->worth[victim->type];
	struct exchange round = position->exchange;

	if (loser == NO_SIDE)
		return;
	if (round.left == 0) {
		round = (struct exchange){0};
		for (uint8_t seat = 0; seat < variant->side_count; seat++)
			round.left = (uint8_t)(round.left +
					       move_seat_takes_turns(variant, position, seat));
	}
	round.lost |= (uint16_t)(1u << loser);
	round.involved |= (uint16_t)(1u << loser | 1u << player);
	if (worth > 0 && (round.weakest == 0 || worth < round.weakest))
		round.weakest = worth;
	position_set_exchange(variant, position, round, record);
}

/*
 * Captures a piece, which also ends the right to capture it en passant. The seat of a captured king
 * is beaten at once [frozen-seat] [taken-kings-army].
 */
static void capture_piece(const struct variant *variant, struct position *position, square at,
			  struct event_list *record)
{
	const struct piece *victim = position_piece(position, at);

	if (position->passant_end > 0)
		position_drop_passant(position, at, record);
	if (variant->peterson.exchange)
		update_exchange(variant, position, victim, record);
	position_capture(variant, position, at, record);
	if (victim->type == variant->royal) {
		uint8_t player = position->controller[position->turn];

		move_seat_beaten(position, victim->side, player, "king-captured", record);
		move_seat_leave(variant, position, victim->side, player, record);
	}
}

static void make_castling(const struct variant *variant, struct position *position,
			  const struct move *move, struct event_list *record)
{
	bool crossed = move->to == move->other && move->rook_to == move->from;

	/* The piece that is in the other's way moves first. */
	if (crossed || move->to == move->from || move->rook_to == move->other) {
		position_castle(
			variant, position,
			&(struct castling){move->from, move->other, move->to, move->rook_to},
			record);
	} else if (move->to == move->other) {
		position_move(variant, position, move->other, move->rook_to, record);
		position_move(variant, position, move->from, move->to, record);
	} else {
		position_move(variant, position, move->from, move->to, record);
		position_move(variant, position, move->other, move->rook_to, record);
	}
}

bool move_go(const struct variant *variant, struct position *position, const struct move *move,
	     struct event_list *record)
{
	const struct piece *piece = &position->pieces[position->piece_at[move->from]];
	bool restarts = piece->type == variant->pawn, captures;
	square taken = move->kind == MOVE_EN_PASSANT ? move->other : move->to;

	if (move->kind == MOVE_CASTLE) {
		make_castling(variant, position, move, record);
		return false;
	}
	captures = position->owner[taken] != OWNER_NONE;
	if (captures)
		capture_piece(variant, position, taken, record);
	position_move(variant, position, move->from, move->to, record);
	if (captures && piece->truce == TRUCE_BOUND &&
	    move_truce_crosses(variant, move->from, move->to))
		position_free(position, move->to, record);
	if (move->promotion != NO_TYPE)
		position_promote(position, move->to, move->promotion, record);
	if (move->kind == MOVE_DOUBLE_STEP)
		position_open_passant(position, piece->side, move->rook_to, move->to, record);
	return restarts || captures;
}

void move_end(struct position *position, bool restarts, struct event_list *record)
{
	/* [quiet-rounds] */
	if (restarts)
		position_set_quiet(position, 0, record);
	else
		position_close_round(position, record);
}

void move_make(const struct variant *variant, struct position *position, const struct move *move,
	       struct event_list *record)
{
	move_end(position, move_go(variant, position, move, record), record);
}
