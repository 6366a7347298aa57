/* SPDX-License-Identifier: MIT */
/*
 * Finds out whether a hand saves a seat that is mated or stalemated on the board [saved-by-a-card].
 * The search works on boards, which is quick and may find too much. The judge of whole turns then
 * decides whether the table accepts the turn.
 */
#include <stdlib.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/resolve/own_turn.h"
#include "core/cards/submit/hand.h"
#include "core/cards/submit/mate_escape.h"

/* One card of the hand. Haunting Memories acts as the last card put down; in a pair of Plots Within
 * Plots that is the card before it [haunting-memories-copies]. */
struct choice {
	uint8_t kind;
	const struct card *card; /* the card it acts as by itself; NULL: none that could save */
	unsigned copies;
	bool echoes; /* it is Haunting Memories */
};

struct mate_escape {
	const struct card_state *table; /* with the seat's turn open */
	uint8_t seat;
	struct choice choices[MAX_CARD_KINDS];
	unsigned count;
	uint8_t plots[MAX_CARD_KINDS]; /* kinds that let two cards be played in one moment */
	unsigned plots_count;
	bool mated;	      /* a card that would save has no effect, because it would mate */
	struct own_turn turn; /* the turn that is tried now */
};

/* A card that is tried, before the search goes on from its result. */
struct card_trial {
	struct mate_escape *rescue;
	const struct choice *choice;
	enum card_when when;
	const struct card_board *before;
	struct card_trial *first; /* in a pair the card before it, which led to `before`; or NULL */
	bool more;		  /* another card follows */
	bool spent;		  /* it has no effect, because it mates: no card after it saves */
};

static void list_choices(struct mate_escape *rescue)
{
	const struct card_set *set = rescue->table->book->set;
	uint8_t kinds[MAX_CARD_KINDS] = {0};
	unsigned count = hand_kinds(rescue->table, rescue->seat, kinds);

	for (unsigned i = 0; i < count; i++) {
		const struct card *card = hand_acts_as(rescue->table, rescue->seat, kinds[i]);
		bool plots = card != NULL && card->effect->verb == VERB_PLOTS;
		struct choice choice = {.kind = kinds[i], .card = plots ? NULL : card};

		choice.echoes = set->cards[kinds[i]].effect->verb == VERB_ECHO;
		choice.copies = hand_copies(rescue->table, rescue->seat, kinds[i]);
		if (plots)
			rescue->plots[rescue->plots_count++] = kinds[i];
		if (choice.echoes || (choice.card != NULL && choice.card->when & WHEN_OWN))
			rescue->choices[rescue->count++] = choice;
	}
}

/* ---- the turn that is tried ---- */

static void push_card(struct mate_escape *rescue, uint8_t kind, const struct card *card,
		      enum card_when when, const struct play *play)
{
	struct own_card *own = &rescue->turn.cards[rescue->turn.count++];

	*own = (struct own_card){.acts_as = (uint8_t)(card - rescue->table->book->set->cards),
				 .when = when};
	if (play != NULL)
		own->play = *play;
	own->play.card = kind;
}

/* Reports whether a card of the kind is left in the hand. */
static bool is_left_in_hand(const struct mate_escape *rescue, const struct choice *choice)
{
	unsigned used = 0;

	for (unsigned i = 0; i < rescue->turn.count; i++)
		used += rescue->turn.cards[i].play.card == choice->kind;
	return used < choice->copies;
}

static bool is_turn_accepted(struct mate_escape *rescue, const struct move *move)
{
	rescue->turn.move = move;
	return own_turn_is_accepted(rescue->table, rescue->seat, &rescue->turn);
}

/* Reports whether the cards are accepted with one of the moves after them. */
static bool is_accepted_with_any_move(struct mate_escape *rescue, const struct card_board *field)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	bool taken = false;

	card_movegen_moves(rescue->table->book, field, rescue->seat, true, moves);
	for (unsigned i = 0; i < moves->count && !taken; i++)
		taken = is_turn_accepted(rescue, &moves->moves[i]);
	rescue->turn.move = NULL;
	free(moves);
	return taken;
}

/* ---- cards worth trying ---- */

/* Finds the card as which a card acts after another of the same pair. Returns false if it can't be
 * played there. */
static bool acts_after(const struct mate_escape *rescue, const struct choice *first,
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

/* Lists all plays of the card on the board at that moment. */
static void list_plays(const struct card_trial *hope, struct play_list *list)
{
	struct card_board scratch = *hope->before;
	struct effect_context context = hand_moment(
		hope->rescue->table, &scratch, hope->rescue->seat, hope->choice->card, hope->when);

	play_list_init(list);
	context.start = hope->before;
	play_search(&context, list);
}

static bool is_safe(const struct mate_escape *rescue, const struct card_board *field)
{
	return !card_movegen_in_check(rescue->table->book, field, rescue->seat);
}

/* Reports whether cards before the move are the whole turn, because Man of Straw among them cures
 * the check and leaves no move [straw-alone]. */
static bool ends_without_move(const struct card_trial *hope, const struct card_board *after)
{
	bool cures = hope->choice->card->effect->moves_king_safely ||
		     (hope->first != NULL && hope->first->choice->card->effect->moves_king_safely);

	return legality_ends_without_move(hope->rescue->table->book, after, hope->rescue->seat,
					  cures);
}

/* Reports whether the seat could end its turn from here. After a card before the move, a move must
 * follow. */
static bool may_end(const struct card_trial *hope, const struct card_board *after)
{
	const struct mate_escape *rescue = hope->rescue;

	if (hope->when != WHEN_BEFORE)
		return is_safe(rescue, after);
	return card_movegen_any_move(rescue->table->book, after, rescue->seat) ||
	       ends_without_move(hope, after);
}

/* Reports whether any number of walls and Forbidden Cities could keep the king safe. */
static bool could_block(const struct mate_escape *rescue, const struct card_board *field)
{
	struct card_board blocked = *field;

	for (square at = 0; at < CARD_SQUARES; at++) {
		blocked.walls[at] = 0xff;
		if (card_board_at(field, at) == NO_PIECE)
			blocked.closed |= (square_set)1 << at;
	}
	return is_safe(rescue, &blocked);
}

/*
 * Reports whether the card is worth trying. A card that only adds an effect without influence on
 * attacks doesn't help a king. A card that closes lines only helps against an attack along a line,
 * or before another card that had no effect because it would have mated.
 */
static bool may_help(const struct mate_escape *rescue, const struct choice *choice,
		     const struct card_board *field)
{
	switch (choice->card->effect->attack_impact) {
	case ATTACK_IMPACT_NONE:
		return false;
	case ATTACK_IMPACT_LINES:
		return rescue->mated || could_block(rescue, field);
	default:
		return true;
	}
}

/* Reports whether the Checkmate Rule allows the card. */
static bool passes_checkmate_rule(const struct card_trial *hope, const struct card_board *after)
{
	const struct legality_case judged = {
		.book = hope->rescue->table->book,
		.card = hope->choice->card,
		.player = hope->rescue->seat,
		.mover = hope->rescue->seat,
		.when = (uint8_t)hope->when,
		.before = hope->before,
		.unsprung = after,
		.after = after,
	};

	return !legality_mates(&judged);
}

/* ---- searching ---- */

/* Tries the second card of Plots Within Plots, at the same moment, on the board after the first. */
static bool second_saves(struct card_trial *first, const struct card_board *field);

/* Reports whether the turn is saved on the board after the card, either now or with another
 * card. */
static bool saves_after_card(struct card_trial *hope, const struct card_board *after)
{
	struct mate_escape *rescue = hope->rescue;

	if (hope->more) {
		hope->spent = false;
		return second_saves(hope, after);
	}
	if (!may_end(hope, after))
		return false;
	if (hope->first != NULL)
		hope->first->spent = !passes_checkmate_rule(hope->first, hope->before);
	if ((hope->first != NULL && hope->first->spent) || !passes_checkmate_rule(hope, after)) {
		rescue->mated = true;
		return false;
	}
	if (hope->when != WHEN_BEFORE)
		return is_turn_accepted(rescue, rescue->turn.move);
	return ends_without_move(hope, after) ? is_turn_accepted(rescue, NULL)
					      : is_accepted_with_any_move(rescue, after);
}

static bool saves_after_answers(void *context, const struct card_board *after)
{
	return saves_after_card(context, after);
}

/* Plays the card without the Checkmate Rule, except for a card instead of the move. Seats that are
 * asked give an answer that saves, if there is one [lasting-card-own-king]. */
static bool play_saves(struct card_trial *hope, const struct play *play)
{
	struct mate_escape *rescue = hope->rescue;
	const struct goal goal = {saves_after_answers, hope};
	struct card_board next = *hope->before;
	struct effect_context context =
		hand_moment(rescue->table, &next, rescue->seat, hope->choice->card, hope->when);

	if (hope->when == WHEN_INSTEAD)
		return hand_try(rescue->table, play, hope->choice->card, hope->when, &next) ==
			       EFFECT_CONTEXT_DONE &&
		       saves_after_card(hope, &next);
	context.start = context.found = hope->before;
	card_board_begin_action(&next, 1, NULL);
	if (play_do(&context, play, NULL) != EFFECT_CONTEXT_DONE)
		return false;
	return hope->choice->card->effect->demand == NULL ? saves_after_card(hope, &next)
							  : play_let_answer(&context, play, &goal);
}

static bool card_saves(struct card_trial *hope)
{
	struct mate_escape *rescue = hope->rescue;
	const struct choice *choice = hope->choice;
	struct play_list list;
	bool saved = false;

	if (!(choice->card->when & hope->when) || !may_help(rescue, choice, hope->before))
		return false;
	list_plays(hope, &list);
	for (unsigned i = 0; i < list.count && !saved; i++) {
		push_card(rescue, choice->kind, choice->card, hope->when, &list.plays[i]);
		saved = play_saves(hope, &list.plays[i]);
		rescue->turn.count--;
		if (hope->first != NULL && hope->first->spent)
			break;
	}
	play_list_done(&list);
	return saved;
}

/* A card instead of the move can only be followed by another such card, and had to be safe by
 * itself. After a card before the move, a card instead of it may come. */
static bool second_saves(struct card_trial *first, const struct card_board *field)
{
	struct mate_escape *rescue = first->rescue;
	bool found = false;

	for (unsigned i = 0; i < rescue->count && !found && !first->spent; i++) {
		struct choice choice;
		struct card_trial hope = {rescue, &choice, first->when, field, first, false, false};

		if (!acts_after(rescue, first->choice, &rescue->choices[i], &choice) ||
		    !is_left_in_hand(rescue, &choice))
			continue;
		found = card_saves(&hope);
		hope.when = WHEN_INSTEAD;
		if (!found && !first->spent && first->when == WHEN_BEFORE)
			found = card_saves(&hope);
	}
	return found;
}

static bool any_card_saves(struct mate_escape *rescue, enum card_when when,
			   const struct card_board *field, bool more)
{
	for (unsigned i = 0; i < rescue->count; i++) {
		const struct choice *choice = &rescue->choices[i];
		struct card_trial hope = {rescue, choice, when, field, NULL, more, false};

		/* As the first of a pair, Haunting Memories would act as Plots Within Plots
		 * again. */
		if (choice->card != NULL && !(more && choice->echoes) &&
		    is_left_in_hand(rescue, choice) && card_saves(&hope))
			return true;
	}
	return false;
}

/* Tries every move, whether the king is safe or not, and a card after it. */
static bool move_and_card_save(struct mate_escape *rescue, bool more)
{
	const struct card_state *table = rescue->table;
	struct move_list *moves = base_alloc(sizeof *moves);
	bool saved = false;

	card_movegen_moves(table->book, &table->field, rescue->seat, false, moves);
	for (unsigned i = 0; i < moves->count && !saved; i++) {
		struct card_board next = table->field;

		card_board_begin_action(&next, 0, NULL);
		/* A trap that springs in this move forbids nothing [trap-may-bare-king]. */
		card_movegen_make(table->book, &next, &moves->moves[i], NULL);
		rescue->turn.move = &moves->moves[i];
		saved = any_card_saves(rescue, WHEN_AFTER, &next, more);
	}
	rescue->turn.move = NULL;
	free(moves);
	return saved;
}

/* Tries a single card, in each of its moments. */
static bool one_card_saves(struct mate_escape *rescue)
{
	const struct card_board *field = &rescue->table->field;

	return any_card_saves(rescue, WHEN_INSTEAD, field, false) ||
	       any_card_saves(rescue, WHEN_BEFORE, field, false) ||
	       move_and_card_save(rescue, false);
}

/* Tries two cards by that Plots Within Plots. */
static bool two_cards_save(struct mate_escape *rescue, uint8_t plots)
{
	const struct card_board *field = &rescue->table->field;
	const struct card *card = hand_acts_as(rescue->table, rescue->seat, plots);
	bool saved;

	push_card(rescue, plots, card, WHEN_BEFORE, NULL);
	saved = any_card_saves(rescue, WHEN_BEFORE, field, true);
	rescue->turn.cards[0].when = WHEN_AFTER;
	saved = saved || move_and_card_save(rescue, true);
	rescue->turn.count--;
	return saved;
}

/* Reports whether the seat holds cards of unknown kind, because the table is another seat's
 * view. */
static bool holds_unknown(const struct card_state *table, uint8_t seat)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_HAND, seat, copies);

	for (unsigned i = 0; i < count; i++)
		if (table->piles.copies[copies[i]].kind == NO_CARD)
			return true;
	return false;
}

bool mate_escape_exists(const struct card_state *table, uint8_t seat)
{
	struct mate_escape *rescue;
	struct card_state *open;
	bool saved;

	if (holds_unknown(table, seat))
		return true;
	rescue = base_zalloc(1, sizeof *rescue);
	open = base_alloc(sizeof *open);
	own_turn_open(table, open);
	rescue->table = open;
	rescue->seat = seat;
	list_choices(rescue);
	saved = rescue->count > 0 && one_card_saves(rescue);
	for (unsigned i = 0; i < rescue->plots_count && rescue->count > 0 && !saved; i++)
		saved = two_cards_save(rescue, rescue->plots[i]);
	free(open);
	free(rescue);
	return saved;
}
