/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "tests/lib/slow_ring.h"

static void slow_forget(struct slow_board *board)
{
	while (board->seen_count > 0)
		free(board->seen[--board->seen_count]);
}

static bool slow_in_check(const struct slow_ring *ring, const struct position *position, int side)
{
	square king = slow_king(ring->variant, position, (uint8_t)side);

	return slow_attacked(ring->variant, position, king, 1u << (1 - side));
}

/* Returns whether the piece may be placed. It is tried as a piece of the starting position, since
 * only its later rights differ, not what it guards. */
static bool slow_may_place(const struct slow_ring *ring, int number, const struct slow_man *man,
			   square at)
{
	const struct slow_board *board = &ring->board[number];
	struct position next = board->position;

	if (man->side != board->position.turn || (man->set == number && !ring->social) ||
	    ring->variant->sides[man->side].starts[at] != man->type ||
	    next.piece_at[at] != NO_PIECE)
		return false;
	if (!position_put(ring->variant, &next, (uint8_t)man->side, (uint8_t)man->type, at))
		return false;
	return !slow_in_check(ring, &next, man->side);
}

static int slow_mover(const struct slow_ring *ring, int number)
{
	const struct slow_board *board = &ring->board[number];

	return ring->over || !board->alive || board->mated >= 0 ? -1
								: board->seat[board->position.turn];
}

static bool slow_has_line(const struct strbuf *out, const char *line)
{
	for (const char *at = out->bytes; (at = strstr(at, line)) != NULL; at++)
		if ((at == out->bytes || at[-1] == '\n') && at[strlen(line)] == '\n')
			return true;
	return false;
}

unsigned slow_list(const struct slow_ring *ring, int number, struct strbuf *out)
{
	const struct slow_board *board = &ring->board[number];
	int seat = slow_mover(ring, number);
	struct move_list moves;
	unsigned placed = 0;
	char line[64], name[MOVE_TEXT_MAX];

	if (seat < 0)
		return 0;
	slow_moves(ring->variant, &board->position, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		move_text(ring->variant, &moves.moves[i], name);
		strbuf_addf(out, "%d:%s\n", number + 1, name);
	}
	for (int i = 0; i < ring->stock_count[seat]; i++) {
		const struct slow_man *man = &ring->stock[seat][i];

		for (square at = 0; at < 64; at++) {
			if (!slow_may_place(ring, number, man, at))
				continue;
			board_square_name(&ring->variant->board, at, name);
			snprintf(line, sizeof line, "%d:%c/%d@%s", number + 1,
				 ring->variant->types[man->type].letter, man->set + 1, name);
			if (!slow_has_line(out, line))
				strbuf_addf(out, "%s\n", line);
			placed++;
		}
	}
	return placed;
}

/* Returns whether a pawn beside it could capture the pawn en passant after its double step. */
static bool slow_passant_counts(const struct position *position, const struct piece *pawns,
				square over, int passed_side)
{
	int file = over % 8, rank = over / 8, from = rank + (passed_side == 0 ? 1 : -1);

	(void)pawns;
	for (int beside = file - 1; beside <= file + 1; beside += 2) {
		uint8_t index;

		if (beside < 0 || beside > 7)
			continue;
		index = position->piece_at[from * 8 + beside];
		if (index != NO_PIECE && position->pieces[index].side != passed_side &&
		    position->pieces[index].type ==
			    position->pieces[position->piece_at[over + (passed_side == 0 ? 8 : -8)]]
				    .type)
			return true;
	}
	return false;
}

static bool slow_unmoved(const struct position *position, square at, int side)
{
	uint8_t index = position->piece_at[at];

	return index != NO_PIECE && !position->pieces[index].moved &&
	       position->pieces[index].side == side;
}

static void slow_add_castling(const struct slow_board *board, struct strbuf *out)
{
	static const square kings[2] = {4, 60}, rooks[2][2] = {{0, 7}, {56, 63}};

	for (int side = 0; side < 2; side++)
		for (int wing = 0; wing < 2; wing++)
			strbuf_add_char(out, slow_unmoved(&board->position, kings[side], side) &&
							     slow_unmoved(&board->position,
									  rooks[side][wing], side)
						     ? 'c'
						     : '-');
}

/* Returns as text what identifies a position for repetition [ring-repetition]. */
static char *slow_identity(const struct slow_ring *ring, int number)
{
	const struct slow_board *board = &ring->board[number];
	struct strbuf text;

	strbuf_init(&text, 0);
	for (square at = 0; at < 64; at++) {
		const struct piece *piece = position_piece(&board->position, at);

		if (piece == NULL)
			strbuf_add_char(&text, '.');
		else
			strbuf_add_char(&text, (char)("KQRBNP"[piece->type] + 32 * piece->side));
	}
	slow_add_castling(board, &text);
	for (int side = 0; side < 2; side++) {
		square over = board->position.passant[side].over;

		if (over != NO_SQUARE && slow_passant_counts(&board->position, NULL, over, side))
			strbuf_addf(&text, " ep%d", over);
	}
	strbuf_addf(&text, " %d", board->position.turn);
	for (int side = 0; side < 2; side++) {
		strbuf_addf(&text, " %d(", board->seat[side]);
		for (int colour = 0; colour < 2; colour++)
			for (int type = 0; type < 6; type++)
				for (int set = 0; set < ring->seats; set++)
					for (int i = 0; i < ring->stock_count[board->seat[side]];
					     i++) {
						struct slow_man man =
							ring->stock[board->seat[side]][i];

						if (man.side == colour && man.type == type &&
						    man.set == set)
							strbuf_addf(&text, "%d.%d.%d,", colour,
								    type, set);
					}
		strbuf_add_char(&text, ')');
	}
	return text.bytes;
}

static void slow_turn(struct slow_ring *ring, int number);

void slow_set_up(struct slow_ring *ring, int number)
{
	struct slow_board *board = &ring->board[number];

	position_start(ring->variant, &board->position);
	for (square at = 0; at < 64; at++) {
		uint8_t index = board->position.piece_at[at];

		board->set_at[at] = number;
		board->born_at[at] = index == NO_PIECE ? -1 : board->position.pieces[index].type;
	}
	board->alive = true;
	board->mated = -1;
	board->quiet = 0;
	slow_forget(board);
	slow_turn(ring, number);
}

/* Begins the turn in board->position.turn: mate, stalemate, 75 rounds, the fifth repetition. */
static void slow_turn(struct slow_ring *ring, int number)
{
	struct slow_board *board = &ring->board[number];
	int side = board->position.turn;
	struct move_list moves;
	unsigned times = 0;
	struct strbuf unused;
	bool placing;

	board->position.passant[side] = (struct passant){NO_SQUARE, NO_SQUARE};
	board->position.passant_end = 0;
	for (uint8_t other = 0; other < 2; other++)
		if (board->position.passant[other].over != NO_SQUARE)
			board->position.passant_end = (uint8_t)(other + 1);
	slow_moves(ring->variant, &board->position, &moves);
	strbuf_init(&unused, 0);
	placing = slow_list(ring, number, &unused) > 0;
	strbuf_done(&unused);
	if (moves.count == 0 && slow_in_check(ring, &board->position, side)) {
		board->mated = side;
		return;
	}
	if ((moves.count == 0 && !placing) || board->quiet >= 150) {
		slow_set_up(ring, number);
		return;
	}
	board->seen[board->seen_count++] = slow_identity(ring, number);
	for (unsigned i = 0; i < board->seen_count; i++)
		times += strcmp(board->seen[i], board->seen[board->seen_count - 1]) == 0;
	if (times >= 5)
		slow_set_up(ring, number);
}

static void slow_stalemates(struct slow_ring *ring)
{
	for (int i = 0; i < ring->seats; i++) {
		struct strbuf list;

		strbuf_init(&list, 0);
		slow_list(ring, i, &list);
		if (slow_mover(ring, i) >= 0 && list.len == 0)
			slow_set_up(ring, i);
		strbuf_done(&list);
	}
}

static void slow_capture(struct slow_ring *ring, int number, int captor, square at)
{
	struct slow_board *board = &ring->board[number];
	const struct piece *piece = &board->position.pieces[board->position.piece_at[at]];

	ring->stock[captor][ring->stock_count[captor]++] = (struct slow_man){
		piece->side,
		board->born_at[at],
		board->set_at[at],
	};
}

static void slow_carry(struct slow_board *board, square from, square to)
{
	board->set_at[to] = board->set_at[from];
	board->born_at[to] = board->born_at[from];
}

void slow_play_move(struct slow_ring *ring, int number, const struct move *move)
{
	struct slow_board *board = &ring->board[number];
	int captor = board->seat[board->position.turn];
	square taken = move->kind == MOVE_EN_PASSANT ? move->other : move->to;
	bool captures = move->kind != MOVE_CASTLE && board->position.piece_at[taken] != NO_PIECE;
	bool pawn = board->position.pieces[board->position.piece_at[move->from]].type ==
		    ring->variant->pawn;

	if (captures)
		slow_capture(ring, number, captor, taken);
	slow_carry(board, move->from, move->to);
	if (move->kind == MOVE_CASTLE)
		slow_carry(board, move->other, move->rook_to);
	move_make(ring->variant, &board->position, move, NULL);
	board->quiet = captures || pawn ? 0 : board->quiet + 1;
}

void slow_play_placement(struct slow_ring *ring, int number, int type, int set, square at)
{
	struct slow_board *board = &ring->board[number];
	int seat = board->seat[board->position.turn], side = board->position.turn, i = 0;

	while (ring->stock[seat][i].side != side || ring->stock[seat][i].type != type ||
	       ring->stock[seat][i].set != set)
		i++;
	ring->stock[seat][i] = ring->stock[seat][--ring->stock_count[seat]];
	/* Dead pieces make room; otherwise a long game would fill the table of pieces. */
	for (unsigned n = 0; n < board->position.piece_count; n++)
		if (board->position.pieces[n].fate != ON_BOARD)
			board->position.pieces[n] =
				board->position.pieces[--board->position.piece_count],
			n--;
	position_index(ring->variant, &board->position);
	position_put(ring->variant, &board->position, (uint8_t)side, (uint8_t)type, at);
	board->position.pieces[board->position.piece_at[at]].moved = type != ring->variant->pawn;
	board->set_at[at] = set;
	board->born_at[at] = type;
	board->quiet++;
}

void slow_follow(struct slow_ring *ring, int number)
{
	ring->board[number].position.turn ^= 1;
	slow_turn(ring, number);
	slow_stalemates(ring);
}

void slow_start(struct slow_ring *ring, const struct variant *variant, int seats, bool social)
{
	memset(ring, 0, sizeof *ring);
	ring->variant = variant;
	ring->seats = seats;
	ring->social = social;
	ring->in_play = (1 << seats) - 1;
	for (int i = 0; i < seats; i++) {
		ring->board[i].seat[0] = i;
		ring->board[i].seat[1] = i + 1 < seats ? i + 1 : 0;
		slow_set_up(ring, i);
	}
}

void slow_end(struct slow_ring *ring)
{
	for (int i = 0; i < ring->seats; i++)
		slow_forget(&ring->board[i]);
}

/* Returns the board in play on which the seat has that side, or -1. */
static int slow_find(const struct slow_ring *ring, int seat, int side)
{
	for (int i = 0; i < ring->seats; i++)
		if (ring->board[i].alive && ring->board[i].seat[side] == seat)
			return i;
	return -1;
}

static bool slow_neighbours(const struct slow_ring *ring, int a, int b)
{
	for (int i = 0; i < ring->seats; i++) {
		const int *seat = ring->board[i].seat;

		if (ring->board[i].alive &&
		    ((seat[0] == a && seat[1] == b) || (seat[0] == b && seat[1] == a)))
			return true;
	}
	return false;
}

/* [both-boards-lost]: sets up the board where the loser was Black again, for the player who was
 * White there. */
static void slow_lose_both(struct slow_ring *ring, int black, int white)
{
	int before = ring->board[black].seat[0], after = ring->board[white].seat[1];

	if (__builtin_popcount((unsigned)ring->in_play) < 3 || slow_neighbours(ring, before, after))
		return;
	ring->board[black].seat[1] = after;
	slow_set_up(ring, black);
}

static void slow_eliminate(struct slow_ring *ring, int number)
{
	struct slow_board *board = &ring->board[number];
	int side = board->mated, loser = board->seat[side], winner = board->seat[1 - side], other;

	ring->in_play &= ~(1 << loser);
	ring->stock_count[loser] = 0;
	if (__builtin_popcount((unsigned)ring->in_play) == 1) {
		ring->over = true;
		return;
	}
	board->alive = false;
	slow_forget(board);
	other = slow_find(ring, loser, 1 - side);
	if (other < 0)
		return;
	if (ring->board[other].mated != 1 - side) {
		ring->board[other].seat[1 - side] = winner;
		return;
	}
	ring->board[other].alive = false;
	slow_forget(&ring->board[other]);
	if (side == 1)
		slow_lose_both(ring, number, other);
	else
		slow_lose_both(ring, other, number);
}

void slow_call(struct slow_ring *ring)
{
	int givers = 0, mates = 0;

	for (int i = 0; i < ring->seats; i++) {
		if (!ring->board[i].alive || ring->board[i].mated < 0)
			continue;
		givers |= 1 << ring->board[i].seat[1 - ring->board[i].mated];
		mates++;
	}
	if (mates == 0)
		return;
	if (givers == ring->in_play) {
		ring->over = ring->drawn = true;
		return;
	}
	for (int i = 0; i < ring->seats && !ring->over; i++)
		if (ring->board[i].alive && ring->board[i].mated >= 0)
			slow_eliminate(ring, i);
	if (!ring->over)
		slow_stalemates(ring);
}
