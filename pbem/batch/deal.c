/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/cards/deck/book.h"
#include "core/cards/deck/deck.h"
#include "core/cards/table/table.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"
#include "pbem/batch/deal.h"
#include "pbem/keys/keys.h"

int deal_check(const struct variant *variant, struct reason *reason)
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

int deal_secret(struct game_header *header, char secret_out[DIGEST_HEX + 1], struct reason *reason)
{
	if (keys_secret(secret_out, reason) != 0)
		return -1;
	sealed_commit(secret_out, &header->commit);
	return 0;
}

void deal_seats(const struct variant *variant, const char *secret, struct game_header *header,
		struct seats *seats)
{
	const struct game_header joined = *header;
	const struct seats persons = *seats;
	struct lots lots = {.game = ""};

	snprintf(lots.game, sizeof lots.game, "%s", header->id);
	snprintf(lots.secret, sizeof lots.secret, "%s", secret);
	deck_draw_seats(book_of(variant, NULL), &lots, header->drawn);
	for (unsigned seat = 0; seat < seats->count; seat++) {
		unsigned place = header->drawn[seat] - 1u;

		seats->seats[seat] = persons.seats[place];
		memcpy(header->names[seat], joined.names[place], sizeof header->names[seat]);
	}
}

void deal_start(struct desk_game *game, const char *secret, struct event_list *events)
{
	gamefile_seal(game->file, secret, &game->sealed);
	turn_start_lots(&game->file->game, events);
}
