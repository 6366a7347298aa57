/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/notation/notation.h"
#include "core/rules/movegen.h"
#include "core/rules/rules.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* Returns the wing that the definition of the variant gives the castling. */
static enum wing wing_of(const struct variant *variant, const struct move *move)
{
	for (unsigned i = 0; i < variant->castle_count; i++) {
		const struct castle *castle = &variant->castles[i];

		if (castle->king_from == move->from && castle->rook_from == move->other)
			return (enum wing)castle->wing;
	}
	return WING_BY_DISTANCE;
}

/*
 * Reports whether castling is written O-O: as the definition says, or else if the rook is at most
 * three squares away.
 */
static bool is_short(const struct variant *variant, const struct move *move)
{
	const struct board *board = &variant->board;
	int files = abs((int)board_file(board, move->from) - (int)board_file(board, move->other));
	int ranks = abs((int)board_rank(board, move->from) - (int)board_rank(board, move->other));
	enum wing wing = wing_of(variant, move);

	return wing == WING_BY_DISTANCE ? files + ranks <= 3 : wing == WING_SHORT;
}

static bool is_capture(const struct position *position, const struct move *move)
{
	return move->kind == MOVE_EN_PASSANT ||
	       (move->kind != MOVE_CASTLE && position_piece(position, move->to) != NULL);
}

/* Returns the kind of the piece that moves. */
static uint8_t moving_type(const struct position *position, const struct move *move)
{
	return move->behind != 0 ? (uint8_t)(move->behind - 1)
				 : position_piece(position, move->from)->type;
}

static bool fits_from(const struct board *board, square from, const struct written_move *parsed)
{
	return (parsed->from_file < 0 || (unsigned)parsed->from_file == board_file(board, from)) &&
	       (parsed->from_rank < 0 || (unsigned)parsed->from_rank == board_rank(board, from));
}

/*
 * Reports whether the king's two squares mean a step and not castling. Where the definition places
 * the castled king freely, it often ends beside its first square.
 */
static bool is_king_step(const struct variant *variant, const struct move *move)
{
	const struct board *board = &variant->board;

	return wing_of(variant, move) != WING_BY_DISTANCE &&
	       abs((int)board_file(board, move->from) - (int)board_file(board, move->to)) <= 1 &&
	       abs((int)board_rank(board, move->from) - (int)board_rank(board, move->to)) <= 1;
}

static bool fits_castling(const struct variant *variant, const struct move *move,
			  const struct written_move *parsed)
{
	if (parsed->castles_short || parsed->castles_long)
		return is_short(variant, move) == parsed->castles_short;
	/*
	 * Castling may be written as the king's two squares or the king's and the rook's, but "Kg1"
	 * is a step.
	 */
	return parsed->from_file >= 0 && parsed->from_rank >= 0 &&
	       (parsed->type < 0 || parsed->type == variant->royal) && !parsed->captures &&
	       fits_from(&variant->board, move->from, parsed) &&
	       ((parsed->to == move->to && !is_king_step(variant, move)) ||
		parsed->to == move->other);
}

bool notation_fits(const struct variant *variant, const struct position *position,
		   const struct move *move, const struct written_move *parsed)
{
	bool whole_from = parsed->from_file >= 0 && parsed->from_rank >= 0;
	uint8_t kind;

	if (move->kind == MOVE_CASTLE)
		return fits_castling(variant, move, parsed);
	if (parsed->castles_short || parsed->castles_long ||
	    position_piece(position, move->from) == NULL || parsed->to != move->to ||
	    !fits_from(&variant->board, move->from, parsed))
		return false;
	kind = moving_type(position, move);
	if (parsed->type >= 0 ? kind != parsed->type : !whole_from && kind != variant->pawn)
		return false;
	/*
	 * If two pieces share a square, the text means the piece in the position unless it names
	 * the other.
	 */
	if (move->marked && parsed->type < 0)
		return false;
	if (parsed->promotion >= 0 && move->promotion != parsed->promotion)
		return false;
	if (parsed->captures)
		return is_capture(position, move);
	/* "d5" is a step; a pawn's capture names at least its file. */
	return whole_from || parsed->from_file >= 0 || kind != variant->pawn ||
	       !is_capture(position, move);
}

/*
 * Adds what distinguishes this piece from others of its kind that may move there: file, rank or
 * both.
 */
static void add_origin(const struct variant *variant, const struct position *position,
		       const struct move_list *legal, const struct move *move, struct strbuf *out)
{
	const struct board *board = &variant->board;
	uint8_t type = moving_type(position, move);
	bool others = false, same_file = false, same_rank = false;
	char name[SQUARE_NAME_MAX];

	for (unsigned i = 0; i < legal->count; i++) {
		const struct move *other = &legal->moves[i];

		if (other->from == move->from || other->to != move->to ||
		    other->kind == MOVE_CASTLE || moving_type(position, other) != type)
			continue;
		others = true;
		same_file |= board_file(board, other->from) == board_file(board, move->from);
		same_rank |= board_rank(board, other->from) == board_rank(board, move->from);
	}
	if (!others)
		return;
	board_square_name(board, move->from, name);
	if (!same_file)
		strbuf_add_char(out, name[0]);
	else if (!same_rank)
		strbuf_add(out, name + 1);
	else
		strbuf_add(out, name);
}

/*
 * Adds the file that a pawn captures from. Where pawns capture in more than two ways, the rank may
 * be needed too.
 */
static void add_pawn_origin(const struct variant *variant, const struct position *position,
			    const struct move_list *legal, const struct move *move,
			    struct strbuf *out)
{
	char name[SQUARE_NAME_MAX];

	board_square_name(&variant->board, move->from, name);
	for (unsigned i = 0; i < legal->count; i++) {
		const struct move *other = &legal->moves[i];

		if (other->from != move->from && other->to == move->to &&
		    moving_type(position, other) == variant->pawn &&
		    is_capture(position, other) == is_capture(position, move) &&
		    (!is_capture(position, move) ||
		     board_file(&variant->board, other->from) ==
			     board_file(&variant->board, move->from))) {
			strbuf_add(out, name);
			return;
		}
	}
	if (is_capture(position, move))
		strbuf_add_char(out, name[0]);
}

void notation_short(const struct variant *variant, const struct position *position,
		    const struct move_list *legal, const struct move *move, struct strbuf *out)
{
	uint8_t type = moving_type(position, move);

	if (move->kind == MOVE_CASTLE) {
		strbuf_add(out, is_short(variant, move) ? "O-O" : "O-O-O");
		return;
	}
	if (type == variant->pawn) {
		add_pawn_origin(variant, position, legal, move, out);
	} else {
		strbuf_add_char(out, variant->types[type].letter);
		add_origin(variant, position, legal, move, out);
	}
	if (is_capture(position, move))
		strbuf_add_char(out, 'x');
	strbuf_add(out, board_name(&variant->board, move->to).text);
	if (move->promotion != NO_TYPE)
		strbuf_addf(out, "=%c", variant->types[move->promotion].letter);
}

void notation_mark(const struct variant *variant, const struct position *before,
		   const struct position *after, struct strbuf *out)
{
	bool check = false, any = false;

	for (uint8_t seat = 0; seat < variant->side_count; seat++) {
		if (seat == before->turn || !(after->in_play >> seat & 1) ||
		    !movegen_in_check(variant, after, seat))
			continue;
		/* A seat that was in check before the move isn't checked by it. */
		any = true;
		check |= !movegen_in_check(variant, before, seat);
	}
	if (any) {
		struct position next = *after;

		if (rules_next_turn(variant, &next, NULL, NULL, NULL).status == STATUS_WON) {
			strbuf_add_char(out, '#');
			return;
		}
	}
	if (check)
		strbuf_add_char(out, '+');
}

void notation_san(const struct variant *variant, const struct position *position,
		  const struct move_list *legal, const struct move *move, struct strbuf *out)
{
	struct position next = *position;

	notation_short(variant, position, legal, move, out);
	move_make(variant, &next, move, NULL);
	notation_mark(variant, position, &next, out);
}

/* Finds all moves of the list that match what was written, sorted by their text. */
static void find_candidates(const struct variant *variant, const struct position *position,
			    const struct move_list *legal, const struct written_move *parsed,
			    struct move_list *found)
{
	found->count = 0;
	for (unsigned i = 0; i < legal->count; i++) {
		if (notation_fits(variant, position, &legal->moves[i], parsed))
			found->moves[found->count++] = legal->moves[i];
	}
	move_list_sort(variant, found);
}

/* Reports whether the moves differ only in what the pawn becomes. */
static bool differ_in_promotion(const struct move_list *found)
{
	for (unsigned i = 0; i < found->count; i++) {
		if (found->moves[i].promotion == NO_TYPE ||
		    found->moves[i].from != found->moves[0].from)
			return false;
	}
	return true;
}

/*
 * Says "Nd2 is ambiguous: Nbd2 (b1d2) or Nfd2 (f3d2)" or "e8 must say what the pawn becomes:
 * e7e8=B, ..." [promotion-choice].
 */
static void name_candidates(const struct variant *variant, const struct position *position,
			    const struct move_list *legal, const struct move_list *found,
			    const char *text, struct reason *why)
{
	bool promotes = differ_in_promotion(found);
	char canonical[MOVE_TEXT_MAX];
	struct strbuf list;

	strbuf_init(&list, 600);
	for (unsigned i = 0; i < found->count; i++) {
		strbuf_add(&list, i == 0 ? "" : i + 1 == found->count ? translate(" or ") : ", ");
		move_text(variant, &found->moves[i], canonical);
		if (!promotes)
			notation_short(variant, position, legal, &found->moves[i], &list);
		strbuf_addf(&list, promotes ? "%s" : " (%s)", canonical);
	}
	reason_set(why, "%s %s: %s.", text,
		   promotes ? translate("must say what the pawn becomes")
			    : translate("is ambiguous"),
		   list.bytes);
	strbuf_done(&list);
}

/* Returns the move with that canonical text, or NULL. Canonical text has no other meaning. */
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
	struct written_move parsed;

	if (canonical != NULL) {
		*move_out = *canonical;
		return ACCEPTED;
	}
	if (!notation_parse(variant, text, &parsed))
		return reason_refuse(why,
				     "\"%.40s\" isn't a move I can read. Write it like e2-e4, Nf3, "
				     "exd5, O-O or e7-e8=Q.",
				     text);
	find_candidates(variant, position, legal, &parsed, &found);
	if (found.count == 1) {
		*move_out = found.moves[0];
		return ACCEPTED;
	}
	if (found.count == 0) {
		notation_why_not(variant, position, legal, &parsed, why);
		reason_prefix(why, "%.40s" NOTATION_ILLEGAL ": ", text);
	} else {
		name_candidates(variant, position, legal, &found, text, why);
	}
	return REFUSED;
}
