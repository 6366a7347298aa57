/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/cards/play/moment.h"
#include "core/cards/table/facts.h"
#include "core/cards/script/judge.h"
#include "core/cards/field/ways.h"
#include "core/cards/lasting/lasting_turn.h"
#include "core/variant/variant_data.h"

bool judge_mates(const struct book *book, const struct field *before, const struct field *after,
		 uint8_t player)
{
	for (uint8_t seat = 0; seat < book->variant->side_count; seat++) {
		if (seat != player && after->position.in_play >> seat & 1 &&
		    ways_is_mated(book, after, seat) && !ways_is_mated(book, before, seat))
			return true;
	}
	return false;
}

/* Whether the move takes an enemy's piece: what Vendetta asks for (R17). */
static bool captures(const struct book *book, const struct field *field, const struct move *move,
		     uint8_t seat)
{
	unsigned victim = field_at(field, move->kind == MOVE_EN_PASSANT ? move->other : move->to);

	if (move->kind == MOVE_CASTLE || victim == NO_PIECE)
		return false;
	return field_is_enemy(book, field, victim, seat);
}

bool judge_must_capture(const struct book *book, const struct field *field, uint8_t seat)
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

const struct effect *judge_challenge(const struct field *field, uint8_t seat)
{
	for (unsigned i = 0; i < field->effect_count; i++) {
		if (field->effects[i].what == EFFECT_CHALLENGE && field->effects[i].seat == seat &&
		    !field->effects[i].suspended)
			return &field->effects[i];
	}
	return NULL;
}

bool judge_obeys(const struct book *book, const struct field *before, const struct field *after,
		 uint8_t seat, struct reason *why)
{
	const struct effect *challenge = judge_challenge(before, seat);

	if (has_captured(book, before, after, seat) && judge_must_capture(book, before, seat))
		return true; /* R16 */
	if (judge_must_capture(book, before, seat)) {
		reason_set(
			why,
			"Under Vendetta you must capture: move so, or play a card that captures an "
			"enemy piece.");
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

bool judge_is_safe(void *context, const struct field *field)
{
	const struct table *table = context;

	return !moment_is_exposed(table->book, field, table->field.position.turn);
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

void judge_moves(const struct table *table, struct move_list *list_out)
{
	const struct field *field = &table->field;
	unsigned kept = 0;

	ways_moves(table->book, field, field->position.turn, true, list_out);
	for (unsigned i = 0; i < list_out->count; i++) {
		struct field next;

		if (table->undone_count > 0) {
			next = *field;
			ways_make(table->book, &next, &list_out->moves[i], NULL);
			lasting_turn_spring(table->book, &next, field->story.gone_count, NULL);
			lasting_turn_ends(table->book, &next, field->position.turn, NULL);
			if (judge_is_undone(table, &next))
				continue;
		}
		list_out->moves[kept++] = list_out->moves[i];
	}
	list_out->count = kept;
}
