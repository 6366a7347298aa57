/* SPDX-License-Identifier: MIT */
/* Why a move isn't legal, in words: found by trying what would be legal if kings didn't matter. */
#include <string.h>

#include "core/phrase/phrase.h"
#include "core/notation/notation.h"
#include "core/base/text.h"
#include "core/rules/movegen.h"
#include "core/variant/variant_data.h"

/* What is looked at, and where the sentence goes. */
struct question {
	const struct variant *variant;
	const struct position *position;
	const struct move_list *legal;
	const struct wish *wish;
	uint8_t seat;
	char to[SQUARE_NAME_MAX];
	struct text *out;
};

static bool is_mine(const struct question *q, const struct piece *piece)
{
	return piece != NULL && piece->fate == ON_BOARD &&
	       q->position->controller[piece->side] == q->seat;
}

static const char *kind_name(const struct question *q, uint8_t type)
{
	return phrase(q->variant->types[type].name);
}

/* "the rook on e8". */
static void add_piece(const struct question *q, const struct piece *piece)
{
	text_addf(q->out, phrase("the %s on %s"), kind_name(q, piece->type),
		  board_name(&q->variant->board, piece->at).text);
}

/* The pieces that attack the seat's king in `position`: each enemy in turn is left the only one. */
static unsigned add_attackers(const struct question *q, const struct position *position)
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
		text_add(q->out, count++ ? phrase(" and ") : "");
		add_piece(q, &position->pieces[i]);
	}
	return count;
}

/* All moves of the seat as if its kings were pieces like others. */
static void generate_careless(const struct question *q, struct move_list *list)
{
	struct position careless = *q->position;

	for (unsigned side = 0; side < q->variant->side_count; side++) {
		if (careless.controller[side] == q->seat)
			careless.king[side] = NO_PIECE;
	}
	movegen_generate(q->variant, &careless, list);
}

/* Who can be made to command another side, so that it attacks; NO_SIDE: nobody. */
static uint8_t enemy_of(const struct question *q, const struct position *position)
{
	for (unsigned side = 0; side < q->variant->side_count; side++)
		if (position->in_play >> side & 1 && position->controller[side] != NO_SIDE &&
		    position->controller[side] != q->seat)
			return position->controller[side];
	return NO_SIDE;
}

/* Where no enemy attacks it is an army whose king is beaten that the king must not be exposed to:
 * the seat's own by conquest [role-own-colours], or one that nobody commands [dead-still-guard].
 * Each such army is made an enemy's to see which piece that is. */
static unsigned add_beaten_attackers(const struct question *q, const struct position *position)
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
			text_add(q->out, commands == q->seat ? phrase(", which you command")
							     : phrase(", which nobody commands"));
	}
	return count;
}

/* The move would be right but for the king. */
static void say_check(const struct question *q, const struct move *move)
{
	struct position next = *q->position;
	bool in_check = movegen_in_check(q->variant, q->position, q->seat);

	move_make(q->variant, &next, move, NULL);
	text_add(q->out, phrase(NOTATION_KING));
	text_addf(q->out, phrase("%sbe in check from "), in_check ? phrase("still ") : "");
	if (add_attackers(q, &next) == 0 && add_beaten_attackers(q, &next) == 0)
		text_add(q->out, phrase("a piece of your opponent"));
}

static bool castle_fits(const struct question *q, const struct castle *castle)
{
	const struct move move = move_of_castle(castle);

	return q->position->controller[castle->side] == q->seat &&
	       notation_fits(q->variant, q->position, &move, q->wish);
}

static bool has_moved(const struct question *q, const struct castle *castle, square from)
{
	const struct piece *piece = position_piece(q->position, from);

	return piece == NULL || piece->side != castle->side || piece->moved ||
	       piece->type != q->variant->sides[castle->side].starts[from];
}

/* Whether an opponent would give check to a king standing there. */
static bool is_attacked(const struct question *q, const struct castle *castle, square at)
{
	struct position there = *q->position;
	struct piece *king = &there.pieces[there.king[castle->side]];

	if (at != king->at && there.piece_at[at] != NO_PIECE)
		there.pieces[there.piece_at[at]].fate = CAPTURED;
	king->at = at;
	return position_index(q->variant, &there) && movegen_in_check(q->variant, &there, q->seat);
}

static void say_castle(const struct question *q, const struct castle *castle)
{
	if (has_moved(q, castle, castle->king_from)) {
		text_add(q->out, phrase("your king has moved, so it can't castle any more"));
		return;
	}
	if (has_moved(q, castle, castle->rook_from)) {
		text_addf(q->out, phrase("no rook stands unmoved on %s to castle with"),
			  board_name(&q->variant->board, castle->rook_from).text);
		return;
	}
	for (unsigned i = 0; i < castle->clear_count; i++) {
		if (position_piece(q->position, castle->clear[i]) == NULL)
			continue;
		add_piece(q, position_piece(q->position, castle->clear[i]));
		text_add(q->out, phrase(" is in the way"));
		return;
	}
	if (!q->variant->cards && movegen_in_check(q->variant, q->position, q->seat)) {
		text_add(q->out, phrase("you can't castle out of check (from "));
		add_attackers(q, q->position);
		text_add(q->out, ")");
		return;
	}
	for (unsigned i = 0; i < castle->safe_count; i++) {
		if (!is_attacked(q, castle, castle->safe[i]) ||
		    (q->variant->cards && castle->safe[i] != castle->king_to))
			continue;
		text_add(q->out, phrase(NOTATION_KING));
		text_addf(q->out, phrase("%s %s, which is attacked"),
			  castle->safe[i] == castle->king_to ? phrase("land on") : phrase("cross"),
			  board_name(&q->variant->board, castle->safe[i]).text);
		return;
	}
	text_add(q->out, phrase(NOTATION_KING));
	text_add(q->out, phrase("be in check afterwards"));
}

/* The way to castle the wish names, or NULL. */
static const struct castle *castle_wished(const struct question *q)
{
	for (unsigned i = 0; i < q->variant->castle_count; i++) {
		if (castle_fits(q, &q->variant->castles[i]))
			return &q->variant->castles[i];
	}
	return NULL;
}

/* The square the wish comes from, or NO_SQUARE when it doesn't say. */
static square wished_from(const struct question *q)
{
	if (q->wish->from_file < 0 || q->wish->from_rank < 0)
		return NO_SQUARE;
	return (square)((unsigned)q->wish->from_file +
			(unsigned)q->wish->from_rank * q->variant->board.width);
}

static const char *article(const char *word)
{
	return strchr("aeiou", word[0]) != NULL ? "an" : "a";
}

/* What is wrong with the square the wish comes from: true when it was said. */
static bool say_from(const struct question *q, square from)
{
	const struct piece *piece = position_piece(q->position, from);
	char name[SQUARE_NAME_MAX];

	board_square_name(&q->variant->board, from, name);
	if (piece == NULL) {
		text_addf(q->out, phrase("no piece stands on %s"), name);
	} else if (!is_mine(q, piece)) {
		add_piece(q, piece);
		text_addf(q->out, phrase(" is %s's, not yours"),
			  phrase(q->variant->sides[piece->side].title));
	} else if (q->wish->type >= 0 && piece->type != q->wish->type) {
		text_addf(q->out, phrase("%s %s stands on %s, not %s %s"),
			  article(kind_name(q, piece->type)), kind_name(q, piece->type), name,
			  article(kind_name(q, (uint8_t)q->wish->type)),
			  kind_name(q, (uint8_t)q->wish->type));
	} else {
		return false;
	}
	return true;
}

/* Finds a move of the list that is the wish but for what it says of capture and promotion. */
static const struct move *find_near(const struct question *q, const struct move_list *list)
{
	struct wish loose = *q->wish;
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

/* A legal capture by a pawn that was written as a step. */
static bool say_pawn_capture(const struct question *q)
{
	struct wish capture = *q->wish;

	capture.captures = true;
	capture.promotion = -1;
	if (capture.type >= 0 && capture.type != q->variant->pawn)
		return false;
	for (unsigned i = 0; i < q->legal->count; i++) {
		if (!notation_fits(q->variant, q->position, &q->legal->moves[i], &capture))
			continue;
		text_add(q->out, phrase("no pawn of yours can step there; to capture write "));
		notation_short(q->variant, q->position, q->legal, &q->legal->moves[i], q->out);
		return true;
	}
	return false;
}

/* A piece of another's that nobody may take now: true when that was said. */
static bool say_untakable(const struct question *q, const struct piece *there)
{
	uint8_t owner = q->position->controller[there->side];

	if (q->position->obstacles >> there->side & 1) {
		add_piece(q, there);
		text_add(q->out, phrase(" is an obstacle, which can't be captured"));
	} else if (there->type == q->variant->royal && !q->variant->peterson.capture) {
		text_add(q->out, phrase("a king is never captured"));
	} else if (there->type != q->variant->royal && owner < q->variant->side_count &&
		   q->position->frozen >> owner & 1) {
		add_piece(q, there);
		text_addf(q->out,
			  phrase(" can't be captured: %s is mated, and its pieces but the king are "
				 "frozen"),
			  phrase(q->variant->sides[owner].title));
	} else {
		return false;
	}
	return true;
}

static void say_unreachable(const struct question *q, const struct piece *piece)
{
	const struct piece *there = position_piece(q->position, q->wish->to);

	if (is_mine(q, there) && there != piece) {
		text_add(q->out, phrase("your own "));
		text_addf(q->out, phrase("%s stands on %s"), kind_name(q, there->type), q->to);
	} else if (there == NULL || is_mine(q, there) || !say_untakable(q, there)) {
		add_piece(q, piece);
		text_addf(q->out, phrase(" can't reach %s"), q->to);
	}
}

/* Nothing of the kind can get there, check or no check. */
static void say_no_piece_reaches(const struct question *q)
{
	uint8_t type = q->wish->type >= 0 ? (uint8_t)q->wish->type : q->variant->pawn;
	const struct piece *only = NULL;
	unsigned count = 0;

	for (unsigned i = 0; i < q->position->piece_count; i++) {
		const struct piece *piece = &q->position->pieces[i];
		unsigned file = board_file(&q->variant->board, piece->at);
		unsigned rank = board_rank(&q->variant->board, piece->at);

		if (!is_mine(q, piece) || piece->type != type ||
		    (q->wish->from_file >= 0 && (unsigned)q->wish->from_file != file) ||
		    (q->wish->from_rank >= 0 && (unsigned)q->wish->from_rank != rank))
			continue;
		only = piece;
		count++;
	}
	if (count == 0)
		text_addf(q->out, phrase("you have no %s%s"), kind_name(q, type),
			  q->wish->from_file >= 0 || q->wish->from_rank >= 0 ? phrase(" there")
									     : "");
	else if (count == 1)
		say_unreachable(q, only);
	else if (is_mine(q, position_piece(q->position, q->wish->to)))
		say_unreachable(q, only);
	else
		text_addf(q->out, phrase("no %s of yours can reach %s"), kind_name(q, type), q->to);
}

static void say_why(const struct question *q)
{
	const struct castle *castle = castle_wished(q);
	const struct move *near = find_near(q, q->legal);
	square from = wished_from(q);
	struct move_list careless;

	if (castle != NULL) {
		say_castle(q, castle);
	} else if (q->wish->castles_short || q->wish->castles_long) {
		text_add(q->out, phrase("you have no such castling"));
	} else if (from != NO_SQUARE && say_from(q, from)) {
		return;
	} else if (near != NULL && q->wish->captures) {
		text_addf(q->out, phrase("there is nothing to capture on %s"), q->to);
	} else if (near != NULL) {
		text_add(q->out, near->promotion == NO_TYPE
					 ? phrase("the piece doesn't promote there")
					 : phrase("a pawn can't become that"));
	} else {
		generate_careless(q, &careless);
		near = find_near(q, &careless);
		if (near != NULL)
			say_check(q, near);
		else if (from != NO_SQUARE)
			say_unreachable(q, position_piece(q->position, from));
		else if (!say_pawn_capture(q))
			say_no_piece_reaches(q);
	}
}

/* What is legal: the moves of the piece that was named, or all of them. */
static void add_legal(const struct question *q)
{
	square from = wished_from(q);
	struct move_list list = {.count = 0};
	char canonical[MOVE_TEXT_MAX];

	for (unsigned i = 0; i < q->legal->count; i++) {
		if (q->legal->moves[i].from == from)
			list.moves[list.count++] = q->legal->moves[i];
	}
	if (list.count > 0) {
		text_addf(q->out, "%s%s", phrase(NOTATION_LEGAL), phrase(" from there:"));
	} else {
		list = *q->legal;
		text_addf(q->out, "%s:", phrase(NOTATION_LEGAL));
	}
	move_list_sort(q->variant, &list);
	for (unsigned i = 0; i < list.count; i++) {
		if (q->out->len > 850) {
			text_add(q->out, " ...");
			return;
		}
		move_text(q->variant, &list.moves[i], canonical);
		text_addf(q->out, " %s", canonical);
	}
	text_add_char(q->out, '.');
}

void notation_why_not(const struct variant *variant, const struct position *position,
		      const struct move_list *legal, const struct wish *wish, struct reason *why)
{
	struct text out;
	struct question q = {
		.variant = variant,
		.position = position,
		.legal = legal,
		.wish = wish,
		.seat = position->controller[position->turn],
		.out = &out,
	};

	text_init(&out, sizeof why->text - 1);
	if (wish->to != NO_SQUARE)
		board_square_name(&variant->board, wish->to, q.to);
	say_why(&q);
	text_add_char(&out, '.');
	add_legal(&q);
	reason_set(why, "%s", out.bytes);
	text_done(&out);
}
