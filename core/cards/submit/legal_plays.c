/* SPDX-License-Identifier: MIT */
/* Lists the cards that a seat could play now, with every choice that they leave [trial-plays]. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_turn.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/play/play_execute.h"
#include "core/cards/play/targets.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/resolve/own_turn.h"
#include "core/cards/resolve/reaction.h"
#include "core/cards/resolve/replay.h"
#include "core/cards/resolve/resolve.h"
#include "core/cards/submit/card_pairs.h"
#include "core/cards/submit/hand.h"
#include "core/cards/submit/legal_plays.h"
#include "core/util/strbuf.h"

/* Returns the kind of the card. */
static uint8_t kind_of(const struct card_state *table, const struct card *card)
{
	return (uint8_t)(card - table->book->set->cards);
}

/* ---- one's own turn ---- */

/* Reports whether the turn can be sent with that card and that move, or without a move. */
static bool is_accepted(const struct card_state *table, const struct play *play,
			const struct card *card, enum card_when when, const struct move *move)
{
	const struct own_turn turn = {
		.cards = {{*play, kind_of(table, card), when}},
		.count = 1,
		.move = move,
	};

	return own_turn_is_accepted(table, table->field.position.turn, &turn);
}

struct so_far {
	struct card_board field;   /* the board of an own turn so far */
	const struct move *move;   /* the move that was made, or NULL */
	const struct move *sprung; /* the move, if it has sprung a trap, or NULL */
	bool moveless;		   /* no move can be made [turn-without-move] */
};

/* Reports whether one of the moves on the board is accepted after the card. */
static bool is_accepted_with_any_move(const struct card_state *table, const struct play *play,
				      const struct card *card, const struct card_board *field)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	uint8_t seat = table->field.position.turn;
	bool taken = false;

	card_movegen_moves(table->book, field, seat, true, moves);
	for (unsigned i = 0; i < moves->count && !taken; i++)
		taken = is_accepted(table, play, card, WHEN_BEFORE, &moves->moves[i]);
	free(moves);
	return taken;
}

/* Reports whether a card before the move leaves a move after it, even one that was possible without
 * the card [card-before-void]. Moves are tried if this isn't certain: the card may block exactly
 * those, or lead to the board that was undone [undone-differs]. */
static bool leaves_turn(const struct card_state *table, const struct play *play,
			const struct card_board *after, const struct card *card,
			enum effect_context_result result)
{
	uint8_t seat = table->field.position.turn;
	bool moves =
		result == EFFECT_CONTEXT_DONE && card_movegen_any_move(table->book, after, seat);
	bool spends = !(card->continuing && result == EFFECT_CONTEXT_DONE) &&
		      card_movegen_any_move(table->book, &table->field, seat);

	if (moves && table->undone_count == 0)
		return true;
	return ((table->now.king_back ||
		 card->effect->moves_king_safely) && /* it can be a turn alone [straw-alone] */
		is_accepted(table, play, card, WHEN_BEFORE, NULL)) ||
	       (moves && is_accepted_with_any_move(table, play, card, after)) ||
	       (spends && is_accepted_with_any_move(table, play, card, &table->field));
}

/* A card played after the move, for the judge of the turn's end. */
struct finish {
	const struct card_state *table;
	const struct card_board *before, *after;
	const struct play *play;
	const struct card *card;
	enum effect_context_result result;
};

static bool is_safe(void *context, const struct card_board *field)
{
	const struct card_state *table = context;

	return !card_movegen_in_check(table->book, field, table->field.position.turn);
}

static bool is_exposed_before(void *context)
{
	const struct finish *finish = context;

	return card_movegen_in_check(finish->table->book, finish->before,
				     finish->table->field.position.turn);
}

/* Reports whether the king isn't safe. If others are asked, this means for all of their answers
 * [lasting-card-own-king] [cure-must-cure]. */
static bool is_exposed(void *context, uint32_t spent)
{
	const struct finish *finish = context;
	const struct card_state *table = finish->table;
	const struct demand_rules *demand = finish->card->effect->demand;
	uint8_t seat = table->field.position.turn;
	struct card_board field = *finish->after;
	struct effect_context moment = hand_moment(table, &field, seat, finish->card, WHEN_AFTER);

	if (spent != 0 || finish->result != EFFECT_CONTEXT_DONE)
		return is_exposed_before(context);
	moment.start = moment.found = finish->before;
	moment.play = finish->play;
	if (demand == NULL || demand->asks(&moment, 0) == NO_SIDE)
		return card_movegen_in_check(table->book, finish->after, seat);
	return !play_let_answer(&moment, finish->play,
				&(struct goal){is_safe, (void *)(uintptr_t)table});
}

/* Reports whether the judge lets the turn end with a card after the move, effective or not. The
 * turn may not lead to a board that was undone. */
static bool ends_turn(const struct finish *finish)
{
	const struct card_state *table = finish->table;
	const struct legality_end end = {
		.voidable = legality_is_voidable(finish->card, WHEN_AFTER),
		.exposed = is_exposed,
		.exposed_anyway = is_exposed_before,
		.context = (void *)(uintptr_t)finish,
		.challenged = card_board_challenge(table->book, finish->before,
						   table->field.position.turn) != NULL,
	};
	uint32_t spent;

	return legality_ends(&end, &spent) &&
	       !legality_ends_undone(table, finish->before,
				     finish->result == EFFECT_CONTEXT_DONE ? finish->after
									   : finish->before,
				     finish->card->effect->displaces);
}

/* Reports whether the turn can be sent with this play. A trap between the move and a card after it
 * may take back the card, but exposes no king [answers-put-in-place] [trap-may-bare-king]; so the
 * whole turn is tried. */
static bool fits_turn(const struct card_state *table, const struct so_far *so_far,
		      const struct card_board *after, const struct play *play,
		      const struct card *card, enum card_when when,
		      enum effect_context_result result)
{
	const struct card_board *before = &so_far->field;

	if (so_far->sprung != NULL)
		return is_accepted(table, play, card, when, so_far->sprung);
	switch (when) {
	case WHEN_BEFORE:
		return leaves_turn(table, play, after, card, result);
	case WHEN_AFTER:
		if (so_far->moveless)
			return is_accepted(table, play, card, when, NULL);
		return ends_turn(&(const struct finish){table, before, after, play, card, result});
	default:
		/* A card without effect instead of the move leaves another move to make
		 * [spent-then-move]. */
		return result == EFFECT_CONTEXT_SPENT ||
		       !legality_ends_undone(table, before, after, card->effect->displaces);
	}
}

static void add_own_turn_plays(const struct card_state *table, uint8_t kind,
			       const struct card *card, enum card_when when,
			       const struct so_far *so_far, struct play_list *out)
{
	const struct card_board *field = &so_far->field;
	struct card_board scratch = *field;
	struct effect_context moment =
		hand_moment(table, &scratch, field->position.turn, card, when);
	struct play_list list;

	play_list_init(&list);
	moment.start = field;
	play_search(&moment, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct card_board next = *field;
		enum effect_context_result result =
			hand_try(table, &list.plays[i], card, when, &next);

		list.plays[i].card = kind;
		list.plays[i].spent = result == EFFECT_CONTEXT_SPENT && when != WHEN_BEFORE;
		if (result != EFFECT_CONTEXT_REFUSED &&
		    fits_turn(table, so_far, &next, &list.plays[i], card, when, result))
			play_list_add(out, &list.plays[i]);
	}
	play_list_done(&list);
}

/* Adds a card's plays in each moment of the set. */
static void add_plays_by_moment(const struct card_state *table, uint8_t kind,
				const struct card *card, unsigned whens,
				const struct so_far *so_far, struct play_list *out)
{
	static const enum card_when moments[] = {WHEN_BEFORE, WHEN_INSTEAD, WHEN_AFTER};

	for (size_t i = 0; i < ARRAY_LEN(moments); i++)
		if (card->when & whens & moments[i])
			add_own_turn_plays(table, kind, card, moments[i], so_far, out);
}

/* Adds the card alone, or with another card's name. */
static void add_play_naming_card(uint8_t kind, uint8_t named, struct play_list *out)
{
	struct play play;

	memset(&play, 0, sizeof play);
	play.card = kind;
	if (named != NO_CARD)
		targets_add(&play, TARGET_CARD)->value = named;
	play_list_add(out, &play);
}

static bool may_play_own(const struct card_state *table, uint8_t seat)
{
	return table->now.phase == PHASE_MOVE && table->field.position.turn == seat &&
	       !table->now.no_card && !(table->now.played >> seat & 1);
}

/* ---- another's turn ---- */

/* Adds the plays of a reaction to one action of the turn. */
static void add_reactions(const struct card_state *table, uint8_t seat, uint8_t kind,
			  const struct card *card, uint8_t number, struct play_list *out)
{
	static const enum card_when moments[] = {WHEN_CAPTURED, WHEN_MOVED, WHEN_CARD, WHEN_TURN};
	struct card_state *run_on = base_alloc(sizeof *run_on);
	struct replay_view *view = base_zalloc(1, sizeof *view);
	const struct replay_terms terms = {
		.traps = true,
		.probe = number,
		.probed = view,
		.waived = resolve_waived(table),
	};
	struct play_list list;

	card_state_try(run_on, table);
	replay_script(run_on, &terms, NULL);
	play_list_init(&list);
	for (size_t i = 0; i < ARRAY_LEN(moments); i++) {
		struct effect_context moment =
			hand_moment(table, &view->now, seat, card, moments[i]);

		/* Plays that are listed here too generously are refused later. */
		moment.again = true;
		moment.answers = number;
		moment.start = &view->before;
		if (card->when & moments[i])
			play_search(&moment, &list);
	}
	for (unsigned i = 0; i < list.count; i++) {
		list.plays[i].card = kind;
		play_list_add(out, &list.plays[i]);
	}
	play_list_done(&list);
	free(view);
	free(run_on);
}

/* Adds Legacy with each discarded card: squares don't matter, and the effect knows no piles. */
static void add_discards(const struct card_state *table, uint8_t seat, uint8_t kind,
			 struct play_list *out)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_DISCARDS, seat, copies);

	for (unsigned i = 0; i < count; i++)
		add_play_naming_card(kind, table->piles.copies[copies[i]].kind, out);
}

/* Adds Fog of War alone, and with each card that Plots Within Plots has let be played. */
static void add_cards_played(const struct card_state *table, uint8_t kind, struct play_list *out)
{
	add_play_naming_card(kind, NO_CARD, out);
	for (uint8_t i = 0; i < table->action_count; i++)
		if (table->actions[i].plots != NO_ACTION)
			add_play_naming_card(kind, table->actions[i].card, out);
}

/* Lists the words that may follow the card; some of them are refused. */
static void list_words(const struct card_state *table, uint8_t seat, uint8_t kind,
		       const struct card *card, struct play_list *out)
{
	if (card->effect->verb == VERB_LEGACY)
		add_discards(table, seat, kind, out);
	else if (card->effect->verb == VERB_FOG)
		add_cards_played(table, kind, out);
	else
		for (uint8_t i = 0; i < table->action_count; i++)
			add_reactions(table, seat, kind, card, i, out);
}

static void list_reaction(const struct card_state *table, uint8_t seat, uint8_t kind,
			  const struct card *card, struct play_list *out)
{
	struct play_list found;

	play_list_init(&found);
	list_words(table, seat, kind, card, &found);
	for (unsigned i = 0; i < found.count; i++)
		if ((card->target_count > 0 || found.plays[i].target_count == 0) &&
		    reaction_is_accepted(table, seat, &found.plays[i], kind_of(table, card)))
			play_list_add(out, &found.plays[i]);
	play_list_done(&found);
}

/* Reports whether the two cards are accepted with that Plots Within Plots, for some words of the
 * second. */
static bool has_accepted_words(const struct card_state *table, uint8_t seat, uint8_t plots,
			       const struct reaction_card *first, struct reaction_card *second)
{
	struct play_list words;
	bool found = false;

	play_list_init(&words);
	list_words(table, seat, second->play.card, &table->book->set->cards[second->acts_as],
		   &words);
	/* The first card is in the discards by then. */
	if (table->book->set->cards[second->acts_as].effect->verb == VERB_LEGACY)
		add_play_naming_card(second->play.card, first->play.card, &words);
	for (unsigned i = 0; i < words.count && !found; i++) {
		second->play = words.plays[i];
		found = reaction_pair_is_accepted(table, seat, plots, first, second);
	}
	play_list_done(&words);
	return found;
}

static bool has_second(const struct card_state *table, uint8_t seat, uint8_t plots,
		       const struct reaction_card *first)
{
	uint8_t kinds[MAX_CARD_KINDS] = {0};
	unsigned count = hand_kinds(table, seat, kinds);
	bool found = false;

	for (unsigned i = 0; i < count && !found; i++) {
		const struct card *card =
			card_pairs_act_behind(table, seat, first->play.card,
					      &table->book->set->cards[first->acts_as], kinds[i]);
		struct reaction_card second = {.play = {.card = kinds[i]}};

		if (card == NULL || card->effect->verb == VERB_PLOTS)
			continue;
		second.acts_as = kind_of(table, card);
		found = has_accepted_words(table, seat, plots, first, &second);
	}
	return found;
}

/* Reports whether some two cards of the hand answer the turn together. */
static bool pair_answers(const struct card_state *table, uint8_t seat, uint8_t plots)
{
	uint8_t kinds[MAX_CARD_KINDS] = {0};
	unsigned count = hand_kinds(table, seat, kinds);
	bool found = false;

	for (unsigned i = 0; i < count && !found; i++) {
		const struct card *card = hand_acts_as(table, seat, kinds[i]);
		struct play_list words;

		if (card == NULL || card->effect->verb == VERB_PLOTS ||
		    table->book->set->cards[kinds[i]].effect->verb == VERB_ECHO)
			continue;
		play_list_init(&words);
		list_words(table, seat, kinds[i], card, &words);
		for (unsigned k = 0; k < words.count && !found; k++)
			found = has_second(table, seat, plots,
					   &(const struct reaction_card){words.plays[k],
									 kind_of(table, card)});
		play_list_done(&words);
	}
	return found;
}

/* ---- the hand ---- */

/* Adds the plays of all cards in the seat's hand: in its own turn `so_far`, at the moments of that
 * set; as reactions if `so_far` is NULL. Also adds Plots Within Plots if two of them can be played
 * by it. */
static void list_hand(const struct card_state *table, uint8_t seat, unsigned whens,
		      const struct so_far *so_far, struct play_list *out)
{
	uint8_t kinds[MAX_CARD_KINDS] = {0}, plots[MAX_CARD_KINDS];
	unsigned count = hand_kinds(table, seat, kinds), plots_count = 0;

	for (unsigned i = 0; i < count; i++) {
		const struct card *card = hand_acts_as(table, seat, kinds[i]);

		if (card == NULL)
			continue;
		if (card->effect->verb == VERB_PLOTS)
			plots[plots_count++] = kinds[i];
		else if (so_far != NULL)
			add_plays_by_moment(table, kinds[i], card, whens, so_far, out);
		else
			list_reaction(table, seat, kinds[i], card, out);
	}
	for (unsigned i = 0; i < plots_count; i++)
		if (so_far == NULL ? pair_answers(table, seat, plots[i])
				   : card_pairs_exist(table, seat, plots[i],
						      &(const struct card_pairs_turn){
							      &so_far->field, so_far->move,
							      so_far->moveless}))
			add_play_naming_card(plots[i], NO_CARD, out);
}

/* ---- sorting ---- */

struct named_play {
	char *text;
	unsigned index;
};

static int compare_named_plays(const void *a, const void *b)
{
	return strcmp(((const struct named_play *)a)->text, ((const struct named_play *)b)->text);
}

/* Sorts the plays by their printed text, and drops duplicates. */
static void sort_plays(const struct card_state *table, struct play_list *list)
{
	struct named_play *named = base_alloc((list->count + 1) * sizeof *named);
	struct play_list sorted;

	for (unsigned i = 0; i < list->count; i++) {
		struct strbuf text;

		strbuf_init(&text, 0);
		play_print(table->book, &list->plays[i], &text);
		named[i] = (struct named_play){strbuf_take(&text), i};
	}
	qsort(named, list->count, sizeof *named, compare_named_plays);
	play_list_init(&sorted);
	for (unsigned i = 0; i < list->count; i++)
		if (i == 0 || strcmp(named[i].text, named[i - 1].text) != 0)
			play_list_add(&sorted, &list->plays[named[i].index]);
	for (unsigned i = 0; i < list->count; i++)
		free(named[i].text);
	free(named);
	play_list_done(list);
	*list = sorted;
}

void legal_plays_list(const struct card_state *table, uint8_t seat, const struct move *after,
		      struct play_list *out)
{
	struct so_far so_far = {table->field, after, NULL, false};
	struct card_board sprung;

	if (table->now.phase == PHASE_WINDOW) {
		if (table->now.window >> seat & 1)
			list_hand(table, seat, 0, NULL, out);
	} else if (may_play_own(table, seat) && after == NULL) {
		so_far.moveless =
			card_ruleset_is_third(table->book) && own_turn_is_moveless(table, seat);
		list_hand(table, seat,
			  WHEN_BEFORE | WHEN_INSTEAD | (so_far.moveless ? WHEN_AFTER : 0), &so_far,
			  out);
	} else if (may_play_own(table, seat)) {
		card_board_begin_action(&so_far.field, 0, NULL);
		card_movegen_make(table->book, &so_far.field, after, NULL);
		sprung = so_far.field;
		continuous_turn_spring(table->book, &sprung, 0, NULL);
		so_far.sprung = sprung.turn_log.taken_count > so_far.field.turn_log.taken_count
					? after
					: NULL;
		list_hand(table, seat, WHEN_AFTER, &so_far, out);
		so_far.field = sprung;
		if (so_far.sprung != NULL)
			list_hand(table, seat, WHEN_AFTER, &so_far, out);
	}
	sort_plays(table, out);
}
