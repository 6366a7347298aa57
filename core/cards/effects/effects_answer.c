/* SPDX-License-Identifier: MIT */
/* Answers to another's move or capture; and the cards whose work the table does. */
#include "core/cards/field/ways.h"
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/targets.h"
#include "core/variant/variant_data.h"

/* ---- Bog ---- */

/* The squares of a displacement along a line, the last included; how many, 0 when it was along
 * none. */
static unsigned find_path(const struct book *book, const struct displacement *gone,
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

/* Whether the answered move went so along a line that Bog can stop it; where it stops then. Two
 * moves of Merciless or Crusade count as one: the first may be a single step. */
static square bog_stop(const struct moment *moment, unsigned *piece_out)
{
	const struct field *start = moment->start, *field = moment->field;
	const struct displacement *gone;
	square path[CARD_SQUARES];
	unsigned straight;

	if (start == NULL || field->story.gone_count <= start->story.gone_count)
		return NO_SQUARE;
	gone = &field->story.gone[start->story.gone_count];
	straight = find_path(moment->book, gone, path);
	if (gone->castled || straight < (moment->again ? 1 : 2) ||
	    !field_is(moment->book, start, gone->piece,
		      1u << CARD_ROOK | 1u << CARD_BISHOP | 1u << CARD_QUEEN))
		return NO_SQUARE;
	*piece_out = gone->piece;
	for (unsigned i = 0; i + 1 < straight; i++)
		if (field_is_free(moment->book, start, path[i]))
			return path[i];
	return straight == 1 ? path[0] : NO_SQUARE;
}

static enum moment_result play_bog(struct moment *moment)
{
	unsigned piece = NO_PIECE;
	square to = bog_stop(moment, &piece);
	bool by_card = moment->field->story.by_card;

	if (to == NO_SQUARE)
		return moment_deny(moment, "Bog answers a rook, bishop or queen that has gone two "
					   "squares or more along a line.");
	*moment->field = *moment->start;
	field_note_move(moment->field, by_card, moment->record);
	field_move(moment->book, moment->field, piece, to, by_card, moment->record);
	return MOMENT_DONE;
}

/* ---- captures answered ---- */

/* What was taken as the i-th. */
static const struct piece *piece_taken(const struct moment *moment, unsigned i)
{
	return &moment->field->position.pieces[moment->field->story.taken[i].piece];
}

/* The last of the player's pieces that was taken, or NULL. */
static const struct taken *last_taken(const struct moment *moment)
{
	const struct story *story = &moment->field->story;

	for (unsigned i = story->taken_count; i-- > 0;)
		if (piece_taken(moment, i)->side == moment->player)
			return &story->taken[i];
	return NULL;
}

/* [cardless-capture]: taken by the regular move; a trap may have taken another piece in it, behind
 * that. */
static const struct taken *taken_by_move(const struct moment *moment)
{
	const struct story *story = &moment->field->story;
	const struct taken *last = last_taken(moment);

	for (unsigned i = story->taken_count; last != NULL && i-- > 0;) {
		const struct taken *taken = &story->taken[i];

		if (taken->regular && taken->action == last->action &&
		    piece_taken(moment, i)->side == moment->player)
			return taken;
	}
	moment_deny(moment, "None of your pieces was captured by a move without a card.");
	return NULL;
}

static enum moment_result play_riposte(struct moment *moment)
{
	const struct taken *taken = taken_by_move(moment);
	struct effect lost = moment_effect(moment, EFFECT_LOST);
	unsigned captor;

	if (taken == NULL || moment->start == NULL)
		return MOMENT_REFUSED;
	/* Lists try it behind the later cards of the turn, too, before which it was taken. */
	if (taken - moment->field->story.taken < moment->start->story.taken_count)
		return moment_deny(moment, "Riposte answers the capture itself.");
	captor = taken->by;
	if (captor == NO_PIECE || field_is_kingly(moment->book, moment->start, captor) ||
	    field_is(moment->book, moment->start, captor, 1u << CARD_KING | 1u << CARD_QUEEN))
		return moment_deny(moment, "Riposte can't be played against a king or a queen.");
	*moment->field = *moment->start;
	field_note_move(moment->field, false, moment->record);
	field_capture(moment->book, moment->field, captor, NO_PIECE, false, moment->record);
	/* [riposte-own-king]: the king of who answers, whom the judge leaves to the card. */
	if (ways_in_check(moment->book, moment->field, moment->player))
		return MOMENT_SPENT;
	lost.seat = moment->player;
	lost.copy = NO_COPY;
	lost.other = (uint8_t)field_royal(moment->field, moment->mover);
	field_add_effect(moment->book, moment->field, lost, moment->record);
	return MOMENT_DONE;
}

/* Whether one of the player's was taken that is a pawn for cards, a crab too, or that is none; of a
 * merged piece a part that is so will do. `regular`: by the regular move. */
static bool was_taken(const struct moment *moment, bool pawn, bool regular)
{
	const struct story *story = &moment->field->story;

	for (unsigned i = 0; i < story->taken_count; i++) {
		const struct piece *piece = piece_taken(moment, i);

		if (piece->side == moment->player && (story->taken[i].regular || !regular) &&
		    (piece->type == moment->book->variant->pawn) == pawn)
			return true;
	}
	return false;
}

static enum moment_result play_revenge(struct moment *moment)
{
	unsigned pawn = moment_piece(moment, 0);

	if (taken_by_move(moment) == NULL)
		return MOMENT_REFUSED;
	if (!was_taken(moment, true, true))
		return moment_deny(moment, "Revenge answers the capture of a pawn.");
	if (!field_is_own(moment->field, pawn, moment->mover))
		return moment_refuse(moment, moment_square(moment, 0),
				     "it isn't a pawn of the seat that captured yours.");
	if (!field_may_be_taken(moment->book, moment->field, pawn))
		return moment_refuse(moment, moment_square(moment, 0), "it can't be captured now.");
	field_capture(moment->book, moment->field, pawn, NO_PIECE, false, moment->record);
	return MOMENT_DONE;
}

/* Of the pieces taken together with the last one, the one that stood on the square, or the only
 * one. */
static const struct taken *hostage_of(const struct moment *moment)
{
	const struct story *story = &moment->field->story;
	const struct taken *last = last_taken(moment), *found = NULL;

	for (unsigned i = 0; last != NULL && i < story->taken_count; i++) {
		const struct taken *taken = &story->taken[i];
		const struct piece *piece = piece_taken(moment, i);

		if (piece->side != moment->player || piece->fate != CAPTURED ||
		    taken->action != last->action ||
		    (moment->play->target_count > 1 && taken->at != moment_square(moment, 1)))
			continue;
		if (found != NULL && found->at != taken->at) {
			moment_deny(moment, "Several of your pieces were captured: name the square "
					    "of the one that comes back behind that of the pawn.");
			return NULL;
		}
		if (found == NULL)
			found = taken;
	}
	if (found == NULL)
		moment_deny(moment, "None of your pieces was captured there.");
	return found;
}

/* Whether the victim's square needn't be named: all were taken from one. */
static bool is_only_one(const struct moment *moment)
{
	struct play bare = *moment->play;
	struct moment asked = *moment;

	bare.target_count = 1;
	asked.play = &bare;
	asked.why = NULL;
	return hostage_of(&asked) != NULL;
}

static enum moment_result play_hostage(struct moment *moment)
{
	unsigned pawn = moment_piece(moment, 0);
	square at = moment_square(moment, 0);
	const struct taken *taken = hostage_of(moment);
	unsigned victim;

	if (taken == NULL)
		return MOMENT_REFUSED;
	if (moment->play->target_count > 1 && is_only_one(moment))
		return moment_deny(moment,
				   "Only one of your pieces was captured; name the pawn alone.");
	if (!field_may_be_taken(moment->book, moment->field, pawn))
		return moment_refuse(moment, at, "that pawn can't be captured now.");
	if (moment->field->marks[pawn] & MARK_SPLIT)
		return moment_refuse(
			moment, at,
			"another piece stands there, too; name a pawn that stands alone.");
	victim = taken->piece;
	field_capture(moment->book, moment->field, pawn, NO_PIECE, false, moment->record);
	field_return(moment->book, moment->field, victim, at, RETURN_WHOLE, moment->record);
	return MOMENT_DONE;
}

/* The card is looked for in the discards by the table. */
static enum moment_result play_legacy(struct moment *moment)
{
	if (was_taken(moment, false, false))
		return MOMENT_DONE;
	return moment_deny(moment,
			   "Legacy answers the capture of one of your pieces that is no pawn.");
}

/* ---- Toll ---- */

/* [toll-territory]: whether a piece of the mover's has come into the player's territory from
 * outside. */
static bool owes_toll(const struct moment *moment)
{
	const struct field *field = moment->field;
	const struct story *story = &field->story;

	for (unsigned i = 0; i < story->gone_count; i++) {
		square from = story->gone[i].from;

		for (unsigned k = 0; k < i; k++) {
			if (story->gone[k].piece == story->gone[i].piece) {
				from = story->gone[k].from;
				break;
			}
		}
		if (!field_in_territory(moment->book, field, moment->player, from) &&
		    field_in_territory(moment->book, field, moment->player, story->gone[i].to))
			return true;
	}
	return false;
}

/* Whether the mover can pay with that pawn: his king stays safe. What the card asks of a pawn, and
 * so refuses another; the judge, at the turn's end, could only spend the Toll. */
static bool can_pay(const struct moment *moment, unsigned pawn)
{
	struct field next = *moment->field;
	const struct piece *piece = &next.position.pieces[pawn];

	if (piece->fate != ON_BOARD || !field_is_own(&next, pawn, moment->mover) ||
	    !field_is(moment->book, &next, pawn, 1u << moment->book->variant->pawn) ||
	    !field_may_be_taken(moment->book, &next, pawn))
		return false;
	field_capture(moment->book, &next, pawn, NO_PIECE, false, NULL);
	return !ways_in_check(moment->book, &next, moment->mover);
}

/* The first pawn in square order with which he can pay, or NO_PIECE. */
static unsigned first_payment(const struct moment *moment)
{
	for (unsigned i = 0; i < CARD_SQUARES; i++) {
		square at = moment_nth_square(moment->book, i);
		unsigned piece = at == NO_SQUARE ? NO_PIECE : field_at(moment->field, at);

		if (piece != NO_PIECE && can_pay(moment, piece))
			return piece;
	}
	return NO_PIECE;
}

static enum moment_result play_toll(struct moment *moment)
{
	if (!owes_toll(moment))
		return moment_deny(moment,
				   "Toll answers a piece that has come into your territory.");
	return first_payment(moment) == NO_PIECE ? MOMENT_SPENT : MOMENT_DONE;
}

static uint8_t toll_asks(const struct moment *moment, uint16_t answered)
{
	return answered >> moment->mover & 1 ? NO_SIDE : moment->mover;
}

/* [toll-payment]: a turn out of check can't be void, for the king would stand in check at its end.
 */
static bool must_pay(const struct moment *moment)
{
	return ways_in_check(moment->book, moment->start, moment->mover);
}

static enum moment_result toll_answer(struct moment *moment, const struct answer *answer)
{
	square at = targets_answered(answer);
	unsigned pawn = NO_PIECE;

	if (answer->no && must_pay(moment))
		return moment_deny(moment, "You can't decline: your king would be left in check. "
					   "Name a pawn, ANSWER a2.");
	if (answer->no)
		return MOMENT_DONE;
	if (at != NO_SQUARE)
		pawn = field_at(moment->field, at);
	if (pawn == NO_PIECE || !can_pay(moment, pawn))
		return moment_deny(moment,
				   "Name one of your pawns that you can give up with your king "
				   "safe, ANSWER a2; or ANSWER NO, and your turn is void.");
	field_capture(moment->book, moment->field, pawn, NO_PIECE, false, moment->record);
	return MOMENT_DONE;
}

static bool toll_first(const struct moment *moment, uint8_t seat, struct play *words)
{
	unsigned pawn = first_payment(moment);

	(void)seat;
	/* [cards-that-ask]: the turn is void, if it may be. */
	if (!must_pay(moment) || pawn == NO_PIECE)
		return false;
	targets_add_square(words, moment->field->position.pieces[pawn].at);
	return true;
}

static const struct demand_rules toll_demand = {
	.asks = toll_asks,
	.answer = toll_answer,
	.first = toll_first,
};

/* ---- cards whose work the table does ---- */

static enum moment_result play_nothing(struct moment *moment)
{
	(void)moment;
	return MOMENT_DONE;
}

static const struct effect_rules table_words[] = {
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
	{.name = "table", .arguments = "fog|echo|plots|undo|vulture", .words = table_words},
	{0},
};
