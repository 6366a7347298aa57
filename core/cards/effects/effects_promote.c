/* SPDX-License-Identifier: MIT */
/* Cards that turn the board or what stands in its corners, by which pawns promote; and how those do
 * [promotion-by-card]. */
#include "core/cards/play/moment.h"
#include "core/cards/effects/effects_tables.h"
#include "core/cards/play/targets.h"
#include "core/cards/field/ways.h"
#include "core/cards/play/play_do.h"

/* Of a Figure Dance only who danced promotes: others may have come to their last rank before
 * [no-promotion-by-card].
 */
static bool is_concerned(const struct moment *moment, square at)
{
	if (!moment->card->effect->in_corners)
		return true;
	for (unsigned i = 0; i < ARRAY_LEN(moment->book->corners); i++)
		if (moment->book->corners[i] == at)
			return true;
	return false;
}

/* Whether the piece is a pawn that promotes now, by the choice of that seat. A neutral one goes by
 * the card's player (C-Neutrality: the mover), a composite never does. */
static bool is_due(const struct moment *moment, const struct field *field, uint8_t seat,
		   unsigned piece)
{
	const struct piece *pawn = &field->position.pieces[piece];
	uint8_t chooser = field->position.controller[pawn->side];

	if (pawn->fate != ON_BOARD || pawn->type != moment->book->variant->pawn ||
	    field->marks[piece] & MARK_COMPOSITE || !is_concerned(moment, pawn->at) ||
	    !field_promotes(moment->book, field, pawn->side, pawn->at))
		return false;
	if (field->marks[piece] & MARK_NEUTRAL)
		chooser = moment->player;
	return chooser == seat && field->position.in_play >> seat & 1;
}

static unsigned count_due(const struct moment *moment, const struct field *field, uint8_t seat)
{
	unsigned count = 0;

	for (unsigned piece = 0; piece < field->position.piece_count; piece++)
		count += is_due(moment, field, seat, piece);
	return count;
}

/* Whether each due pawn of the seat is named once, and nothing besides. */
static bool are_choices(const struct moment *moment, uint8_t seat, const struct target *choices,
			unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned piece = field_at(moment->field, choices[i].squares[0]);

		if (choices[i].form != TARGET_PROMOTION || piece == NO_PIECE ||
		    !is_due(moment, moment->field, seat, piece))
			return moment_refuse(
				moment, choices[i].squares[0],
				"no pawn promotes there; expected for each that does: its square "
				"after the card and its choice, such as h8=Q.");
		if (targets_repeat(choices, i, i))
			return moment_refuse(moment, choices[i].squares[0],
					     "the pawn promotes only once.");
	}
	if (count == count_due(moment, moment->field, seat))
		return true;
	return moment_deny(moment,
			   "%u of your pawns promote by it; say for each its square after the card "
			   "and what it becomes (Q, R, B or N), such as h8=Q.",
			   count_due(moment, moment->field, seat));
}

static void promote(const struct book *book, struct field *field, const struct target *choices,
		    unsigned count, struct event_list *record)
{
	for (unsigned i = 0; i < count; i++)
		field_promote(book, field, field_at(field, choices[i].squares[0]), choices[i].value,
			      record);
}

/* Whether the seat was mated before anybody chose. While answers are tried one after the other that
 * is asked of one field again and again. */
static bool was_mated(const struct moment *moment, uint8_t seat)
{
	struct moment_mated *known = moment->mated;
	bool mated;

	if (known != NULL && known->asked >> seat & 1)
		return known->mated >> seat & 1;
	mated = ways_is_mated(moment->book, moment->field, seat);
	if (known != NULL) {
		known->asked |= (uint16_t)(1u << seat);
		known->mated |= (uint16_t)((unsigned)mated << seat);
	}
	return mated;
}

/* Whether the choices mate somebody who isn't mated without them. Such a choice is refused, where
 * the Checkmate Rule would only spend the card: the judge looks at that whole, after all answers.
 */
static bool is_mating(const struct moment *moment, uint8_t by, const struct target *choices,
		      unsigned count)
{
	struct field after = *moment->field;

	if (count == 0)
		return false;
	promote(moment->book, &after, choices, count, NULL);
	for (uint8_t seat = 0; seat < moment->book->variant->side_count; seat++)
		if (seat != by && after.position.in_play >> seat & 1 &&
		    ways_in_check(moment->book, &after, seat) && !was_mated(moment, seat) &&
		    ways_is_mated(moment->book, &after, seat))
			return true;
	return false;
}

/* [lasting-card-own-king]: whether they leave the king capturable of who plays a card that lasts:
 * those aren't legal. The judge refuses them at the turn's end; here they are only passed over
 * where the first legal answer is looked for. */
static bool is_baring(const struct moment *moment, const struct target *choices, unsigned count)
{
	struct field after = *moment->field;

	if (!moment->card->continuing || moment->player != moment->mover)
		return false;
	promote(moment->book, &after, choices, count, NULL);
	return ways_in_check(moment->book, &after, moment->player);
}

static enum moment_result deny_mate(const struct moment *moment)
{
	return moment_deny(moment, "A promotion by a card may not mate; choose another piece.");
}

enum moment_result effects_promote(struct moment *moment, unsigned first, bool may_mate)
{
	const struct target *choices = moment->play->targets + first;
	const unsigned count = moment->play->target_count - first;

	if (!are_choices(moment, moment->player, choices, count))
		return MOMENT_REFUSED;
	if (!may_mate && is_mating(moment, moment->player, choices, count))
		return deny_mate(moment);
	promote(moment->book, moment->field, choices, count, moment->record);
	return MOMENT_DONE;
}

/* The next pawn of the seat that is due, from the index-th square on; the squares' count if none.
 */
static unsigned next_due(const struct moment *moment, const struct field *field, uint8_t seat,
			 unsigned index)
{
	unsigned squares = moment->book->variant->board.squares;

	for (; index < squares; index++) {
		unsigned piece = field_at(field, moment_nth_square(moment->book, index));

		if (piece != NO_PIECE && is_due(moment, field, seat, piece))
			break;
	}
	return index;
}

static void list_from(const struct moment *moment, const struct field *after, struct play *play,
		      unsigned index, struct play_list *out)
{
	const struct variant *variant = moment->book->variant;

	index = next_due(moment, after, moment->player, index);
	if (index == variant->board.squares || play->target_count == MAX_PLAY_WORDS) {
		play_add(moment, play, out);
		return;
	}
	for (unsigned i = 0; i < variant->promotion_count; i++) {
		targets_add_promotion(play, moment_nth_square(moment->book, index),
				      variant->promotions[i]);
		list_from(moment, after, play, index + 1, out);
		targets_drop(play);
	}
}

void effects_promote_list(const struct moment *moment, const struct field *after,
			  const struct play *play, struct play_list *out)
{
	struct play begun = *play;

	list_from(moment, after, &begun, 0, out);
}

/* ---- the other seats ---- */

/* In turn order from the player's left [asked-in-turn-order]. */
static uint8_t promote_asks(const struct moment *moment, uint16_t answered)
{
	unsigned seats = variant_seats(moment->book->variant);

	/* Of what Peace Talks can end only an Earthquake lets pawns promote. */
	if (moment->play->target_count > 0 && moment->play->targets[0].form == TARGET_CARD &&
	    !moment->book->set->cards[moment->play->targets[0].value].effect->turns_board)
		return NO_SIDE;
	for (unsigned i = 1; i < seats; i++) {
		uint8_t seat = (uint8_t)((moment->player + i) % seats);

		if (!(answered >> seat & 1) && count_due(moment, moment->field, seat) > 0)
			return seat;
	}
	return NO_SIDE;
}

/* Finds choices for the seat's pawns from the index-th square on, none that mates; `legal`: nor one
 * that bares the player's king. */
static bool find_choices(const struct moment *moment, uint8_t seat, struct play *choices,
			 unsigned index, bool legal)
{
	const struct variant *variant = moment->book->variant;

	index = next_due(moment, moment->field, seat, index);
	if (index == variant->board.squares || choices->target_count == MAX_PLAY_WORDS)
		return !is_mating(moment, seat, choices->targets, choices->target_count) &&
		       !(legal && is_baring(moment, choices->targets, choices->target_count));
	for (unsigned i = 0; i < variant->promotion_count; i++) {
		targets_add_promotion(choices, moment_nth_square(moment->book, index),
				      variant->promotions[i]);
		if (find_choices(moment, seat, choices, index + 1, legal))
			return true;
		targets_drop(choices);
	}
	return false;
}

/* Should every choice mate, any is as good: the seat must be able to answer. */
static enum moment_result promote_answer(struct moment *moment, const struct answer *answer)
{
	struct play harmless = {.target_count = 0};

	if (answer->no)
		return moment_deny(moment, "A promotion can't be declined.");
	if (!are_choices(moment, answer->seat, answer->targets, answer->target_count))
		return MOMENT_REFUSED;
	if (is_mating(moment, answer->seat, answer->targets, answer->target_count) &&
	    find_choices(moment, answer->seat, &harmless, 0, false))
		return deny_mate(moment);
	promote(moment->book, moment->field, answer->targets, answer->target_count, moment->record);
	return MOMENT_DONE;
}

static bool promote_first(const struct moment *moment, uint8_t seat, struct play *words)
{
	unsigned index = 0;

	if (!find_choices(moment, seat, words, 0, true) &&
	    !find_choices(moment, seat, words, 0, false))
		while ((index = next_due(moment, moment->field, seat, index)) <
		       moment->book->variant->board.squares)
			targets_add_promotion(words, moment_nth_square(moment->book, index++),
					      moment->book->variant->promotions[0]);
	return words->target_count > 0;
}

/* As a number each of whose digits is a pawn's choice. */
static bool promote_nth(const struct moment *moment, uint8_t seat, unsigned index,
			struct play *words)
{
	const struct variant *variant = moment->book->variant;
	unsigned at = 0;

	while ((at = next_due(moment, moment->field, seat, at)) < variant->board.squares &&
	       words->target_count < MAX_PLAY_WORDS) {
		targets_add_promotion(words, moment_nth_square(moment->book, at++),
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
};

/* ---- Earthquake ---- */

static void shake(const struct moment *moment, struct field *field, bool left,
		  struct event_list *record)
{
	struct effect effect = moment_effect(moment, EFFECT_EARTHQUAKE);

	effect.left = left;
	field_add_effect(moment->book, field, effect, record);
}

static enum moment_result play_earthquake(struct moment *moment)
{
	shake(moment, moment->field, moment->play->targets[0].value == 0, moment->record);
	return effects_promote(moment, 1, false);
}

static void list_earthquake(const struct moment *moment, struct play_list *out)
{
	for (unsigned right = 0; right < 2; right++) {
		struct field after = *moment->field;
		struct play play;

		targets_none(moment, &play);
		targets_add(&play, TARGET_TURN)->value = (uint8_t)right;
		shake(moment, &after, right == 0, NULL);
		effects_promote_list(moment, &after, &play, out);
	}
}

/* ---- Figure Dance ---- */

/* Whether the dance can begin: somebody stands in a corner, none is held there, none is closed. */
static bool may_dance(const struct moment *moment)
{
	unsigned dancers = 0;

	for (unsigned i = 0; i < ARRAY_LEN(moment->book->corners); i++) {
		square corner = moment->book->corners[i];
		unsigned piece = field_at(moment->field, corner);

		if (moment->field->closed >> corner & 1)
			return moment_refuse(moment, corner,
					     "a Forbidden City; nobody can dance there.");
		if (piece != NO_PIECE && !moment_is_loose(moment, piece))
			return false;
		dancers += piece != NO_PIECE;
	}
	if (dancers == 0)
		moment_deny(moment, "Nothing stands in a corner that could dance.");
	return dancers > 0;
}

/*
 * All go on at once to the next corner of the book's round. Beginning behind an empty corner each
 * finds the next one free; where none is empty three swaps do.
 */
static void dance(const struct book *book, struct field *field, struct event_list *record)
{
	const square *corners = book->corners;
	unsigned count = ARRAY_LEN(book->corners), empty = 0;

	while (empty < count && field_at(field, corners[empty]) != NO_PIECE)
		empty++;
	if (empty == count) {
		for (unsigned i = count - 1; i > 0; i--)
			field_swap(book, field, field_at(field, corners[i]),
				   field_at(field, corners[(i + 1) % count]), record);
		return;
	}
	for (unsigned i = 1; i < count; i++) {
		square from = corners[(empty + count - i) % count],
		       to = corners[(empty + count - i + 1) % count];

		if (field_at(field, from) != NO_PIECE)
			field_shift(book, field, field_at(field, from), to, record);
	}
}

static enum moment_result play_dance(struct moment *moment)
{
	if (!may_dance(moment))
		return MOMENT_REFUSED;
	dance(moment->book, moment->field, moment->record);
	return effects_promote(moment, 0, true);
}

static void list_dance(const struct moment *moment, struct play_list *out)
{
	struct field after = *moment->field;
	struct play play;

	if (!may_dance(moment))
		return;
	targets_none(moment, &play);
	dance(moment->book, &after, NULL);
	effects_promote_list(moment, &after, &play, out);
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
