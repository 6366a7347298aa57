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

/*
 * Explains why a move isn't legal. For this it tries which moves would be legal if check didn't
 * matter.
 */

/* The move to be explained, and where the sentence goes. */
struct refused_move {
	const struct variant *variant;
	const struct position *position;
	const struct move_list *legal;
	const struct written_move *parsed;
	uint8_t seat;
	char to[SQUARE_NAME_MAX];
	struct strbuf *out;
};

static bool is_own(const struct refused_move *q, const struct piece *piece)
{
	return piece != NULL && piece->fate == ON_BOARD &&
	       q->position->controller[piece->side] == q->seat;
}

static const char *kind_name(const struct refused_move *q, uint8_t type)
{
	return translate(q->variant->types[type].name);
}

/* Adds "the rook on e8". */
static void add_piece(const struct refused_move *q, const struct piece *piece)
{
	strbuf_addf(q->out, translate("the %s on %s"), kind_name(q, piece->type),
		    board_name(&q->variant->board, piece->at).text);
}

/*
 * Adds the pieces that attack the seat's king in `position`. To find them, each enemy's piece in
 * turn is the only one left. Returns their number.
 */
static unsigned add_attackers(const struct refused_move *q, const struct position *position)
{
	const struct piece *king = NULL;
	unsigned count = 0;

	for (unsigned side = 0; side < q->variant->side_count; side++) {
		if (position->controller[side] == q->seat && position->king[side] != NO_PIECE)
			king = &position->pieces[position->king[side]];
	}
	for (unsigned i = 0; king != NULL && i < position->piece_count; i++) {
		struct position alone = *position;

		if (position->pieces[i].fate != ON_BOARD ||
		    position->controller[position->pieces[i].side] == q->seat)
			continue;
		for (unsigned k = 0; k < alone.piece_count; k++) {
			struct piece *piece = &alone.pieces[k];

			if (k == i || piece->fate != ON_BOARD || piece->side == king->side)
				continue;
			piece->side = king->side;
			piece->type = q->variant->pawn;
		}
		if (!position_index(q->variant, &alone) ||
		    !movegen_in_check(q->variant, &alone, q->seat))
			continue;
		strbuf_add(q->out, count++ ? translate(" and ") : "");
		add_piece(q, &position->pieces[i]);
	}
	return count;
}

/* Generates all moves of the seat as if its kings were ordinary pieces. */
static void generate_ignoring_check(const struct refused_move *q, struct move_list *list)
{
	struct position careless = *q->position;

	for (unsigned side = 0; side < q->variant->side_count; side++) {
		if (careless.controller[side] == q->seat)
			careless.king[side] = NO_PIECE;
	}
	movegen_generate(q->variant, &careless, list);
}

/* Returns a seat that can be made to command another side so that it attacks, or NO_SIDE. */
static uint8_t enemy_of(const struct refused_move *q, const struct position *position)
{
	for (unsigned side = 0; side < q->variant->side_count; side++)
		if (position->in_play >> side & 1 && position->controller[side] != NO_SIDE &&
		    position->controller[side] != q->seat)
			return position->controller[side];
	return NO_SIDE;
}

/*
 * Adds the attackers from an army whose king is beaten: conquered by the seat itself
 * [role-own-colours], or commanded by nobody [dead-still-guard]. To find the pieces, each such army
 * in turn is given to an enemy. Returns the number of attackers.
 */
static unsigned add_beaten_attackers(const struct refused_move *q, const struct position *position)
{
	const uint8_t enemy = enemy_of(q, position);
	unsigned count = 0;

	for (unsigned side = 0; enemy != NO_SIDE && count == 0 && side < q->variant->side_count;
	     side++) {
		const uint8_t commands = position->controller[side];
		struct position hostile = *position;

		if (position->king[side] != NO_PIECE ||
		    (commands != q->seat && commands != NO_SIDE))
			continue;
		hostile.controller[side] = enemy;
		hostile.in_play |= (uint16_t)(1u << side);
		count = add_attackers(q, &hostile);
		if (count > 0)
			strbuf_add(q->out, commands == q->seat
						   ? translate(", which you command")
						   : translate(", which nobody commands"));
	}
	return count;
}

/* Explains a move that is illegal only because of the king. */
static void explain_check(const struct refused_move *q, const struct move *move)
{
	struct position next = *q->position;
	bool in_check = movegen_in_check(q->variant, q->position, q->seat);

	move_make(q->variant, &next, move, NULL);
	strbuf_add(q->out, translate(NOTATION_KING));
	strbuf_addf(q->out, translate("%sbe in check from "), in_check ? translate("still ") : "");
	if (add_attackers(q, &next) == 0 && add_beaten_attackers(q, &next) == 0)
		strbuf_add(q->out, translate("a piece of your opponent"));
}

static bool castle_fits(const struct refused_move *q, const struct castle *castle)
{
	const struct move move = move_of_castle(castle);

	return q->position->controller[castle->side] == q->seat &&
	       notation_fits(q->variant, q->position, &move, q->parsed);
}

static bool has_moved(const struct refused_move *q, const struct castle *castle, square from)
{
	const struct piece *piece = position_piece(q->position, from);

	return piece == NULL || piece->side != castle->side || piece->moved ||
	       piece->type != q->variant->sides[castle->side].starts[from];
}

/* Reports whether an opponent would give check to a king on that square. */
static bool is_attacked(const struct refused_move *q, const struct castle *castle, square at)
{
	struct position there = *q->position;
	struct piece *king = &there.pieces[there.king[castle->side]];

	if (at != king->at && there.piece_at[at] != NO_PIECE)
		there.pieces[there.piece_at[at]].fate = CAPTURED;
	king->at = at;
	return position_index(q->variant, &there) && movegen_in_check(q->variant, &there, q->seat);
}

static void explain_castling(const struct refused_move *q, const struct castle *castle)
{
	if (has_moved(q, castle, castle->king_from)) {
		strbuf_add(q->out, translate("your king has moved, so it can't castle any more"));
		return;
	}
	if (has_moved(q, castle, castle->rook_from)) {
		strbuf_addf(q->out, translate("no rook stands unmoved on %s to castle with"),
			    board_name(&q->variant->board, castle->rook_from).text);
		return;
	}
	for (unsigned i = 0; i < castle->clear_count; i++) {
		if (position_piece(q->position, castle->clear[i]) == NULL)
			continue;
		add_piece(q, position_piece(q->position, castle->clear[i]));
		strbuf_add(q->out, translate(" is in the way"));
		return;
	}
	if (!q->variant->cards && movegen_in_check(q->variant, q->position, q->seat)) {
		strbuf_add(q->out, translate("you can't castle out of check (from "));
		add_attackers(q, q->position);
		strbuf_add(q->out, ")");
		return;
	}
	for (unsigned i = 0; i < castle->safe_count; i++) {
		if (!is_attacked(q, castle, castle->safe[i]) ||
		    (q->variant->cards && castle->safe[i] != castle->king_to))
			continue;
		strbuf_add(q->out, translate(NOTATION_KING));
		strbuf_addf(q->out, translate("%s %s, which is attacked"),
			    castle->safe[i] == castle->king_to ? translate("land on")
							       : translate("cross"),
			    board_name(&q->variant->board, castle->safe[i]).text);
		return;
	}
	strbuf_add(q->out, translate(NOTATION_KING));
	strbuf_add(q->out, translate("be in check afterwards"));
}

/* Returns the castling that was written, or NULL. */
static const struct castle *find_written_castling(const struct refused_move *q)
{
	for (unsigned i = 0; i < q->variant->castle_count; i++) {
		if (castle_fits(q, &q->variant->castles[i]))
			return &q->variant->castles[i];
	}
	return NULL;
}

/* Returns the square that the written move comes from, or NO_SQUARE if the text doesn't say. */
static square written_origin(const struct refused_move *q)
{
	if (q->parsed->from_file < 0 || q->parsed->from_rank < 0)
		return NO_SQUARE;
	return (square)((unsigned)q->parsed->from_file +
			(unsigned)q->parsed->from_rank * q->variant->board.width);
}

static const char *article_for(const char *word)
{
	return strchr("aeiou", word[0]) != NULL ? "an" : "a";
}

/*
 * Explains what is wrong with the square that the written move comes from. Returns false if nothing
 * is wrong.
 */
static bool explain_origin(const struct refused_move *q, square from)
{
	const struct piece *piece = position_piece(q->position, from);
	char name[SQUARE_NAME_MAX];

	board_square_name(&q->variant->board, from, name);
	if (piece == NULL) {
		strbuf_addf(q->out, translate("no piece stands on %s"), name);
	} else if (!is_own(q, piece)) {
		add_piece(q, piece);
		strbuf_addf(q->out, translate(" is %s's, not yours"),
			    translate(q->variant->sides[piece->side].title));
	} else if (q->parsed->type >= 0 && piece->type != q->parsed->type) {
		strbuf_addf(q->out, translate("%s %s stands on %s, not %s %s"),
			    article_for(kind_name(q, piece->type)), kind_name(q, piece->type), name,
			    article_for(kind_name(q, (uint8_t)q->parsed->type)),
			    kind_name(q, (uint8_t)q->parsed->type));
	} else {
		return false;
	}
	return true;
}

/* Returns a move of the list that matches what was written except for capture and promotion. */
static const struct move *find_near(const struct refused_move *q, const struct move_list *list)
{
	struct written_move loose = *q->parsed;
	bool whole_from = loose.from_file >= 0 && loose.from_rank >= 0;

	loose.captures = false;
	loose.promotion = -1;
	if (loose.type < 0 && !whole_from)
		loose.type = q->variant->pawn;
	for (unsigned i = 0; i < list->count; i++) {
		const struct move *move = &list->moves[i];

		if (notation_fits(q->variant, q->position, move, &loose))
			return move;
	}
	return NULL;
}

/* Explains a pawn's legal capture that was written as a step. Returns false if there is none. */
static bool explain_pawn_capture(const struct refused_move *q)
{
	struct written_move capture = *q->parsed;

	capture.captures = true;
	capture.promotion = -1;
	if (capture.type >= 0 && capture.type != q->variant->pawn)
		return false;
	for (unsigned i = 0; i < q->legal->count; i++) {
		if (!notation_fits(q->variant, q->position, &q->legal->moves[i], &capture))
			continue;
		strbuf_add(q->out, translate("no pawn of yours can step there; to capture write "));
		notation_short(q->variant, q->position, q->legal, &q->legal->moves[i], q->out);
		return true;
	}
	return false;
}

/* Explains that another seat's piece can't be captured now. Returns false if it can. */
static bool explain_uncapturable(const struct refused_move *q, const struct piece *there)
{
	uint8_t owner = q->position->controller[there->side];

	if (q->position->obstacles >> there->side & 1) {
		add_piece(q, there);
		strbuf_add(q->out, translate(" is an obstacle, which can't be captured"));
	} else if (there->type == q->variant->royal && !q->variant->peterson.capture) {
		strbuf_add(q->out, translate("a king is never captured"));
	} else if (there->type != q->variant->royal && owner < q->variant->side_count &&
		   q->position->frozen >> owner & 1) {
		add_piece(q, there);
		strbuf_addf(
			q->out,
			translate(
				" can't be captured: %s is mated, and its pieces but the king are "
				"frozen"),
			translate(q->variant->sides[owner].title));
	} else {
		return false;
	}
	return true;
}

static void explain_unreachable(const struct refused_move *q, const struct piece *piece)
{
	const struct piece *there = position_piece(q->position, q->parsed->to);

	if (is_own(q, there) && there != piece) {
		strbuf_add(q->out, translate("your own "));
		strbuf_addf(q->out, translate("%s stands on %s"), kind_name(q, there->type), q->to);
	} else if (there == NULL || is_own(q, there) || !explain_uncapturable(q, there)) {
		add_piece(q, piece);
		strbuf_addf(q->out, translate(" can't reach %s"), q->to);
	}
}

/* Explains that no piece of that kind can move there, even if check didn't matter. */
static void explain_no_piece_reaches(const struct refused_move *q)
{
	uint8_t type = q->parsed->type >= 0 ? (uint8_t)q->parsed->type : q->variant->pawn;
	const struct piece *only = NULL;
	unsigned count = 0;

	for (unsigned i = 0; i < q->position->piece_count; i++) {
		const struct piece *piece = &q->position->pieces[i];
		unsigned file = board_file(&q->variant->board, piece->at);
		unsigned rank = board_rank(&q->variant->board, piece->at);

		if (!is_own(q, piece) || piece->type != type ||
		    (q->parsed->from_file >= 0 && (unsigned)q->parsed->from_file != file) ||
		    (q->parsed->from_rank >= 0 && (unsigned)q->parsed->from_rank != rank))
			continue;
		only = piece;
		count++;
	}
	if (count == 0)
		strbuf_addf(q->out, translate("you have no %s%s"), kind_name(q, type),
			    q->parsed->from_file >= 0 || q->parsed->from_rank >= 0
				    ? translate(" there")
				    : "");
	else if (count == 1)
		explain_unreachable(q, only);
	else if (is_own(q, position_piece(q->position, q->parsed->to)))
		explain_unreachable(q, only);
	else
		strbuf_addf(q->out, translate("no %s of yours can reach %s"), kind_name(q, type),
			    q->to);
}

static void explain_illegal(const struct refused_move *q)
{
	const struct castle *castle = find_written_castling(q);
	const struct move *near = find_near(q, q->legal);
	square from = written_origin(q);
	struct move_list careless;

	if (castle != NULL) {
		explain_castling(q, castle);
	} else if (q->parsed->castles_short || q->parsed->castles_long) {
		strbuf_add(q->out, translate("you have no such castling"));
	} else if (from != NO_SQUARE && explain_origin(q, from)) {
		return;
	} else if (near != NULL && q->parsed->captures) {
		strbuf_addf(q->out, translate("there is nothing to capture on %s"), q->to);
	} else if (near != NULL) {
		strbuf_add(q->out, near->promotion == NO_TYPE
					   ? translate("the piece doesn't promote there")
					   : translate("a pawn can't become that"));
	} else {
		generate_ignoring_check(q, &careless);
		near = find_near(q, &careless);
		if (near != NULL)
			explain_check(q, near);
		else if (from != NO_SQUARE)
			explain_unreachable(q, position_piece(q->position, from));
		else if (!explain_pawn_capture(q))
			explain_no_piece_reaches(q);
	}
}

static void add_legal(const struct refused_move *q)
{
	square from = written_origin(q);
	struct move_list list = {.count = 0};
	char canonical[MOVE_TEXT_MAX];

	for (unsigned i = 0; i < q->legal->count; i++) {
		if (q->legal->moves[i].from == from)
			list.moves[list.count++] = q->legal->moves[i];
	}
	if (list.count > 0) {
		strbuf_addf(q->out, "%s%s", translate(NOTATION_LEGAL), translate(" from there:"));
	} else {
		list = *q->legal;
		strbuf_addf(q->out, "%s:", translate(NOTATION_LEGAL));
	}
	move_list_sort(q->variant, &list);
	for (unsigned i = 0; i < list.count; i++) {
		if (q->out->len > 850) {
			strbuf_add(q->out, " ...");
			return;
		}
		move_text(q->variant, &list.moves[i], canonical);
		strbuf_addf(q->out, " %s", canonical);
	}
	strbuf_add_char(q->out, '.');
}

/* Explains to the player why no legal move matches what was written, and lists legal moves. */
static void notation_why_not(const struct variant *variant, const struct position *position,
			     const struct move_list *legal, const struct written_move *parsed,
			     struct reason *why)
{
	struct strbuf out;
	struct refused_move q = {
		.variant = variant,
		.position = position,
		.legal = legal,
		.parsed = parsed,
		.seat = position->controller[position->turn],
		.out = &out,
	};

	strbuf_init(&out, sizeof why->text - 1);
	if (parsed->to != NO_SQUARE)
		board_square_name(&variant->board, parsed->to, q.to);
	explain_illegal(&q);
	strbuf_add_char(&out, '.');
	add_legal(&q);
	reason_set(why, "%s", out.bytes);
	strbuf_done(&out);
}

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
