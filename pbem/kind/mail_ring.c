/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "core/notation/notation.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "pbem/kind/mail_ring.h"
#include "pbem/desk/standing.h"

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
	uint16_t turns = ring_turns(game->ring, (uint8_t)matter->seat);
	uint16_t shown = standing_boards(game, &matter->token);
	int named = board_named(game, order);

	*dead_out = false;
	if (matter->token.purpose != TOKEN_TURN || named < 0)
		return NULL;
	if (named > 0 && (turns & ~shown) >> (named - 1) & 1) {
		*dead_out = true;
		return base_printf("Board %d has changed since that letter.", named);
	}
	if (named > 0 || (turns == shown && !standing_has_moved(game, &matter->token)))
		return NULL;
	if (standing_has_moved(game, &matter->token))
		return base_strdup(
			"You have moved since the letter that you answer. To make sure that "
			"what you write now isn't meant for the board of that move, please "
			"name the board: as in MOVE 2:Nf3, DRAW 2, CLAIM DRAW 2.");
	if (__builtin_popcount(shown) == 1)
		name_board(order, (unsigned)__builtin_ctz(shown));
	return NULL;
}

char *requests_ring(const struct matter *matter, struct order_list *orders, bool *dead_out)
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
