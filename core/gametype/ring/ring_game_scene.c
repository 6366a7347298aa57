/* SPDX-License-Identifier: MIT */
/* Builds the scene of a ring: its boards, each from its own side, and the stockpiles. */
#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_game_text.h"
#include "core/image/scene.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

static void put_ring_board(const struct game *game, unsigned number, uint8_t from,
			   struct scene *scene, unsigned place)
{
	const struct ring *ring = ring_game_state(game);
	const struct ring_board *board = &ring->board[number];
	const struct position *position = &board->position;
	struct turn_record last = {
		.step_count = board->to != NO_SQUARE,
		.steps = {{board->from, board->to}},
	};
	uint8_t side = from == NO_SIDE ? NO_SIDE : ring_side(ring, number, from);
	struct scene_cell *taken;
	uint8_t checked = 0;

	for (uint8_t i = 0; i < RING_SIDES; i++)
		if (movegen_in_check(game->variant, position, i))
			checked |= (uint8_t)(1u << i);
	scene_put_board(scene, place, position, &last, board_text_forward(game->variant, side),
			checked);
	taken = scene_cell_at(&scene->board[place], board->taken);
	if (taken != NULL)
		taken->marks |= SCENE_TAKEN;
	scene->board[place].number = number + 1;
	scene->board[place].over = !board->alive;
	if (ring_mover(ring, number) == NO_SIDE)
		scene->board[place].to_move = NO_SIDE;
	for (uint8_t i = 0; i < RING_SIDES; i++)
		scene->board[place].seats[i] = board->seat[i];
}

/* Adds up the pieces of all sets in a stockpile; the text says which set each piece is of. */
static void show_stock(const struct game *game, uint8_t seat, struct scene *scene)
{
	const struct ring *ring = ring_game_state(game);

	for (uint8_t side = 0; side < RING_SIDES; side++)
		for (uint8_t type = 0; type < game->variant->type_count; type++) {
			unsigned count = 0;

			for (unsigned set = 0; set < ring->boards; set++)
				count += ring->stock[seat][side][type][set];
			scene_add_pile(scene, seat, side, type, count);
		}
}

struct scene *ring_game_scene(const struct game *game, uint8_t from, uint8_t seat)
{
	uint16_t boards = from == NO_SIDE ? 0 : ring_boards(ring_game_state(game), from);
	struct scene *scene;
	unsigned place = 0;

	(void)seat; /* nothing in a ring is secret */
	if (boards == 0)
		boards = (uint16_t)((1u << ring_game_state(game)->boards) - 1);
	scene = scene_empty(game->variant, (unsigned)__builtin_popcount(boards));
	for (unsigned i = 0; i < ring_game_state(game)->boards; i++)
		if (boards >> i & 1)
			put_ring_board(game, i, from, scene, place++);
	for (uint8_t i = 0; i < variant_seats(game->variant); i++)
		show_stock(game, i, scene);
	return scene;
}
