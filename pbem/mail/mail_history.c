/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"
#include "pbem/mail/mail_history.h"
#include "pbem/site/gametype_mail.h"
#include "pbem/site/workspace.h"

/* Adds the heads of the columns, which are needed with more than two seats. */
static void add_heads(struct mail_rows *rows)
{
	unsigned seats = variant_seats(rows->variant);

	for (unsigned seat = 0; seats > 2 && !rows->listed && seat < seats; seat++) {
		strbuf_add(rows->out, seat == 0 ? "   -  " : "");
		strbuf_add_padded(rows->out, translate(variant_seat_title(rows->variant, seat)),
				  11);
	}
}

static void add_row_turn(struct mail_rows *rows, const struct turn_record *turn)
{
	const char *blank = strchr(turn->text, ' ');
	int width = variant_seats(rows->variant) > 2 ? 11 : 9;

	if (turn->round != rows->row) {
		strbuf_addf(rows->out, "%s%4u. ", rows->out->len > 0 ? "\n" : "", turn->round);
		rows->row = turn->round;
		rows->column = 0;
	}
	for (; rows->column < turn->seat; rows->column++)
		strbuf_addf(rows->out, "%-*s", width, "-");
	strbuf_addf(rows->out, "%-*s", width, blank != NULL ? blank + 1 : turn->text);
	rows->column++;
}

void mail_list_turn(struct mail_rows *rows, const struct turn_record *turn)
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
	struct mail_rows *rows = context;

	rows->kind->list_turn(rows, turn);
	rows->last_number = turn->number;
}

static void count_undone(void *context, const struct turn_record *turn)
{
	struct mail_rows *rows = context;

	(void)turn;
	rows->undone++;
}

/* Adds the lists of single boards, and the number of undone turns. */
static void add_end(struct mail_rows *rows)
{
	for (unsigned i = 0; i < MAX_BOARDS; i++) {
		if (rows->boards[i].len > 0)
			strbuf_addf(rows->out, "%s%s", rows->out->len > 0 ? "\n" : "",
				    rows->boards[i].bytes);
		strbuf_done(&rows->boards[i]);
	}
	if (rows->undone > 0) {
		strbuf_add(rows->out, rows->out->len > 0 ? "\n\n" : "");
		strbuf_addf(rows->out,
			    rows->undone == 1 ? translate("%u turn was undone.\n")
					      : translate("%u turns were undone.\n"),
			    rows->undone);
	}
}

int mail_history(const struct workspace_game *game, struct strbuf *out, struct reason *reason)
{
	const struct game *now = &game->file->game;
	struct mail_rows rows = {
		.game = now,
		.variant = now->variant,
		.out = out,
		.kind = gametype_mail_of(now->variant),
		.listed = variant_turn_moves(now->variant) > 1 ||
			  variant_has_exchange(now->variant) || now->variant->kind->cards,
	};
	struct workspace_files files;
	int result;

	for (unsigned i = 0; i < MAX_BOARDS; i++)
		strbuf_init(&rows.boards[i], 0);
	result = workspace_read(game, &files, reason);
	if (result == 0)
		result = gamefile_history(&files.bytes, game->site->library, add_turn, count_undone,
					  &rows, reason);
	workspace_files_done(&files);
	add_end(&rows);
	return result;
}
