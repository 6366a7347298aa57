/* SPDX-License-Identifier: MIT */
/* Cards that put a single piece somewhere else, whatever is between: Long Jump, Squaring the
 * Circle, Hidden Passage, Dungeon, Rebirth, Cowardice. */
#include "core/cards/effects/effect_tables.h"
#include "core/cards/effects/effects.h"
#include "core/cards/play/effect_context.h"

/* The words of a card: where the piece is put, and how. */
enum {
	OTHER_COLOUR,
	FREE_CORNER, /* the only one that is free */
	CORNER,
	START,
	BEHIND,
	ANYWHERE,   /* the king */
	TAKING_OWN, /* an own piece on the square is captured */
	PUSHED,	    /* the piece is pushed and doesn't move [swap-is-no-move]: no trap springs */
	LAYING,	    /* an effect is added to it */
	PLACES = TAKING_OWN
};

/* The piece that is put. */
struct piece_placement {
	unsigned piece;
	square from, to;
};

/* ---- where ---- */

static bool is_dark(const struct effect_context *context, square at)
{
	const struct board *board = &context->book->variant->board;

	return (board_file(board, at) + board_rank(board, at)) % 2 == 0;
}

static bool fits_other_colour(const struct effect_context *context, struct piece_placement *put)
{
	if (is_dark(context, put->from) != is_dark(context, put->to))
		return true;
	return effect_context_refuse(context, put->to, "it must be a square of the other colour.");
}

static bool find_free_corner(const struct effect_context *context, struct piece_placement *put)
{
	unsigned occupied = 0;

	for (unsigned i = 0; i < 4; i++)
		if (card_board_at(context->field, context->book->corners[i]) != NO_PIECE)
			occupied++;
		else
			put->to = context->book->corners[i];
	if (occupied != 3)
		effect_context_deny(context,
				    "Three corners must be occupied, and the fourth empty.");
	return occupied == 3;
}

static bool fits_corner(const struct effect_context *context, struct piece_placement *put)
{
	for (unsigned i = 0; i < ARRAY_LEN(context->book->corners); i++)
		if (context->book->corners[i] == put->to)
			return true;
	return effect_context_refuse(context, put->to, "the %s is a corner of the board.",
				     context->card->name);
}

/* Reports whether a piece of its kind can start there; a composite counts as both of its parts. */
static bool may_start(const struct effect_context *context, unsigned piece, square at)
{
	const struct card_board *field = context->field;
	const struct piece *pieces = field->position.pieces;
	uint8_t side = pieces[piece].side;

	return card_board_starts(context->book, field, side, pieces[piece].type, at) ||
	       (field->marks[piece] & MARK_COMPOSITE &&
		card_board_starts(context->book, field, side, pieces[field->partner[piece]].type,
				  at));
}

static bool fits_start(const struct effect_context *context, struct piece_placement *put)
{
	if (!may_start(context, put->piece, put->to))
		return effect_context_refuse(context, put->to,
					     "no such piece starts the game there.");
	if (put->to == put->from)
		return effect_context_refuse(context, put->to, "the piece stands there already.");
	return true;
}

/* Reports whether the square is one or two steps back from the piece, over empty squares. */
static bool is_behind(const struct effect_context *context, unsigned piece, square to)
{
	const struct piece *pawn = &context->field->position.pieces[piece];
	uint8_t forward = card_board_forward(context->book, context->field, pawn->side);

	for (unsigned ahead = 0; ahead < DIRECTIONS; ahead++) {
		enum direction back = (enum direction)((ahead + DIRECTIONS / 2) % DIRECTIONS);
		square at = pawn->at;

		for (unsigned steps = 0; steps < 2 && forward >> ahead & 1; steps++) {
			at = card_board_step(context->book, context->field, at, back);
			if (at == NO_SQUARE ||
			    !card_board_is_free(context->book, context->field, at))
				break;
			if (at == to)
				return true;
		}
	}
	return false;
}

static bool fits_behind(const struct effect_context *context, struct piece_placement *put)
{
	if (is_behind(context, put->piece, put->to))
		return true;
	return effect_context_refuse(
		context, put->to,
		"expected one or two squares straight behind the pawn, all of them empty.");
}

/* Reports whether the piece is known. Without another choice it is the royal piece. */
static bool check_piece_known(const struct effect_context *context, struct piece_placement *put)
{
	if (put->piece != NO_PIECE)
		return true;
	return effect_context_refuse(
		context, put->from,
		"name the empty square your king goes to; of a Prince, from where too.");
}

static const struct {
	bool (*fits)(const struct effect_context *context, struct piece_placement *put);
	bool late;	/* checked after whether the piece is held and the square is free */
	bool sees_room; /* it checks itself that squares are empty */
	const char *targets;
} places[PLACES] = {
	[OTHER_COLOUR] = {fits_other_colour, .late = true, .targets = "m"},
	[FREE_CORNER] = {find_free_corner, .targets = "s"},
	[CORNER] = {fits_corner, .targets = "m"},
	[START] = {fits_start, .targets = "m"},
	[BEHIND] = {fits_behind, .late = true, .sees_room = true, .targets = "m"},
	[ANYWHERE] = {check_piece_known, .targets = "s"},
};

/* ---- putting the piece there ---- */

/* Returns the piece that goes: the royal piece or, where a Prince is on the board, the one that
 * FROM-TO names [royal-is-exempt] [prince-like-king]. */
static unsigned passing_piece(const struct effect_context *context, const struct target *target)
{
	unsigned royal = card_board_royal(context->field, context->player), piece;

	if (target->form != TARGET_MOVE)
		return royal;
	piece = card_board_at(context->field, target->squares[0]);
	if (piece == NO_PIECE || piece == royal ||
	    !card_board_is_own(context->field, piece, context->player) ||
	    !card_board_is(context->book, context->field, piece, 1 << CARD_KING))
		return NO_PIECE;
	return piece;
}

static struct piece_placement read_placement(const struct effect_context *context)
{
	const struct target *target = &context->play->targets[0];

	return (struct piece_placement){
		effect_context_says(context, ANYWHERE)
			? passing_piece(context, target)
			: card_board_at(context->field, target->squares[0]),
		target->squares[0],
		target->squares[target->square_count - 1],
	};
}

/* Reports whether the square can be made free: it is empty, or has an own piece that can be
 * captured. */
static bool can_make_room(const struct effect_context *context, square at)
{
	unsigned there = card_board_at(context->field, at);

	if (there == NO_PIECE || !effect_context_says(context, TAKING_OWN))
		return effect_context_is_free(context, at);
	if (card_board_is_own(context->field, there, context->player) &&
	    card_board_may_be_taken(context->book, context->field, there))
		return true;
	return effect_context_refuse(
		context, at,
		"the square must be empty or hold a piece of yours that may be captured.");
}

/* Reports whether the piece may go to the square at all, for cards that check this first. */
static bool may_put(const struct effect_context *context)
{
	const struct effect_rules *rules = context->card->effect;
	unsigned where = (unsigned)__builtin_ctz(rules->said);
	struct piece_placement put = read_placement(context);

	return rules->laid != EFFECT_KINDS || places[where].late || put.piece == NO_PIECE ||
	       places[where].fits(context, &put);
}

static enum effect_context_result play_put(struct effect_context *context)
{
	const struct effect_rules *rules = context->card->effect;
	unsigned where = (unsigned)__builtin_ctz(rules->said);
	struct piece_placement put = read_placement(context);
	bool lays = rules->laid != EFFECT_KINDS;
	struct effect effect;

	if (lays) {
		effect = effect_context_effect(context, rules->laid);
		effect.piece = (uint8_t)put.piece;
		if (continuous_of(context->book, &effect)->prepare != NULL &&
		    !continuous_of(context->book, &effect)
			     ->prepare(context->book, context->field, &effect, context->why))
			return EFFECT_CONTEXT_REFUSED;
	}
	if ((!places[where].late && !places[where].fits(context, &put)) ||
	    !effect_context_is_loose(context, put.piece) ||
	    (!places[where].sees_room && !can_make_room(context, put.to)) ||
	    (places[where].late && !places[where].fits(context, &put)))
		return EFFECT_CONTEXT_REFUSED;
	effect_context_take_all(context, put.to, NO_PIECE);
	if (effect_context_says(context, PUSHED))
		card_board_shift(context->book, context->field, put.piece, put.to, context->record);
	else
		card_board_move(context->book, context->field, put.piece, put.to, true,
				context->record);
	if (lays)
		card_board_add_effect(context->book, context->field, effect, context->record);
	return EFFECT_CONTEXT_DONE;
}

static int read_put(const struct card *card, struct effect_rules *rules, struct reason *reason)
{
	rules->targets = places[__builtin_ctz(rules->said)].targets;
	rules->displaces = !(rules->said >> PUSHED & 1);
	if (!(rules->said >> LAYING & 1))
		return 0;
	return effects_lay_named(card->arguments[card->argument_count - 1], &rules->laid, reason);
}

const struct effect_rules effects_put_rules[] = {
	{.name = "put",
	 .arguments =
		 "other-colour|free-corner|corner|start|behind|anywhere [taking-own|pushed] [NAME]",
	 .read = read_put,
	 .play = play_put,
	 .may = may_put},
	{0},
};
