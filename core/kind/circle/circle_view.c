/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/circle/circle_state.h"
#include "core/rules/movegen.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"
#include "core/kind/circle/circle_view.h"
#include "core/view/sheet.h"

enum { COLUMNS = 72, NARROW = 40, SECOND_COLUMN = 37, INDENT = 5 };

static const char *title_of(const struct game *game, uint8_t seat)
{
	return phrase(variant_seat_title(game->variant, seat));
}

static bool is_over(const struct game *game)
{
	return game->outcome.status != STATUS_PLAYING;
}

/* Items one behind the other, wrapped; the lines behind the first begin at `indent`, with a word
 * that keeps a man alone on his line from looking like a move. */
struct row {
	struct text *out;
	size_t column, indent, columns;
	const char *lead;
};

static void row_add(struct row *row, const char *between, const char *item)
{
	if (row->column + strlen(between) + strlen(item) > row->columns) {
		text_addf(row->out, "\n%*s%s%s", (int)row->indent, "", row->lead, item);
		row->column = row->indent + strlen(row->lead) + strlen(item);
	} else {
		text_addf(row->out, "%s%s", between, item);
		row->column += strlen(between) + strlen(item);
	}
}

/* ---- a board ---- */

static void draw_board(const struct game *game, unsigned number, uint8_t side, struct text *out)
{
	const struct ring_board *board = &circle_state(game)->board[number];
	const struct variant *variant = game->variant;
	struct turn_record last = {.step_count = 1, .steps = {{board->from, board->to}}};
	struct sheet sheet = {
		.variant = variant,
		.position = &board->position,
		.board = &variant->board,
		.turned = side == 1 ? 2 : 0,
		.columns = variant->board.width,
		.rows = variant->board.height,
		.cell = 2,
		.last = board->to != NO_SQUARE ? &last : NULL,
	};

	for (unsigned i = 0; i < RING_SIDES; i++)
		sheet.owners[i] = variant->sides[i].name[0];
	sheet_space(&sheet, 1);
	sheet_draw(&sheet, out);
}

static bool in_check(const struct game *game, unsigned number)
{
	const struct position *position = &circle_state(game)->board[number].position;

	return movegen_in_check(game->variant, position, position->turn);
}

/* "your move, in check", "B to move". */
static void add_state(const struct game *game, unsigned number, uint8_t seat, struct text *out)
{
	const struct ring_board *board = &circle_state(game)->board[number];
	uint8_t mover = ring_mover(circle_state(game), number);

	if (board->mated != NO_SIDE) {
		uint8_t loser = board->seat[board->mated];
		bool resigned = strcmp(board->how, "checkmate") != 0;

		text_addf(out,
			  loser == seat ? phrase("you have lost here") : phrase("%s has lost here"),
			  title_of(game, loser));
		text_addf(out, " (%s)", resigned ? board->how : phrase("mate"));
		return;
	}
	if (mover == NO_SIDE || is_over(game))
		return;
	text_addf(out, mover == seat ? phrase("your move") : phrase("%s to move"),
		  title_of(game, mover));
	if (in_check(game, number))
		text_add(out, phrase(", in check"));
	if (board->offering != NO_SIDE)
		text_add(out, phrase(", draw offered"));
}

/* Two lines, none of which begins like an order. */
static void add_title(const struct game *game, unsigned number, uint8_t seat, struct text *out)
{
	const struct ring_board *board = &circle_state(game)->board[number];
	uint8_t side = ring_side(circle_state(game), number, seat);

	text_addf(out, phrase("%*sOn board %u: "), INDENT - 2, "", number + 1);
	if (side == NO_SIDE)
		text_addf(out, phrase("%s White, %s Black"), title_of(game, board->seat[0]),
			  title_of(game, board->seat[1]));
	else
		text_addf(out, phrase("%s against %s"),
			  phrase(variant_side_title(game->variant, side)),
			  title_of(game, board->seat[1 - side]));
	text_addf(out, "\n%*s", INDENT - 2, "");
	add_state(game, number, seat, out);
	text_add_char(out, '\n');
}

static void add_board(const struct game *game, unsigned number, uint8_t seat, struct text *out)
{
	add_title(game, number, seat, out);
	draw_board(game, number, ring_side(circle_state(game), number, seat), out);
}

/* Men that come into a stockpile as something else than they look: placed ones with their own set
 * number, promoted ones as pawns. */
static void add_strangers(const struct game *game, unsigned number, size_t columns,
			  struct text *out)
{
	const struct ring_board *board = &circle_state(game)->board[number];
	const struct position *position = &board->position;
	struct row row = {
		.out = out, .indent = INDENT + 2, .columns = columns, .lead = phrase("also ")};

	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];
		char item[32];

		if (piece->fate != ON_BOARD ||
		    (board->set[i] == number && piece->born == piece->type))
			continue;
		snprintf(item, sizeof item, phrase("%c/%u on %s"),
			 variant_type_letter(game->variant, piece->born), board->set[i] + 1u,
			 board_name(&game->variant->board, piece->at).text);
		if (row.column == 0) {
			char *head = base_printf(phrase("%*sOn board %u, placed or promoted:"),
						 INDENT, "", number + 1);

			row_add(&row, "", head);
			row_add(&row, " ", item);
			free(head);
		} else {
			row_add(&row, ", ", item);
		}
	}
	if (row.column > 0)
		text_add_char(out, '\n');
}

/* ---- side by side ---- */

/* Both texts' lines beside each other. */
static void join(const char *left, size_t left_len, const char *right, size_t right_len,
		 struct text *out)
{
	const char *left_end = left + left_len, *right_end = right + right_len, *line;
	size_t len;

	while (left < left_end || right < right_end) {
		size_t start = out->len;

		if (text_next_line(&left, left_end, &line, &len))
			text_add_bytes(out, line, len);
		if (text_next_line(&right, right_end, &line, &len) && len > 0)
			text_addf(out, "%*s%.*s", (int)(SECOND_COLUMN - (out->len - start)), "",
				  (int)len, line);
		text_add_char(out, '\n');
	}
}

/* A set of boards, two beside each other where there is room. */
static void add_boards(const struct game *game, uint16_t boards, uint8_t seat, size_t columns,
		       struct text *out)
{
	struct text pair[2];
	unsigned have = 0;

	text_init(&pair[0], 0);
	text_init(&pair[1], 0);
	for (unsigned i = 0; i < circle_state(game)->boards; i++) {
		if (!(boards >> i & 1))
			continue;
		add_board(game, i, seat, &pair[have++]);
		if (have < 2 && columns == COLUMNS && boards >> (i + 1) != 0)
			continue;
		join(pair[0].bytes, pair[0].len, pair[1].bytes, pair[1].len, out);
		text_add_char(out, '\n');
		text_clear(&pair[0]);
		text_clear(&pair[1]);
		have = 0;
	}
	text_done(&pair[0]);
	text_done(&pair[1]);
}

/* ---- the circle ---- */

/* "A* =1= B": White's seat first; '*' beside who is to move, '+' in check, '#' who has lost there.
 */
static void add_link(const struct game *game, unsigned number, struct text *out)
{
	const struct ring_board *board = &circle_state(game)->board[number];

	for (uint8_t side = 0; side < RING_SIDES; side++) {
		text_addf(out, "%s%s", side == 1 ? " " : "", title_of(game, board->seat[side]));
		if (board->mated == side)
			text_add_char(out, '#');
		else if (board->mated == NO_SIDE && board->position.turn == side && !is_over(game))
			text_add(out, in_check(game, number) ? "*+" : "*");
		if (side == 0)
			text_addf(out, " =%u=", number + 1);
	}
}

static uint16_t alive(const struct ring *ring)
{
	uint16_t boards = 0;

	for (unsigned i = 0; i < ring->boards; i++)
		if (ring->board[i].alive)
			boards |= (uint16_t)(1u << i);
	return boards;
}

static void add_circle(const struct game *game, size_t columns, struct text *out)
{
	uint16_t boards = alive(circle_state(game));
	struct row row = {.out = out, .indent = INDENT + 2, .columns = columns, .lead = ""};
	struct text link;

	text_init(&link, 0);
	if (is_over(game))
		text_addf(out, phrase("%*sThe boards at the end, White first (# has lost):\n%*s"),
			  INDENT, "", INDENT + 2, "");
	else
		text_addf(out,
			  phrase("%*sThe circle, White first%s(* to move, + in check%s):\n%*s"),
			  INDENT, "", columns == COLUMNS ? " " : "\n     ",
			  ring_has_mates(circle_state(game)) ? phrase(", # has lost") : "",
			  INDENT + 2, "");
	row.column = row.indent;
	for (unsigned i = 0; i < circle_state(game)->boards; i++) {
		if (!(boards >> i & 1))
			continue;
		text_clear(&link);
		add_link(game, i, &link);
		row_add(&row, row.column > row.indent ? "    " : "", link.bytes);
	}
	text_add_char(out, '\n');
	text_done(&link);
}

/* What one seat holds: "A: white P/2, black N/3 P/3"; true if it is anything. */
static bool list_stock(const struct game *game, uint8_t seat, struct text *out)
{
	bool any = false;

	text_addf(out, "%s:", title_of(game, seat));
	for (unsigned side = 0; side < RING_SIDES; side++) {
		bool of_side = false;

		for (unsigned type = 0; type < game->variant->type_count; type++)
			for (unsigned set = 0; set < circle_state(game)->boards; set++) {
				unsigned count = circle_state(game)->stock[seat][side][type][set];

				if (count == 0)
					continue;
				if (!of_side)
					text_addf(out, "%s %s", any ? "," : "",
						  phrase(variant_side_name(game->variant, side)));
				any = of_side = true;
				text_addf(out, " %c/%u", variant_type_letter(game->variant, type),
					  set + 1);
				if (count > 1)
					text_addf(out, "(%u)", count);
			}
	}
	return any;
}

/* The stockpiles of all but the seat itself, whose own is told at more length. */
static void add_stocks(const struct game *game, uint8_t seat, size_t columns, struct text *out)
{
	struct row row = {.out = out, .indent = INDENT + 2, .columns = columns, .lead = "also "};
	struct text stock;

	text_init(&stock, 0);
	for (uint8_t other = 0; other < circle_state(game)->boards; other++) {
		const char *cursor, *word;
		size_t len;

		text_clear(&stock);
		if (other == seat || !game_in_play(game, other) || !list_stock(game, other, &stock))
			continue;
		if (row.column == 0)
			text_addf(out, phrase("\n%*sIn the stockpiles%s:"), INDENT, "",
				  ring_boards(circle_state(game), seat) != 0 ? phrase(" of others")
									     : "");
		text_addf(out, "\n%*s", INDENT + 2, "");
		row.column = row.indent;
		cursor = stock.bytes;
		while (text_next_word(&cursor, &word, &len)) {
			char *item = base_strndup(word, len);

			row_add(&row, row.column > row.indent ? " " : "", item);
			free(item);
		}
	}
	if (row.column > 0)
		text_add_char(out, '\n');
	text_done(&stock);
}

static void add_legend(const struct game *game, uint16_t boards, struct text *out)
{
	bool marked = false;

	for (unsigned i = 0; i < circle_state(game)->boards; i++)
		marked |= (boards >> i & 1) && circle_state(game)->board[i].to != NO_SQUARE;
	text_addf(out, phrase("%*sw White, b Black, . empty%s\n"), INDENT, "",
		  marked ? phrase(", [ ] the last moves") : "");
}

void circle_sheet(const struct game *game, unsigned number, uint8_t seat, enum board_style style,
		  struct text *out)
{
	const struct ring_board *board = &circle_state(game)->board[number];
	struct turn_record last = {
		.step_count = board->to != NO_SQUARE,
		.steps = {{board->from, board->to}},
	};
	struct sheet sheet = sheet_lay_out(
		game->variant, &board->position, &last,
		sheet_forward(game->variant, ring_side(circle_state(game), number, seat)), style);

	sheet.seats = board->seat;
	sheet_print(&sheet, style, "", out);
}

void circle_boards(const struct game *game, uint8_t seat, enum board_style style, struct text *out)
{
	size_t columns = style == BOARD_COMPACT ? NARROW : COLUMNS;
	uint16_t boards = ring_boards(circle_state(game), seat);

	if (boards == 0)
		boards = alive(circle_state(game));
	add_boards(game, boards, seat, columns, out);
	add_legend(game, boards, out);
	for (unsigned i = 0; i < circle_state(game)->boards; i++)
		if (boards >> i & 1)
			add_strangers(game, i, columns, out);
	text_add_char(out, '\n');
	add_circle(game, columns, out);
	add_stocks(game, seat, columns, out);
}

void circle_board(const struct game *game, unsigned board, uint8_t seat, struct text *out)
{
	uint16_t boards = (uint16_t)(1u << board & alive(circle_state(game)));

	if (boards == 0) {
		text_addf(out, phrase("%*sOn board %u nobody plays any more.\n\n"), INDENT, "",
			  board + 1);
	} else {
		add_boards(game, boards, seat, COLUMNS, out);
		add_legend(game, boards, out);
		add_strangers(game, board, COLUMNS, out);
		text_add_char(out, '\n');
	}
	add_circle(game, COLUMNS, out);
}

void circle_line(const struct game *game, struct text *out)
{
	add_circle(game, COLUMNS, out);
}
