/* SPDX-License-Identifier: MIT */
/* Recorded facts, applied again: a game file is checked against the field as it is replayed. */
#include <stdio.h>
#include <string.h>

#include "core/cards/field_parts.h"
#include "core/text.h"

static const char *const effect_words[EFFECT_KINDS] = {
	[EFFECT_DOOMSAYER] = "doomsayer", [EFFECT_PACIFISM] = "pacifism",
	[EFFECT_VENDETTA] = "vendetta",   [EFFECT_EARTHQUAKE] = "earthquake",
	[EFFECT_CRAB] = "crab",           [EFFECT_CITY] = "city",
	[EFFECT_COMPOSITE] = "composite", [EFFECT_TRUCE] = "truce",
	[EFFECT_COUP] = "coup",           [EFFECT_CURSE] = "curse",
	[EFFECT_TRAP] = "trap",           [EFFECT_WALL] = "wall",
	[EFFECT_MAGNET] = "magnet",       [EFFECT_NEUTRAL] = "neutral",
	[EFFECT_CHALLENGE] = "challenge", [EFFECT_DUNGEON] = "dungeon",
	[EFFECT_SHIELD] = "shield",       [EFFECT_PANIC] = "panic",
	[EFFECT_LOST] = "lost",           [EFFECT_ELF_HILL] = "elf-hill",
	[EFFECT_SPLIT] = "split",
	[EFFECT_ABDUCTED] = "abducted",
};

static void
print_number(const char *word, unsigned number, unsigned none, struct text *out)
{
	if (number != none)
		text_addf(out, " %s %u", word, number);
}

/*
 * An Earthquake's "left 1" was first written with White's corner going to a1 among four, the other way
 * than between two seats. Files keep that, whatever the card's LEFT is called since (S4).
 */
static bool
is_told_left(const struct book *book, const struct effect *effect)
{
	return effect->left != (effect->what == EFFECT_EARTHQUAKE && book->variant->side_count > 2);
}

void
field_print_effect(const struct book *book, const struct effect *effect, struct text *out)
{
	text_add(out, effect_words[effect->what]);
	print_number("card", effect->card, NO_CARD, out);
	print_number("copy", effect->copy, NO_COPY, out);
	print_number("seat", effect->seat, NO_SIDE, out);
	print_number("kind", effect->type, NO_TYPE, out);
	print_number("piece", effect->piece, NO_PIECE, out);
	print_number("other", effect->other, NO_PIECE, out);
	for (unsigned i = 0; effect->what != EFFECT_TRAP && i < ARRAY_LEN(effect->squares); i++) {
		char name[SQUARE_NAME_MAX];

		if (effect->squares[i] == NO_SQUARE)
			continue;
		board_square_name(&book->variant->board, effect->squares[i], name);
		text_addf(out, " at %s", name);
	}
	if (is_told_left(book, effect))
		text_add(out, " left 1");
}

/* One pair of words of an effect. */
static bool
read_pair(const struct book *book, const char *key, const char *value, unsigned *squares,
          struct effect *effect)
{
	long number = text_number(value, UINT16_MAX);

	if (strcmp(key, "at") == 0) {
		if (*squares == ARRAY_LEN(effect->squares))
			return false;
		effect->squares[*squares] = board_square_named(&book->variant->board, value);
		return effect->squares[(*squares)++] != NO_SQUARE;
	}
	if (number < 0 || (number > UINT8_MAX && strcmp(key, "copy") != 0))
		return false;
	if (strcmp(key, "card") == 0)
		effect->card = (uint8_t)number;
	else if (strcmp(key, "copy") == 0)
		effect->copy = (uint16_t)number;
	else if (strcmp(key, "seat") == 0 && number < (long)book->variant->side_count)
		effect->seat = (uint8_t)number;
	else if (strcmp(key, "kind") == 0 && number < CARD_KINDS)
		effect->type = (uint8_t)number;
	else if (strcmp(key, "piece") == 0 && number < MAX_PIECES)
		effect->piece = (uint8_t)number;
	else if (strcmp(key, "other") == 0 && number < MAX_PIECES)
		effect->other = (uint8_t)number;
	else if (strcmp(key, "left") == 0)
		effect->left = number == 1;
	else
		return false;
	return true;
}

/* Whether the effect has what field_refresh reads of it. */
static bool
is_whole(const struct effect *effect, unsigned squares)
{
	switch (effect->what) {
	case EFFECT_CITY:
		return squares == 1;
	case EFFECT_TRAP:
		return squares == 0;
	case EFFECT_WALL:
		return squares == 4;
	case EFFECT_COMPOSITE:
	case EFFECT_SPLIT:
		return effect->piece != NO_PIECE && effect->other != NO_PIECE;
	default:
		return !field_effect_sits(effect) || effect->piece != NO_PIECE;
	}
}

int
field_read_effect(const struct book *book, const char *text, struct effect *effect_out,
                  struct reason *reason)
{
	struct effect effect = {
		.card = NO_CARD, .copy = NO_COPY, .by = NO_SIDE, .seat = NO_SIDE, .type = NO_TYPE,
		.piece = NO_PIECE, .other = NO_PIECE,
		.squares = {NO_SQUARE, NO_SQUARE, NO_SQUARE, NO_SQUARE},
	};
	char word[16] = "", key[8], value[8];
	unsigned squares = 0;
	int used = 0;

	if (sscanf(text, "%15s%n", word, &used) != 1)
		word[0] = '\0';
	while (effect.what < EFFECT_KINDS && strcmp(effect_words[effect.what], word) != 0)
		effect.what++;
	for (text += used; effect.what < EFFECT_KINDS && *text != '\0'; text += used)
		if (sscanf(text, " %7s %7s%n", key, value, &used) != 2 ||
		    !read_pair(book, key, value, &squares, &effect))
			effect.what = EFFECT_KINDS;
	if (effect.what == EFFECT_KINDS || !is_whole(&effect, squares)) {
		reason_set(reason, "expected an effect, such as 'crab card 12 copy 3 piece 9'");
		return -1;
	}
	effect.left = is_told_left(book, &effect);
	*effect_out = effect;
	return 0;
}

/* Whether the event's piece stands on that square. */
static bool
stands(const struct book *book, const struct field *field, const struct event *event, square at)
{
	const struct piece *piece;

	if (at >= book->variant->board.squares || field_at(field, at) == NO_PIECE)
		return false;
	piece = &field->position.pieces[field_at(field, at)];
	return piece->side == event->side && piece->type == event->type;
}

/* Whether the piece numbered is that kind's of that side, off the board. */
static bool
lies(const struct field *field, const struct event *event)
{
	const struct piece *piece;

	if (event->number >= field->position.piece_count)
		return false;
	piece = &field->position.pieces[event->number];
	return piece->side == event->side && (piece->fate == CAPTURED || piece->fate == AWAY);
}

static bool
is_word(const struct event *event, const char *word)
{
	return event->text != NULL && strcmp(event->text, word) == 0;
}

/* Facts that move a piece to an empty square. */
static bool
apply_step(const struct book *book, struct field *field, const struct event *event)
{
	if (!stands(book, field, event, event->from))
		return false;
	if (event->kind == EVENT_MERGE) {
		if (event->to >= book->variant->board.squares || field_at(field, event->to) == NO_PIECE ||
		    event->to == event->from)
			return false;
		field_do_merge(book, field, event->from, event->to);
		return true;
	}
	if (event->to >= book->variant->board.squares ||
	    field->position.owner[event->to] != OWNER_NONE)
		return false;
	if (event->kind == EVENT_SHIFT)
		field_do_shift(book, field, event->from, event->to);
	else
		field_do_move(book, field, event->from, event->to, event->kind == EVENT_CARRY);
	return true;
}

/* Facts that take a piece off. */
static bool
apply_loss(const struct book *book, struct field *field, const struct event *event)
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
static bool
apply_return(const struct book *book, struct field *field, const struct event *event)
{
	if (!lies(field, event))
		return false;
	if (event->kind == EVENT_BURY) {
		field_do_bury(field, event->number);
		return true;
	}
	if (event->to >= book->variant->board.squares ||
	    field->position.owner[event->to] != OWNER_NONE)
		return false;
	field_do_return(book, field, event->number, event->to, is_word(event, "as-it-was"));
	return true;
}

static bool
apply_pair(const struct book *book, struct field *field, const struct event *event)
{
	square first = event->from, second = event->to;
	unsigned front;

	if (first >= book->variant->board.squares || field_at(field, first) == NO_PIECE)
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
	if (second >= book->variant->board.squares || field_at(field, second) == NO_PIECE ||
	    second == first)
		return false;
	field_do_swap(book, field, first, second);
	return true;
}

/* Of a composite's parts one stands alone, or is away, and the other is off the board. */
static bool
can_join(const struct field *field, const struct effect *effect)
{
	const struct piece *pieces = field->position.pieces;

	if (effect->what == EFFECT_SPLIT)
		return field->partner[effect->piece] == effect->other;
	return effect->what != EFFECT_COMPOSITE ||
	       (effect->piece != effect->other && field->partner[effect->piece] == NO_PIECE &&
	        field->partner[effect->other] == NO_PIECE &&
	        (pieces[effect->piece].fate == ON_BOARD || pieces[effect->piece].fate == AWAY) &&
	        pieces[effect->other].fate != ON_BOARD && pieces[effect->other].fate != SHARING);
}

static int
apply_effect(const struct book *book, struct field *field, const struct event *event,
             struct reason *reason)
{
	struct effect effect;

	if (field_read_effect(book, event->text ? event->text : "", &effect, reason) < 0)
		return -1;
	effect.by = event->seat;
	effect.serial = (uint16_t)event->number;
	if (!field_effect_is_sound(book, field, &effect) || !can_join(field, &effect)) {
		reason_set(reason, "no such effect can begin here");
		return -1;
	}
	field_do_effect(book, field, &effect);
	return 0;
}

static bool
apply_known_effect(const struct book *book, struct field *field, const struct event *event)
{
	const struct effect *effect = event->number > UINT16_MAX
	                                      ? NULL : field_find_effect(field, (uint16_t)event->number);
	long type;

	if (effect == NULL)
		return false;
	if (event->kind == EVENT_EFFECT_ENDS) {
		field_do_end(book, field, (uint16_t)event->number);
		return true;
	}
	if (event->kind == EVENT_LIES) {
		if (event->to >= book->variant->board.squares || effect->what != EFFECT_TRAP)
			return false;
		field_do_lie(field, (uint16_t)event->number, event->to);
		return true;
	}
	type = is_word(event, "-") ? NO_TYPE : text_number(event->text ? event->text : "", CARD_KINDS);
	if (type < 0 || (type != NO_TYPE && !field_is_kind(book, (unsigned)type)))
		return false;
	field_do_bind(field, (uint16_t)event->number, event->seat, (uint8_t)type);
	return true;
}

/* Facts of which the position knows all but what the field notes besides. */
static int
apply_position(const struct book *book, struct field *field, const struct event *event,
               struct reason *reason)
{
	if (position_apply(book->variant, &field->position, event, reason) < 0)
		return -1;
	if (event->kind == EVENT_TURN)
		field_do_turn(book, field, event->seat);
	field_refresh(book, field);
	return 0;
}

int
field_apply(const struct book *book, struct field *field, const struct event *event,
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
