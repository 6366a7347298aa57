/* SPDX-License-Identifier: MIT */
/* What effects do by themselves, when a turn begins or ends and where a move ends. */
#include <stdlib.h>

#include "core/cards/effects/effects.h"
#include "core/cards/play/moment.h"
#include "core/cards/field/ways.h"
#include "core/variant/variant_data.h"

/* ---- a turn begins ---- */

/* Whether any piece of the kind challenged could move at all, its king safe or not (K10). */
static bool can_meet(const struct book *book, const struct field *field,
		     const struct effect *challenge)
{
	struct move_list *moves = base_alloc(sizeof *moves);
	bool found = false;

	for (unsigned piece = 0; piece < field->position.piece_count && !found; piece++) {
		if (field->position.pieces[piece].fate != ON_BOARD ||
		    moment_owner(field, piece) != challenge->seat ||
		    !moment_is_of_kind(field, piece, challenge->type) ||
		    field_is_held(book, field, piece, challenge->seat))
			continue;
		ways_of_piece(book, field, piece, challenge->seat, moves);
		found = moves->count > 0;
	}
	free(moves);
	return found;
}

static void drop_vain_challenges(const struct book *book, struct field *field, uint8_t seat,
				 struct event_list *record)
{
	for (unsigned i = field->effect_count; i-- > 0;) {
		const struct effect *effect = &field->effects[i];

		if (effect->what == EFFECT_CHALLENGE && effect->seat == seat &&
		    !can_meet(book, field, effect))
			field_end_effect(book, field, effect->serial, record);
	}
}

void effects_at_turn_start(const struct book *book, struct field *field, uint8_t seat,
			   struct event_list *record)
{
	if (field->truce && !ways_any_move(book, field, seat)) {
		moment_end_all(book, field, EFFECT_TRUCE, record);
		/* "Restart the stalemate count": the rounds without a capture. */
		if (field->position.quiet > 0)
			position_set_quiet(&field->position, 0, record);
	}
	if (field->vendetta && !ways_must_capture(book, field, seat))
		moment_end_all(book, field, EFFECT_VENDETTA, record);
	drop_vain_challenges(book, field, seat, record);
}

/* ---- a turn ends ---- */

/* Whether the effect binds a seat for one turn, and no longer. */
static bool is_obligation(enum effect_kind what)
{
	return what == EFFECT_CHALLENGE || what == EFFECT_DUNGEON || what == EFFECT_PANIC ||
	       what == EFFECT_LOST || what == EFFECT_SPLIT;
}

/* Of two pieces that still share a square the lesser is lost (C-Peace Talks): never one that is
 * royal. */
static void lose_lesser(const struct book *book, struct field *field, const struct effect *split,
			struct event_list *record)
{
	const struct piece *pieces = field->position.pieces;
	bool other_less = field->marks[split->piece] & MARK_ROYAL ||
			  (pieces[split->other].type > pieces[split->piece].type &&
			   !(field->marks[split->other] & MARK_ROYAL));

	field_capture(book, field, other_less ? split->other : split->piece, NO_PIECE, false,
		      record);
}

/* The first obligation of the seat whose turn this was, or NULL. */
static const struct effect *find_met(const struct field *field, uint8_t seat)
{
	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *effect = &field->effects[i];

		if (effect->begun && ((is_obligation(effect->what) && effect->seat == seat) ||
				      (effect->what == EFFECT_ELF_HILL && effect->by == seat &&
				       field->position.pieces[effect->piece].fate == ON_BOARD)))
			return effect;
	}
	return NULL;
}

/* Whether some king would be in check if there were no Truce (K6). */
static bool would_be_check(const struct book *book, const struct field *field)
{
	struct field war = *field;

	moment_end_all(book, &war, EFFECT_TRUCE, NULL);
	for (uint8_t seat = 0; seat < variant_seats(book->variant); seat++)
		if (war.position.in_play >> seat & 1 && ways_in_check(book, &war, seat))
			return true;
	return false;
}

void effects_after_turn(const struct book *book, struct field *field, uint8_t seat,
			struct event_list *record)
{
	const struct effect *met;

	while ((met = find_met(field, seat)) != NULL) {
		struct effect effect = *met;

		field_end_effect(book, field, effect.serial, record);
		if (effect.what == EFFECT_SPLIT)
			lose_lesser(book, field, &effect, record);
	}
	if (field->truce && would_be_check(book, field))
		moment_end_all(book, field, EFFECT_TRUCE, record);
}

/* ---- a move ends ---- */

/* The trap, if any, that the piece there sets off. */
static const struct effect *find_trap(const struct book *book, const struct field *field,
				      unsigned piece, square at)
{
	if (field->truce || field_is_kingly(book, field, piece) ||
	    field->marks[piece] & MARK_PACIFIST)
		return NULL;
	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *effect = &field->effects[i];

		if (effect->what == EFFECT_TRAP && !effect->suspended && effect->squares[0] == at &&
		    field_is_enemy(book, field, piece, effect->by))
			return effect;
	}
	return NULL;
}

void effects_spring(const struct book *book, struct field *field, unsigned first,
		    struct event_list *record)
{
	for (unsigned i = first; i < field->story.gone_count; i++) {
		unsigned piece = field->story.gone[i].piece;
		square at = field->story.gone[i].to;
		const struct effect *trap;
		uint16_t serial;

		if (field->position.pieces[piece].fate != ON_BOARD ||
		    field->position.pieces[piece].at != at)
			continue;
		trap = find_trap(book, field, piece, at);
		if (trap == NULL)
			continue;
		serial = trap->serial;
		field_capture(book, field, piece, NO_PIECE, false, record);
		field_end_effect(book, field, serial, record);
	}
}
