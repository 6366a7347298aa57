/* SPDX-License-Identifier: MIT */
/* Pawns that go straight, ahead or sideways, over empty squares: Fanatic, Annexation, Forced March,
 * Guardian, Onslaught [straight-ahead]. None promotes by it [no-promotion-by-card]. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"
#include "core/util/translate.h"

enum { STRAIGHT = 1 << N | 1 << E | 1 << S | 1 << W };

/* The words of a card about its walk. */
struct walk_rule {
	bool sideways, passant;
	unsigned steps;
};

static struct walk_rule read_walk_rule(const struct card *card)
{
	struct walk_rule rule = {
		strcmp(card->arguments[0], "sideways") == 0,
		card->argument_count > 2,
		(unsigned)atoi(card->arguments[1]),
	};

	return rule;
}

static const struct piece *piece_of(const struct effect_context *context, unsigned piece)
{
	return &context->field->position.pieces[piece];
}

/* Returns the directions ahead or sideways. Sideways is neither ahead nor straight back; for a pawn
 * with two ways ahead it is the two ways back. */
static uint8_t directions_of(const struct effect_context *context, unsigned piece, bool sideways)
{
	uint8_t ahead =
		card_board_forward(context->book, context->field, piece_of(context, piece)->side);
	bool one = (ahead & (ahead - 1)) == 0;
	uint8_t behind = (uint8_t)(ahead << 4 | ahead >> 4);

	if (!sideways)
		return ahead;
	return (uint8_t)(STRAIGHT & ~ahead & ~(one ? behind : 0));
}

/* Returns the square that is `steps` empty squares away, or NO_SQUARE; *over_out is the square
 * before it. */
static square walk_end(const struct effect_context *context, square from, unsigned direction,
		       unsigned steps, square *over_out)
{
	square at = from;

	for (unsigned i = 0; i < steps; i++) {
		*over_out = at;
		at = card_board_step(context->book, context->field, at, (enum direction)direction);
		if (at == NO_SQUARE || !card_board_is_free(context->book, context->field, at))
			return NO_SQUARE;
	}
	return at;
}

/* A way that a pawn may go now. */
struct way {
	square from, over, to;
};

/* Finds the ways open to the pawn; returns their number. */
static unsigned find_ways(const struct effect_context *context, unsigned piece,
			  const struct walk_rule *rule, struct way ways_out[DIRECTIONS])
{
	uint8_t directions = directions_of(context, piece, rule->sideways);
	unsigned count = 0;

	for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
		struct way way = {piece_of(context, piece)->at, NO_SQUARE, NO_SQUARE};

		if (!(directions >> direction & 1))
			continue;
		way.to = walk_end(context, way.from, direction, rule->steps, &way.over);
		if (way.to != NO_SQUARE)
			ways_out[count++] = way;
	}
	return count;
}

/* Moves the pawn. With `passant`, a double step from its first or second rank opens the right to
 * capture it en passant [first-rank-steps]. */
static void walk_pawn(struct effect_context *context, unsigned piece, const struct way *way,
		      bool passant)
{
	uint8_t side = piece_of(context, piece)->side;

	passant = passant && card_board_steps_twice(context->book, context->field, side, way->from);
	card_board_move(context->book, context->field, piece, way->to, true, context->record);
	if (passant)
		position_open_passant(&context->field->position, side, way->over, way->to,
				      context->record);
}

/* Finds the way that a target means. */
static bool choose_way(const struct effect_context *context, unsigned piece,
		       const struct target *target, const struct walk_rule *rule,
		       struct way *way_out)
{
	uint8_t directions = directions_of(context, piece, rule->sideways);
	bool choice = rule->sideways || (directions & (directions - 1)) != 0;
	struct way ways[DIRECTIONS];
	unsigned count = find_ways(context, piece, rule, ways);

	if (target->form == TARGET_MOVE) {
		for (unsigned i = 0; choice && i < count; i++)
			if (ways[i].to == target->squares[1]) {
				*way_out = ways[i];
				return true;
			}
	} else if (count == 1) {
		*way_out = ways[0];
		return true;
	}
	if (target->form == TARGET_MOVE && !choice)
		return effect_context_refuse(context, target->squares[0],
					     "only the pawn's square is named here.");
	if (target->form != TARGET_MOVE && count > 1)
		return effect_context_refuse(context, target->squares[0],
					     "this pawn can go two ways; say which, as in c6-d6.");
	return effect_context_refuse(
		context, target->squares[0], "the pawn can't go so: %s, %s.",
		rule->steps > 1 ? translate("the squares must be on the board and empty")
				: translate("the square must be on the board and empty"),
		translate("with no wall between"));
}

static enum effect_context_result play_walk(struct effect_context *context)
{
	const struct walk_rule rule = read_walk_rule(context->card);

	for (unsigned i = 0; i < context->play->target_count; i++)
		if (targets_repeat(context->play->targets, context->play->target_count, i))
			return effect_context_refuse(context, effect_context_square(context, i),
						     "a pawn goes only once.");
	for (unsigned i = 0; i < context->play->target_count; i++) {
		unsigned piece = effect_context_piece(context, i);
		struct way way;

		if (!effect_context_is_loose(context, piece) ||
		    !choose_way(context, piece, &context->play->targets[i], &rule, &way))
			return EFFECT_CONTEXT_REFUSED;
		walk_pawn(context, piece, &way, rule.passant);
	}
	return EFFECT_CONTEXT_DONE;
}

/* ---- all sets of pawns that can go ---- */

/* A pawn and a direction. */
struct pawn_walk {
	uint8_t piece, direction;
};

struct walk_search {
	const struct effect_context *context;
	struct walk_rule rule;
	struct pawn_walk all[MAX_PLAY_WORDS], chosen[MAX_PLAY_WORDS];
	unsigned count, chosen_count, most;
	struct play_list *out;
};

/* Adds the walk as a target: only a square if there is no choice. */
static void add_walk_target(const struct walk_search *errands, const struct effect_context *context,
			    unsigned piece, const struct way *way, struct play *play)
{
	struct way ways[DIRECTIONS];

	if (errands->rule.sideways || find_ways(context, piece, &errands->rule, ways) > 1)
		targets_add_move(play, way->from, way->to);
	else
		targets_add_square(play, way->from);
}

/*
 * Sorts the walks into an order in which they can be made: always takes the first that is possible
 * or, with `backward`, the last. With more than two pawns (Onslaught) none can be in another's way,
 * so either order works.
 */
static bool order_walks(const struct walk_search *errands, bool backward, struct play *play_out)
{
	struct card_board field;
	struct effect_context context = effect_context_try(errands->context, &field);
	bool done[MAX_PLAY_WORDS] = {false};

	targets_none(&context, play_out);
	for (unsigned i = 0; i < errands->chosen_count;) {
		unsigned next = backward ? errands->chosen_count - 1 - i : i;
		const struct pawn_walk *errand = &errands->chosen[next];
		struct way way = {piece_of(&context, errand->piece)->at, NO_SQUARE, NO_SQUARE};

		/* A magnet that moves releases its neighbours. */
		if (!done[next] && effect_context_is_loose(&context, errand->piece))
			way.to = walk_end(&context, way.from, errand->direction,
					  errands->rule.steps, &way.over);
		if (way.to == NO_SQUARE) {
			i++;
			continue;
		}
		add_walk_target(errands, &context, errand->piece, &way, play_out);
		walk_pawn(&context, errand->piece, &way, false);
		done[next] = true;
		i = 0;
	}
	return play_out->target_count == errands->chosen_count;
}

static void list_chosen(struct walk_search *errands)
{
	struct play play;

	if (order_walks(errands, false, &play) || order_walks(errands, true, &play))
		play_add(errands->context, &play, errands->out);
}

/* Lists all sets of walks from `first` on, of different pawns. */
static void choose_walks(struct walk_search *errands, unsigned first)
{
	if (errands->chosen_count > 0)
		list_chosen(errands);
	if (errands->chosen_count == errands->most)
		return;
	for (unsigned i = first; i < errands->count; i++) {
		if (errands->chosen_count > 0 &&
		    errands->chosen[errands->chosen_count - 1].piece == errands->all[i].piece)
			continue;
		errands->chosen[errands->chosen_count++] = errands->all[i];
		choose_walks(errands, i + 1);
		errands->chosen_count--;
	}
}

/* Reports whether the pawn's way stays blocked: by the edge, a wall, or a piece that doesn't walk
 * itself. */
static bool is_barred(const struct walk_search *errands, unsigned piece, unsigned direction)
{
	const struct effect_context *context = errands->context;
	square at = piece_of(context, piece)->at;

	for (unsigned i = 0; i < errands->rule.steps; i++) {
		unsigned other;

		at = card_board_step(context->book, context->field, at, (enum direction)direction);
		if (at == NO_SQUARE)
			return true;
		other = card_board_at(context->field, at);
		if (other == NO_PIECE)
			continue;
		if (errands->most == 1 ||
		    !card_board_is_own(context->field, other, context->player) ||
		    !card_board_is(context->book, context->field, other, 1 << CARD_PAWN))
			return true;
	}
	return false;
}

/* Finds the pawns' walks, in the order of their squares' names. */
static void find_walks(struct walk_search *errands)
{
	const struct effect_context *context = errands->context;

	for (unsigned i = 0; i < context->book->variant->board.squares; i++) {
		square at = effect_context_nth_square(context->book, i);
		unsigned piece = card_board_at(context->field, at);
		uint8_t directions;

		if (piece == NO_PIECE ||
		    !card_board_is_own(context->field, piece, context->player) ||
		    !card_board_is(context->book, context->field, piece, 1 << CARD_PAWN))
			continue;
		directions = directions_of(context, piece, errands->rule.sideways);
		for (unsigned direction = 0; direction < DIRECTIONS; direction++)
			if (directions >> direction & 1 && errands->count < MAX_PLAY_WORDS &&
			    !is_barred(errands, piece, direction))
				errands->all[errands->count++] =
					(struct pawn_walk){(uint8_t)piece, (uint8_t)direction};
	}
}

static void list_walk(const struct effect_context *context, struct play_list *out)
{
	struct walk_search errands = {
		.context = context, .rule = read_walk_rule(context->card), .out = out};

	errands.most =
		context->card->targets[0].repeats ? MAX_PLAY_WORDS : context->card->target_count;
	find_walks(&errands);
	choose_walks(&errands, 0);
}

/* ---- Guardian ---- */

/* Returns the own piece directly behind the pawn that can follow it, or NO_PIECE. */
static unsigned follower_of(const struct effect_context *context, square from, unsigned direction)
{
	enum direction back = (enum direction)((direction + 4) % DIRECTIONS);
	square behind = card_board_step(context->book, context->field, from, back);
	unsigned piece = behind == NO_SQUARE ? NO_PIECE : card_board_at(context->field, behind);

	if (piece == NO_PIECE || !card_board_is_own(context->field, piece, context->player) ||
	    card_board_is_held(context->book, context->field, piece, context->player))
		return NO_PIECE;
	return piece;
}

/* Finds the way and direction of a move of one step, or of two from the second rank. Returns false
 * if the move is neither. */
static bool guard_way(const struct effect_context *context, unsigned piece, square to,
		      struct way *way_out, unsigned *direction_out)
{
	const struct piece *pawn = piece_of(context, piece);
	bool home = card_board_rank(context->book, context->field, pawn->side, pawn->at) == 1 &&
		    card_board_steps_twice(context->book, context->field, pawn->side, pawn->at);
	struct walk_rule rule = {false, false, 1};

	for (; rule.steps <= 1u + home; rule.steps++)
		for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
			if (!(directions_of(context, piece, false) >> direction & 1))
				continue;
			way_out->from = pawn->at;
			way_out->to =
				walk_end(context, pawn->at, direction, rule.steps, &way_out->over);
			*direction_out = direction;
			if (way_out->to == to)
				return true;
		}
	return false;
}

static enum effect_context_result play_guard(struct effect_context *context)
{
	unsigned piece = effect_context_piece(context, 0), direction, follower;
	bool double_step;
	struct way way;

	if (!effect_context_is_loose(context, piece))
		return EFFECT_CONTEXT_REFUSED;
	if (!guard_way(context, piece, context->play->targets[0].squares[1], &way, &direction))
		return effect_context_refuse(
			context, way.from,
			"the pawn goes one empty square ahead, or two from its second rank.");
	double_step = way.over != way.from;
	if (context->play->target_count == 1) {
		walk_pawn(context, piece, &way, double_step);
		return EFFECT_CONTEXT_DONE;
	}
	follower = follower_of(context, way.from, direction);
	if (follower == NO_PIECE ||
	    piece_of(context, follower)->at != effect_context_square(context, 1))
		return effect_context_refuse(
			context, effect_context_square(context, 1),
			"only an own piece directly behind the pawn can follow it.");
	walk_pawn(context, piece, &way, false);
	card_board_move(context->book, context->field, follower, way.over, true, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* Lists a pawn's step, alone and with the piece behind it. */
static void list_guard_step(const struct effect_context *context, unsigned piece,
			    unsigned direction, unsigned steps, struct play_list *out)
{
	square from = piece_of(context, piece)->at, over = NO_SQUARE, to;
	unsigned follower = follower_of(context, from, direction);
	struct play play;

	to = walk_end(context, from, direction, steps, &over);
	if (to == NO_SQUARE)
		return;
	targets_none(context, &play);
	targets_add_move(&play, from, to);
	if (!play_would(context, &play))
		return;
	play_list_add(out, &play);
	if (follower == NO_PIECE)
		return;
	targets_add_square(&play, piece_of(context, follower)->at);
	play_add(context, &play, out);
}

static void list_guard(const struct effect_context *context, struct play_list *out)
{
	struct walk_search errands = {.context = context, .rule = {false, false, 1}, .most = 1};

	find_walks(&errands);
	for (unsigned i = 0; i < errands.count; i++)
		for (unsigned steps = 1; steps <= 2; steps++)
			list_guard_step(context, errands.all[i].piece, errands.all[i].direction,
					steps, out);
}

const struct effect_rules effects_walk_rules[] = {
	{.name = "walk",
	 .arguments = "ahead|sideways 1|2|3 [passant]",
	 .play = play_walk,
	 .list = list_walk,
	 .displaces = true},
	{.name = "guard",
	 .targets = "m s?",
	 .play = play_guard,
	 .list = list_guard,
	 .displaces = true},
	{0},
};
