/* SPDX-License-Identifier: MIT */
/* The events of a board: each is applied and recorded, followed by those that it causes. */
#include "core/cards/board/card_board_format.h"
#include "core/cards/board/card_board_internal.h"
#include "core/util/strbuf.h"

/* Effects on a captured piece that return with it if it returns soon [marks-return]. */

static bool was_captured_in_turn(const struct turn_log *turn_log, unsigned piece)
{
	for (unsigned i = 0; i < turn_log->taken_count; i++)
		if (turn_log->taken[i].piece == piece)
			return true;
	return false;
}

/* Returns the log of the turn in which the piece was captured, if it was this one or the one
 * before. */
static const struct turn_log *card_board_turn_log_of(const struct card_board *field, unsigned piece)
{
	return was_captured_in_turn(&field->turn_log, piece) ? &field->turn_log : &field->before;
}

/* Returns the composite effect of which the piece was a part when it was captured last, or NULL. */
static const struct effect *lost_composite(const struct card_ruleset *book,
					   const struct turn_log *turn_log, unsigned piece)
{
	for (unsigned i = turn_log->lost_count; i-- > 0;) {
		const struct effect *lost = &turn_log->lost[i];

		if (continuous_of(book, lost)->joins &&
		    (lost->piece == piece || lost->other == piece))
			return lost;
	}
	return NULL;
}

static bool is_captured(const struct card_board *field, unsigned piece)
{
	return field->position.pieces[piece].fate == CAPTURED;
}

/* Returns the piece itself or, if both parts of a composite were captured, the part that carries
 * the other. */
static unsigned card_board_carrier(const struct card_ruleset *book, const struct card_board *field,
				   const struct turn_log *turn_log, unsigned piece)
{
	const struct effect *composite = lost_composite(book, turn_log, piece);

	return composite != NULL && is_captured(field, composite->piece) &&
			       is_captured(field, composite->other)
		       ? composite->piece
		       : piece;
}

/* Reports whether the effect was lost again later in the turn, with a piece that came back and was
 * captured once more. */
static bool is_lost_again(const struct turn_log *turn_log, unsigned number)
{
	const struct effect *lost = &turn_log->lost[number];

	for (unsigned i = number + 1; i < turn_log->lost_count; i++) {
		const struct effect *later = &turn_log->lost[i];

		if (later->what == lost->what && later->by == lost->by &&
		    later->card == lost->card && later->copy == lost->copy &&
		    later->piece == lost->piece)
			return true;
	}
	return false;
}

static void card_board_renew_effect(const struct card_ruleset *book, struct card_board *field,
				    struct effect effect, struct event_list *record);

/* Restores the effects that were on the piece when it was captured, now that it is back on the
 * board; with `whole` also its other part. */
static void card_board_restore(const struct card_ruleset *book, struct card_board *field,
			       const struct turn_log *turn_log, unsigned piece, bool whole,
			       struct event_list *record)
{
	const struct effect *composite = lost_composite(book, turn_log, piece);
	unsigned other = NO_PIECE;

	if (whole && composite != NULL && composite->piece == piece &&
	    is_captured(field, composite->other))
		other = composite->other;
	for (unsigned i = 0; i < turn_log->lost_count; i++) {
		const struct effect *lost = &turn_log->lost[i];
		/* The piece is alone now, even if another shared its square. Effects that were put
		 * on a composite are lost with it. */
		bool fits =
			(!continuous_of(book, lost)->pair || continuous_of(book, lost)->joins) &&
			!is_lost_again(turn_log, i) &&
			(other != NO_PIECE || composite == NULL ||
			 lost->serial < composite->serial);

		if (fits && (lost->piece == piece || (other != NO_PIECE && lost->piece == other)))
			card_board_renew_effect(book, field, *lost, record);
	}
}

static struct event make_piece_event(const struct card_board *field, enum event_kind kind,
				     unsigned piece)
{
	struct event event = event_of(kind);

	event.side = field->position.pieces[piece].side;
	event.type = field->position.pieces[piece].type;
	event.number = piece;
	return event;
}

static void add_event(struct event_list *record, struct event event, square from, square to,
		      const char *text)
{
	event.from = from;
	event.to = to;
	event.text = text;
	event_add(record, event);
}

void card_board_bring_to_front(const struct card_ruleset *book, struct card_board *field,
			       unsigned piece, struct event_list *record)
{
	square at = field->position.pieces[piece].at;

	if (field->position.pieces[piece].fate != SHARING)
		return;
	add_event(record, make_piece_event(field, EVENT_FRONT, piece), at, NO_SQUARE, NULL);
	card_board_do_front(book, field, at);
}

/* Records that a piece leaves its square, and returns the square. The other piece there, if any, is
 * then in front, and can't be captured en passant. */
static square record_departure(const struct card_ruleset *book, struct card_board *field,
			       enum event_kind kind, unsigned piece, square to, const char *text,
			       struct event_list *record)
{
	square from = field->position.pieces[piece].at;

	card_board_bring_to_front(book, field, piece, record);
	position_drop_passant(&field->position, from, record);
	add_event(record, make_piece_event(field, kind, piece), from, to, text);
	return from;
}

/* Ends the effects on the piece that end by one of `ends` (a set of enum continuous_end). Effects
 * that join two pieces end only with `joined`. */
static void end_effects_on(const struct card_ruleset *book, struct card_board *field,
			   unsigned piece, unsigned ends, bool joined, struct event_list *record)
{
	for (unsigned i = 0; i < field->effect_count;) {
		const struct effect *effect = &field->effects[i];
		const struct continuous *row = continuous_of(book, effect);

		if (row->ends & ends && (joined || !row->joins) &&
		    (effect->piece == piece || (row->pair && effect->other == piece)))
			card_board_end_effect(book, field, effect->serial, record);
		else
			i++;
	}
}

/* Ends the effects that end when a piece leaves its square, by a move, a swap or a push. */
static void end_effects_on_departure(const struct card_ruleset *book, struct card_board *field,
				     unsigned piece, bool parts, struct event_list *record)
{
	unsigned ends = CONTINUOUS_GONE | (parts ? CONTINUOUS_PARTED : 0);
	unsigned other = field->partner[piece];

	end_effects_on(book, field, piece, ends, true, record);
	if (other != NO_PIECE && field->marks[piece] & MARK_COMPOSITE)
		end_effects_on(book, field, other, ends, true, record);
}

void card_board_move(const struct card_ruleset *book, struct card_board *field, unsigned piece,
		     square to, bool by_card, struct event_list *record)
{
	square from = record_departure(book, field, by_card ? EVENT_CARRY : EVENT_MOVE, piece, to,
				       NULL, record);

	card_board_do_move(book, field, from, to, by_card);
	end_effects_on_departure(book, field, piece, true, record);
}

void card_board_note_castling(struct card_board *field, struct event_list *record)
{
	event_add(record, event_of(EVENT_CASTLED));
	card_board_do_castling(field);
}

void card_board_shift(const struct card_ruleset *book, struct card_board *field, unsigned piece,
		      square to, struct event_list *record)
{
	square from = record_departure(book, field, EVENT_SHIFT, piece, to, NULL, record);

	card_board_do_shift(book, field, from, to);
	end_effects_on_departure(book, field, piece, false, record);
}

void card_board_swap(const struct card_ruleset *book, struct card_board *field, unsigned a,
		     unsigned b, struct event_list *record)
{
	square first = field->position.pieces[a].at, second = field->position.pieces[b].at;

	card_board_bring_to_front(book, field, a, record);
	card_board_bring_to_front(book, field, b, record);
	position_drop_passant(&field->position, first, record);
	position_drop_passant(&field->position, second, record);
	add_event(record, event_of(EVENT_SWAP), first, second, NULL);
	card_board_do_swap(book, field, first, second);
	end_effects_on_departure(book, field, a, false, record);
	end_effects_on_departure(book, field, b, false, record);
}

/* Ends the effects on a piece that is now off the board, and on the other part of a composite. */
static void end_effects_on_loss(const struct card_ruleset *book, struct card_board *field,
				unsigned piece, unsigned other, struct event_list *record)
{
	/* Marks end first, so that a composite that comes back gets them before it is joined
	 * again. */
	end_effects_on(book, field, piece, CONTINUOUS_LOST, false, record);
	if (other != NO_PIECE)
		end_effects_on(book, field, other, CONTINUOUS_LOST, false, record);
	end_effects_on(book, field, piece, CONTINUOUS_LOST, true, record);
}

/* Returns the other part of a composite, else NO_PIECE. */
static unsigned other_part_of_composite(const struct card_board *field, unsigned piece)
{
	unsigned other = field->partner[piece];

	return other != NO_PIECE && field->position.pieces[other].fate == MERGED ? other : NO_PIECE;
}

void card_board_capture(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			unsigned by, bool regular, struct event_list *record)
{
	square from = by == NO_PIECE ? NO_SQUARE : field->position.pieces[by].at;
	unsigned other = other_part_of_composite(field, piece), beside = NO_PIECE;
	square at;

	card_board_bring_to_front(book, field, piece, record);
	if (other == NO_PIECE && field->partner[piece] != NO_PIECE)
		beside = field->partner[piece];
	at = record_departure(book, field, EVENT_TAKE, piece, from, regular ? "move" : "card",
			      record);
	card_board_do_take(book, field, at, from, regular);
	end_effects_on_loss(book, field, piece, other, record);
	/* Both of two pieces on one square are captured, but a card that names one takes only that
	 * one [two-on-a-square]. */
	if (beside != NO_PIECE && regular)
		card_board_capture(book, field, beside, by, regular, record);
}

void card_board_kill(const struct card_ruleset *book, struct card_board *field, unsigned piece,
		     struct event_list *record)
{
	unsigned other = other_part_of_composite(field, piece);
	square at;

	if (field->position.pieces[piece].fate == CAPTURED) {
		add_event(record, make_piece_event(field, EVENT_BURY, piece), NO_SQUARE, NO_SQUARE,
			  NULL);
		card_board_do_make_dead(field, piece);
		return;
	}
	at = record_departure(book, field, EVENT_KILL, piece, NO_SQUARE, NULL, record);
	card_board_do_kill(book, field, at);
	end_effects_on_loss(book, field, piece, other, record);
}

void card_board_send_away(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			  struct event_list *record)
{
	card_board_do_away(
		book, field,
		record_departure(book, field, EVENT_AWAY, piece, NO_SQUARE, NULL, record));
	end_effects_on(book, field, piece, CONTINUOUS_PARTED, true, record);
}

void card_board_return(const struct card_ruleset *book, struct card_board *field, unsigned piece,
		       square at, enum card_board_comeback how, struct event_list *record)
{
	const struct turn_log turn_log = *card_board_turn_log_of(field, piece);
	bool away = field->position.pieces[piece].fate == AWAY;
	square left = field->position.pieces[piece].at;
	struct event event;

	if (how == RETURN_WHOLE && !away)
		piece = card_board_carrier(book, field, &turn_log, piece);
	event = make_piece_event(field, EVENT_RETURN, piece);
	/* [promoted-pawn] */
	if (!away && how != RETURN_WHOLE)
		event.type = field->position.pieces[piece].born;
	add_event(record, event, NO_SQUARE, at, how == RETURN_WHOLE ? "as-it-was" : "anew");
	card_board_do_return(book, field, piece, at, how == RETURN_WHOLE);
	if (away && at != left)
		end_effects_on_departure(book, field, piece, true, record);
	if (!away && how != RETURN_ANEW)
		card_board_restore(book, field, &turn_log, piece, how == RETURN_WHOLE, record);
}

/* Two pieces on one square that no longer belong to one side don't have to part
 * [two-on-a-square]. */
static void release_pair(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			 struct event_list *record)
{
	unsigned other = field->partner[piece];

	for (unsigned i = 0; card_ruleset_is_third(book) && i < field->effect_count; i++) {
		const struct effect *effect = &field->effects[i];

		if (effect->what == EFFECT_SPLIT && other != NO_PIECE &&
		    (effect->piece == piece || effect->other == piece) &&
		    card_board_owner(field, piece) != card_board_owner(field, other))
			card_board_bind_effect(book, field, effect->serial, NO_SIDE, NO_TYPE,
					       record);
	}
}

void card_board_replace(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			unsigned by, struct event_list *record)
{
	square at = field->position.pieces[piece].at;
	unsigned other = other_part_of_composite(field, piece);
	struct event event;

	card_board_bring_to_front(book, field, piece, record);
	position_drop_passant(&field->position, at, record);
	event = make_piece_event(field, EVENT_REPLACE, piece);
	event.number = by;
	add_event(record, event, at, NO_SQUARE, NULL);
	card_board_do_replace(book, field, at, by);
	if (other != NO_PIECE)
		end_effects_on(book, field, piece, CONTINUOUS_REPLACED, true, record);
	release_pair(book, field, by, record);
}

void card_board_promote(const struct card_ruleset *book, struct card_board *field, unsigned piece,
			uint8_t type, struct event_list *record)
{
	card_board_bring_to_front(book, field, piece, record);
	position_promote(&field->position, field->position.pieces[piece].at, type, record);
	card_board_refresh(book, field);
	end_effects_on(book, field, piece, CONTINUOUS_PROMOTED, true, record);
}

void card_board_merge(const struct card_ruleset *book, struct card_board *field, unsigned mover,
		      unsigned onto, struct effect effect, struct event_list *record)
{
	square from = field->position.pieces[mover].at, to = field->position.pieces[onto].at;

	card_board_bring_to_front(book, field, mover, record);
	position_drop_passant(&field->position, from, record);
	position_drop_passant(&field->position, to, record);
	add_event(record, make_piece_event(field, EVENT_MERGE, mover), from, to, NULL);
	card_board_do_merge(book, field, from, to);
	end_effects_on_departure(book, field, mover, true, record);
	effect.what = EFFECT_COMPOSITE;
	effect.piece = (uint8_t)onto;
	effect.other = (uint8_t)mover;
	card_board_add_effect(book, field, effect, record);
}

/* Puts an earlier effect in force again, with the serial it had: it keeps its age
 * [effect-keeps-its-age]. */
static void card_board_renew_effect(const struct card_ruleset *book, struct card_board *field,
				    struct effect effect, struct event_list *record)
{
	struct event event;
	struct strbuf text;

	effect.suspended = effect.begun = false;
	if (record != NULL) {
		strbuf_init(&text, 0);
		card_board_print_effect(book, &effect, &text);
		event_add(record, event_about(EVENT_EFFECT, effect.by, effect.serial, text.bytes));
		strbuf_done(&text);
	}
	if (continuous_of(book, &effect)->secret && record != NULL) {
		event = event_about(EVENT_LIES, NO_SIDE, effect.serial, NULL);
		event.sealed = true;
		add_event(record, event, NO_SQUARE, effect.squares[0], NULL);
	}
	card_board_do_effect(book, field, &effect);
	if (continuous_of(book, &effect)->begun != NULL)
		continuous_of(book, &effect)->begun(book, field, &effect, record);
}

void card_board_add_effect(const struct card_ruleset *book, struct card_board *field,
			   struct effect effect, struct event_list *record)
{
	effect.serial = field->serial;
	card_board_renew_effect(book, field, effect, record);
}

void card_board_end_effect(const struct card_ruleset *book, struct card_board *field,
			   uint16_t serial, struct event_list *record)
{
	const struct effect *effect = card_board_find_effect(field, serial);
	struct effect ended;

	if (effect == NULL)
		return;
	ended = *effect;
	event_add(record, event_about(EVENT_EFFECT_ENDS, NO_SIDE, serial, NULL));
	card_board_do_end(book, field, serial);
	if (continuous_of(book, &ended)->ended != NULL)
		continuous_of(book, &ended)->ended(book, field, &ended, record);
}

void card_board_end_all(const struct card_ruleset *book, struct card_board *field,
			enum effect_kind what, struct event_list *record)
{
	for (unsigned i = field->effect_count; i-- > 0;)
		if (field->effects[i].what == what)
			card_board_end_effect(book, field, field->effects[i].serial, record);
}

void card_board_bind_effect(const struct card_ruleset *book, struct card_board *field,
			    uint16_t serial, uint8_t seat, uint8_t type, struct event_list *record)
{
	const char *kind = type == NO_TYPE ? "-" : card_ruleset_kind_name(book, type);

	event_add(record, event_about(EVENT_EFFECT_BINDS, seat, serial, kind));
	card_board_do_bind(field, serial, seat, type);
}

void card_board_begin_turn(const struct card_ruleset *book, struct card_board *field, uint8_t seat,
			   struct event_list *record)
{
	const struct variant *variant = book->variant;
	struct position *position = &field->position;

	event_add(record, event_about(EVENT_TURN, seat, 0, NULL));
	card_board_do_turn(book, field, seat);
	/* [shield-until-own-turn] */
	for (unsigned i = 0; i < field->effect_count;) {
		const struct effect *effect = &field->effects[i];

		if (continuous_of(book, effect)->ends & CONTINUOUS_BY_TURN && effect->by == seat)
			card_board_end_effect(book, field, effect->serial, record);
		else
			i++;
	}
	/* Rights to capture en passant end when the seat that moves those pawns is to move again
	 * [en-passant-right]. */
	for (uint8_t side = 0; side < variant->side_count; side++) {
		uint8_t mover = variant->beaten == BEATEN_ROLE ? side : position->controller[side];

		if (mover == seat && position->passant[side].over != NO_SQUARE)
			position_close_passant(position, side, record);
	}
}

void card_board_note_move(struct card_board *field, bool by_card, struct event_list *record)
{
	event_add(record, event_about(EVENT_MOVED, NO_SIDE, 0, by_card ? "card" : "move"));
	card_board_do_moved(field, by_card);
}

void card_board_begin_action(struct card_board *field, uint8_t number, struct event_list *record)
{
	event_add(record, event_about(EVENT_ACTION, NO_SIDE, number, NULL));
	field->turn_log.action = number;
}
