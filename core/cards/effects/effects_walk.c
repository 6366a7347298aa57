/* SPDX-License-Identifier: MIT */
/* Pawns go straight, ahead or sideways, over empty squares: Fanatic, Annexation, Forced March,
 * Guardian, Onslaught. None promotes by it [no-promotion-by-card]. */
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"

enum { STRAIGHT = 1 << N | 1 << E | 1 << S | 1 << W };

/* What a card's arguments say of its walk. */
struct walk_rule {
	bool sideways, passant;
	unsigned steps;
};

static struct walk_rule walk_rule(const struct card *card)
{
	struct walk_rule rule = {
		strcmp(card->arguments[0], "sideways") == 0,
		card->argument_count > 2,
		(unsigned)atoi(card->arguments[1]),
	};

	return rule;
}

static const struct piece *piece_of(const struct moment *moment, unsigned piece)
{
	return &moment->field->position.pieces[piece];
}

/* Left and right are what is neither ahead nor straight behind; with two ways ahead, the two back.
 */
static uint8_t directions_of(const struct moment *moment, unsigned piece, bool sideways)
{
	uint8_t ahead = field_forward(moment->book, moment->field, piece_of(moment, piece)->side);
	bool one = (ahead & (ahead - 1)) == 0;
	uint8_t behind = (uint8_t)(ahead << 4 | ahead >> 4);

	if (!sideways)
		return ahead;
	return (uint8_t)(STRAIGHT & ~ahead & ~(one ? behind : 0));
}

/* The square so many empty squares away, or NO_SQUARE; *over_out: the last before it. */
static square walk_end(const struct moment *moment, square from, unsigned direction, unsigned steps,
		       square *over_out)
{
	square at = from;

	for (unsigned i = 0; i < steps; i++) {
		*over_out = at;
		at = field_step(moment->book, moment->field, at, (enum direction)direction);
		if (at == NO_SQUARE || !field_is_free(moment->book, moment->field, at))
			return NO_SQUARE;
	}
	return at;
}

/* A way a pawn may go now. */
struct way {
	square from, over, to;
};

/* The ways open to the pawn; how many. */
static unsigned find_ways(const struct moment *moment, unsigned piece, const struct walk_rule *rule,
			  struct way ways_out[DIRECTIONS])
{
	uint8_t directions = directions_of(moment, piece, rule->sideways);
	unsigned count = 0;

	for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
		struct way way = {piece_of(moment, piece)->at, NO_SQUARE, NO_SQUARE};

		if (!(directions >> direction & 1))
			continue;
		way.to = walk_end(moment, way.from, direction, rule->steps, &way.over);
		if (way.to != NO_SQUARE)
			ways_out[count++] = way;
	}
	return count;
}

/* Makes the pawn go. A double step from its first or second rank opens the right to take it
 * [first-rank-steps].
 */
static void go(struct moment *moment, unsigned piece, const struct way *way, bool passant)
{
	uint8_t side = piece_of(moment, piece)->side;

	passant = passant && field_steps_twice(moment->book, moment->field, side, way->from);
	field_move(moment->book, moment->field, piece, way->to, true, moment->record);
	if (passant)
		position_open_passant(&moment->field->position, side, way->over, way->to,
				      moment->record);
}

/* Where one target says the pawn goes. */
static bool choose_way(const struct moment *moment, unsigned piece, const struct target *target,
		       const struct walk_rule *rule, struct way *way_out)
{
	uint8_t directions = directions_of(moment, piece, rule->sideways);
	bool choice = rule->sideways || (directions & (directions - 1)) != 0;
	struct way ways[DIRECTIONS];
	unsigned count = find_ways(moment, piece, rule, ways);

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
		return moment_refuse(moment, target->squares[0],
				     "only the pawn's square is named here.");
	if (target->form != TARGET_MOVE && count > 1)
		return moment_refuse(moment, target->squares[0],
				     "this pawn can go two ways; say which, as in c6-d6.");
	return moment_refuse(moment, target->squares[0], "the pawn can't go so: %s, %s.",
			     rule->steps > 1 ? phrase("the squares must be on the board and empty")
					     : phrase("the square must be on the board and empty"),
			     phrase("with no wall between"));
}

static enum moment_result play_walk(struct moment *moment)
{
	const struct walk_rule rule = walk_rule(moment->card);

	for (unsigned i = 0; i < moment->play->target_count; i++)
		if (targets_repeat(moment->play->targets, moment->play->target_count, i))
			return moment_refuse(moment, moment_square(moment, i),
					     "a pawn goes only once.");
	for (unsigned i = 0; i < moment->play->target_count; i++) {
		unsigned piece = moment_piece(moment, i);
		struct way way;

		if (!moment_is_loose(moment, piece) ||
		    !choose_way(moment, piece, &moment->play->targets[i], &rule, &way))
			return MOMENT_REFUSED;
		go(moment, piece, &way, rule.passant);
	}
	return MOMENT_DONE;
}

/* ---- all sets of pawns that can go ---- */

/* One pawn and a direction it may be asked to go. */
struct errand {
	uint8_t piece, direction;
};

struct errands {
	const struct moment *moment;
	struct walk_rule rule;
	struct errand all[MAX_PLAY_WORDS], chosen[MAX_PLAY_WORDS];
	unsigned count, chosen_count, most;
	struct play_list *out;
};

/* Adds the errand as a word: a square where nothing is to be chosen. */
static void add_word(const struct errands *errands, const struct moment *moment, unsigned piece,
		     const struct way *way, struct play *play)
{
	struct way ways[DIRECTIONS];

	if (errands->rule.sideways || find_ways(moment, piece, &errands->rule, ways) > 1)
		targets_add_move(play, way->from, way->to);
	else
		targets_add_square(play, way->from);
}

/*
 * Writes the errands down in an order in which they can be done: always the first that can, or the
 * last. Of more than two pawns (Onslaught) none can stand in another's way, so that there either
 * order will do.
 */
static bool put_in_order(const struct errands *errands, bool backward, struct play *play_out)
{
	struct field field;
	struct moment moment = moment_try(errands->moment, &field);
	bool done[MAX_PLAY_WORDS] = {false};

	targets_none(&moment, play_out);
	for (unsigned i = 0; i < errands->chosen_count;) {
		unsigned next = backward ? errands->chosen_count - 1 - i : i;
		const struct errand *errand = &errands->chosen[next];
		struct way way = {piece_of(&moment, errand->piece)->at, NO_SQUARE, NO_SQUARE};

		/* A magnet that goes lets its neighbours go after it. */
		if (!done[next] && moment_is_loose(&moment, errand->piece))
			way.to = walk_end(&moment, way.from, errand->direction, errands->rule.steps,
					  &way.over);
		if (way.to == NO_SQUARE) {
			i++;
			continue;
		}
		add_word(errands, &moment, errand->piece, &way, play_out);
		go(&moment, errand->piece, &way, false);
		done[next] = true;
		i = 0;
	}
	return play_out->target_count == errands->chosen_count;
}

static void list_chosen(struct errands *errands)
{
	struct play play;

	if (put_in_order(errands, false, &play) || put_in_order(errands, true, &play))
		play_add(errands->moment, &play, errands->out);
}

/* All sets of errands from the first-th on, of different pawns. */
static void choose_errands(struct errands *errands, unsigned first)
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
		choose_errands(errands, i + 1);
		errands->chosen_count--;
	}
}

/* Whether the pawn's way is barred for good: by the rim, a wall, or a piece that doesn't go itself.
 */
static bool is_barred(const struct errands *errands, unsigned piece, unsigned direction)
{
	const struct moment *moment = errands->moment;
	square at = piece_of(moment, piece)->at;

	for (unsigned i = 0; i < errands->rule.steps; i++) {
		unsigned other;

		at = field_step(moment->book, moment->field, at, (enum direction)direction);
		if (at == NO_SQUARE)
			return true;
		other = field_at(moment->field, at);
		if (other == NO_PIECE)
			continue;
		if (errands->most == 1 || !field_is_own(moment->field, other, moment->player) ||
		    !field_is(moment->book, moment->field, other, 1 << CARD_PAWN))
			return true;
	}
	return false;
}

/* The pawns' errands, in the order of their squares' names. */
static void find_errands(struct errands *errands)
{
	const struct moment *moment = errands->moment;

	for (unsigned i = 0; i < moment->book->variant->board.squares; i++) {
		square at = moment_nth_square(moment->book, i);
		unsigned piece = field_at(moment->field, at);
		uint8_t directions;

		if (piece == NO_PIECE || !field_is_own(moment->field, piece, moment->player) ||
		    !field_is(moment->book, moment->field, piece, 1 << CARD_PAWN))
			continue;
		directions = directions_of(moment, piece, errands->rule.sideways);
		for (unsigned direction = 0; direction < DIRECTIONS; direction++)
			if (directions >> direction & 1 && errands->count < MAX_PLAY_WORDS &&
			    !is_barred(errands, piece, direction))
				errands->all[errands->count++] =
					(struct errand){(uint8_t)piece, (uint8_t)direction};
	}
}

static void list_walk(const struct moment *moment, struct play_list *out)
{
	struct errands errands = {.moment = moment, .rule = walk_rule(moment->card), .out = out};

	errands.most =
		moment->card->targets[0].repeats ? MAX_PLAY_WORDS : moment->card->target_count;
	find_errands(&errands);
	choose_errands(&errands, 0);
}

/* ---- Guardian ---- */

/* The own piece that stands directly behind and can follow so far, or NO_PIECE. */
static unsigned follower_of(const struct moment *moment, square from, unsigned direction)
{
	enum direction back = (enum direction)((direction + 4) % DIRECTIONS);
	square behind = field_step(moment->book, moment->field, from, back);
	unsigned piece = behind == NO_SQUARE ? NO_PIECE : field_at(moment->field, behind);

	if (piece == NO_PIECE || !field_is_own(moment->field, piece, moment->player) ||
	    field_is_held(moment->book, moment->field, piece, moment->player))
		return NO_PIECE;
	return piece;
}

/* One step, or two from the second rank: the direction and the way, if the move is one. */
static bool guard_way(const struct moment *moment, unsigned piece, square to, struct way *way_out,
		      unsigned *direction_out)
{
	const struct piece *pawn = piece_of(moment, piece);
	bool home = field_rank(moment->book, moment->field, pawn->side, pawn->at) == 1 &&
		    field_steps_twice(moment->book, moment->field, pawn->side, pawn->at);
	struct walk_rule rule = {false, false, 1};

	for (; rule.steps <= 1u + home; rule.steps++)
		for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
			if (!(directions_of(moment, piece, false) >> direction & 1))
				continue;
			way_out->from = pawn->at;
			way_out->to =
				walk_end(moment, pawn->at, direction, rule.steps, &way_out->over);
			*direction_out = direction;
			if (way_out->to == to)
				return true;
		}
	return false;
}

static enum moment_result play_guard(struct moment *moment)
{
	unsigned piece = moment_piece(moment, 0), direction, follower;
	bool double_step;
	struct way way;

	if (!moment_is_loose(moment, piece))
		return MOMENT_REFUSED;
	if (!guard_way(moment, piece, moment->play->targets[0].squares[1], &way, &direction))
		return moment_refuse(
			moment, way.from,
			"the pawn goes one empty square ahead, or two from its second rank.");
	double_step = way.over != way.from;
	if (moment->play->target_count == 1) {
		go(moment, piece, &way, double_step);
		return MOMENT_DONE;
	}
	follower = follower_of(moment, way.from, direction);
	if (follower == NO_PIECE || piece_of(moment, follower)->at != moment_square(moment, 1))
		return moment_refuse(moment, moment_square(moment, 1),
				     "only an own piece directly behind the pawn can follow it.");
	go(moment, piece, &way, false);
	field_move(moment->book, moment->field, follower, way.over, true, moment->record);
	return MOMENT_DONE;
}

/* The plays of a pawn's step, alone and with the piece behind it. */
static void list_guard_step(const struct moment *moment, unsigned piece, unsigned direction,
			    unsigned steps, struct play_list *out)
{
	square from = piece_of(moment, piece)->at, over = NO_SQUARE, to;
	unsigned follower = follower_of(moment, from, direction);
	struct play play;

	to = walk_end(moment, from, direction, steps, &over);
	if (to == NO_SQUARE)
		return;
	targets_none(moment, &play);
	targets_add_move(&play, from, to);
	if (!play_would(moment, &play))
		return;
	play_list_add(out, &play);
	if (follower == NO_PIECE)
		return;
	targets_add_square(&play, piece_of(moment, follower)->at);
	play_add(moment, &play, out);
}

static void list_guard(const struct moment *moment, struct play_list *out)
{
	struct errands errands = {.moment = moment, .rule = {false, false, 1}, .most = 1};

	find_errands(&errands);
	for (unsigned i = 0; i < errands.count; i++)
		for (unsigned steps = 1; steps <= 2; steps++)
			list_guard_step(moment, errands.all[i].piece, errands.all[i].direction,
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
