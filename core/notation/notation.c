/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/notation/notation.h"
#include "core/rules/movegen.h"
#include "core/rules/rules.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

/* What the definition calls the castling, if it does. */
static enum wing wing_of(const struct variant *variant, const struct move *move)
{
	for (unsigned i = 0; i < variant->castle_count; i++) {
		const struct castle *castle = &variant->castles[i];

		if (castle->king_from == move->from && castle->rook_from == move->other)
			return (enum wing)castle->wing;
	}
	return WING_BY_DISTANCE;
}

/* O-O is castling with the rook at most three squares away, whichever side that is on, unless the
 * definition says which it is. */
static bool is_short(const struct variant *variant, const struct move *move)
{
	const struct board *board = &variant->board;
	int files = abs((int)board_file(board, move->from) - (int)board_file(board, move->other));
	int ranks = abs((int)board_rank(board, move->from) - (int)board_rank(board, move->other));
	enum wing wing = wing_of(variant, move);

	return wing == WING_BY_DISTANCE ? files + ranks <= 3 : wing == WING_SHORT;
}

static bool captures(const struct position *position, const struct move *move)
{
	return move->kind == MOVE_EN_PASSANT ||
	       (move->kind != MOVE_CASTLE && position_piece(position, move->to) != NULL);
}

/* The kind that goes. */
static uint8_t kind_of(const struct position *position, const struct move *move)
{
	return move->behind != 0 ? (uint8_t)(move->behind - 1)
				 : position_piece(position, move->from)->type;
}

static bool fits_from(const struct board *board, square from, const struct wish *wish)
{
	return (wish->from_file < 0 || (unsigned)wish->from_file == board_file(board, from)) &&
	       (wish->from_rank < 0 || (unsigned)wish->from_rank == board_rank(board, from));
}

/* Whether the king's two squares are a step of his, and don't mean castling: where he may stand
 * anywhere he often ends beside where he began. */
static bool is_step(const struct variant *variant, const struct move *move)
{
	const struct board *board = &variant->board;

	return wing_of(variant, move) != WING_BY_DISTANCE &&
	       abs((int)board_file(board, move->from) - (int)board_file(board, move->to)) <= 1 &&
	       abs((int)board_rank(board, move->from) - (int)board_rank(board, move->to)) <= 1;
}

static bool fits_castling(const struct variant *variant, const struct move *move,
			  const struct wish *wish)
{
	if (wish->castles_short || wish->castles_long)
		return is_short(variant, move) == wish->castles_short;
	/* The king's two squares, or his and the rook's; "Kg1" is a step. */
	return wish->from_file >= 0 && wish->from_rank >= 0 &&
	       (wish->type < 0 || wish->type == variant->royal) && !wish->captures &&
	       fits_from(&variant->board, move->from, wish) &&
	       ((wish->to == move->to && !is_step(variant, move)) || wish->to == move->other);
}

bool notation_fits(const struct variant *variant, const struct position *position,
		   const struct move *move, const struct wish *wish)
{
	bool whole_from = wish->from_file >= 0 && wish->from_rank >= 0;
	uint8_t kind;

	if (move->kind == MOVE_CASTLE)
		return fits_castling(variant, move, wish);
	if (wish->castles_short || wish->castles_long ||
	    position_piece(position, move->from) == NULL || wish->to != move->to ||
	    !fits_from(&variant->board, move->from, wish))
		return false;
	kind = kind_of(position, move);
	if (wish->type >= 0 ? kind != wish->type : !whole_from && kind != variant->pawn)
		return false;
	/* Of two on a square the one that the position names is meant, unless the other is said. */
	if (move->marked && wish->type < 0)
		return false;
	if (wish->promotion >= 0 && move->promotion != wish->promotion)
		return false;
	if (wish->captures)
		return captures(position, move);
	/* "d5" is a step; a pawn's capture names at least its file. */
	return whole_from || wish->from_file >= 0 || kind != variant->pawn ||
	       !captures(position, move);
}

/* Adds what tells this piece from others of its kind that may go there: file, rank or both. */
static void add_origin(const struct variant *variant, const struct position *position,
		       const struct move_list *legal, const struct move *move, struct text *out)
{
	const struct board *board = &variant->board;
	uint8_t type = kind_of(position, move);
	bool others = false, same_file = false, same_rank = false;
	char name[SQUARE_NAME_MAX];

	for (unsigned i = 0; i < legal->count; i++) {
		const struct move *other = &legal->moves[i];

		if (other->from == move->from || other->to != move->to ||
		    other->kind == MOVE_CASTLE || kind_of(position, other) != type)
			continue;
		others = true;
		same_file |= board_file(board, other->from) == board_file(board, move->from);
		same_rank |= board_rank(board, other->from) == board_rank(board, move->from);
	}
	if (!others)
		return;
	board_square_name(board, move->from, name);
	if (!same_file)
		text_add_char(out, name[0]);
	else if (!same_rank)
		text_add(out, name + 1);
	else
		text_add(out, name);
}

/* A pawn's capture names its file; where pawns capture in more than two ways that may not do. */
static void add_pawn_origin(const struct variant *variant, const struct position *position,
			    const struct move_list *legal, const struct move *move,
			    struct text *out)
{
	char name[SQUARE_NAME_MAX];

	board_square_name(&variant->board, move->from, name);
	for (unsigned i = 0; i < legal->count; i++) {
		const struct move *other = &legal->moves[i];

		if (other->from != move->from && other->to == move->to &&
		    kind_of(position, other) == variant->pawn &&
		    captures(position, other) == captures(position, move) &&
		    (!captures(position, move) ||
		     board_file(&variant->board, other->from) ==
			     board_file(&variant->board, move->from))) {
			text_add(out, name);
			return;
		}
	}
	if (captures(position, move))
		text_add_char(out, name[0]);
}

void notation_short(const struct variant *variant, const struct position *position,
		    const struct move_list *legal, const struct move *move, struct text *out)
{
	uint8_t type = kind_of(position, move);

	if (move->kind == MOVE_CASTLE) {
		text_add(out, is_short(variant, move) ? "O-O" : "O-O-O");
		return;
	}
	if (type == variant->pawn) {
		add_pawn_origin(variant, position, legal, move, out);
	} else {
		text_add_char(out, variant->types[type].letter);
		add_origin(variant, position, legal, move, out);
	}
	if (captures(position, move))
		text_add_char(out, 'x');
	text_add(out, board_name(&variant->board, move->to).text);
	if (move->promotion != NO_TYPE)
		text_addf(out, "=%c", variant->types[move->promotion].letter);
}

void notation_mark(const struct variant *variant, const struct position *before,
		   const struct position *after, struct text *out)
{
	bool check = false, any = false;

	for (uint8_t seat = 0; seat < variant->side_count; seat++) {
		if (seat == before->turn || !(after->in_play >> seat & 1) ||
		    !movegen_in_check(variant, after, seat))
			continue;
		/* Who was in check before doesn't owe it to this move. */
		any = true;
		check |= !movegen_in_check(variant, before, seat);
	}
	if (any) {
		struct position next = *after;

		if (rules_next_turn(variant, &next, NULL, NULL, NULL).status == STATUS_WON) {
			text_add_char(out, '#');
			return;
		}
	}
	if (check)
		text_add_char(out, '+');
}

void notation_san(const struct variant *variant, const struct position *position,
		  const struct move_list *legal, const struct move *move, struct text *out)
{
	struct position next = *position;

	notation_short(variant, position, legal, move, out);
	move_make(variant, &next, move, NULL);
	notation_mark(variant, position, &next, out);
}

/* All moves of the list that the wish may mean, sorted by their text. */
static void find_candidates(const struct variant *variant, const struct position *position,
			    const struct move_list *legal, const struct wish *wish,
			    struct move_list *found)
{
	found->count = 0;
	for (unsigned i = 0; i < legal->count; i++) {
		if (notation_fits(variant, position, &legal->moves[i], wish))
			found->moves[found->count++] = legal->moves[i];
	}
	move_list_sort(variant, found);
}

/* Whether they differ in nothing but what the pawn becomes. */
static bool differ_in_promotion(const struct move_list *found)
{
	for (unsigned i = 0; i < found->count; i++) {
		if (found->moves[i].promotion == NO_TYPE ||
		    found->moves[i].from != found->moves[0].from)
			return false;
	}
	return true;
}

/* "Nd2 is ambiguous: Nbd2 (b1d2) or Nfd2 (f3d2)"; "e8 must say what the pawn becomes: e7e8=B, ...":
 * [promotion-choice]. */
static void name_candidates(const struct variant *variant, const struct position *position,
			    const struct move_list *legal, const struct move_list *found,
			    const char *text, struct reason *why)
{
	bool promotes = differ_in_promotion(found);
	char canonical[MOVE_TEXT_MAX];
	struct text list;

	text_init(&list, 600);
	for (unsigned i = 0; i < found->count; i++) {
		text_add(&list, i == 0 ? "" : i + 1 == found->count ? phrase(" or ") : ", ");
		move_text(variant, &found->moves[i], canonical);
		if (!promotes)
			notation_short(variant, position, legal, &found->moves[i], &list);
		text_addf(&list, promotes ? "%s" : " (%s)", canonical);
	}
	reason_set(why, "%s %s: %s.", text,
		   promotes ? phrase("must say what the pawn becomes") : phrase("is ambiguous"),
		   list.bytes);
	text_done(&list);
}

/* The one move whose canonical text that is: it means no other, whatever a person may mean by it.
 */
static const struct move *find_canonical(const struct variant *variant,
					 const struct move_list *legal, const char *text)
{
	char canonical[NOTATION_MAX];

	return notation_clean(text, canonical) ? move_list_find(variant, legal, canonical) : NULL;
}

enum verdict notation_read(const struct variant *variant, const struct position *position,
			   const struct move_list *legal, const char *text, struct move *move_out,
			   struct reason *why)
{
	const struct move *canonical = find_canonical(variant, legal, text);
	struct move_list found;
	struct wish wish;

	if (canonical != NULL) {
		*move_out = *canonical;
		return ACCEPTED;
	}
	if (!notation_parse(variant, text, &wish))
		return reason_refuse(why,
				     "\"%.40s\" isn't a move I can read. Write it like e2-e4, Nf3, "
				     "exd5, O-O or e7-e8=Q.",
				     text);
	find_candidates(variant, position, legal, &wish, &found);
	if (found.count == 1) {
		*move_out = found.moves[0];
		return ACCEPTED;
	}
	if (found.count == 0) {
		notation_why_not(variant, position, legal, &wish, why);
		reason_prefix(why, "%.40s" NOTATION_ILLEGAL ": ", text);
	} else {
		name_candidates(variant, position, legal, &found, text, why);
	}
	return REFUSED;
}
