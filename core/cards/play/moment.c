/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>

#include "core/phrase/phrase.h"
#include "core/cards/play/moment.h"
#include "core/cards/field/field_words.h"
#include "core/cards/field/ways.h"
#include "core/position/move_truce.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

enum moment_result moment_refuse(const struct moment *moment, square at, const char *format, ...)
{
	char text[sizeof moment->why->text - SQUARE_NAME_MAX];
	va_list args;

	if (moment->why == NULL)
		return MOMENT_REFUSED;
	va_start(args, format);
	vsnprintf(text, sizeof text, phrase(format), args);
	va_end(args);
	return moment_deny(moment, "%s: %s", board_name(&moment->book->variant->board, at).text,
			   text);
}

enum moment_result moment_deny(const struct moment *moment, const char *format, ...)
{
	char text[sizeof moment->why->text];
	va_list args;

	if (moment->why == NULL)
		return MOMENT_REFUSED;
	va_start(args, format);
	vsnprintf(text, sizeof text, phrase(format), args);
	va_end(args);
	reason_set(moment->why, "%s", text);
	return MOMENT_REFUSED;
}

struct moment moment_try(const struct moment *moment, struct field *field_out)
{
	struct moment trial = *moment;

	*field_out = *moment->field;
	trial.field = field_out;
	trial.record = NULL;
	trial.why = NULL;
	trial.mated = NULL;
	return trial;
}

bool moment_is_loose(const struct moment *moment, unsigned piece)
{
	if (!field_is_held(moment->book, moment->field, piece, moment->player))
		return true;
	return moment_refuse(moment, moment->field->position.pieces[piece].at,
			     "the piece is held by a card and can't leave its square now.");
}

bool moment_is_free(const struct moment *moment, square to)
{
	if (field_is_free(moment->book, moment->field, to))
		return true;
	if (field_at(moment->field, to) != NO_PIECE)
		return moment_refuse(moment, to, "the square must be empty.");
	return moment_refuse(moment, to, "a Forbidden City; nothing can be put there.");
}

bool moment_is_ours(const struct moment *moment, unsigned piece)
{
	uint8_t seat = field_owner(moment->field, piece);

	return field_is_own(moment->field, piece, moment->player) ||
	       (seat != NO_SIDE && variant_team(moment->book->variant, moment->player) >> seat & 1);
}

/* Whether, as far as whose it is decides, the piece may take the victim: neutral ones take and are
 * taken by all. */
static bool is_prey(const struct moment *moment, unsigned piece, unsigned victim)
{
	const struct field *field = moment->field;

	return (field->marks[piece] | field->marks[victim]) & MARK_NEUTRAL ||
	       !moment_is_ours(moment, victim);
}

/* [pawn-truce] */
static bool has_truce(const struct moment *moment, unsigned piece, unsigned victim)
{
	const struct variant *variant = moment->book->variant;
	const struct piece *pieces = moment->field->position.pieces;

	return variant->truce[0] != NO_SQUARE &&
	       move_truce_forbids(variant, &pieces[piece], &pieces[victim]);
}

bool moment_may_take(const struct moment *moment, unsigned piece, square at, bool own)
{
	unsigned victim = field_at(moment->field, at);

	if (victim == NO_PIECE || victim == piece)
		return moment_refuse(moment, at, "there is nothing to be captured.");
	if (!own && !is_prey(moment, piece, victim))
		return moment_refuse(moment, at, "only an enemy's piece can be captured so.");
	if (moment->field->marks[piece] & MARK_PACIFIST)
		return moment_refuse(moment, moment->field->position.pieces[piece].at,
				     "a piece under Pacifism can't capture.");
	if (moment->field->truce)
		return moment_deny(moment, "There is a Truce: nothing can be captured.");
	if (!field_may_be_taken(moment->book, moment->field, victim) ||
	    has_truce(moment, piece, victim))
		return moment_refuse(
			moment, at, "the piece there %s.",
			moment->field->marks[victim] & MARK_PACIFIST
				? phrase("is under Pacifism and can't be captured")
			: moment->field->marks[victim] & MARK_SHIELDED
				? phrase("has a Mystic Shield and can't be captured now")
				: phrase("can't be captured now"));
	return true;
}

void moment_take_all(struct moment *moment, square at, unsigned by)
{
	while (field_at(moment->field, at) != NO_PIECE)
		field_capture(moment->book, moment->field, field_at(moment->field, at), by, false,
			      moment->record);
}

void moment_strike(struct moment *moment, unsigned piece, square to)
{
	const struct variant *variant = moment->book->variant;
	struct position *position = &moment->field->position;
	bool freed = position->pieces[piece].truce == TRUCE_BOUND &&
		     move_truce_crosses(variant, position->pieces[piece].at, to);

	moment_take_all(moment, to, piece);
	field_move(moment->book, moment->field, piece, to, true, moment->record);
	if (freed)
		position_free(position, to, moment->record);
}

struct stride moment_stride(const struct moment *moment, unsigned piece, bool capture)
{
	struct stride stride = {.reach = field_reach(moment->book, moment->field, piece),
				.capture = capture};

	return stride;
}

uint8_t moment_double_steps(const struct moment *moment, uint8_t side, square from)
{
	if (!field_steps_twice(moment->book, moment->field, side, from))
		return 0;
	return field_forward(moment->book, moment->field, side);
}

struct reach moment_reach_of(const struct moment *moment, uint8_t side, unsigned kind)
{
	return moment->book->reach[moment->field->quarter][side][kind];
}

square moment_beside(const struct book *book, square at, unsigned direction)
{
	static const int right[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
	static const int up[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};

	return board_offset(&book->variant->board, at, right[direction], up[direction]);
}

/* One straight walk of a stride. */
struct walk {
	const struct moment *moment;
	const struct stride *stride;
	enum direction direction;
	unsigned limit; /* how many squares it may go */
	bool jumped;	/* the one obstruction of `over_one` is behind it */
};

/* The next square of the walk, or NO_SQUARE where it ends. A wall and a Forbidden City behind it
 * are two obstructions. */
static square walk_on(struct walk *walk, square at)
{
	const struct field *field = walk->moment->field;
	square next = field_step(walk->moment->book, field, at, walk->direction);
	bool wall;

	if (next != NO_SQUARE || !walk->stride->over_one || walk->jumped)
		return next;
	next = moment_beside(walk->moment->book, at, walk->direction);
	if (next == NO_SQUARE)
		return NO_SQUARE;
	wall = field->walls[at] >> walk->direction & 1 ||
	       walk->moment->book->variant->board.step[at][walk->direction] == NO_SQUARE;
	walk->jumped = true;
	return wall && field->closed >> next & 1 ? NO_SQUARE : next;
}

/* Whether the walk may go on beyond what is on the square. */
static bool may_pass(struct walk *walk, square at)
{
	const struct moment *moment = walk->moment;
	unsigned piece = field_at(moment->field, at);

	if (piece == NO_PIECE)
		return true;
	if (walk->stride->over_own && field_is_own(moment->field, piece, moment->player))
		return true;
	if (!walk->stride->over_one || walk->jumped)
		return false;
	walk->jumped = true;
	return true;
}

static bool walk_leads(struct walk walk, square from, square to)
{
	square at = from;

	for (unsigned i = 0; i < walk.limit; i++) {
		at = walk_on(&walk, at);
		if (at == NO_SQUARE)
			return false;
		if (at == to)
			return !(walk.moment->field->closed >> at & 1);
		if (!may_pass(&walk, at))
			return false;
	}
	return false;
}

static bool leap_leads(const struct moment *moment, square from, square to)
{
	const struct board *board = &moment->book->variant->board;

	for (unsigned i = 0; i < LEAPS && board->leap[from][i] != NO_SQUARE; i++)
		if (board->leap[from][i] == to)
			return !(moment->field->closed >> to & 1);
	return false;
}

bool moment_leads(const struct moment *moment, unsigned piece, const struct stride *stride,
		  square to)
{
	square from = moment->field->position.pieces[piece].at;
	bool cursed = moment->field->marks[piece] & MARK_CURSED, capture = stride->capture;
	uint8_t steps = capture ? stride->reach.step_capture : stride->reach.step_move;
	uint8_t slides = capture ? stride->reach.slide_capture : stride->reach.slide_move;

	if ((capture ? stride->reach.leap_capture : stride->reach.leap_move) &&
	    leap_leads(moment, from, to))
		return true;
	for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
		struct walk walk = {moment, stride, (enum direction)direction, 0, false};

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

/* The last piece of the kind among those a story has seen captured that is captured still. */
static unsigned latest_of(const struct field *field, const struct story *story, uint8_t side,
			  unsigned type)
{
	for (unsigned i = story->taken_count; i > 0; i--) {
		const struct piece *piece = &field->position.pieces[story->taken[i - 1].piece];

		if (piece->fate == CAPTURED && piece->side == side && piece->born == type)
			return story->taken[i - 1].piece;
	}
	return NO_PIECE;
}

unsigned moment_captured(const struct moment *moment, uint8_t side, unsigned type, bool *fresh_out)
{
	const struct field *field = moment->field;
	unsigned found = latest_of(field, &field->story, side, type);

	if (found == NO_PIECE)
		found = latest_of(field, &field->before, side, type);
	*fresh_out = found != NO_PIECE;
	for (unsigned i = 0; found == NO_PIECE && i < field->position.piece_count; i++) {
		const struct piece *piece = &field->position.pieces[i];

		if (piece->fate == CAPTURED && piece->side == side && piece->born == type)
			found = i;
	}
	return found;
}

square moment_square(const struct moment *moment, unsigned target)
{
	return moment->play->targets[target].squares[0];
}

unsigned moment_piece(const struct moment *moment, unsigned target)
{
	return field_at(moment->field, moment_square(moment, target));
}

void moment_name_kind(const struct book *book, const struct field *field, unsigned piece,
		      struct text *out)
{
	const struct piece *pieces = field->position.pieces;
	uint16_t marks = field->marks[piece];

	text_add(out, marks & MARK_NEUTRAL ? "neutral " : "");
	text_add(out, marks & MARK_ROYAL ? "royal " : "");
	if (marks & MARK_COMPOSITE)
		text_addf(out, "%s and %s in one",
			  variant_type_name(book->variant, pieces[piece].type),
			  variant_type_name(book->variant, pieces[field->partner[piece]].type));
	else
		text_add(out, marks & MARK_CRAB ? "Crab"
			      : marks & MARK_PRINCE
				      ? "Prince"
				      : variant_type_name(book->variant, pieces[piece].type));
}

struct effect moment_effect(const struct moment *moment, enum effect_kind what)
{
	struct effect effect = field_no_effect();

	effect.what = (uint8_t)what;
	effect.card = (uint8_t)(moment->card - moment->book->set->cards);
	effect.copy = moment->copy;
	effect.by = moment->player;
	return effect;
}

square moment_nth_square(const struct book *book, unsigned index)
{
	const struct board *board = &book->variant->board;

	return (square)(index / board->height + index % board->height * board->width);
}

bool moment_mates(const struct book *book, const struct field *before, const struct field *after,
		  uint8_t player)
{
	for (uint8_t seat = 0; seat < book->variant->side_count; seat++)
		if (seat != player && after->position.in_play >> seat & 1 &&
		    ways_is_mated(book, after, seat) && !ways_is_mated(book, before, seat))
			return true;
	return false;
}

void moment_say_exposed(const struct book *book, const struct field *field, uint8_t seat,
			struct reason *why)
{
	const struct position *position = &field->position;

	reason_set(why, "Your king could be captured after it.");
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];
		struct field alone = *field;

		/* Whoever can't capture gives no check: what is left is this one's. */
		for (unsigned k = 0; k < position->piece_count; k++)
			if (k != i)
				alone.marks[k] |= MARK_PACIFIST;
		if (piece->fate != ON_BOARD || !ways_in_check(book, &alone, seat))
			continue;
		reason_set(why, "Your king could be captured after it, by the %s %s on %s.",
			   variant_seat_name(book->variant, piece->side),
			   variant_type_name(book->variant, piece->type),
			   board_name(&book->variant->board, piece->at).text);
		return;
	}
}
