/* SPDX-License-Identifier: MIT */
/* Cards that answer another's move or capture, and cards whose work the table does. */
#include "core/cards/board/card_movegen.h"
#include "core/cards/effects/effect_tables.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/targets.h"
#include "core/variant/variant_data.h"

/* ---- Bog ---- */

/* Finds the squares of a displacement along a line, the last included. Returns their number; 0 if
 * it wasn't along a line. */
static unsigned find_path(const struct card_ruleset *book, const struct displacement *gone,
			  square path_out[CARD_SQUARES])
{
	for (unsigned d = 0; d < DIRECTIONS; d++) {
		square at = gone->from;
		unsigned count = 0;

		while (at != gone->to && (at = book->variant->board.step[at][d]) != NO_SQUARE)
			path_out[count++] = at;
		if (at == gone->to)
			return count;
	}
	return 0;
}

/* Returns the square where Bog stops the answered move along its line, or NO_SQUARE if it can't.
 * Two moves of Merciless or Crusade count as one: the first may be a single step. */
static square bog_stop(const struct effect_context *context, unsigned *piece_out)
{
	const struct card_board *start = context->start, *field = context->field;
	const struct displacement *gone;
	square path[CARD_SQUARES];
	unsigned straight;

	if (start == NULL || field->turn_log.gone_count <= start->turn_log.gone_count)
		return NO_SQUARE;
	gone = &field->turn_log.gone[start->turn_log.gone_count];
	straight = find_path(context->book, gone, path);
	if (gone->castled || straight < (context->again ? 1 : 2) ||
	    !card_board_is(context->book, start, gone->piece,
			   1u << CARD_ROOK | 1u << CARD_BISHOP | 1u << CARD_QUEEN))
		return NO_SQUARE;
	*piece_out = gone->piece;
	for (unsigned i = 0; i + 1 < straight; i++)
		if (card_board_is_free(context->book, start, path[i]))
			return path[i];
	return straight == 1 ? path[0] : NO_SQUARE;
}

static enum effect_context_result play_bog(struct effect_context *context)
{
	unsigned piece = NO_PIECE;
	square to = bog_stop(context, &piece);
	bool by_card = context->field->turn_log.by_card;
	const uint8_t action = context->field->turn_log.action;

	if (to == NO_SQUARE)
		return effect_context_deny(context,
					   "Bog answers a rook, bishop or queen that has gone two "
					   "squares or more along a line.");
	*context->field = *context->start;
	context->field->turn_log.action = action;
	card_board_note_move(context->field, by_card, context->record);
	card_board_move(context->book, context->field, piece, to, by_card, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* ---- captures answered ---- */

static const struct piece *captured_piece(const struct effect_context *context, unsigned i)
{
	return &context->field->position.pieces[context->field->turn_log.taken[i].piece];
}

/* Returns the last capture of one of the player's pieces, or NULL. */
static const struct taken *last_own_capture(const struct effect_context *context)
{
	const struct turn_log *turn_log = &context->field->turn_log;

	for (unsigned i = turn_log->taken_count; i-- > 0;)
		if (captured_piece(context, i)->side == context->player)
			return &turn_log->taken[i];
	return NULL;
}

/* Returns the action whose captures are answered. Others may have captured since, such as a Hostage
 * in the same moment [plots-of-answers]. */
static unsigned capturing_action(const struct effect_context *context, const struct taken *last)
{
	return card_ruleset_is_third(context->book) ? context->answers : last->action;
}

/* Returns the capture of the player's piece by the regular move, or NULL with the reason
 * [cardless-capture]. After it, a trap may have captured another piece in the same move. */
static const struct taken *captured_by_move(const struct effect_context *context)
{
	const struct turn_log *turn_log = &context->field->turn_log;
	const struct taken *last = last_own_capture(context);

	for (unsigned i = turn_log->taken_count; last != NULL && i-- > 0;) {
		const struct taken *taken = &turn_log->taken[i];

		if (taken->regular && taken->action == capturing_action(context, last) &&
		    captured_piece(context, i)->side == context->player)
			return taken;
	}
	effect_context_deny(context, "None of your pieces was captured by a move without a card.");
	return NULL;
}

/* Reports whether the captor became a queen: a pawn that captured and promoted counts as its new
 * kind [riposte-sees-promotion]. */
static bool has_become_queen(const struct effect_context *context, unsigned captor)
{
	const uint8_t type = context->field->position.pieces[captor].type;

	return type == CARD_QUEEN && context->start->position.pieces[captor].type != type;
}

static enum effect_context_result play_riposte(struct effect_context *context)
{
	const struct taken *taken = captured_by_move(context);
	struct effect lost = effect_context_effect(context, EFFECT_LOST);
	const uint8_t action = context->field->turn_log.action;
	unsigned captor;

	if (taken == NULL || context->start == NULL)
		return EFFECT_CONTEXT_REFUSED;
	/* Lists also try Riposte after later cards of the turn, when the piece has been captured
	 * earlier. */
	if (taken - context->field->turn_log.taken < context->start->turn_log.taken_count)
		return effect_context_deny(context, "Riposte answers the capture itself.");
	captor = taken->by;
	if (captor == NO_PIECE || card_board_is_kingly(context->book, context->start, captor) ||
	    card_board_is(context->book, context->start, captor,
			  1u << CARD_KING | 1u << CARD_QUEEN) ||
	    (card_ruleset_is_third(context->book) && has_become_queen(context, captor)))
		return effect_context_deny(context,
					   "Riposte can't be played against a king or a queen.");
	*context->field = *context->start;
	context->field->turn_log.action = action;
	card_board_note_move(context->field, false, context->record);
	card_board_capture(context->book, context->field, captor, NO_PIECE, false, context->record);
	/* The judge doesn't check the king of the player who answers; the card does
	 * [riposte-own-king]. */
	if (card_movegen_in_check(context->book, context->field, context->player))
		return EFFECT_CONTEXT_SPENT;
	lost.seat = context->player;
	lost.copy = NO_COPY;
	lost.other = (uint8_t)card_board_royal(context->field, context->mover);
	card_board_add_effect(context->book, context->field, lost, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* Reports whether one of the player's pieces was captured that is a pawn for cards (a crab, too)
 * or, without `pawn`, isn't. One such part of a composite is enough. `regular`: by the regular
 * move. */
static bool was_piece_captured(const struct effect_context *context, bool pawn, bool regular)
{
	const struct turn_log *turn_log = &context->field->turn_log;

	for (unsigned i = 0; i < turn_log->taken_count; i++) {
		const struct piece *piece = captured_piece(context, i);

		if (piece->side == context->player && (turn_log->taken[i].regular || !regular) &&
		    (piece->type == context->book->variant->pawn) == pawn)
			return true;
	}
	return false;
}

static enum effect_context_result play_revenge(struct effect_context *context)
{
	unsigned pawn = effect_context_piece(context, 0);

	if (captured_by_move(context) == NULL)
		return EFFECT_CONTEXT_REFUSED;
	if (!was_piece_captured(context, true, true))
		return effect_context_deny(context, "Revenge answers the capture of a pawn.");
	if (!card_board_is_own(context->field, pawn, context->mover))
		return effect_context_refuse(context, effect_context_square(context, 0),
					     "it isn't a pawn of the seat that captured yours.");
	if (!card_board_may_be_taken(context->book, context->field, pawn))
		return effect_context_refuse(context, effect_context_square(context, 0),
					     "it can't be captured now.");
	card_board_capture(context->book, context->field, pawn, NO_PIECE, false, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* Returns the capture to revert: of the pieces captured together with the last one, the one on the
 * named square, or the only one. Returns NULL with the reason if there is none. */
static const struct taken *hostage_of(const struct effect_context *context)
{
	const struct turn_log *turn_log = &context->field->turn_log;
	const struct taken *last = last_own_capture(context), *found = NULL;

	for (unsigned i = 0; last != NULL && i < turn_log->taken_count; i++) {
		const struct taken *taken = &turn_log->taken[i];
		const struct piece *piece = captured_piece(context, i);

		if (piece->side != context->player || piece->fate != CAPTURED ||
		    taken->action != last->action ||
		    (context->play->target_count > 1 &&
		     taken->at != effect_context_square(context, 1)))
			continue;
		if (found != NULL && found->at != taken->at) {
			effect_context_deny(context,
					    "Several of your pieces were captured: name the square "
					    "of the one that comes back after that of the pawn.");
			return NULL;
		}
		if (found == NULL)
			found = taken;
	}
	if (found == NULL)
		effect_context_deny(context, "None of your pieces was captured there.");
	return found;
}

/* Reports whether the victim's square needn't be named, because all were captured on one square. */
static bool is_only_one(const struct effect_context *context)
{
	struct play bare = *context->play;
	struct effect_context asked = *context;

	bare.target_count = 1;
	asked.play = &bare;
	asked.why = NULL;
	return hostage_of(&asked) != NULL;
}

static enum effect_context_result play_hostage(struct effect_context *context)
{
	unsigned pawn = effect_context_piece(context, 0);
	square at = effect_context_square(context, 0);
	const struct taken *taken = hostage_of(context);
	unsigned victim;

	if (taken == NULL)
		return EFFECT_CONTEXT_REFUSED;
	if (context->play->target_count > 1 && is_only_one(context))
		return effect_context_deny(
			context, "Only one of your pieces was captured; name the pawn alone.");
	if (!card_board_may_be_taken(context->book, context->field, pawn))
		return effect_context_refuse(context, at, "that pawn can't be captured now.");
	if (context->field->marks[pawn] & MARK_SPLIT)
		return effect_context_refuse(
			context, at,
			"another piece stands there, too; name a pawn that stands alone.");
	victim = taken->piece;
	card_board_capture(context->book, context->field, pawn, NO_PIECE, false, context->record);
	card_board_return(context->book, context->field, victim, at, RETURN_WHOLE, context->record);
	return EFFECT_CONTEXT_DONE;
}

/* The table looks for the card in the discards. */
static enum effect_context_result play_legacy(struct effect_context *context)
{
	if (was_piece_captured(context, false, false))
		return EFFECT_CONTEXT_DONE;
	return effect_context_deny(
		context, "Legacy answers the capture of one of your pieces that is no pawn.");
}

/* ---- Toll ---- */

/* Reports whether a piece of the mover has come into the player's territory from outside
 * [toll-territory]. */
static bool owes_toll(const struct effect_context *context)
{
	const struct card_board *field = context->field;
	const struct turn_log *turn_log = &field->turn_log;

	for (unsigned i = 0; i < turn_log->gone_count; i++) {
		square from = turn_log->gone[i].from;

		for (unsigned k = 0; k < i; k++) {
			if (turn_log->gone[k].piece == turn_log->gone[i].piece) {
				from = turn_log->gone[k].from;
				break;
			}
		}
		if (!card_board_in_territory(context->book, field, context->player, from) &&
		    card_board_in_territory(context->book, field, context->player,
					    turn_log->gone[i].to))
			return true;
	}
	return false;
}

/* Reports whether the mover can pay with that pawn: the king stays safe, and nobody is mated
 * [toll-payment]. The card requires this of the pawn; the judge, at the turn's end, could only make
 * the Toll ineffective. */
static bool can_pay(const struct effect_context *context, unsigned pawn)
{
	struct card_board next = *context->field;

	if (!card_board_is_there(&next, pawn) || !card_board_is_own(&next, pawn, context->mover) ||
	    !card_board_is(context->book, &next, pawn, 1u << context->book->variant->pawn) ||
	    !card_board_may_be_taken(context->book, &next, pawn))
		return false;
	card_board_capture(context->book, &next, pawn, NO_PIECE, false, NULL);
	return !card_movegen_in_check(context->book, &next, context->mover) &&
	       !(card_ruleset_is_third(context->book) &&
		 effect_context_mates(context->book, context->field, &next, context->mover));
}

/* Returns the piece that shares the square with another and can be named, or NO_PIECE
 * [two-on-a-square]. */
static unsigned second_piece_at(const struct effect_context *context, square at)
{
	return card_ruleset_is_third(context->book) ? card_board_behind(context->field, at)
						    : NO_PIECE;
}

/* Returns the first pawn in square order with which the mover can pay, or NO_PIECE. */
static unsigned first_payment(const struct effect_context *context)
{
	for (unsigned i = 0; i < context->book->variant->board.squares; i++) {
		const square at = effect_context_nth_square(context->book, i);
		const unsigned pieces[] = {card_board_at(context->field, at),
					   second_piece_at(context, at)};

		for (size_t j = 0; j < ARRAY_LEN(pieces); j++)
			if (pieces[j] != NO_PIECE && can_pay(context, pieces[j]))
				return pieces[j];
	}
	return NO_PIECE;
}

static enum effect_context_result play_toll(struct effect_context *context)
{
	if (!owes_toll(context))
		return effect_context_deny(
			context, "Toll answers a piece that has come into your territory.");
	return first_payment(context) == NO_PIECE ? EFFECT_CONTEXT_SPENT : EFFECT_CONTEXT_DONE;
}

static uint8_t toll_asks(const struct effect_context *context, uint16_t answered)
{
	return answered >> context->mover & 1 ? NO_SIDE : context->mover;
}

/* Reports whether the mover must pay. A turn that leaves check can't be void, because the king
 * would be in check at its end [toll-payment]. */
static bool must_pay(const struct effect_context *context)
{
	return card_movegen_in_check(context->book, context->start, context->mover);
}

static enum effect_context_result toll_answer(struct effect_context *context,
					      const struct answer *answer)
{
	square at = targets_answered(answer);
	unsigned pawn = NO_PIECE;

	if (answer->no && must_pay(context))
		return effect_context_deny(context,
					   "You can't decline: your king would be left in check. "
					   "Name a pawn, ANSWER a2.");
	if (answer->no)
		return EFFECT_CONTEXT_DONE;
	if (at != NO_SQUARE)
		pawn = card_board_at(context->field, at);
	if (pawn == NO_PIECE || !can_pay(context, pawn))
		return effect_context_deny(
			context, "Name one of your pawns that you can give up while your king is "
				 "safe and nobody is checkmated, such as ANSWER a2. Or write "
				 "ANSWER NO; then your turn is undone.");
	card_board_capture(context->book, context->field, pawn, NO_PIECE, false, context->record);
	return EFFECT_CONTEXT_DONE;
}

static bool toll_first(const struct effect_context *context, uint8_t seat, struct play *words)
{
	unsigned pawn = first_payment(context);

	(void)seat;
	/* An overdue answer makes the turn void, if that is allowed [cards-that-ask]. */
	if (!must_pay(context) || pawn == NO_PIECE)
		return false;
	targets_add_square(words, context->field->position.pieces[pawn].at);
	return true;
}

static const struct demand_rules toll_demand = {
	.asks = toll_asks,
	.answer = toll_answer,
	.first = toll_first,
};

/* ---- cards whose work the table does ---- */

static enum effect_context_result play_nothing(struct effect_context *context)
{
	(void)context;
	return EFFECT_CONTEXT_DONE;
}

static const struct effect_rules card_state_words[] = {
	{.targets = "a?", .play = play_nothing, .verb = VERB_FOG},
	{.play = play_nothing, .verb = VERB_ECHO},
	{.targets = "", .play = play_nothing, .verb = VERB_PLOTS},
	{.targets = "", .play = play_nothing, .verb = VERB_UNDO},
	{.targets = "", .play = play_nothing, .verb = VERB_VULTURE},
};

const struct effect_rules effects_answer_rules[] = {
	{.name = "bog", .targets = "", .play = play_bog, .verb = VERB_BOG, .displaces = true},
	{.name = "hostage", .targets = "s s?", .play = play_hostage, .verb = VERB_RESTORE},
	{.name = "legacy", .targets = "a", .play = play_legacy, .verb = VERB_LEGACY},
	{.name = "revenge", .targets = "s", .play = play_revenge},
	{.name = "riposte", .targets = "", .play = play_riposte, .verb = VERB_RIPOSTE},
	{.name = "toll",
	 .targets = "",
	 .play = play_toll,
	 .demand = &toll_demand,
	 .verb = VERB_TOLL},
	{.name = "table", .arguments = "fog|echo|plots|undo|vulture", .words = card_state_words},
	{0},
};
