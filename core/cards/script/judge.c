/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/table/facts.h"
#include "core/cards/script/judge.h"
#include "core/cards/field/ways.h"
#include "core/cards/lasting/lasting_turn.h"
#include "core/variant/variant_data.h"

/* So many of a turn's cards are looked at: one, or the two of Plots Within Plots; and one for luck.
 */
enum { MAX_VOIDED = 3 };

bool judge_mates(const struct judge_case *judged)
{
	struct field was, is;
	struct event_list ended;
	bool any;

	if (judged->card->continuing)
		return false;
	if (moment_mates(judged->book, judged->before, judged->after, judged->player))
		return true;
	if (judged->player != judged->mover || !(judged->when & (WHEN_INSTEAD | WHEN_AFTER)))
		return false;
	was = *judged->before;
	is = *judged->after;
	event_list_init(&ended);
	lasting_turn_ends(judged->book, &was, judged->mover, &ended);
	lasting_turn_ends(judged->book, &is, judged->mover, &ended);
	any = ended.count > 0;
	event_list_done(&ended);
	return any && moment_mates(judged->book, &was, &is, judged->player);
}

/* Whether the move takes an enemy's piece: what Vendetta asks for [vendetta-and-neutrals]. */
static bool captures(const struct book *book, const struct field *field, const struct move *move,
		     uint8_t seat)
{
	unsigned victim = field_at(field, move->kind == MOVE_EN_PASSANT ? move->other : move->to);

	if (move->kind == MOVE_CASTLE || victim == NO_PIECE)
		return false;
	return field_is_enemy(book, field, victim, seat);
}

/* Whether the seat must capture: Vendetta is in play and it can (C: Vendetta). */
static bool must_capture(const struct book *book, const struct field *field, uint8_t seat)
{
	struct move_list list;

	if (!field->vendetta || field->truce)
		return false;
	ways_moves(book, field, seat, true, &list);
	return list.count > 0 && captures(book, field, &list.moves[0], seat);
}

/* Whether an enemy's piece was taken between the two. */
static bool has_captured(const struct book *book, const struct field *before,
			 const struct field *after, uint8_t seat)
{
	for (unsigned i = before->story.taken_count; i < after->story.taken_count; i++) {
		if (field_is_enemy(book, before, after->story.taken[i].piece, seat))
			return true;
	}
	return false;
}

/* Whether what was made between the two fields instead of a regular move is such as Vendetta and a
 * Challenge let the seat make. False with the reason. */
static bool obeys(const struct book *book, const struct field *before, const struct field *after,
		  uint8_t seat, struct reason *why)
{
	const struct effect *challenge = field_challenge(book, before, seat);

	if (has_captured(book, before, after, seat) && must_capture(book, before, seat))
		return true; /* [challenge-under-vendetta] */
	if (must_capture(book, before, seat)) {
		reason_set(why, "Under Vendetta you must capture: move so, or play a card that "
				"captures an enemy piece.");
		return false;
	}
	if (challenge == NULL)
		return true;
	for (unsigned i = before->story.gone_count; i < after->story.gone_count; i++) {
		if (field_is(book, before, after->story.gone[i].piece, 1u << challenge->type))
			return true;
	}
	reason_set(why,
		   "You are challenged: a piece of the kind %s must move, or PASS loses the turn.",
		   book_kind_name(book, challenge->type));
	return false;
}

enum moment_result judge_card(const struct judge_case *judged, struct reason *why)
{
	const struct book *book = judged->book;
	const struct card *card = judged->card;
	bool instead = judged->when == WHEN_INSTEAD;

	if (instead && !obeys(book, judged->before, judged->after, judged->player, why))
		return MOMENT_REFUSED;
	if (instead && ways_in_check(book, judged->after, judged->player) &&
	    (judged->unsprung == judged->after ||
	     ways_in_check(book, judged->unsprung, judged->player))) {
		if (!card->effect->moves_king_safely && !card->continuing)
			return MOMENT_SPENT;
		moment_say_exposed(book, judged->after, judged->player, why);
		return MOMENT_REFUSED;
	}
	return judge_mates(judged) ? MOMENT_SPENT : MOMENT_DONE;
}

bool judge_is_voidable(const struct card *card, uint8_t when)
{
	return !card->continuing && card->effect->verb != VERB_PLOTS && when != WHEN_INSTEAD;
}

bool judge_ends(const struct judge_end *end, uint32_t *spent_out)
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

bool judge_ends_without_move(const struct book *book, const struct field *field, uint8_t seat,
			     bool cures)
{
	return cures && !ways_in_check(book, field, seat) && !ways_any_move(book, field, seat);
}

bool judge_is_undone(const struct table *table, const struct field *field)
{
	struct position_key key;

	if (table->undone_count == 0)
		return false;
	key = facts_board_key(field);
	for (unsigned i = 0; i < table->undone_count; i++) {
		if (memcmp(&key, &table->undone[i], sizeof key) == 0)
			return true;
	}
	return false;
}

bool judge_ends_undone(const struct table *table, const struct field *before,
		       const struct field *after, bool springs)
{
	struct field end;

	if (table->undone_count == 0)
		return false;
	end = *after;
	if (springs)
		lasting_turn_spring(table->book, &end, before->story.gone_count, NULL);
	lasting_turn_ends(table->book, &end, before->position.turn, NULL);
	return judge_is_undone(table, &end);
}

void judge_moves(const struct table *table, struct move_list *list_out)
{
	const struct field *field = &table->field;
	unsigned kept = 0;

	ways_moves(table->book, field, field->position.turn, true, list_out);
	for (unsigned i = 0; i < list_out->count && table->undone_count > 0; i++) {
		struct field next = *field;

		ways_make(table->book, &next, &list_out->moves[i], NULL);
		if (!judge_ends_undone(table, field, &next, true))
			list_out->moves[kept++] = list_out->moves[i];
	}
	if (table->undone_count > 0)
		list_out->count = kept;
}
