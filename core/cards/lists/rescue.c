/* SPDX-License-Identifier: MIT */
/*
 * Whether a hand saves a seat that is mated or stalemated on the board [saved-by-a-card]. A turn is
 * looked for on fields, which is quick and may find too much; whether the table takes it, says the
 * judge of whole turns.
 */
#include <stdlib.h>

#include "core/cards/play/moment.h"
#include "core/cards/script/judge.h"
#include "core/cards/script/own.h"
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
	const struct table *table; /* its turn is open */
	uint8_t seat;
	struct choice choices[MAX_CARD_KINDS];
	unsigned count;
	uint8_t plots[MAX_CARD_KINDS]; /* kinds that let two cards be played at one moment */
	unsigned plots_count;
	bool mated;	      /* a card that would save has no effect, for it would mate */
	struct own_turn turn; /* what is tried now */
};

/* A card that is being tried: what follows from it is looked at next. */
struct hope {
	struct rescue *rescue;
	const struct choice *choice;
	enum card_when when;
	const struct field *before;
	struct hope *first; /* of two the one before it, which led to `before`; or NULL */
	bool more;	    /* another follows */
	bool spent;	    /* it has no effect, for it mates: nothing that follows saves */
};

static uint8_t kind_of(const struct rescue *rescue, const struct card *card)
{
	return (uint8_t)(card - rescue->table->book->set->cards);
}

static void list_choices(struct rescue *rescue)
{
	const struct card_set *set = rescue->table->book->set;
	uint8_t kinds[MAX_CARD_KINDS] = {0};
	unsigned count = holding_kinds(rescue->table, rescue->seat, kinds);

	for (unsigned i = 0; i < count; i++) {
		const struct card *card = holding_acts_as(rescue->table, rescue->seat, kinds[i]);
		bool plots = card != NULL && card->effect->verb == VERB_PLOTS;
		struct choice choice = {.kind = kinds[i], .card = plots ? NULL : card};

		choice.echoes = set->cards[kinds[i]].effect->verb == VERB_ECHO;
		choice.copies = holding_copies(rescue->table, rescue->seat, kinds[i]);
		if (plots)
			rescue->plots[rescue->plots_count++] = kinds[i];
		if (choice.echoes || (choice.card != NULL && choice.card->when & WHEN_OWN))
			rescue->choices[rescue->count++] = choice;
	}
}

/* ---- the turn that is tried ---- */

static void push(struct rescue *rescue, uint8_t kind, const struct card *card, enum card_when when,
		 const struct play *play)
{
	struct own_card *own = &rescue->turn.cards[rescue->turn.count++];

	*own = (struct own_card){.acts_as = kind_of(rescue, card), .when = when};
	if (play != NULL)
		own->play = *play;
	own->play.card = kind;
}

/* Whether a card of the kind is left in the hand. */
static bool is_left(const struct rescue *rescue, const struct choice *choice)
{
	unsigned used = 0;

	for (unsigned i = 0; i < rescue->turn.count; i++)
		used += rescue->turn.cards[i].play.card == choice->kind;
	return used < choice->copies;
}

static bool is_taken(struct rescue *rescue, const struct move *move)
{
	rescue->turn.move = move;
	return own_is_accepted(rescue->table, rescue->seat, &rescue->turn);
}

/* With any of the moves there are behind its cards. */
static bool is_taken_with_move(struct rescue *rescue, const struct field *field)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	bool taken = false;

	ways_moves(rescue->table->book, field, rescue->seat, true, moves);
	for (unsigned i = 0; i < moves->count && !taken; i++)
		taken = is_taken(rescue, &moves->moves[i]);
	rescue->turn.move = NULL;
	free(moves);
	return taken;
}

/* ---- what is worth while to look at ---- */

/* What the card is behind another of the same pair; false when it can't be played there. */
static bool acts_behind(const struct rescue *rescue, const struct choice *first,
			const struct choice *choice, struct choice *out)
{
	const struct piles *piles = &rescue->table->piles;
	uint16_t copy = piles_find(piles, ZONE_HAND, rescue->seat, first->kind);

	*out = *choice;
	if (!choice->echoes)
		return choice->card != NULL;
	out->card = first->card;
	return !first->card->unique || copy == NO_COPY || piles->copies[copy].owner != rescue->seat;
}

/* All plays of the card on the field at that moment. */
static void list_plays(const struct hope *hope, struct play_list *list)
{
	struct field scratch = *hope->before;
	struct moment moment = holding_moment(hope->rescue->table, &scratch, hope->rescue->seat,
					      hope->choice->card, hope->when);

	play_list_init(list);
	moment.start = hope->before;
	play_search(&moment, list);
}

static bool is_safe(const struct rescue *rescue, const struct field *field)
{
	return !ways_in_check(rescue->table->book, field, rescue->seat);
}

/* Whether cards before the move are the whole turn: Man of Straw, which cures the check though it
 * leaves no move, is among them [straw-alone]. */
static bool ends_without_move(const struct hope *hope, const struct field *after)
{
	bool cures = hope->choice->card->effect->moves_king_safely ||
		     (hope->first != NULL && hope->first->choice->card->effect->moves_king_safely);

	return judge_ends_without_move(hope->rescue->table->book, after, hope->rescue->seat, cures);
}

/* Whether the seat could end its turn from here: a card instead of the move has been played, one
 * after it, or a move must follow. */
static bool may_end(const struct hope *hope, const struct field *after)
{
	const struct rescue *rescue = hope->rescue;

	if (hope->when != WHEN_BEFORE)
		return is_safe(rescue, after);
	return ways_any_move(rescue->table->book, after, rescue->seat) ||
	       ends_without_move(hope, after);
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
static bool stands(const struct hope *hope, const struct field *after)
{
	const struct judge_case judged = {
		.book = hope->rescue->table->book,
		.card = hope->choice->card,
		.player = hope->rescue->seat,
		.mover = hope->rescue->seat,
		.when = (uint8_t)hope->when,
		.before = hope->before,
		.unsprung = after,
		.after = after,
	};

	return !judge_mates(&judged);
}

/* ---- looking ---- */

/* The second card of Plots Within Plots, at the same moment, on what the first has made of the
 * field. */
static bool second_saves(struct hope *first, const struct field *field);

/* The card has made `after` of the field: whether that is the end of it, or with another card. */
static bool leads_out(struct hope *hope, const struct field *after)
{
	struct rescue *rescue = hope->rescue;

	if (hope->more) {
		hope->spent = false;
		return second_saves(hope, after);
	}
	if (!may_end(hope, after))
		return false;
	if (hope->first != NULL)
		hope->first->spent = !stands(hope->first, hope->before);
	if ((hope->first != NULL && hope->first->spent) || !stands(hope, after)) {
		rescue->mated = true;
		return false;
	}
	if (hope->when != WHEN_BEFORE)
		return is_taken(rescue, rescue->turn.move);
	return ends_without_move(hope, after) ? is_taken(rescue, NULL)
					      : is_taken_with_move(rescue, after);
}

static bool is_way_out(void *context, const struct field *after)
{
	return leads_out(context, after);
}

/* Plays the card, the Checkmate Rule left aside but for a card instead of the move; who is asked by
 * it gives the answer that saves, if there is one [lasting-card-own-king]. */
static bool play_saves(struct hope *hope, const struct play *play)
{
	struct rescue *rescue = hope->rescue;
	const struct goal goal = {is_way_out, hope};
	struct field next = *hope->before;
	struct moment moment =
		holding_moment(rescue->table, &next, rescue->seat, hope->choice->card, hope->when);

	if (hope->when == WHEN_INSTEAD)
		return holding_try(rescue->table, play, hope->choice->card, hope->when, &next) ==
			       MOMENT_DONE &&
		       leads_out(hope, &next);
	moment.start = moment.found = hope->before;
	field_begin_action(&next, 1, NULL);
	if (play_do(&moment, play, NULL) != MOMENT_DONE)
		return false;
	return hope->choice->card->effect->demand == NULL ? leads_out(hope, &next)
							  : play_let_answer(&moment, play, &goal);
}

static bool card_saves(struct hope *hope)
{
	struct rescue *rescue = hope->rescue;
	const struct choice *choice = hope->choice;
	struct play_list list;
	bool saved = false;

	if (!(choice->card->when & hope->when) || !may_help(rescue, choice, hope->before))
		return false;
	list_plays(hope, &list);
	for (unsigned i = 0; i < list.count && !saved; i++) {
		push(rescue, choice->kind, choice->card, hope->when, &list.plays[i]);
		saved = play_saves(hope, &list.plays[i]);
		rescue->turn.count--;
		if (hope->first != NULL && hope->first->spent)
			break;
	}
	play_list_done(&list);
	return saved;
}

/* A card instead of the move is followed by none but another such, and had to be safe by itself;
 * behind one before the move there may come one instead of it. */
static bool second_saves(struct hope *first, const struct field *field)
{
	struct rescue *rescue = first->rescue;
	bool found = false;

	for (unsigned i = 0; i < rescue->count && !found && !first->spent; i++) {
		struct choice choice;
		struct hope hope = {rescue, &choice, first->when, field, first, false, false};

		if (!acts_behind(rescue, first->choice, &rescue->choices[i], &choice) ||
		    !is_left(rescue, &choice))
			continue;
		found = card_saves(&hope);
		hope.when = WHEN_INSTEAD;
		if (!found && !first->spent && first->when == WHEN_BEFORE)
			found = card_saves(&hope);
	}
	return found;
}

static bool any_card_saves(struct rescue *rescue, enum card_when when, const struct field *field,
			   bool more)
{
	for (unsigned i = 0; i < rescue->count; i++) {
		const struct choice *choice = &rescue->choices[i];
		struct hope hope = {rescue, choice, when, field, NULL, more, false};

		/* As the first of a pair Haunting Memories would be Plots Within Plots again. */
		if (choice->card != NULL && !(more && choice->echoes) && is_left(rescue, choice) &&
		    card_saves(&hope))
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
		rescue->turn.move = &moves->moves[i];
		saved = any_card_saves(rescue, WHEN_AFTER, &next, more);
	}
	rescue->turn.move = NULL;
	free(moves);
	return saved;
}

/* A card alone, in each of its moments. */
static bool one_saves(struct rescue *rescue)
{
	const struct field *field = &rescue->table->field;

	return any_card_saves(rescue, WHEN_INSTEAD, field, false) ||
	       any_card_saves(rescue, WHEN_BEFORE, field, false) ||
	       move_and_card_save(rescue, false);
}

/* Two by that Plots Within Plots. */
static bool two_save(struct rescue *rescue, uint8_t plots)
{
	const struct field *field = &rescue->table->field;
	const struct card *card = holding_acts_as(rescue->table, rescue->seat, plots);
	bool saved;

	push(rescue, plots, card, WHEN_BEFORE, NULL);
	saved = any_card_saves(rescue, WHEN_BEFORE, field, true);
	rescue->turn.cards[0].when = WHEN_AFTER;
	saved = saved || move_and_card_save(rescue, true);
	rescue->turn.count--;
	return saved;
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
	struct rescue *rescue;
	struct table *open;
	bool saved;

	if (holds_unknown(table, seat))
		return true;
	rescue = base_zalloc(1, sizeof *rescue);
	open = base_alloc(sizeof *open);
	own_open(table, open);
	rescue->table = open;
	rescue->seat = seat;
	list_choices(rescue);
	saved = rescue->count > 0 && one_saves(rescue);
	for (unsigned i = 0; i < rescue->plots_count && rescue->count > 0 && !saved; i++)
		saved = two_save(rescue, rescue->plots[i]);
	free(open);
	free(rescue);
	return saved;
}
