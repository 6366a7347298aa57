/* SPDX-License-Identifier: MIT */
/* Generates moves in a ring: moves on a board, placements, and their texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ring/ring.h"
#include "core/ring/ring_internal.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"

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

unsigned ring_placements(const struct variant *variant, const struct ring *ring, unsigned number,
			 struct ring_list *list)
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

unsigned ring_count(const struct variant *variant, const struct ring *ring, unsigned number)
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
