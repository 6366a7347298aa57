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
	int64_t run;
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
	notes->borne |= press->carried != 0 && press->carried != notes->run;
	if (notes->out != NULL &&
	    (press->carried == 0 || press->carried == notes->run || notes->again))
		text_addf(notes->out, "%s%s", notes->out->len > 0 ? " " : "", press->text);
}

void press_notes(struct desk *desk, const struct desk_game *game, unsigned seat, struct text *out)
{
	struct notes notes = {.out = out, .run = desk->run};
	uint32_t number = game->file->header.number;

	notes.again = mailing_waits(desk, game, seat, "turn");
	if (!(game->renewed >> seat & 1))
		ledger_press(desk->site->ledger, number, seat, add_note, &notes);
	if (notes.any || game->remark.len > 0 || game->remarks[seat].len > 0)
		ledger_line_carried(&desk->batch.ledger, number, seat, desk->run);
}

void press_drop_borne(struct desk *desk, const struct desk_game *game, unsigned seat)
{
	struct notes notes = {.run = desk->run};
	uint32_t number = game->file->header.number;

	ledger_press(desk->site->ledger, number, seat, add_note, &notes);
	if (notes.borne && !mailing_waits(desk, game, seat, "turn"))
		ledger_line_noted(&desk->batch.ledger, number, seat);
}

static void note_last(void *context, const struct press *press)
{
	*(int64_t *)context = press->number;
}

void press_forget(struct desk *desk, struct desk_game *game, unsigned seat)
{
	uint32_t number = game->file->header.number;
	int64_t last = 0;

	game->renewed |= (uint16_t)(1u << seat);

	ledger_press(desk->site->ledger, number, seat, note_last, &last);
	if (last == 0)
		return;
	ledger_line_heard(&desk->batch.ledger, number, seat, last);
	ledger_line_carried(&desk->batch.ledger, number, seat, desk->run);
	ledger_line_noted(&desk->batch.ledger, number, seat);
}
