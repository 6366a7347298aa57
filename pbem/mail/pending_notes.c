/* SPDX-License-Identifier: MIT */
#include "core/util/strbuf.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/mail/pending_notes.h"

void pending_notes_add(struct workspace *workspace, const struct workspace_game *game,
		       unsigned seat, const char *note)
{
	ledger_put(&workspace->batch.ledger, CHANGE_PRESS, game->file->header.number, seat, -1,
		   false, "", note);
}

struct notes {
	struct strbuf *out;
	int64_t run;
	bool again; /* also use notes in a message of an earlier run, which this one may replace */
	bool any;   /* there is a note that no message contains yet */
	bool sent;  /* there is a note that a message of an earlier run contains */
};

static void add_note(void *context, const struct press *press)
{
	struct notes *notes = context;

	if (press->sender >= 0)
		return;
	notes->any |= press->carried == 0;
	notes->sent |= press->carried != 0 && press->carried != notes->run;
	if (notes->out != NULL &&
	    (press->carried == 0 || press->carried == notes->run || notes->again))
		strbuf_addf(notes->out, "%s%s", notes->out->len > 0 ? " " : "", press->text);
}

void pending_notes_append(struct workspace *workspace, const struct workspace_game *game,
			  unsigned seat, struct strbuf *out)
{
	struct notes notes = {.out = out, .run = workspace->run};
	uint32_t number = game->file->header.number;

	notes.again = mail_waits(workspace, game, seat, "turn");
	if (!(game->renewed >> seat & 1))
		ledger_press(workspace->site->ledger, number, seat, add_note, &notes);
	if (notes.any || game->remark.len > 0 || game->remarks[seat].len > 0)
		ledger_put(&workspace->batch.ledger, CHANGE_CARRIED, number, seat, workspace->run);
}

void pending_notes_drop_sent(struct workspace *workspace, const struct workspace_game *game,
			     unsigned seat)
{
	struct notes notes = {.run = workspace->run};
	uint32_t number = game->file->header.number;

	ledger_press(workspace->site->ledger, number, seat, add_note, &notes);
	if (notes.sent && !mail_waits(workspace, game, seat, "turn"))
		ledger_put(&workspace->batch.ledger, CHANGE_NOTED, number, seat);
}

static void note_last(void *context, const struct press *press)
{
	*(int64_t *)context = press->number;
}

void pending_notes_forget(struct workspace *workspace, struct workspace_game *game, unsigned seat)
{
	uint32_t number = game->file->header.number;
	int64_t last = 0;

	game->renewed |= (uint16_t)(1u << seat);

	ledger_press(workspace->site->ledger, number, seat, note_last, &last);
	if (last == 0)
		return;
	ledger_put(&workspace->batch.ledger, CHANGE_DELIVERED, number, seat, last);
	ledger_put(&workspace->batch.ledger, CHANGE_CARRIED, number, seat, workspace->run);
	ledger_put(&workspace->batch.ledger, CHANGE_NOTED, number, seat);
}
