/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_text.h"
#include "core/cards/effects/effects.h"
#include "core/cards/state/card_state.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

void card_state_init(struct card_state *table, const struct card_ruleset *book,
		     const struct position *position, struct history *history)
{
	memset(table, 0, sizeof *table);
	table->book = book;
	card_board_init(book, position, &table->field);
	table->start = table->field;
	piles_init(&table->piles, book->common);
	piles_init(&table->start_piles, book->common);
	table->history = history;
	table->outcome.status = STATUS_PLAYING;
	table->now.demanded = table->returned = NO_SIDE;
	table->now.demand = NO_ACTION;
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		table->discard[seat] = NO_COPY;
}

void card_state_copy(struct card_state *to, const struct card_state *from)
{
	memcpy(to, from, offsetof(struct card_state, words.bytes) + from->words.used);
	setup_phase_copy(&to->gather, &from->gather);
	for (unsigned seat = 0; seat < MAX_SIDES; seat++) {
		to->held[seat].there = from->held[seat].there;
		if (from->held[seat].there)
			to->held[seat] = from->held[seat];
	}
}

void card_state_try(struct card_state *to, const struct card_state *from)
{
	card_state_copy(to, from);
	to->history = NULL;
}

uint16_t card_state_awaited(const struct card_state *table)
{
	const struct position *position = &table->field.position;
	uint8_t player = position->turn == NO_SIDE ? NO_SIDE : position->controller[position->turn];

	if (table->gather.stage != SETUP_PHASE_NOTHING)
		return setup_phase_missing(table->book, &table->gather);
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

uint16_t card_state_checks(const struct card_state *table)
{
	uint16_t checks = 0;

	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++)
		if (table->now.phase != PHASE_OVER && table->field.position.in_play >> seat & 1 &&
		    card_movegen_in_check(table->book, &table->field, seat))
			checks |= (uint16_t)(1u << seat);
	return checks;
}

/* Returns the seat's title if it is translated, else its name. */
static const char *seat_display_name(const struct variant *variant, unsigned seat)
{
	const char *title = variant_seat_title(variant, seat);

	return translate(title) != title ? translate(title) : variant_seat_name(variant, seat);
}

void card_state_effects(const struct card_state *table, struct strbuf *out)
{
	const struct card_board *field = &table->field;

	CARD_BOARD_EFFECTS(effect, field)
	{
		if (continuous_of(table->book, effect)->due)
			continue;
		strbuf_addf(out, translate("%s by %s"), table->book->set->cards[effect->card].name,
			    seat_display_name(table->book->variant, effect->by));
		continuous_text_place(table->book, field, effect, out);
		strbuf_add(out, effect->suspended ? translate(" (suspended)\n") : "\n");
	}
}
