/* SPDX-License-Identifier: MIT */
/* Whether a hand saves a seat that is mated or stalemated on the board [saved-by-a-card]. */
#include <stdlib.h>

#include "core/cards/play/moment.h"
#include "core/cards/script/judge.h"
#include "core/cards/lists/holding.h"
#include "core/cards/lists/rescue.h"
#include "core/cards/field/ways.h"
#include "core/cards/play/play_do.h"

/* One card of the hand. Haunting Memories acts as the last card put down: in a pair of Plots Within
 * Plots that is the one before it [haunting-memories-copies]. */
struct choice {
	uint8_t kind;
	const struct card *card; /* what it acts as by itself; NULL: nothing that could save */
	unsigned copies;
	bool echoes; /* it is Haunting Memories */
};

struct rescue {
	const struct table *table;
	uint8_t seat;
	struct choice choices[MAX_CARD_KINDS];
	unsigned count;
	bool mated; /* a card that would save has no effect, for it would mate */
	bool cures; /* the first of two is one that cures a check by itself [straw-alone] */
	const struct field *asked; /* of two the first waits for an answer: the field as it asks */
	unsigned plots; /* copies of Plots Within Plots among them: two cards at one moment */
};

static void list_choices(struct rescue *rescue)
{
	const struct card_set *set = rescue->table->book->set;
	uint8_t kinds[MAX_CARD_KINDS] = {0};
	unsigned count = holding_kinds(rescue->table, rescue->seat, kinds);

	for (unsigned i = 0; i < count; i++) {
		const struct card *card = holding_acts_as(rescue->table, rescue->seat, kinds[i]);
		struct choice choice = {.kind = kinds[i], .card = card};

		choice.echoes = set->cards[kinds[i]].effect->verb == VERB_ECHO;
		choice.copies = holding_copies(rescue->table, rescue->seat, kinds[i]);
		if (card != NULL && card->effect->verb == VERB_PLOTS)
			rescue->plots += choice.copies;
		else if (choice.echoes || (card != NULL && card->when & WHEN_OWN))
			rescue->choices[rescue->count++] = choice;
	}
}

/* What the card is behind another of the same pair; false when it can't be played there. */
static bool acts_behind(const struct rescue *rescue, const struct choice *first,
			const struct choice *choice, struct choice *out)
{
	const struct piles *piles = &rescue->table->piles;
	uint16_t copy = piles_find(piles, ZONE_HAND, rescue->seat, first->kind);

	*out = *choice;
	if (!choice->echoes)
		return choice != first || choice->copies > 1;
	out->card = first->card;
	return !first->card->unique || copy == NO_COPY || piles->copies[copy].owner != rescue->seat;
}

/* All plays of the card on the field at that moment. Of two cards the second is written before the
 * first is answered: what only the answer brings about can't be its target. */
static void list_plays(const struct rescue *rescue, const struct choice *choice,
		       enum card_when when, const struct field *field, struct play_list *list)
{
	struct field scratch;
	struct moment moment =
		holding_moment(rescue->table, &scratch, rescue->seat, choice->card, when);

	if (rescue->asked != NULL)
		field = rescue->asked;
	scratch = *field;
	play_list_init(list);
	moment.start = field;
	if (choice->card->when & when)
		play_search(&moment, list);
}

static bool is_safe(const struct rescue *rescue, const struct field *field)
{
	return !moment_is_exposed(rescue->table->book, field, rescue->seat);
}

/* Whether the seat can end its turn from here: a card instead of the move has been played, one
 * after it, or a move must follow; but for Man of Straw, which cures the check though it leaves no
 * move [straw-alone]. */
static bool ends_well(const struct rescue *rescue, const struct choice *choice,
		      const struct field *field, enum card_when when)
{
	const struct book *book = rescue->table->book;
	bool cures = rescue->cures || choice->card->effect->moves_king_safely;

	if (when != WHEN_BEFORE)
		return is_safe(rescue, field);
	return ways_any_move(book, field, rescue->seat) ||
	       judge_ends_without_move(book, field, rescue->seat, cures);
}

/* Whether walls and Forbidden Cities could keep the king safe, were there as many as one likes. */
static bool could_block(const struct rescue *rescue, const struct field *field)
{
	struct field blocked = *field;

	for (square at = 0; at < CARD_SQUARES; at++) {
		blocked.walls[at] = 0xff;
		if (field_at(field, at) == NO_PIECE)
			blocked.closed |= (square_set)1 << at;
	}
	return is_safe(rescue, &blocked);
}

/*
 * Whether it is worth while to look at the card. What merely lies there changes nothing for a king;
 * what closes lines helps only where an attack comes along a line; or, before another card, where
 * that one had no effect because it would have mated.
 */
static bool may_help(const struct rescue *rescue, const struct choice *choice,
		     const struct field *field)
{
	switch (choice->card->effect->lays) {
	case LAYS_INERT:
		return false;
	case LAYS_LINES:
		return rescue->mated || could_block(rescue, field);
	default:
		return true;
	}
}

/* Whether the Checkmate Rule lets the card be. */
static bool stands(struct rescue *rescue, const struct choice *choice, enum card_when when,
		   const struct field *before, const struct field *after)
{
	const struct judge_case judged = {
		.book = rescue->table->book,
		.card = choice->card,
		.player = rescue->seat,
		.mover = rescue->seat,
		.when = (uint8_t)when,
		.before = before,
		.unsprung = after,
		.after = after,
	};

	if (!judge_mates(&judged))
		return true;
	rescue->mated = true;
	return false;
}

/* The second card of Plots Within Plots, at the same moment, on what the first has made of the
 * field. */
static bool second_saves(struct rescue *rescue, const struct choice *first, enum card_when when,
			 const struct field *field);

/* The card has made `after` of the field: whether that is the end of it, or with another card. */
static bool leads_out(struct rescue *rescue, const struct choice *choice, enum card_when when,
		      const struct field *before, const struct field *after, bool more)
{
	return (ends_well(rescue, choice, after, when) ||
		(more && second_saves(rescue, choice, when, after))) &&
	       stands(rescue, choice, when, before, after);
}

/* A card that has been played, and whose answers are being looked for. */
struct hope {
	struct rescue *rescue;
	const struct choice *choice;
	enum card_when when;
	const struct field *before;
	bool more;
};

static bool is_way_out(void *context, const struct field *after)
{
	const struct hope *hope = context;

	return leads_out(hope->rescue, hope->choice, hope->when, hope->before, after, hope->more);
}

/* The card has been played, and others are asked: whether some answers of theirs lead out. */
static bool answers_save(const struct hope *hope, struct moment *moment, const struct play *play)
{
	const struct goal goal = {is_way_out, (void *)(uintptr_t)hope};
	const struct field asked = *moment->field;
	const bool first = hope->more;
	bool saved;

	if (first)
		hope->rescue->asked = &asked;
	saved = play_let_answer(moment, play, &goal);
	if (first)
		hope->rescue->asked = NULL;
	return saved;
}

/* Plays the card, the Checkmate Rule left aside but for a card instead of the move; who is asked by
 * it gives the answer that saves, if there is one [lasting-card-own-king]. */
static bool play_saves(const struct hope *hope, const struct play *play)
{
	struct rescue *rescue = hope->rescue;
	const struct demand_rules *demand = hope->choice->card->effect->demand;
	struct field next = *hope->before;
	struct moment moment =
		holding_moment(rescue->table, &next, rescue->seat, hope->choice->card, hope->when);

	if (hope->when == WHEN_INSTEAD)
		return holding_try(rescue->table, play, hope->choice->card, hope->when, &next) ==
			       MOMENT_DONE &&
		       is_way_out((void *)(uintptr_t)hope, &next);
	moment.start = moment.found = hope->before;
	field_begin_action(&next, 1, NULL);
	if (play_do(&moment, play, NULL) != MOMENT_DONE)
		return false;
	return demand == NULL ? is_way_out((void *)(uintptr_t)hope, &next)
			      : answers_save(hope, &moment, play);
}

static bool card_saves(struct rescue *rescue, const struct choice *choice, enum card_when when,
		       const struct field *field, bool more)
{
	const struct hope hope = {rescue, choice, when, field, more};
	struct play_list list;
	bool saved = false;

	if (!(choice->card->when & when) || !may_help(rescue, choice, field))
		return false;
	list_plays(rescue, choice, when, field, &list);
	for (unsigned i = 0; i < list.count && !saved; i++)
		saved = play_saves(&hope, &list.plays[i]);
	play_list_done(&list);
	return saved;
}

/* A card instead of the move is followed by none but another such, and had to be safe by itself;
 * behind one before the move there may come one instead of it. */
static bool second_saves(struct rescue *rescue, const struct choice *first, enum card_when when,
			 const struct field *field)
{
	bool found = false;

	rescue->cures = first->card->effect->moves_king_safely && when == WHEN_BEFORE;
	for (unsigned i = 0; i < rescue->count && when != WHEN_INSTEAD && !found; i++) {
		struct choice choice;

		if (!acts_behind(rescue, first, &rescue->choices[i], &choice))
			continue;
		found = card_saves(rescue, &choice, when, field, false) ||
			(when == WHEN_BEFORE &&
			 card_saves(rescue, &choice, WHEN_INSTEAD, field, false));
	}
	rescue->cures = false;
	return found;
}

static bool any_card_saves(struct rescue *rescue, enum card_when when, const struct field *field,
			   bool more)
{
	for (unsigned i = 0; i < rescue->count; i++) {
		const struct choice *choice = &rescue->choices[i];

		/* As the first of a pair Haunting Memories would be Plots Within Plots again. */
		if (choice->card != NULL && !(more && choice->echoes) &&
		    card_saves(rescue, choice, when, field, more))
			return true;
	}
	return false;
}

/* Every move, the king's safety left aside, and a card after it. */
static bool move_and_card_save(struct rescue *rescue, bool more)
{
	const struct table *table = rescue->table;
	struct move_list *moves = base_alloc(sizeof *moves);
	bool saved = false;

	ways_moves(table->book, &table->field, rescue->seat, false, moves);
	for (unsigned i = 0; i < moves->count && !saved; i++) {
		struct field next = table->field;

		field_begin_action(&next, 0, NULL);
		/* [trap-may-bare-king]: a trap that springs then forbids nothing. */
		ways_make(table->book, &next, &moves->moves[i], NULL);
		saved = any_card_saves(rescue, WHEN_AFTER, &next, more);
	}
	free(moves);
	return saved;
}

static bool saves(struct rescue *rescue, bool more)
{
	const struct field *field = &rescue->table->field;

	return (!more && any_card_saves(rescue, WHEN_INSTEAD, field, false)) ||
	       any_card_saves(rescue, WHEN_BEFORE, field, more) || move_and_card_save(rescue, more);
}

/* Whether the seat holds cards that the table doesn't know, being another's view. */
static bool holds_unknown(const struct table *table, uint8_t seat)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies);

	for (unsigned i = 0; i < count; i++)
		if (table->piles.copies[copies[i]].kind == NO_CARD)
			return true;
	return false;
}

bool rescue_exists(const struct table *table, uint8_t seat)
{
	struct rescue rescue = {.table = table, .seat = seat};

	if (holds_unknown(table, seat))
		return true;
	list_choices(&rescue);
	if (rescue.count == 0)
		return false;
	return saves(&rescue, false) || (rescue.plots > 0 && saves(&rescue, true));
}
