/* SPDX-License-Identifier: MIT */
/* Applies recorded events, and checks them against the board during a replay. */
#include <stdlib.h>
#include <string.h>

#include "core/position/position.h"
#include "core/util/strbuf.h"
#include "core/variant/variant_data.h"

static int expect_piece(const struct variant *variant, const struct position *position,
			const struct event *event, square at, struct reason *reason)
{
	const struct piece *piece = position_piece(position, at);

	if (at < variant->board.squares && piece != NULL && piece->side == event->side &&
	    (piece->type == event->type || event->kind == EVENT_PROMOTE))
		return 0;
	if (at >= variant->board.squares || event->side >= variant->side_count ||
	    event->type >= variant->type_count)
		return reason_fail(reason, "no such piece or square");
	return reason_fail(reason, "no %s %s on %s", variant->sides[event->side].name,
			   event->kind == EVENT_PROMOTE ? "piece"
							: variant->types[event->type].name,
			   board_name(&variant->board, at).text);
}

static int apply_move(const struct variant *variant, struct position *position,
		      const struct event *event, struct reason *reason)
{
	if (expect_piece(variant, position, event, event->from, reason) < 0)
		return -1;
	if (event->to >= variant->board.squares || position->owner[event->to] != OWNER_NONE)
		return reason_fail(
			reason, "the piece on %s can't go where it is said to: not an empty square",
			board_name(&variant->board, event->from).text);
	position_move(variant, position, event->from, event->to, NULL);
	return 0;
}

/*
 * Reads the square that the text's next word names. It must be empty except for the king and the
 * rook.
 */
static bool read_target(const struct variant *variant, const struct position *position,
			const struct castling *castling, const char **text, square *at_out)
{
	char name[SQUARE_NAME_MAX] = "";
	const char *word;
	size_t len;

	if (!strbuf_next_word(text, &word, &len) || len >= sizeof name)
		return false;
	memcpy(name, word, len);
	name[len] = '\0';
	*at_out = board_square_named(&variant->board, name);
	return *at_out != NO_SQUARE && (position->owner[*at_out] == OWNER_NONE ||
					*at_out == castling->king || *at_out == castling->rook);
}

static int apply_castle(const struct variant *variant, struct position *position,
			const struct event *event, struct reason *reason)
{
	struct castling castling = {.king = event->from, .rook = event->to};
	const char *text = event->text ? event->text : "";
	const struct piece *king, *rook;

	if (castling.king >= variant->board.squares || castling.rook >= variant->board.squares ||
	    castling.king == castling.rook)
		return reason_fail(reason, "no such squares of a king and a rook");
	king = position_piece(position, castling.king);
	rook = position_piece(position, castling.rook);
	if (king == NULL || rook == NULL || king->side != event->side ||
	    rook->side != event->side || king->type != variant->royal)
		return reason_fail(reason, "no king and rook of one side on %s and %s",
				   board_name(&variant->board, castling.king).text,
				   board_name(&variant->board, castling.rook).text);
	if (!read_target(variant, position, &castling, &text, &castling.king_to) ||
	    !read_target(variant, position, &castling, &text, &castling.rook_to) ||
	    castling.king_to == castling.rook_to)
		return reason_fail(reason,
				   "king and rook can't come to \"%.20s\": not two empty "
				   "squares, or their own",
				   event->text ? event->text : "");
	position_castle(variant, position, &castling, NULL);
	return 0;
}

static int apply_piece(const struct variant *variant, struct position *position,
		       const struct event *event, struct reason *reason)
{
	if (event->kind == EVENT_MOVE)
		return apply_move(variant, position, event, reason);
	if (event->kind != EVENT_PROMOTE) {
		if (expect_piece(variant, position, event, event->from, reason) < 0)
			return -1;
		if (event->kind == EVENT_CAPTURE)
			position_capture(variant, position, event->from, NULL);
		else if (event->kind == EVENT_REMOVE)
			position_remove(variant, position, event->from, NULL);
		else
			position_free(position, event->from, NULL);
		return 0;
	}
	if (expect_piece(variant, position, event, event->to, reason) < 0)
		return -1;
	if (event->type >= variant->type_count)
		return reason_fail(reason, "no such kind of piece");
	position_promote(position, event->to, event->type, NULL);
	return 0;
}

/* Applies a trade [paid-by-queen]. */
static int apply_trade(const struct variant *variant, struct position *position,
		       const struct event *event, struct reason *reason)
{
	const struct piece *piece =
		event->from < variant->board.squares ? position_piece(position, event->from) : NULL;

	if (piece != NULL && piece->side == event->side && event->type < variant->type_count &&
	    position_trade(variant, position, event->from, event->type, NULL))
		return 0;
	return reason_fail(reason, "no such piece to trade, or none captured to trade it for");
}

static int apply_passant(const struct variant *variant, struct position *position,
			 const struct event *event, struct reason *reason)
{
	if (event->side >= variant->side_count)
		return reason_fail(reason, "no such side");
	if (event->kind == EVENT_NO_PASSANT) {
		position_close_passant(position, event->side, NULL);
		return 0;
	}
	if (event->from >= variant->board.squares || event->to >= variant->board.squares ||
	    position->owner[event->to] != 1u << event->side)
		return reason_fail(reason, "no such pawn to be taken in passing");
	position_open_passant(position, event->side, event->from, event->to, NULL);
	return 0;
}

/*
 * Reports whether the number is a seat in play, or one that takes turns because another seat plays
 * it.
 */
static bool takes_part(const struct variant *variant, const struct position *position, uint8_t seat)
{
	return seat < variant->side_count &&
	       (position->in_play >> seat & 1 || position->controller[seat] != NO_SIDE);
}

static int apply_seat(const struct variant *variant, struct position *position,
		      const struct event *event, struct reason *reason)
{
	bool in_play = event->seat < variant->side_count && position->in_play >> event->seat & 1;

	if (!takes_part(variant, position, event->seat) ||
	    (event->kind == EVENT_BEATEN && !in_play))
		return reason_fail(reason, "no such seat is in play");
	if (event->kind == EVENT_TURN)
		position_set_turn(position, event->seat, NULL);
	else if (event->kind == EVENT_PASS)
		position_pass(position, event->seat, NULL);
	else if (event->kind == EVENT_FREEZE)
		position_freeze(position, event->seat, NULL);
	else if (event->kind == EVENT_THAW)
		position_thaw(position, event->seat, NULL);
	else if (event->kind == EVENT_OWE)
		position_set_debt(position, event->seat, (uint16_t)event->number, NULL);
	else
		position_remove_seat(position, event->seat);
	return 0;
}

/*
 * Reads "3 white+red white+red+black": the least worth, the seats that lost pieces, and the seats
 * involved [exchange-round].
 */
static int apply_exchange(const struct variant *variant, struct position *position,
			  const struct event *event, struct reason *reason)
{
	struct exchange exchange = {.left = (uint8_t)event->number};
	const char *rest = event->text ? event->text : "", *worth, *lost, *involved;
	size_t worth_len, lost_len, involved_len;

	if (event->number > MAX_SIDES || !strbuf_next_word(&rest, &worth, &worth_len) ||
	    worth_len > 2 || !strbuf_next_word(&rest, &lost, &lost_len) ||
	    !strbuf_next_word(&rest, &involved, &involved_len) ||
	    variant_read_seats(variant, lost, lost_len, &exchange.lost) < 0 ||
	    variant_read_seats(variant, involved, involved_len, &exchange.involved) < 0)
		return reason_fail(reason, "expected what was worth least, who lost a piece and "
					   "who took part, as in \"3 white+red white+red\"");
	exchange.weakest = (uint8_t)strtoul(worth, NULL, 10);
	position_set_exchange(variant, position, exchange, NULL);
	return 0;
}

static int apply_army(const struct variant *variant, struct position *position,
		      const struct event *event, struct reason *reason)
{
	bool conquers = event->kind == EVENT_CONQUER;

	if (event->side >= variant->side_count ||
	    (conquers &&
	     (event->seat >= variant->side_count || !(position->in_play >> event->seat & 1))))
		return reason_fail(reason, "no such side, or no such seat in play");
	if (conquers) {
		position_conquer(position, event->side, event->seat, NULL);
	} else if (!position_abandon(position, event->side, event->text ? event->text : "", NULL)) {
		return reason_fail(reason, "expected dead, inert, obstacles or removed");
	}
	return 0;
}

int position_apply(const struct variant *variant, struct position *position,
		   const struct event *event, struct reason *reason)
{
	switch (event->kind) {
	case EVENT_MOVE:
	case EVENT_CAPTURE:
	case EVENT_PROMOTE:
	case EVENT_REMOVE:
	case EVENT_FREE:
		return apply_piece(variant, position, event, reason);
	case EVENT_CASTLE:
		return apply_castle(variant, position, event, reason);
	case EVENT_TRADE:
		return apply_trade(variant, position, event, reason);
	case EVENT_EXCHANGE:
		return apply_exchange(variant, position, event, reason);
	case EVENT_PASSANT:
	case EVENT_NO_PASSANT:
		return apply_passant(variant, position, event, reason);
	case EVENT_QUIET:
		position_set_quiet(position, (uint16_t)event->number, NULL);
		return 0;
	case EVENT_TURN:
	case EVENT_BEATEN:
	case EVENT_PASS:
	case EVENT_FREEZE:
	case EVENT_THAW:
	case EVENT_OWE:
		return apply_seat(variant, position, event, reason);
	case EVENT_CONQUER:
	case EVENT_ARMY:
		return apply_army(variant, position, event, reason);
	case EVENT_RESULT:
		position_set_turn(position, NO_SIDE, NULL);
		return 0;
	default:
		return 0;
	}
}
