/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>

#include "core/cards/board/card_board_format.h"
#include "core/cards/board/card_movegen.h"
#include "core/cards/play/effect_context.h"
#include "core/position/move_pawn_truce.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

enum effect_context_result effect_context_refuse(const struct effect_context *context, square at,
						 const char *format, ...)
{
	char text[sizeof context->why->text - SQUARE_NAME_MAX];
	va_list args;

	if (context->why == NULL)
		return EFFECT_CONTEXT_REFUSED;
	va_start(args, format);
	vsnprintf(text, sizeof text, translate(format), args);
	va_end(args);
	return effect_context_deny(context, "%s: %s",
				   board_name(&context->book->variant->board, at).text, text);
}

enum effect_context_result effect_context_deny(const struct effect_context *context,
					       const char *format, ...)
{
	char text[sizeof context->why->text];
	va_list args;

	if (context->why == NULL)
		return EFFECT_CONTEXT_REFUSED;
	va_start(args, format);
	vsnprintf(text, sizeof text, translate(format), args);
	va_end(args);
	reason_set(context->why, "%s", text);
	return EFFECT_CONTEXT_REFUSED;
}

struct effect_context effect_context_try(const struct effect_context *context,
					 struct card_board *field_out)
{
	struct effect_context trial = *context;

	*field_out = *context->field;
	trial.field = field_out;
	trial.record = NULL;
	trial.why = NULL;
	trial.mated = NULL;
	return trial;
}

bool effect_context_is_loose(const struct effect_context *context, unsigned piece)
{
	if (!card_board_is_held(context->book, context->field, piece, context->player))
		return true;
	return effect_context_refuse(context, context->field->position.pieces[piece].at,
				     "the piece is held by a card and can't leave its square now.");
}

bool effect_context_is_free(const struct effect_context *context, square to)
{
	if (card_board_is_free(context->book, context->field, to))
		return true;
	if (card_board_at(context->field, to) != NO_PIECE)
		return effect_context_refuse(context, to, "the square must be empty.");
	return effect_context_refuse(context, to, "a Forbidden City; nothing can be put there.");
}

bool effect_context_is_ours(const struct effect_context *context, unsigned piece)
{
	uint8_t seat = card_board_owner(context->field, piece);

	return card_board_is_own(context->field, piece, context->player) ||
	       (seat != NO_SIDE &&
		variant_team(context->book->variant, context->player) >> seat & 1);
}

/* Reports whether the piece may capture the victim, judged by their owners alone. Neutral pieces
 * capture all and are captured by all. */
static bool owner_allows_capture(const struct effect_context *context, unsigned piece,
				 unsigned victim)
{
	const struct card_board *field = context->field;

	return (field->marks[piece] | field->marks[victim]) & MARK_NEUTRAL ||
	       !effect_context_is_ours(context, victim);
}

/* Reports whether a pawn truce protects the victim [pawn-truce]. */
static bool has_truce(const struct effect_context *context, unsigned piece, unsigned victim)
{
	const struct variant *variant = context->book->variant;
	const struct piece *pieces = context->field->position.pieces;

	return variant->truce[0] != NO_SQUARE &&
	       move_truce_forbids(variant, &pieces[piece], &pieces[victim]);
}

bool effect_context_may_take(const struct effect_context *context, unsigned piece, square at,
			     bool own)
{
	unsigned victim = card_board_at(context->field, at);

	if (victim == NO_PIECE || victim == piece)
		return effect_context_refuse(context, at, "there is nothing to be captured.");
	if (!own && !owner_allows_capture(context, piece, victim))
		return effect_context_refuse(context, at,
					     "only an enemy's piece can be captured so.");
	if (context->field->marks[piece] & MARK_PACIFIST)
		return effect_context_refuse(context, context->field->position.pieces[piece].at,
					     "a piece under Pacifism can't capture.");
	if (context->field->truce)
		return effect_context_deny(context, "There is a Truce: nothing can be captured.");
	if (!card_board_may_be_taken(context->book, context->field, victim) ||
	    has_truce(context, piece, victim))
		return effect_context_refuse(
			context, at, "the piece there %s.",
			context->field->marks[victim] & MARK_PACIFIST
				? translate("is under Pacifism and can't be captured")
			: context->field->marks[victim] & MARK_SHIELDED
				? translate("has a Mystic Shield and can't be captured now")
				: translate("can't be captured now"));
	return true;
}

void effect_context_take_all(struct effect_context *context, square at, unsigned by)
{
	while (card_board_at(context->field, at) != NO_PIECE)
		card_board_capture(context->book, context->field, card_board_at(context->field, at),
				   by, false, context->record);
}

void effect_context_strike(struct effect_context *context, unsigned piece, square to)
{
	const struct variant *variant = context->book->variant;
	struct position *position = &context->field->position;
	bool freed = position->pieces[piece].truce == TRUCE_BOUND &&
		     move_truce_crosses(variant, position->pieces[piece].at, to);

	effect_context_take_all(context, to, piece);
	card_board_move(context->book, context->field, piece, to, true, context->record);
	if (freed)
		position_free(position, to, context->record);
}

struct stride effect_context_stride(const struct effect_context *context, unsigned piece,
				    bool capture)
{
	struct stride stride = {.reach = card_board_reach(context->book, context->field, piece),
				.capture = capture};

	return stride;
}

uint8_t effect_context_double_steps(const struct effect_context *context, uint8_t side, square from)
{
	if (!card_board_steps_twice(context->book, context->field, side, from))
		return 0;
	return card_board_forward(context->book, context->field, side);
}

struct reach effect_context_reach_of(const struct effect_context *context, uint8_t side,
				     unsigned kind)
{
	return context->book->reach[context->field->quarter][side][kind];
}

square effect_context_beside(const struct card_ruleset *book, square at, unsigned direction)
{
	static const int right[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
	static const int up[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};

	return board_offset(&book->variant->board, at, right[direction], up[direction]);
}

/* A straight walk along a stride. */
struct stride_walk {
	const struct effect_context *context;
	const struct stride *stride;
	enum direction direction;
	unsigned limit; /* number of squares that it may go */
	bool jumped;	/* the one obstruction of `over_one` has been passed */
};

/* Returns the next square of the walk, or NO_SQUARE at its end. A wall and a Forbidden City right
 * after it are two obstructions. */
static square next_walk_square(struct stride_walk *walk, square at)
{
	const struct card_board *field = walk->context->field;
	square next = card_board_step(walk->context->book, field, at, walk->direction);
	bool wall;

	if (next != NO_SQUARE || !walk->stride->over_one || walk->jumped)
		return next;
	next = effect_context_beside(walk->context->book, at, walk->direction);
	if (next == NO_SQUARE)
		return NO_SQUARE;
	wall = field->walls[at] >> walk->direction & 1 ||
	       walk->context->book->variant->board.step[at][walk->direction] == NO_SQUARE;
	walk->jumped = true;
	return wall && field->closed >> next & 1 ? NO_SQUARE : next;
}

/* Reports whether the walk may go on beyond the square. */
static bool may_pass(struct stride_walk *walk, square at)
{
	const struct effect_context *context = walk->context;
	unsigned piece = card_board_at(context->field, at);

	if (piece == NO_PIECE)
		return true;
	if (walk->stride->over_own && card_board_is_own(context->field, piece, context->player))
		return true;
	if (!walk->stride->over_one || walk->jumped)
		return false;
	walk->jumped = true;
	return true;
}

static bool walk_leads(struct stride_walk walk, square from, square to)
{
	square at = from;

	for (unsigned i = 0; i < walk.limit; i++) {
		at = next_walk_square(&walk, at);
		if (at == NO_SQUARE)
			return false;
		if (at == to)
			return !(walk.context->field->closed >> at & 1);
		if (!may_pass(&walk, at))
			return false;
	}
	return false;
}

static bool leap_leads(const struct effect_context *context, square from, square to)
{
	const struct board *board = &context->book->variant->board;

	for (unsigned i = 0; i < LEAPS && board->leap[from][i] != NO_SQUARE; i++)
		if (board->leap[from][i] == to)
			return !(context->field->closed >> to & 1);
	return false;
}

bool effect_context_leads(const struct effect_context *context, unsigned piece,
			  const struct stride *stride, square to)
{
	square from = context->field->position.pieces[piece].at;
	bool cursed = context->field->marks[piece] & MARK_CURSED, capture = stride->capture;
	uint8_t steps = capture ? stride->reach.step_capture : stride->reach.step_move;
	uint8_t slides = capture ? stride->reach.slide_capture : stride->reach.slide_move;

	if ((capture ? stride->reach.leap_capture : stride->reach.leap_move) &&
	    leap_leads(context, from, to))
		return true;
	for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
		struct stride_walk walk = {context, stride, (enum direction)direction, 0, false};

		if (slides >> direction & 1)
			walk.limit = cursed ? 2 : CARD_SQUARES;
		else if (!capture && stride->twice >> direction & 1)
			walk.limit = 2;
		else if (steps >> direction & 1)
			walk.limit = 1;
		if (walk.limit > 0 && walk_leads(walk, from, to))
			return true;
	}
	return false;
}

/* Returns the last piece of that side and original kind that the turn log has as captured, and that
 * is still captured, or NO_PIECE. */
static unsigned latest_captured(const struct card_board *field, const struct turn_log *turn_log,
				uint8_t side, unsigned type)
{
	for (unsigned i = turn_log->taken_count; i > 0; i--) {
		const struct piece *piece = &field->position.pieces[turn_log->taken[i - 1].piece];

		if (piece->fate == CAPTURED && piece->side == side && piece->born == type)
			return turn_log->taken[i - 1].piece;
	}
	return NO_PIECE;
}

unsigned effect_context_captured(const struct effect_context *context, uint8_t side, unsigned type,
				 bool *fresh_out)
{
	const struct card_board *field = context->field;
	unsigned found = latest_captured(field, &field->turn_log, side, type);

	if (found == NO_PIECE)
		found = latest_captured(field, &field->before, side, type);
	*fresh_out = found != NO_PIECE;
	for (unsigned i = 0; found == NO_PIECE && i < field->position.piece_count; i++) {
		const struct piece *piece = &field->position.pieces[i];

		if (piece->fate == CAPTURED && piece->side == side && piece->born == type)
			found = i;
	}
	return found;
}

square effect_context_square(const struct effect_context *context, unsigned target)
{
	return context->play->targets[target].squares[0];
}

unsigned effect_context_piece(const struct effect_context *context, unsigned target)
{
	return card_board_at(context->field, effect_context_square(context, target));
}

void effect_context_name_kind(const struct card_ruleset *book, const struct card_board *field,
			      unsigned piece, struct strbuf *out)
{
	const struct piece *pieces = field->position.pieces;
	uint16_t marks = field->marks[piece];

	strbuf_add(out, marks & MARK_NEUTRAL ? "neutral " : "");
	strbuf_add(out, marks & MARK_ROYAL ? "royal " : "");
	if (marks & MARK_COMPOSITE)
		strbuf_addf(out, "%s and %s in one",
			    variant_type_name(book->variant, pieces[piece].type),
			    variant_type_name(book->variant, pieces[field->partner[piece]].type));
	else
		strbuf_add(out, marks & MARK_CRAB ? "Crab"
				: marks & MARK_PRINCE
					? "Prince"
					: variant_type_name(book->variant, pieces[piece].type));
}

struct effect effect_context_effect(const struct effect_context *context, enum effect_kind what)
{
	struct effect effect = card_board_no_effect();

	effect.what = (uint8_t)what;
	effect.card = (uint8_t)(context->card - context->book->set->cards);
	effect.copy = context->copy;
	effect.by = context->player;
	return effect;
}

square effect_context_nth_square(const struct card_ruleset *book, unsigned index)
{
	const struct board *board = &book->variant->board;

	return (square)(index / board->height + index % board->height * board->width);
}

bool effect_context_mates(const struct card_ruleset *book, const struct card_board *before,
			  const struct card_board *after, uint8_t player)
{
	for (uint8_t seat = 0; seat < book->variant->side_count; seat++)
		if (seat != player && after->position.in_play >> seat & 1 &&
		    card_movegen_is_mated(book, after, seat) &&
		    !card_movegen_is_mated(book, before, seat))
			return true;
	return false;
}

void effect_context_explain_exposed(const struct card_ruleset *book, const struct card_board *field,
				    uint8_t seat, struct reason *why)
{
	const struct position *position = &field->position;

	reason_set(why, "Your king could be captured after it.");
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];
		struct card_board alone = *field;

		/* All other pieces become unable to capture, so a check that remains comes from
		 * this piece. */
		for (unsigned k = 0; k < position->piece_count; k++)
			if (k != i)
				alone.marks[k] |= MARK_PACIFIST;
		if (piece->fate != ON_BOARD || !card_movegen_in_check(book, &alone, seat))
			continue;
		reason_set(why, "Your king could be captured after it, by the %s %s on %s.",
			   variant_seat_name(book->variant, piece->side),
			   variant_type_name(book->variant, piece->type),
			   board_name(&book->variant->board, piece->at).text);
		return;
	}
}
