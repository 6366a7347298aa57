/* SPDX-License-Identifier: MIT */
#include "core/base/text.h"
#include "pbem/mailing/mailing_seats.h"
#include "pbem/mailing/press.h"

void press_note(struct desk *desk, const struct desk_game *game, unsigned seat, const char *note)
{
	const struct press press = {.sender = -1, .cause = "", .text = note};

	ledger_line_press(&desk->batch.ledger, game->file->header.number, seat, &press);
}

struct notes {
	struct text *out;
	int64_t now;
	bool again; /* those that a letter of an earlier run bears, which may be replaced by this
		       one */
	bool any;   /* one that no letter bears yet */
	bool borne; /* one that a letter of an earlier run bears */
};

static void add_note(void *context, const struct press *press)
{
	struct notes *notes = context;

	if (press->sender >= 0)
		return;
	notes->any |= press->carried == 0;
	notes->borne |= press->carried != 0 && press->carried < notes->now;
	if (notes->out != NULL &&
	    (press->carried == 0 || press->carried == notes->now || notes->again))
		text_addf(notes->out, "%s%s", notes->out->len > 0 ? " " : "", press->text);
}

void press_notes(struct desk *desk, const struct desk_game *game, unsigned seat, struct text *out)
{
	struct notes notes = {.out = out, .now = desk->now};
	uint32_t number = game->file->header.number;

	notes.again = mailing_waits(desk, game, seat, "turn");
	ledger_press(desk->site->ledger, number, seat, add_note, &notes);
	if (notes.any)
		ledger_line_carried(&desk->batch.ledger, number, seat, desk->now);
}

void press_drop_borne(struct desk *desk, const struct desk_game *game, unsigned seat)
{
	struct notes notes = {.now = desk->now};
	uint32_t number = game->file->header.number;

	ledger_press(desk->site->ledger, number, seat, add_note, &notes);
	if (notes.borne && !mailing_waits(desk, game, seat, "turn"))
		ledger_line_noted(&desk->batch.ledger, number, seat);
}
