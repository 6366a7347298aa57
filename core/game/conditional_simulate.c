/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/base/text.h"
#include "core/intent/intent_inner.h"
#include "core/order/order.h"
#include "core/turn/turn.h"
#include "core/variant/variant_data.h"

/* Turns that were sent before others had answered may follow each other, a round of them. */
enum { MOST_SETTLED = 2 * MAX_SEATS };

enum verdict intent_decide(const struct game *game, uint8_t player, const char *move,
			   struct event_list *events, struct reason *why)
{
	struct order_list orders;
	enum verdict verdict;

	order_list_init(&orders);
	order_list_add(&orders, ORDER_MOVE, 1, NO_SIDE, move);
	verdict = turn_decide(game, player, &orders, events, why);
	order_list_done(&orders);
	return verdict;
}

/* Its number is none of which the game remembers that a turn began in it. */
void intent_happen(struct game *game, const struct event_list *events)
{
	const struct entry_head head = {game->judged + 1, 0, "-"};

	for (size_t i = 0; i < events->count; i++)
		(void)game_apply(game, &head, &events->events[i], NULL);
}

void intent_settle(struct game *game)
{
	struct game_standing standing;

	for (unsigned i = 0; i < MOST_SETTLED && game_standing(game, &standing); i++) {
		struct event_list events;

		event_list_init(&events);
		game->variant->kind->lapse(game, standing.asked, false, &events);
		intent_happen(game, &events);
		event_list_done(&events);
	}
}

/* The men on the board: which, whose, and where. */
static void digest_board(const struct game *game, struct digest *out)
{
	const struct position *position = &game->position;
	struct text text;

	text_init(&text, 0);
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->at != NO_SQUARE)
			text_addf(&text, "%u %u %u %u %u;", i, (unsigned)piece->side,
				  (unsigned)piece->type, (unsigned)piece->at,
				  (unsigned)piece->fate);
	}
	digest_bytes(text.bytes, text.len, out);
	text_done(&text);
}

void intent_note_board(const struct game *game, struct intent_line *line)
{
	struct digest board;

	if (game->variant->kind->standing == NULL)
		return;
	digest_board(game, &board);
	snprintf(line->board, sizeof line->board, "%.*s", INTENT_BOARD, board.hex);
}

bool intent_finds_board(const struct game *game, const struct intent_line *line)
{
	struct game settled;
	struct digest board;

	if (line->board[0] == '\0')
		return true;
	game_copy(&settled, game);
	intent_settle(&settled);
	digest_board(&settled, &board);
	game_done(&settled);
	return strncmp(board.hex, line->board, INTENT_BOARD) == 0;
}

/* "2:" of "2:e2e4" */
static size_t board_len(const char *move)
{
	const char *colon = strchr(move, ':');

	return colon != NULL ? (size_t)(colon - move) : 0;
}

bool intent_same_board(const struct game *game, const char *move, const char *other)
{
	const size_t len = board_len(move);

	return !game->variant->kind->boards ||
	       (len == board_len(other) && memcmp(move, other, len) == 0);
}
