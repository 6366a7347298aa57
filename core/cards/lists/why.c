/* SPDX-License-Identifier: MIT */
/* Why a move isn't legal among cards: found by trying what would be legal without each. */
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/cards/play/moment.h"
#include "core/cards/lists/why.h"
#include "core/cards/field/ways.h"
#include "core/cards/lasting/lasting_text.h"
#include "core/notation/notation.h"
#include "core/base/text.h"
#include "core/variant/variant_data.h"

/* A move that somebody wants to make there. */
struct want {
	const struct book *book;
	const struct field *field;
	uint8_t seat;
	const struct wish *wish;
	struct text *out; /* where the sentence goes */
};

/* Finds the move on the field. */
static bool find_move(const struct want *want, const struct field *field, bool safe,
		      struct move *move_out)
{
	struct move_list moves;

	ways_moves(want->book, field, want->seat, safe, &moves);
	for (unsigned i = 0; i < moves.count; i++) {
		if (!notation_fits(want->book->variant, &field->position, &moves.moves[i],
				   want->wish))
			continue;
		*move_out = moves.moves[i];
		return true;
	}
	return false;
}

/* The words for the card without which the move would be legal, or NULL; with `together`, without
 * it and those before it in the list; if not `safe`, whatever the king suffers. */
static const char *find_cause(const struct want *want, bool together, bool safe)
{
	struct field without = *want->field;
	enum effect_kind cause;
	struct move move;

	for (unsigned rank = 1; (cause = lasting_text_cause(rank)) != EFFECT_KINDS; rank++) {
		unsigned before;

		if (!together)
			without = *want->field;
		before = without.effect_count;
		field_end_all(want->book, &without, cause, NULL);
		if (without.effect_count < before && find_move(want, &without, safe, &move))
			return phrase(want->book->lasting[cause]->because);
	}
	return NULL;
}

/* ---- pieces, as players call them ---- */

static void add_square(const struct want *want, square at)
{
	text_add(want->out, board_name(&want->book->variant->board, at).text);
}

static void add_piece(const struct want *want, unsigned piece)
{
	struct text kind;

	text_init(&kind, 0);
	moment_name_kind(want->book, want->field, piece, &kind);
	text_addf(want->out, phrase("the %s on "), kind.bytes);
	text_done(&kind);
	add_square(want, want->field->position.pieces[piece].at);
}

/* ---- check ---- */

/* Whether the seat's king is in check from that piece, were it the only one that may capture. */
static bool gives_check(const struct want *want, const struct field *field, unsigned piece)
{
	struct field alone = *field;

	for (unsigned i = 0; i < alone.position.piece_count; i++)
		if (i != piece)
			alone.marks[i] |= MARK_PACIFIST;
	return ways_in_check(want->book, &alone, want->seat);
}

/* The move would be right but for the king. */
static void say_check(const struct want *want, const struct move *move)
{
	struct field next = *want->field;
	struct want after = *want;
	unsigned royal = field_royal(want->field, want->seat), count = 0;
	bool in_check = ways_in_check(want->book, want->field, want->seat);

	ways_make(want->book, &next, move, NULL);
	after.field = &next;
	text_add(want->out, phrase("your "));
	moment_name_kind(want->book, want->field, royal, want->out);
	text_addf(want->out, phrase(" would %sbe in check from "),
		  in_check ? phrase("still ") : "");
	for (unsigned i = 0; i < next.position.piece_count; i++) {
		if (next.position.pieces[i].fate != ON_BOARD || !gives_check(want, &next, i))
			continue;
		text_add(want->out, count++ ? phrase(" and ") : "");
		add_piece(&after, i);
	}
	if (count == 0)
		text_add(want->out, phrase("a piece of your opponent"));
}

/* ---- where pieces go ---- */

/* The square the wish comes from, or NO_SQUARE when it doesn't say. */
static square wished_from(const struct want *want)
{
	const struct board *board = &want->book->variant->board;

	if (want->wish->from_file < 0 || want->wish->from_rank < 0)
		return NO_SQUARE;
	return (square)((unsigned)want->wish->from_file +
			(unsigned)want->wish->from_rank * board->width);
}

static bool is_marked(const struct want *want, square at)
{
	unsigned piece = at == NO_SQUARE ? NO_PIECE : field_at(want->field, at);

	return piece != NO_PIECE &&
	       want->field->marks[piece] & (MARK_NEUTRAL | MARK_COMPOSITE | MARK_CRAB |
					    MARK_PRINCE | MARK_ROYAL | MARK_SPLIT);
}

/* Whether a card has made another of the seat's king, so that no castling is his. */
static bool has_no_king(const struct want *want)
{
	unsigned royal = field_royal(want->field, want->seat);

	return royal != NO_PIECE && want->field->marks[royal] & MARK_ROYAL;
}

/* Whether the seat has a piece of the wished kind that isn't what it looks like. */
static bool has_changed(const struct want *want)
{
	unsigned kind =
		want->wish->type >= 0 ? (unsigned)want->wish->type : want->book->variant->pawn;

	for (unsigned i = 0; i < want->field->position.piece_count; i++)
		if ((want->field->position.pieces[i].fate == ON_BOARD ||
		     want->field->position.pieces[i].fate == SHARING) &&
		    is_marked(want, want->field->position.pieces[i].at) &&
		    field_is_own(want->field, i, want->seat) &&
		    (field_is_of_kind(want->field, i, kind) ||
		     want->field->position.pieces[i].type == kind))
			return true;
	return false;
}

/* Whether what notation_read says, which knows of no cards, may be wrong: what cards have done to
 * pieces bears on it. */
static bool is_beyond_notation(const struct want *want, const char *said)
{
	square from = wished_from(want);

	if (want->wish->castles_short || want->wish->castles_long)
		return has_no_king(want);
	return strstr(said, phrase(NOTATION_KING)) != NULL || is_marked(want, from) ||
	       is_marked(want, want->wish->to) || (from == NO_SQUARE && has_changed(want));
}

/* An own piece that only its player may take stands where the piece wants to go: true when that was
 * said. */
static bool say_own_there(const struct want *want, square from)
{
	unsigned there = field_at(want->field, want->wish->to);

	if (there == NO_PIECE || want->wish->to == from ||
	    want->field->marks[there] & MARK_NEUTRAL ||
	    !field_is_own(want->field, there, want->seat))
		return false;
	text_add(want->out, phrase("your own "));
	moment_name_kind(want->book, want->field, there, want->out);
	text_add(want->out, phrase(" stands on "));
	add_square(want, want->wish->to);
	return true;
}

static bool is_others_royal(const struct want *want, square at)
{
	unsigned there = field_at(want->field, at);

	return there != NO_PIECE && !field_is_own(want->field, there, want->seat) &&
	       field_is_kingly(want->book, want->field, there) &&
	       !(want->field->marks[there] & MARK_PRINCE);
}

/* The piece there; of two that share the square the one of the kind that is wished. */
static unsigned piece_wished(const struct want *want, square from)
{
	unsigned piece = field_at(want->field, from);

	if (piece == NO_PIECE || !(want->field->marks[piece] & MARK_SPLIT) ||
	    want->wish->type < 0 ||
	    field_is_of_kind(want->field, piece, (unsigned)want->wish->type))
		return piece;
	return want->field->partner[piece];
}

/* A square to come from is named. */
static void say_of_piece(const struct want *want, square from)
{
	const struct variant *variant = want->book->variant;
	unsigned piece = piece_wished(want, from);
	int type = want->wish->type;

	if (piece == NO_PIECE) {
		text_add(want->out, phrase("no piece stands on "));
		add_square(want, from);
	} else if (!field_is_own(want->field, piece, want->seat)) {
		add_piece(want, piece);
		text_addf(want->out, phrase(" is %s's, not yours"),
			  variant->sides[want->field->position.pieces[piece].side].title);
	} else if (type >= 0 && !field_is_of_kind(want->field, piece, (unsigned)type) &&
		   want->field->position.pieces[piece].type != type) {
		add_piece(want, piece);
		text_addf(want->out, phrase(" is no %s"),
			  phrase(variant_type_name(variant, (uint8_t)type)));
	} else if (is_others_royal(want, want->wish->to)) {
		text_add(want->out, phrase("a king is never captured"));
	} else if (!say_own_there(want, from)) {
		add_piece(want, piece);
		text_add(want->out, phrase(" can't reach "));
		add_square(want, want->wish->to);
	}
}

static void say_where(const struct want *want)
{
	const struct variant *variant = want->book->variant;
	square from = wished_from(want);
	uint8_t type = want->wish->type >= 0 ? (uint8_t)want->wish->type : variant->pawn;

	if (want->wish->castles_short || want->wish->castles_long) {
		text_add(want->out, phrase("your king is a Prince since the Coup, and a Prince "
					   "doesn't castle"));
	} else if (from != NO_SQUARE) {
		say_of_piece(want, from);
	} else if (!say_own_there(want, NO_SQUARE)) {
		text_addf(want->out, phrase("no %s that you may move can reach "),
			  phrase(variant_type_name(variant, type)));
		add_square(want, want->wish->to);
	}
}

void why_not_legal(const struct book *book, const struct field *field, uint8_t seat,
		   const char *text, struct reason *why)
{
	struct wish wish;
	struct text out;
	struct want want = {book, field, seat, &wish, &out};
	struct move move;
	const char *cause, *legal;
	struct reason said;

	if (why == NULL || field->effect_count == 0 ||
	    !notation_parse(book->variant, text, &wish) ||
	    field->position.controller[seat] != seat || find_move(&want, field, true, &move))
		return;
	said = *why;
	text_init(&out, 0);
	cause = find_cause(&want, false, true);
	if (cause == NULL)
		cause = find_cause(&want, true, true);
	if (cause == NULL)
		cause = find_cause(&want, false, false);
	if (find_move(&want, field, false, &move) && field_royal(field, seat) != NO_PIECE)
		say_check(&want, &move);
	else if (cause != NULL)
		text_add(&out, cause);
	else if (is_beyond_notation(&want, said.text))
		say_where(&want);
	legal = strstr(said.text, phrase(NOTATION_LEGAL));
	if (out.len > 0)
		reason_set(why, "%.40s" NOTATION_ILLEGAL ": %s.%s", text, out.bytes,
			   legal ? legal : "");
	text_done(&out);
}
