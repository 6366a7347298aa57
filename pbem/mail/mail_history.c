/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/base/text.h"
#include "core/view/view.h"
#include "core/variant/variant_data.h"
#include "pbem/desk/desk.h"
#include "pbem/desk/mail_kind.h"
#include "pbem/mailing/mailing_history.h"

/* At a table of more than two it must be said whose a column is. */
static void add_heads(struct mailing_rows *rows)
{
	unsigned seats = variant_seats(rows->variant);

	for (unsigned seat = 0; seats > 2 && !rows->listed && seat < seats; seat++) {
		text_add(rows->out, seat == 0 ? "   -  " : "");
		text_add_padded(rows->out, phrase(variant_seat_title(rows->variant, seat)), 11);
	}
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

static void count_undone(void *context, const struct turn_record *turn)
{
	struct mailing_rows *rows = context;

	(void)turn;
	rows->undone++;
}

/* Boards that have a list of their own, and what is listed no more. */
static void add_end(struct mailing_rows *rows)
{
	for (unsigned i = 0; i < MAX_BOARDS; i++) {
		if (rows->boards[i].len > 0)
			text_addf(rows->out, "%s%s", rows->out->len > 0 ? "\n" : "",
				  rows->boards[i].bytes);
		text_done(&rows->boards[i]);
	}
	if (rows->undone > 0) {
		text_add(rows->out, rows->out->len > 0 ? "\n\n" : "");
		text_addf(rows->out,
			  rows->undone == 1 ? phrase("%u turn was undone.\n")
					    : phrase("%u turns were undone.\n"),
			  rows->undone);
	}
}

int mailing_history(const struct desk_game *game, struct text *out, struct reason *reason)
{
	const struct game *now = &game->file->game;
	struct mailing_rows rows = {
		.game = now,
		.variant = now->variant,
		.out = out,
		.kind = desk_mail_kind(now->variant),
		.listed = variant_turn_moves(now->variant) > 1 ||
			  variant_has_exchange(now->variant) || now->variant->kind->cards,
	};
	struct desk_files files;
	int result;

	for (unsigned i = 0; i < MAX_BOARDS; i++)
		text_init(&rows.boards[i], 0);
	result = desk_read(game, &files, reason);
	if (result == 0)
		result = gamefile_history(&files.bytes, game->site->library, add_turn, count_undone,
					  &rows, reason);
	desk_files_done(&files);
	add_end(&rows);
	return result;
}
