/* SPDX-License-Identifier: MIT */
/* Single pieces that a card puts somewhere else, whatever lies between: Long Jump, Squaring the
 * Circle, Hidden Passage, Dungeon, Rebirth, Cowardice. */
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects.h"
#include "core/cards/effects/effects_tables.h"

/* What a card says: where the piece is put, and how. */
enum {
	OTHER_COLOUR,
	FREE_CORNER, /* the only one that is free */
	CORNER,
	START,
	BEHIND,
	ANYWHERE,   /* the king */
	TAKING_OWN, /* an own piece that stands there is captured */
	PUSHED,	    /* it has not moved by it [swap-is-no-move]: no trap is sprung */
	LAYING,	    /* something is laid on it */
	PLACES = TAKING_OWN
};

/* The piece that is put. */
struct putting {
	unsigned piece;
	square from, to;
};

/* ---- where ---- */

static bool is_dark(const struct moment *moment, square at)
{
	const struct board *board = &moment->book->variant->board;

	return (board_file(board, at) + board_rank(board, at)) % 2 == 0;
}

static bool fits_other_colour(const struct moment *moment, struct putting *put)
{
	if (is_dark(moment, put->from) != is_dark(moment, put->to))
		return true;
	return moment_refuse(moment, put->to, "it must be a square of the other colour.");
}

static bool find_free_corner(const struct moment *moment, struct putting *put)
{
	unsigned occupied = 0;

	for (unsigned i = 0; i < 4; i++)
		if (field_at(moment->field, moment->book->corners[i]) != NO_PIECE)
			occupied++;
		else
			put->to = moment->book->corners[i];
	if (occupied != 3)
		moment_deny(moment, "Three corners must be occupied, and the fourth empty.");
	return occupied == 3;
}

static bool fits_corner(const struct moment *moment, struct putting *put)
{
	for (unsigned i = 0; i < ARRAY_LEN(moment->book->corners); i++)
		if (moment->book->corners[i] == put->to)
			return true;
	return moment_refuse(moment, put->to, "the %s is a corner of the board.",
			     moment->card->name);
}

/* Whether a piece of its kind can start there; a composite is either of its parts. */
static bool may_start(const struct moment *moment, unsigned piece, square at)
{
	const struct field *field = moment->field;
	const struct piece *pieces = field->position.pieces;
	uint8_t side = pieces[piece].side;

	return field_starts(moment->book, field, side, pieces[piece].type, at) ||
	       (field->marks[piece] & MARK_COMPOSITE &&
		field_starts(moment->book, field, side, pieces[field->partner[piece]].type, at));
}

static bool fits_start(const struct moment *moment, struct putting *put)
{
	if (!may_start(moment, put->piece, put->to))
		return moment_refuse(moment, put->to, "no such piece starts the game there.");
	if (put->to == put->from)
		return moment_refuse(moment, put->to, "the piece stands there already.");
	return true;
}

/* Whether the square is one or two steps behind the piece over empty squares. */
static bool is_behind(const struct moment *moment, unsigned piece, square to)
{
	const struct piece *pawn = &moment->field->position.pieces[piece];
	uint8_t forward = field_forward(moment->book, moment->field, pawn->side);

	for (unsigned ahead = 0; ahead < DIRECTIONS; ahead++) {
		enum direction back = (enum direction)((ahead + DIRECTIONS / 2) % DIRECTIONS);
		square at = pawn->at;

		for (unsigned steps = 0; steps < 2 && forward >> ahead & 1; steps++) {
			at = field_step(moment->book, moment->field, at, back);
			if (at == NO_SQUARE || !field_is_free(moment->book, moment->field, at))
				break;
			if (at == to)
				return true;
		}
	}
	return false;
}

static bool fits_behind(const struct moment *moment, struct putting *put)
{
	if (is_behind(moment, put->piece, put->to))
		return true;
	return moment_refuse(
		moment, put->to,
		"expected one or two squares straight behind the pawn, all of them empty.");
}

/* Where there is only one it is the royal piece that goes. */
static bool knows_who(const struct moment *moment, struct putting *put)
{
	if (put->piece != NO_PIECE)
		return true;
	return moment_refuse(
		moment, put->from,
		"name the empty square your king goes to; of a Prince, from where too.");
}

static const struct {
	bool (*fits)(const struct moment *moment, struct putting *put);
	bool late;	/* what holds the piece, and what stands there, is told before it */
	bool sees_room; /* it asks itself for empty squares */
	const char *targets;
} places[PLACES] = {
	[OTHER_COLOUR] = {fits_other_colour, .late = true, .targets = "m"},
	[FREE_CORNER] = {find_free_corner, .targets = "s"},
	[CORNER] = {fits_corner, .targets = "m"},
	[START] = {fits_start, .targets = "m"},
	[BEHIND] = {fits_behind, .late = true, .sees_room = true, .targets = "m"},
	[ANYWHERE] = {knows_who, .targets = "s"},
};

/* ---- putting it there ---- */

/* The piece that goes: the royal one; where a Prince stands too, FROM-TO says which
 * [royal-is-exempt] [prince-like-king]. */
static unsigned who_passes(const struct moment *moment, const struct target *target)
{
	unsigned royal = field_royal(moment->field, moment->player), piece;

	if (target->form != TARGET_MOVE)
		return royal;
	piece = field_at(moment->field, target->squares[0]);
	if (piece == NO_PIECE || piece == royal ||
	    !field_is_own(moment->field, piece, moment->player) ||
	    !field_is(moment->book, moment->field, piece, 1 << CARD_KING))
		return NO_PIECE;
	return piece;
}

static struct putting putting(const struct moment *moment)
{
	const struct target *target = &moment->play->targets[0];

	return (struct putting){
		moment_says(moment, ANYWHERE) ? who_passes(moment, target)
					      : field_at(moment->field, target->squares[0]),
		target->squares[0],
		target->squares[target->square_count - 1],
	};
}

/* Whether what stands on the square makes room: nothing, or an own piece that can be captured. */
static bool makes_room(const struct moment *moment, square at)
{
	unsigned there = field_at(moment->field, at);

	if (there == NO_PIECE || !moment_says(moment, TAKING_OWN))
		return moment_is_free(moment, at);
	if (field_is_own(moment->field, there, moment->player) &&
	    field_may_be_taken(moment->book, moment->field, there))
		return true;
	return moment_refuse(
		moment, at,
		"the square must be empty or hold a piece of yours that may be captured.");
}

/* Whether the piece may go there at all, where that is asked before all else. */
static bool may_put(const struct moment *moment)
{
	const struct effect_rules *rules = moment->card->effect;
	unsigned where = (unsigned)__builtin_ctz(rules->said);
	struct putting put = putting(moment);

	return rules->laid != EFFECT_KINDS || places[where].late || put.piece == NO_PIECE ||
	       places[where].fits(moment, &put);
}

static enum moment_result play_put(struct moment *moment)
{
	const struct effect_rules *rules = moment->card->effect;
	unsigned where = (unsigned)__builtin_ctz(rules->said);
	struct putting put = putting(moment);
	bool lays = rules->laid != EFFECT_KINDS;
	struct effect effect;

	if (lays) {
		effect = moment_effect(moment, rules->laid);
		effect.piece = (uint8_t)put.piece;
		if (lasting_of(moment->book, &effect)->lay != NULL &&
		    !lasting_of(moment->book, &effect)
			     ->lay(moment->book, moment->field, &effect, moment->why))
			return MOMENT_REFUSED;
	}
	if ((!places[where].late && !places[where].fits(moment, &put)) ||
	    !moment_is_loose(moment, put.piece) ||
	    (!places[where].sees_room && !makes_room(moment, put.to)) ||
	    (places[where].late && !places[where].fits(moment, &put)))
		return MOMENT_REFUSED;
	moment_take_all(moment, put.to, NO_PIECE);
	if (moment_says(moment, PUSHED))
		field_shift(moment->book, moment->field, put.piece, put.to, moment->record);
	else
		field_move(moment->book, moment->field, put.piece, put.to, true, moment->record);
	if (lays)
		field_add_effect(moment->book, moment->field, effect, moment->record);
	return MOMENT_DONE;
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
