/* SPDX-License-Identifier: MIT */
#include "core/cards/table/table.h"
#include "core/base/text.h"
#include "core/kind/cards/cards_view_gather.h"
#include "pbem/kind/mail_gather_values.h"

static bool gathers(const struct draft *draft, enum gather_stage stage)
{
	return draft->game->table != NULL && draft->game->table->gather.stage == stage;
}

static bool gathers_decks(const struct draft *draft)
{
	return gathers(draft, GATHER_DECKS);
}

void draft_gather_any(const struct draft *draft, struct text *out)
{
	if (gathers(draft, GATHER_WORDS) || gathers_decks(draft))
		text_add(out, "yes");
}

void draft_gather_joins(const struct draft *draft, struct text *out)
{
	if (gathers(draft, GATHER_WORDS))
		text_add(out, "yes");
}

void draft_gather_builds(const struct draft *draft, struct text *out)
{
	struct deck_rules rules;

	if (gathers_decks(draft) && !gather_orders_only(draft->game->table->book) &&
	    deck_rules_read(draft->game->table->book, &rules, NULL) == 0)
		text_addf(out, "%u", rules.points[draft->mail->seat]);
}

void draft_gather_arranges(const struct draft *draft, struct text *out)
{
	if (gathers_decks(draft) && gather_orders_only(draft->game->table->book))
		text_add(out, "yes");
}

void draft_gather_stacked(const struct draft *draft, struct text *out)
{
	struct deck_rules rules;

	if (gathers_decks(draft) && deck_rules_read(draft->game->table->book, &rules, NULL) == 0 &&
	    rules.stacked)
		text_add(out, "yes");
}

void draft_gather_share(const struct draft *draft, struct text *out)
{
	if (gathers_decks(draft))
		cards_gather_share(draft->game, (uint8_t)draft->mail->seat, out);
}

void draft_gather_deck(const struct draft *draft, struct text *out)
{
	if (gathers_decks(draft))
		cards_gather_deck(draft->game, (uint8_t)draft->mail->seat, out);
}
