/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/view/view.h"
#include "core/kind/circle/circle_view.h"
#include "pbem/mailing/mailing_history.h"

enum { COLUMNS = 68 };

/* What is being written; of a ring each board by itself. */
struct rows {
	const struct game *game;
	const struct variant *variant;
	struct text *out;
	bool listed; /* turns are too long for columns: a line each */
	unsigned row, column, last_number;
	struct text boards[MAX_BOARDS];
	size_t line[MAX_BOARDS];    /* where its last line begins */
	unsigned count[MAX_BOARDS]; /* turns since it was set up */
};

/* At a table of more than two it must be said whose a column is. */
static void add_heads(struct rows *rows)
{
	unsigned seats = variant_seats(rows->variant);

	for (unsigned seat = 0; seats > 2 && !rows->listed && seat < seats; seat++)
		text_addf(rows->out, "%s%-11s", seat == 0 ? "   -  " : "",
			  variant_seat_title(rows->variant, seat));
}

/* A new line of a board's moves. */
static void begin_line(struct rows *rows, unsigned number, const char *head)
{
	struct text *board = &rows->boards[number];

	text_add(board, head);
	rows->line[number] = board->len;
	text_add(board, "   ");
}

/* "A e4  B e5  A Nf3": who sits at a board changes, and a board may be set up afresh, when its
 * rounds are counted from 1 again. */
static void add_ring_turn(struct rows *rows, const struct turn_record *turn)
{
	unsigned number = circle_board_of(turn);
	const char *san = strchr(turn->text, ' ');
	struct text *board;
	char item[48], head[32];

	if (number >= MAX_BOARDS)
		return;
	board = &rows->boards[number];
	snprintf(item, sizeof item, "%s %.32s", variant_seat_title(rows->variant, turn->seat),
		 san != NULL ? san + 1 : turn->text);
	snprintf(head, sizeof head, "On board %u:\n", number + 1);
	if (board->len == 0) {
		begin_line(rows, number, head);
	} else if (turn->round != rows->count[number] / 2 + 1) {
		begin_line(rows, number, "\n   and from the beginning:\n");
		rows->count[number] = 0;
	} else if (board->len - rows->line[number] + 2 + strlen(item) > COLUMNS) {
		begin_line(rows, number, "\n");
	} else {
		text_add(board, "  ");
	}
	rows->count[number]++;
	text_add(board, item);
}

static void add_row_turn(struct rows *rows, const struct turn_record *turn)
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

static void add_turn(void *context, const struct turn_record *turn)
{
	struct rows *rows = context;

	if (rows->last_number == 0 && rows->game->ring == NULL)
		add_heads(rows);
	rows->last_number = turn->number;
	if (rows->game->ring != NULL)
		add_ring_turn(rows, turn);
	else if (rows->listed)
		view_turn(rows->game, turn, rows->out);
	else
		add_row_turn(rows, turn);
}

int mailing_history(const char *folder, struct variant_library *library, const struct game *game,
		    struct text *out, struct reason *reason)
{
	struct rows rows = {
		.game = game,
		.variant = game->variant,
		.out = out,
		.listed = variant_turn_moves(game->variant) > 1 ||
			  variant_has_exchange(game->variant) || variant_has_cards(game->variant),
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
