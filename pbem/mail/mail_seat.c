/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/store/ledger.h"
#include "pbem/store/outbox.h"

void mail_names(const struct workspace_game *game, uint16_t seats, struct strbuf *out)
{
	unsigned left = (unsigned)__builtin_popcount(seats);

	for (unsigned seat = 0; seat < MAX_SEATS; seat++) {
		if (!(seats >> seat & 1))
			continue;
		left--;
		strbuf_addf(out, "%s%s", game->file->header.names[seat],
			    left == 0	? ""
			    : left == 1 ? translate(" and ")
					: ", ");
	}
}

/* Returns the name that the seat's message of a slot has in the outbox. The caller frees it. */
static char *slot_name(const struct workspace_game *game, unsigned seat, const char *slot)
{
	return base_printf("%s.%s.%s", game->id, variant_seat_name(game->file->game.variant, seat),
			   slot);
}

void mail_withdraw(struct workspace *workspace, const struct workspace_game *game, unsigned seat)
{
	static const char *const slots[] = {"turn", "reminder", "missed"};
	size_t count = game_options_are_timed(&game->file->game.terms) ? ARRAY_LEN(slots) : 1;

	/* This batch's report of a missed turn stays: that turn may have been passed. */
	if (count > 1 && game->missed >> seat & 1)
		count--;
	for (size_t i = 0; i < count; i++) {
		mail_withdraw_slot(workspace, game, seat, slots[i]);
	}
}

void mail_withdraw_slot(struct workspace *workspace, const struct workspace_game *game,
			unsigned seat, const char *slot)
{
	char *name = slot_name(game, seat, slot);

	outbox_line_drop(&workspace->batch.letters, name);
	free(name);
}

void mail_withdraw_all(struct workspace *workspace, const struct workspace_game *game,
		       unsigned seat)
{
	static const char *const slots[] = {"turn",	"reminder", "missed",	   "late",
					    "offer",	"undo",	    "welcome",	   "over",
					    "keyless0", "ahead",    "address-old", "address-new"};

	for (size_t i = 0; i < ARRAY_LEN(slots); i++)
		mail_withdraw_slot(workspace, game, seat, slots[i]);
}

bool mail_waits(const struct workspace *workspace, const struct workspace_game *game, unsigned seat,
		const char *slot)
{
	char *name = slot_name(game, seat, slot);
	bool waits = outbox_has(ledger_outbox(workspace->site->ledger), name);

	free(name);
	return waits;
}
