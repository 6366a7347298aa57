/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/cards/effects/effects.h"
#include "core/cards/table/table.h"
#include "core/cards/field/ways.h"
#include "core/cards/lasting/lasting_text.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

void table_init(struct table *table, const struct book *book, const struct position *position,
		struct history *history)
{
	memset(table, 0, sizeof *table);
	table->book = book;
	field_init(book, position, &table->field);
	table->start = table->field;
	piles_init(&table->piles, book->common);
	table->history = history;
	table->outcome.status = STATUS_PLAYING;
	table->now.demanded = table->returned = NO_SIDE;
	table->now.demand = NO_ACTION;
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		table->discard[seat] = NO_COPY;
}

void table_copy(struct table *to, const struct table *from)
{
	memcpy(to, from, offsetof(struct table, words.bytes) + from->words.used);
	gather_copy(&to->gather, &from->gather);
	for (unsigned seat = 0; seat < MAX_SIDES; seat++) {
		to->held[seat].there = from->held[seat].there;
		if (from->held[seat].there)
			to->held[seat] = from->held[seat];
	}
}

void table_try(struct table *to, const struct table *from)
{
	table_copy(to, from);
	to->history = NULL;
}

uint16_t table_awaited(const struct table *table)
{
	const struct position *position = &table->field.position;
	uint8_t player = position->turn == NO_SIDE ? NO_SIDE : position->controller[position->turn];

	if (table->gather.stage != GATHER_NOTHING)
		return gather_missing(table->book, &table->gather);
	switch (table->now.phase) {
	case PHASE_MOVE:
		return (uint16_t)(player == NO_SIDE ? 0u : 1u << player);
	case PHASE_WINDOW:
		return table->now.window;
	case PHASE_DEMAND:
		return (uint16_t)(1u << table->now.demanded);
	default:
		return 0;
	}
}

uint16_t table_checks(const struct table *table)
{
	uint16_t checks = 0;

	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++)
		if (table->now.phase != PHASE_OVER && table->field.position.in_play >> seat & 1 &&
		    ways_in_check(table->book, &table->field, seat))
			checks |= (uint16_t)(1u << seat);
	return checks;
}

/* As it is written, or in another language by its title. */
static const char *told_name(const struct variant *variant, unsigned seat)
{
	const char *title = variant_seat_title(variant, seat);

	return phrase(title) != title ? phrase(title) : variant_seat_name(variant, seat);
}

void table_effects(const struct table *table, struct text *out)
{
	const struct field *field = &table->field;

	FIELD_EFFECTS (effect, field) {
		if (lasting_of(table->book, effect)->due)
			continue;
		text_addf(out, phrase("%s by %s"), table->book->set->cards[effect->card].name,
			  told_name(table->book->variant, effect->by));
		lasting_text_place(table->book, field, effect, out);
		text_add(out, effect->suspended ? phrase(" (suspended)\n") : "\n");
	}
}
