/* SPDX-License-Identifier: MIT */
/* Examples of how to write moves, all of them possible. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/notation/vocabulary_arguments.h"
#include "core/rules/movegen.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"
#include "core/view/game_text.h"

enum example {
	EXAMPLE_PAWN,
	EXAMPLE_PIECE,
	EXAMPLE_CAPTURE,
	EXAMPLE_CASTLE,
	EXAMPLE_PROMOTION,
	EXAMPLES
};

static bool is_capture(const struct view_choice *choice, const struct move *move)
{
	return move->kind == MOVE_EN_PASSANT || position_piece(&choice->position, move->to) != NULL;
}

static enum example example_kind(const struct view_choice *choice, const struct move *move)
{
	const struct piece *piece = position_piece(&choice->position, move->from);

	if (move->kind == MOVE_CASTLE)
		return EXAMPLE_CASTLE;
	if (move->promotion != NO_TYPE)
		return EXAMPLE_PROMOTION;
	if (is_capture(choice, move))
		return EXAMPLE_CAPTURE;
	return piece->type == choice->variant->pawn ? EXAMPLE_PAWN : EXAMPLE_PIECE;
}

static int square_number(int number)
{
	return number * number;
}

/*
 * Rates a move as an example: steps near the middle are best, for pawns double steps; the king is
 * last; and pawns become queens.
 */
static int rate_example(const struct view_choice *choice, const struct move *move)
{
	const struct board *board = variant_board(choice->variant);
	int file = (int)board_file(board, move->to), rank = (int)board_rank(board, move->to);
	int far = square_number(file - (int)board_file(board, move->from)) +
		  square_number(rank - (int)board_rank(board, move->from));
	int off = square_number(2 * file - (board->width - 1)) +
		  square_number(2 * rank - (board->height - 1));
	uint8_t type = position_piece(&choice->position, move->from)->type;

	return (type == choice->variant->pawn ? far * 1000 : 0) - off -
	       (type == choice->variant->royal ? 100000 : 0) +
	       (move->promotion == choice->variant->promotions[0]);
}

/*
 * Returns the best move of a kind of example, of equal ones the last by its text; NULL if there is
 * none.
 */
static const struct move *best_of(const struct view_choice *choice, enum example kind)
{
	const struct move *best = NULL;

	for (unsigned i = 0; i < choice->moves.count; i++) {
		const struct move *move = &choice->moves.moves[i];

		if (example_kind(choice, move) == kind &&
		    (best == NULL || rate_example(choice, move) >= rate_example(choice, best)))
			best = move;
	}
	return best;
}

static void add_squares(const struct view_choice *choice, const struct move *move,
			struct strbuf *out)
{
	const struct board *board = variant_board(choice->variant);

	strbuf_addf(out, "%s%c%s", board_name(board, move->from).text,
		    is_capture(choice, move) ? 'x' : '-', board_name(board, move->to).text);
	if (move->promotion != NO_TYPE)
		view_letter(choice->variant, variant_type_letter(choice->variant, move->promotion),
			    out);
}

void view_letter(const struct variant *variant, char kind, struct strbuf *out)
{
	struct strbuf spoken;

	strbuf_init(&spoken, 0);
	vocabulary_add_letter(kind, &spoken);
	if (variant_type_of_letter(variant, spoken.bytes[0]) >= 0)
		strbuf_add_char(out, kind);
	else
		strbuf_add(out, spoken.bytes);
	strbuf_done(&spoken);
}

/* Reports whether the text in a message would certainly mean this move. */
static bool is_understood(const struct view_choice *choice, const char *text,
			  const struct move *wanted)
{
	char readings[NOTATION_READINGS][NOTATION_MAX];
	unsigned count = strlen(text) < NOTATION_MAX
				 ? notation_readings(choice->variant, text, readings)
				 : 0;
	struct move move;
	bool found = false;

	for (unsigned i = 0; i < count; i++) {
		if (notation_read(choice->variant, &choice->position, &choice->moves, readings[i],
				  &move, NULL) != ACCEPTED)
			continue;
		if (move.from != wanted->from || move.to != wanted->to ||
		    move.promotion != wanted->promotion)
			return false;
		found = true;
	}
	return found;
}

/*
 * Adds the move as people write it: with their language's letters if these are unambiguous, else
 * with English ones, else by its squares.
 */
static void add_short(const struct view_choice *choice, const struct move *move, struct strbuf *out)
{
	struct strbuf english, spoken;

	strbuf_init(&english, 0);
	strbuf_init(&spoken, 0);
	notation_short(choice->variant, &choice->position, &choice->moves, move, &english);
	for (const char *at = english.bytes; *at != '\0'; at++) {
		if (isupper((unsigned char)*at) && move->kind != MOVE_CASTLE)
			view_letter(choice->variant, *at, &spoken);
		else
			strbuf_add_char(&spoken, *at);
	}
	if (is_understood(choice, spoken.bytes, move))
		strbuf_add(out, spoken.bytes);
	else if (is_understood(choice, english.bytes, move))
		strbuf_add(out, english.bytes);
	else
		add_squares(choice, move, out);
	strbuf_done(&english);
	strbuf_done(&spoken);
}

/* Adds "e2-e4" or "e4xd5". Castling and promotions are written in short. */
static void add_long(const struct view_choice *choice, const struct move *move, struct strbuf *out)
{
	enum example kind = example_kind(choice, move);

	if (kind == EXAMPLE_CASTLE || kind == EXAMPLE_PROMOTION)
		add_short(choice, move, out);
	else
		add_squares(choice, move, out);
}

/* Returns the example to be written long, or NULL. */
static const struct move *first_example(const struct view_choice *choice)
{
	for (enum example kind = 0; kind < EXAMPLES; kind++)
		if (best_of(choice, kind) != NULL)
			return best_of(choice, kind);
	return NULL;
}

/* Adds "MOVE e2-e4, or in short Nf3, exd5", each after its board. */
static void add_examples(const struct view_choice *choice, const char *board, struct strbuf *out)
{
	const struct move *first = first_example(choice);
	const char *between = translate(", or in short ");

	if (first == NULL)
		return;
	strbuf_addf(out, translate("MOVE %s"), board);
	add_long(choice, first, out);
	if (example_kind(choice, first) == EXAMPLE_PAWN && best_of(choice, EXAMPLE_PIECE) == NULL) {
		strbuf_addf(out, "%s%s", between, board);
		add_short(choice, first, out);
		between = ", ";
	}
	for (enum example kind = EXAMPLE_PIECE; kind < EXAMPLES; kind++) {
		const struct move *move = best_of(choice, kind);

		if (move == NULL)
			continue;
		strbuf_addf(out, "%s%s", between, board);
		add_short(choice, move, out);
		between = ", ";
	}
}

static void choose_on_board(const struct game *game, uint8_t seat, struct view_choice *choice)
{
	if (game_player(game) != seat)
		return;
	choice->position = game->position;
	movegen_generate(game->variant, &game->position, &choice->moves);
}

/* Finds the seat's moves. Returns false if it has none on any board. */
static bool find_choices(const struct game *game, uint8_t seat, struct view_choice *choice)
{
	const struct gametype *kind = game->variant->kind;

	choice->variant = game->variant;
	choice->moves.count = 0;
	choice->board = 0;
	if (game->outcome.status != STATUS_PLAYING || !game->started ||
	    game->questions[seat].entry == 0)
		return false;
	(kind->choose != NULL ? kind->choose : choose_on_board)(game, seat, choice);
	move_list_sort(choice->variant, &choice->moves);
	return choice->moves.count > 0;
}

void view_example_moves(const struct game *game, uint8_t seat, struct strbuf *out)
{
	struct view_choice *choice = base_alloc(sizeof *choice);
	char prefix[16] = "";

	if (find_choices(game, seat, choice)) {
		if (game->variant->kind->boards)
			snprintf(prefix, sizeof prefix, "%u:", choice->board + 1);
		add_examples(choice, prefix, out);
	}
	free(choice);
}

void view_example_move(const struct game *game, uint8_t seat, struct strbuf *out)
{
	struct view_choice *choice = base_alloc(sizeof *choice);

	if (find_choices(game, seat, choice))
		add_long(choice, first_example(choice), out);
	free(choice);
}

void view_example_placement(const struct game *game, uint8_t seat, struct strbuf *out)
{
	if (game->variant->kind->placement != NULL)
		game->variant->kind->placement(game, seat, out);
}

/* Returns the side with which a seat begins; in a ring every seat plays White on one board. */
static uint8_t first_side(const struct variant *variant, uint8_t seat)
{
	return variant->kind->boards ? 0 : seat;
}

/* Finds the moves that a seat would have in the array if it moved first. */
static void choose_from_array(const struct variant *variant, uint8_t seat,
			      struct view_choice *choice)
{
	choice->variant = variant;
	choice->moves.count = 0;
	position_start(variant, &choice->position);
	choice->position.turn = first_side(variant, seat);
	movegen_generate(variant, &choice->position, &choice->moves);
	move_list_sort(variant, &choice->moves);
}

void view_example_of_array(const struct variant *variant, uint8_t seat, bool pawn, bool brief,
			   struct strbuf *out)
{
	struct view_choice *choice = base_alloc(sizeof *choice);
	const struct move *move;

	choose_from_array(variant, seat, choice);
	move = best_of(choice, pawn ? EXAMPLE_PAWN : EXAMPLE_PIECE);
	if (move == NULL)
		move = first_example(choice);
	if (move != NULL && brief)
		add_short(choice, move, out);
	else if (move != NULL)
		add_long(choice, move, out);
	free(choice);
}

void view_example_castling(const struct variant *variant, uint8_t seat, struct strbuf *out)
{
	const struct board *board = variant_board(variant);
	uint8_t side = first_side(variant, seat);

	for (unsigned i = 0; i < variant->castle_count && out->len == 0; i++) {
		const struct castle *castle = &variant->castles[i];

		if (castle->side != side)
			continue;
		strbuf_addf(out, "%s%s", board_name(board, castle->king_from).text,
			    board_name(board, castle->rook_from).text);
	}
}

void view_example_promotion(const struct variant *variant, uint8_t seat, struct strbuf *out)
{
	const struct board *board = variant_board(variant);
	const struct side *side = &variant->sides[first_side(variant, seat)];
	square best = NO_SQUARE;
	int off_best = 0;

	for (square at = 0; at < board->squares; at++) {
		int off = abs(2 * (int)board_file(board, at) - board->width) +
			  abs(2 * (int)board_rank(board, at) - board->height);

		if (side->promotes[at] && (best == NO_SQUARE || off < off_best)) {
			best = at;
			off_best = off;
		}
	}
	if (best == NO_SQUARE)
		return;
	strbuf_addf(out, "%s=", board_name(board, best).text);
	view_letter(variant, variant_type_letter(variant, variant->promotions[0]), out);
}
