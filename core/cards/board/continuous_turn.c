/* SPDX-License-Identifier: MIT */
#include "core/cards/board/continuous_table.h"
#include "core/cards/board/continuous_turn.h"

void continuous_turn_begins(const struct card_ruleset *book, struct card_board *field, uint8_t seat,
			    struct event_list *record)
{
	for (unsigned i = 0; field->effect_count > 0 && i < EFFECT_KINDS; i++)
		if (continuous_rows[continuous_order[i]]->turn_begins != NULL)
			continuous_rows[continuous_order[i]]->turn_begins(book, field, seat,
									  record);
}

/* Returns the first effect that ends with this turn of the seat, or NULL. */
static const struct effect *find_effect_over_with_turn(const struct card_ruleset *book,
						       const struct card_board *field, uint8_t seat)
{
	CARD_BOARD_EFFECTS(effect, field)
	{
		const struct continuous *row = continuous_of(book, effect);

		if (effect->begun && row->ends & CONTINUOUS_MET &&
		    (row->ends_with_turn ? row->ends_with_turn(field, effect, seat)
					 : effect->seat == seat))
			return effect;
	}
	return NULL;
}

void continuous_turn_ends(const struct card_ruleset *book, struct card_board *field, uint8_t seat,
			  struct event_list *record)
{
	const struct effect *met;

	while ((met = find_effect_over_with_turn(book, field, seat)) != NULL) {
		struct effect effect = *met;

		card_board_end_effect(book, field, effect.serial, record);
		if (continuous_of(book, &effect)->after != NULL)
			continuous_of(book, &effect)->after(book, field, &effect, record);
	}
	for (unsigned i = 0; field->effect_count > 0 && i < EFFECT_KINDS; i++)
		if (continuous_rows[continuous_order[i]]->turn_ends != NULL)
			continuous_rows[continuous_order[i]]->turn_ends(book, field, record);
}

/* Returns the trap that the piece on the square sets off, or NULL. */
static const struct effect *find_trap(const struct card_ruleset *book,
				      const struct card_board *field, unsigned piece, square at)
{
	CARD_BOARD_EFFECTS(effect, field)
	{
		const struct continuous *row = continuous_of(book, effect);

		if (row->springs != NULL && !effect->suspended &&
		    row->springs(book, field, effect, piece, at))
			return effect;
	}
	return NULL;
}

void continuous_turn_spring(const struct card_ruleset *book, struct card_board *field,
			    unsigned first, struct event_list *record)
{
	for (unsigned i = first; i < field->turn_log.gone_count; i++) {
		unsigned piece = field->turn_log.gone[i].piece;
		square at = field->turn_log.gone[i].to;
		const struct effect *trap;
		uint16_t serial;

		if (field->position.pieces[piece].fate != ON_BOARD ||
		    field->position.pieces[piece].at != at)
			continue;
		trap = find_trap(book, field, piece, at);
		if (trap == NULL)
			continue;
		serial = trap->serial;
		card_board_capture(book, field, piece, NO_PIECE, false, record);
		card_board_end_effect(book, field, serial, record);
	}
}
