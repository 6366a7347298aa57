/* SPDX-License-Identifier: MIT */
/* Recorded facts, applied again: a game file is checked against the field as it is replayed. */
#include <string.h>

#include "core/cards/field/field_inner.h"
#include "core/cards/field/field_words.h"

static bool has_piece(const struct book *book, const struct field *field, square at)
{
	return at < book->variant->board.squares && field_at(field, at) != NO_PIECE;
}

static bool is_empty(const struct book *book, const struct field *field, square at)
{
	return at < book->variant->board.squares && field->position.owner[at] == OWNER_NONE;
}

/* Whether the event's piece stands on that square. */
static bool stands(const struct book *book, const struct field *field, const struct event *event,
		   square at)
{
	const struct piece *piece;

	if (!has_piece(book, field, at))
		return false;
	piece = &field->position.pieces[field_at(field, at)];
	return piece->side == event->side && piece->type == event->type;
}

/* Whether the piece numbered is that kind's of that side, off the board. */
static bool lies(const struct field *field, const struct event *event)
{
	const struct piece *piece;

	if (event->number >= field->position.piece_count)
		return false;
	piece = &field->position.pieces[event->number];
	return piece->side == event->side && (piece->fate == CAPTURED || piece->fate == AWAY);
}

static bool is_word(const struct event *event, const char *word)
{
	return event->text != NULL && strcmp(event->text, word) == 0;
}

/* Facts that move a piece to an empty square. */
static bool apply_step(const struct book *book, struct field *field, const struct event *event)
{
	if (!stands(book, field, event, event->from))
		return false;
	if (event->kind == EVENT_MERGE) {
		if (!has_piece(book, field, event->to) || event->to == event->from)
			return false;
		field_do_merge(book, field, event->from, event->to);
		return true;
	}
	if (!is_empty(book, field, event->to))
		return false;
	if (event->kind == EVENT_SHIFT)
		field_do_shift(book, field, event->from, event->to);
	else
		field_do_move(book, field, event->from, event->to, event->kind == EVENT_CARRY);
	return true;
}

/* Facts that take a piece off. */
static bool apply_loss(const struct book *book, struct field *field, const struct event *event)
{
	if (!stands(book, field, event, event->from))
		return false;
	if (event->kind == EVENT_KILL)
		field_do_kill(book, field, event->from);
	else if (event->kind == EVENT_AWAY)
		field_do_away(book, field, event->from);
	else if (event->to != NO_SQUARE && field_at(field, event->to) == NO_PIECE)
		return false;
	else
		field_do_take(book, field, event->from, event->to, is_word(event, "move"));
	return true;
}

/* Facts about a piece that is off the board. */
static bool apply_return(const struct book *book, struct field *field, const struct event *event)
{
	if (!lies(field, event))
		return false;
	if (event->kind == EVENT_BURY) {
		field_do_bury(field, event->number);
		return true;
	}
	if (!is_empty(book, field, event->to))
		return false;
	field_do_return(book, field, event->number, event->to, is_word(event, "as-it-was"));
	return true;
}

static bool apply_pair(const struct book *book, struct field *field, const struct event *event)
{
	square first = event->from, second = event->to;
	unsigned front;

	if (!has_piece(book, field, first))
		return false;
	if (event->kind == EVENT_FRONT) {
		front = field_at(field, first);
		if (field->partner[front] == NO_PIECE ||
		    field->position.pieces[field->partner[front]].fate != SHARING)
			return false;
		field_do_front(book, field, first);
		return true;
	}
	if (event->kind == EVENT_REPLACE) {
		if (event->number >= field->position.piece_count ||
		    field->position.pieces[event->number].fate != CAPTURED)
			return false;
		field_do_replace(book, field, first, event->number);
		return true;
	}
	if (!has_piece(book, field, second) || second == first)
		return false;
	field_do_swap(book, field, first, second);
	return true;
}

static int apply_effect(const struct book *book, struct field *field, const struct event *event,
			struct reason *reason)
{
	struct effect effect;

	if (field_read_effect(book, event->text ? event->text : "", &effect, reason) < 0)
		return -1;
	effect.by = event->seat;
	effect.serial = (uint16_t)event->number;
	if (!field_effect_is_sound(book, field, &effect) ||
	    (lasting_of(book, &effect)->can_begin != NULL &&
	     !lasting_of(book, &effect)->can_begin(field, &effect)))
		return reason_fail(reason, "no such effect can begin here");
	field_do_effect(book, field, &effect);
	return 0;
}

static bool apply_known_effect(const struct book *book, struct field *field,
			       const struct event *event)
{
	const struct effect *effect = event->number > UINT16_MAX
					      ? NULL
					      : field_find_effect(field, (uint16_t)event->number);
	int type;

	if (effect == NULL)
		return false;
	if (event->kind == EVENT_EFFECT_ENDS) {
		field_do_end(book, field, (uint16_t)event->number);
		return true;
	}
	if (event->kind == EVENT_LIES) {
		if (event->to >= book->variant->board.squares || !lasting_of(book, effect)->secret)
			return false;
		field_do_lie(field, (uint16_t)event->number, event->to);
		return true;
	}
	type = is_word(event, "-") ? NO_TYPE
				   : book_kind_named(book, event->text ? event->text : "");
	if (type < 0 || (type != NO_TYPE && !field_is_kind(book, (unsigned)type)))
		return false;
	field_do_bind(field, (uint16_t)event->number, event->seat, (uint8_t)type);
	return true;
}

/* Facts of which the position knows all but what the field notes besides. */
static int apply_position(const struct book *book, struct field *field, const struct event *event,
			  struct reason *reason)
{
	if (position_apply(book->variant, &field->position, event, reason) < 0)
		return -1;
	if (event->kind == EVENT_TURN)
		field_do_turn(book, field, event->seat);
	field_refresh(book, field);
	return 0;
}

int field_apply(const struct book *book, struct field *field, const struct event *event,
		struct reason *reason)
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
		field_do_castling(field);
		break;
	case EVENT_MOVED:
		field_do_moved(field, is_word(event, "card"));
		break;
	case EVENT_ACTION:
		field->story.action = (uint8_t)event->number;
		break;
	default:
		return apply_position(book, field, event, reason);
	}
	if (!fits)
		reason_set(reason, "what it tells doesn't fit the men on the board");
	return fits ? 0 : -1;
}
