/* SPDX-License-Identifier: MIT */
/* Messages of a ring. A seat is asked board by board, and gets all results of a worklist when the
 * worklist ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_game_text.h"
#include "core/gametype/ring/ring_gametype.h"
#include "core/notation/notation.h"
#include "core/ring/ring.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/view/game_text.h"
#include "pbem/gametype/mail_gametypes.h"
#include "pbem/mail/mail_history.h"
#include "pbem/mail/mail_seat.h"
#include "pbem/request/incoming.h"
#include "pbem/site/token_status.h"

enum { COLUMNS = 68 };

/* ---- tokens ---- */

/* Returns the newest of the entries that asked the seat on its boards, including those that it has
 * answered, and that entry's digest. */
static unsigned mail_ring_bound(const struct game *game, unsigned seat, struct sha256 *digest_out)
{
	const struct ring *ring = ring_game_state(game);

	if (ring->played[seat] <= game->questions[seat].entry)
		return mail_standard_bound(game, seat, digest_out);
	*digest_out = ring->played_digest[seat];
	return ring->played[seat];
}

/* Returns the boards where the seat is to move, and already was when the message with the token was
 * written. */
static uint16_t open_boards(const struct game *game, const struct token *token)
{
	uint16_t boards = ring_turns(ring_game_state(game), token->seat);

	for (unsigned i = 0; i < ring_game_state(game)->boards; i++)
		if (!token_status_is_as_new(token, ring_game_state(game)->board[i].asked))
			boards &= (uint16_t) ~(1u << i);
	return boards;
}

static bool is_open(const struct game *game, const struct token *token)
{
	return open_boards(game, token) != 0;
}

/* Reports whether the seat has moved on another board since the message. Then a move without a
 * board may have been meant for that one. */
static bool has_moved(const struct game *game, const struct token *token)
{
	unsigned played = ring_game_state(game)->played[token->seat];

	return played != 0 && !token_status_is_as_new(token, played);
}

/* ---- messages ---- */

/* Returns which message a seat gets; NULL for none. */
static const char *choose_template(const struct workspace_game *game, uint8_t seat,
				   const struct due *due)
{
	const struct game *now = &game->file->game;
	unsigned asked = now->questions[seat].entry;
	bool was_in = game->in_play >> seat & 1, is_in = game_in_play(now, seat);
	bool changed = ring_game_state(now)->in_play != game->in_play;

	if (!is_in && was_in)
		return "beaten";
	if (!is_in)
		return changed && !game->seats.seats[seat].left ? "watch" : NULL;
	if (asked > due->head || (changed && asked != 0))
		return "your-turn";
	if (changed || (due->fresh & ring_boards(ring_game_state(now), seat)) != 0)
		return asked != 0 ? "your-turn" : "news";
	return NULL;
}

/* Writes to every seat if somebody was beaten during the worklist. Otherwise writes to the seats
 * that have a new move to make and to those whose board was set up again. Other seats' turns on
 * other boards cause no message. */
static int mail_ring_notify(struct workspace *workspace, struct workspace_game *game, uint8_t seat,
			    const struct due *due, struct reason *reason)
{
	const char *letter = choose_template(game, seat, due);

	if (game->file->game.questions[seat].entry == 0)
		mail_withdraw(workspace, game, seat);
	return letter == NULL ? 0
			      : mail_about(workspace, game, seat, letter, "turn", game->file->head,
					   reason);
}

/* Begins a new line of a board's moves. */
static void begin_line(struct mail_rows *rows, unsigned number, const char *head)
{
	struct strbuf *board = &rows->boards[number];

	strbuf_add(board, head);
	rows->line[number] = board->len;
	strbuf_add(board, "   ");
}

/* Lists a turn: "A e4  B e5  A Nf3". The players at a board change, and when a board is set up
 * again its rounds are counted from 1. */
static void list_turn(struct mail_rows *rows, const struct turn_record *turn)
{
	unsigned number = ring_game_board_of(turn);
	const char *san = strchr(turn->text, ' ');
	struct strbuf *board;
	char item[48], head[32];

	if (number >= MAX_BOARDS)
		return;
	board = &rows->boards[number];
	snprintf(item, sizeof item, "%s %.32s", variant_seat_title(rows->variant, turn->seat),
		 san != NULL ? san + 1 : turn->text);
	snprintf(head, sizeof head, translate("On board %u:\n"), number + 1);
	if (board->len == 0) {
		begin_line(rows, number, head);
	} else if (turn->round != rows->count[number] / 2 + 1) {
		begin_line(rows, number, translate("\n   and from the beginning:\n"));
		rows->count[number] = 0;
	} else if (board->len - rows->line[number] + 2 + strlen(item) > COLUMNS) {
		begin_line(rows, number, "\n");
	} else {
		strbuf_add(board, "  ");
	}
	rows->count[number]++;
	strbuf_add(board, item);
}

/* ---- which boards a message answers for ---- */

/* Returns the board that an order of a ring names, from 1; 0 if it names none; -1 if the order is
 * about no board. */
static int board_named(const struct game *game, const struct order *order)
{
	struct ring_written_move written;
	long number = strbuf_number(order->text, MAX_BOARDS);

	switch (order->kind) {
	case ORDER_MOVE:
		return notation_parse_ring(game->variant, order->text, &written) ? written.board + 1
										 : -1;
	case ORDER_DRAW:
	case ORDER_DRAW_NO:
	case ORDER_CLAIM_DRAW:
		return number > 0 ? (int)number : 0;
	default:
		return -1;
	}
}

/* Adds the board to an order that is meant for the only board which the answered message shows as
 * the seat's to move on. */
static void name_board(struct order *order, unsigned board)
{
	char *named =
		base_printf(order->kind == ORDER_MOVE ? "%u:%s" : "%u", board + 1, order->text);

	free(order->text);
	order->text = named;
}

static char *check_order_board(const struct incoming *incoming, struct order *order, bool *dead_out)
{
	const struct game *game = &incoming->game->file->game;
	uint16_t turns = ring_turns(ring_game_state(game), (uint8_t)incoming->seat);
	uint16_t shown = open_boards(game, &incoming->token);
	int named = board_named(game, order);

	*dead_out = false;
	if (incoming->token.purpose != TOKEN_TURN || named < 0)
		return NULL;
	if (named > 0 && (turns & ~shown) >> (named - 1) & 1) {
		*dead_out = true;
		return base_printf(translate("Board %d has changed since that letter."), named);
	}
	if (named > 0 || (turns == shown && !has_moved(game, &incoming->token)))
		return NULL;
	if (has_moved(game, &incoming->token))
		return base_strdup(
			"You have already moved in reply to this letter. Please write the board's "
			"number, so that we don't mix up your boards: for example MOVE 2:Nf3, DRAW "
			"2, CLAIM DRAW 2.");
	if (__builtin_popcount(shown) == 1)
		name_board(order, (unsigned)__builtin_ctz(shown));
	return NULL;
}

/*
 * Judges the boards of the orders, and puts the board into orders that name none and can only mean
 * one. A message answers for the boards that were the seat's to move on when the message it answers
 * was written: what has happened on other boards since must not change an order's meaning.
 */
static char *mail_ring_why_not(const struct incoming *incoming, struct order_list *orders,
			       bool *dead_out)
{
	bool moves = false;
	char *why = NULL;

	for (size_t i = 0; i < orders->count; i++)
		moves |= orders->orders[i].kind == ORDER_MOVE;
	/* DRAW together with a move is about the move's board. */
	for (size_t i = 0; why == NULL && i < orders->count; i++)
		if (!moves || orders->orders[i].kind != ORDER_DRAW)
			why = check_order_board(incoming, &orders->orders[i], dead_out);
	return why;
}

static void name_move(const struct game *game, unsigned seat, const char *reading, char *out)
{
	struct ring_move placed;

	if (notation_read_ring(game->variant, ring_game_state(game), (uint8_t)seat, reading,
			       &placed, NULL) == ACCEPTED)
		ring_text(game->variant, &placed, out);
}

/* ---- for the moderator ---- */

static void mail_ring_status(const struct game *game, unsigned seat, struct strbuf *out)
{
	uint16_t boards = ring_turns(ring_game_state(game), (uint8_t)seat);
	const char *between = " on ";

	strbuf_add(out, "to move");
	for (unsigned i = 0; i < MAX_BOARDS; i++) {
		if (!(boards >> i & 1))
			continue;
		strbuf_addf(out, "%s%u", between, i + 1);
		between = " and ";
	}
}

/* Adds "2 rnbq... w KQkq - 0 1", one line for each board of a ring. Stockpiles can't be written
 * so. */
static void mail_ring_fens(const struct game *game, struct strbuf *out)
{
	for (unsigned i = 0; i < ring_game_state(game)->boards; i++) {
		const struct ring_board *board = &ring_game_state(game)->board[i];

		if (!board->alive)
			continue;
		strbuf_addf(out, "%u ", i + 1);
		position_to_fen(game->variant, &board->position, board->turns / 2 + 1, out);
		strbuf_add_char(out, '\n');
	}
}

static void mail_ring_boards(const struct game *game, uint8_t seat, struct strbuf *out)
{
	struct strbuf stock;

	ring_game_boards(game, seat, BOARD_FULL, out);
	if (seat == NO_SIDE)
		return;
	strbuf_init(&stock, 0);
	ring_game_stock(game, seat, &stock);
	if (stock.len > 0)
		strbuf_addf(out, "\n%s", stock.bytes);
	strbuf_done(&stock);
}

const struct gametype_mail mail_ring = {
	.kind = &ring_gametype,
	.bound = mail_ring_bound,
	.is_open = is_open,
	.not_asked = MAIL_PLAIN_NOT_ASKED,
	.values = mail_ring_values,
	.question = mail_standard_question,
	.notify = mail_ring_notify,
	.list_turn = list_turn,
	.why_not = mail_ring_why_not,
	.name_move = name_move,
	.no_view =
		"VIEW isn't for this game: both your boards are always drawn from your own side.",
	.status = mail_ring_status,
	.boards = mail_ring_boards,
	.fens = mail_ring_fens,
};
