/* SPDX-License-Identifier: MIT */
/* Single pieces that go as a card says. None promotes by it (P8). */
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/targets.h"

/* The move that a play is made of: its one target. */
struct going {
	unsigned piece;
	square from, to;
	uint8_t side;
};

static struct going going(const struct moment *moment, const struct play *play)
{
	const struct target *target = &play->targets[0];
	unsigned piece = field_at(moment->field, target->squares[0]);

	return (struct going){piece, target->squares[0], target->squares[1],
			      moment->field->position.pieces[piece].side};
}

static enum moment_result go(struct moment *moment, const struct going *going)
{
	field_move(moment->book, moment->field, going->piece, going->to, true, moment->record);
	return MOMENT_DONE;
}

/* Goes to an empty square, if the stride leads there. `how`: "like a knight", for the refusal. */
static enum moment_result go_by(struct moment *moment, const struct going *going,
				const struct stride *stride, const char *how, struct reason *why)
{
	if (!moment_is_loose(moment, going->piece, why) || !moment_is_free(moment, going->to, why))
		return MOMENT_REFUSED;
	if (!moment_leads(moment, going->piece, stride, going->to))
		return moment_refuse(moment, why, going->to,
				     "the piece goes %s, and doesn't come there.", how);
	return go(moment, going);
}

/* ---- Dubbing, Blessing, Masquerade ---- */

static enum moment_result play_move_as(struct moment *moment, const struct play *play,
				       struct reason *why)
{
	const struct going move = going(moment, play);
	const char *word = moment->card->arguments[0];
	unsigned kind = strcmp(word, "knight") == 0   ? CARD_KNIGHT
			: strcmp(word, "bishop") == 0 ? CARD_BISHOP
						      : CARD_QUEEN;
	struct stride stride = {.reach = moment_reach_of(moment, move.side, kind)};
	char how[16] = "like a ";

	strcat(how, word);
	return go_by(moment, &move, &stride, how, why);
}

/* ---- Doppelganger ---- */

/* The opponent's latest displacement on the board, or NULL (M7). */
static const struct displacement *latest_of_opponents(const struct moment *moment)
{
	const struct displacement *latest = NULL;
	uint32_t when = 0;

	for (uint8_t seat = 0; seat < MAX_SIDES; seat++)
		if (moment->field->last_when[seat] > when &&
		    field_opposes(moment->book, moment->field, moment->player, seat)) {
			when = moment->field->last_when[seat];
			latest = &moment->field->last[seat];
		}
	return latest;
}

/* How a piece of that kind, with those marks, goes for the side; adds it to the stride (R14). */
static void add_kind(const struct moment *moment, const struct going *move, unsigned type,
		     unsigned marks, struct stride *stride)
{
	unsigned kind = marks & MARK_CRAB ? KIND_CRAB : type;
	struct reach reach = moment_reach_of(moment, move->side, kind);

	stride->reach.step_move |= reach.step_move;
	stride->reach.slide_move |= reach.slide_move;
	stride->reach.leap_move |= reach.leap_move;
	if (kind == CARD_PAWN)
		stride->twice |= moment_double_steps(moment, move->side, move->from);
}

/* The stride of the piece displaced: as it may go now, if it is still there (R14). */
static struct stride stride_of(const struct moment *moment, const struct going *move,
			       const struct displacement *last)
{
	const struct field *field = moment->field;
	const struct piece *piece = &field->position.pieces[last->piece];
	struct stride stride = {.twice = 0};

	if (last->castled)
		add_kind(moment, move, CARD_KING, 0, &stride);
	else if (piece->fate != ON_BOARD && piece->fate != MERGED)
		add_kind(moment, move, last->type, last->marks, &stride);
	else
		add_kind(moment, move, piece->type, field->marks[last->piece], &stride);
	if (!last->castled && field->marks[last->piece] & MARK_COMPOSITE) {
		unsigned other = field->partner[last->piece];

		add_kind(moment, move, field->position.pieces[other].type, field->marks[other],
			 &stride);
	}
	return stride;
}

static enum moment_result play_mimic(struct moment *moment, const struct play *play,
				     struct reason *why)
{
	const struct displacement *last = latest_of_opponents(moment);
	const struct going move = going(moment, play);
	struct stride stride;

	if (last == NULL) {
		reason_set(why, "No opponent has moved a piece yet.");
		return MOMENT_REFUSED;
	}
	stride = stride_of(moment, &move, last);
	return go_by(moment, &move, &stride, "as the piece an opponent moved last", why);
}

/* ---- Ghostwalk, Bombard, Long Jump ---- */

static bool has_pawn(const struct moment *moment, unsigned piece)
{
	return field_is(moment->book, moment->field, piece, 1 << CARD_PAWN) &&
	       !(moment->field->marks[piece] & MARK_CRAB);
}

static enum moment_result play_ghostwalk(struct moment *moment, const struct play *play,
					 struct reason *why)
{
	const struct going move = going(moment, play);
	struct stride stride = moment_stride(moment, move.piece, false);

	stride.over_own = true;
	if (has_pawn(moment, move.piece))
		stride.twice = moment_double_steps(moment, move.side, move.from);
	return go_by(moment, &move, &stride, "its own way, through own pieces only", why);
}

/* Goes to an empty square or takes an enemy there. */
static enum moment_result go_or_take(struct moment *moment, const struct going *move,
				     struct stride *stride, const char *how, struct reason *why)
{
	if (field_at(moment->field, move->to) == NO_PIECE)
		return go_by(moment, move, stride, how, why);
	stride->capture = true;
	if (!moment_is_loose(moment, move->piece, why) ||
	    !moment_may_take(moment, move->piece, move->to, false, why))
		return MOMENT_REFUSED;
	if (!moment_leads(moment, move->piece, stride, move->to))
		return moment_refuse(moment, why, move->to,
				     "the piece goes %s, and doesn't come there.", how);
	moment_strike(moment, move->piece, move->to);
	return MOMENT_DONE;
}

static enum moment_result play_bombard(struct moment *moment, const struct play *play,
				       struct reason *why)
{
	const struct going move = going(moment, play);
	struct stride stride = {.reach = moment_reach_of(moment, move.side, CARD_ROOK),
				.over_one = true};

	return go_or_take(moment, &move, &stride,
			  "like a rook over at most one piece or obstruction", why);
}

static bool is_dark(const struct moment *moment, square at)
{
	const struct board *board = &moment->book->variant->board;

	return (board_file(board, at) + board_rank(board, at)) % 2 == 0;
}

static enum moment_result play_other_colour(struct moment *moment, const struct play *play,
					    struct reason *why)
{
	const struct going move = going(moment, play);

	if (!moment_is_loose(moment, move.piece, why) || !moment_is_free(moment, move.to, why))
		return MOMENT_REFUSED;
	if (is_dark(moment, move.from) == is_dark(moment, move.to))
		return moment_refuse(moment, why, move.to,
				     "it must be a square of the other colour.");
	return go(moment, &move);
}

/* ---- Confabulation ---- */

/* Whether the piece may be part of a merged one. */
static bool may_merge(const struct moment *moment, unsigned piece, square at, struct reason *why)
{
	if (piece == NO_PIECE || !field_is_own(moment->book, moment->field, piece, moment->player))
		moment_refuse(moment, why, at, "another own piece is wanted there.");
	else if (field_is_kingly(moment->book, moment->field, piece))
		moment_refuse(moment, why, at, "kings can't be merged.");
	else if (moment->field->marks[piece] & (MARK_COMPOSITE | MARK_SPLIT))
		moment_refuse(moment, why, at, "two pieces stand there already.");
	else
		return true;
	return false;
}

static enum moment_result play_merge(struct moment *moment, const struct play *play,
				     struct reason *why)
{
	const struct going move = going(moment, play);
	unsigned onto = field_at(moment->field, move.to);
	struct stride moves = moment_stride(moment, move.piece, false);
	struct stride captures = moment_stride(moment, move.piece, true);

	if (!moment_is_loose(moment, move.piece, why) ||
	    !may_merge(moment, move.piece, move.from, why) ||
	    !may_merge(moment, onto, move.to, why))
		return MOMENT_REFUSED;
	if (onto == move.piece || (!moment_leads(moment, move.piece, &moves, move.to) &&
				   !moment_leads(moment, move.piece, &captures, move.to)))
		return moment_refuse(moment, why, move.to,
				     "the piece doesn't come there by its own way.");
	field_merge(moment->book, moment->field, move.piece, onto,
		    moment_effect(moment, EFFECT_COMPOSITE), moment->record);
	return MOMENT_DONE;
}

/* ---- Charge!, Crusade, Merciless ---- */

/* Whether the piece has gone in this turn, and not taken anything. */
static bool has_gone(const struct moment *moment, unsigned piece, bool *took_out)
{
	const struct story *story = &moment->field->story;
	bool gone = false;

	*took_out = false;
	for (unsigned i = 0; i < story->gone_count; i++)
		gone = gone || story->gone[i].piece == piece;
	for (unsigned i = 0; i < story->taken_count; i++)
		*took_out = *took_out || story->taken[i].by == piece;
	return gone;
}

static enum moment_result play_again(struct moment *moment, const struct play *play,
				     struct reason *why)
{
	const struct going move = going(moment, play);
	struct stride stride = moment_stride(moment, move.piece, false);
	bool took;

	if (!has_gone(moment, move.piece, &took))
		return moment_refuse(moment, why, move.from,
				     "it must be the piece that has just moved.");
	if (took)
		return moment_refuse(moment, why, move.from,
				     "it has captured, and can't move again.");
	return go_or_take(moment, &move, &stride, "its own way", why);
}

/* ---- Squaring the Circle, Hidden Passage ---- */

static enum moment_result play_corner(struct moment *moment, const struct play *play,
				      struct reason *why)
{
	struct going move = going(moment, play);
	unsigned occupied = 0;

	for (unsigned i = 0; i < 4; i++)
		if (field_at(moment->field, moment->book->corners[i]) != NO_PIECE)
			occupied++;
		else
			move.to = moment->book->corners[i];
	if (occupied != 3) {
		reason_set(why, "Three corners must be occupied, and the fourth empty.");
		return MOMENT_REFUSED;
	}
	if (!moment_is_loose(moment, move.piece, why) || !moment_is_free(moment, move.to, why))
		return MOMENT_REFUSED;
	return go(moment, &move);
}

/* The piece that goes: the royal one; where a Prince stands too, FROM-TO says which (P12, P13). */
static unsigned who_passes(const struct moment *moment, const struct target *target)
{
	unsigned royal = field_royal(moment->field, moment->player), piece;

	if (target->form != TARGET_MOVE)
		return royal;
	piece = field_at(moment->field, target->squares[0]);
	if (piece == NO_PIECE || piece == royal ||
	    !field_is_own(moment->book, moment->field, piece, moment->player) ||
	    !field_is(moment->book, moment->field, piece, 1 << CARD_KING))
		return NO_PIECE;
	return piece;
}

static enum moment_result play_passage(struct moment *moment, const struct play *play,
				       struct reason *why)
{
	const struct target *target = &play->targets[0];
	struct going move = {who_passes(moment, target), target->squares[0],
			     target->squares[target->square_count - 1], moment->player};

	if (move.piece == NO_PIECE)
		return moment_refuse(
			moment, why, target->squares[0],
			"name the empty square your king goes to; of a Prince, from where too.");
	if (!moment_is_loose(moment, move.piece, why) || !moment_is_free(moment, move.to, why))
		return MOMENT_REFUSED;
	return go(moment, &move);
}

const struct effect_rules effects_move_rules[] = {
	{.name = "move-as",
	 .arguments = "knight|bishop|queen",
	 .targets = "m",
	 .play = play_move_as,
	 .displaces = true},
	{.name = "mimic", .targets = "m", .play = play_mimic, .displaces = true},
	{.name = "ghostwalk", .targets = "m", .play = play_ghostwalk, .displaces = true},
	{.name = "bombard", .targets = "m", .play = play_bombard, .displaces = true},
	{.name = "other-colour", .targets = "m", .play = play_other_colour, .displaces = true},
	{.name = "merge", .targets = "m", .play = play_merge, .displaces = true},
	{.name = "move-again",
	 .targets = "m",
	 .play = play_again,
	 .displaces = true,
	 .verb = VERB_AGAIN},
	{.name = "corner", .targets = "s", .play = play_corner, .displaces = true},
	{.name = "passage", .targets = "s", .play = play_passage, .displaces = true},
	{.name = NULL},
};
