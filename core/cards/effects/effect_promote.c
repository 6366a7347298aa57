/* SPDX-License-Identifier: MIT */
/* Cards that turn the board, or the pieces in its corners, so that pawns promote; and these
 * promotions [promotion-by-card]. */
#include "core/cards/board/card_movegen.h"
#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"

/* Reports whether a pawn may promote on the square. After a Figure Dance only pieces that danced
 * promote; others may have reached their last rank before [no-promotion-by-card]. */
static bool may_promote_on(const struct effect_context *context, square at)
{
	if (!context->card->effect->in_corners)
		return true;
	for (unsigned i = 0; i < ARRAY_LEN(context->book->corners); i++)
		if (context->book->corners[i] == at)
			return true;
	return false;
}

/* Returns the pawn of two pieces on the square, the one in front if both are pawns; else the piece
 * in front. */
static unsigned pawn_at(const struct card_ruleset *book, const struct card_board *field, square at)
{
	unsigned front = card_board_at(field, at),
		 behind = card_ruleset_is_third(book) ? card_board_behind(field, at) : NO_PIECE;
	const struct piece *pieces = field->position.pieces;

	return behind != NO_PIECE && pieces[front].type != book->variant->pawn &&
			       pieces[behind].type == book->variant->pawn
		       ? behind
		       : front;
}

/* Reports whether the piece is a pawn that promotes now, by that seat's choice. A neutral pawn
 * promotes by the choice of the card's player (C-Neutrality: the mover); a composite never
 * promotes. */
static bool must_promote(const struct effect_context *context, const struct card_board *field,
			 uint8_t seat, unsigned piece)
{
	const struct piece *pawn = &field->position.pieces[piece];
	uint8_t chooser = field->position.controller[pawn->side];

	if ((pawn->fate != ON_BOARD &&
	     (pawn->fate != SHARING || pawn_at(context->book, field, pawn->at) != piece)) ||
	    pawn->type != context->book->variant->pawn || field->marks[piece] & MARK_COMPOSITE ||
	    !may_promote_on(context, pawn->at) ||
	    !card_board_promotes(context->book, field, pawn->side, pawn->at))
		return false;
	if (field->marks[piece] & MARK_NEUTRAL)
		chooser = context->player;
	return chooser == seat && field->position.in_play >> seat & 1;
}

static unsigned count_promoting_pawns(const struct effect_context *context,
				      const struct card_board *field, uint8_t seat)
{
	unsigned count = 0;

	for (unsigned piece = 0; piece < field->position.piece_count; piece++)
		count += must_promote(context, field, seat, piece);
	return count;
}

/* Reports whether each pawn of the seat that must promote is named once, and nothing else is. */
static bool are_choices(const struct effect_context *context, uint8_t seat,
			const struct target *choices, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned piece = pawn_at(context->book, context->field, choices[i].squares[0]);

		if (choices[i].form != TARGET_PROMOTION || piece == NO_PIECE ||
		    !must_promote(context, context->field, seat, piece))
			return effect_context_refuse(
				context, choices[i].squares[0],
				"no pawn promotes there; expected for each that does: its square "
				"after the card and its choice, such as h8=Q.");
		if (targets_repeat(choices, i, i))
			return effect_context_refuse(context, choices[i].squares[0],
						     "the pawn promotes only once.");
	}
	if (count == count_promoting_pawns(context, context->field, seat))
		return true;
	return effect_context_deny(
		context,
		"%u of your pawns promote by it; say for each its square after the card "
		"and what it becomes (Q, R, B or N), such as h8=Q.",
		count_promoting_pawns(context, context->field, seat));
}

static void promote_pawns(const struct card_ruleset *book, struct card_board *field,
			  const struct target *choices, unsigned count, struct event_list *record)
{
	for (unsigned i = 0; i < count; i++)
		card_board_promote(book, field, pawn_at(book, field, choices[i].squares[0]),
				   choices[i].value, record);
}

/* Reports whether the seat was mated before any choice. The result is stored, because many answers
 * are tried on the same board. */
static bool was_mated(const struct effect_context *context, uint8_t seat)
{
	struct effect_context_mated *known = context->mated;
	bool mated;

	if (known != NULL && known->asked >> seat & 1)
		return known->mated >> seat & 1;
	mated = card_movegen_is_mated(context->book, context->field, seat);
	if (known != NULL) {
		known->asked |= (uint16_t)(1u << seat);
		known->mated |= (uint16_t)((unsigned)mated << seat);
	}
	return mated;
}

/* Reports whether the choices mate a seat that isn't mated without them. Such a choice is refused.
 * The Checkmate Rule would only make the card ineffective, because the judge sees the whole turn
 * after all answers. */
static bool is_mating(const struct effect_context *context, uint8_t by,
		      const struct target *choices, unsigned count)
{
	struct card_board after = *context->field;

	if (count == 0)
		return false;
	promote_pawns(context->book, &after, choices, count, NULL);
	for (uint8_t seat = 0; seat < context->book->variant->side_count; seat++)
		if (seat != by && after.position.in_play >> seat & 1 &&
		    card_movegen_in_check(context->book, &after, seat) &&
		    !was_mated(context, seat) && card_movegen_is_mated(context->book, &after, seat))
			return true;
	return false;
}

/* Reports whether the choices let the king of a player of a lasting card be captured; such choices
 * aren't legal [lasting-card-own-king]. The judge refuses them at the turn's end. Here they are
 * only passed over in the search for the first legal answer. */
static bool exposes_own_king(const struct effect_context *context, const struct target *choices,
			     unsigned count)
{
	struct card_board after = *context->field;

	if (!context->card->continuing || context->player != context->mover)
		return false;
	promote_pawns(context->book, &after, choices, count, NULL);
	return card_movegen_in_check(context->book, &after, context->player);
}

/* Returns the index of the next square, from `index` on, with a pawn of the seat that must promote;
 * the number of squares if there is none. */
static unsigned next_promotion_index(const struct effect_context *context,
				     const struct card_board *field, uint8_t seat, unsigned index)
{
	unsigned squares = context->book->variant->board.squares;

	for (; index < squares; index++) {
		unsigned piece = pawn_at(context->book, field,
					 effect_context_nth_square(context->book, index));

		if (piece != NO_PIECE && must_promote(context, field, seat, piece))
			break;
	}
	return index;
}

/* Finds choices for the seat's pawns from square `index` on that don't mate and, with `legal`,
 * don't expose the player's king. */
static bool find_choices(const struct effect_context *context, uint8_t seat, struct play *choices,
			 unsigned index, bool legal)
{
	const struct variant *variant = context->book->variant;

	index = next_promotion_index(context, context->field, seat, index);
	if (index == variant->board.squares || choices->target_count == MAX_PLAY_WORDS)
		return !is_mating(context, seat, choices->targets, choices->target_count) &&
		       !(legal &&
			 exposes_own_king(context, choices->targets, choices->target_count));
	for (unsigned i = 0; i < variant->promotion_count; i++) {
		targets_add_promotion(choices, effect_context_nth_square(context->book, index),
				      variant->promotions[i]);
		if (find_choices(context, seat, choices, index + 1, legal))
			return true;
		targets_drop(choices);
	}
	return false;
}

/* Reports whether every choice of the seat would mate; the card then has no effect
 * [promotion-by-card]. */
static bool is_stuck(const struct effect_context *context, uint8_t seat)
{
	struct play harmless = {.target_count = 0};

	return card_ruleset_is_third(context->book) &&
	       !find_choices(context, seat, &harmless, 0, false);
}

static enum effect_context_result deny_mate(const struct effect_context *context)
{
	return effect_context_deny(context,
				   "A promotion by a card may not mate; choose another piece.");
}

enum effect_context_result effects_promote(struct effect_context *context, unsigned first,
					   bool may_mate)
{
	const struct target *choices = context->play->targets + first;
	const unsigned count = context->play->target_count - first;

	if (!are_choices(context, context->player, choices, count))
		return EFFECT_CONTEXT_REFUSED;
	if ((!may_mate || card_ruleset_is_third(context->book)) &&
	    is_mating(context, context->player, choices, count))
		return is_stuck(context, context->player) ? EFFECT_CONTEXT_SPENT
							  : deny_mate(context);
	promote_pawns(context->book, context->field, choices, count, context->record);
	return EFFECT_CONTEXT_DONE;
}

static void list_from(const struct effect_context *context, const struct card_board *after,
		      struct play *play, unsigned index, struct play_list *out)
{
	const struct variant *variant = context->book->variant;

	index = next_promotion_index(context, after, context->player, index);
	if (index == variant->board.squares || play->target_count == MAX_PLAY_WORDS) {
		play_add(context, play, out);
		return;
	}
	for (unsigned i = 0; i < variant->promotion_count; i++) {
		targets_add_promotion(play, effect_context_nth_square(context->book, index),
				      variant->promotions[i]);
		list_from(context, after, play, index + 1, out);
		targets_drop(play);
	}
}

void effects_promote_list(const struct effect_context *context, const struct card_board *after,
			  const struct play *play, struct play_list *out)
{
	struct play begun = *play;

	list_from(context, after, &begun, 0, out);
}

/* ---- the other seats ---- */

/* Seats are asked in turn order from the player's left [asked-in-turn-order]. */
static uint8_t promote_asks(const struct effect_context *context, uint16_t answered)
{
	unsigned seats = variant_seats(context->book->variant);

	/* Peace Talks lets pawns promote only when it ends an Earthquake. */
	if (context->play->target_count > 0 && context->play->targets[0].form == TARGET_CARD &&
	    !context->book->set->cards[context->play->targets[0].value].effect->turns_board)
		return NO_SIDE;
	for (unsigned i = 1; i < seats; i++) {
		uint8_t seat = (uint8_t)((context->player + i) % seats);

		if (!(answered >> seat & 1) &&
		    count_promoting_pawns(context, context->field, seat) > 0)
			return seat;
	}
	return NO_SIDE;
}

/* If every choice mates, the card has no effect. By earlier rules, any choice was then allowed,
 * because the seat must be able to answer. */
static enum effect_context_result promote_answer(struct effect_context *context,
						 const struct answer *answer)
{
	struct play harmless = {.target_count = 0};

	if (answer->no)
		return effect_context_deny(context, "A promotion can't be declined.");
	if (!are_choices(context, answer->seat, answer->targets, answer->target_count))
		return EFFECT_CONTEXT_REFUSED;
	if (is_mating(context, answer->seat, answer->targets, answer->target_count)) {
		if (find_choices(context, answer->seat, &harmless, 0, false))
			return deny_mate(context);
		if (card_ruleset_is_third(context->book))
			return EFFECT_CONTEXT_SPENT;
	}
	promote_pawns(context->book, context->field, answer->targets, answer->target_count,
		      context->record);
	return EFFECT_CONTEXT_DONE;
}

static bool promote_first(const struct effect_context *context, uint8_t seat, struct play *words)
{
	unsigned index = 0;

	if (!find_choices(context, seat, words, 0, true) &&
	    !find_choices(context, seat, words, 0, false))
		while ((index = next_promotion_index(context, context->field, seat, index)) <
		       context->book->variant->board.squares)
			targets_add_promotion(words,
					      effect_context_nth_square(context->book, index++),
					      context->book->variant->promotions[0]);
	return words->target_count > 0;
}

/* The index is a number whose digits are the pawns' choices. */
static bool promote_nth(const struct effect_context *context, uint8_t seat, unsigned index,
			struct play *words)
{
	const struct variant *variant = context->book->variant;
	unsigned at = 0;

	while ((at = next_promotion_index(context, context->field, seat, at)) <
		       variant->board.squares &&
	       words->target_count < MAX_PLAY_WORDS) {
		targets_add_promotion(words, effect_context_nth_square(context->book, at++),
				      variant->promotions[index % variant->promotion_count]);
		index /= variant->promotion_count;
	}
	return index == 0 && words->target_count > 0;
}

const struct demand_rules effects_promote_demand = {
	.asks = promote_asks,
	.answer = promote_answer,
	.first = promote_first,
	.nth = promote_nth,
	.stuck = is_stuck,
};

/* ---- Earthquake ---- */

static void add_earthquake(const struct effect_context *context, struct card_board *field,
			   bool left, struct event_list *record)
{
	struct effect effect = effect_context_effect(context, EFFECT_EARTHQUAKE);

	effect.left = left;
	card_board_add_effect(context->book, field, effect, record);
}

static enum effect_context_result play_earthquake(struct effect_context *context)
{
	add_earthquake(context, context->field, context->play->targets[0].value == 0,
		       context->record);
	return effects_promote(context, 1, false);
}

static void list_earthquake(const struct effect_context *context, struct play_list *out)
{
	for (unsigned right = 0; right < 2; right++) {
		struct card_board after = *context->field;
		struct play play;

		targets_none(context, &play);
		targets_add(&play, TARGET_TURN)->value = (uint8_t)right;
		add_earthquake(context, &after, right == 0, NULL);
		effects_promote_list(context, &after, &play, out);
	}
}

/* ---- Figure Dance ---- */

/* Reports whether the dance can begin: a piece is in a corner, none of these is held, and no corner
 * is closed. */
static bool may_dance(const struct effect_context *context)
{
	unsigned dancers = 0;

	for (unsigned i = 0; i < ARRAY_LEN(context->book->corners); i++) {
		square corner = context->book->corners[i];
		unsigned piece = card_board_at(context->field, corner);

		if (context->field->closed >> corner & 1)
			return effect_context_refuse(context, corner,
						     "a Forbidden City; nobody can dance there.");
		if (piece != NO_PIECE && !effect_context_is_loose(context, piece))
			return false;
		dancers += piece != NO_PIECE;
	}
	if (dancers == 0)
		effect_context_deny(context, "Nothing stands in a corner that could dance.");
	return dancers > 0;
}

/*
 * Moves all pieces in corners at once to the next corner. The moves begin before an empty corner,
 * so that each piece finds the next corner free. If no corner is empty, three swaps have the same
 * result.
 */
static void rotate_corner_pieces(const struct card_ruleset *book, struct card_board *field,
				 struct event_list *record)
{
	const square *corners = book->corners;
	unsigned count = ARRAY_LEN(book->corners), empty = 0;

	while (empty < count && card_board_at(field, corners[empty]) != NO_PIECE)
		empty++;
	if (empty == count) {
		for (unsigned i = count - 1; i > 0; i--)
			card_board_swap(book, field, card_board_at(field, corners[i]),
					card_board_at(field, corners[(i + 1) % count]), record);
		return;
	}
	for (unsigned i = 1; i < count; i++) {
		square from = corners[(empty + count - i) % count],
		       to = corners[(empty + count - i + 1) % count];

		if (card_board_at(field, from) != NO_PIECE)
			card_board_shift(book, field, card_board_at(field, from), to, record);
	}
}

static enum effect_context_result play_dance(struct effect_context *context)
{
	if (!may_dance(context))
		return EFFECT_CONTEXT_REFUSED;
	rotate_corner_pieces(context->book, context->field, context->record);
	return effects_promote(context, 0, true);
}

static void list_dance(const struct effect_context *context, struct play_list *out)
{
	struct card_board after = *context->field;
	struct play play;

	if (!may_dance(context))
		return;
	targets_none(context, &play);
	rotate_corner_pieces(context->book, &after, NULL);
	effects_promote_list(context, &after, &play, out);
}

const struct effect_rules effects_promote_rules[] = {
	{.name = "earthquake",
	 .targets = "t p*",
	 .play = play_earthquake,
	 .list = list_earthquake,
	 .turns_board = true,
	 .demand = &effects_promote_demand},
	{.name = "dance",
	 .targets = "p*",
	 .play = play_dance,
	 .list = list_dance,
	 .in_corners = true,
	 .demand = &effects_promote_demand},
	{0},
};
