/* SPDX-License-Identifier: MIT */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/cards/effects/effects.h"
#include "core/cards/table/table.h"
#include "core/cards/field/ways.h"
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
	table->demanded = table->returned = NO_SIDE;
	table->demand = NO_ACTION;
	for (unsigned seat = 0; seat < MAX_SIDES; seat++)
		table->discard[seat] = NO_COPY;
}

void table_copy(struct table *to, const struct table *from)
{
	memcpy(to, from,
	       offsetof(struct table, actions) + from->action_count * sizeof *from->actions);
}

uint16_t table_awaited(const struct table *table)
{
	const struct position *position = &table->field.position;
	uint8_t player = position->turn == NO_SIDE ? NO_SIDE : position->controller[position->turn];

	if (table->gather.stage != GATHER_NOTHING)
		return gather_missing(table->book, &table->gather);
	switch (table->phase) {
	case PHASE_MOVE:
		return (uint16_t)(player == NO_SIDE ? 0u : 1u << player);
	case PHASE_WINDOW:
		return table->window;
	case PHASE_DEMAND:
		return (uint16_t)(1u << table->demanded);
	default:
		return 0;
	}
}

uint16_t table_checks(const struct table *table)
{
	uint16_t checks = 0;

	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++) {
		if (table->phase != PHASE_OVER && table->field.position.in_play >> seat & 1 &&
		    ways_in_check(table->book, &table->field, seat))
			checks |= (uint16_t)(1u << seat);
	}
	return checks;
}

static void print_square(const struct table *table, square at, struct text *out)
{
	char name[SQUARE_NAME_MAX] = "-";

	if (at != NO_SQUARE)
		board_square_name(variant_board(table->book->variant), at, name);
	text_add(out, name);
}

static void print_piece(const struct table *table, uint8_t piece, struct text *out)
{
	print_square(table, table->field.position.pieces[piece].at, out);
}

static bool is_on_board(const struct table *table, uint8_t piece)
{
	return piece != NO_PIECE && table->field.position.pieces[piece].at != NO_SQUARE &&
	       table->field.position.pieces[piece].fate == ON_BOARD;
}

/* The royal piece, which may be under Elf Hill, and the Prince, who may be captured. */
static void print_coup(const struct table *table, const struct effect *effect, struct text *out)
{
	bool royal = table->field.position.pieces[effect->piece].fate != AWAY;

	if (royal) {
		text_add(out, " on ");
		print_piece(table, effect->piece, out);
	}
	if (is_on_board(table, effect->other)) {
		text_add(out, royal ? " " : " on ");
		print_piece(table, effect->other, out);
	}
}

static void print_wall(const struct table *table, const struct effect *effect, struct text *out)
{
	for (unsigned edge = 0; edge < 2; edge++) {
		text_add(out, edge == 0 ? " on " : " ");
		print_square(table, effect->squares[2 * edge], out);
		text_add_char(out, '|');
		print_square(table, effect->squares[2 * edge + 1], out);
	}
}

/* T11 */
static void print_targets(const struct table *table, const struct effect *effect, struct text *out)
{
	switch (effect->what) {
	case EFFECT_VENDETTA:
	case EFFECT_TRUCE:
	case EFFECT_DOOMSAYER:
		return;
	case EFFECT_EARTHQUAKE:
		text_addf(out, " on %s", effect->left ? "LEFT" : "RIGHT");
		return;
	case EFFECT_WALL:
		print_wall(table, effect, out);
		return;
	case EFFECT_CITY:
	case EFFECT_TRAP:
		text_add(out, effect->squares[0] == NO_SQUARE ? " on a secret square" : " on ");
		if (effect->squares[0] != NO_SQUARE)
			print_square(table, effect->squares[0], out);
		return;
	case EFFECT_COUP:
		print_coup(table, effect, out);
		return;
	default:
		text_add(out, " on ");
		print_piece(table, effect->piece, out);
	}
}

void table_effects(const struct table *table, struct text *out)
{
	const struct field *field = &table->field;

	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *effect = &field->effects[i];

		if (effect->what >= EFFECT_CONTINUING)
			continue;
		text_addf(out, "%s by %s", table->book->set->cards[effect->card].name,
			  variant_seat_name(table->book->variant, effect->by));
		print_targets(table, effect, out);
		text_add(out, effect->suspended ? " (suspended)\n" : "\n");
	}
}
