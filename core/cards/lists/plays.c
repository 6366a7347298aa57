/* SPDX-License-Identifier: MIT */
/* Which cards a seat could play now, with every choice they leave [trial-plays]. */
#include <stdlib.h>
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/script/evaluate.h"
#include "core/cards/script/judge.h"
#include "core/cards/lists/holding.h"
#include "core/cards/lists/plays.h"
#include "core/cards/script/own.h"
#include "core/cards/script/reaction.h"
#include "core/cards/script/walk.h"
#include "core/cards/field/ways.h"
#include "core/cards/lasting/lasting_turn.h"
#include "core/cards/play/play_do.h"
#include "core/cards/play/targets.h"
#include "core/base/text.h"

/* What the card acts as for the seat, as a kind. */
static uint8_t kind_of(const struct table *table, const struct card *card)
{
	return (uint8_t)(card - table->book->set->cards);
}

/* ---- one's own turn ---- */

/* Whether the turn can be sent with that card and that move, or without one. */
static bool is_accepted(const struct table *table, const struct play *play, const struct card *card,
			enum card_when when, const struct move *move)
{
	const struct own_turn turn = {
		.cards = {{*play, kind_of(table, card), when}},
		.count = 1,
		.move = move,
	};

	return own_is_accepted(table, table->field.position.turn, &turn);
}

struct so_far {
	struct field field;	   /* of an own turn as it stands */
	const struct move *sprung; /* the move that has sprung one, or NULL */
};

/* Whether one of the moves there are on the field is taken below the card. */
static bool takes_some_move(const struct table *table, const struct play *play,
			    const struct card *card, const struct field *field)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	uint8_t seat = table->field.position.turn;
	bool taken = false;

	ways_moves(table->book, field, seat, true, moves);
	for (unsigned i = 0; i < moves->count && !taken; i++)
		taken = is_accepted(table, play, card, WHEN_BEFORE, &moves->moves[i]);
	free(moves);
	return taken;
}

/* [card-before-void]: a card before the move needs a move behind it, if only one that was there
 * without the card. The moves are tried where it isn't plain: the card may block just those, or
 * lead to the board that was undone [undone-differs]. */
static bool leaves_turn(const struct table *table, const struct play *play,
			const struct field *after, const struct card *card,
			enum moment_result result)
{
	uint8_t seat = table->field.position.turn;
	bool moves = result == MOMENT_DONE && ways_any_move(table->book, after, seat);
	bool spends = !(card->continuing && result == MOMENT_DONE) &&
		      ways_any_move(table->book, &table->field, seat);

	if (moves && table->undone_count == 0)
		return true;
	return ((table->now.king_back ||
		 card->effect->moves_king_safely) && /* it is a turn alone [straw-alone] */
		is_accepted(table, play, card, WHEN_BEFORE, NULL)) ||
	       (moves && takes_some_move(table, play, card, after)) ||
	       (spends && takes_some_move(table, play, card, &table->field));
}

/* A card that is played behind the move, for the judge of the turn's end. */
struct finish {
	const struct table *table;
	const struct field *before, *after;
	const struct play *play;
	const struct card *card;
	enum moment_result result;
};

static bool is_safe(void *context, const struct field *field)
{
	const struct table *table = context;

	return !ways_in_check(table->book, field, table->field.position.turn);
}

static bool is_exposed_before(void *context)
{
	const struct finish *finish = context;

	return ways_in_check(finish->table->book, finish->before,
			     finish->table->field.position.turn);
}

/* Whether the king isn't safe; if others are asked, by no answer of theirs [lasting-card-own-king]
 * [cure-must-cure]. */
static bool is_exposed(void *context, uint32_t spent)
{
	const struct finish *finish = context;
	const struct table *table = finish->table;
	const struct demand_rules *demand = finish->card->effect->demand;
	uint8_t seat = table->field.position.turn;
	struct field field = *finish->after;
	struct moment moment = holding_moment(table, &field, seat, finish->card, WHEN_AFTER);

	if (spent != 0 || finish->result != MOMENT_DONE)
		return is_exposed_before(context);
	moment.start = moment.found = finish->before;
	moment.play = finish->play;
	if (demand == NULL || demand->asks(&moment, 0) == NO_SIDE)
		return ways_in_check(table->book, finish->after, seat);
	return !play_let_answer(&moment, finish->play,
				&(struct goal){is_safe, (void *)(uintptr_t)table});
}

/* Whether the judge lets the turn end with a card after the move, had or spent, and with another
 * board than one that was undone. */
static bool ends_turn(const struct finish *finish)
{
	const struct table *table = finish->table;
	const struct judge_end end = {
		.voidable = judge_is_voidable(finish->card, WHEN_AFTER),
		.exposed = is_exposed,
		.exposed_anyway = is_exposed_before,
		.context = (void *)(uintptr_t)finish,
		.challenged = field_challenge(table->book, finish->before,
					      table->field.position.turn) != NULL,
	};
	uint32_t spent;

	return judge_ends(&end, &spent) &&
	       !judge_ends_undone(table, finish->before,
				  finish->result == MOMENT_DONE ? finish->after : finish->before,
				  finish->card->effect->displaces);
}

/* Whether the turn can be sent with the card so. Where a trap comes between the move and a card
 * behind it, which may take back the card and bares no king [answers-put-in-place]
 * [trap-may-bare-king], that is tried. */
static bool fits_turn(const struct table *table, const struct so_far *so_far,
		      const struct field *after, const struct play *play, const struct card *card,
		      enum card_when when, enum moment_result result)
{
	const struct field *before = &so_far->field;

	if (so_far->sprung != NULL)
		return is_accepted(table, play, card, when, so_far->sprung);
	switch (when) {
	case WHEN_BEFORE:
		return leaves_turn(table, play, after, card, result);
	case WHEN_AFTER:
		return ends_turn(&(const struct finish){table, before, after, play, card, result});
	default:
		/* A card spent instead of the move leaves another to make [spent-then-move]. */
		return result == MOMENT_SPENT ||
		       !judge_ends_undone(table, before, after, card->effect->displaces);
	}
}

static void add_own(const struct table *table, uint8_t kind, const struct card *card,
		    enum card_when when, const struct so_far *so_far, struct play_list *out)
{
	const struct field *field = &so_far->field;
	struct field scratch = *field;
	struct moment moment = holding_moment(table, &scratch, field->position.turn, card, when);
	struct play_list list;

	play_list_init(&list);
	moment.start = field;
	play_search(&moment, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct field next = *field;
		enum moment_result result = holding_try(table, &list.plays[i], card, when, &next);

		list.plays[i].card = kind;
		list.plays[i].spent = result == MOMENT_SPENT && when != WHEN_BEFORE;
		if (result != MOMENT_REFUSED &&
		    fits_turn(table, so_far, &next, &list.plays[i], card, when, result))
			play_list_add(out, &list.plays[i]);
	}
	play_list_done(&list);
}

/* The moments of that set, and a card's plays in each. */
static void add_moments(const struct table *table, uint8_t kind, const struct card *card,
			unsigned whens, const struct so_far *so_far, struct play_list *out)
{
	static const enum card_when moments[] = {WHEN_BEFORE, WHEN_INSTEAD, WHEN_AFTER};

	for (size_t i = 0; i < ARRAY_LEN(moments); i++)
		if (card->when & whens & moments[i])
			add_own(table, kind, card, moments[i], so_far, out);
}

/* The card alone, or with another's name. */
static void add_naming(uint8_t kind, uint8_t named, struct play_list *out)
{
	struct play play;

	memset(&play, 0, sizeof play);
	play.card = kind;
	if (named != NO_CARD)
		targets_add(&play, TARGET_CARD)->value = named;
	play_list_add(out, &play);
}

static bool may_play_own(const struct table *table, uint8_t seat)
{
	return table->now.phase == PHASE_MOVE && table->field.position.turn == seat &&
	       !table->now.no_card && !(table->now.played >> seat & 1);
}

/* ---- another's turn ---- */

/* The plays of a reaction behind one action of the turn. */
static void add_reactions(const struct table *table, uint8_t seat, uint8_t kind,
			  const struct card *card, uint8_t number, struct play_list *out)
{
	static const enum card_when moments[] = {WHEN_CAPTURED, WHEN_MOVED, WHEN_CARD, WHEN_TURN};
	struct table *run_on = base_alloc(sizeof *run_on);
	struct walk_view *view = base_zalloc(1, sizeof *view);
	const struct walk_terms terms = {
		.traps = true,
		.probe = number,
		.probed = view,
		.waived = evaluate_waived(table),
	};
	struct play_list list;

	table_try(run_on, table);
	walk_script(run_on, &terms, NULL);
	play_list_init(&list);
	for (size_t i = 0; i < ARRAY_LEN(moments); i++) {
		struct moment moment = holding_moment(table, &view->now, seat, card, moments[i]);

		/* What is listed too freely here isn't accepted below. */
		moment.again = true;
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

/* Legacy names a card: it knows no squares, and the effect no piles. */
static void add_discards(const struct table *table, uint8_t seat, uint8_t kind,
			 struct play_list *out)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_DISCARDS, seat, copies);

	for (unsigned i = 0; i < count; i++)
		add_naming(kind, table->piles.copies[copies[i]].kind, out);
}

/* Fog of War may name one of the cards of Plots Within Plots. */
static void add_cards_played(const struct table *table, uint8_t kind, struct play_list *out)
{
	add_naming(kind, NO_CARD, out);
	for (uint8_t i = 0; i < table->action_count; i++)
		if (table->actions[i].plots != NO_ACTION)
			add_naming(kind, table->actions[i].card, out);
}

static void list_reaction(const struct table *table, uint8_t seat, uint8_t kind,
			  const struct card *card, struct play_list *out)
{
	struct play_list found;

	play_list_init(&found);
	if (card->effect->verb == VERB_LEGACY)
		add_discards(table, seat, kind, &found);
	else if (card->effect->verb == VERB_FOG)
		add_cards_played(table, kind, &found);
	else
		for (uint8_t i = 0; i < table->action_count; i++)
			add_reactions(table, seat, kind, card, i, &found);
	for (unsigned i = 0; i < found.count; i++)
		if ((card->target_count > 0 || found.plays[i].target_count == 0) &&
		    reaction_is_accepted(table, seat, &found.plays[i], kind_of(table, card)))
			play_list_add(out, &found.plays[i]);
	play_list_done(&found);
}

/* ---- the hand ---- */

/* The plays of all cards in the seat's hand: at the moments of that set on its own turn, as far as
 * that has come; so_far NULL: as reactions. And Plots Within Plots with two of them. */
static void list_hand(const struct table *table, uint8_t seat, unsigned whens,
		      const struct so_far *so_far, struct play_list *out)
{
	uint8_t kinds[MAX_CARD_KINDS] = {0}, plots[MAX_CARD_KINDS];
	unsigned count = holding_kinds(table, seat, kinds), plots_count = 0, playable = 0;

	for (unsigned i = 0; i < count; i++) {
		const struct card *card = holding_acts_as(table, seat, kinds[i]);
		unsigned before = out->count;

		if (card == NULL)
			continue;
		if (card->effect->verb == VERB_PLOTS)
			plots[plots_count++] = kinds[i];
		else if (so_far != NULL)
			add_moments(table, kinds[i], card, whens, so_far, out);
		else
			list_reaction(table, seat, kinds[i], card, out);
		if (out->count > before)
			playable += holding_copies(table, seat, kinds[i]);
	}
	for (unsigned i = 0; i < plots_count && playable >= 2; i++)
		add_naming(plots[i], NO_CARD, out);
}

/* ---- sorting ---- */

struct named_play {
	char *text;
	unsigned index;
};

static int compare(const void *a, const void *b)
{
	return strcmp(((const struct named_play *)a)->text, ((const struct named_play *)b)->text);
}

/* Sorts by the printed order, each once. */
static void sort(const struct table *table, struct play_list *list)
{
	struct named_play *named = base_alloc((list->count + 1) * sizeof *named);
	struct play_list sorted;

	for (unsigned i = 0; i < list->count; i++) {
		struct text text;

		text_init(&text, 0);
		play_print(table->book, &list->plays[i], &text);
		named[i] = (struct named_play){text_take(&text), i};
		text_done(&text);
	}
	qsort(named, list->count, sizeof *named, compare);
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

void plays_list(const struct table *table, uint8_t seat, const struct move *after,
		struct play_list *out)
{
	struct so_far so_far = {table->field, NULL};
	struct field sprung;

	if (table->now.phase == PHASE_WINDOW) {
		if (table->now.window >> seat & 1)
			list_hand(table, seat, 0, NULL, out);
	} else if (may_play_own(table, seat) && after == NULL) {
		list_hand(table, seat, WHEN_BEFORE | WHEN_INSTEAD, &so_far, out);
	} else if (may_play_own(table, seat)) {
		field_begin_action(&so_far.field, 0, NULL);
		ways_make(table->book, &so_far.field, after, NULL);
		sprung = so_far.field;
		lasting_turn_spring(table->book, &sprung, 0, NULL);
		so_far.sprung =
			sprung.story.taken_count > so_far.field.story.taken_count ? after : NULL;
		list_hand(table, seat, WHEN_AFTER, &so_far, out);
		so_far.field = sprung;
		if (so_far.sprung != NULL)
			list_hand(table, seat, WHEN_AFTER, &so_far, out);
	}
	sort(table, out);
}
