/* SPDX-License-Identifier: MIT */
/* Heresy: every bishop that can step sideways does so, first the opponents', also partners'
 * [heresy-steps]. */
#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"
#include "core/variant/variant_data.h"

static const enum direction straight[] = {N, E, S, W};

/* Reports whether the bishop could step to the square on this board. */
static bool can_step(const struct effect_context *context, const struct card_board *field,
		     unsigned piece, square to)
{
	for (unsigned i = 0; i < ARRAY_LEN(straight); i++)
		if (card_board_step(context->book, field, field->position.pieces[piece].at,
				    straight[i]) == to)
			return card_board_is_free(context->book, field, to);
	return false;
}

/* Reports whether the piece in front is a bishop of the seat's army that could step on the board
 * before the card. */
static bool front_must_step(const struct effect_context *context, uint8_t seat, unsigned piece)
{
	const struct card_board *field = context->found ? context->found : context->field;
	square at = field->position.pieces[piece].at;

	if (field->position.pieces[piece].fate != ON_BOARD || card_board_at(field, at) != piece ||
	    card_board_owner(field, piece) != seat ||
	    !card_board_is(context->book, field, piece, 1u << CARD_BISHOP) ||
	    card_board_is_held(context->book, field, piece, seat))
		return false;
	for (unsigned i = 0; i < ARRAY_LEN(straight); i++) {
		square to = card_board_step(context->book, field, at, straight[i]);

		if (to != NO_SQUARE && card_board_is_free(context->book, field, to))
			return true;
	}
	return false;
}

/* Returns the piece on the square that must step, or NO_PIECE. If the piece in front needn't step,
 * the piece behind it on the square may have to [two-on-a-square]. */
static unsigned stepper_at(const struct effect_context *context, uint8_t seat, square at)
{
	const struct card_board *field = context->found ? context->found : context->field;
	struct effect_context turned = *context;
	unsigned front = card_board_at(field, at), behind;
	struct card_board other;

	if (front == NO_PIECE || front_must_step(context, seat, front))
		return front;
	behind = card_ruleset_is_third(context->book) ? card_board_behind(field, at) : NO_PIECE;
	if (behind == NO_PIECE)
		return NO_PIECE;
	other = *field;
	card_board_bring_to_front(context->book, &other, behind, NULL);
	turned.found = &other;
	return front_must_step(&turned, seat, behind) ? behind : NO_PIECE;
}

static bool must_step(const struct effect_context *context, uint8_t seat, unsigned piece)
{
	const struct card_board *field = context->found ? context->found : context->field;

	return card_board_is_there(field, piece) && field->position.pieces[piece].fate != MERGED &&
	       stepper_at(context, seat, field->position.pieces[piece].at) == piece;
}

static unsigned count_steps(const struct effect_context *context, uint8_t seat)
{
	unsigned count = 0;

	for (unsigned piece = 0; piece < context->field->position.piece_count; piece++)
		count += must_step(context, seat, piece);
	return count;
}

/* Reports whether the list has one step for each bishop of the seat that must step, and nothing
 * else. */
static bool is_complete(const struct effect_context *context, uint8_t seat,
			const struct target *steps, unsigned count)
{
	const struct card_board *found = context->found ? context->found : context->field;

	for (unsigned i = 0; i < count; i++) {
		unsigned piece = steps[i].form == TARGET_MOVE
					 ? stepper_at(context, seat, steps[i].squares[0])
					 : NO_PIECE;

		if (piece == NO_PIECE || !must_step(context, seat, piece) ||
		    (steps[i].piece != 0 &&
		     steps[i].piece != found->position.pieces[piece].type + 1))
			return effect_context_refuse(
				context, steps[i].squares[0],
				"expected the step, such as c1-c2, of one of your "
				"bishops that can step.");
		if (!can_step(context, found, piece, steps[i].squares[1]))
			return effect_context_refuse(
				context, steps[i].squares[1],
				"the bishop must step to an empty square next to it, "
				"along a rank or file, not diagonally.");
		if (targets_repeat(steps, i, i))
			return effect_context_refuse(context, steps[i].squares[0],
						     "a bishop steps only once.");
	}
	if (count == count_steps(context, seat))
		return true;
	return effect_context_deny(
		context,
		"Each of your bishops that can step must step. After the card's name write one "
		"step for each of them, %u in all: from its square to an empty square next to it.",
		count_steps(context, seat));
}

/* Makes the steps, and drops those that have become impossible. */
static void make_steps(struct effect_context *context, uint8_t seat, const struct target *steps,
		       unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned piece = stepper_at(context, seat, steps[i].squares[0]);

		if (piece != NO_PIECE && card_board_is_there(context->field, piece) &&
		    context->field->position.pieces[piece].at == steps[i].squares[0] &&
		    card_board_owner(context->field, piece) == seat &&
		    can_step(context, context->field, piece, steps[i].squares[1]))
			card_board_move(context->book, context->field, piece, steps[i].squares[1],
					true, context->record);
	}
}

/* Returns the next seat, in turn order from the player's left, with a bishop that can step and no
 * answer yet: among the opponents, or among the others. */
static uint8_t next_seat_to_step(const struct effect_context *context, bool opponents,
				 uint16_t answered)
{
	unsigned seats = variant_seats(context->book->variant);

	for (unsigned i = 1; i < seats; i++) {
		uint8_t seat = (uint8_t)((context->player + i) % seats);

		if (!(answered >> seat & 1) &&
		    card_board_opposes(context->book, context->field, context->player, seat) ==
			    opponents &&
		    count_steps(context, seat) > 0)
			return seat;
	}
	return NO_SIDE;
}

static uint8_t heresy_asks(const struct effect_context *context, uint16_t answered)
{
	uint8_t seat = next_seat_to_step(context, true, answered);

	return seat != NO_SIDE ? seat : next_seat_to_step(context, false, answered);
}

static enum effect_context_result play_heresy(struct effect_context *context)
{
	if (!is_complete(context, context->player, context->play->targets,
			 context->play->target_count))
		return EFFECT_CONTEXT_REFUSED;
	if (context->play->target_count == 0 && heresy_asks(context, 0) == NO_SIDE)
		return EFFECT_CONTEXT_SPENT;
	return EFFECT_CONTEXT_DONE;
}

static enum effect_context_result heresy_answer(struct effect_context *context,
						const struct answer *answer)
{
	if (answer->no)
		return effect_context_deny(context, "Heresy can't be declined: your bishops step.");
	if (!is_complete(context, answer->seat, answer->targets, answer->target_count))
		return EFFECT_CONTEXT_REFUSED;
	make_steps(context, answer->seat, answer->targets, answer->target_count);
	return EFFECT_CONTEXT_DONE;
}

static enum effect_context_result heresy_finish(struct effect_context *context)
{
	make_steps(context, context->player, context->play->targets, context->play->target_count);
	return EFFECT_CONTEXT_DONE;
}

/* Returns the index-th square to which the bishop can step; *count_out is the number of such
 * squares. */
static square nth_step(const struct effect_context *context, const struct card_board *field,
		       unsigned piece, unsigned index, unsigned *count_out)
{
	square found = NO_SQUARE;

	*count_out = 0;
	for (unsigned i = 0; i < context->book->variant->board.squares; i++) {
		square to = effect_context_nth_square(context->book, i);

		if (can_step(context, field, piece, to) && (*count_out)++ == index)
			found = to;
	}
	return found;
}

/* The index is a number whose digits are the bishops' steps. */
static bool heresy_nth(const struct effect_context *context, uint8_t seat, unsigned index,
		       struct play *words)
{
	const struct card_board *found = context->found ? context->found : context->field;

	for (unsigned i = 0; i < context->book->variant->board.squares; i++) {
		square at = effect_context_nth_square(context->book, i);
		unsigned piece = stepper_at(context, seat, at), ways;

		if (piece == NO_PIECE || words->target_count == MAX_PLAY_WORDS ||
		    !must_step(context, seat, piece))
			continue;
		nth_step(context, found, piece, 0, &ways);
		targets_add_move(words, at, nth_step(context, found, piece, index % ways, &ways));
		index /= ways;
	}
	return index == 0 && words->target_count > 0;
}

static bool heresy_first(const struct effect_context *context, uint8_t seat, struct play *words)
{
	return heresy_nth(context, seat, 0, words);
}

/* Adds all ways in which the bishops from the index-th square on can step. */
static void list_from(const struct effect_context *context, struct play *play, unsigned index,
		      struct play_list *out)
{
	const struct board *board = &context->book->variant->board;
	square from = NO_SQUARE;
	unsigned piece = NO_PIECE;

	for (; index < board->squares; index++) {
		from = effect_context_nth_square(context->book, index);
		piece = stepper_at(context, context->player, from);
		if (piece != NO_PIECE && must_step(context, context->player, piece))
			break;
	}
	if (index == board->squares || play->target_count == MAX_PLAY_WORDS) {
		play_add(context, play, out);
		return;
	}
	for (unsigned i = 0; i < board->squares; i++) {
		square to = effect_context_nth_square(context->book, i);

		if (!can_step(context, context->field, piece, to))
			continue;
		targets_add_move(play, from, to);
		list_from(context, play, index + 1, out);
		targets_drop(play);
	}
}

static void list_heresy(const struct effect_context *context, struct play_list *out)
{
	struct play play;

	targets_none(context, &play);
	list_from(context, &play, 0, out);
}

static const struct demand_rules heresy_demand = {
	.asks = heresy_asks,
	.answer = heresy_answer,
	.first = heresy_first,
	.nth = heresy_nth,
	.finish = heresy_finish,
};

const struct effect_rules effects_heresy_rules[] = {
	{.name = "heresy",
	 .targets = "m*",
	 .play = play_heresy,
	 .list = list_heresy,
	 .demand = &heresy_demand,
	 .displaces = true},
	{0},
};
