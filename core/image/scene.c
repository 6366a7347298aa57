/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/image/scene.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

struct scene *scene_empty(const struct variant *variant, unsigned boards)
{
	struct scene *scene = base_alloc(sizeof *scene + boards * sizeof scene->board[0]);

	memset(scene, 0, sizeof *scene + boards * sizeof scene->board[0]);
	scene->variant = variant;
	scene->boards = boards;
	scene->by_case = variant->side_count == 2;
	return scene;
}

void scene_free(struct scene *scene)
{
	free(scene);
}

bool scene_select_board(struct scene *scene, unsigned number)
{
	for (unsigned i = 0; i < scene->boards; i++) {
		if (scene->board[i].number != number || scene->board[i].over)
			continue;
		if (i > 0)
			scene->board[0] = scene->board[i];
		scene->boards = 1;
		scene->pile_count = 0;
		return true;
	}
	return false;
}

struct scene_cell *scene_cell_at(struct scene_board *board, square at)
{
	for (unsigned i = 0; i < board->columns * board->rows; i++)
		if (board->cell[i].at == at && !(board->cell[i].marks & SCENE_HOLE))
			return &board->cell[i];
	return NULL;
}

unsigned scene_direction(const struct scene_board *board, unsigned direction)
{
	return (direction + DIRECTIONS - 2 * board->turned) % DIRECTIONS;
}

static struct scene_piece make_scene_piece(const struct variant *variant,
					   const struct position *position,
					   const struct piece *piece)
{
	struct scene_piece man = {.side = NO_SIDE};

	if (piece == NULL)
		return man;
	man.side = piece->side;
	man.type = piece->type;
	man.shape = variant_type_name(variant, piece->type);
	man.faded =
		position->controller[piece->side] == NO_SIDE || position->frozen >> piece->side & 1;
	return man;
}

/* Adds walls, closed corners, and the lines of the rules. */
static void put_lines(const struct board_text *sheet, struct scene_cell *cell)
{
	static const int right[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
	static const int up[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};

	for (unsigned direction = 0; direction < DIRECTIONS; direction++) {
		unsigned there = board_text_direction(sheet, direction);
		square beside = board_offset(sheet->board, cell->at, right[there], up[there]);

		if (board_text_is_closed(sheet->board, cell->at, there))
			cell->walls |= (uint8_t)(1u << direction);
		if (direction % 2 == 0 && board_text_is_dotted(sheet, cell->at, beside))
			cell->dotted |= (uint8_t)(1u << direction);
	}
}

static void put_cell(const struct board_text *sheet, square at, struct scene_cell *cell)
{
	const struct board *board = sheet->board;

	cell->at = at;
	cell->man.side = cell->other.side = NO_SIDE;
	if (board->hole[at]) {
		cell->marks = SCENE_HOLE;
		return;
	}
	if ((board_file(board, at) + board_rank(board, at)) % 2 == 0)
		cell->marks |= SCENE_DARK;
	cell->man = make_scene_piece(sheet->variant, sheet->position,
				     position_piece(sheet->position, at));
	put_lines(sheet, cell);
}

static void add_mark(struct scene_board *board, square at, enum scene_mark mark)
{
	struct scene_cell *cell = scene_cell_at(board, at);

	if (cell != NULL)
		cell->marks |= (uint8_t)mark;
}

static void mark_last_turn(const struct turn_record *last, const struct board *squares,
			   struct scene_board *board)
{
	const char *told = last != NULL ? strchr(last->text, ' ') : NULL;

	for (unsigned i = 0; last != NULL && i < last->step_count; i++) {
		add_mark(board, last->steps[i].from, SCENE_FROM);
		add_mark(board, last->steps[i].to, SCENE_TO);
	}
	/* The text for people shows where the turn's moves captured: "exd5, Nxe1+". */
	while (told != NULL && (told = strchr(told, 'x')) != NULL)
		add_mark(board, board_square_at(squares, ++told, NULL), SCENE_TAKEN);
}

void scene_put_board(struct scene *scene, unsigned board, const struct position *position,
		     const struct turn_record *last, uint8_t forward, uint8_t checked)
{
	const struct variant *variant = scene->variant;
	struct scene_board *here = &scene->board[board];
	struct board_text sheet = board_text_lay_out(variant, position, NULL, forward, BOARD_FULL);

	here->columns = sheet.columns;
	here->rows = sheet.rows;
	here->turned = sheet.turned;
	here->to_move = position->turn;
	for (unsigned row = 0; row < sheet.rows; row++)
		for (unsigned column = 0; column < sheet.columns; column++)
			put_cell(&sheet, board_text_square(&sheet, column, row),
				 &here->cell[column + row * sheet.columns]);
	mark_last_turn(last, variant_board(variant), here);
	for (uint8_t side = 0; side < variant->side_count; side++) {
		uint8_t king = position->king[side];

		here->seats[side] = position->controller[side];
		if (checked >> side & 1 && king != NO_PIECE)
			add_mark(here, position->pieces[king].at, SCENE_CHECK);
	}
}

/* Returns the scene of a position on one board, for kinds of games without their own scenes. */
static struct scene *plain_scene(const struct game *game, uint8_t from)
{
	struct scene *scene = scene_empty(game->variant, 1);
	uint8_t checked = 0;

	/* When the game is over, the mate is still shown. */
	for (uint8_t side = 0; side < game->variant->side_count; side++)
		if ((game->position.in_play >> side & 1 ||
		     game->outcome.status != STATUS_PLAYING) &&
		    movegen_in_check(game->variant, &game->position, side))
			checked |= (uint8_t)(1u << side);
	scene_put_board(scene, 0, &game->position, game_recent(game, 0),
			board_text_forward(game->variant, from), checked);
	return scene;
}

struct scene *scene_new(const struct game *game, uint8_t from, uint8_t seat)
{
	const struct gametype *kind = game->variant->kind;

	return kind->scene != NULL ? kind->scene(game, from, seat) : plain_scene(game, from);
}

char scene_letter(const struct scene *scene, const struct scene_piece *man)
{
	char letter = variant_type_letter(scene->variant, man->type);

	return scene->by_case && man->side > 0 ? (char)tolower((unsigned char)letter) : letter;
}

/* Writes the name of the column or row of a cell. */
static void cell_name(const struct scene *scene, const struct scene_board *board, unsigned cell,
		      bool of_column, char *name_out)
{
	struct board_text sheet = {.board = variant_board(scene->variant), .turned = board->turned};

	board_text_label(&sheet, board->cell[cell].at, of_column, name_out);
}

void scene_column(const struct scene *scene, const struct scene_board *board, unsigned column,
		  char *name_out)
{
	cell_name(scene, board, column, true, name_out);
}

void scene_row(const struct scene *scene, const struct scene_board *board, unsigned row,
	       char *name_out)
{
	cell_name(scene, board, row * board->columns, false, name_out);
}

void scene_add_sign(struct scene *scene, struct scene_cell *cell, char sign, const char *item)
{
	size_t len = strlen(cell->signs);

	if (len == SCENE_SIGNS || strchr(cell->signs, sign) != NULL)
		return;
	cell->signs[len] = sign;
	for (unsigned i = 0; i < scene->sign_count; i++)
		if (scene->legend[i].sign == sign)
			return;
	if (scene->sign_count < SCENE_LEGEND)
		scene->legend[scene->sign_count++] = (struct scene_sign){sign, item};
}

void scene_add_pile(struct scene *scene, uint8_t seat, uint8_t side, uint8_t type, unsigned count)
{
	struct scene_pile *pile = &scene->pile[scene->pile_count];

	if (count == 0 || scene->pile_count == SCENE_PILES)
		return;
	*pile = (struct scene_pile){
		.seat = seat,
		.man = {.side = side,
			.type = type,
			.shape = variant_type_name(scene->variant, type)},
		.count = count,
	};
	scene->pile_count++;
}
