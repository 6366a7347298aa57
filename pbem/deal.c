/* SPDX-License-Identifier: MIT */
#include "core/cards/book.h"
#include "core/cards/deck.h"
#include "core/cards/table.h"
#include "core/turn.h"
#include "core/variant_data.h"
#include "pbem/deal.h"
#include "pbem/token.h"

int
deal_check(const struct variant *variant, struct reason *reason)
{
	const struct book *book = book_of(variant, reason);
	struct deck_rules rules;

	if (book == NULL || deck_rules_read(book, &rules, reason) != 0)
		return -1;
	if (rules.mode != DECK_COMMON || !rules.stacked)
		return 0;
	reason_set(reason, "a common deck is nobody's to order; leave out order = stacked");
	return -1;
}

int
deal_secret(struct game_header *header, char secret_out[DIGEST_HEX + 1], struct reason *reason)
{
	if (token_secret(secret_out, reason) != 0)
		return -1;
	sealed_commit(secret_out, &header->commit);
	return 0;
}

void
deal_start(struct desk_game *game, const char *secret, struct event_list *events)
{
	gamefile_seal(game->file, secret, &game->sealed);
	turn_start_lots(&game->file->game, events);
}
