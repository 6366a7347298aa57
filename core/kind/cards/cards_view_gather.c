/* SPDX-License-Identifier: MIT */
#include "core/phrase/phrase.h"
#include "core/kind/cards/cards_state.h"
#include "core/cards/table/table.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/kind/cards/cards_view.h"
#include "core/view/view.h"

enum { COLUMNS = 70 };

void cards_gather_status(const struct game *game, struct text *out)
{
	const struct gather *gather = &cards_state(game)->gather;

	if (gather->stage == GATHER_NOTHING)
		return;
	text_addf(out, phrase("It waits for the %s of "),
		  gather->stage == GATHER_WORDS ? phrase("words") : phrase("decks"));
	view_add_seats(game, gather_missing(cards_state(game)->book, gather), out);
	text_add(out, ".\n");
}

void cards_gather_share(const struct game *game, uint8_t seat, struct text *out)
{
	struct stack share = cards_state(game)->gather.shares[seat];
	unsigned copies;

	deck_sort(&share);
	for (unsigned i = 0; i < share.count; i += copies) {
		for (copies = 1; i + copies < share.count; copies++)
			if (share.kinds[i + copies] != share.kinds[i])
				break;
		cards_card(game->variant, &cards_state(game)->book->set->cards[share.kinds[i]],
			   out);
		if (copies > 1)
			text_addf(out, phrase("     you have %u of it\n"), copies);
	}
}

/* "Fog of War (10), Bog (4)" in lines. */
void cards_gather_deck(const struct game *game, uint8_t seat, struct text *out)
{
	const struct stack *deck = &cards_state(game)->gather.decks[seat];
	const struct book *book = cards_state(game)->book;
	size_t column = COLUMNS;
	struct text card;

	text_init(&card, 0);
	for (unsigned i = 0; i < deck->count; i++) {
		const struct card *kind = &book->set->cards[deck->kinds[i]];

		text_clear(&card);
		text_addf(&card, "%s (%u)%s", kind->name, kind->points,
			  i + 1 < deck->count ? "," : "");
		if (column + 1 + card.len > COLUMNS) {
			text_add(out, i > 0 ? "\n  :" : "  :");
			column = 3;
		}
		text_addf(out, " %s", card.bytes);
		column += 1 + card.len;
	}
	if (deck->count > 0)
		text_addf(out, phrase("\n  : %u card%s, %u points\n"), deck->count,
			  deck->count == 1 ? "" : "s", deck_points(book, deck));
	text_done(&card);
}
