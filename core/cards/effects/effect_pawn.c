/* SPDX-License-Identifier: MIT */
/* Other actions of single pawns: Madman's hops, captures backward and ahead, Irresistible Force. */
#include <string.h>

#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"

static square square_of(const struct effect_context *context, unsigned piece)
{
	return context->field->position.pieces[piece].at;
}

static uint8_t side_of(const struct effect_context *context, unsigned piece)
{
	return context->field->position.pieces[piece].side;
}

/* Returns the neighbour on the board. Walls don't count, because pieces that jump ignore them. */
static square neighbour_square(const struct effect_context *context, square at, int right, int up)
{
	return board_offset(&context->book->variant->board, at, right, up);
}

/* ---- Madman ---- */

/* Reports whether a hop between the squares goes diagonally over one piece; the pawn has left
 * `start`. */
static bool is_hop(const struct effect_context *context, square start, square from, square to)
{
	for (int right = -1; right <= 1; right += 2)
		for (int up = -1; up <= 1; up += 2) {
			square over = neighbour_square(context, from, right, up);

			if (over == NO_SQUARE || neighbour_square(context, over, right, up) != to)
				continue;
			return over != start && card_board_at(context->field, over) != NO_PIECE &&
			       (to == start ||
				card_board_is_free(context->book, context->field, to));
		}
	return false;
}

static enum effect_context_result play_hop(struct effect_context *context)
{
	const struct target *chain = &context->play->targets[0];
	square start = chain->squares[0], end = chain->squares[chain->square_count - 1];
	unsigned piece = card_board_at(context->field, start);

	if (!effect_context_is_loose(context, piece))
		return EFFECT_CONTEXT_REFUSED;
	for (unsigned i = 1; i < chain->square_count; i++)
		if (!is_hop(context, start, chain->squares[i - 1], chain->squares[i]))
			return effect_context_refuse(
				context, chain->squares[i],
				"each hop goes diagonally over one piece to the empty "
				"square behind it.");
	if (end == start)
		return effect_context_refuse(context, end, "the pawn must end on another square.");
	card_board_move(context->book, context->field, piece, end, true, context->record);
	return EFFECT_CONTEXT_DONE;
}

static bool is_in_chain(const struct target *chain, square at)
{
	for (unsigned i = 0; i < chain->square_count; i++)
		if (chain->squares[i] == at)
			return true;
	return false;
}

/* Lists all further hops from the end of the chain. None comes to a square twice [trial-plays]. */
static void list_hops(const struct effect_context *context, struct play *play,
		      struct play_list *out)
{
	struct target *chain = &play->targets[0];
	square from = chain->squares[chain->square_count - 1];

	if (chain->square_count == MAX_CHAIN)
		return;
	for (int right = -2; right <= 2; right += 4)
		for (int up = -2; up <= 2; up += 4) {
			square to = neighbour_square(context, from, right, up);

			if (to == NO_SQUARE || is_in_chain(chain, to) ||
			    !is_hop(context, chain->squares[0], from, to))
				continue;
			chain->squares[chain->square_count++] = to;
			play_list_add(out, play);
			list_hops(context, play, out);
			chain->squares[--chain->square_count] = 0;
		}
}

static void list_hop(const struct effect_context *context, struct play_list *out)
{
	const struct card_board *field = context->field;

	for (square at = 0; at < context->book->variant->board.squares; at++) {
		unsigned piece = card_board_at(field, at);
		struct play play;

		if (piece == NO_PIECE || !card_board_is_own(field, piece, context->player) ||
		    !card_board_is(context->book, field, piece, 1 << CARD_PAWN) ||
		    !effect_context_is_loose(context, piece))
			continue;
		targets_none(context, &play);
		targets_add_square(&play, at)->form = TARGET_CHAIN;
		list_hops(context, &play, out);
	}
}

/* ---- Dark Mirror, Breakthrough ---- */

/* Returns the directions next to these: diagonally forward. */
static uint8_t adjacent_directions(uint8_t directions)
{
	return (uint8_t)(directions << 1 | directions >> 7 | directions >> 1 | directions << 7);
}

/* Returns the stride of diagonal captures that aren't forward. A pawn with two ways ahead has only
 * one (C). */
static struct stride back_stride(const struct effect_context *context, unsigned piece)
{
	enum { ASLANT = 1 << NE | 1 << SE | 1 << SW | 1 << NW };
	uint8_t ahead = card_board_forward(context->book, context->field, side_of(context, piece));
	struct stride stride = {.capture = true};

	stride.reach.step_capture = (uint8_t)(ASLANT & ~adjacent_directions(ahead));
	return stride;
}

/* Reports whether the pawn captures two squares ahead from its second rank. */
static bool captures_two_ahead(const struct effect_context *context, unsigned piece, square to)
{
	uint8_t side = side_of(context, piece);
	square from = square_of(context, piece);
	uint8_t ahead = effect_context_double_steps(context, side, from);

	if (card_board_rank(context->book, context->field, side, from) != 1)
		return false;
	for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
		square over;

		if (!(ahead >> direction & 1))
			continue;
		over = card_board_step(context->book, context->field, from,
				       (enum direction)direction);
		if (over != NO_SQUARE && card_board_is_free(context->book, context->field, over) &&
		    card_board_step(context->book, context->field, over,
				    (enum direction)direction) == to)
			return true;
	}
	return false;
}

static bool captures_ahead(const struct effect_context *context, unsigned piece, square to)
{
	struct stride stride = {.capture = true};

	stride.reach.step_capture =
		card_board_forward(context->book, context->field, side_of(context, piece));
	return effect_context_leads(context, piece, &stride, to) ||
	       captures_two_ahead(context, piece, to);
}

static enum effect_context_result play_pawn_takes(struct effect_context *context)
{
	square from = effect_context_square(context, 0), to = context->play->targets[0].squares[1];
	unsigned piece = card_board_at(context->field, from);
	bool back = strcmp(context->card->arguments[0], "back") == 0;
	struct stride stride = back_stride(context, piece);

	if (!effect_context_is_loose(context, piece))
		return EFFECT_CONTEXT_REFUSED;
	if (back && !effect_context_leads(context, piece, &stride, to))
		return effect_context_refuse(context, to,
					     "the pawn must capture one square diagonally "
					     "backward.");
	if (!back && !captures_ahead(context, piece, to))
		return effect_context_refuse(
			context, to,
			"the pawn captures one square straight ahead, or two from its "
			"second rank.");
	if (!effect_context_may_take(context, piece, to, false))
		return EFFECT_CONTEXT_REFUSED;
	effect_context_strike(context, piece, to);
	return EFFECT_CONTEXT_DONE;
}

/* ---- Irresistible Force ---- */

/* A row of pieces that is pushed, the pawn first, and the square to which each goes. */
struct pushed_row {
	uint8_t pieces[CARD_SQUARES];
	square to[CARD_SQUARES]; /* NO_SQUARE: over the edge */
	unsigned count;
};

enum push { PUSH_DONE, PUSH_WALL, PUSH_CITY };

/* Finds the square to which a push leads; NO_SQUARE over the edge. */
static enum push push_step(const struct effect_context *context, square at, unsigned direction,
			   square *to_out)
{
	square next = effect_context_beside(context->book, at, direction);

	*to_out = next;
	if (next == NO_SQUARE)
		return PUSH_DONE;
	if (context->field->walls[at] >> direction & 1 ||
	    context->book->variant->board.step[at][direction] == NO_SQUARE)
		return PUSH_WALL;
	return context->field->closed >> next & 1 ? PUSH_CITY : PUSH_DONE;
}

/* Finds the row of pieces from the pawn on. */
static enum push find_row(const struct effect_context *context, unsigned pawn, unsigned direction,
			  struct pushed_row *row_out)
{
	unsigned piece = pawn;
	enum push push = PUSH_DONE;

	row_out->count = 0;
	while (piece != NO_PIECE && push == PUSH_DONE) {
		square to;

		push = push_step(context, square_of(context, piece), direction, &to);
		row_out->pieces[row_out->count] = (uint8_t)piece;
		row_out->to[row_out->count++] = to;
		piece = to == NO_SQUARE ? NO_PIECE : card_board_at(context->field, to);
	}
	return push;
}

/* Reports whether every piece of the row may be pushed. */
static bool may_push(const struct effect_context *context, const struct pushed_row *row)
{
	for (unsigned i = 0; i < row->count; i++) {
		unsigned piece = row->pieces[i];
		square at = square_of(context, piece);

		if (!effect_context_is_loose(context, piece))
			return false;
		if (i > 0 && card_board_is_kingly(context->book, context->field, piece))
			return effect_context_refuse(context, at, "a king can't be pushed.");
		if (row->to[i] == NO_SQUARE &&
		    !card_board_may_be_taken(context->book, context->field, piece))
			return effect_context_refuse(
				context, at, "the piece there can't be pushed off the board.");
	}
	return true;
}

/* Pushes the row, beginning with the last piece. */
static void push_row(struct effect_context *context, const struct pushed_row *row)
{
	for (unsigned i = row->count; i > 1; i--) {
		unsigned piece = row->pieces[i - 1];

		if (row->to[i - 1] == NO_SQUARE)
			effect_context_take_all(context, square_of(context, piece), NO_PIECE);
		else
			card_board_shift(context->book, context->field, piece, row->to[i - 1],
					 context->record);
	}
	card_board_move(context->book, context->field, row->pieces[0], row->to[0], true,
			context->record);
}

static enum effect_context_result push_ahead(struct effect_context *context, unsigned pawn,
					     unsigned direction)
{
	square at = square_of(context, pawn);
	struct pushed_row row;
	enum push push = find_row(context, pawn, direction, &row);

	if (row.count < 2)
		return effect_context_refuse(
			context, at, "the pawn must step into a piece, and no wall between.");
	if (push == PUSH_WALL)
		return effect_context_refuse(context, square_of(context, row.pieces[row.count - 1]),
					     "a wall keeps the piece there from being pushed on.");
	if (!may_push(context, &row))
		return EFFECT_CONTEXT_REFUSED;
	if (push == PUSH_CITY)
		return EFFECT_CONTEXT_SPENT;
	push_row(context, &row);
	return EFFECT_CONTEXT_DONE;
}

static enum effect_context_result play_push(struct effect_context *context)
{
	unsigned pawn = effect_context_piece(context, 0), possible = 0;
	uint8_t ahead = card_board_forward(context->book, context->field, side_of(context, pawn));
	bool choice = (ahead & (ahead - 1)) != 0,
	     named = context->play->targets[0].form == TARGET_MOVE;
	unsigned chosen = DIRECTIONS, last = DIRECTIONS;

	for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
		struct card_board field;
		struct effect_context trial;
		square to;

		if (!(ahead >> direction & 1))
			continue;
		trial = effect_context_try(context, &field);
		last = direction;
		push_step(context, square_of(context, pawn), direction, &to);
		if (named ? choice && to == context->play->targets[0].squares[1]
			  : push_ahead(&trial, pawn, direction) != EFFECT_CONTEXT_REFUSED) {
			chosen = direction;
			possible++;
		}
	}
	if (named && chosen == DIRECTIONS)
		return effect_context_refuse(context, effect_context_square(context, 0),
					     choice ? "the pawn steps one square ahead."
						    : "only the pawn's square is named here.");
	if (possible > 1)
		return effect_context_refuse(context, effect_context_square(context, 0),
					     "this pawn can go two ways; say which, as in c6-d6.");
	return push_ahead(context, pawn, chosen == DIRECTIONS ? last : chosen);
}

/* Lists the pawn's square, if that says enough; otherwise each step that pushes. */
static void list_push(const struct effect_context *context, struct play_list *out)
{
	for (square at = 0; at < context->book->variant->board.squares; at++) {
		unsigned pawn = card_board_at(context->field, at);
		struct play play;
		uint8_t ahead;

		if (pawn == NO_PIECE || !card_board_is_own(context->field, pawn, context->player))
			continue;
		targets_none(context, &play);
		targets_add_square(&play, at);
		if (play_would(context, &play)) {
			play_list_add(out, &play);
			continue;
		}
		ahead = card_board_forward(context->book, context->field, side_of(context, pawn));
		for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
			square to;

			if (!(ahead >> direction & 1) ||
			    push_step(context, at, direction, &to) != PUSH_DONE || to == NO_SQUARE)
				continue;
			targets_none(context, &play);
			targets_add_move(&play, at, to);
			play_add(context, &play, out);
		}
	}
}

const struct effect_rules effects_pawn_rules[] = {
	{.name = "hop", .targets = "c", .play = play_hop, .list = list_hop, .displaces = true},
	{.name = "pawn-takes",
	 .arguments = "back|ahead",
	 .targets = "m",
	 .play = play_pawn_takes,
	 .displaces = true},
	{.name = "push", .targets = "s", .play = play_push, .list = list_push, .displaces = true},
	{0},
};
