/* SPDX-License-Identifier: MIT */

#include <ctype.h>
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_text.h"
#include "core/cards/state/card_state.h"
#include "core/gametype/cards/cards_state.h"
#include "core/gametype/cards/cards_text.h"
#include "core/image/scene.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/board_text.h"

/* A board whose signs are added. */
struct look {
	const struct card_state *table;
	const struct card_ruleset *book;
	const struct card_board *field;
	const struct board_text *sheet;
	uint8_t seat;
	uint32_t used; /* the signs on the board, as a set of their places */
};

/* ---- a square ---- */

/* Adds the signs of the set, except those between two pieces. */
static void add_signs(struct look *look, uint32_t signs, struct strbuf *out)
{
	const struct continuous_sign *sign;

	for (unsigned place = 1; (sign = continuous_text_sign(place)) != NULL; place++)
		if (signs >> place & 1 && !sign->between)
			strbuf_add_char(out, sign->sign);
	look->used |= signs;
}

/* Adds the letter of the second of two pieces. If the two belong to different seats, one is
 * neutral. */
static void add_letter(const struct look *look, unsigned piece, struct strbuf *out)
{
	const struct piece *second = &look->field->position.pieces[piece];
	char letter = variant_type_letter(look->book->variant, second->type);
	bool small = look->sheet->owners[0] == '\0' && second->side > 0;

	strbuf_add_char(out, small ? (char)tolower((unsigned char)letter) : letter);
}

/* Adds the second part of a composite and its signs: "+N", "~+P". All signs on either part apply to
 * the whole, but a Crab's only to its own part. */
static void add_composite(struct look *look, unsigned first, unsigned second, struct strbuf *out)
{
	const uint32_t one = continuous_text_signs(look->field, first),
		       other = continuous_text_signs(look->field, second),
		       crab = 1u << look->book->lasting[EFFECT_CRAB]->sign.place;

	add_signs(look, one & crab, out);
	strbuf_add_char(out, '+');
	add_letter(look, second, out);
	add_signs(look, other & crab, out);
	add_signs(look, (one | other) & ~crab, out);
}

/* Adds the second of two pieces on a square, each with its own signs: "=&N". */
static void add_pair(struct look *look, unsigned first, unsigned second, struct strbuf *out)
{
	add_signs(look, continuous_text_signs(look->field, first), out);
	strbuf_add_char(out, '&');
	add_letter(look, second, out);
	add_signs(look, continuous_text_signs(look->field, second), out);
}

/* Adds everything beside the first piece on the square. */
static void add_square_signs(struct look *look, square at, uint8_t *first_out, struct strbuf *out)
{
	const struct card_board *field = look->field;
	unsigned first = card_board_at(field, at), second = NO_PIECE;

	*first_out = (uint8_t)first;
	if (first == NO_PIECE)
		return;
	if (field->marks[first] & (MARK_COMPOSITE | MARK_SPLIT))
		second = field->partner[first];
	if (second == NO_PIECE) {
		add_signs(look, continuous_text_signs(look->field, first), out);
		return;
	}
	/* The pieces are in the order K Q R B N P [trial-names]. */
	if (field->position.pieces[second].type < field->position.pieces[first].type) {
		*first_out = (uint8_t)second;
		second = first;
		first = *first_out;
	}
	if (field->marks[first] & MARK_COMPOSITE)
		add_composite(look, first, second, out);
	else
		add_pair(look, first, second, out);
}

/* Reports whether the effect is a trap on that square that the seat has laid, which only that seat
 * knows. */
static bool cards_marks_own_secret(const struct card_state *table, const struct effect *effect,
				   square at, uint8_t seat)
{
	return continuous_of(table->book, effect)->secret && effect->squares[0] == at &&
	       seat != NO_SIDE && effect->by == seat;
}

/* Writes out signs without room on the board below it: "e4: wR+N=-@". */
static void move_overflow_to_items(const struct look *look, square at,
				   const struct board_text_marks *marks, char *beside,
				   struct strbuf *items)
{
	const struct board_text *sheet = look->sheet;
	const struct piece *piece = &look->field->position.pieces[marks->piece[at]];
	char letter = variant_type_letter(look->book->variant, piece->type);

	if (sheet->owners[0] == '\0' && piece->side > 0)
		letter = (char)tolower((unsigned char)letter);
	strbuf_addf(items, translate("\" on %s whole: "), board_name(sheet->board, at).text);
	if (sheet->owners[0] != '\0')
		strbuf_add_char(items, sheet->owners[piece->side]);
	strbuf_addf(items, "%c%s\n", letter, beside);
	strcpy(beside + BOARD_TEXT_SIGNS - 1, "\"");
}

static void mark_square(struct look *look, square at, struct board_text_marks *marks,
			struct strbuf *items)
{
	uint32_t secrets = 0;
	struct strbuf beside;

	strbuf_init(&beside, 0);
	add_square_signs(look, at, &marks->piece[at], &beside);
	for (unsigned i = 0; i < look->field->effect_count; i++)
		if (cards_marks_own_secret(look->table, &look->field->effects[i], at, look->seat))
			secrets |=
				1u
				<< continuous_of(look->book, &look->field->effects[i])->sign.place;
	add_signs(look, secrets, &beside);
	if (beside.len > BOARD_TEXT_SIGNS)
		move_overflow_to_items(look, at, marks, beside.bytes, items);
	strcpy(marks->beside[at], beside.bytes);
	if (strlen(marks->beside[at]) > marks->widest)
		marks->widest = (unsigned)strlen(marks->beside[at]);
	strbuf_done(&beside);
}

/* ---- the words below the board ---- */

static void add_meanings(const struct look *look, struct strbuf *items)
{
	const struct continuous_sign *sign;

	for (unsigned place = 1; (sign = continuous_text_sign(place)) != NULL; place++)
		if (look->used >> place & 1)
			strbuf_addf(items, "%c %s\n", sign->sign, translate(sign->item));
	if (look->field->closed != 0)
		strbuf_addf(items, translate("%s Forbidden City\n"),
			    look->sheet->cell > 1 ? "##" : "#");
}

/* Adds the side of the board, or the corner, in these directions: "h", "8", "h8". */
static void add_side_or_corner(const struct board *board, uint8_t directions, struct strbuf *out)
{
	bool east = directions >> E & 1, west = directions >> W & 1;
	bool north = directions >> N & 1, south = directions >> S & 1;
	char name[SQUARE_NAME_MAX];

	board_square_name(board,
			  (square)((east ? board->width - 1u : 0u) +
				   (north ? (board->height - 1u) * board->width : 0u)),
			  name);
	if (north || south)
		strbuf_addf(out, "%.*s%s", east || west ? 1 : 0, name, name + 1);
	else
		strbuf_addf(out, "%c", name[0]);
}

void cards_marks_turning(const struct card_state *table, bool left, struct strbuf *out)
{
	const struct card_ruleset *book = table->book;
	const struct variant *variant = book->variant;
	unsigned quarter = (table->field.quarter + (left ? 1u : QUARTERS - 1u)) % QUARTERS;
	bool first = true;

	for (uint8_t side = 0; side < variant->side_count; side++) {
		uint8_t forward = book->forward[quarter][side],
			home = (uint8_t)(forward << 4 | forward >> 4);

		if (!(table->field.position.in_play >> side & 1))
			continue;
		strbuf_add(out, first ? "" : ", ");
		strbuf_addf(out, translate("%s's %s "), translate(variant->sides[side].title),
			    (home & (home - 1)) != 0	 ? translate("corner is")
			    : home & (1u << E | 1u << W) ? translate("side is file")
							 : translate("side is rank"));
		add_side_or_corner(&variant->board, home, out);
		first = false;
	}
}

/* Adds where pawns go, because squares keep their names when the board is turned. */
static void add_pawn_directions(const struct look *look, struct strbuf *items)
{
	const struct variant *variant = look->book->variant;

	for (uint8_t side = 0; look->field->quarter != 0 && side < variant->side_count; side++) {
		if (!board_text_has_side(look->sheet, side))
			continue;
		strbuf_addf(items, translate("%s's pawns go to "),
			    translate(variant->sides[side].title));
		add_side_or_corner(&variant->board,
				   card_board_forward(look->book, look->field, side), items);
		strbuf_add_char(items, '\n');
	}
}

/* Adds the pieces under Elf Hill. A piece taken by Abduction isn't shown, because a player is asked
 * for its square. */
static void add_absent_pieces(const struct look *look, struct strbuf *items)
{
	const struct card_board *field = look->field;
	const struct variant *variant = look->book->variant;

	for (unsigned i = 0; i < field->effect_count; i++) {
		const struct effect *effect = &field->effects[i];
		const struct piece *piece = &field->position.pieces[effect->piece % MAX_PIECES];

		if (continuous_of(look->book, effect)->away == NULL || effect->piece == NO_PIECE ||
		    piece->fate != AWAY)
			continue;
		strbuf_addf(items, translate("%s's %s is %s\n"),
			    translate(variant->sides[piece->side].title),
			    translate(variant_type_name(variant, piece->type)),
			    translate(continuous_of(look->book, effect)->away));
	}
}

/*
 * Adds the signs of a game with cards to the sheet's board, in the letters of the sheet's owners.
 * Their meanings, and effects on the whole board, go to `items`, one per line. Traps are shown only
 * to the `seat` that has laid them; NO_SIDE: to nobody.
 */
static void cards_marks(const struct game *game, const struct board_text *sheet, uint8_t seat,
			struct board_text_marks *marks_out, struct strbuf *items)
{
	struct look look = {
		.table = cards_state(game),
		.book = cards_state(game)->book,
		.field = &cards_state(game)->field,
		.sheet = sheet,
		.seat = seat,
	};
	struct strbuf more;

	memset(marks_out, 0, sizeof *marks_out);
	memset(marks_out->piece, NO_PIECE, sizeof marks_out->piece);
	strbuf_init(&more, 0);
	for (square at = 0; at < sheet->board->squares; at++) {
		mark_square(&look, at, marks_out, &more);
		marks_out->walls[at] = look.field->walls[at];
		marks_out->walled |= look.field->walls[at] != 0;
		marks_out->closed[at] = look.field->closed >> at & 1;
	}
	add_meanings(&look, items);
	strbuf_add_bytes(items, more.bytes, more.len);
	continuous_text_below(look.field, items);
	add_pawn_directions(&look, items);
	add_absent_pieces(&look, items);
	strbuf_done(&more);
}

bool cards_marks_blind(const struct game *game, uint8_t seat)
{
	return seat != NO_SIDE && card_state_is_blind(cards_state(game), seat);
}

static struct turn_record cards_latest(const struct game *game)
{
	const struct turn_record *last = game_recent(game, 0);
	struct turn_record open = {.step_count = game->step_count};

	if (cards_state(game)->now.state != TURN_IN)
		return last != NULL ? *last : (struct turn_record){.step_count = 0};
	memcpy(open.steps, game->steps, sizeof open.steps);
	return open;
}

/* Returns the move of the open turn, or of the last one. The other function returns the directions
 * in which pawns of `from` move now: up the page, however the board was turned. */
static uint8_t cards_forward_now(const struct game *game, uint8_t from)
{
	const struct card_state *table = cards_state(game);

	if (from == NO_SIDE && !game_has_many_seats(game))
		from = 0;
	return from < game->variant->side_count
		       ? card_board_forward(table->book, &table->field, from)
		       : board_text_forward(game->variant, from);
}

static void draw_board(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		       struct strbuf *out)
{
	struct turn_record last = cards_latest(game);
	struct board_text sheet =
		board_text_lay_out(game->variant, &cards_state(game)->field.position, &last,
				   cards_forward_now(game, from), style);
	struct board_text_marks marks;
	struct strbuf items;

	strbuf_init(&items, 0);
	cards_marks(game, &sheet, seat, &marks, &items);
	sheet.marks = &marks;
	if (marks.widest > 0 || (marks.walled && !sheet.ruled))
		board_text_space_marked(&sheet, style == BOARD_COMPACT);
	board_text_print(&sheet, style, items.bytes, out);
	strbuf_done(&items);
}

void cards_board(const struct game *game, uint8_t from, uint8_t seat, enum board_style style,
		 struct strbuf *out)
{
	if (cards_marks_blind(game, seat))
		strbuf_add(
			out,
			translate("     There is no board in this letter: you are to tell from "
				  "memory\n"
				  "     which piece was taken, and where it stood (Abduction).\n"));
	else
		draw_board(game, from, seat, style, out);
}

/* Builds the scene of a game with cards: its board, and what cards have changed on it. */

/* Effects with a shape of their own; these need no sign. */
static const struct {
	uint16_t mark;
	enum effect_kind what;
	const char *shape;
} shapes[] = {{MARK_CRAB, EFFECT_CRAB, "crab"}, {MARK_PRINCE, EFFECT_COUP, "prince"}};

static void add_scene_signs(struct scene *scene, struct scene_cell *cell, uint32_t signs)
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
	add_scene_signs(scene, cell,
			signs & ~(1u << table->book->lasting[EFFECT_CRAB]->sign.place |
				  1u << table->book->lasting[EFFECT_COUP]->other_sign.place));
}

static void show_square(const struct card_state *table, uint8_t seat, struct scene *scene,
			struct scene_cell *cell)
{
	const struct card_board *field = &table->field;

	show_men(table, scene, cell);
	for (unsigned i = 0; i < field->effect_count; i++)
		if (cards_marks_own_secret(table, &field->effects[i], cell->at, seat))
			add_scene_signs(
				scene, cell,
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
