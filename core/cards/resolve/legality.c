/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_turn.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/resolve/legality.h"
#include "core/cards/state/card_state_events.h"
#include "core/variant/variant_data.h"

/* The number of a turn's cards that are considered: one, or the two of Plots Within Plots, and one
 * to spare. */
enum { MAX_VOIDED = 3 };

bool legality_mates(const struct legality_case *judged)
{
	struct card_board was, is;
	struct event_list ended;
	bool any;

	if (judged->card->continuing)
		return false;
	if (effect_context_mates(judged->book, judged->before, judged->after, judged->player))
		return true;
	if (judged->player != judged->mover || !(judged->when & (WHEN_INSTEAD | WHEN_AFTER)))
		return false;
	was = *judged->before;
	is = *judged->after;
	event_list_init(&ended);
	continuous_turn_ends(judged->book, &was, judged->mover, &ended);
	continuous_turn_ends(judged->book, &is, judged->mover, &ended);
	any = ended.count > 0;
	event_list_done(&ended);
	return any && effect_context_mates(judged->book, &was, &is, judged->player);
}

/* Reports whether the move captures an enemy's piece, as a Vendetta demands
 * [vendetta-and-neutrals]. */
static bool is_enemy_capture(const struct card_ruleset *book, const struct card_board *field,
			     const struct move *move, uint8_t seat)
{
	unsigned victim =
		card_board_at(field, move->kind == MOVE_EN_PASSANT ? move->other : move->to);

	if (move->kind == MOVE_CASTLE || victim == NO_PIECE)
		return false;
	return card_board_is_enemy(book, field, victim, seat);
}

/* Reports whether the seat must capture, because a Vendetta is in play and it can (C: Vendetta). */
static bool must_capture(const struct card_ruleset *book, const struct card_board *field,
			 uint8_t seat)
{
	struct move_list list;

	if (!field->vendetta || field->truce)
		return false;
	card_movegen_moves(book, field, seat, true, &list);
	return list.count > 0 && is_enemy_capture(book, field, &list.moves[0], seat);
}

/* Reports whether an enemy's piece was captured between the two boards. */
static bool has_captured(const struct card_ruleset *book, const struct card_board *before,
			 const struct card_board *after, uint8_t seat)
{
	for (unsigned i = before->turn_log.taken_count; i < after->turn_log.taken_count; i++) {
		if (card_board_is_enemy(book, before, after->turn_log.taken[i].piece, seat))
			return true;
	}
	return false;
}

/* Reports whether Vendetta and a Challenge allow the change between the two boards instead of a
 * regular move; writes the reason to `why` if not. */
static bool meets_obligations(const struct card_ruleset *book, const struct card_board *before,
			      const struct card_board *after, uint8_t seat, struct reason *why)
{
	const struct effect *challenge = card_board_challenge(book, before, seat);

	if (has_captured(book, before, after, seat) && must_capture(book, before, seat))
		return true; /* [challenge-under-vendetta] */
	if (must_capture(book, before, seat)) {
		reason_set(why, "Under Vendetta you must capture: move so, or play a card that "
				"captures an enemy piece.");
		return false;
	}
	if (challenge == NULL)
		return true;
	for (unsigned i = before->turn_log.gone_count; i < after->turn_log.gone_count; i++) {
		if (card_board_is(book, before, after->turn_log.gone[i].piece,
				  1u << challenge->type))
			return true;
	}
	reason_set(why,
		   "You are challenged: a piece of the kind %s must move, or PASS loses the turn.",
		   card_ruleset_kind_name(book, challenge->type));
	return false;
}

enum effect_context_result legality_card(const struct legality_case *judged, struct reason *why)
{
	const struct card_ruleset *book = judged->book;
	const struct card *card = judged->card;
	bool instead = judged->when == WHEN_INSTEAD;

	if (instead && !meets_obligations(book, judged->before, judged->after, judged->player, why))
		return EFFECT_CONTEXT_REFUSED;
	if (instead && card_movegen_in_check(book, judged->after, judged->player) &&
	    (judged->unsprung == judged->after ||
	     card_movegen_in_check(book, judged->unsprung, judged->player))) {
		if (!card->effect->moves_king_safely && !card->continuing)
			return EFFECT_CONTEXT_SPENT;
		effect_context_explain_exposed(book, judged->after, judged->player, why);
		return EFFECT_CONTEXT_REFUSED;
	}
	return legality_mates(judged) ? EFFECT_CONTEXT_SPENT : EFFECT_CONTEXT_DONE;
}

bool legality_is_voidable(const struct card *card, uint8_t when)
{
	return !card->continuing && card->effect->verb != VERB_PLOTS && when != WHEN_INSTEAD;
}

bool legality_ends(const struct legality_end *end, uint32_t *spent_out)
{
	unsigned count = end->voidable < MAX_VOIDED ? end->voidable : MAX_VOIDED;

	for (unsigned size = 0; size <= count; size++) {
		for (uint32_t set = 1u << count; set-- > 0;) {
			if ((unsigned)__builtin_popcount(set) != size ||
			    end->exposed(end->context, set))
				continue;
			*spent_out = set;
			return true;
		}
	}
	*spent_out = 0;
	return end->challenged && end->exposed_anyway(end->context);
}

bool legality_ends_without_move(const struct card_ruleset *book, const struct card_board *field,
				uint8_t seat, bool cures)
{
	return cures && !card_movegen_in_check(book, field, seat) &&
	       !card_movegen_any_move(book, field, seat);
}

bool legality_is_undone(const struct card_state *table, const struct card_board *field)
{
	struct position_key key;

	if (table->undone_count == 0)
		return false;
	key = state_events_board_key(field);
	for (unsigned i = 0; i < table->undone_count; i++) {
		if (memcmp(&key, &table->undone[i], sizeof key) == 0)
			return true;
	}
	return false;
}

bool legality_ends_undone(const struct card_state *table, const struct card_board *before,
			  const struct card_board *after, bool springs)
{
	struct card_board end;

	if (table->undone_count == 0)
		return false;
	end = *after;
	if (springs)
		continuous_turn_spring(table->book, &end, before->turn_log.gone_count, NULL);
	continuous_turn_ends(table->book, &end, before->position.turn, NULL);
	return legality_is_undone(table, &end);
}

void legality_moves(const struct card_state *table, struct move_list *list_out)
{
	const struct card_board *field = &table->field;
	unsigned kept = 0;

	card_movegen_moves(table->book, field, field->position.turn, true, list_out);
	for (unsigned i = 0; i < list_out->count && table->undone_count > 0; i++) {
		struct card_board next = *field;

		card_movegen_make(table->book, &next, &list_out->moves[i], NULL);
		if (!legality_ends_undone(table, field, &next, true))
			list_out->moves[kept++] = list_out->moves[i];
	}
	if (table->undone_count > 0)
		list_out->count = kept;
}
