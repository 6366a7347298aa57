/* SPDX-License-Identifier: MIT */
/* Pieces that a card pushes, puts or drags somewhere else. */
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/targets.h"
#include "core/cards/field/ways.h"

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

/* Cowardice: a push, so no trap is sprung and the pawn hasn't moved (P2). */
static enum moment_result play_push_back(struct moment *moment, const struct play *play,
					 struct reason *why)
{
	unsigned piece = moment_piece(moment, play, 0);
	square to = play->targets[0].squares[1];

	if (!moment_is_loose(moment, piece, why))
		return MOMENT_REFUSED;
	if (!is_behind(moment, piece, to))
		return moment_refuse(
			moment, why, to,
			"expected one or two squares straight behind the pawn, all of them empty.");
	field_shift(moment->book, moment->field, piece, to, moment->record);
	return MOMENT_DONE;
}

static bool is_corner(const struct book *book, square at)
{
	for (unsigned i = 0; i < ARRAY_LEN(book->corners); i++)
		if (book->corners[i] == at)
			return true;
	return false;
}

static enum moment_result play_dungeon(struct moment *moment, const struct play *play,
				       struct reason *why)
{
	unsigned piece = moment_piece(moment, play, 0);
	square to = play->targets[0].squares[1];
	struct effect effect = moment_effect(moment, EFFECT_DUNGEON);

	if (field_is_kingly(moment->book, moment->field, piece))
		return moment_refuse(moment, why, play->targets[0].squares[0],
				     "a king can't be put into a Dungeon.");
	if (!is_corner(moment->book, to))
		return moment_refuse(moment, why, to, "the Dungeon is a corner of the board.");
	if (!moment_is_loose(moment, piece, why) || !moment_is_free(moment, to, why))
		return MOMENT_REFUSED;
	field_move(moment->book, moment->field, piece, to, true, moment->record);
	effect.piece = (uint8_t)piece;
	effect.seat = moment_owner(moment->field, piece);
	field_add_effect(moment->book, moment->field, effect, moment->record);
	return MOMENT_DONE;
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

/* Whether what stands on the square makes room: nothing, or an own piece that can be captured. */
static bool makes_room(const struct moment *moment, square at, struct reason *why)
{
	unsigned there = field_at(moment->field, at);

	if (there == NO_PIECE)
		return moment_is_free(moment, at, why);
	if (field_is_own(moment->book, moment->field, there, moment->player) &&
	    field_may_be_taken(moment->book, moment->field, there))
		return true;
	moment_refuse(moment, why, at,
		      "the square must be empty or hold a piece of yours that may be captured.");
	return false;
}

static enum moment_result play_rebirth(struct moment *moment, const struct play *play,
				       struct reason *why)
{
	unsigned piece = moment_piece(moment, play, 0);
	square to = play->targets[0].squares[1];

	if (!may_start(moment, piece, to))
		return moment_refuse(moment, why, to, "no such piece starts the game there.");
	if (to == play->targets[0].squares[0])
		return moment_refuse(moment, why, to, "the piece stands there already.");
	if (!moment_is_loose(moment, piece, why) || !makes_room(moment, to, why))
		return MOMENT_REFUSED;
	moment_take_all(moment, to, NO_PIECE);
	field_move(moment->book, moment->field, piece, to, true, moment->record);
	return MOMENT_DONE;
}

/* Man of Straw: only out of check, and not into another (K1). */
static enum moment_result play_straw(struct moment *moment, const struct play *play,
				     struct reason *why)
{
	const struct book *book = moment->book;
	unsigned king = field_royal(moment->field, moment->player),
		 pawn = moment_piece(moment, play, 0);

	if (king == NO_PIECE || !ways_in_check(book, moment->field, moment->player)) {
		reason_set(why, "%s is played only in check.", moment->card->name);
		return MOMENT_REFUSED;
	}
	if (pawn == king)
		return moment_refuse(moment, why, play->targets[0].squares[0],
				     "the royal piece can't change places with itself.");
	if (!moment_is_loose(moment, pawn, why) || !moment_is_loose(moment, king, why))
		return MOMENT_REFUSED;
	field_swap(book, moment->field, king, pawn, moment->record);
	if (ways_in_check(book, moment->field, moment->player))
		return moment_refuse(moment, why, play->targets[0].squares[0],
				     "your king would be in check there, too.");
	return MOMENT_DONE;
}

const struct effect_rules effects_put_rules[] = {
	{.name = "push-back", .targets = "m", .play = play_push_back},
	{.name = "dungeon", .targets = "m", .play = play_dungeon, .displaces = true},
	{.name = "rebirth", .targets = "m", .play = play_rebirth, .displaces = true},
	{.name = "straw", .targets = "s", .play = play_straw, .moves_king_safely = true},
	{.name = NULL},
};
