/* SPDX-License-Identifier: MIT */
/* What of a game with cards lies open, in words. */
#include <stdlib.h>

#include "core/phrase/phrase.h"
#include "core/cards/lasting/lasting_text.h"
#include "core/cards/deck/book.h"
#include "core/cards/table/table.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/kind/cards/cards_view.h"
#include "core/kind/cards/cards_marks.h"

static void add_discards(const struct table *table, uint8_t seat, const char *title,
			 struct text *out)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_DISCARDS, seat, copies);
	struct text line;

	if (count == 0)
		return;
	text_init(&line, 0);
	text_addf(&line, phrase("Discards%s%s, latest first:"),
		  *title != '\0' ? phrase(" of ") : "", title);
	for (unsigned i = 0; i < count; i++) {
		uint8_t kind = table->piles.copies[copies[i]].kind;

		text_addf(&line, "%s %s", i > 0 ? "," : "",
			  kind == NO_CARD ? "?" : table->book->set->cards[kind].name);
	}
	cards_lines(table->book->variant, line.bytes, "  ", out);
	text_done(&line);
}

static void add_effects(const struct table *table, struct text *out)
{
	struct text effects;
	const char *cursor, *line;
	size_t len;

	text_init(&effects, 0);
	table_effects(table, &effects);
	cursor = effects.bytes;
	while (text_next_line(&cursor, effects.bytes + effects.len, &line, &len)) {
		char *one = base_strndup(line, len);

		text_addf(out, phrase("  In force: %s\n"), one);
		free(one);
	}
	text_done(&effects);
}

/* "knight, 2 pawns": by their original kinds, by which cards bring them back. */
static void add_kinds(const struct position *position, const struct variant *variant, uint8_t seat,
		      struct text *out)
{
	unsigned counts[MAX_TYPES] = {0};

	for (unsigned i = 0; i < position->piece_count; i++)
		if (position->pieces[i].side == seat && position->pieces[i].fate == CAPTURED)
			counts[position->pieces[i].born]++;
	for (unsigned type = 0; type < variant->type_count; type++) {
		char *many;

		if (counts[type] == 0)
			continue;
		text_add(out, out->len > 0 ? ", " : "");
		if (counts[type] > 1)
			text_addf(out, "%u ", counts[type]);
		many = base_printf("%s%s", variant_type_name(variant, type),
				   counts[type] > 1 ? "s" : "");
		text_add(out, phrase(many));
		free(many);
	}
}

/* Cards that bring pieces back ask for them. */
static void add_captured(const struct table *table, struct text *out)
{
	const struct position *position = &table->field.position;
	const struct variant *variant = table->book->variant;

	for (uint8_t seat = 0; seat < variant_seats(variant); seat++) {
		struct text kinds;

		text_init(&kinds, 0);
		add_kinds(position, variant, seat, &kinds);
		if (kinds.len > 0 && position->in_play >> seat & 1)
			text_addf(out, phrase("  Captured of %s: %s\n"),
				  phrase(variant_seat_title(variant, seat)), kinds.bytes);
		text_done(&kinds);
	}
}

/* The pile of a common deck, and how often it has run out. */
static void add_common_pile(const struct piles *piles, struct text *out)
{
	unsigned times = piles->ran_out;

	text_addf(out, phrase("  The pile is everybody's, and %u lie in it.\n"),
		  piles_size(piles, ZONE_DRAW, 0));
	if (times > 0)
		text_addf(out,
			  phrase("  It ran out %u time%s; the discards were shuffled and became "
				 "the pile.\n"),
			  times, times == 1 ? "" : "s");
}

/* What cards ask of a turn to come. Where an Abduction took a piece is for its owner to tell. */
static void add_dues(const struct table *table, struct text *out)
{
	const struct field *field = &table->field;

	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *due = &field->effects[i];

		if (lasting_of(table->book, due)->owed == NULL || due->suspended)
			continue;
		text_add(out, phrase("  Due: "));
		/* Two pieces share a square because an effect has ended. */
		if (due->card != NO_CARD)
			text_addf(out, "%s, ", table->book->set->cards[due->card].name);
		lasting_text_owed(table->book, field, due, out);
		text_add_char(out, '\n');
	}
}

void cards_table(const struct game *game, uint8_t seat, struct text *out)
{
	struct table *table = cards_seen(game, seat);
	const struct piles *piles = &table->piles;

	add_effects(table, out);
	add_dues(table, out);
	if (!cards_marks_blind(game, seat))
		add_captured(table, out);
	for (uint8_t other = 0; other < variant_seats(game->variant); other++) {
		text_addf(out, phrase("  %s holds %u card%s"),
			  phrase(variant_seat_title(game->variant, other)),
			  piles_size(piles, ZONE_HAND, other),
			  piles_size(piles, ZONE_HAND, other) == 1 ? "" : "s");
		if (!piles->common)
			text_addf(out, phrase(", and %u lie in the pile"),
				  piles_size(piles, ZONE_DRAW, other));
		text_add(out, ".\n");
	}
	if (piles->common)
		add_common_pile(piles, out);
	for (uint8_t other = 0; other < (piles->common ? 1 : variant_seats(game->variant)); other++)
		add_discards(table, other,
			     piles->common ? "" : phrase(variant_seat_title(game->variant, other)),
			     out);
	free(table);
}
