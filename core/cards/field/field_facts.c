/* SPDX-License-Identifier: MIT */
/* The facts: each is done, recorded, and followed by those that it brings about. */
#include "core/cards/field/field_inner.h"
#include "core/cards/field/field_words.h"
#include "core/base/text.h"

/* An event about a piece. */
static struct event about(const struct field *field, enum event_kind kind, unsigned piece)
{
	struct event event = event_of(kind);

	event.side = field->position.pieces[piece].side;
	event.type = field->position.pieces[piece].type;
	event.number = piece;
	return event;
}

static void add(struct event_list *record, struct event event, square from, square to,
		const char *text)
{
	event.from = from;
	event.to = to;
	event.text = text;
	event_add(record, event);
}

void field_bring_to_front(const struct book *book, struct field *field, unsigned piece,
			  struct event_list *record)
{
	square at = field->position.pieces[piece].at;

	if (field->position.pieces[piece].fate != SHARING)
		return;
	add(record, about(field, EVENT_FRONT, piece), at, NO_SQUARE, NULL);
	field_do_front(book, field, at);
}

/* Tells what a piece does that leaves its square, which then stands in front and can't be taken in
 * passing. From where. */
static square tell(const struct book *book, struct field *field, enum event_kind kind,
		   unsigned piece, square to, const char *text, struct event_list *record)
{
	square from = field->position.pieces[piece].at;

	field_bring_to_front(book, field, piece, record);
	position_drop_passant(&field->position, from, record);
	add(record, about(field, kind, piece), from, to, text);
	return from;
}

/* Ends the effects on the piece that end by one of these (a set of enum lasting_end); those that
 * join two pieces aside, unless `joined`. */
static void end_on(const struct book *book, struct field *field, unsigned piece, unsigned ends,
		   bool joined, struct event_list *record)
{
	for (unsigned i = 0; i < field->effect_count;) {
		const struct effect *effect = &field->effects[i];
		const struct lasting *row = lasting_of(book, effect);

		if (row->ends & ends && (joined || !row->joins) &&
		    (effect->piece == piece || (row->pair && effect->other == piece)))
			field_end_effect(book, field, effect->serial, record);
		else
			i++;
	}
}

/* What ends when a piece goes, by a move, a swap or a push. */
static void leave_square(const struct book *book, struct field *field, unsigned piece, bool parts,
			 struct event_list *record)
{
	unsigned ends = LASTING_GONE | (parts ? LASTING_PARTED : 0);
	unsigned other = field->partner[piece];

	end_on(book, field, piece, ends, true, record);
	if (other != NO_PIECE && field->marks[piece] & MARK_COMPOSITE)
		end_on(book, field, other, ends, true, record);
}

void field_move(const struct book *book, struct field *field, unsigned piece, square to,
		bool by_card, struct event_list *record)
{
	square from =
		tell(book, field, by_card ? EVENT_CARRY : EVENT_MOVE, piece, to, NULL, record);

	field_do_move(book, field, from, to, by_card);
	leave_square(book, field, piece, true, record);
}

void field_note_castling(struct field *field, struct event_list *record)
{
	event_add(record, event_of(EVENT_CASTLED));
	field_do_castling(field);
}

void field_shift(const struct book *book, struct field *field, unsigned piece, square to,
		 struct event_list *record)
{
	square from = tell(book, field, EVENT_SHIFT, piece, to, NULL, record);

	field_do_shift(book, field, from, to);
	leave_square(book, field, piece, false, record);
}

void field_swap(const struct book *book, struct field *field, unsigned a, unsigned b,
		struct event_list *record)
{
	square first = field->position.pieces[a].at, second = field->position.pieces[b].at;

	field_bring_to_front(book, field, a, record);
	field_bring_to_front(book, field, b, record);
	position_drop_passant(&field->position, first, record);
	position_drop_passant(&field->position, second, record);
	add(record, event_of(EVENT_SWAP), first, second, NULL);
	field_do_swap(book, field, first, second);
	leave_square(book, field, a, false, record);
	leave_square(book, field, b, false, record);
}

/* What sat on a piece that is off the board now, and on its other part. */
static void bereave(const struct book *book, struct field *field, unsigned piece, unsigned other,
		    struct event_list *record)
{
	/* Marks first: a composite that comes back gets them before it is one again. */
	end_on(book, field, piece, LASTING_LOST, false, record);
	if (other != NO_PIECE)
		end_on(book, field, other, LASTING_LOST, false, record);
	end_on(book, field, piece, LASTING_LOST, true, record);
}

/* The other part of a composite; else NO_PIECE. */
static unsigned part_of(const struct field *field, unsigned piece)
{
	unsigned other = field->partner[piece];

	return other != NO_PIECE && field->position.pieces[other].fate == MERGED ? other : NO_PIECE;
}

void field_capture(const struct book *book, struct field *field, unsigned piece, unsigned by,
		   bool regular, struct event_list *record)
{
	square from = by == NO_PIECE ? NO_SQUARE : field->position.pieces[by].at;
	unsigned other = part_of(field, piece), beside = NO_PIECE;
	square at;

	field_bring_to_front(book, field, piece, record);
	if (other == NO_PIECE && field->partner[piece] != NO_PIECE)
		beside = field->partner[piece];
	at = tell(book, field, EVENT_TAKE, piece, from, regular ? "move" : "card", record);
	field_do_take(book, field, at, from, regular);
	bereave(book, field, piece, other, record);
	/* [two-on-a-square]: both of two on one square; but a card that names the one takes that
	 * alone. */
	if (beside != NO_PIECE && regular)
		field_capture(book, field, beside, by, regular, record);
}

void field_kill(const struct book *book, struct field *field, unsigned piece,
		struct event_list *record)
{
	unsigned other = part_of(field, piece);
	square at;

	if (field->position.pieces[piece].fate == CAPTURED) {
		add(record, about(field, EVENT_BURY, piece), NO_SQUARE, NO_SQUARE, NULL);
		field_do_bury(field, piece);
		return;
	}
	at = tell(book, field, EVENT_KILL, piece, NO_SQUARE, NULL, record);
	field_do_kill(book, field, at);
	bereave(book, field, piece, other, record);
}

void field_send_away(const struct book *book, struct field *field, unsigned piece,
		     struct event_list *record)
{
	field_do_away(book, field, tell(book, field, EVENT_AWAY, piece, NO_SQUARE, NULL, record));
	end_on(book, field, piece, LASTING_PARTED, true, record);
}

void field_return(const struct book *book, struct field *field, unsigned piece, square at,
		  enum field_comeback how, struct event_list *record)
{
	const struct story story = *field_story_of(field, piece);
	bool away = field->position.pieces[piece].fate == AWAY;
	square left = field->position.pieces[piece].at;
	struct event event;

	if (how == RETURN_WHOLE && !away)
		piece = field_carrier(book, field, &story, piece);
	event = about(field, EVENT_RETURN, piece);
	/* [promoted-pawn] */
	if (!away && how != RETURN_WHOLE)
		event.type = field->position.pieces[piece].born;
	add(record, event, NO_SQUARE, at, how == RETURN_WHOLE ? "as-it-was" : "anew");
	field_do_return(book, field, piece, at, how == RETURN_WHOLE);
	if (away && at != left)
		leave_square(book, field, piece, true, record);
	if (!away && how != RETURN_ANEW)
		field_restore(book, field, &story, piece, how == RETURN_WHOLE, record);
}

void field_replace(const struct book *book, struct field *field, unsigned piece, unsigned by,
		   struct event_list *record)
{
	square at = field->position.pieces[piece].at;
	unsigned other = part_of(field, piece);
	struct event event;

	field_bring_to_front(book, field, piece, record);
	position_drop_passant(&field->position, at, record);
	event = about(field, EVENT_REPLACE, piece);
	event.number = by;
	add(record, event, at, NO_SQUARE, NULL);
	field_do_replace(book, field, at, by);
	if (other != NO_PIECE)
		end_on(book, field, piece, LASTING_REPLACED, true, record);
}

void field_promote(const struct book *book, struct field *field, unsigned piece, uint8_t type,
		   struct event_list *record)
{
	field_bring_to_front(book, field, piece, record);
	position_promote(&field->position, field->position.pieces[piece].at, type, record);
	field_refresh(book, field);
	end_on(book, field, piece, LASTING_PROMOTED, true, record);
}

void field_merge(const struct book *book, struct field *field, unsigned mover, unsigned onto,
		 struct effect effect, struct event_list *record)
{
	square from = field->position.pieces[mover].at, to = field->position.pieces[onto].at;

	field_bring_to_front(book, field, mover, record);
	position_drop_passant(&field->position, from, record);
	position_drop_passant(&field->position, to, record);
	add(record, about(field, EVENT_MERGE, mover), from, to, NULL);
	field_do_merge(book, field, from, to);
	leave_square(book, field, mover, true, record);
	effect.what = EFFECT_COMPOSITE;
	effect.piece = (uint8_t)onto;
	effect.other = (uint8_t)mover;
	field_add_effect(book, field, effect, record);
}

void field_renew_effect(const struct book *book, struct field *field, struct effect effect,
			struct event_list *record)
{
	struct event event;
	struct text text;

	effect.suspended = effect.begun = false;
	if (record != NULL) {
		text_init(&text, 0);
		field_print_effect(book, &effect, &text);
		event_add(record, event_about(EVENT_EFFECT, effect.by, effect.serial, text.bytes));
		text_done(&text);
	}
	if (lasting_of(book, &effect)->secret && record != NULL) {
		event = event_about(EVENT_LIES, NO_SIDE, effect.serial, NULL);
		event.sealed = true;
		add(record, event, NO_SQUARE, effect.squares[0], NULL);
	}
	field_do_effect(book, field, &effect);
	if (lasting_of(book, &effect)->begun != NULL)
		lasting_of(book, &effect)->begun(book, field, &effect, record);
}

void field_add_effect(const struct book *book, struct field *field, struct effect effect,
		      struct event_list *record)
{
	effect.serial = field->serial;
	field_renew_effect(book, field, effect, record);
}

void field_end_effect(const struct book *book, struct field *field, uint16_t serial,
		      struct event_list *record)
{
	const struct effect *effect = field_find_effect(field, serial);
	struct effect ended;

	if (effect == NULL)
		return;
	ended = *effect;
	event_add(record, event_about(EVENT_EFFECT_ENDS, NO_SIDE, serial, NULL));
	field_do_end(book, field, serial);
	if (lasting_of(book, &ended)->ended != NULL)
		lasting_of(book, &ended)->ended(book, field, &ended, record);
}

void field_end_all(const struct book *book, struct field *field, enum effect_kind what,
		   struct event_list *record)
{
	for (unsigned i = field->effect_count; i-- > 0;)
		if (field->effects[i].what == what)
			field_end_effect(book, field, field->effects[i].serial, record);
}

void field_bind_effect(const struct book *book, struct field *field, uint16_t serial, uint8_t seat,
		       uint8_t type, struct event_list *record)
{
	const char *kind = type == NO_TYPE ? "-" : book_kind_name(book, type);

	event_add(record, event_about(EVENT_EFFECT_BINDS, seat, serial, kind));
	field_do_bind(field, serial, seat, type);
}

void field_begin_turn(const struct book *book, struct field *field, uint8_t seat,
		      struct event_list *record)
{
	const struct variant *variant = book->variant;
	struct position *position = &field->position;

	event_add(record, event_about(EVENT_TURN, seat, 0, NULL));
	field_do_turn(book, field, seat);
	/* [shield-until-own-turn] */
	for (unsigned i = 0; i < field->effect_count;) {
		const struct effect *effect = &field->effects[i];

		if (lasting_of(book, effect)->ends & LASTING_BY_TURN && effect->by == seat)
			field_end_effect(book, field, effect->serial, record);
		else
			i++;
	}
	/* [en-passant-right]: rights end when the turn comes round to the seat that moves those
	 * pawns. */
	for (uint8_t side = 0; side < variant->side_count; side++) {
		uint8_t mover = variant->beaten == BEATEN_ROLE ? side : position->controller[side];

		if (mover == seat && position->passant[side].over != NO_SQUARE)
			position_close_passant(position, side, record);
	}
}

void field_note_move(struct field *field, bool by_card, struct event_list *record)
{
	event_add(record, event_about(EVENT_MOVED, NO_SIDE, 0, by_card ? "card" : "move"));
	field_do_moved(field, by_card);
}

void field_begin_action(struct field *field, uint8_t number, struct event_list *record)
{
	event_add(record, event_about(EVENT_ACTION, NO_SIDE, number, NULL));
	field->story.action = number;
}
