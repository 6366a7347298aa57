/* SPDX-License-Identifier: MIT */
/* Builds the scene of a game with cards: its board, and what cards have changed on it. */
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_text.h"
#include "core/cards/state/card_state.h"
#include "core/gametype/cards/cards_legend.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/image/scene.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

/* Effects with a shape of their own; these need no sign. */
static const struct {
	uint16_t mark;
	enum effect_kind what;
	const char *shape;
} shapes[] = {{MARK_CRAB, EFFECT_CRAB, "crab"}, {MARK_PRINCE, EFFECT_COUP, "prince"}};

static uint32_t signs_shown_by_shape(const struct card_ruleset *book)
{
	return 1u << book->lasting[EFFECT_CRAB]->sign.place |
	       1u << book->lasting[EFFECT_COUP]->other_sign.place;
}

static void add_signs(struct scene *scene, struct scene_cell *cell, uint32_t signs)
{
	const struct continuous_sign *sign;

	for (unsigned place = 1; (sign = continuous_text_sign(place)) != NULL; place++)
		if (signs >> place & 1)
			scene_add_sign(scene, cell, sign->sign, sign->item);
}

static void show_man(const struct card_state *table, unsigned piece, struct scene_piece *man)
{
	const struct card_board *field = &table->field;
	const struct piece *here = &field->position.pieces[piece];

	man->side = here->side;
	man->type = here->type;
	man->shape = variant_type_name(table->book->variant, here->type);
	man->faded = field->position.controller[here->side] == NO_SIDE;
	for (size_t i = 0; i < ARRAY_LEN(shapes); i++)
		if (field->marks[piece] & shapes[i].mark)
			man->shape = shapes[i].shape;
}

/* Shows the pieces on a square, in the order of their types as in text [trial-names]. */
static void show_men(const struct card_state *table, struct scene *scene, struct scene_cell *cell)
{
	const struct card_board *field = &table->field;
	unsigned first = card_board_at(field, cell->at), second = NO_PIECE;
	uint32_t signs = 0;

	if (first == NO_PIECE)
		return;
	if (field->marks[first] & (MARK_COMPOSITE | MARK_SPLIT))
		second = field->partner[first];
	if (second != NO_PIECE &&
	    field->position.pieces[second].type < field->position.pieces[first].type) {
		unsigned other = first;

		first = second;
		second = other;
	}
	show_man(table, first, &cell->man);
	signs = continuous_text_signs(field, first);
	if (second != NO_PIECE) {
		show_man(table, second, &cell->other);
		cell->merged = (field->marks[first] & MARK_COMPOSITE) != 0;
		signs |= continuous_text_signs(field, second);
	}
	add_signs(scene, cell, signs & ~signs_shown_by_shape(table->book));
}

static void show_square(const struct card_state *table, uint8_t seat, struct scene *scene,
			struct scene_cell *cell)
{
	const struct card_board *field = &table->field;

	show_men(table, scene, cell);
	for (unsigned i = 0; i < field->effect_count; i++)
		if (cards_marks_own_secret(table, &field->effects[i], cell->at, seat))
			add_signs(scene, cell,
				  1u << table->book->lasting[field->effects[i].what]->sign.place);
	if (field->closed >> cell->at & 1)
		cell->marks |= SCENE_CLOSED;
	for (unsigned direction = 0; direction < DIRECTIONS; direction++)
		if (field->walls[cell->at] >> direction & 1)
			cell->walls |=
				(uint8_t)(1u << scene_direction(&scene->board[0], direction));
}

/* Marks the captures of the pending turn, or else of the last one. */
static void show_captures(const struct card_state *table, struct scene_board *board)
{
	const struct turn_log *turn_log =
		table->now.state != TURN_IN ? &table->field.before : &table->field.turn_log;

	for (unsigned i = 0; i < turn_log->taken_count; i++) {
		struct scene_cell *cell = scene_cell_at(board, turn_log->taken[i].at);

		if (cell != NULL)
			cell->marks |= SCENE_TAKEN;
	}
}

/* Marks kings that are attacked, at the end of the game also the mated one. */
static void show_checks(const struct card_state *table, struct scene_board *board)
{
	const struct card_board *field = &table->field;
	bool over = table->now.phase == PHASE_OVER;

	for (uint8_t seat = 0; seat < table->book->variant->side_count; seat++) {
		unsigned royal = card_board_royal(field, seat);
		struct scene_cell *cell = NULL;

		if (royal != NO_PIECE && (over || field->position.in_play >> seat & 1) &&
		    card_movegen_in_check(table->book, field, seat))
			cell = scene_cell_at(board, field->position.pieces[royal].at);
		if (cell != NULL)
			cell->marks |= SCENE_CHECK;
	}
}

struct scene *cards_scene(const struct game *game, uint8_t from, uint8_t seat)
{
	const struct card_state *table = cards_state(game);
	struct scene *scene = scene_empty(game->variant, 1);
	struct scene_board *board = &scene->board[0];
	struct turn_record last = cards_latest(game);

	scene->hidden = cards_marks_blind(game, seat);
	if (scene->hidden) {
		scene->boards = 0;
		return scene;
	}
	last.text[0] = '\0'; /* captures are in the turn log */
	scene_put_board(scene, 0, &table->field.position, &last, cards_forward_now(game, from), 0);
	for (unsigned i = 0; i < board->columns * board->rows; i++)
		if (!(board->cell[i].marks & SCENE_HOLE))
			show_square(table, seat, scene, &board->cell[i]);
	show_captures(table, board);
	show_checks(table, board);
	return scene;
}
