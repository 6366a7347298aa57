/* SPDX-License-Identifier: MIT */
/* Describes everything that is public in a game with cards. */
#include <stdlib.h>

#include "core/cards/board/continuous_text.h"
#include "core/cards/deck/card_ruleset.h"
#include "core/cards/state/card_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

static void add_discards(const struct card_state *table, uint8_t seat, const char *title,
			 struct strbuf *out)
{
	uint16_t copies[MAX_COPIES];
	unsigned count = piles_list(&table->piles, ZONE_DISCARDS, seat, copies);
	struct strbuf line;

	if (count == 0)
		return;
	strbuf_init(&line, 0);
	strbuf_addf(&line, translate("Discards%s%s, latest first:"),
		    *title != '\0' ? translate(" of ") : "", title);
	for (unsigned i = 0; i < count; i++) {
		uint8_t kind = table->piles.copies[copies[i]].kind;

		strbuf_addf(&line, "%s %s", i > 0 ? "," : "",
			    kind == NO_CARD ? "?" : table->book->set->cards[kind].name);
	}
	cards_lines(table->book->variant, line.bytes, "  ", out);
	strbuf_done(&line);
}

static void add_effects(const struct card_state *table, struct strbuf *out)
{
	struct strbuf effects;
	const char *cursor, *line;
	size_t len;

	strbuf_init(&effects, 0);
	card_state_effects(table, &effects);
	cursor = effects.bytes;
	while (strbuf_next_line(&cursor, effects.bytes + effects.len, &line, &len)) {
		char *one = base_strndup(line, len);

		strbuf_addf(out, translate("  In force: %s\n"), one);
		free(one);
	}
	strbuf_done(&effects);
}

/* Adds the captured pieces of a seat, "knight, 2 pawns", by their original kinds, as cards bring
 * them back. */
static void add_kinds(const struct position *position, const struct variant *variant, uint8_t seat,
		      struct strbuf *out)
{
	unsigned counts[MAX_TYPES] = {0};

	for (unsigned i = 0; i < position->piece_count; i++)
		if (position->pieces[i].side == seat && position->pieces[i].fate == CAPTURED)
			counts[position->pieces[i].born]++;
	for (unsigned type = 0; type < variant->type_count; type++) {
		char *many;

		if (counts[type] == 0)
			continue;
		strbuf_add(out, out->len > 0 ? ", " : "");
		if (counts[type] > 1)
			strbuf_addf(out, "%u ", counts[type]);
		many = base_printf("%s%s", variant_type_name(variant, type),
				   counts[type] > 1 ? "s" : "");
		strbuf_add(out, translate(many));
		free(many);
	}
}

/* Adds the captured pieces of each seat, which players need for cards that bring pieces back. */
static void add_captured(const struct card_state *table, struct strbuf *out)
{
	const struct position *position = &table->field.position;
	const struct variant *variant = table->book->variant;

	for (uint8_t seat = 0; seat < variant_seats(variant); seat++) {
		struct strbuf kinds;

		strbuf_init(&kinds, 0);
		add_kinds(position, variant, seat, &kinds);
		if (kinds.len > 0 && position->in_play >> seat & 1)
			strbuf_addf(out, translate("  Captured of %s: %s\n"),
				    translate(variant_seat_title(variant, seat)), kinds.bytes);
		strbuf_done(&kinds);
	}
}

/* Adds the pile of a common deck, and how often it has run out. */
static void add_common_pile(const struct piles *piles, struct strbuf *out)
{
	unsigned times = piles->ran_out;

	strbuf_addf(out, translate("  All draw from one pile; cards in it: %u.\n"),
		    piles_size(piles, ZONE_DRAW, 0));
	if (times > 0)
		strbuf_addf(
			out,
			translate("  It ran out %u time%s; then the discards were shuffled into a "
				  "new pile.\n"),
			times, times == 1 ? "" : "s");
}

/* Adds what cards demand of a coming turn. The square from which an Abduction took a piece is left
 * out, because its owner must say it. */
static void add_obligations(const struct card_state *table, struct strbuf *out)
{
	const struct card_board *field = &table->field;

	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *due = &field->effects[i];

		if (continuous_of(table->book, due)->owed == NULL || due->suspended)
			continue;
		strbuf_add(out, translate("  Pending: "));
		/* Two pieces on one square have no card: an effect has ended. */
		if (due->card != NO_CARD)
			strbuf_addf(out, "%s, ", table->book->set->cards[due->card].name);
		continuous_text_owed(table->book, field, due, out);
		strbuf_add_char(out, '\n');
	}
}

void cards_table(const struct game *game, uint8_t seat, struct strbuf *out)
{
	struct card_state *table = cards_seen(game, seat);
	const struct piles *piles = &table->piles;

	add_effects(table, out);
	add_obligations(table, out);
	if (!cards_marks_blind(game, seat))
		add_captured(table, out);
	for (uint8_t other = 0; other < variant_seats(game->variant); other++) {
		strbuf_addf(out, translate("  %s holds %u card%s"),
			    translate(variant_seat_title(game->variant, other)),
			    piles_size(piles, ZONE_HAND, other),
			    piles_size(piles, ZONE_HAND, other) == 1 ? "" : "s");
		if (!piles->common)
			strbuf_addf(out, translate("; draw pile: %u"),
				    piles_size(piles, ZONE_DRAW, other));
		strbuf_add(out, ".\n");
	}
	if (piles->common)
		add_common_pile(piles, out);
	for (uint8_t other = 0; other < (piles->common ? 1 : variant_seats(game->variant)); other++)
		add_discards(table, other,
			     piles->common ? ""
					   : translate(variant_seat_title(game->variant, other)),
			     out);
	free(table);
}
