/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/phrase/phrase.h"
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
			  : left == 1 ? phrase(" and ")
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
	static const char *const slots[] = {"turn", "reminder", "missed"};
	size_t count = terms_are_timed(&game->file->game.terms) ? ARRAY_LEN(slots) : 1;

	/* Not what this batch says of it: the turn that was missed may have been passed. */
	if (count > 1 && game->missed >> seat & 1)
		count--;
	for (size_t i = 0; i < count; i++) {
		char *name = slot_name(game, seat, slots[i]);

		outbox_line_drop(&desk->batch.letters, name);
		free(name);
	}
}

void mailing_take_all_back(struct desk *desk, const struct desk_game *game, unsigned seat)
{
	char *start = slot_name(game, seat, "");

	outbox_line_clear(&desk->batch.letters, start);
	free(start);
}

bool mailing_waits(const struct desk *desk, const struct desk_game *game, unsigned seat,
		   const char *slot)
{
	char *name = slot_name(game, seat, slot);
	bool waits = outbox_has(ledger_outbox(desk->site->ledger), name);

	free(name);
	return waits;
}
