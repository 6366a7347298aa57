/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/view/view.h"
#include "core/variant/variant_data.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/mailing_history.h"

/* At a table of more than two it must be said whose a column is. */
static void add_heads(struct mailing_rows *rows)
{
	unsigned seats = variant_seats(rows->variant);

	for (unsigned seat = 0; seats > 2 && !rows->listed && seat < seats; seat++)
		text_addf(rows->out, "%s%-11s", seat == 0 ? "   -  " : "",
			  variant_seat_title(rows->variant, seat));
}

static void add_row_turn(struct mailing_rows *rows, const struct turn_record *turn)
{
	const char *blank = strchr(turn->text, ' ');
	int width = variant_seats(rows->variant) > 2 ? 11 : 9;

	if (turn->round != rows->row) {
		text_addf(rows->out, "%s%4u. ", rows->out->len > 0 ? "\n" : "", turn->round);
		rows->row = turn->round;
		rows->column = 0;
	}
	for (; rows->column < turn->seat; rows->column++)
		text_addf(rows->out, "%-*s", width, "-");
	text_addf(rows->out, "%-*s", width, blank != NULL ? blank + 1 : turn->text);
	rows->column++;
}

void mailing_list_turn(struct mailing_rows *rows, const struct turn_record *turn)
{
	if (rows->last_number == 0)
		add_heads(rows);
	if (rows->listed)
		view_turn(rows->game, turn, rows->out);
	else
		add_row_turn(rows, turn);
}

static void add_turn(void *context, const struct turn_record *turn)
{
	struct mailing_rows *rows = context;

	rows->kind->list_turn(rows, turn);
	rows->last_number = turn->number;
}

int mailing_history(const char *folder, struct variant_library *library, const struct game *game,
		    struct text *out, struct reason *reason)
{
	struct mailing_rows rows = {
		.game = game,
		.variant = game->variant,
		.out = out,
		.kind = desk_mail_kind(game->variant),
		.listed = variant_turn_moves(game->variant) > 1 ||
			  variant_has_exchange(game->variant) || game->variant->kind->cards,
	};
	int result;

	for (unsigned i = 0; i < MAX_BOARDS; i++)
		text_init(&rows.boards[i], 0);
	result = gamefile_history(folder, library, add_turn, &rows, reason);
	/* Turns of this very batch are not on the disk yet. */
	for (unsigned back = GAME_RECENT; result == 0 && back-- > 0;) {
		const struct turn_record *turn = game_recent(game, back);

		if (turn != NULL && turn->number > rows.last_number)
			add_turn(&rows, turn);
	}
	for (unsigned i = 0; i < MAX_BOARDS; i++) {
		if (rows.boards[i].len > 0)
			text_addf(out, "%s%s", out->len > 0 ? "\n" : "", rows.boards[i].bytes);
		text_done(&rows.boards[i]);
	}
	return result;
}
