/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "core/cards/book.h"
#include "core/cards/deck.h"
#include "core/cards/table.h"
#include "core/turn.h"
#include "pbem/deal.h"
#include "pbem/token.h"

int
deal_check(const struct variant *variant, struct reason *reason)
{
	const struct book *book = book_of(variant, reason);
	struct deck_rules rules;

	if (book == NULL || deck_rules_read(book, &rules, reason) != 0)
		return -1;
	if (rules.mode == DECK_AUTO && !rules.stacked)
		return 0;
	if (rules.stacked)
		reason_set(reason, "decks that their players order can't be played by mail yet; leave out "
		           "order = stacked");
	else
		reason_set(reason, "by mail the program builds the decks: only deck = auto can be played; "
		           "split, personal and common can't yet");
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
	static const char *const words[MAX_SIDES] = {"", "", "", ""};
	const struct book *book = game->file->game.table->book;
	unsigned seats = variant_seats(game->file->game.variant);
	const struct lots lots = {
		.game = game->id, .secret = secret, .words = words, .word_count = seats,
		.public_words = NULL,
	};
	struct stack *decks = base_zalloc(MAX_SIDES, sizeof *decks), aside;
	struct piles *piles = base_alloc(sizeof *piles);
	struct deck_rules rules;
	struct reason reason;

	/* deal_check has read them before. */
	(void)deck_rules_read(book, &rules, &reason);
	gamefile_seal(game->file, secret, &game->sealed);
	deck_shares(&rules, &lots, decks, &aside);
	for (uint8_t seat = 0; seat < seats; seat++) {
		struct stack share = decks[seat];

		deck_build(&rules, &lots, seat, &share, &decks[seat]);
	}
	deck_lay(&rules, &lots, decks, &aside, piles);
	turn_start_dealt(&game->file->game, piles, events);
	free(piles);
	free(decks);
}
