/* SPDX-License-Identifier: MIT */
/* The moves of a seat, and how one is made. */
#include "core/cards/field/ways_inner.h"
#include "core/position/move_truce.h"

/* Whether the piece may go at all in this turn, whatever a Challenge asks. */
static bool may_go(const struct sight *sight, unsigned piece)
{
	const struct field *field = sight->field;
	const struct piece *man = &field->position.pieces[piece];

	if (man->fate != ON_BOARD && man->fate != SHARING)
		return false;
	if (!(sight->movers >> man->side & 1) && !(field->marks[piece] & MARK_NEUTRAL))
		return false;
	return !field_is_held(sight->book, field, piece, sight->seat);
}

/* Of two pieces on one square a move text means the greater, as far as it can go there. */
static void mark_behind(const struct sight *sight, unsigned piece, unsigned first,
			struct move_list *list)
{
	const struct field *field = sight->field;
	const struct piece *pieces = field->position.pieces;
	unsigned kept = first;

	if (pieces[piece].fate != SHARING)
		return;
	for (unsigned i = first; i < list->count; i++) {
		struct move move = list->moves[i];
		bool both = false;

		for (unsigned j = 0; j < first; j++)
			both |= list->moves[j].from == move.from && list->moves[j].to == move.to &&
				list->moves[j].promotion == move.promotion;
		if (both && pieces[piece].type == pieces[field_at(field, move.from)].type)
			continue;
		if (both)
			move.marked = true;
		list->moves[kept++] = move;
	}
	list->count = kept;
}

/* All moves of the seat's pieces, their king's safety and what the seat must do aside. */
static void all_moves(const struct sight *sight, struct move_list *list)
{
	const struct position *position = &sight->field->position;

	list->count = 0;
	if (sight->player == NO_SIDE)
		return;
	/* Those in front first. */
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned i = 0; i < position->piece_count; i++) {
			unsigned first = list->count;

			if ((position->pieces[i].fate == SHARING) != (pass == 1) ||
			    !may_go(sight, i))
				continue;
			ways_go(sight, i, list);
			mark_behind(sight, i, first, list);
		}
	}
	ways_castle(sight, list);
}

/* Whether the move is one of a piece that every Challenge to the seat names. Castling is the
 * king's. */
static bool is_called_for(const struct sight *sight, const struct move *move)
{
	const struct field *field = sight->field;

	FIELD_EFFECTS (effect, field) {
		const struct lasting *row = lasting_of(sight->book, effect);

		if (row->calls != NULL && effect->seat == sight->seat &&
		    !row->calls(field, effect, ways_mover(field, move)))
			return false;
	}
	return true;
}

/* The piece a move captures, or NO_PIECE. */
static unsigned victim_of(const struct field *field, const struct move *move)
{
	if (move->kind == MOVE_CASTLE)
		return NO_PIECE;
	return field_at(field, move->kind == MOVE_EN_PASSANT ? move->other : move->to);
}

/* [vendetta-and-neutrals]: whether a Vendetta asks for the capture. */
static bool is_due(const struct sight *sight, const struct move *move)
{
	const struct field *field = sight->field;
	unsigned victim = victim_of(field, move);

	return victim != NO_PIECE && (field->marks[victim] & MARK_NEUTRAL ||
				      !(sight->own >> field->position.pieces[victim].side & 1));
}

/* What is asked of a seat in this turn. */
struct duty {
	bool challenged; /* a piece of the kind named can go: one must [challenge-bares-king] */
	bool vengeful;	 /* Vendetta: it can capture, and must [challenge-under-vendetta] */
	bool both;	 /* ... with a piece of the kind named */
};

static bool has_challenge(const struct sight *sight)
{
	return sight->bound && field_challenge(sight->book, sight->field, sight->seat) != NULL;
}

static struct duty duty_of(const struct sight *sight, const struct move_list *list)
{
	bool vendetta = sight->field->vendetta && !sight->field->truce;
	bool challenge = has_challenge(sight);
	struct duty duty = {false, false, false};

	for (unsigned i = 0; (vendetta || challenge) && i < list->count; i++) {
		const struct move *move = &list->moves[i];
		bool named = challenge && is_called_for(sight, move);

		duty.challenged |= named;
		if (!vendetta || !is_due(sight, move) || !ways_safe_after(sight, move))
			continue;
		duty.vengeful = true;
		duty.both |= named;
	}
	return duty;
}

/* Whether what is asked of the seat leaves it the move. */
static bool does_duty(const struct sight *sight, const struct duty *duty, const struct move *move)
{
	if (duty->vengeful)
		return victim_of(sight->field, move) != NO_PIECE &&
		       (!duty->both || is_called_for(sight, move));
	return !duty->challenged || is_called_for(sight, move);
}

void ways_moves(const struct book *book, const struct field *field, uint8_t seat, bool safe,
		struct move_list *list_out)
{
	struct sight sight;
	struct duty duty;
	unsigned kept = 0;

	ways_look(&sight, book, field, seat);
	all_moves(&sight, list_out);
	ways_look_out(&sight);
	duty = duty_of(&sight, list_out);
	/* [challenge-bares-king]: who answers a Challenge may leave his king where he can be taken.
	 */
	safe = safe && (duty.vengeful || !duty.challenged);
	for (unsigned i = 0; i < list_out->count; i++) {
		const struct move *move = &list_out->moves[i];

		if (does_duty(&sight, &duty, move) && (!safe || ways_safe_after(&sight, move)))
			list_out->moves[kept++] = *move;
	}
	list_out->count = kept;
}

bool ways_must_capture(const struct book *book, const struct field *field, uint8_t seat)
{
	struct move_list list;
	struct sight sight;

	ways_look(&sight, book, field, seat);
	all_moves(&sight, &list);
	ways_look_out(&sight);
	return duty_of(&sight, &list).vengeful;
}

bool ways_any_move(const struct book *book, const struct field *field, uint8_t seat)
{
	struct move_list list;
	struct sight sight;

	ways_look(&sight, book, field, seat);
	if (has_challenge(&sight)) {
		ways_moves(book, field, seat, true, &list);
		return list.count > 0;
	}
	all_moves(&sight, &list);
	ways_look_out(&sight);
	for (unsigned i = 0; i < list.count; i++)
		if (ways_safe_after(&sight, &list.moves[i]))
			return true;
	return false;
}

bool ways_is_mated(const struct book *book, const struct field *field, uint8_t seat)
{
	struct field open;

	if (!ways_in_check(book, field, seat))
		return false;
	if (!field->truce)
		return !ways_any_move(book, field, seat);
	/* [truce-and-check]: such a check ends the Truce, which therefore keeps nobody from taking
	 * the checker. */
	open = *field;
	open.truce = false;
	return !ways_any_move(book, &open, seat);
}

static void make_castling(const struct book *book, struct field *field, const struct move *move,
			  struct event_list *record)
{
	unsigned king = field_at(field, move->from), rook = field_at(field, move->other);

	/* Whichever stands in the other's way goes first. */
	if (move->to == move->other) {
		field_move(book, field, rook, move->rook_to, false, record);
		field_move(book, field, king, move->to, false, record);
	} else {
		field_move(book, field, king, move->to, false, record);
		field_move(book, field, rook, move->rook_to, false, record);
	}
	field_note_castling(field, record);
}

void ways_make(const struct book *book, struct field *field, const struct move *move,
	       struct event_list *record)
{
	struct position *position = &field->position;
	unsigned piece = ways_mover(field, move), victim = victim_of(field, move);
	const struct piece *man = &position->pieces[piece];

	if (move->kind == MOVE_CASTLE) {
		make_castling(book, field, move, record);
		field_note_move(field, false, record);
		return;
	}
	if (victim != NO_PIECE)
		field_capture(book, field, victim, piece, true, record);
	field_move(book, field, piece, move->to, false, record);
	if (victim != NO_PIECE && man->truce == TRUCE_BOUND &&
	    move_truce_crosses(book->variant, move->from, move->to))
		position_free(position, move->to, record);
	if (move->promotion != NO_TYPE)
		field_promote(book, field, piece, move->promotion, record);
	if (move->kind == MOVE_DOUBLE_STEP)
		position_open_passant(&field->position, man->side, move->rook_to, move->to, record);
	field_note_move(field, false, record);
}
