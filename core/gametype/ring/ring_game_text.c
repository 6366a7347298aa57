/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_game_text.h"
#include "core/ring/ring.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

enum { COLUMNS = 72, NARROW = 40, SECOND_COLUMN = 37, INDENT = 5 };

static const char *title_of(const struct game *game, uint8_t seat)
{
	return translate(variant_seat_title(game->variant, seat));
}

static bool is_over(const struct game *game)
{
	return game->outcome.status != STATUS_PLAYING;
}

/* Items in a row with line breaks. Lines after the first begin at `indent` with `lead`, so that a
 * piece alone on a line doesn't read as a move. */
struct wrapped_row {
	struct strbuf *out;
	size_t column, indent, columns;
	const char *lead;
};

static void row_add(struct wrapped_row *row, const char *between, const char *item)
{
	if (row->column + strlen(between) + strlen(item) > row->columns) {
		strbuf_addf(row->out, "\n%*s%s%s", (int)row->indent, "", row->lead, item);
		row->column = row->indent + strlen(row->lead) + strlen(item);
	} else {
		strbuf_addf(row->out, "%s%s", between, item);
		row->column += strlen(between) + strlen(item);
	}
}

/* ---- a board ---- */

static void draw_board(const struct game *game, unsigned number, uint8_t side, struct strbuf *out)
{
	const struct ring_board *board = &ring_game_state(game)->board[number];
	const struct variant *variant = game->variant;
	struct turn_record last = {.step_count = 1, .steps = {{board->from, board->to}}};
	struct board_text sheet = {
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
	board_text_space(&sheet, 1);
	board_text_draw(&sheet, out);
}

static bool in_check(const struct game *game, unsigned number)
{
	const struct position *position = &ring_game_state(game)->board[number].position;

	return movegen_in_check(game->variant, position, position->turn);
}

/* Adds the state of a board: "your move, in check", "B to move". */
static void add_state(const struct game *game, unsigned number, uint8_t seat, struct strbuf *out)
{
	const struct ring_board *board = &ring_game_state(game)->board[number];
	uint8_t mover = ring_mover(ring_game_state(game), number);

	if (board->mated != NO_SIDE) {
		uint8_t loser = board->seat[board->mated];
		bool resigned = strcmp(board->how, "checkmate") != 0;

		strbuf_addf(out,
			    loser == seat ? translate("you have lost here")
					  : translate("%s has lost here"),
			    title_of(game, loser));
		strbuf_addf(out, " (%s)", resigned ? board->how : translate("mate"));
		return;
	}
	if (mover == NO_SIDE || is_over(game))
		return;
	strbuf_addf(out, mover == seat ? translate("your move") : translate("%s to move"),
		    title_of(game, mover));
	if (in_check(game, number))
		strbuf_add(out, translate(", in check"));
	if (board->offering != NO_SIDE)
		strbuf_add(out, translate(", draw offered"));
}

/* Adds two lines, none of which begins like an order. */
static void add_title(const struct game *game, unsigned number, uint8_t seat, struct strbuf *out)
{
	const struct ring_board *board = &ring_game_state(game)->board[number];
	uint8_t side = ring_side(ring_game_state(game), number, seat);

	strbuf_addf(out, translate("%*sOn board %u: "), INDENT - 2, "", number + 1);
	if (side == NO_SIDE)
		strbuf_addf(out, translate("%s White, %s Black"), title_of(game, board->seat[0]),
			    title_of(game, board->seat[1]));
	else
		strbuf_addf(out, translate("%s against %s"),
			    translate(variant_side_title(game->variant, side)),
			    title_of(game, board->seat[1 - side]));
	strbuf_addf(out, "\n%*s", INDENT - 2, "");
	add_state(game, number, seat, out);
	strbuf_add_char(out, '\n');
}

static void add_board(const struct game *game, unsigned number, uint8_t seat, struct strbuf *out)
{
	add_title(game, number, seat, out);
	draw_board(game, number, ring_side(ring_game_state(game), number, seat), out);
}

/* Adds the pieces that go into a stockpile as something other than they look: placed ones with
 * their own set number, promoted ones as pawns. */
static void add_disguised_pieces(const struct game *game, unsigned number, size_t columns,
				 struct strbuf *out)
{
	const struct ring_board *board = &ring_game_state(game)->board[number];
	const struct position *position = &board->position;
	struct wrapped_row row = {
		.out = out, .indent = INDENT + 2, .columns = columns, .lead = translate("also ")};

	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];
		char item[32];

		if (piece->fate != ON_BOARD ||
		    (board->set[i] == number && piece->born == piece->type))
			continue;
		snprintf(item, sizeof item, translate("%c/%u on %s"),
			 variant_type_letter(game->variant, piece->born), board->set[i] + 1u,
			 board_name(&game->variant->board, piece->at).text);
		if (row.column == 0) {
			char *head = base_printf(translate("%*sOn board %u, placed or promoted:"),
						 INDENT, "", number + 1);

			row_add(&row, "", head);
			row_add(&row, " ", item);
			free(head);
		} else {
			row_add(&row, ", ", item);
		}
	}
	if (row.column > 0)
		strbuf_add_char(out, '\n');
}

/* ---- side by side ---- */

/* Adds the lines of two texts side by side. */
static void join_columns(const char *left, size_t left_len, const char *right, size_t right_len,
			 struct strbuf *out)
{
	const char *left_end = left + left_len, *right_end = right + right_len, *line;
	size_t len;

	while (left < left_end || right < right_end) {
		size_t start = out->len;

		if (strbuf_next_line(&left, left_end, &line, &len))
			strbuf_add_bytes(out, line, len);
		if (strbuf_next_line(&right, right_end, &line, &len) && len > 0)
			strbuf_addf(out, "%*s%.*s", (int)(SECOND_COLUMN - (out->len - start)), "",
				    (int)len, line);
		strbuf_add_char(out, '\n');
	}
}

/* Adds a set of boards, two side by side if there is room. */
static void add_boards(const struct game *game, uint16_t boards, uint8_t seat, size_t columns,
		       struct strbuf *out)
{
	struct strbuf pair[2];
	unsigned have = 0;

	strbuf_init(&pair[0], 0);
	strbuf_init(&pair[1], 0);
	for (unsigned i = 0; i < ring_game_state(game)->boards; i++) {
		if (!(boards >> i & 1))
			continue;
		add_board(game, i, seat, &pair[have++]);
		if (have < 2 && columns == COLUMNS && boards >> (i + 1) != 0)
			continue;
		join_columns(pair[0].bytes, pair[0].len, pair[1].bytes, pair[1].len, out);
		strbuf_add_char(out, '\n');
		strbuf_clear(&pair[0]);
		strbuf_clear(&pair[1]);
		have = 0;
	}
	strbuf_done(&pair[0]);
	strbuf_done(&pair[1]);
}

/* ---- the ring ---- */

/* Adds a board of the ring, "A* =1= B", White's seat first. '*' marks the seat to move, '+' check,
 * '#' the seat that has lost there. */
static void add_link(const struct game *game, unsigned number, struct strbuf *out)
{
	const struct ring_board *board = &ring_game_state(game)->board[number];

	for (uint8_t side = 0; side < RING_SIDES; side++) {
		strbuf_addf(out, "%s%s", side == 1 ? " " : "", title_of(game, board->seat[side]));
		if (board->mated == side)
			strbuf_add_char(out, '#');
		else if (board->mated == NO_SIDE && board->position.turn == side && !is_over(game))
			strbuf_add(out, in_check(game, number) ? "*+" : "*");
		if (side == 0)
			strbuf_addf(out, " =%u=", number + 1);
	}
}

static uint16_t live_boards(const struct ring *ring)
{
	uint16_t boards = 0;

	for (unsigned i = 0; i < ring->boards; i++)
		if (ring->board[i].alive)
			boards |= (uint16_t)(1u << i);
	return boards;
}

static void add_ring(const struct game *game, size_t columns, struct strbuf *out)
{
	uint16_t boards = live_boards(ring_game_state(game));
	struct wrapped_row row = {.out = out, .indent = INDENT + 2, .columns = columns, .lead = ""};
	struct strbuf link;

	strbuf_init(&link, 0);
	if (is_over(game))
		strbuf_addf(out,
			    translate("%*sThe boards at the end, White first (# has lost):\n%*s"),
			    INDENT, "", INDENT + 2, "");
	else
		strbuf_addf(
			out,
			translate("%*sThe circle, White first%s(* to move, + in check%s):\n%*s"),
			INDENT, "", columns == COLUMNS ? " " : "\n     ",
			ring_has_mates(ring_game_state(game)) ? translate(", # has lost") : "",
			INDENT + 2, "");
	row.column = row.indent;
	for (unsigned i = 0; i < ring_game_state(game)->boards; i++) {
		if (!(boards >> i & 1))
			continue;
		strbuf_clear(&link);
		add_link(game, i, &link);
		row_add(&row, row.column > row.indent ? "    " : "", link.bytes);
	}
	strbuf_add_char(out, '\n');
	strbuf_done(&link);
}

/* Lists the stockpile of one seat: "A: white P/2, black N/3 P/3". Returns false if it is empty. */
static bool list_stock(const struct game *game, uint8_t seat, struct strbuf *out)
{
	bool any = false;

	strbuf_addf(out, "%s:", title_of(game, seat));
	for (unsigned side = 0; side < RING_SIDES; side++) {
		bool of_side = false;

		for (unsigned type = 0; type < game->variant->type_count; type++)
			for (unsigned set = 0; set < ring_game_state(game)->boards; set++) {
				unsigned count =
					ring_game_state(game)->stock[seat][side][type][set];

				if (count == 0)
					continue;
				if (!of_side)
					strbuf_addf(
						out, "%s %s", any ? "," : "",
						translate(variant_side_name(game->variant, side)));
				any = of_side = true;
				strbuf_addf(out, " %c/%u", variant_type_letter(game->variant, type),
					    set + 1);
				if (count > 1)
					strbuf_addf(out, "(%u)", count);
			}
	}
	return any;
}

/* Adds the stockpiles of all seats except this one; ring_game_stock describes its own. */
static void add_stocks(const struct game *game, uint8_t seat, size_t columns, struct strbuf *out)
{
	struct wrapped_row row = {
		.out = out, .indent = INDENT + 2, .columns = columns, .lead = "also "};
	struct strbuf stock;

	strbuf_init(&stock, 0);
	for (uint8_t other = 0; other < ring_game_state(game)->boards; other++) {
		const char *cursor, *word;
		size_t len;

		strbuf_clear(&stock);
		if (other == seat || !game_in_play(game, other) || !list_stock(game, other, &stock))
			continue;
		if (row.column == 0)
			strbuf_addf(out, translate("\n%*sIn the stockpiles%s:"), INDENT, "",
				    ring_boards(ring_game_state(game), seat) != 0
					    ? translate(" of others")
					    : "");
		strbuf_addf(out, "\n%*s", INDENT + 2, "");
		row.column = row.indent;
		cursor = stock.bytes;
		while (strbuf_next_word(&cursor, &word, &len)) {
			char *item = base_strndup(word, len);

			row_add(&row, row.column > row.indent ? " " : "", item);
			free(item);
		}
	}
	if (row.column > 0)
		strbuf_add_char(out, '\n');
	strbuf_done(&stock);
}

static void add_legend(const struct game *game, uint16_t boards, struct strbuf *out)
{
	bool marked = false;

	for (unsigned i = 0; i < ring_game_state(game)->boards; i++)
		marked |= (boards >> i & 1) && ring_game_state(game)->board[i].to != NO_SQUARE;
	strbuf_addf(out, translate("%*sw White, b Black, . empty%s\n"), INDENT, "",
		    marked ? translate(", [ ] the last moves") : "");
}

void ring_game_sheet(const struct game *game, unsigned number, uint8_t seat, enum board_style style,
		     struct strbuf *out)
{
	const struct ring_board *board = &ring_game_state(game)->board[number];
	struct turn_record last = {
		.step_count = board->to != NO_SQUARE,
		.steps = {{board->from, board->to}},
	};
	struct board_text sheet = board_text_lay_out(
		game->variant, &board->position, &last,
		board_text_forward(game->variant, ring_side(ring_game_state(game), number, seat)),
		style);

	sheet.seats = board->seat;
	board_text_print(&sheet, style, "", out);
}

void ring_game_boards(const struct game *game, uint8_t seat, enum board_style style,
		      struct strbuf *out)
{
	size_t columns = style == BOARD_COMPACT ? NARROW : COLUMNS;
	uint16_t boards = ring_boards(ring_game_state(game), seat);

	if (boards == 0)
		boards = live_boards(ring_game_state(game));
	add_boards(game, boards, seat, columns, out);
	add_legend(game, boards, out);
	for (unsigned i = 0; i < ring_game_state(game)->boards; i++)
		if (boards >> i & 1)
			add_disguised_pieces(game, i, columns, out);
	strbuf_add_char(out, '\n');
	add_ring(game, columns, out);
	add_stocks(game, seat, columns, out);
}

void ring_game_board(const struct game *game, unsigned board, uint8_t seat, struct strbuf *out)
{
	uint16_t boards = (uint16_t)(1u << board & live_boards(ring_game_state(game)));

	if (boards == 0) {
		strbuf_addf(out, translate("%*sOn board %u nobody plays any more.\n\n"), INDENT, "",
			    board + 1);
	} else {
		add_boards(game, boards, seat, COLUMNS, out);
		add_legend(game, boards, out);
		add_disguised_pieces(game, board, COLUMNS, out);
		strbuf_add_char(out, '\n');
	}
	add_ring(game, COLUMNS, out);
}

void ring_game_line(const struct game *game, struct strbuf *out)
{
	add_ring(game, COLUMNS, out);
}
