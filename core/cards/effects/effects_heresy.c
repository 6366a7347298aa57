/* SPDX-License-Identifier: MIT */
/* Heresy: every bishop that can steps aside, the opponents' first, partners' too [heresy-steps]. */
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"
#include "core/variant/variant_data.h"

/* The straight directions. */
static const enum direction straight[] = {N, E, S, W};

/* Whether the bishop could step to the square as the field lies. */
static bool can_step(const struct moment *moment, const struct field *field, unsigned piece,
		     square to)
{
	for (unsigned i = 0; i < ARRAY_LEN(straight); i++)
		if (field_step(moment->book, field, field->position.pieces[piece].at,
			       straight[i]) == to)
			return field_is_free(moment->book, field, to);
	return false;
}

/* Whether the piece is a bishop of the seat's army that could step as the card found the field. */
static bool must_step(const struct moment *moment, uint8_t seat, unsigned piece)
{
	const struct field *field = moment->found ? moment->found : moment->field;
	square at = field->position.pieces[piece].at;

	if (field->position.pieces[piece].fate != ON_BOARD || field_at(field, at) != piece ||
	    field_owner(field, piece) != seat ||
	    !field_is(moment->book, field, piece, 1u << CARD_BISHOP) ||
	    field_is_held(moment->book, field, piece, seat))
		return false;
	for (unsigned i = 0; i < ARRAY_LEN(straight); i++) {
		square to = field_step(moment->book, field, at, straight[i]);

		if (to != NO_SQUARE && field_is_free(moment->book, field, to))
			return true;
	}
	return false;
}

static unsigned count_steps(const struct moment *moment, uint8_t seat)
{
	unsigned count = 0;

	for (unsigned piece = 0; piece < moment->field->position.piece_count; piece++)
		count += must_step(moment, seat, piece);
	return count;
}

/* Whether the list holds one step for each bishop of the seat that must, and nothing else. */
static bool is_complete(const struct moment *moment, uint8_t seat, const struct target *steps,
			unsigned count)
{
	const struct field *found = moment->found ? moment->found : moment->field;

	for (unsigned i = 0; i < count; i++) {
		unsigned piece = steps[i].form == TARGET_MOVE ? field_at(found, steps[i].squares[0])
							      : NO_PIECE;

		if (piece == NO_PIECE || !must_step(moment, seat, piece))
			return moment_refuse(moment, steps[i].squares[0],
					     "expected the step, such as c1-c2, of one of your "
					     "bishops that can step.");
		if (!can_step(moment, found, piece, steps[i].squares[1]))
			return moment_refuse(moment, steps[i].squares[1],
					     "a bishop steps to an empty square beside it, "
					     "straight and not aslant.");
		if (targets_repeat(steps, i, i))
			return moment_refuse(moment, steps[i].squares[0],
					     "a bishop steps only once.");
	}
	if (count == count_steps(moment, seat))
		return true;
	return moment_deny(
		moment,
		"Every bishop of yours that can step must: behind the card stands a step for each "
		"of them, %u in all, from its square to an empty one beside it.",
		count_steps(moment, seat));
}

/* Makes the steps; one that has become impossible is dropped. */
static void make_steps(struct moment *moment, uint8_t seat, const struct target *steps,
		       unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned piece = field_at(moment->field, steps[i].squares[0]);

		if (piece != NO_PIECE && field_owner(moment->field, piece) == seat &&
		    can_step(moment, moment->field, piece, steps[i].squares[1]))
			field_move(moment->book, moment->field, piece, steps[i].squares[1], true,
				   moment->record);
	}
}

/* The next seat from the player's left, of his opponents or of his partners, who has a bishop that
 * can step and hasn't answered. */
static uint8_t next_asked(const struct moment *moment, bool opponents, uint16_t answered)
{
	unsigned seats = variant_seats(moment->book->variant);

	for (unsigned i = 1; i < seats; i++) {
		uint8_t seat = (uint8_t)((moment->player + i) % seats);

		if (!(answered >> seat & 1) &&
		    field_opposes(moment->book, moment->field, moment->player, seat) == opponents &&
		    count_steps(moment, seat) > 0)
			return seat;
	}
	return NO_SIDE;
}

static uint8_t heresy_asks(const struct moment *moment, uint16_t answered)
{
	uint8_t seat = next_asked(moment, true, answered);

	return seat != NO_SIDE ? seat : next_asked(moment, false, answered);
}

static enum moment_result play_heresy(struct moment *moment)
{
	if (!is_complete(moment, moment->player, moment->play->targets, moment->play->target_count))
		return MOMENT_REFUSED;
	if (moment->play->target_count == 0 && heresy_asks(moment, 0) == NO_SIDE)
		return MOMENT_SPENT;
	return MOMENT_DONE;
}

static enum moment_result heresy_answer(struct moment *moment, const struct answer *answer)
{
	if (answer->no)
		return moment_deny(moment, "Heresy can't be declined: your bishops step.");
	if (!is_complete(moment, answer->seat, answer->targets, answer->target_count))
		return MOMENT_REFUSED;
	make_steps(moment, answer->seat, answer->targets, answer->target_count);
	return MOMENT_DONE;
}

static enum moment_result heresy_finish(struct moment *moment)
{
	make_steps(moment, moment->player, moment->play->targets, moment->play->target_count);
	return MOMENT_DONE;
}

/* The index-th square the bishop can step to; how many there are goes to `count_out`. */
static square nth_step(const struct moment *moment, const struct field *field, unsigned piece,
		       unsigned index, unsigned *count_out)
{
	square found = NO_SQUARE;

	*count_out = 0;
	for (unsigned i = 0; i < moment->book->variant->board.squares; i++) {
		square to = moment_nth_square(moment->book, i);

		if (can_step(moment, field, piece, to) && (*count_out)++ == index)
			found = to;
	}
	return found;
}

/* As a number each of whose digits is a bishop's step. */
static bool heresy_nth(const struct moment *moment, uint8_t seat, unsigned index,
		       struct play *words)
{
	const struct field *found = moment->found ? moment->found : moment->field;

	for (unsigned i = 0; i < moment->book->variant->board.squares; i++) {
		square at = moment_nth_square(moment->book, i);
		unsigned piece = field_at(found, at), ways;

		if (piece == NO_PIECE || words->target_count == MAX_PLAY_WORDS ||
		    !must_step(moment, seat, piece))
			continue;
		nth_step(moment, found, piece, 0, &ways);
		targets_add_move(words, at, nth_step(moment, found, piece, index % ways, &ways));
		index /= ways;
	}
	return index == 0 && words->target_count > 0;
}

static bool heresy_first(const struct moment *moment, uint8_t seat, struct play *words)
{
	return heresy_nth(moment, seat, 0, words);
}

/* Adds all ways in which the bishops from the index-th square on can step. */
static void list_from(const struct moment *moment, struct play *play, unsigned index,
		      struct play_list *out)
{
	const struct board *board = &moment->book->variant->board;
	square from = NO_SQUARE;
	unsigned piece = NO_PIECE;

	for (; index < board->squares; index++) {
		from = moment_nth_square(moment->book, index);
		piece = field_at(moment->field, from);
		if (piece != NO_PIECE && must_step(moment, moment->player, piece))
			break;
	}
	if (index == board->squares || play->target_count == MAX_PLAY_WORDS) {
		play_add(moment, play, out);
		return;
	}
	for (unsigned i = 0; i < board->squares; i++) {
		square to = moment_nth_square(moment->book, i);

		if (!can_step(moment, moment->field, piece, to))
			continue;
		targets_add_move(play, from, to);
		list_from(moment, play, index + 1, out);
		targets_drop(play);
	}
}

static void list_heresy(const struct moment *moment, struct play_list *out)
{
	struct play play;

	targets_none(moment, &play);
	list_from(moment, &play, 0, out);
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
