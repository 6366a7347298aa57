/* SPDX-License-Identifier: MIT */
/* Single pieces that go as a card says. None promotes by it [no-promotion-by-card]. */
#include "core/phrase/phrase.h"
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/base/text.h"

/* The move that a play is made of: its one target. */
struct going {
	unsigned piece;
	square from, to;
	uint8_t side;
};

static struct going going(const struct moment *moment)
{
	const struct target *target = &moment->play->targets[0];
	unsigned piece = moment_piece(moment, 0);

	return (struct going){piece, target->squares[0], target->squares[1],
			      moment->field->position.pieces[piece].side};
}

/* Goes to an empty square, or if `taking` takes an enemy there, where the stride leads. `how`:
 * "like a knight", for the refusal. */
static enum moment_result go(struct moment *moment, const struct going *going,
			     struct stride *stride, bool taking, const char *how)
{
	stride->capture = taking && field_at(moment->field, going->to) != NO_PIECE;
	if (!moment_is_loose(moment, going->piece) ||
	    !(stride->capture ? moment_may_take(moment, going->piece, going->to, false)
			      : moment_is_free(moment, going->to)))
		return MOMENT_REFUSED;
	if (!moment_leads(moment, going->piece, stride, going->to))
		return moment_refuse(moment, going->to,
				     "the piece goes %s, and doesn't come there.", how);
	if (stride->capture)
		moment_strike(moment, going->piece, going->to);
	else
		field_move(moment->book, moment->field, going->piece, going->to, true,
			   moment->record);
	return MOMENT_DONE;
}

/* ---- as the last piece that an opponent moved ---- */

/* The opponent's latest displacement on the board, or NULL [doppelganger-copies]. */
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

/* How a piece of that kind, with those marks, goes for the side; adds it to the stride
 * [doppelganger-copies]. */
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

/* The stride of the piece displaced: as it may go now, if it is still there [doppelganger-copies].
 */
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

/* ---- Dubbing, Blessing, Masquerade, Bombard, Doppelganger, Ghostwalk, Charge!, Crusade, Merciless
 * ---- */

/* What a card says: as whom the piece goes, and how. */
enum {
	AS_ITSELF,
	AS_KNIGHT,
	AS_BISHOP,
	AS_ROOK,
	AS_QUEEN,
	AS_LAST,  /* as the piece an opponent moved last */
	OVER_OWN, /* own pieces on the way don't matter */
	OVER_ONE, /* nor does one piece or obstruction */
	TAKING,	  /* it may take an enemy where it comes */
	AGAIN,	  /* it is the one that has just moved, without taking */
};

static bool has_pawn(const struct moment *moment, unsigned piece)
{
	return field_is(moment->book, moment->field, piece, 1 << CARD_PAWN) &&
	       !(moment->field->marks[piece] & MARK_CRAB);
}

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

static bool may_go_again(const struct moment *moment, const struct going *move)
{
	bool took;

	if (!has_gone(moment, move->piece, &took))
		return moment_refuse(moment, move->from,
				     "it must be the piece that has just moved.");
	if (took)
		return moment_refuse(moment, move->from, "it has captured, and can't move again.");
	return true;
}

/* How the card lets the piece go; `how_out`, in words: "like a knight". */
static struct stride find_stride(const struct moment *moment, const struct going *move,
				 const struct displacement *last, struct text *how_out)
{
	static const uint8_t kinds[] = {[AS_KNIGHT] = CARD_KNIGHT,
					[AS_BISHOP] = CARD_BISHOP,
					[AS_ROOK] = CARD_ROOK,
					[AS_QUEEN] = CARD_QUEEN};
	static const char *const words[] = {[AS_KNIGHT] = "like a knight",
					    [AS_BISHOP] = "like a bishop",
					    [AS_ROOK] = "like a rook",
					    [AS_QUEEN] = "like a queen"};
	struct stride stride = {.twice = 0};
	unsigned as = (unsigned)__builtin_ctz(moment->card->effect->said);

	if (as == AS_LAST) {
		stride = stride_of(moment, move, last);
		text_add(how_out, phrase("as the piece an opponent moved last"));
	} else if (as == AS_ITSELF) {
		stride = moment_stride(moment, move->piece, false);
		if (!moment_says(moment, AGAIN) && has_pawn(moment, move->piece))
			stride.twice = moment_double_steps(moment, move->side, move->from);
		text_add(how_out, phrase("its own way"));
	} else {
		stride.reach = moment_reach_of(moment, move->side, kinds[as]);
		text_add(how_out, phrase(words[as]));
	}
	stride.over_own = moment_says(moment, OVER_OWN);
	stride.over_one = moment_says(moment, OVER_ONE);
	text_add(how_out, stride.over_own ? phrase(", through own pieces only") : "");
	text_add(how_out, stride.over_one ? phrase(" over at most one piece or obstruction") : "");
	return stride;
}

static enum moment_result play_move(struct moment *moment)
{
	const struct displacement *last = latest_of_opponents(moment);
	const struct going move = going(moment);
	enum moment_result result;
	struct stride stride;
	struct text how;

	if (moment_says(moment, AS_LAST) && last == NULL)
		return moment_deny(moment, "No opponent has moved a piece yet.");
	if (moment_says(moment, AGAIN) && !may_go_again(moment, &move))
		return MOMENT_REFUSED;
	text_init(&how, 0);
	stride = find_stride(moment, &move, last, &how);
	result = go(moment, &move, &stride, moment_says(moment, TAKING), how.bytes);
	text_done(&how);
	return result;
}

static int read_move(const struct card *card, struct effect_rules *rules, struct reason *reason)
{
	(void)card;
	(void)reason;
	if (rules->said >> AGAIN & 1)
		rules->verb = VERB_AGAIN;
	return 0;
}

/* ---- Confabulation ---- */

/* Whether the piece may be part of a merged one. */
static bool may_merge(const struct moment *moment, unsigned piece, square at)
{
	if (piece == NO_PIECE || !field_is_own(moment->field, piece, moment->player))
		return moment_refuse(moment, at, "another own piece is wanted there.");
	if (field_is_kingly(moment->book, moment->field, piece))
		return moment_refuse(moment, at, "kings can't be merged.");
	if (moment->field->marks[piece] & (MARK_COMPOSITE | MARK_SPLIT))
		return moment_refuse(moment, at, "two pieces stand there already.");
	return true;
}

static enum moment_result play_merge(struct moment *moment)
{
	const struct going move = going(moment);
	unsigned onto = field_at(moment->field, move.to);
	struct stride moves = moment_stride(moment, move.piece, false);
	struct stride captures = moment_stride(moment, move.piece, true);

	if (!moment_is_loose(moment, move.piece) || !may_merge(moment, move.piece, move.from) ||
	    !may_merge(moment, onto, move.to))
		return MOMENT_REFUSED;
	if (onto == move.piece || (!moment_leads(moment, move.piece, &moves, move.to) &&
				   !moment_leads(moment, move.piece, &captures, move.to)))
		return moment_refuse(moment, move.to,
				     "the piece doesn't come there by its own way.");
	field_merge(moment->book, moment->field, move.piece, onto,
		    moment_effect(moment, EFFECT_COMPOSITE), moment->record);
	return MOMENT_DONE;
}

const struct effect_rules effects_move_rules[] = {
	{.name = "move",
	 .arguments = "itself|knight|bishop|rook|queen|last [over-own|over-one] [taking] [again]",
	 .targets = "m",
	 .read = read_move,
	 .play = play_move,
	 .displaces = true},
	{.name = "merge", .targets = "m", .play = play_merge, .displaces = true},
	{0},
};
