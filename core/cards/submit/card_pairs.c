/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/resolve/own_turn.h"
#include "core/cards/submit/card_pairs.h"
#include "core/cards/submit/hand.h"

/* The most whole turns that are tried before the answer is no. If none is accepted, there may be
 * many thousands, and a player who holds Plots has then not found a pair, either. */
enum { MAX_TRIES = 3000 };

struct search {
	const struct card_state *table;
	uint8_t seat;
	const struct card_pairs_turn *turn;
	uint8_t kinds[MAX_CARD_KINDS];
	unsigned count;
	bool unsafe; /* the king could be captured at this point of the turn */
	struct own_turn tried;
	unsigned tries;
};

static bool is_echo_card(const struct card_state *table, uint8_t kind)
{
	return table->book->set->cards[kind].effect->verb == VERB_ECHO;
}

const struct card *card_pairs_act_behind(const struct card_state *table, uint8_t seat,
					 uint8_t first, const struct card *first_acts, uint8_t kind)
{
	const struct piles *piles = &table->piles;
	uint16_t copy = piles_find(piles, ZONE_HAND, seat, first);

	if (first == kind && hand_copies(table, seat, kind) < 2)
		return NULL;
	if (!is_echo_card(table, kind))
		return hand_acts_as(table, seat, kind);
	return first_acts->unique && copy != NO_COPY && piles->copies[copy].owner == seat
		       ? NULL
		       : first_acts;
}

static void set_tried_card(struct search *search, unsigned place, uint8_t kind,
			   const struct card *card, enum card_when when, const struct play *play)
{
	struct own_card *own = &search->tried.cards[place];

	*own = (struct own_card){.acts_as = (uint8_t)(card - search->table->book->set->cards),
				 .when = when};
	if (play != NULL)
		own->play = *play;
	own->play.card = kind;
	search->tried.count = place + 1;
}

static bool is_turn_accepted(struct search *search, const struct move *move)
{
	search->tried.move = move;
	search->tries++;
	return own_turn_is_accepted(search->table, search->seat, &search->tried);
}

/* Reports whether two cards before the move are accepted with one of the moves after them, or with
 * none. */
static bool is_accepted_with_any_move(struct search *search, const struct card_board *field)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	bool taken = false;

	card_movegen_moves(search->table->book, field, search->seat, true, moves);
	for (unsigned i = 0; i < moves->count && !taken && search->tries < MAX_TRIES; i++)
		taken = is_turn_accepted(search, &moves->moves[i]);
	taken = taken || (moves->count == 0 && is_turn_accepted(search, NULL));
	free(moves);
	return taken;
}

/* Reports whether the whole turn is worth trying: a king in check must be safe in the end, perhaps
 * by others' answers. */
static bool may_end(const struct search *search, const struct card *second,
		    const struct card_board *field)
{
	return !search->unsafe || second->effect->demand != NULL ||
	       search->tried.cards[2].when != WHEN_AFTER ||
	       !card_movegen_in_check(search->table->book, field, search->seat);
}

static bool ends_accepted_turn(struct search *search, const struct card *second,
			       const struct card_board *field)
{
	if (!may_end(search, second, field))
		return false;
	switch (search->tried.cards[2].when) {
	case WHEN_BEFORE:
		return is_accepted_with_any_move(search, field);
	case WHEN_AFTER:
		return is_turn_accepted(search, search->turn->move);
	default:
		return is_turn_accepted(search, NULL);
	}
}

/* Lists the plays of the card at that moment on the board. */
static void list_plays(const struct search *search, const struct card *card, enum card_when when,
		       const struct card_board *field, struct play_list *list)
{
	struct card_board scratch = *field;
	struct effect_context context =
		hand_moment(search->table, &scratch, search->seat, card, when);

	play_list_init(list);
	context.start = field;
	if (card->when & when)
		play_search(&context, list);
}

static bool has_second(struct search *search, const struct card_board *field);

/* Reports whether a pair is accepted with the card as its first (`place` 1) or second (2), after
 * the cards before it. */
static bool has_card(struct search *search, unsigned place, uint8_t kind, const struct card *card,
		     enum card_when when, const struct card_board *field)
{
	struct play_list list;
	bool found = false;

	list_plays(search, card, when, field, &list);
	for (unsigned i = 0; i < list.count && !found && search->tries < MAX_TRIES; i++) {
		struct card_board next = *field;
		enum effect_context_result result =
			hand_try(search->table, &list.plays[i], card, when, &next);
		const struct card_board *after = result == EFFECT_CONTEXT_DONE ? &next : field;

		if (result == EFFECT_CONTEXT_REFUSED)
			continue;
		set_tried_card(search, place, kind, card, when, &list.plays[i]);
		found = place == 1 ? has_second(search, after)
				   : ends_accepted_turn(search, card, after);
	}
	play_list_done(&list);
	return found;
}

/* Reports whether some card can be the second, on the board after the first. */
static bool has_second(struct search *search, const struct card_board *field)
{
	const struct own_card first = search->tried.cards[1];
	const struct card *first_acts = &search->table->book->set->cards[first.acts_as];
	bool found = false;

	for (unsigned i = 0; i < search->count && !found; i++) {
		uint8_t kind = search->kinds[i];
		const struct card *card = card_pairs_act_behind(search->table, search->seat,
								first.play.card, first_acts, kind);

		if (card == NULL || card->effect->verb == VERB_PLOTS)
			continue;
		found = has_card(search, 2, kind, card, first.when, field) ||
			(first.when == WHEN_BEFORE &&
			 has_card(search, 2, kind, card, WHEN_INSTEAD, field));
	}
	return found;
}

bool card_pairs_exist(const struct card_state *table, uint8_t seat, uint8_t plots,
		      const struct card_pairs_turn *turn)
{
	static const enum card_when moments[] = {WHEN_BEFORE, WHEN_INSTEAD, WHEN_AFTER};
	struct search *search = base_zalloc(1, sizeof *search);
	bool found = false;

	search->table = table;
	search->seat = seat;
	search->turn = turn;
	search->count = hand_kinds(table, seat, search->kinds);
	search->unsafe = card_movegen_in_check(table->book, turn->field, seat);
	for (size_t when = 0; when < ARRAY_LEN(moments) && !found; when++) {
		bool after = moments[when] == WHEN_AFTER;

		if (after != (turn->move != NULL) && !(after && turn->moveless))
			continue;
		set_tried_card(search, 0, plots, hand_acts_as(table, seat, plots),
			       after ? WHEN_AFTER : WHEN_BEFORE, NULL);
		for (unsigned i = 0; i < search->count && !found; i++) {
			uint8_t kind = search->kinds[i];
			const struct card *card = hand_acts_as(table, seat, kind);

			/* As the first of two, Haunting Memories would act as Plots again. */
			if (card != NULL && card->effect->verb != VERB_PLOTS &&
			    !is_echo_card(table, kind))
				found = has_card(search, 1, kind, card, moments[when], turn->field);
		}
	}
	free(search);
	return found;
}
