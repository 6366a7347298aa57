/* SPDX-License-Identifier: MIT */
/* Single pieces that move as a card says. None promotes by it [no-promotion-by-card]. */
#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"

/* The move of a play, which is its one target. */
struct movement {
	unsigned piece;
	square from, to;
	uint8_t side;
};

static struct movement read_movement(const struct effect_context *context)
{
	const struct target *target = &context->play->targets[0];
	unsigned piece = effect_context_piece(context, 0);

	return (struct movement){piece, target->squares[0], target->squares[1],
				 context->field->position.pieces[piece].side};
}

/* Moves the piece along the stride to an empty square or, if `taking`, captures an enemy there.
 * `how`: "like a knight", for the refusal. */
static enum effect_context_result move_along_stride(struct effect_context *context,
						    const struct movement *going,
						    struct stride *stride, bool taking,
						    const char *how)
{
	stride->capture = taking && card_board_at(context->field, going->to) != NO_PIECE;
	if (!effect_context_is_loose(context, going->piece) ||
	    !(stride->capture ? effect_context_may_take(context, going->piece, going->to, false)
			      : effect_context_is_free(context, going->to)))
		return EFFECT_CONTEXT_REFUSED;
	if (!effect_context_leads(context, going->piece, stride, going->to))
		return effect_context_refuse(context, going->to,
					     "the piece moves %s and can't get there.", how);
	if (stride->capture)
		effect_context_strike(context, going->piece, going->to);
	else
		card_board_move(context->book, context->field, going->piece, going->to, true,
				context->record);
	return EFFECT_CONTEXT_DONE;
}

/* ---- as the last piece that an opponent moved ---- */

/* Returns the latest displacement by an opponent, or NULL [doppelganger-copies]. */
static const struct displacement *latest_of_opponents(const struct effect_context *context)
{
	const struct displacement *latest = NULL;
	uint32_t when = 0;

	for (uint8_t seat = 0; seat < MAX_SIDES; seat++)
		if (context->field->last_when[seat] > when &&
		    card_board_opposes(context->book, context->field, context->player, seat)) {
			when = context->field->last_when[seat];
			latest = &context->field->last[seat];
		}
	return latest;
}

/* Adds to the stride how a piece of that kind, with those marks, moves for the side
 * [doppelganger-copies]. */
static void add_kind(const struct effect_context *context, const struct movement *move,
		     unsigned type, unsigned marks, struct stride *stride)
{
	unsigned kind = marks & MARK_CRAB ? KIND_CRAB : type;
	struct reach reach = effect_context_reach_of(context, move->side, kind);

	stride->reach.step_move |= reach.step_move;
	stride->reach.slide_move |= reach.slide_move;
	stride->reach.leap_move |= reach.leap_move;
	if (kind == CARD_PAWN)
		stride->twice |= effect_context_double_steps(context, move->side, move->from);
}

/* Returns the stride of the displaced piece as it may move now, if it is still there
 * [doppelganger-copies]. */
static struct stride copied_stride(const struct effect_context *context,
				   const struct movement *move, const struct displacement *last)
{
	const struct card_board *field = context->field;
	const struct piece *piece = &field->position.pieces[last->piece];
	struct stride stride = {.twice = 0};

	if (last->castled)
		add_kind(context, move, CARD_KING, 0, &stride);
	else if (piece->fate != ON_BOARD && piece->fate != MERGED)
		add_kind(context, move, last->type, last->marks, &stride);
	else
		add_kind(context, move, piece->type, field->marks[last->piece], &stride);
	if (!last->castled && field->marks[last->piece] & MARK_COMPOSITE) {
		unsigned other = field->partner[last->piece];

		add_kind(context, move, field->position.pieces[other].type, field->marks[other],
			 &stride);
	}
	return stride;
}

/* ---- Dubbing, Blessing, Masquerade, Bombard, Doppelganger, Ghostwalk, Charge!, Crusade, Merciless
 * ---- */

/* The words of a card: as which piece the piece moves, and how. */
enum {
	AS_ITSELF,
	AS_KNIGHT,
	AS_BISHOP,
	AS_ROOK,
	AS_QUEEN,
	AS_LAST,  /* as the piece that an opponent moved last */
	OVER_OWN, /* own pieces don't block the way */
	OVER_ONE, /* one piece or obstruction doesn't block the way */
	TAKING,	  /* it may capture an enemy on its target square */
	AGAIN,	  /* it has just moved, without capturing */
};

/* Reports whether the piece has moved in this turn. *took_out: it has also captured. */
static bool has_moved_in_turn(const struct effect_context *context, unsigned piece, bool *took_out)
{
	const struct turn_log *turn_log = &context->field->turn_log;
	bool gone = false;

	*took_out = false;
	for (unsigned i = 0; i < turn_log->gone_count; i++)
		gone = gone || turn_log->gone[i].piece == piece;
	for (unsigned i = 0; i < turn_log->taken_count; i++)
		*took_out = *took_out || turn_log->taken[i].by == piece;
	return gone;
}

static bool may_go_again(const struct effect_context *context, const struct movement *move)
{
	bool took;

	if (!has_moved_in_turn(context, move->piece, &took))
		return effect_context_refuse(context, move->from,
					     "it must be the piece that has just moved.");
	if (took)
		return effect_context_refuse(context, move->from,
					     "it has captured, and can't move again.");
	return true;
}

/* Returns how the card lets the piece move. how_out: the same in words, "like a knight". */
static struct stride find_stride(const struct effect_context *context, const struct movement *move,
				 const struct displacement *last, struct strbuf *how_out)
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
	unsigned as = (unsigned)__builtin_ctz(context->card->effect->said);

	if (as == AS_LAST) {
		stride = copied_stride(context, move, last);
		strbuf_add(how_out, translate("as the piece an opponent moved last"));
	} else if (as == AS_ITSELF) {
		stride = effect_context_stride(context, move->piece, false);
		if (!effect_context_says(context, AGAIN) &&
		    card_board_is(context->book, context->field, move->piece, 1 << CARD_PAWN) &&
		    !(context->field->marks[move->piece] & MARK_CRAB))
			stride.twice = effect_context_double_steps(context, move->side, move->from);
		strbuf_add(how_out, translate("its own way"));
	} else {
		stride.reach = effect_context_reach_of(context, move->side, kinds[as]);
		strbuf_add(how_out, translate(words[as]));
	}
	stride.over_own = effect_context_says(context, OVER_OWN);
	stride.over_one = effect_context_says(context, OVER_ONE);
	strbuf_add(how_out, stride.over_own ? translate(", through own pieces only") : "");
	strbuf_add(how_out,
		   stride.over_one ? translate(" over at most one piece or obstruction") : "");
	return stride;
}

static enum effect_context_result play_move(struct effect_context *context)
{
	const struct displacement *last = latest_of_opponents(context);
	const struct movement move = read_movement(context);
	enum effect_context_result result;
	struct stride stride;
	struct strbuf how;

	if (effect_context_says(context, AS_LAST) && last == NULL)
		return effect_context_deny(context, "No opponent has moved a piece yet.");
	if (effect_context_says(context, AGAIN) && !may_go_again(context, &move))
		return EFFECT_CONTEXT_REFUSED;
	strbuf_init(&how, 0);
	stride = find_stride(context, &move, last, &how);
	result = move_along_stride(context, &move, &stride, effect_context_says(context, TAKING),
				   how.bytes);
	strbuf_done(&how);
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

/* Reports whether the piece may be part of a composite. */
static bool may_merge(const struct effect_context *context, unsigned piece, square at)
{
	if (piece == NO_PIECE || !card_board_is_own(context->field, piece, context->player))
		return effect_context_refuse(context, at, "another own piece is wanted there.");
	if (card_board_is_kingly(context->book, context->field, piece))
		return effect_context_refuse(context, at, "kings can't be merged.");
	if (context->field->marks[piece] & (MARK_COMPOSITE | MARK_SPLIT))
		return effect_context_refuse(context, at, "two pieces stand there already.");
	return true;
}

static enum effect_context_result play_merge(struct effect_context *context)
{
	const struct movement move = read_movement(context);
	unsigned onto = card_board_at(context->field, move.to);
	struct stride moves = effect_context_stride(context, move.piece, false);
	struct stride captures = effect_context_stride(context, move.piece, true);

	if (!effect_context_is_loose(context, move.piece) ||
	    !may_merge(context, move.piece, move.from) || !may_merge(context, onto, move.to))
		return EFFECT_CONTEXT_REFUSED;
	if (onto == move.piece || (!effect_context_leads(context, move.piece, &moves, move.to) &&
				   !effect_context_leads(context, move.piece, &captures, move.to)))
		return effect_context_refuse(context, move.to,
					     "the piece doesn't come there by its own way.");
	card_board_merge(context->book, context->field, move.piece, onto,
			 effect_context_effect(context, EFFECT_COMPOSITE), context->record);
	return EFFECT_CONTEXT_DONE;
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
