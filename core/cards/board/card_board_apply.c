/* SPDX-License-Identifier: MIT */
/* Applies recorded events again. Each is checked against the board, because a game file may be
 * wrong. */
#include <string.h>

#include "core/cards/board/card_board_format.h"
#include "core/cards/board/card_board_internal.h"

static bool has_piece(const struct card_ruleset *book, const struct card_board *field, square at)
{
	return at < book->variant->board.squares && card_board_at(field, at) != NO_PIECE;
}

static bool is_empty(const struct card_ruleset *book, const struct card_board *field, square at)
{
	return at < book->variant->board.squares && field->position.owner[at] == OWNER_NONE;
}

/* Reports whether the event's piece is on that square. */
static bool is_event_piece_on(const struct card_ruleset *book, const struct card_board *field,
			      const struct event *event, square at)
{
	const struct piece *piece;

	if (!has_piece(book, field, at))
		return false;
	piece = &field->position.pieces[card_board_at(field, at)];
	return piece->side == event->side && piece->type == event->type;
}

/* Reports whether the piece with the event's number is of its side, and off the board. */
static bool is_event_piece_off_board(const struct card_board *field, const struct event *event)
{
	const struct piece *piece;

	if (event->number >= field->position.piece_count)
		return false;
	piece = &field->position.pieces[event->number];
	return piece->side == event->side && (piece->fate == CAPTURED || piece->fate == AWAY);
}

static bool is_event_text(const struct event *event, const char *word)
{
	return event->text != NULL && strcmp(event->text, word) == 0;
}

/* Applies events that move a piece, to an empty square unless it merges. */
static bool apply_step(const struct card_ruleset *book, struct card_board *field,
		       const struct event *event)
{
	if (!is_event_piece_on(book, field, event, event->from))
		return false;
	if (event->kind == EVENT_MERGE) {
		if (!has_piece(book, field, event->to) || event->to == event->from)
			return false;
		card_board_do_merge(book, field, event->from, event->to);
		return true;
	}
	if (!is_empty(book, field, event->to))
		return false;
	if (event->kind == EVENT_SHIFT)
		card_board_do_shift(book, field, event->from, event->to);
	else
		card_board_do_move(book, field, event->from, event->to, event->kind == EVENT_CARRY);
	return true;
}

/* Applies events that take a piece off the board. */
static bool apply_loss(const struct card_ruleset *book, struct card_board *field,
		       const struct event *event)
{
	if (!is_event_piece_on(book, field, event, event->from))
		return false;
	if (event->kind == EVENT_KILL)
		card_board_do_kill(book, field, event->from);
	else if (event->kind == EVENT_AWAY)
		card_board_do_away(book, field, event->from);
	else if (event->to != NO_SQUARE && card_board_at(field, event->to) == NO_PIECE)
		return false;
	else
		card_board_do_take(book, field, event->from, event->to,
				   is_event_text(event, "move"));
	return true;
}

/* Applies events about a piece that is off the board. */
static bool apply_return(const struct card_ruleset *book, struct card_board *field,
			 const struct event *event)
{
	if (!is_event_piece_off_board(field, event))
		return false;
	if (event->kind == EVENT_BURY) {
		card_board_do_make_dead(field, event->number);
		return true;
	}
	if (!is_empty(book, field, event->to))
		return false;
	card_board_do_return(book, field, event->number, event->to,
			     is_event_text(event, "as-it-was"));
	return true;
}

static bool apply_pair(const struct card_ruleset *book, struct card_board *field,
		       const struct event *event)
{
	square first = event->from, second = event->to;
	unsigned front;

	if (!has_piece(book, field, first))
		return false;
	if (event->kind == EVENT_FRONT) {
		front = card_board_at(field, first);
		if (field->partner[front] == NO_PIECE ||
		    field->position.pieces[field->partner[front]].fate != SHARING)
			return false;
		card_board_do_front(book, field, first);
		return true;
	}
	if (event->kind == EVENT_REPLACE) {
		if (event->number >= field->position.piece_count ||
		    field->position.pieces[event->number].fate != CAPTURED)
			return false;
		card_board_do_replace(book, field, first, event->number);
		return true;
	}
	if (!has_piece(book, field, second) || second == first)
		return false;
	card_board_do_swap(book, field, first, second);
	return true;
}

static int apply_effect(const struct card_ruleset *book, struct card_board *field,
			const struct event *event, struct reason *reason)
{
	struct effect effect;

	if (card_board_read_effect(book, event->text ? event->text : "", &effect, reason) < 0)
		return -1;
	effect.by = event->seat;
	effect.serial = (uint16_t)event->number;
	if (!card_board_effect_is_sound(book, field, &effect) ||
	    (continuous_of(book, &effect)->can_begin != NULL &&
	     !continuous_of(book, &effect)->can_begin(field, &effect)))
		return reason_fail(reason, "no such effect can begin here");
	card_board_do_effect(book, field, &effect);
	return 0;
}

static bool apply_known_effect(const struct card_ruleset *book, struct card_board *field,
			       const struct event *event)
{
	const struct effect *effect =
		event->number > UINT16_MAX ? NULL
					   : card_board_find_effect(field, (uint16_t)event->number);
	int type;

	if (effect == NULL)
		return false;
	if (event->kind == EVENT_EFFECT_ENDS) {
		card_board_do_end(book, field, (uint16_t)event->number);
		return true;
	}
	if (event->kind == EVENT_LIES) {
		if (event->to >= book->variant->board.squares ||
		    !continuous_of(book, effect)->secret)
			return false;
		card_board_do_set_square(field, (uint16_t)event->number, event->to);
		return true;
	}
	type = is_event_text(event, "-")
		       ? NO_TYPE
		       : card_ruleset_kind_named(book, event->text ? event->text : "");
	if (type < 0 || (type != NO_TYPE && !card_board_is_kind(book, (unsigned)type)))
		return false;
	card_board_do_bind(field, (uint16_t)event->number, event->seat, (uint8_t)type);
	return true;
}

/* Applies events of the position, and what the board records in addition. */
static int apply_position(const struct card_ruleset *book, struct card_board *field,
			  const struct event *event, struct reason *reason)
{
	if (position_apply(book->variant, &field->position, event, reason) < 0)
		return -1;
	if (event->kind == EVENT_TURN)
		card_board_do_turn(book, field, event->seat);
	card_board_refresh(book, field);
	return 0;
}

int card_board_apply(const struct card_ruleset *book, struct card_board *field,
		     const struct event *event, struct reason *reason)
{
	bool fits = true;

	switch (event->kind) {
	case EVENT_MOVE:
	case EVENT_CARRY:
	case EVENT_SHIFT:
	case EVENT_MERGE:
		fits = apply_step(book, field, event);
		break;
	case EVENT_TAKE:
	case EVENT_KILL:
	case EVENT_AWAY:
		fits = apply_loss(book, field, event);
		break;
	case EVENT_BURY:
	case EVENT_RETURN:
		fits = apply_return(book, field, event);
		break;
	case EVENT_FRONT:
	case EVENT_REPLACE:
	case EVENT_SWAP:
		fits = apply_pair(book, field, event);
		break;
	case EVENT_EFFECT:
		return apply_effect(book, field, event, reason);
	case EVENT_EFFECT_ENDS:
	case EVENT_EFFECT_BINDS:
	case EVENT_LIES:
		fits = apply_known_effect(book, field, event);
		break;
	case EVENT_CASTLED:
		card_board_do_castling(field);
		break;
	case EVENT_MOVED:
		card_board_do_moved(field, is_event_text(event, "card"));
		break;
	case EVENT_ACTION:
		field->turn_log.action = (uint8_t)event->number;
		break;
	default:
		return apply_position(book, field, event, reason);
	}
	if (!fits)
		reason_set(reason, "what it tells doesn't fit the men on the board");
	return fits ? 0 : -1;
}
