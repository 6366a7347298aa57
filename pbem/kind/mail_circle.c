/* SPDX-License-Identifier: MIT */
/* Letters of a ring: a seat is asked board by board, and all that a sitting brings is told when it
 * ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/circle/circle_state.h"
#include "core/base/text.h"
#include "core/kind/circle/circle_kind.h"
#include "core/kind/circle/circle_view.h"
#include "core/notation/notation.h"
#include "core/ring/ring.h"
#include "core/view/view.h"
#include "pbem/answer/matter.h"
#include "pbem/desk/standing.h"
#include "pbem/kind/mail_kinds.h"
#include "pbem/mailing/mailing_history.h"
#include "pbem/mailing/mailing_seats.h"

enum { COLUMNS = 68 };

/* ---- tokens ---- */

/* Of the entries that asked on boards and that it answered the last. */
static unsigned bound(const struct game *game, unsigned seat, struct digest *digest_out)
{
	const struct ring *ring = circle_state(game);

	if (ring->played[seat] <= game->questions[seat].entry)
		return mail_single_bound(game, seat, digest_out);
	*digest_out = ring->played_digest[seat];
	return ring->played[seat];
}

/* The boards where the seat is to move and was so when the letter that carried the token was
 * written. */
static uint16_t open_boards(const struct game *game, const struct token *token)
{
	uint16_t boards = ring_turns(circle_state(game), token->seat);

	for (unsigned i = 0; i < circle_state(game)->boards; i++)
		if (!standing_is_as_new(token, circle_state(game)->board[i].asked))
			boards &= (uint16_t) ~(1u << i);
	return boards;
}

static bool is_open(const struct game *game, const struct token *token)
{
	return open_boards(game, token) != 0;
}

/* Whether the seat has moved on another board since: then a move without a board may have been
 * meant for that. */
static bool has_moved(const struct game *game, const struct token *token)
{
	unsigned played = circle_state(game)->played[token->seat];

	return played != 0 && !standing_is_as_new(token, played);
}

static bool asked_by(const struct game *game, const struct token *token, int64_t time)
{
	uint16_t boards = open_boards(game, token);

	for (unsigned i = 0; i < circle_state(game)->boards; i++)
		if (boards >> i & 1 && circle_state(game)->board[i].asked_when > time)
			return false;
	return true;
}

/* ---- letters ---- */

/* Which letter a seat gets; NULL: none. */
static const char *choose(const struct desk_game *game, uint8_t seat, const struct due *due)
{
	const struct game *now = &game->file->game;
	unsigned asked = now->questions[seat].entry;
	bool was_in = game->in_play >> seat & 1, is_in = game_in_play(now, seat);
	bool changed = circle_state(now)->in_play != game->in_play;

	if (!is_in && was_in)
		return "beaten";
	if (!is_in)
		return changed && !game->seats.seats[seat].left ? "watch" : NULL;
	if (asked > due->head || (changed && asked != 0))
		return "your-turn";
	if (changed || (due->fresh & ring_boards(circle_state(now), seat)) != 0)
		return asked != 0 ? "your-turn" : "news";
	return NULL;
}

/* To every seat if somebody was beaten in the sitting; else to those who have a new move to make,
 * and to those whose board was set up afresh. What another does on boards that aren't one's own is
 * no letter. */
static int tell(struct desk *desk, struct desk_game *game, uint8_t seat, const struct due *due,
		struct reason *reason)
{
	const char *letter = choose(game, seat, due);

	if (game->file->game.questions[seat].entry == 0)
		mailing_take_back(desk, game, seat);
	return letter == NULL
		       ? 0
		       : mailing_about(desk, game, seat, letter, "turn", game->file->head, reason);
}

/* A new line of a board's moves. */
static void begin_line(struct mailing_rows *rows, unsigned number, const char *head)
{
	struct text *board = &rows->boards[number];

	text_add(board, head);
	rows->line[number] = board->len;
	text_add(board, "   ");
}

/* "A e4  B e5  A Nf3": who sits at a board changes, and a board may be set up afresh, when its
 * rounds are counted from 1 again. */
static void list_turn(struct mailing_rows *rows, const struct turn_record *turn)
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
	snprintf(head, sizeof head, phrase("On board %u:\n"), number + 1);
	if (board->len == 0) {
		begin_line(rows, number, head);
	} else if (turn->round != rows->count[number] / 2 + 1) {
		begin_line(rows, number, phrase("\n   and from the beginning:\n"));
		rows->count[number] = 0;
	} else if (board->len - rows->line[number] + 2 + strlen(item) > COLUMNS) {
		begin_line(rows, number, "\n");
	} else {
		text_add(board, "  ");
	}
	rows->count[number]++;
	text_add(board, item);
}

/* ---- which boards a letter answers for ---- */

/* The board that an order of a ring names, from 1; 0: none; -1: it is about none. */
static int board_named(const struct game *game, const struct order *order)
{
	struct ring_wish wish;
	long number = text_number(order->text, MAX_BOARDS);

	switch (order->kind) {
	case ORDER_MOVE:
		return notation_parse_ring(game->variant, order->text, &wish) ? wish.board + 1 : -1;
	case ORDER_DRAW:
	case ORDER_DRAW_NO:
	case ORDER_CLAIM_DRAW:
		return number > 0 ? (int)number : 0;
	default:
		return -1;
	}
}

/* The order is meant for the only board that the letter it answers shows as the seat's to move on.
 */
static void name_board(struct order *order, unsigned board)
{
	char *named =
		base_printf(order->kind == ORDER_MOVE ? "%u:%s" : "%u", board + 1, order->text);

	free(order->text);
	order->text = named;
}

static char *why_not_board(const struct matter *matter, struct order *order, bool *dead_out)
{
	const struct game *game = &matter->game->file->game;
	uint16_t turns = ring_turns(circle_state(game), (uint8_t)matter->seat);
	uint16_t shown = open_boards(game, &matter->token);
	int named = board_named(game, order);

	*dead_out = false;
	if (matter->token.purpose != TOKEN_TURN || named < 0)
		return NULL;
	if (named > 0 && (turns & ~shown) >> (named - 1) & 1) {
		*dead_out = true;
		return base_printf(phrase("Board %d has changed since that letter."), named);
	}
	if (named > 0 || (turns == shown && !has_moved(game, &matter->token)))
		return NULL;
	if (has_moved(game, &matter->token))
		return base_strdup(
			"You have moved since the letter that you answer. To make sure that what "
			"you write now isn't meant for the board of that move, please name the "
			"board: as in MOVE 2:Nf3, DRAW 2, CLAIM DRAW 2.");
	if (__builtin_popcount(shown) == 1)
		name_board(order, (unsigned)__builtin_ctz(shown));
	return NULL;
}

/*
 * A letter answers for the boards that were the seat's to move on when the letter it answers was
 * written: what has happened on another since must not turn an order's meaning. Puts the board into
 * orders that name none and can mean but one.
 */
static char *why_not(const struct matter *matter, struct order_list *orders, bool *dead_out)
{
	bool moves = false;
	char *why = NULL;

	for (size_t i = 0; i < orders->count; i++)
		moves |= orders->orders[i].kind == ORDER_MOVE;
	/* DRAW beside a move is about the move's board. */
	for (size_t i = 0; why == NULL && i < orders->count; i++)
		if (!moves || orders->orders[i].kind != ORDER_DRAW)
			why = why_not_board(matter, &orders->orders[i], dead_out);
	return why;
}

static void name_move(const struct game *game, unsigned seat, const char *reading, char *out)
{
	struct ring_move placed;

	if (notation_read_ring(game->variant, circle_state(game), (uint8_t)seat, reading, &placed,
			       NULL) == ACCEPTED)
		ring_text(game->variant, &placed, out);
}

/* ---- for the moderator ---- */

static void status(const struct game *game, unsigned seat, struct text *out)
{
	uint16_t boards = ring_turns(circle_state(game), (uint8_t)seat);
	const char *between = " on ";

	text_add(out, "to move");
	for (unsigned i = 0; i < MAX_BOARDS; i++) {
		if (!(boards >> i & 1))
			continue;
		text_addf(out, "%s%u", between, i + 1);
		between = " and ";
	}
}

/* "2 rnbq... w KQkq - 0 1", a line for each board of a ring. Stockpiles have no words there. */
static void fens(const struct game *game, struct text *out)
{
	for (unsigned i = 0; i < circle_state(game)->boards; i++) {
		const struct ring_board *board = &circle_state(game)->board[i];

		if (!board->alive)
			continue;
		text_addf(out, "%u ", i + 1);
		position_to_fen(game->variant, &board->position, board->turns / 2 + 1, out);
		text_add_char(out, '\n');
	}
}

static void boards(const struct game *game, uint8_t seat, struct text *out)
{
	struct text stock;

	circle_boards(game, seat, BOARD_FULL, out);
	if (seat == NO_SIDE)
		return;
	text_init(&stock, 0);
	circle_stock(game, seat, &stock);
	if (stock.len > 0)
		text_addf(out, "\n%s", stock.bytes);
	text_done(&stock);
}

const struct mail_kind mail_circle = {
	.kind = &circle_kind,
	.bound = bound,
	.is_open = is_open,
	.asked_by = asked_by,
	.not_asked = MAIL_PLAIN_NOT_ASKED,
	.values = mail_circle_values,
	.question = mail_single_question,
	.tell = tell,
	.list_turn = list_turn,
	.why_not = why_not,
	.name_move = name_move,
	.no_view =
		"VIEW isn't for this game: both your boards are always drawn from your own side.",
	.status = status,
	.boards = boards,
	.fens = fens,
};
