/* SPDX-License-Identifier: MIT */
#include "core/cards/lasting/lasting_rows.h"
#include "core/cards/lasting/lasting_turn.h"

void lasting_turn_begins(const struct book *book, struct field *field, uint8_t seat,
			 struct event_list *record)
{
	for (unsigned i = 0; field->effect_count > 0 && i < EFFECT_KINDS; i++)
		if (lasting_rows[lasting_order[i]]->turn_begins != NULL)
			lasting_rows[lasting_order[i]]->turn_begins(book, field, seat, record);
}

/* The first that was owed in this turn of the seat, or NULL. */
static const struct effect *find_met(const struct book *book, const struct field *field,
				     uint8_t seat)
{
	FIELD_EFFECTS (effect, field) {
		const struct lasting *row = lasting_of(book, effect);

		if (effect->begun && row->ends & LASTING_MET &&
		    (row->met ? row->met(field, effect, seat) : effect->seat == seat))
			return effect;
	}
	return NULL;
}

void lasting_turn_ends(const struct book *book, struct field *field, uint8_t seat,
		       struct event_list *record)
{
	const struct effect *met;

	while ((met = find_met(book, field, seat)) != NULL) {
		struct effect effect = *met;

		field_end_effect(book, field, effect.serial, record);
		if (lasting_of(book, &effect)->after != NULL)
			lasting_of(book, &effect)->after(book, field, &effect, record);
	}
	for (unsigned i = 0; field->effect_count > 0 && i < EFFECT_KINDS; i++)
		if (lasting_rows[lasting_order[i]]->turn_ends != NULL)
			lasting_rows[lasting_order[i]]->turn_ends(book, field, record);
}

/* The trap, if any, that the piece there sets off. */
static const struct effect *find_trap(const struct book *book, const struct field *field,
				      unsigned piece, square at)
{
	FIELD_EFFECTS (effect, field) {
		const struct lasting *row = lasting_of(book, effect);

		if (row->springs != NULL && !effect->suspended &&
		    row->springs(book, field, effect, piece, at))
			return effect;
	}
	return NULL;
}

void lasting_turn_spring(const struct book *book, struct field *field, unsigned first,
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
