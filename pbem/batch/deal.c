/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "core/turn/turn.h"
#include "core/variant/variant_data.h"
#include "pbem/batch/deal.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/keys/keys.h"

bool deal_has_lots(const struct variant *variant)
{
	return variant->kind->know_lots != NULL;
}

int deal_check(const struct variant *variant, struct reason *reason)
{
	const struct mail_kind *kind = desk_mail_kind(variant);

	return kind->check_deal != NULL ? kind->check_deal(variant, reason) : 0;
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
	struct game game;

	game_init(&game, variant);
	game_know_lots(&game, header->id, secret);
	variant->kind->draw_seats(&game, header->drawn);
	game_done(&game);
	for (unsigned seat = 0; seat < seats->count; seat++) {
		unsigned place = header->drawn[seat] - 1u;

		seats->seats[seat] = persons.seats[place];
		memcpy(header->names[seat], joined.names[place], sizeof header->names[seat]);
	}
}

void deal_start(struct desk_game *game, const char *secret, struct event_list *events)
{
	if (deal_has_lots(game->file->game.variant))
		gamefile_seal(game->file, secret, &game->sealed);
	turn_start_lots(&game->file->game, events);
}
