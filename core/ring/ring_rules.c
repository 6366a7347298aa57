/* SPDX-License-Identifier: MIT */
/* Decides what follows a move in a ring, and the end of a run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ring/ring.h"
#include "core/ring/ring_internal.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

/* Generates moves in a ring: moves on a board, placements, and their texts. */

void ring_list_init(struct ring_list *list)
{
	*list = (struct ring_list){NULL, 0, 0};
}

void ring_list_done(struct ring_list *list)
{
	free(list->moves);
	ring_list_init(list);
}

static void add_ring_move(struct ring_list *list, struct ring_move move)
{
	if (list->count == list->size) {
		list->size = list->size ? 2 * list->size : 128;
		list->moves = base_realloc(list->moves, list->size * sizeof *list->moves);
	}
	list->moves[list->count++] = move;
}

/* Reports whether a piece of the side to move, put on that square, leaves its king out of check. */
static bool keeps_king_safe(const struct variant *variant, const struct position *position,
			    square at)
{
	struct position next = *position;

	position_place(variant, &next, position->turn, variant->pawn, at);
	return !movegen_in_check(variant, &next, position->turn);
}

/*
 * Finds the sets of which the seat has a piece of that kind and colour that may come to the board.
 * Returns their number.
 */
static unsigned available_sets(const struct variant *variant, const struct ring *ring,
			       unsigned number, uint8_t type, uint8_t sets_out[MAX_BOARDS])
{
	const struct ring_board *board = &ring->board[number];
	uint8_t side = board->position.turn;
	const uint16_t *stock = ring->stock[board->seat[side]][side][type];
	unsigned count = 0;

	for (unsigned set = 0; set < ring->boards; set++)
		if (stock[set] > 0 && (variant->social || set != number))
			sets_out[count++] = (uint8_t)set;
	return count;
}

/*
 * Reports whether the board allows placing a piece on the square: it must be empty, and such a
 * piece of that side must begin there.
 */
static bool may_be_placed(const struct variant *variant, const struct position *position,
			  uint8_t type, square at)
{
	return variant->sides[position->turn].starts[at] == type &&
	       position->owner[at] == OWNER_NONE;
}

/*
 * Returns the number of placements that the seat to move on a board has, and adds them unless
 * `list` is NULL.
 */
static unsigned ring_placements(const struct variant *variant, const struct ring *ring,
				unsigned number, struct ring_list *list)
{
	const struct position *position = &ring->board[number].position;
	bool check = movegen_in_check(variant, position, position->turn);
	uint8_t sets[MAX_BOARDS];
	unsigned found = 0;

	for (uint8_t type = 0; type < variant->type_count; type++) {
		unsigned count = available_sets(variant, ring, number, type, sets);

		for (square at = 0; count > 0 && at < variant->board.squares; at++) {
			if (!may_be_placed(variant, position, type, at) ||
			    (check && !keeps_king_safe(variant, position, at)))
				continue;
			found += count;
			for (unsigned i = 0; list != NULL && i < count; i++)
				add_ring_move(list, (struct ring_move){
							    .board = (uint8_t)number,
							    .placed = true,
							    .type = type,
							    .set = sets[i],
							    .move = move_of(NO_SQUARE, at),
						    });
		}
	}
	return found;
}

void ring_legal(const struct variant *variant, const struct ring *ring, unsigned number,
		struct ring_list *list)
{
	struct move_list moves;

	if (ring_mover(ring, number) == NO_SIDE)
		return;
	movegen_generate(variant, &ring->board[number].position, &moves);
	for (unsigned i = 0; i < moves.count; i++)
		add_ring_move(list,
			      (struct ring_move){.board = (uint8_t)number, .move = moves.moves[i]});
	ring_placements(variant, ring, number, list);
}

void ring_legal_all(const struct variant *variant, const struct ring *ring, struct ring_list *list)
{
	for (unsigned i = 0; i < ring->boards; i++)
		ring_legal(variant, ring, i, list);
}

/* Returns how many moves and placements the seat to move on a board has. */
static unsigned ring_count(const struct variant *variant, const struct ring *ring, unsigned number)
{
	if (ring_mover(ring, number) == NO_SIDE)
		return 0;
	return movegen_count(variant, &ring->board[number].position) +
	       ring_placements(variant, ring, number, NULL);
}

void ring_text(const struct variant *variant, const struct ring_move *move,
	       char text_out[RING_TEXT_MAX])
{
	char text[MOVE_TEXT_MAX];

	if (move->placed) {
		snprintf(text_out, RING_TEXT_MAX, "%u:%c/%u@%s", move->board + 1u,
			 variant->types[move->type].letter, move->set + 1u,
			 board_name(&variant->board, move->move.to).text);
	} else {
		move_text(variant, &move->move, text);
		snprintf(text_out, RING_TEXT_MAX, "%u:%s", move->board + 1u, text);
	}
}

/* A move and its text, for sorting. */
struct named_move {
	char text[RING_TEXT_MAX];
	struct ring_move move;
};

static int compare_ring_moves(const void *a, const void *b)
{
	return strcmp(((const struct named_move *)a)->text, ((const struct named_move *)b)->text);
}

void ring_list_sort(const struct variant *variant, struct ring_list *list)
{
	struct named_move *named = base_alloc(list->count * sizeof *named);

	for (unsigned i = 0; i < list->count; i++) {
		named[i].move = list->moves[i];
		ring_text(variant, &list->moves[i], named[i].text);
	}
	qsort(named, list->count, sizeof *named, compare_ring_moves);
	for (unsigned i = 0; i < list->count; i++)
		list->moves[i] = named[i].move;
	free(named);
}

const struct ring_move *ring_list_find(const struct variant *variant, const struct ring_list *list,
				       const char *text)
{
	char name[RING_TEXT_MAX];

	for (unsigned i = 0; i < list->count; i++) {
		ring_text(variant, &list->moves[i], name);
		if (strcmp(name, text) == 0)
			return &list->moves[i];
	}
	return NULL;
}

static const struct outcome playing = {.status = STATUS_PLAYING};

static void record_seat(struct event_list *record, enum event_kind kind, uint8_t seat,
			uint32_t number, const char *text)
{
	event_add(record, event_about(kind, seat, number, text));
}

/*
 * Makes a placement, which is a turn but neither a capture nor a pawn's move
 * [ring-placing-counts-on].
 */
static void make_placement(const struct variant *variant, struct ring *ring,
			   const struct ring_move *move, struct event_list *record)
{
	struct position *position = &ring->board[move->board].position;

	ring_place(variant, ring, move->board, position->turn, move->type, move->set, move->move.to,
		   record);
	position_close_round(position, record);
}

void ring_make(const struct variant *variant, struct ring *ring, const struct ring_move *move,
	       struct event_list *record)
{
	struct ring_board *board = &ring->board[move->board];
	const struct move *step = &move->move;
	uint8_t captor = board->seat[board->position.turn], taken = NO_PIECE;
	const struct piece *victim;

	ring_name_board(ring, move->board, record);
	if (move->placed) {
		make_placement(variant, ring, move, record);
		return;
	}
	if (step->kind == MOVE_EN_PASSANT)
		taken = board->position.piece_at[step->other];
	else if (step->kind != MOVE_CASTLE)
		taken = board->position.piece_at[step->to];
	move_make(variant, &board->position, step, record);
	if (taken == NO_PIECE)
		return;
	/* A promoted piece goes into the stockpile as the pawn that it was. */
	victim = &board->position.pieces[taken];
	ring_stock(ring, captor, victim->side, victim->born, board->set[taken], record);
}

static void begin_turn(const struct variant *variant, struct ring *ring, unsigned number,
		       uint8_t side, struct event_list *record)
{
	struct ring_board *board = &ring->board[number];
	struct position *position = &board->position;
	const char *how;
	bool check;

	ring_name_board(ring, number, record);
	position->turn = side;
	/* [en-passant-right] */
	if (position->passant[side].over != NO_SQUARE)
		position_close_passant(position, side, record);
	check = movegen_in_check(variant, position, side);
	if (movegen_count(variant, position) == 0) {
		/*
		 * [ring-mate-without-placing]: a placement doesn't prevent mate. [ring-stalemate]:
		 * a possible placement prevents stalemate.
		 */
		if (check) {
			ring_mate(ring, number, side, "checkmate", record);
			return;
		}
		if (ring_placements(variant, ring, number, NULL) == 0) {
			ring_redraw(variant, ring, number, "stalemate", record);
			return;
		}
	}
	how = draws_by_rounds(position);
	if (how != NULL) {
		ring_redraw(variant, ring, number, how, record);
		return;
	}
	ring_turn(variant, ring, number, side, record);
	how = draws_by_repetition(&board->history, DRAWS_REPORT_REPEATED, record);
	if (how != NULL)
		ring_redraw(variant, ring, number, how, record);
	else if (check && record != NULL)
		record_seat(record, EVENT_CHECK, board->seat[side], 0, NULL);
}

void ring_redraw(const struct variant *variant, struct ring *ring, unsigned number, const char *how,
		 struct event_list *record)
{
	ring_refresh(variant, ring, number, how, record);
	begin_turn(variant, ring, number, 0, record);
}

/*
 * Finds stalemates on all boards. Using a piece on one board may take away the seat's last move on
 * another [ring-stalemate].
 */
static void find_stalemates(const struct variant *variant, struct ring *ring,
			    struct event_list *record)
{
	for (unsigned i = 0; i < ring->boards; i++)
		if (ring_mover(ring, i) != NO_SIDE && ring_count(variant, ring, i) == 0)
			ring_redraw(variant, ring, i, "stalemate", record);
}

void ring_start(const struct variant *variant, struct ring *ring, struct event_list *record)
{
	for (unsigned i = 0; i < ring->boards; i++)
		begin_turn(variant, ring, i, 0, record);
}

void ring_apply_consequences(const struct variant *variant, struct ring *ring, unsigned number,
			     struct event_list *record)
{
	begin_turn(variant, ring, number, 1 - ring->board[number].position.turn, record);
	find_stalemates(variant, ring, record);
}

static struct outcome finish_game(const struct variant *variant, struct ring *ring,
				  struct outcome outcome, struct event_list *record)
{
	struct strbuf text;

	ring->over = true;
	if (record == NULL)
		return outcome;
	strbuf_init(&text, 0);
	rules_result(variant, &outcome, &text);
	strbuf_addf(&text, " %s", outcome.how);
	record_seat(record, EVENT_RESULT, NO_SIDE, 0, text.bytes);
	strbuf_done(&text);
	return outcome;
}

/* Returns the seats that have given mate but haven't been called. */
static uint16_t seats_giving_mate(const struct ring *ring)
{
	uint16_t seats = 0;

	for (unsigned i = 0; i < ring->boards; i++) {
		const struct ring_board *board = &ring->board[i];

		if (board->alive && board->mated != NO_SIDE)
			seats |= (uint16_t)(1u << board->seat[1 - board->mated]);
	}
	return seats;
}

static bool have_board_between(const struct ring *ring, uint8_t a, uint8_t b)
{
	for (unsigned i = 0; i < ring->boards; i++)
		if (ring_side(ring, i, a) != NO_SIDE && ring_opponent(ring, i, a) == b)
			return true;
	return false;
}

/*
 * Closes the gap left by a seat that was beaten on both its boards, which leaves its two neighbours
 * without a board between them [both-boards-lost]. The fresh board replaces the one on which the
 * beaten seat played Black, so that the neighbour there keeps White, and everybody has one board of
 * each colour.
 */
static void close_gap(const struct variant *variant, struct ring *ring, unsigned black,
		      unsigned white, struct event_list *record)
{
	uint8_t before = ring->board[black].seat[0], after = ring->board[white].seat[1];

	if (__builtin_popcount(ring->in_play) <= 2 || before == after ||
	    have_board_between(ring, before, after))
		return;
	ring_conquer(ring, black, 1, after, record);
	ring_redraw(variant, ring, black, "gap", record);
}

/* Takes over the beaten seat's other board. */
static void take_over(const struct variant *variant, struct ring *ring, uint8_t loser,
		      unsigned lost, uint8_t winner, struct event_list *record)
{
	uint8_t side_lost = ring->board[lost].seat[1] == loser;

	for (unsigned i = 0; i < ring->boards; i++) {
		uint8_t side = ring_side(ring, i, loser);

		if (side == NO_SIDE)
			continue;
		if (ring->board[i].mated != side) {
			ring_conquer(ring, i, side, winner, record);
			continue;
		}
		ring_close(ring, i, record);
		if (side_lost == 1)
			close_gap(variant, ring, lost, i, record);
		else
			close_gap(variant, ring, i, lost, record);
		return;
	}
}

static struct outcome eliminate_seat(const struct variant *variant, struct ring *ring,
				     unsigned number, struct event_list *record)
{
	struct ring_board *board = &ring->board[number];
	uint8_t loser = board->seat[board->mated], winner = board->seat[1 - board->mated];
	struct outcome won = {.status = STATUS_WON};

	ring_name_board(ring, number, record);
	ring_beat(ring, loser, board->how, winner, record);
	won.winners = ring->in_play;
	won.how = board->how;
	if (__builtin_popcount(ring->in_play) == 1)
		return finish_game(variant, ring, won, record);
	ring_close(ring, number, record);
	take_over(variant, ring, loser, number, winner, record);
	return playing;
}

struct outcome ring_call_mates(const struct variant *variant, struct ring *ring,
			       struct event_list *record)
{
	struct outcome outcome = playing;

	if (!ring_has_mates(ring))
		return playing;
	record_seat(record, EVENT_RUN_END, NO_SIDE, 0, NULL);
	if ((ring->in_play & ~seats_giving_mate(ring)) == 0)
		return finish_game(variant, ring,
				   (struct outcome){.status = STATUS_DRAWN, .how = "checkmates"},
				   record);
	for (unsigned i = 0; outcome.status == STATUS_PLAYING && i < ring->boards; i++)
		if (ring->board[i].alive && ring->board[i].mated != NO_SIDE)
			outcome = eliminate_seat(variant, ring, i, record);
	if (outcome.status == STATUS_PLAYING)
		find_stalemates(variant, ring, record);
	return outcome;
}

struct outcome ring_run(const struct variant *variant, struct ring *ring,
			const struct ring_move *move)
{
	ring_make(variant, ring, move, NULL);
	ring_apply_consequences(variant, ring, move->board, NULL);
	return ring_call_mates(variant, ring, NULL);
}

static uint64_t count_last(const struct variant *variant, const struct ring *ring)
{
	uint64_t nodes = 0;

	for (unsigned i = 0; i < ring->boards; i++)
		nodes += ring_count(variant, ring, i);
	return nodes;
}

uint64_t ring_perft(const struct variant *variant, const struct ring *ring, unsigned depth)
{
	struct ring_list list;
	uint64_t nodes = 0;

	if (depth == 0)
		return 1;
	if (depth == 1)
		return count_last(variant, ring);
	ring_list_init(&list);
	ring_legal_all(variant, ring, &list);
	for (unsigned i = 0; i < list.count; i++) {
		struct ring *next = ring_copy(ring);

		ring_run(variant, next, &list.moves[i]);
		nodes += ring_perft(variant, next, depth - 1);
		ring_free(next);
	}
	ring_list_done(&list);
	return nodes;
}
