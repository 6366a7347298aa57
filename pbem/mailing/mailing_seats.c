/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/base/text.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/promise/ledger.h"
#include "pbem/promise/outbox.h"

void mailing_names(const struct desk_game *game, uint16_t seats, struct text *out)
{
	unsigned left = (unsigned)__builtin_popcount(seats);

	for (unsigned seat = 0; seat < MAX_SEATS; seat++) {
		if (!(seats >> seat & 1))
			continue;
		left--;
		text_addf(out, "%s%s", game->file->header.names[seat],
			  left == 0   ? ""
			  : left == 1 ? " and "
				      : ", ");
	}
}

/* As the outbox names the seat's letter of a slot; the caller frees it. */
static char *slot_name(const struct desk_game *game, unsigned seat, const char *slot)
{
	return base_printf("%s.%s.%s", game->id, variant_seat_name(game->file->game.variant, seat),
			   slot);
}

void mailing_take_back(struct desk *desk, const struct desk_game *game, unsigned seat)
{
	char *name = slot_name(game, seat, "turn");

	outbox_line_drop(&desk->batch.letters, name);
	free(name);
}

bool mailing_waits(const struct desk *desk, const struct desk_game *game, unsigned seat,
		   const char *slot)
{
	char *name = slot_name(game, seat, slot);
	bool waits = outbox_has(ledger_outbox(desk->site->ledger), name);

	free(name);
	return waits;
}
