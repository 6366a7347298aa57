/* SPDX-License-Identifier: MIT */
/* Checks that a table read from a file is sound; other code relies on it. */
#include <string.h>

#include "core/cards/state/card_state.h"
#include "core/variant/variant_data.h"

static bool is_seat(const struct card_state *table, unsigned seat)
{
	return seat < table->book->variant->side_count;
}

static bool is_copy_or_none(const struct card_state *table, uint16_t copy)
{
	return copy == NO_COPY || copy < table->piles.count;
}

/* ---- piles ---- */

/* Reports whether a place in a pile is one that a game can reach, far from overflow. */
static bool is_place(int32_t place)
{
	return place > -(1 << 30) && place < 1 << 30;
}

static bool is_copy_sound(const struct card_state *table, const struct copy *copy)
{
	return (copy->kind == NO_CARD || copy->kind < table->book->set->count) &&
	       position_is_seat_or_none(table->book->variant, copy->owner) && copy->zone < ZONES &&
	       is_seat(table, copy->seat) && is_place(copy->place);
}

static bool are_piles_sound(const struct card_state *table, const struct piles *piles)
{
	if (piles->count > MAX_COPIES || !base_is_bool(&piles->common) ||
	    piles->common != table->book->common || !is_place(piles->stamp))
		return false;
	for (uint16_t i = 0; i < piles->count; i++)
		if (!is_copy_sound(table, &piles->copies[i]))
			return false;
	return true;
}

/* ---- the script ---- */

static bool is_value_sound(const struct card_state *table, const struct target *target)
{
	switch (target->form) {
	case TARGET_KIND:
	case TARGET_PROMOTION:
		return card_board_is_kind(table->book, target->value);
	case TARGET_CARD:
		return target->value < table->book->set->count;
	case TARGET_SEAT:
		return is_seat(table, target->value);
	default:
		return true;
	}
}

static bool are_targets_sound(const struct card_state *table, const struct target *targets,
			      unsigned count)
{
	if (count > MAX_PLAY_WORDS)
		return false;
	for (unsigned i = 0; i < count; i++) {
		const struct target *target = &targets[i];

		if (target->form > TARGET_PROMOTION || target->square_count > MAX_CHAIN ||
		    target->piece > table->book->variant->type_count ||
		    !is_value_sound(table, target))
			return false;
		for (unsigned k = 0; k < target->square_count; k++)
			if (!position_is_square_or_none(table->book->variant, target->squares[k]))
				return false;
	}
	return true;
}

static bool are_answers_sound(const struct card_state *table, uint8_t number)
{
	struct answer answer;

	if (card_state_answers(table, number) > MAX_SIDES)
		return false;
	for (unsigned i = 0; card_state_answer(table, number, i, &answer); i++)
		if (!is_seat(table, answer.seat) || !base_is_bool(&answer.no) ||
		    !are_targets_sound(table, answer.targets, answer.target_count))
			return false;
	return true;
}

static bool is_content_sound(const struct card_state *table, const struct action *action,
			     const struct action_words *words)
{
	unsigned cards = table->book->set->count;

	switch (action->kind) {
	case ACTION_CARD:
		return action->card < cards && action->acts_as < cards &&
		       are_targets_sound(table, words->play.targets, words->play.target_count);
	case ACTION_MOVE:
		return action->acts_as == NO_CARD &&
		       move_is_sound(table->book->variant, &action->move);
	default:
		return action->kind == ACTION_SAID && action->acts_as == NO_CARD &&
		       memchr(words->said, '\0', sizeof words->said) != NULL;
	}
}

bool card_state_action_is_sound(const struct card_state *table, const struct action *action,
				const struct action_words *words, uint8_t number)
{
	return is_content_sound(table, action, words) && is_seat(table, action->seat) &&
	       action->when != 0 && (action->when & (action->when - 1)) == 0 &&
	       action->when <= WHEN_CARD &&
	       (action->answers == NO_ACTION || action->answers < number) &&
	       (action->plots == NO_ACTION || action->plots < number) &&
	       action->fate <= ACTION_RETURNED && base_is_bool(&action->was_returned) &&
	       base_is_bool(&action->forced) && is_copy_or_none(table, action->copy) &&
	       is_copy_or_none(table, action->drawn) && is_place(action->place) &&
	       are_answers_sound(table, number);
}

/* ---- the turn ---- */

/* Reports whether a demand is on a seat, and of a card that makes one. */
static bool is_demand_sound(const struct card_state *table)
{
	uint8_t card;

	if (table->now.demanded == NO_SIDE)
		return table->now.phase != PHASE_DEMAND;
	if (!is_seat(table, table->now.demanded) ||
	    (table->now.demand != NO_ACTION && table->now.demand >= table->action_count))
		return false;
	card = card_state_demand_card(table);
	return card < table->book->set->count &&
	       table->book->set->cards[card].effect->demand != NULL;
}

static bool is_phase_sound(const struct card_state *table)
{
	bool over = table->outcome.status != STATUS_PLAYING;
	uint8_t turn = table->field.position.turn, mover = table->start.position.turn;

	if (table->now.phase > PHASE_OVER || table->now.state > TURN_VOID ||
	    (table->now.phase == PHASE_OVER) != over || (turn == NO_SIDE) != over)
		return false;
	return over || (mover != NO_SIDE && table->field.position.controller[turn] != NO_SIDE);
}

static bool are_seats_sound(const struct card_state *table)
{
	if ((table->now.window | table->now.played | table->now.settled) >>
			    table->book->variant->side_count !=
		    0 ||
	    !position_is_seat_or_none(table->book->variant, table->returned))
		return false;
	for (unsigned seat = 0; seat < MAX_SIDES; seat++) {
		const struct held_turn *held = &table->held[seat];

		if (!is_copy_or_none(table, table->discard[seat]) || !base_is_bool(&held->there) ||
		    (held->there && memchr(held->text, '\0', sizeof held->text) == NULL))
			return false;
	}
	return true;
}

static bool are_flags_sound(const struct card_state *table)
{
	return base_is_bool(&table->now.king_back) && base_is_bool(&table->now.begun_again) &&
	       base_is_bool(&table->now.chaos) && base_is_bool(&table->now.no_card) &&
	       memchr(table->ahead.fogged, '\0', sizeof table->ahead.fogged) != NULL &&
	       memchr(table->ahead.chaos, '\0', sizeof table->ahead.chaos) != NULL;
}

static bool are_lots_sound(const struct lots *lots)
{
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		if (memchr(lots->words[seat], '\0', sizeof lots->words[seat]) == NULL)
			return false;
	return memchr(lots->game, '\0', sizeof lots->game) != NULL &&
	       memchr(lots->secret, '\0', sizeof lots->secret) != NULL;
}

static bool is_stack_sound(const struct card_state *table, const struct stack *stack)
{
	if (stack->count > MAX_COPIES || !base_is_bool(&stack->ordered))
		return false;
	for (unsigned i = 0; i < stack->count; i++)
		if (stack->kinds[i] >= table->book->set->count)
			return false;
	return true;
}

static bool is_gather_sound(const struct card_state *table)
{
	const struct setup_phase *gather = &table->gather;

	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		if (!is_stack_sound(table, &gather->shares[seat]) ||
		    !is_stack_sound(table, &gather->decks[seat]))
			return false;
	return gather->stage <= SETUP_PHASE_DECKS &&
	       gather->in >> table->book->variant->side_count == 0;
}

/* Reports whether the copies that effects name exist. */
static bool are_copies_known(const struct card_state *table, const struct card_board *field)
{
	CARD_BOARD_EFFECTS(effect, field)
	if (!is_copy_or_none(table, effect->copy))
		return false;
	return true;
}

static bool is_action_sound(const struct card_state *table, uint8_t number)
{
	struct action_words words;

	card_state_words(table, number, &words);
	return card_state_action_is_sound(table, &table->actions[number], &words, number);
}

bool card_state_is_sound(const struct card_state *table)
{
	if (!card_board_is_sound(table->book, &table->field) ||
	    !card_board_is_sound(table->book, &table->start) ||
	    !are_piles_sound(table, &table->piles) ||
	    !are_piles_sound(table, &table->start_piles) ||
	    table->start_piles.count > table->piles.count || table->action_count > MAX_ACTIONS ||
	    table->undone_count > MAX_UNDONE)
		return false;
	for (uint8_t i = 0; i < table->action_count; i++)
		if (!is_action_sound(table, i))
			return false;
	return are_copies_known(table, &table->field) && are_copies_known(table, &table->start) &&
	       are_seats_sound(table) && are_flags_sound(table) && are_lots_sound(&table->lots) &&
	       is_gather_sound(table) && is_phase_sound(table) && is_demand_sound(table);
}
