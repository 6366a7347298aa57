/* SPDX-License-Identifier: MIT */
/* What else single pawns do: Madman's hops, captures backward and ahead, Irresistible Force. */
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"

static square square_of(const struct moment *moment, unsigned piece)
{
	return moment->field->position.pieces[piece].at;
}

static uint8_t side_of(const struct moment *moment, unsigned piece)
{
	return moment->field->position.pieces[piece].side;
}

/* The neighbour on the board, walls or not: what jumps ignores them. */
static square neighbour(const struct moment *moment, square at, int right, int up)
{
	return board_offset(&moment->book->variant->board, at, right, up);
}

/* ---- Madman ---- */

/* Whether a hop from the one square to the other goes aslant over one piece; `pawn` has left
 * `start`. */
static bool is_hop(const struct moment *moment, square start, square from, square to)
{
	for (int right = -1; right <= 1; right += 2)
		for (int up = -1; up <= 1; up += 2) {
			square over = neighbour(moment, from, right, up);

			if (over == NO_SQUARE || neighbour(moment, over, right, up) != to)
				continue;
			return over != start && field_at(moment->field, over) != NO_PIECE &&
			       (to == start || field_is_free(moment->book, moment->field, to));
		}
	return false;
}

static enum moment_result play_hop(struct moment *moment)
{
	const struct target *chain = &moment->play->targets[0];
	square start = chain->squares[0], end = chain->squares[chain->square_count - 1];
	unsigned piece = field_at(moment->field, start);

	if (!moment_is_loose(moment, piece))
		return MOMENT_REFUSED;
	for (unsigned i = 1; i < chain->square_count; i++)
		if (!is_hop(moment, start, chain->squares[i - 1], chain->squares[i]))
			return moment_refuse(moment, chain->squares[i],
					     "each hop goes aslant over one piece onto the empty "
					     "square behind it.");
	if (end == start)
		return moment_refuse(moment, end, "the pawn must end on another square.");
	field_move(moment->book, moment->field, piece, end, true, moment->record);
	return MOMENT_DONE;
}

static bool was_there(const struct target *chain, square at)
{
	for (unsigned i = 0; i < chain->square_count; i++)
		if (chain->squares[i] == at)
			return true;
	return false;
}

/* All hops on from the end of the chain; none comes to a square twice [trial-plays]. */
static void list_hops(const struct moment *moment, struct play *play, struct play_list *out)
{
	struct target *chain = &play->targets[0];
	square from = chain->squares[chain->square_count - 1];

	if (chain->square_count == MAX_CHAIN)
		return;
	for (int right = -2; right <= 2; right += 4)
		for (int up = -2; up <= 2; up += 4) {
			square to = neighbour(moment, from, right, up);

			if (to == NO_SQUARE || was_there(chain, to) ||
			    !is_hop(moment, chain->squares[0], from, to))
				continue;
			chain->squares[chain->square_count++] = to;
			play_list_add(out, play);
			list_hops(moment, play, out);
			chain->squares[--chain->square_count] = 0;
		}
}

static void list_hop(const struct moment *moment, struct play_list *out)
{
	const struct field *field = moment->field;

	for (square at = 0; at < moment->book->variant->board.squares; at++) {
		unsigned piece = field_at(field, at);
		struct play play;

		if (piece == NO_PIECE || !field_is_own(field, piece, moment->player) ||
		    !field_is(moment->book, field, piece, 1 << CARD_PAWN) ||
		    !moment_is_loose(moment, piece))
			continue;
		targets_none(moment, &play);
		targets_add_square(&play, at)->form = TARGET_CHAIN;
		list_hops(moment, &play, out);
	}
}

/* ---- Dark Mirror, Breakthrough ---- */

/* The directions beside one of these: aslant forward of what is forward. */
static uint8_t beside(uint8_t directions)
{
	return (uint8_t)(directions << 1 | directions >> 7 | directions >> 1 | directions << 7);
}

/* Aslant back is what isn't aslant forward: with two ways ahead only one is left (C). */
static struct stride back_stride(const struct moment *moment, unsigned piece)
{
	enum { ASLANT = 1 << NE | 1 << SE | 1 << SW | 1 << NW };
	uint8_t ahead = field_forward(moment->book, moment->field, side_of(moment, piece));
	struct stride stride = {.capture = true};

	stride.reach.step_capture = (uint8_t)(ASLANT & ~beside(ahead));
	return stride;
}

/* Whether the pawn's capture goes two squares ahead from its second rank. */
static bool strikes_twice(const struct moment *moment, unsigned piece, square to)
{
	uint8_t side = side_of(moment, piece);
	square from = square_of(moment, piece);
	uint8_t ahead = moment_double_steps(moment, side, from);

	if (field_rank(moment->book, moment->field, side, from) != 1)
		return false;
	for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
		square over;

		if (!(ahead >> direction & 1))
			continue;
		over = field_step(moment->book, moment->field, from, (enum direction)direction);
		if (over != NO_SQUARE && field_is_free(moment->book, moment->field, over) &&
		    field_step(moment->book, moment->field, over, (enum direction)direction) == to)
			return true;
	}
	return false;
}

static bool strikes_ahead(const struct moment *moment, unsigned piece, square to)
{
	struct stride stride = {.capture = true};

	stride.reach.step_capture =
		field_forward(moment->book, moment->field, side_of(moment, piece));
	return moment_leads(moment, piece, &stride, to) || strikes_twice(moment, piece, to);
}

static enum moment_result play_pawn_takes(struct moment *moment)
{
	square from = moment_square(moment, 0), to = moment->play->targets[0].squares[1];
	unsigned piece = field_at(moment->field, from);
	bool back = strcmp(moment->card->arguments[0], "back") == 0;
	struct stride stride = back_stride(moment, piece);

	if (!moment_is_loose(moment, piece))
		return MOMENT_REFUSED;
	if (back && !moment_leads(moment, piece, &stride, to))
		return moment_refuse(moment, to, "the pawn captures one square aslant backward.");
	if (!back && !strikes_ahead(moment, piece, to))
		return moment_refuse(moment, to,
				     "the pawn captures one square straight ahead, or two from its "
				     "second rank.");
	if (!moment_may_take(moment, piece, to, false))
		return MOMENT_REFUSED;
	moment_strike(moment, piece, to);
	return MOMENT_DONE;
}

/* ---- Irresistible Force ---- */

/* A row of pieces pushed on, the pawn first, and where each goes. */
struct row {
	uint8_t pieces[CARD_SQUARES];
	square to[CARD_SQUARES]; /* NO_SQUARE: over the edge */
	unsigned count;
};

enum push { PUSH_DONE, PUSH_WALL, PUSH_CITY };

/* Where the step of a push leads; NO_SQUARE over the edge. */
static enum push push_step(const struct moment *moment, square at, unsigned direction,
			   square *to_out)
{
	square next = moment_beside(moment->book, at, direction);

	*to_out = next;
	if (next == NO_SQUARE)
		return PUSH_DONE;
	if (moment->field->walls[at] >> direction & 1 ||
	    moment->book->variant->board.step[at][direction] == NO_SQUARE)
		return PUSH_WALL;
	return moment->field->closed >> next & 1 ? PUSH_CITY : PUSH_DONE;
}

/* The row ahead of the pawn. */
static enum push find_row(const struct moment *moment, unsigned pawn, unsigned direction,
			  struct row *row_out)
{
	unsigned piece = pawn;
	enum push push = PUSH_DONE;

	row_out->count = 0;
	while (piece != NO_PIECE && push == PUSH_DONE) {
		square to;

		push = push_step(moment, square_of(moment, piece), direction, &to);
		row_out->pieces[row_out->count] = (uint8_t)piece;
		row_out->to[row_out->count++] = to;
		piece = to == NO_SQUARE ? NO_PIECE : field_at(moment->field, to);
	}
	return push;
}

/* Whether every piece of the row may be pushed so. */
static bool may_push(const struct moment *moment, const struct row *row)
{
	for (unsigned i = 0; i < row->count; i++) {
		unsigned piece = row->pieces[i];
		square at = square_of(moment, piece);

		if (!moment_is_loose(moment, piece))
			return false;
		if (i > 0 && field_is_kingly(moment->book, moment->field, piece))
			return moment_refuse(moment, at, "a king can't be pushed.");
		if (row->to[i] == NO_SQUARE &&
		    !field_may_be_taken(moment->book, moment->field, piece))
			return moment_refuse(moment, at,
					     "the piece there can't be pushed off the board.");
	}
	return true;
}

/* The last goes first. */
static void push_row(struct moment *moment, const struct row *row)
{
	for (unsigned i = row->count; i > 1; i--) {
		unsigned piece = row->pieces[i - 1];

		if (row->to[i - 1] == NO_SQUARE)
			moment_take_all(moment, square_of(moment, piece), NO_PIECE);
		else
			field_shift(moment->book, moment->field, piece, row->to[i - 1],
				    moment->record);
	}
	field_move(moment->book, moment->field, row->pieces[0], row->to[0], true, moment->record);
}

static enum moment_result push_ahead(struct moment *moment, unsigned pawn, unsigned direction)
{
	square at = square_of(moment, pawn);
	struct row row;
	enum push push = find_row(moment, pawn, direction, &row);

	if (row.count < 2)
		return moment_refuse(moment, at,
				     "the pawn must step into a piece, and no wall between.");
	if (push == PUSH_WALL)
		return moment_refuse(moment, square_of(moment, row.pieces[row.count - 1]),
				     "a wall keeps the piece there from being pushed on.");
	if (!may_push(moment, &row))
		return MOMENT_REFUSED;
	if (push == PUSH_CITY)
		return MOMENT_SPENT;
	push_row(moment, &row);
	return MOMENT_DONE;
}

static enum moment_result play_push(struct moment *moment)
{
	unsigned pawn = moment_piece(moment, 0), possible = 0;
	uint8_t ahead = field_forward(moment->book, moment->field, side_of(moment, pawn));
	bool choice = (ahead & (ahead - 1)) != 0,
	     named = moment->play->targets[0].form == TARGET_MOVE;
	unsigned chosen = DIRECTIONS, last = DIRECTIONS;

	for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
		struct field field;
		struct moment trial;
		square to;

		if (!(ahead >> direction & 1))
			continue;
		trial = moment_try(moment, &field);
		last = direction;
		push_step(moment, square_of(moment, pawn), direction, &to);
		if (named ? choice && to == moment->play->targets[0].squares[1]
			  : push_ahead(&trial, pawn, direction) != MOMENT_REFUSED) {
			chosen = direction;
			possible++;
		}
	}
	if (named && chosen == DIRECTIONS)
		return moment_refuse(moment, moment_square(moment, 0),
				     choice ? "the pawn steps one square ahead."
					    : "only the pawn's square is named here.");
	if (possible > 1)
		return moment_refuse(moment, moment_square(moment, 0),
				     "this pawn can go two ways; say which, as in c6-d6.");
	return push_ahead(moment, pawn, chosen == DIRECTIONS ? last : chosen);
}

/* The pawn's square, where that says enough; else each step that pushes. */
static void list_push(const struct moment *moment, struct play_list *out)
{
	for (square at = 0; at < moment->book->variant->board.squares; at++) {
		unsigned pawn = field_at(moment->field, at);
		struct play play;
		uint8_t ahead;

		if (pawn == NO_PIECE || !field_is_own(moment->field, pawn, moment->player))
			continue;
		targets_none(moment, &play);
		targets_add_square(&play, at);
		if (play_would(moment, &play)) {
			play_list_add(out, &play);
			continue;
		}
		ahead = field_forward(moment->book, moment->field, side_of(moment, pawn));
		for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
			square to;

			if (!(ahead >> direction & 1) ||
			    push_step(moment, at, direction, &to) != PUSH_DONE || to == NO_SQUARE)
				continue;
			targets_none(moment, &play);
			targets_add_move(&play, at, to);
			play_add(moment, &play, out);
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
