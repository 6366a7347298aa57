/* SPDX-License-Identifier: MIT */
#include "core/cards/state/card_state.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"

enum { COLUMNS = 70 };

void cards_gather_status(const struct game *game, const struct view_reader *reader,
			 struct strbuf *out)
{
	const struct setup_phase *gather = &cards_state(game)->gather;
	const bool words = gather->stage == SETUP_PHASE_WORDS;
	uint16_t missing;
	bool yours;

	if (gather->stage == SETUP_PHASE_NOTHING)
		return;
	missing = setup_phase_missing(cards_state(game)->book, gather);
	if (missing == 0)
		return;
	yours = reader != NULL && (missing >> reader->seat & 1);
	if (yours)
		missing &= (uint16_t) ~(1u << reader->seat);
	strbuf_add(out, words ? translate("We still need words for the shuffle from ")
			      : translate("We still need a deck from "));
	if (yours)
		strbuf_add(out, translate("you"));
	if (yours && missing != 0)
		strbuf_add(out, translate(" and "));
	if (missing != 0)
		view_add_others(game, reader, missing, out);
	strbuf_add(out, ".\n");
}

void cards_gather_share(const struct game *game, uint8_t seat, struct strbuf *out)
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
			strbuf_addf(out, translate("     you have %u of it\n"), copies);
	}
}

/* Adds the cards in lines: "Fog of War (10), Bog (4)". */
void cards_gather_deck(const struct game *game, uint8_t seat, struct strbuf *out)
{
	const struct stack *deck = &cards_state(game)->gather.decks[seat];
	const struct card_ruleset *book = cards_state(game)->book;
	size_t column = COLUMNS;
	struct strbuf card;

	strbuf_init(&card, 0);
	for (unsigned i = 0; i < deck->count; i++) {
		const struct card *kind = &book->set->cards[deck->kinds[i]];

		strbuf_clear(&card);
		strbuf_addf(&card, "%s (%u)%s", kind->name, kind->points,
			    i + 1 < deck->count ? "," : "");
		if (column + 1 + card.len > COLUMNS) {
			strbuf_add(out, i > 0 ? "\n  :" : "  :");
			column = 3;
		}
		strbuf_addf(out, " %s", card.bytes);
		column += 1 + card.len;
	}
	if (deck->count > 0)
		strbuf_addf(out, translate("\n  : %u card%s, %u points\n"), deck->count,
			    deck->count == 1 ? "" : "s", deck_points(book, deck));
	strbuf_done(&card);
}
