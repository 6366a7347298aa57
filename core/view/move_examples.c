/* SPDX-License-Identifier: MIT */
/* Moves as examples of how to write them: none that can't be made. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/notation/notation.h"
#include "core/base/text.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"
#include "core/view/view.h"
#include "core/words/words_behind.h"

enum example {
	EXAMPLE_PAWN,
	EXAMPLE_PIECE,
	EXAMPLE_CAPTURE,
	EXAMPLE_CASTLE,
	EXAMPLE_PROMOTION,
	EXAMPLES
};

static bool captures(const struct view_choice *choice, const struct move *move)
{
	return move->kind == MOVE_EN_PASSANT || position_piece(&choice->position, move->to) != NULL;
}

static enum example kind_of(const struct view_choice *choice, const struct move *move)
{
	const struct piece *piece = position_piece(&choice->position, move->from);

	if (move->kind == MOVE_CASTLE)
		return EXAMPLE_CASTLE;
	if (move->promotion != NO_TYPE)
		return EXAMPLE_PROMOTION;
	if (captures(choice, move))
		return EXAMPLE_CAPTURE;
	return piece->type == choice->variant->pawn ? EXAMPLE_PAWN : EXAMPLE_PIECE;
}

static int squared(int number)
{
	return number * number;
}

/* Steps that end near the middle are what people begin with, pawns by two; anything before the
 * king; and a pawn becomes a queen. */
static int worth_of(const struct view_choice *choice, const struct move *move)
{
	const struct board *board = variant_board(choice->variant);
	int file = (int)board_file(board, move->to), rank = (int)board_rank(board, move->to);
	int far = squared(file - (int)board_file(board, move->from)) +
		  squared(rank - (int)board_rank(board, move->from));
	int off = squared(2 * file - (board->width - 1)) + squared(2 * rank - (board->height - 1));
	uint8_t type = position_piece(&choice->position, move->from)->type;

	return (type == choice->variant->pawn ? far * 1000 : 0) - off -
	       (type == choice->variant->royal ? 100000 : 0) +
	       (move->promotion == choice->variant->promotions[0]);
}

/* The best of a kind, the last by its text of equals; NULL when none is legal. */
static const struct move *best_of(const struct view_choice *choice, enum example kind)
{
	const struct move *best = NULL;

	for (unsigned i = 0; i < choice->moves.count; i++) {
		const struct move *move = &choice->moves.moves[i];

		if (kind_of(choice, move) == kind &&
		    (best == NULL || worth_of(choice, move) >= worth_of(choice, best)))
			best = move;
	}
	return best;
}

static void add_squares(const struct view_choice *choice, const struct move *move, struct text *out)
{
	const struct board *board = variant_board(choice->variant);

	text_addf(out, "%s%c%s", board_name(board, move->from).text,
		  captures(choice, move) ? 'x' : '-', board_name(board, move->to).text);
	if (move->promotion != NO_TYPE)
		view_letter(choice->variant, variant_type_letter(choice->variant, move->promotion),
			    out);
}

void view_letter(const struct variant *variant, char kind, struct text *out)
{
	struct text spoken;

	text_init(&spoken, 0);
	words_add_letter(kind, &spoken);
	if (variant_type_of_letter(variant, spoken.bytes[0]) >= 0)
		text_add_char(out, kind);
	else
		text_add(out, spoken.bytes);
	text_done(&spoken);
}

/* Whether a letter with that text is about this move, and nobody need ask which is meant. */
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

/* As people write it: with the letters of their language, if that can be nothing else, else with
 * English ones; then by its squares. */
static void add_short(const struct view_choice *choice, const struct move *move, struct text *out)
{
	struct text english, spoken;

	text_init(&english, 0);
	text_init(&spoken, 0);
	notation_short(choice->variant, &choice->position, &choice->moves, move, &english);
	for (const char *at = english.bytes; *at != '\0'; at++) {
		if (isupper((unsigned char)*at) && move->kind != MOVE_CASTLE)
			view_letter(choice->variant, *at, &spoken);
		else
			text_add_char(&spoken, *at);
	}
	if (is_understood(choice, spoken.bytes, move))
		text_add(out, spoken.bytes);
	else if (is_understood(choice, english.bytes, move))
		text_add(out, english.bytes);
	else
		add_squares(choice, move, out);
	text_done(&english);
	text_done(&spoken);
}

/* "e2-e4", "e4xd5"; what has no two squares of its own as in short. */
static void add_long(const struct view_choice *choice, const struct move *move, struct text *out)
{
	enum example kind = kind_of(choice, move);

	if (kind == EXAMPLE_CASTLE || kind == EXAMPLE_PROMOTION)
		add_short(choice, move, out);
	else
		add_squares(choice, move, out);
}

/* The example to write long: NULL when nothing is legal. */
static const struct move *first_example(const struct view_choice *choice)
{
	for (enum example kind = 0; kind < EXAMPLES; kind++)
		if (best_of(choice, kind) != NULL)
			return best_of(choice, kind);
	return NULL;
}

/* "MOVE e2-e4, or in short Nf3, exd5", each behind its board. */
static void add_examples(const struct view_choice *choice, const char *board, struct text *out)
{
	const struct move *first = first_example(choice);
	const char *between = phrase(", or in short ");

	if (first == NULL)
		return;
	text_addf(out, phrase("MOVE %s"), board);
	add_long(choice, first, out);
	if (kind_of(choice, first) == EXAMPLE_PAWN && best_of(choice, EXAMPLE_PIECE) == NULL) {
		text_addf(out, "%s%s", between, board);
		add_short(choice, first, out);
		between = ", ";
	}
	for (enum example kind = EXAMPLE_PIECE; kind < EXAMPLES; kind++) {
		const struct move *move = best_of(choice, kind);

		if (move == NULL)
			continue;
		text_addf(out, "%s%s", between, board);
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

/* What the seat can move. False: nothing, nowhere. */
static bool choose(const struct game *game, uint8_t seat, struct view_choice *choice)
{
	const struct kind *kind = game->variant->kind;

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

void view_example_moves(const struct game *game, uint8_t seat, struct text *out)
{
	struct view_choice *choice = base_alloc(sizeof *choice);
	char prefix[16] = "";

	if (choose(game, seat, choice)) {
		if (game->variant->kind->boards)
			snprintf(prefix, sizeof prefix, "%u:", choice->board + 1);
		add_examples(choice, prefix, out);
	}
	free(choice);
}

void view_example_move(const struct game *game, uint8_t seat, struct text *out)
{
	struct view_choice *choice = base_alloc(sizeof *choice);

	if (choose(game, seat, choice))
		add_long(choice, first_example(choice), out);
	free(choice);
}

void view_example_placement(const struct game *game, uint8_t seat, struct text *out)
{
	if (game->variant->kind->placement != NULL)
		game->variant->kind->placement(game, seat, out);
}

/* The side a seat begins with; who plays on several boards has White's on one. */
static uint8_t first_side(const struct variant *variant, uint8_t seat)
{
	return variant->kind->boards ? 0 : seat;
}

/* What a seat can move from the array, were it the first. */
static void choose_of_array(const struct variant *variant, uint8_t seat, struct view_choice *choice)
{
	choice->variant = variant;
	choice->moves.count = 0;
	position_start(variant, &choice->position);
	choice->position.turn = first_side(variant, seat);
	movegen_generate(variant, &choice->position, &choice->moves);
	move_list_sort(variant, &choice->moves);
}

void view_example_of_array(const struct variant *variant, uint8_t seat, bool pawn, bool brief,
			   struct text *out)
{
	struct view_choice *choice = base_alloc(sizeof *choice);
	const struct move *move;

	choose_of_array(variant, seat, choice);
	move = best_of(choice, pawn ? EXAMPLE_PAWN : EXAMPLE_PIECE);
	if (move == NULL)
		move = first_example(choice);
	if (move != NULL && brief)
		add_short(choice, move, out);
	else if (move != NULL)
		add_long(choice, move, out);
	free(choice);
}

void view_example_castling(const struct variant *variant, uint8_t seat, struct text *out)
{
	const struct board *board = variant_board(variant);
	uint8_t side = first_side(variant, seat);

	for (unsigned i = 0; i < variant->castle_count && out->len == 0; i++) {
		const struct castle *castle = &variant->castles[i];

		if (castle->side != side)
			continue;
		text_addf(out, "%s%s", board_name(board, castle->king_from).text,
			  board_name(board, castle->rook_from).text);
	}
}

void view_example_promotion(const struct variant *variant, uint8_t seat, struct text *out)
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
	text_addf(out, "%s=", board_name(board, best).text);
	view_letter(variant, variant_type_letter(variant, variant->promotions[0]), out);
}
