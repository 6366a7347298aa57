/* SPDX-License-Identifier: MIT */
#include "core/cards/play/front_piece.h"

/* The most squares of one order that are considered. */
enum { MAX_FRONTS = 4 };

static bool is_shared(const struct card_board *field, square at)
{
	return at < CARD_SQUARES && card_board_behind(field, at) != NO_PIECE;
}

/* Lists the squares shared by two pieces with which targets begin, each once. Returns their
 * number. */
static unsigned list_shared(const struct effect_context *context, const struct target *targets,
			    unsigned count, square squares_out[MAX_FRONTS])
{
	unsigned found = 0;

	for (unsigned i = 0; i < count && found < MAX_FRONTS; i++) {
		square at = targets[i].square_count > 0 ? targets[i].squares[0] : NO_SQUARE;
		bool known = targets[i].form == TARGET_EDGE;

		for (unsigned k = 0; k < found; k++)
			known |= squares_out[k] == at;
		if (!known && is_shared(context->field, at))
			squares_out[found++] = at;
	}
	return found;
}

bool front_piece_is_ambiguous(const struct effect_context *context, const struct target *targets,
			      unsigned count)
{
	square squares[MAX_FRONTS];

	if (context->as_they_stand || !card_ruleset_is_third(context->book))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (targets[i].piece != 0)
			return true;
	return list_shared(context, targets, count, squares) > 0;
}

/* Reports whether the piece is the greater of two, in the order K Q R B N P. */
static bool is_greater(const struct card_board *field, unsigned piece)
{
	const struct piece *pieces = field->position.pieces;

	return pieces[piece].type <= pieces[field->partner[piece]].type;
}

/* Reports whether every piece that a target names is in front on its square. */
static bool are_named_pieces_in_front(const struct effect_context *context,
				      const struct target *targets, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned piece = targets[i].square_count > 0
					 ? card_board_at(context->field, targets[i].squares[0])
					 : NO_PIECE;

		if (targets[i].piece != 0 &&
		    (piece == NO_PIECE ||
		     context->field->position.pieces[piece].type + 1 != targets[i].piece))
			return false;
	}
	return true;
}

enum front_piece_set front_piece_set(struct effect_context *context, const struct target *targets,
				     unsigned count, unsigned nth)
{
	square squares[MAX_FRONTS];
	unsigned shared = list_shared(context, targets, count, squares);

	if (nth >> shared != 0)
		return FRONT_PIECE_NONE;
	for (unsigned i = 0; i < shared; i++) {
		unsigned front = card_board_at(context->field, squares[i]);
		bool greater = !(nth >> (shared - 1 - i) & 1);

		if (is_greater(context->field, front) != greater)
			card_board_bring_to_front(context->book, context->field,
						  card_board_behind(context->field, squares[i]),
						  context->record);
	}
	return are_named_pieces_in_front(context, targets, count) ? FRONT_PIECE_SET
								  : FRONT_PIECE_OTHERS;
}

void front_piece_reset(struct effect_context *context)
{
	for (square at = 0; at < CARD_SQUARES; at++)
		if (is_shared(context->field, at) &&
		    !is_greater(context->field, card_board_at(context->field, at)))
			card_board_bring_to_front(context->book, context->field,
						  card_board_behind(context->field, at),
						  context->record);
}

void front_piece_turn(const struct card_ruleset *book, struct card_board *field, square at)
{
	card_board_bring_to_front(book, field, card_board_behind(field, at), NULL);
}

unsigned front_piece_squares(const struct card_board *field, square *squares_out, unsigned max)
{
	unsigned found = 0;

	for (square at = 0; at < CARD_SQUARES && found < max; at++)
		if (is_shared(field, at))
			squares_out[found++] = at;
	return found;
}
