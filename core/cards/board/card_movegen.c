/* SPDX-License-Identifier: MIT */
/* Lists the moves of a seat, and makes a move. */
#include "core/cards/board/card_movegen_internal.h"
#include "core/position/move_pawn_truce.h"

/* Reports whether the piece may move at all in this turn, apart from a Challenge. */
static bool may_go(const struct sight *sight, unsigned piece)
{
	const struct card_board *field = sight->field;
	const struct piece *man = &field->position.pieces[piece];

	if (man->fate != ON_BOARD && man->fate != SHARING)
		return false;
	if (!(sight->movers >> man->side & 1) && !(field->marks[piece] & MARK_NEUTRAL))
		return false;
	return !card_board_is_held(sight->book, field, piece, sight->seat);
}

/* Marks moves of two pieces on one square. A move text means the greater piece, if it can go
 * there. */
static void mark_shared_square_moves(const struct sight *sight, unsigned piece, unsigned first,
				     struct move_list *list)
{
	const struct card_board *field = sight->field;
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
		if (both && pieces[piece].type == pieces[card_board_at(field, move.from)].type)
			continue;
		if (both)
			move.marked = true;
		list->moves[kept++] = move;
	}
	list->count = kept;
}

/* Lists all moves of the seat's pieces, without regard to the king's safety and to duties. */
static void list_all_moves(const struct sight *sight, struct move_list *list)
{
	const struct position *position = &sight->field->position;

	list->count = 0;
	if (sight->player == NO_SIDE)
		return;
	/* Pieces in front come first. */
	for (unsigned pass = 0; pass < 2; pass++) {
		for (unsigned i = 0; i < position->piece_count; i++) {
			unsigned first = list->count;

			if ((position->pieces[i].fate == SHARING) != (pass == 1) ||
			    !may_go(sight, i))
				continue;
			card_movegen_add_moves(sight, i, list);
			mark_shared_square_moves(sight, i, first, list);
		}
	}
	card_movegen_castle(sight, list);
}

/* Reports whether the moving piece is of the kind of every Challenge to the seat. Castling is a
 * move of the king. */
static bool meets_challenges(const struct sight *sight, const struct move *move)
{
	const struct card_board *field = sight->field;

	CARD_BOARD_EFFECTS(effect, field)
	{
		const struct continuous *row = continuous_of(sight->book, effect);

		if (row->calls != NULL && effect->seat == sight->seat &&
		    !row->calls(field, effect, card_movegen_mover(field, move)))
			return false;
	}
	return true;
}

/* Returns the piece that a move captures, or NO_PIECE. */
static unsigned captured_by_move(const struct card_board *field, const struct move *move)
{
	if (move->kind == MOVE_CASTLE)
		return NO_PIECE;
	return card_board_at(field, move->kind == MOVE_EN_PASSANT ? move->other : move->to);
}

/* Reports whether the capture is one that a Vendetta asks for [vendetta-and-neutrals]. */
static bool is_vendetta_capture(const struct sight *sight, const struct move *move)
{
	const struct card_board *field = sight->field;
	unsigned victim = captured_by_move(field, move);

	return victim != NO_PIECE && (field->marks[victim] & MARK_NEUTRAL ||
				      !(sight->own >> field->position.pieces[victim].side & 1));
}

/* The duties of a seat in this turn. */
struct duty {
	bool challenged; /* a piece of the kind named can move: one must [challenge-bares-king] */
	bool vengeful;	 /* Vendetta: the seat can capture, and must [challenge-under-vendetta] */
	bool both;	 /* it can capture with a piece of the kind named */
};

static bool has_challenge(const struct sight *sight)
{
	return sight->bound && card_board_challenge(sight->book, sight->field, sight->seat) != NULL;
}

static struct duty find_duty(const struct sight *sight, const struct move_list *list)
{
	bool vendetta = sight->field->vendetta && !sight->field->truce;
	bool challenge = has_challenge(sight);
	struct duty duty = {false, false, false};

	for (unsigned i = 0; (vendetta || challenge) && i < list->count; i++) {
		const struct move *move = &list->moves[i];
		bool named = challenge && meets_challenges(sight, move);

		duty.challenged |= named;
		if (!vendetta || !is_vendetta_capture(sight, move) ||
		    !card_movegen_safe_after(sight, move))
			continue;
		duty.vengeful = true;
		duty.both |= named;
	}
	return duty;
}

/* Reports whether the seat's duties allow the move. */
static bool fulfils_duty(const struct sight *sight, const struct duty *duty,
			 const struct move *move)
{
	if (duty->vengeful)
		return captured_by_move(sight->field, move) != NO_PIECE &&
		       (!duty->both || meets_challenges(sight, move));
	return !duty->challenged || meets_challenges(sight, move);
}

void card_movegen_moves(const struct card_ruleset *book, const struct card_board *field,
			uint8_t seat, bool safe, struct move_list *list_out)
{
	struct sight sight;
	struct duty duty;
	unsigned kept = 0;

	card_movegen_init_sight(&sight, book, field, seat);
	list_all_moves(&sight, list_out);
	card_movegen_find_check(&sight);
	duty = find_duty(&sight, list_out);
	/* A seat that meets a Challenge may leave its king where it can be captured
	 * [challenge-bares-king]. */
	safe = safe && (duty.vengeful || !duty.challenged);
	for (unsigned i = 0; i < list_out->count; i++) {
		const struct move *move = &list_out->moves[i];

		if (fulfils_duty(&sight, &duty, move) &&
		    (!safe || card_movegen_safe_after(&sight, move)))
			list_out->moves[kept++] = *move;
	}
	list_out->count = kept;
}

bool card_movegen_must_capture(const struct card_ruleset *book, const struct card_board *field,
			       uint8_t seat)
{
	struct move_list list;
	struct sight sight;

	card_movegen_init_sight(&sight, book, field, seat);
	list_all_moves(&sight, &list);
	card_movegen_find_check(&sight);
	return find_duty(&sight, &list).vengeful;
}

bool card_movegen_any_move(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t seat)
{
	struct move_list list;
	struct sight sight;

	card_movegen_init_sight(&sight, book, field, seat);
	if (has_challenge(&sight)) {
		card_movegen_moves(book, field, seat, true, &list);
		return list.count > 0;
	}
	list_all_moves(&sight, &list);
	card_movegen_find_check(&sight);
	for (unsigned i = 0; i < list.count; i++)
		if (card_movegen_safe_after(&sight, &list.moves[i]))
			return true;
	return false;
}

bool card_movegen_is_mated(const struct card_ruleset *book, const struct card_board *field,
			   uint8_t seat)
{
	struct card_board open;

	if (!card_movegen_in_check(book, field, seat))
		return false;
	if (!field->truce)
		return !card_movegen_any_move(book, field, seat);
	/* A check ends a Truce, so the Truce keeps nobody from capturing the checker
	 * [truce-and-check]. */
	open = *field;
	open.truce = false;
	return !card_movegen_any_move(book, &open, seat);
}

static void make_castling(const struct card_ruleset *book, struct card_board *field,
			  const struct move *move, struct event_list *record)
{
	unsigned king = card_board_at(field, move->from), rook = card_board_at(field, move->other);

	/* If the rook is on the king's target square, it goes first. */
	if (move->to == move->other) {
		card_board_move(book, field, rook, move->rook_to, false, record);
		card_board_move(book, field, king, move->to, false, record);
	} else {
		card_board_move(book, field, king, move->to, false, record);
		card_board_move(book, field, rook, move->rook_to, false, record);
	}
	card_board_note_castling(field, record);
}

void card_movegen_make(const struct card_ruleset *book, struct card_board *field,
		       const struct move *move, struct event_list *record)
{
	struct position *position = &field->position;
	unsigned piece = card_movegen_mover(field, move), victim = captured_by_move(field, move);
	const struct piece *man = &position->pieces[piece];

	if (move->kind == MOVE_CASTLE) {
		make_castling(book, field, move, record);
		card_board_note_move(field, false, record);
		return;
	}
	if (victim != NO_PIECE)
		card_board_capture(book, field, victim, piece, true, record);
	card_board_move(book, field, piece, move->to, false, record);
	if (victim != NO_PIECE && man->truce == TRUCE_BOUND &&
	    move_truce_crosses(book->variant, move->from, move->to))
		position_free(position, move->to, record);
	if (move->promotion != NO_TYPE)
		card_board_promote(book, field, piece, move->promotion, record);
	if (move->kind == MOVE_DOUBLE_STEP)
		position_open_passant(&field->position, man->side, move->rook_to, move->to, record);
	card_board_note_move(field, false, record);
}
