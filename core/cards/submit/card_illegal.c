/* SPDX-License-Identifier: MIT */
/* Explains why a move isn't legal among cards, by trying which moves would be legal without each
 * card. */
#include <string.h>

#include "core/cards/board/card_movegen.h"
#include "core/cards/board/continuous_text.h"
#include "core/cards/play/effect_context.h"
#include "core/cards/submit/card_illegal.h"
#include "core/notation/notation.h"
#include "core/util/strbuf.h"
#include "core/util/translate.h"
#include "core/variant/variant_data.h"

/* A move that a seat wants to make. */
struct wanted_move {
	const struct card_ruleset *book;
	const struct card_board *field;
	uint8_t seat;
	const struct written_move *request;
	struct strbuf *out; /* gets the explanation */
};

/* Finds the wanted move on the board. */
static bool find_move(const struct wanted_move *want, const struct card_board *field, bool safe,
		      struct move *move_out)
{
	struct move_list moves;

	card_movegen_moves(want->book, field, want->seat, safe, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		if (!notation_fits(want->book->variant, &field->position, &moves.moves[i],
				   want->request))
			continue;
		*move_out = moves.moves[i];
		return true;
	}
	return false;
}

/* Returns the text of the effect without which the move would be legal, or NULL. With `together`,
 * all effects before it in the list are removed, too. Unless `safe`, the king's safety doesn't
 * matter. */
static const char *forbidding_effect_text(const struct wanted_move *want, bool together, bool safe)
{
	struct card_board without = *want->field;
	enum effect_kind cause;
	struct move move;

	for (unsigned rank = 1; (cause = continuous_text_cause(rank)) != EFFECT_KINDS; rank++) {
		unsigned before;

		if (!together)
			without = *want->field;
		before = without.effect_count;
		card_board_end_all(want->book, &without, cause, NULL);
		if (without.effect_count < before && find_move(want, &without, safe, &move))
			return translate(want->book->lasting[cause]->because);
	}
	return NULL;
}

/* ---- pieces in players' words ---- */

static void add_square(const struct wanted_move *want, square at)
{
	strbuf_add(want->out, board_name(&want->book->variant->board, at).text);
}

static void add_piece(const struct wanted_move *want, unsigned piece)
{
	struct strbuf kind;

	strbuf_init(&kind, 0);
	effect_context_name_kind(want->book, want->field, piece, &kind);
	strbuf_addf(want->out, translate("the %s on "), kind.bytes);
	strbuf_done(&kind);
	add_square(want, want->field->position.pieces[piece].at);
}

/* ---- check ---- */

/* Reports whether the piece, if it were the only one that may capture, would give check to the
 * seat's king. */
static bool gives_check(const struct wanted_move *want, const struct card_board *field,
			unsigned piece)
{
	struct card_board alone = *field;

	for (unsigned i = 0; i < alone.position.piece_count; i++)
		if (i != piece)
			alone.marks[i] |= MARK_PACIFIST;
	return card_movegen_in_check(want->book, &alone, want->seat);
}

/* Explains a move that is illegal only because of the king. */
static void explain_check(const struct wanted_move *want, const struct move *move)
{
	struct card_board next = *want->field;
	struct wanted_move after = *want;
	unsigned royal = card_board_royal(want->field, want->seat), count = 0;
	bool in_check = card_movegen_in_check(want->book, want->field, want->seat);

	card_movegen_make(want->book, &next, move, NULL);
	after.field = &next;
	strbuf_add(want->out, translate("your "));
	effect_context_name_kind(want->book, want->field, royal, want->out);
	strbuf_addf(want->out, translate(" would %sbe in check from "),
		    in_check ? translate("still ") : "");
	for (unsigned i = 0; i < next.position.piece_count; i++) {
		if (next.position.pieces[i].fate != ON_BOARD || !gives_check(want, &next, i))
			continue;
		strbuf_add(want->out, count++ ? translate(" and ") : "");
		add_piece(&after, i);
	}
	if (count == 0)
		strbuf_add(want->out, translate("a piece of your opponent"));
}

/* ---- where pieces can move ---- */

/* Returns the square that the request names as its start, or NO_SQUARE. */
static square requested_from(const struct wanted_move *want)
{
	const struct board *board = &want->book->variant->board;

	if (want->request->from_file < 0 || want->request->from_rank < 0)
		return NO_SQUARE;
	return (square)((unsigned)want->request->from_file +
			(unsigned)want->request->from_rank * board->width);
}

static bool is_marked(const struct wanted_move *want, square at)
{
	unsigned piece = at == NO_SQUARE ? NO_PIECE : card_board_at(want->field, at);

	return piece != NO_PIECE &&
	       want->field->marks[piece] & (MARK_NEUTRAL | MARK_COMPOSITE | MARK_CRAB |
					    MARK_PRINCE | MARK_ROYAL | MARK_SPLIT);
}

/* Reports whether a card has replaced the seat's king, so that it can't castle. */
static bool has_no_king(const struct wanted_move *want)
{
	unsigned royal = card_board_royal(want->field, want->seat);

	return royal != NO_PIECE && want->field->marks[royal] & MARK_ROYAL;
}

/* Reports whether the seat has a piece of the requested kind that a card has changed. */
static bool has_changed(const struct wanted_move *want)
{
	unsigned kind = want->request->type >= 0 ? (unsigned)want->request->type
						 : want->book->variant->pawn;

	for (unsigned i = 0; i < want->field->position.piece_count; i++)
		if ((want->field->position.pieces[i].fate == ON_BOARD ||
		     want->field->position.pieces[i].fate == SHARING) &&
		    is_marked(want, want->field->position.pieces[i].at) &&
		    card_board_is_own(want->field, i, want->seat) &&
		    (card_board_is_of_kind(want->field, i, kind) ||
		     want->field->position.pieces[i].type == kind))
			return true;
	return false;
}

/* Reports whether notation_read's reason may be wrong, because it considers no cards: effects on
 * pieces matter here. */
static bool is_beyond_notation(const struct wanted_move *want, const char *said)
{
	square from = requested_from(want);

	if (want->request->castles_short || want->request->castles_long)
		return has_no_king(want);
	return strstr(said, translate(NOTATION_KING)) != NULL || is_marked(want, from) ||
	       is_marked(want, want->request->to) || (from == NO_SQUARE && has_changed(want));
}

/* Explains that an own piece is on the target square. Returns false if there is none. */
static bool explain_own_piece_there(const struct wanted_move *want, square from)
{
	unsigned there = card_board_at(want->field, want->request->to);

	if (there == NO_PIECE || want->request->to == from ||
	    want->field->marks[there] & MARK_NEUTRAL ||
	    !card_board_is_own(want->field, there, want->seat))
		return false;
	strbuf_add(want->out, translate("your own "));
	effect_context_name_kind(want->book, want->field, there, want->out);
	strbuf_add(want->out, translate(" stands on "));
	add_square(want, want->request->to);
	return true;
}

static bool is_others_royal(const struct wanted_move *want, square at)
{
	unsigned there = card_board_at(want->field, at);

	return there != NO_PIECE && !card_board_is_own(want->field, there, want->seat) &&
	       card_board_is_kingly(want->book, want->field, there) &&
	       !(want->field->marks[there] & MARK_PRINCE);
}

/* Returns the piece on the square; of two that share it, the one of the requested kind. */
static unsigned requested_piece(const struct wanted_move *want, square from)
{
	unsigned piece = card_board_at(want->field, from);

	if (piece == NO_PIECE || !(want->field->marks[piece] & MARK_SPLIT) ||
	    want->request->type < 0 ||
	    card_board_is_of_kind(want->field, piece, (unsigned)want->request->type))
		return piece;
	return want->field->partner[piece];
}

/* Explains a request that names its start. */
static void explain_piece(const struct wanted_move *want, square from)
{
	const struct variant *variant = want->book->variant;
	unsigned piece = requested_piece(want, from);
	int type = want->request->type;

	if (piece == NO_PIECE) {
		strbuf_add(want->out, translate("no piece stands on "));
		add_square(want, from);
	} else if (!card_board_is_own(want->field, piece, want->seat)) {
		add_piece(want, piece);
		strbuf_addf(want->out, translate(" is %s's, not yours"),
			    variant->sides[want->field->position.pieces[piece].side].title);
	} else if (type >= 0 && !card_board_is_of_kind(want->field, piece, (unsigned)type) &&
		   want->field->position.pieces[piece].type != type) {
		add_piece(want, piece);
		strbuf_addf(want->out, translate(" is no %s"),
			    translate(variant_type_name(variant, (uint8_t)type)));
	} else if (is_others_royal(want, want->request->to)) {
		strbuf_add(want->out, translate("a king is never captured"));
	} else if (!explain_own_piece_there(want, from)) {
		add_piece(want, piece);
		strbuf_add(want->out, translate(" can't reach "));
		add_square(want, want->request->to);
	}
}

static void explain_unreachable(const struct wanted_move *want)
{
	const struct variant *variant = want->book->variant;
	square from = requested_from(want);
	uint8_t type = want->request->type >= 0 ? (uint8_t)want->request->type : variant->pawn;

	if (want->request->castles_short || want->request->castles_long) {
		strbuf_add(want->out,
			   translate("your king is a Prince since the Coup, and a Prince "
				     "doesn't castle"));
	} else if (from != NO_SQUARE) {
		explain_piece(want, from);
	} else if (!explain_own_piece_there(want, NO_SQUARE)) {
		strbuf_addf(want->out, translate("no %s that you may move can reach "),
			    translate(variant_type_name(variant, type)));
		add_square(want, want->request->to);
	}
}

void card_illegal_not_legal(const struct card_ruleset *book, const struct card_board *field,
			    uint8_t seat, const char *text, struct reason *why)
{
	struct written_move written;
	struct strbuf out;
	struct wanted_move want = {book, field, seat, &written, &out};
	struct move move;
	const char *cause, *legal;
	struct reason said;

	if (why == NULL || field->effect_count == 0 ||
	    !notation_parse(book->variant, text, &written) ||
	    field->position.controller[seat] != seat || find_move(&want, field, true, &move))
		return;
	said = *why;
	strbuf_init(&out, 0);
	cause = forbidding_effect_text(&want, false, true);
	if (cause == NULL)
		cause = forbidding_effect_text(&want, true, true);
	if (cause == NULL)
		cause = forbidding_effect_text(&want, false, false);
	if (find_move(&want, field, false, &move) && card_board_royal(field, seat) != NO_PIECE)
		explain_check(&want, &move);
	else if (cause != NULL)
		strbuf_add(&out, cause);
	else if (is_beyond_notation(&want, said.text))
		explain_unreachable(&want);
	legal = strstr(said.text, translate(NOTATION_LEGAL));
	if (out.len > 0)
		reason_set(why, "%.40s" NOTATION_ILLEGAL ": %s.%s", text, out.bytes,
			   legal ? legal : "");
	strbuf_done(&out);
}
