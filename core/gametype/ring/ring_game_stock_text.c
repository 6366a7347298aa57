/* SPDX-License-Identifier: MIT */
/* What lies in a seat's stockpile, and what it may play; of core/kind/circle/circle_view.h. */
#include <stdio.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/kind/circle/circle_state.h"
#include "core/ring/ring.h"
#include "core/base/text.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"
#include "core/view/view.h"
#include "core/kind/circle/circle_view.h"

enum { COLUMNS = 72 };

/* Men of one colour, kind and set. */
struct man {
	uint8_t side, type, set;
};

/* Where such a man may be placed on a board, and why nowhere. */
struct places {
	square at[MAX_SQUARES];
	unsigned count;
	bool any_free; /* a starting square is empty */
};

static bool is_legal(const struct ring_list *legal, unsigned number, const struct man *man,
		     square at)
{
	for (unsigned i = 0; i < legal->count; i++) {
		const struct ring_move *move = &legal->moves[i];

		if (move->placed && move->board == number && move->type == man->type &&
		    move->set == man->set && move->move.to == at)
			return true;
	}
	return false;
}

/* While another is to move the rules can't be asked: then every free starting square is one. */
static void find_places(const struct game *game, unsigned number, const struct man *man,
			uint8_t seat, struct places *places_out)
{
	const struct side *side = &game->variant->sides[man->side];
	const struct position *position = &circle_state(game)->board[number].position;
	bool asks = ring_mover(circle_state(game), number) == seat;
	struct ring_list legal;

	memset(places_out, 0, sizeof *places_out);
	ring_list_init(&legal);
	if (asks)
		ring_legal(game->variant, circle_state(game), number, &legal);
	for (square at = 0; at < game->variant->board.squares; at++) {
		if (side->starts[at] != man->type || position_piece(position, at) != NULL)
			continue;
		places_out->any_free = true;
		if (!asks || is_legal(&legal, number, man, at))
			places_out->at[places_out->count++] = at;
	}
	ring_list_done(&legal);
}

static void add_squares(const struct game *game, const square *at, unsigned count, struct text *out)
{
	for (unsigned i = 0; i < count; i++)
		text_addf(out, " %s", board_name(&game->variant->board, at[i]).text);
}

/* "on board 1: b1 g1", or why not. */
static void add_use(const struct game *game, unsigned number, const struct man *man, uint8_t seat,
		    struct text *out)
{
	struct places places;

	if (man->set == number && !game->variant->social) {
		text_addf(out, phrase("no use: it may not go back to its own board %u"),
			  number + 1);
		return;
	}
	find_places(game, number, man, seat, &places);
	if (places.count > 0) {
		text_addf(out, phrase("for board %u:"), number + 1);
		add_squares(game, places.at, places.count, out);
	} else if (places.any_free) {
		text_addf(out, phrase("not now: your king on board %u would be in check"),
			  number + 1);
	} else {
		text_addf(out, phrase("not now: its squares on board %u are taken"), number + 1);
	}
}

/* "     white N/3, 2 times for board 1: b1 g1" */
static void add_man(const struct game *game, const struct man *man, uint8_t seat, struct text *out)
{
	unsigned count = circle_state(game)->stock[seat][man->side][man->type][man->set];
	bool any = false;
	char head[48];

	snprintf(head, sizeof head, "%s %c/%u", phrase(variant_side_name(game->variant, man->side)),
		 variant_type_letter(game->variant, man->type), man->set + 1u);
	if (count > 1)
		snprintf(head + strlen(head), sizeof head - strlen(head), ", %u times", count);
	for (unsigned i = 0; i < circle_state(game)->boards; i++) {
		if (ring_side(circle_state(game), i, seat) != man->side)
			continue;
		text_addf(out, "     %-18s ", any ? "" : head);
		add_use(game, i, man, seat, out);
		text_add_char(out, '\n');
		any = true;
	}
	if (!any)
		text_addf(out, "     %-18s no use: you play %s nowhere\n", head,
			  variant_side_title(game->variant, man->side));
}

void circle_stock(const struct game *game, uint8_t seat, struct text *out)
{
	struct man man;

	for (man.side = 0; man.side < RING_SIDES; man.side++)
		for (man.type = 0; man.type < game->variant->type_count; man.type++)
			for (man.set = 0; man.set < circle_state(game)->boards; man.set++)
				if (circle_state(game)->stock[seat][man.side][man.type][man.set] >
				    0)
					add_man(game, &man, seat, out);
}

/* ---- legal moves ---- */

/* The kind that moves; NO_TYPE for men placed. */
static uint8_t kind_of(const struct game *game, const struct ring_move *move)
{
	const struct position *position = &circle_state(game)->board[move->board].position;

	return move->placed ? NO_TYPE : position_piece(position, move->move.from)->type;
}

/* Each line begins with a word, so that none reads as a move. */
static void add_kind(const struct game *game, const struct ring_list *list, uint8_t kind,
		     struct text *out)
{
	const char *name =
		phrase(kind == NO_TYPE ? "to place" : variant_type_name(game->variant, kind));
	size_t column = 0;

	for (unsigned i = 0; i < list->count; i++) {
		char text[RING_TEXT_MAX];

		if (kind_of(game, &list->moves[i]) != kind)
			continue;
		ring_text(game->variant, &list->moves[i], text);
		if (column == 0 || column + 1 + strlen(text) > COLUMNS) {
			text_add(out, column ? "\n    " : "    ");
			text_add_padded(out, name, 8);
			column = 12;
		}
		text_addf(out, " %s", text);
		column += 1 + strlen(text);
	}
	text_add(out, column ? "\n" : "");
}

void circle_legal(const struct game *game, uint8_t seat, struct text *out)
{
	uint16_t boards = ring_turns(circle_state(game), seat);

	if (game->outcome.status != STATUS_PLAYING)
		return;
	for (unsigned i = 0; i < circle_state(game)->boards; i++) {
		struct ring_list list;

		if (!(boards >> i & 1))
			continue;
		ring_list_init(&list);
		ring_legal(game->variant, circle_state(game), i, &list);
		ring_list_sort(game->variant, &list);
		for (uint8_t type = 0; type < game->variant->type_count; type++)
			add_kind(game, &list, type, out);
		add_kind(game, &list, NO_TYPE, out);
		ring_list_done(&list);
	}
}

/* ---- what happened ---- */

unsigned circle_board_of(const struct turn_record *record)
{
	unsigned number = 0;

	for (const char *c = record->text; *c >= '0' && *c <= '9'; c++)
		number = 10 * number + (unsigned)(*c - '0');
	return number - 1;
}

void circle_since(const struct game *game, uint8_t seat, struct text *out)
{
	uint16_t open = ring_boards(circle_state(game), seat);
	const struct turn_record *told[GAME_RECENT], *record;
	unsigned count = 0, of_board[MAX_BOARDS] = {0};

	for (unsigned back = 0; (record = game_recent(game, back)) != NULL; back++) {
		unsigned board = circle_board_of(record);

		/* What was before the board was set up afresh is of no use any more. */
		if (board >= circle_state(game)->boards || !(open >> board & 1) ||
		    of_board[board]++ >= circle_state(game)->board[board].turns)
			continue;
		told[count++] = record;
		if (record->seat == seat)
			open &= (uint16_t) ~(1u << board);
	}
	while (count > 0)
		view_turn(game, told[--count], out);
}

/* ---- examples ---- */

void circle_choose(const struct game *game, uint8_t seat, struct view_choice *choice)
{
	uint16_t turns = ring_turns(circle_state(game), seat);

	if (turns == 0)
		return;
	choice->board = (unsigned)__builtin_ctz(turns);
	choice->position = circle_state(game)->board[choice->board].position;
	movegen_generate(game->variant, &choice->position, &choice->moves);
}

void circle_placement(const struct game *game, uint8_t seat, struct text *out)
{
	uint16_t turns =
		game->outcome.status == STATUS_PLAYING ? ring_turns(circle_state(game), seat) : 0;
	char square_name[SQUARE_NAME_MAX];
	struct ring_list legal;

	ring_list_init(&legal);
	for (unsigned board = 0; turns != 0 && board < circle_state(game)->boards; board++)
		if (turns >> board & 1)
			ring_legal(game->variant, circle_state(game), board, &legal);
	for (unsigned i = 0; i < legal.count && out->len == 0; i++) {
		const struct ring_move *move = &legal.moves[i];
		struct text letter;

		if (!move->placed)
			continue;
		text_init(&letter, 0);
		view_letter(game->variant, variant_type_letter(game->variant, move->type), &letter);
		board_square_name(variant_board(game->variant), move->move.to, square_name);
		text_addf(out, phrase("MOVE %u:%s@%s, or %u:%s/%u@%s if it must be of set %u"),
			  move->board + 1u, letter.bytes, square_name, move->board + 1u,
			  letter.bytes, move->set + 1u, square_name, move->set + 1u);
		text_done(&letter);
	}
	ring_list_done(&legal);
}
