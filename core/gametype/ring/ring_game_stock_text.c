/* SPDX-License-Identifier: MIT */
/* Lists a seat's stockpile, and its moves (core/gametype/ring/ring_game_text.h). */
#include <stdio.h>
#include <string.h>

#include "core/gametype/ring/ring_game_state.h"
#include "core/gametype/ring/ring_game_text.h"
#include "core/ring/ring.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/choices.h"
#include "core/view/game_text.h"

/* A piece in a stockpile: its colour, kind and set. */
struct man {
	uint8_t side, type, set;
};

/* The squares of a board where such a piece may be placed, and why there may be none. */
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

/* Finds the squares where the piece may be placed. While another seat is to move, legal moves are
 * unknown, so every free starting square counts. */
static void find_places(const struct game *game, unsigned number, const struct man *man,
			uint8_t seat, struct places *places_out)
{
	const struct side *side = &game->variant->sides[man->side];
	const struct position *position = &ring_game_state(game)->board[number].position;
	bool asks = ring_mover(ring_game_state(game), number) == seat;
	struct ring_list legal;

	memset(places_out, 0, sizeof *places_out);
	ring_list_init(&legal);
	if (asks)
		ring_legal(game->variant, ring_game_state(game), number, &legal);
	for (square at = 0; at < game->variant->board.squares; at++) {
		if (side->starts[at] != man->type || position_piece(position, at) != NULL)
			continue;
		places_out->any_free = true;
		if (!asks || is_legal(&legal, number, man, at))
			places_out->at[places_out->count++] = at;
	}
	ring_list_done(&legal);
}

static void add_squares(const struct game *game, const square *at, unsigned count,
			struct strbuf *out)
{
	for (unsigned i = 0; i < count; i++)
		strbuf_addf(out, " %s", board_name(&game->variant->board, at[i]).text);
}

/* Adds where the piece may be placed, "for board 1: b1 g1", or why it can't be. */
static void add_use(const struct game *game, unsigned number, const struct man *man, uint8_t seat,
		    struct strbuf *out)
{
	struct places places;

	if (man->set == number && !game->variant->social) {
		strbuf_addf(out, translate("no use: it may not go back to its own board %u"),
			    number + 1);
		return;
	}
	find_places(game, number, man, seat, &places);
	if (places.count > 0) {
		strbuf_addf(out, translate("for board %u:"), number + 1);
		add_squares(game, places.at, places.count, out);
	} else if (places.any_free) {
		strbuf_addf(out, translate("not now: your king on board %u would be in check"),
			    number + 1);
	} else {
		strbuf_addf(out, translate("not now: its squares on board %u are taken"),
			    number + 1);
	}
}

/* Adds the line of a piece: " white N/3, 2 times for board 1: b1 g1". */
static void add_stocked_piece(const struct game *game, const struct man *man, uint8_t seat,
			      struct strbuf *out)
{
	unsigned count = ring_game_state(game)->stock[seat][man->side][man->type][man->set];
	bool any = false;
	char head[48];

	snprintf(head, sizeof head, "%s %c/%u",
		 translate(variant_side_name(game->variant, man->side)),
		 variant_type_letter(game->variant, man->type), man->set + 1u);
	if (count > 1)
		snprintf(head + strlen(head), sizeof head - strlen(head), ", %u times", count);
	for (unsigned i = 0; i < ring_game_state(game)->boards; i++) {
		if (ring_side(ring_game_state(game), i, seat) != man->side)
			continue;
		strbuf_addf(out, "     %-18s ", any ? "" : head);
		add_use(game, i, man, seat, out);
		strbuf_add_char(out, '\n');
		any = true;
	}
	if (!any)
		strbuf_addf(out, "     %-18s no use: you play %s nowhere\n", head,
			    variant_side_title(game->variant, man->side));
}

void ring_game_stock(const struct game *game, uint8_t seat, struct strbuf *out)
{
	struct man man;

	for (man.side = 0; man.side < RING_SIDES; man.side++)
		for (man.type = 0; man.type < game->variant->type_count; man.type++)
			for (man.set = 0; man.set < ring_game_state(game)->boards; man.set++)
				if (ring_game_state(game)
					    ->stock[seat][man.side][man.type][man.set] > 0)
					add_stocked_piece(game, &man, seat, out);
}

/* ---- legal moves ---- */

/* Returns the kind that moves; NO_TYPE for a piece that is placed. */
static uint8_t moving_type(const struct game *game, const struct ring_move *move)
{
	const struct position *position = &ring_game_state(game)->board[move->board].position;

	return move->placed ? NO_TYPE : position_piece(position, move->move.from)->type;
}

static void add_moves(const struct game *game, const struct ring_list *moves, uint8_t type,
		      struct choice_list *list)
{
	for (unsigned i = 0; i < moves->count; i++) {
		const struct ring_move *move = &moves->moves[i];
		char text[RING_TEXT_MAX];

		if (moving_type(game, move) != type)
			continue;
		ring_text(game->variant, move, text);
		if (type == NO_TYPE)
			choices_add_move(list, "MOVE ", translate("to place"), text,
					 strcspn(text, "@"));
		else
			choices_add_move(list, "MOVE ",
					 translate(variant_type_name(game->variant, type)), text,
					 strcspn(text, ":") + 1 +
						 choices_piece_length(game->variant, &move->move));
	}
}

/* Lists the seat's moves on a board, by kind of piece. */
static void add_board_moves(const struct game *game, unsigned board, struct choice_list *list)
{
	struct ring_list moves;

	ring_list_init(&moves);
	ring_legal(game->variant, ring_game_state(game), board, &moves);
	ring_list_sort(game->variant, &moves);
	for (uint8_t type = 0; type < game->variant->type_count; type++)
		add_moves(game, &moves, type, list);
	add_moves(game, &moves, NO_TYPE, list);
	ring_list_done(&moves);
}

void ring_game_choices(const struct game *game, uint8_t seat, enum choice_kind which, unsigned most,
		       struct choice_list *list)
{
	const struct ring *ring = ring_game_state(game);
	uint16_t boards = which == CHOICE_RESIGN ? ring_boards(ring, seat) : ring_turns(ring, seat);

	(void)most;
	if (game->outcome.status != STATUS_PLAYING)
		return;
	for (unsigned i = 0; i < ring->boards; i++) {
		if (!(boards >> i & 1))
			continue;
		if (which == CHOICE_MOVES)
			add_board_moves(game, i, list);
		else if (which == CHOICE_RESIGN)
			choices_add(list, base_printf("RESIGN %u", i + 1),
				    base_printf("%s %u", translate("RESIGN"), i + 1));
	}
}

/* ---- what happened ---- */

unsigned ring_game_board_of(const struct turn_record *record)
{
	unsigned number = 0;

	for (const char *c = record->text; *c >= '0' && *c <= '9'; c++)
		number = 10 * number + (unsigned)(*c - '0');
	return number - 1;
}

void ring_game_since(const struct game *game, uint8_t seat, struct strbuf *out)
{
	uint16_t open = ring_boards(ring_game_state(game), seat);
	const struct turn_record *told[GAME_RECENT], *record;
	unsigned count = 0, of_board[MAX_BOARDS] = {0};

	for (unsigned back = 0; (record = game_recent(game, back)) != NULL; back++) {
		unsigned board = ring_game_board_of(record);

		/* Turns from before the board was set up again don't count. */
		if (board >= ring_game_state(game)->boards || !(open >> board & 1) ||
		    of_board[board]++ >= ring_game_state(game)->board[board].turns)
			continue;
		told[count++] = record;
		if (record->seat == seat)
			open &= (uint16_t) ~(1u << board);
	}
	while (count > 0)
		view_turn(game, told[--count], out);
}

/* ---- examples ---- */

void ring_game_choose(const struct game *game, uint8_t seat, struct view_choice *choice)
{
	uint16_t turns = ring_turns(ring_game_state(game), seat);

	if (turns == 0)
		return;
	choice->board = (unsigned)__builtin_ctz(turns);
	choice->position = ring_game_state(game)->board[choice->board].position;
	movegen_generate(game->variant, &choice->position, &choice->moves);
}

void ring_game_placement(const struct game *game, uint8_t seat, struct strbuf *out)
{
	uint16_t turns = game->outcome.status == STATUS_PLAYING
				 ? ring_turns(ring_game_state(game), seat)
				 : 0;
	char square_name[SQUARE_NAME_MAX];
	struct ring_list legal;

	ring_list_init(&legal);
	for (unsigned board = 0; turns != 0 && board < ring_game_state(game)->boards; board++)
		if (turns >> board & 1)
			ring_legal(game->variant, ring_game_state(game), board, &legal);
	for (unsigned i = 0; i < legal.count && out->len == 0; i++) {
		const struct ring_move *move = &legal.moves[i];
		struct strbuf letter;

		if (!move->placed)
			continue;
		strbuf_init(&letter, 0);
		view_letter(game->variant, variant_type_letter(game->variant, move->type), &letter);
		board_square_name(variant_board(game->variant), move->move.to, square_name);
		strbuf_addf(out, translate("MOVE %u:%s@%s, or %u:%s/%u@%s for exactly %s/%u"),
			    move->board + 1u, letter.bytes, square_name, move->board + 1u,
			    letter.bytes, move->set + 1u, square_name, letter.bytes,
			    move->set + 1u);
		strbuf_done(&letter);
	}
	ring_list_done(&legal);
}
