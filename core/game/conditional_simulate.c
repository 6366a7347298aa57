/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "core/game/conditional_internal.h"
#include "core/game/turn.h"
#include "core/order/order_parse.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* Turns sent in advance may follow each other for a round or two without a response. */
enum { MOST_SETTLED = 2 * MAX_SEATS };

enum verdict conditional_decide(const struct game *game, uint8_t player, const char *move,
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

/* Applies the events in an entry with a number in which no turn has begun. */
void conditional_apply_events(struct game *game, const struct event_list *events)
{
	const struct entry_head head = {game->judged + 1, 0, "-"};

	for (size_t i = 0; i < events->count; i++)
		(void)game_apply(game, &head, &events->events[i], NULL);
}

void conditional_settle(struct game *game)
{
	struct game_pending_turn standing;

	for (unsigned i = 0; i < MOST_SETTLED && game_pending_turn(game, &standing); i++) {
		struct event_list events;

		event_list_init(&events);
		game->variant->kind->lapse(game, standing.asked, false, &events);
		conditional_apply_events(game, &events);
		event_list_done(&events);
	}
}

static void digest_board(const struct game *game, struct sha256 *out)
{
	const struct position *position = &game->position;
	struct strbuf text;

	strbuf_init(&text, 0);
	for (unsigned i = 0; i < position->piece_count; i++) {
		const struct piece *piece = &position->pieces[i];

		if (piece->at != NO_SQUARE)
			strbuf_addf(&text, "%u %u %u %u %u;", i, (unsigned)piece->side,
				    (unsigned)piece->type, (unsigned)piece->at,
				    (unsigned)piece->fate);
	}
	sha256_bytes(text.bytes, text.len, out);
	strbuf_done(&text);
}

void conditional_note_board(const struct game *game, struct conditional_line *line)
{
	struct sha256 board;

	if (game->variant->kind->standing == NULL)
		return;
	digest_board(game, &board);
	snprintf(line->board, sizeof line->board, "%.*s", CONDITIONAL_BOARD, board.hex);
}

bool conditional_finds_board(const struct game *game, const struct conditional_line *line)
{
	struct game settled;
	struct sha256 board;

	if (line->board[0] == '\0')
		return true;
	game_copy(&settled, game);
	conditional_settle(&settled);
	digest_board(&settled, &board);
	game_done(&settled);
	return strncmp(board.hex, line->board, CONDITIONAL_BOARD) == 0;
}

/* Returns the length of the board's number: 1 for "2:e2e4". */
static size_t board_len(const char *move)
{
	const char *colon = strchr(move, ':');

	return colon != NULL ? (size_t)(colon - move) : 0;
}

bool conditional_same_board(const struct game *game, const char *move, const char *other)
{
	const size_t len = board_len(move);

	return !game->variant->kind->boards ||
	       (len == board_len(other) && memcmp(move, other, len) == 0);
}
